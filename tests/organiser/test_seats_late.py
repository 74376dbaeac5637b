"""Seats of an earlier round put right while a later one is played: whose figures move, and who hears so."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at, looked
from tests.public.pages import words_of
from tournaments.models import Action, Competition, DealVersion, Table
from tournaments.selectors import tables
from tournaments.selectors.public import places_of
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, rounds

WHY = "They had read the plan upside down."
pytestmark = pytest.mark.django_db


@pytest.fixture
def earlier(running: Competition, table: Table, play: Any, olive: User) -> Table:
    """Table 3 of round 1, closed after two deals; round 2 is running, with a deal at every table."""
    competitions.competition_publish(competition=running, actor=olive)
    play(table)
    play(table, declared.won("W", "N"))
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    later = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    rounds.round_start(round=later, actor=olive)
    for one in later.tables.select_related("round__competition"):
        play(one)
    return Table.objects.select_related("round__competition").get(pk=table.pk)


def nets(competition: Competition) -> dict[int, int]:
    """Give everybody's net over both rounds, as the standings sum it."""
    return {row.number: row.net for row in standings_of(competition).rows}


def later_round(table: Table) -> list[tuple[Any, ...]]:
    """Read all that round 2 has: who sits where, and its deals."""
    later = table.round.competition.rounds.get(number=2)
    deals = DealVersion.objects.filter(table__round=later).order_by("pk")
    seats = later.seatings.order_by("pk").values_list("pk", "seat", "entry")
    return [*seats, *deals.values_list("table", "number", "version", "sha256")]


def saved(client: Client, table: Table, form: dict[str, Any]) -> int:
    return client.post(at("swap", table), form).status_code


def seen(client: Client, table: Table, typed: Any, first: str = "E", second: str = "S") -> dict[str, Any]:
    address = at("swap", table)
    return looked(client, address, typed(client, address, first=first, second=second, reason=WHY))


def test_it_moves_the_figures_of_two_persons_and_nothing_of_the_later_round(
    rafe_client: Client, earlier: Table, typed: Any
) -> None:
    competition, later = earlier.round.competition, later_round(earlier)
    east, south = (tables.sitters(earlier, 1)[seat].entry for seat in "ES")
    moved = {seat: sum(one.net[seat] for one in tables.current_versions(earlier)) for seat in "ES"}
    before = nets(competition)
    assert saved(rafe_client, earlier, seen(rafe_client, earlier, typed)) == 302
    difference = moved["S"] - moved["E"]
    changed = {
        east.number: before[east.number] + difference,
        south.number: before[south.number] - difference,
    }
    assert nets(Competition.objects.get()) == before | changed != before
    assert later_round(earlier) == later


def test_it_says_so_on_every_page_that_readers_have(
    rafe_client: Client, client: Client, earlier: Table, typed: Any
) -> None:
    pages = ("standings/", "r1/t3/", "changes/")
    before = {page: words_of(client.get(f"/c/spring-day/{page}")) for page in pages}
    east, south = (tables.sitters(earlier, 1)[seat].entry for seat in "ES")
    told = {one.pk: client.get(f"/c/spring-day/entries/{one.number}/") for one in (east, south)}
    saved(rafe_client, earlier, seen(rafe_client, earlier, typed))
    after = {page: words_of(client.get(f"/c/spring-day/{page}")) for page in pages}
    assert [page for page in pages if before[page] == after[page]] == []
    assert WHY in after["changes/"]
    for one in (east, south):
        assert words_of(client.get(f"/c/spring-day/entries/{one.number}/")) != words_of(told[one.pk])
    assert [place.seat for place in places_of(east) if place.round == 1] == ["S"]


def test_it_writes_down_who_why_before_and_after(
    rafe_client: Client, rafe: User, earlier: Table, typed: Any
) -> None:
    east, south = (str(tables.sitters(earlier, 1)[seat].entry) for seat in "ES")
    saved(rafe_client, earlier, seen(rafe_client, earlier, typed))
    lines = list(rafe_client.get(at("log", earlier.round.competition)).context["lines"])[:3]
    assert {(line.who, line.reason) for line in lines} == {(rafe.get_full_name() or rafe.username, WHY)}
    assert "seats East, South" in lines[0].facts
    assert set(lines[2].changes) == {(east, "\u221280", "+160"), (south, "+160", "\u221280")}


def test_it_is_done_once_where_two_officials_looked_at_the_same_seats(
    rafe_client: Client, olive_client: Client, earlier: Table, typed: Any
) -> None:
    """Each has a form of their own: the second would put the seats wrong again."""
    forms = [(one, seen(one, earlier, typed)) for one in (rafe_client, olive_client)]
    east = tables.sitters(earlier, 1)["E"].entry
    assert [saved(client, earlier, form) for client, form in forms] == [302, 409]
    assert tables.sitters(earlier, 1)["S"].entry == east
    assert Action.objects.filter(verb="seats_swap").count() == 1


def test_it_lets_two_officials_put_other_seats_right_one_after_the_other(
    rafe_client: Client, olive_client: Client, earlier: Table, typed: Any
) -> None:
    before = {seat: one.entry for seat, one in tables.sitters(earlier, 1).items()}
    forms = [
        (one, seen(one, earlier, typed, *pair)) for one, pair in ((rafe_client, "ES"), (olive_client, "WN"))
    ]
    assert [saved(client, earlier, form) for client, form in forms] == [302, 409]
    assert saved(olive_client, earlier, seen(olive_client, earlier, typed, "W", "N")) == 302
    after = {seat: one.entry for seat, one in tables.sitters(earlier, 1).items()}
    assert after == dict(zip("ESWN", (before[seat] for seat in "SENW"), strict=True))
