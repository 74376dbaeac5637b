"""The page on which somebody comes to a table while it plays, or leaves it; and the way back."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests import evenings
from tests.organiser.conftest import at
from tournaments.models import Action, CheckIn, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.late import sat_as_shown
from tournaments.selectors.recorded import TableRecord
from tournaments.services import company
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db

POSSIBLE: list[tuple[int, dict[str, Any], set[str]]] = [
    (2, {}, set()),
    (3, {}, {"come:N"}),
    (4, {}, {"come:R", *(f"leave:{seat}" for seat in "ESWN")}),
    (5, {}, {f"leave:{seat}" for seat in "ESWNR"}),
    (4, {"ruleset": "bmja-tournament"}, set()),
]


@pytest.mark.parametrize(("people", "settings", "possible"), POSSIBLE)
def test_it_offers_what_the_rules_let_happen(
    olive_client: Client, club: Club, olive: User, people: int, settings: Any, possible: set[str]
) -> None:
    table = evenings.seated(club, olive, people, **settings)
    page = olive_client.get(at("company", table))
    assert {move.code for move in page.context["moves"]} == possible
    shown = at("company", table) in olive_client.get(at("table", table)).content.decode()
    assert shown == bool(possible)


@pytest.fixture
def four(club: Club, olive: User) -> Table:
    return evenings.seated(club, olive, 4)


def record(table: Table, winner: str = "S") -> None:
    deal_submit(table=table, submission=evenings.won(table, winner))


def come(typed: Any, client: Client, table: Table, **more: Any) -> dict[str, Any]:
    told = {"move": "come:R", "entry": str(evenings.comer(table).pk), **more}
    form: dict[str, Any] = typed(client, at("company", table), **told)
    return form


def test_it_lets_a_fifth_come_and_rest(olive_client: Client, four: Table, typed: Any) -> None:
    form = come(typed, olive_client, four)
    assert olive_client.post(at("company", four), form | {"from_deal": "2"}).url == at("table", four)
    record(four)
    position = tables.upcoming(four)
    assert position is not None
    assert (position.number, position.resting) == (2, "R")
    page = olive_client.get(at("table", four)).content.decode()
    assert "from deal 2" in " ".join(page.split())


def test_it_enters_who_is_new(olive_client: Client, four: Table, typed: Any) -> None:
    form = come(typed, olive_client, four, entry="", given="Nora", family="New")
    assert olive_client.post(at("company", four), form).status_code == 302
    assert Seating.objects.get(seat="R").entry.name == "Nora New"


WRONG: list[tuple[dict[str, str], str]] = [
    ({"move": ""}, "This field is required."),
    ({"entry": ""}, "Choose who comes, or write the name of somebody new; one of the two."),
    ({"family": "Two"}, "Choose who comes, or write the name of somebody new; one of the two."),
    ({"move": "leave:S"}, "Who leaves is named already: choose and write nobody who comes."),
    ({"move": "leave:S", "entry": ""}, "Nobody leaves table 1 before its first deal"),
    ({"move": "come:N"}, "That is not possible any more"),
]


@pytest.mark.parametrize(("changes", "sentence"), WRONG)
def test_it_says_what_is_wrong(
    olive_client: Client, four: Table, typed: Any, changes: dict[str, str], sentence: str
) -> None:
    answer = olive_client.post(at("company", four), come(typed, olive_client, four) | changes)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Seating.objects.count() == 4


def test_it_tells_the_second_of_two_people(olive_client: Client, four: Table, typed: Any) -> None:
    form = come(typed, olive_client, four)
    answers = [olive_client.post(at("company", four), form).status_code for _ in range(2)]
    assert answers == [302, 422]
    both = {"table": four, "from_deal": 2, "actor": None, "seen_seats": form["seen_seats"]}
    with pytest.raises(Refusal, match="seats_changed"):
        company.seat_leave(seat="W", **both)
    assert Seating.objects.filter(seat="R").count() == 1


def test_it_refuses_a_deal_that_is_recorded(olive_client: Client, four: Table, typed: Any) -> None:
    form = come(typed, olive_client, four)
    record(four)
    answer = olive_client.post(at("company", four), form)
    assert (answer.status_code, Seating.objects.count()) == (422, 4)


def moved(table: Table, name: str, olive: User) -> None:
    if name == "seat_join":
        person = evenings.comer(table)
        company.seat_join(table=table, seat="R", from_deal=3, who=person, actor=olive)
    else:
        company.seat_leave(table=table, seat="W", from_deal=3, actor=olive)


def seated(table: Table) -> list[Any]:
    rows = Seating.objects.filter(table=table).order_by("pk")
    return [list(rows.values_list("seat", "entry", "from_deal", "left_from")), CheckIn.objects.count()]


@pytest.mark.parametrize("verb", ["seat_join", "seat_leave"])
def test_it_is_taken_back_from_the_log(olive_client: Client, four: Table, olive: User, verb: str) -> None:
    event, before = four.round.competition, seated(four)
    moved(four, verb, olive)
    record(four)
    back = at("undo", event, line=Action.objects.get(verb=verb).pk)
    assert back in olive_client.get(at("log", event)).content.decode()
    sent = {"key": "0b8a2f6e-7f6b-4d0e-9c5c-0c8f5e1f5d11", "reason": "A mistake."}
    assert [olive_client.post(back, sent).status_code for _ in range(2)] == [302, 422]
    assert seated(four) == before
    assert Action.objects.filter(verb=f"{verb}_reversed", reason="A mistake.").count() == 1


@pytest.mark.parametrize("verb", ["seat_join", "seat_leave"])
def test_it_stays_once_the_deal_is_recorded(
    olive_client: Client, four: Table, olive: User, verb: str
) -> None:
    moved(four, verb, olive)
    for _ in range(3):
        record(four, tables.upcoming(four).playing[0])  # type: ignore[union-attr]
    line = Action.objects.get(verb=verb)
    assert (
        at("undo", four.round.competition, line=line.pk)
        not in olive_client.get(at("log", four.round.competition)).content.decode()
    )
    facts = {"table": four, "seat": line.facts["seat"], "from_deal": 3, "reason": "Late.", "actor": olive}
    back = company.join_take_back if verb == "seat_join" else company.leave_take_back
    number = line.facts.get("into") or line.facts["out"]
    with pytest.raises(Refusal, match="deal_is_past"):
        back(entry=four.round.competition.entries.get(number=number), **facts)


@pytest.mark.parametrize("verb", ["seat_join", "seat_leave"])
def test_what_a_tablet_sent_before_shows_who_sat_there_then(four: Table, olive: User, verb: str) -> None:
    for _ in range(2):
        record(four)
    late = evenings.won(four, "S")
    then = {seat: one.entry for seat, one in tables.sitters(four, 3).items()}
    moved(four, verb, olive)
    assert sat_as_shown(late.body, TableRecord(four)) == then
    assert deal_submit(table=four, submission=late).status == "held"
