"""Rulings and disputes by matters: what readers see of them, what only the staff do, and how far each is."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.organiser.test_decisions import evening, form  # noqa: F401
from tests.public.pages import links_of, words_of
from tournaments.models import Action, Competition, DealVersion, Round, Table
from tournaments.selectors import tables
from tournaments.selectors.log import lines
from tournaments.selectors.matters import Kind, Matter, State, matters_of, seen_by_readers
from tournaments.selectors.review import Review, under_review
from tournaments.selectors.rule_lines import by_anchor
from tournaments.services import (
    confirmations,
    corrections,
    devices,
    erasure,
    penalties,
    ruled,
    seats,
    undoing,
    warned,
)
from tournaments.services.announce import log
from tournaments.services.competitions import competition_change
from tournaments.services.reckoning import rules_of
from tournaments.wording import citations

pytestmark = pytest.mark.django_db


def found(event: Competition) -> list[Matter]:
    return matters_of(event, by_anchor(rules_of(event)), event.rounds.all())


def said(event: Competition, more: str = "") -> str:
    return words_of(Client().get(f"/c/{event.slug}/rulings/{more}"))


def dispute(table: Table, word: str = "dispute", number: int = 2, seat: str = "W") -> None:
    version = DealVersion.objects.current().get(table=table, number=number)
    confirmations.word_say(table=table, number=number, seat=seat, word=word, sha256=version.sha256)


def verbs(matter: Matter) -> list[str]:
    return [step.verb for step in matter.steps]


# ------------------------------------------------------------------ what is one matter
def test_a_deal_is_one_matter_with_its_steps_in_order(played: Competition, table: Table, rafe: User) -> None:
    dispute(table)
    call = devices.referee_call(table=table, device=None, reason="Deal 2 is disputed.")
    [open_one] = found(played)
    assert (open_one.kind, open_one.state, open_one.place["deal"]) == (Kind.DEAL, State.OPEN, 2)
    devices.referee_answer(call=call, actor=rafe)
    content = declared.won("N", None)
    told: dict[str, Any] = {"table": table, "number": 2, "content": content, "mode": "as_played"}
    corrections.deal_correct(**told, reason="It was North.", actor=rafe)
    [one] = found(played)
    assert verbs(one) == ["deal_dispute", "referee_called", "referee_answered", "deal_correct"]
    assert one.state == State.DECIDED


def test_a_player_who_confirms_after_all_ends_it(played: Competition, table: Table) -> None:
    dispute(table, seat="N", word="confirm")
    dispute(table)
    dispute(table, word="confirm")
    [one] = found(played)
    assert (verbs(one), one.state) == (["deal_dispute", "deal_confirm"], State.DECIDED)


def test_a_penalty_and_its_reversal_are_one_and_so_is_each_warning(
    played: Competition, table: Table, first_round: Round, rafe: User
) -> None:
    told: dict[str, Any] = {"reason": "Seen.", "actor": rafe}
    who = played.entries.get(number=5)
    warned.warning_give(entry=who, round=first_round, code="short_hand", key=uuid4(), **told)
    fine = penalties.standings_penalty(entry=who, round=first_round, amount=-50, key=uuid4(), **told)
    penalties.penalty_reverse(penalty=fine, key=uuid4(), **told)
    event = {"code": "misnamed_discard", "offender": "W", "misled": ["N"]}
    imposed = penalties.penalty_impose(table=table, deal=1, event=event, key=uuid4(), **told)
    penalties.penalty_reverse(penalty=imposed, key=uuid4(), **told)
    states = {one.kind: (len(one.steps), one.state) for one in found(played)}
    assert states == {
        Kind.WARNING: (1, State.DECIDED),
        Kind.PENALTY: (2, State.BACK),
        Kind.ON_A_DEAL: (2, State.BACK),
    }
    assert all(one.people == [5] for one in found(played) if one.kind != Kind.ON_A_DEAL)


def test_seats_put_right_and_objections_are_matters(played: Competition, table: Table, rafe: User) -> None:
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="Sat wrongly.", actor=rafe)
    log(played, "results_object", actor=rafe, reason="It was no draw.", round=1, table=3, deal=1)
    states = {one.kind: one.state for one in found(played)}
    assert states == {Kind.SEATS: State.DECIDED, Kind.OBJECTION: State.OPEN}
    line = Action.objects.get(verb="results_object")
    log(played, "results_answer", actor=rafe, reason="It was.", objection=line.pk, upheld=False)
    assert {one.kind: one.state for one in found(played)}[Kind.OBJECTION] == State.DECIDED


def test_what_is_open_is_what_is_under_review(played: Competition, table: Table, rafe: User) -> None:
    def open_deals() -> list[Review]:
        places = [one.place for one in found(played) if one.state == State.OPEN]
        return sorted(Review(one["round"], one["table"], (one["deal"],)) for one in places)

    devices.referee_call(table=table, device=None, reason="Deal 1 is disputed. Deal 9 is disputed.")
    assert open_deals() == under_review(played.rounds.all()) == [Review(1, 3, (1,))]  # there is no ninth
    told: dict[str, Any] = {"table": table, "mode": "as_played", "reason": "No.", "actor": rafe}
    corrections.deal_void(**told, number=1)
    assert open_deals() == under_review(played.rounds.all()) == []
    dispute(table)
    assert open_deals() == under_review(played.rounds.all()) == [Review(1, 3, (2,))]


def test_what_is_open_stands_first(played: Competition, table: Table, rafe: User) -> None:
    dispute(table)
    told: dict[str, Any] = {"table": table, "mode": "as_played", "reason": "No.", "actor": rafe}
    corrections.deal_void(**told, number=3)
    assert [one.state for one in found(played)] == [State.OPEN, State.DECIDED]


def test_seats_put_right_and_taken_back_are_one_matter_that_says_who_and_why(
    played: Competition, table: Table, rafe: User
) -> None:
    told: dict[str, Any] = {"competition": played, "actor": rafe}
    sat = {one.seat: one.entry.name for one in table.seatings.select_related("entry__player")}
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="Sat wrongly.", actor=rafe)
    line = Action.objects.get(verb="seats_swap")
    undoing.line_undo(**told, line=line, reason="They had not.")
    [one] = found(played)
    assert (verbs(one), one.state) == (["seats_swap"] * 2, State.BACK)
    page = said(played)
    assert f"Seats put right: {sat['E']} , {sat['S']}" in page
    for word in ("“Sat wrongly.”", "“They had not.”", "put seats right East", "took that back East"):
        assert word in page, page
    why = [one.why for one in lines(Action.objects.filter(verb="seats_swap").order_by("pk"), played)]
    assert (why[0], why[1].startswith("takes back what was done on")) == ("", True)
    undoing.line_undo(**told, line=Action.objects.filter(verb="seats_swap").latest("pk"), reason="They had.")
    [one] = found(played)
    assert (len(one.steps), one.state) == (3, State.DECIDED)


# ------------------------------------------------------------------ what readers see
def test_readers_see_offices_rules_and_what_it_changed(
    evening: Table,  # noqa: F811
) -> None:
    event = evening.round.competition
    page = Client().get(f"/c/{event.slug}/rulings/")
    words, rules = words_of(page), rules_of(event).penalties
    for part in (
        "A player (West) disputed a deal",
        "Referee corrected a deal “Seen.”",
        "Referee accepted a held deal as a correction “A draw.”",
        "Referee took a penalty back",
        "−50",
        citations.written(rules["misnamed_discard"].source),
    ):
        assert part in words, part
    assert "rafe" not in words.lower().replace("referee", "")
    links = links_of(page)
    assert f"/c/{event.slug}/r1/t{evening.number}/d1/" in links
    here = tables.sitters(evening, 1)["S"].entry
    assert f"/c/{event.slug}/entries/{here.number}/" in links
    assert any(link.endswith("#penalty-misnamed_discard") for link in links)
    answered = "answered a call for the referee"
    assert answered not in words  # that call was about no deal: it is nobody else's business


def test_warnings_and_free_words_of_rulings_and_objections_are_the_staffs(
    played: Competition, table: Table, first_round: Round, rafe: User, rafe_client: Client
) -> None:
    told: dict[str, Any] = {"round": first_round, "actor": rafe, "key": uuid4()}
    ruled.ruling_write(**told, question="May he see the wall?", ruling="He may not.", rule="penalty-cannon")
    entry = played.entries.get(number=5)
    warned.warning_give(**{**told, "key": uuid4()}, entry=entry, code="", reason="Slept.")
    devices.referee_call(table=table, device=None, reason="Tea was spilt.")
    log(played, "results_object", actor=rafe, reason="It was no draw.", round=1, table=3, deal=1)
    public = said(played)
    staff = words_of(rafe_client.get(at("rulings-timeline", played)))
    for secret in ("wall", "Slept", "spilt", "no draw"):
        assert (secret in public, secret in staff) == (False, True), secret
    assert ("Referee warned" in public, "Referee ruled" in public) == (False, True)
    assert "rafe" in staff


def test_a_ruling_whose_words_are_not_theirs_says_readers_of_nobody_and_of_no_offence(
    played: Competition, table: Table, first_round: Round, rafe: User, rafe_client: Client
) -> None:
    entry, rule = played.entries.get(number=5), by_anchor(rules_of(played))["penalty-misnamed_discard"]
    told: dict[str, Any] = {"round": first_round, "table": table.number, "entry": entry, "rule": rule.anchor}
    ruled.ruling_write(**told, question="", ruling="No penalty.", actor=rafe, key=uuid4())
    public = said(played)
    staff = words_of(rafe_client.get(at("rulings-timeline", played)))
    for word in (entry.name, rule.name.capitalize(), "No penalty."):
        assert (word.lower() in public.lower(), word.lower() in staff.lower()) == (False, True), word
    assert ("A ruling" in public, "Referee ruled" in public) == (True, True)


def test_nothing_of_a_round_that_is_held_back_is_in_it(
    played: Competition, table: Table, olive: User, rafe: User
) -> None:
    dispute(table)
    corrections.deal_void(table=table, number=3, mode="as_played", reason="Not played.", actor=rafe)
    assert "Not played." in said(played)
    competition_change(competition=played, actor=olive, visibility="round")
    words = said(played)
    assert ("Not played." in words, "disputed a deal" in words) == (False, False)


def test_an_erased_person_is_not_named(
    played: Competition, first_round: Round, rafe: User, olive: User, tournament: Competition
) -> None:
    entry = played.entries.select_related("player").get(number=5)
    told: dict[str, Any] = {"round": first_round, "actor": rafe, "key": uuid4()}
    penalties.standings_penalty(**told, entry=entry, amount=-10, reason=f"{entry.player.given} was late.")
    given, family = entry.player.given, entry.player.family
    assert family in said(played)
    erasure.person_erase(person=entry.player, club=played.club, actor=olive)
    words = said(played)
    assert (given in words, family in words, "−10" in words) == (False, False, True)


def test_it_is_narrowed_to_a_table_or_a_deal(played: Competition, table: Table, rafe: User) -> None:
    dispute(table)
    corrections.deal_void(table=table, number=3, mode="as_played", reason="Not played.", actor=rafe)
    page = f"/c/{played.slug}/r1/t3/"
    deal = f"/c/{played.slug}/rulings/?round=1&table=3&deal=2"
    assert deal in links_of(Client().get(f"{page}d2/"))
    assert not [one for one in links_of(Client().get(f"{page}d1/")) if "/rulings/?" in one]  # nothing to tell
    assert deal.rpartition("&")[0] in links_of(Client().get(page))
    words = said(played, "?round=1&table=3&deal=2")
    assert ("disputed a deal" in words, "Not played." in words) == (True, False)
    assert "Not played." in said(played, "?round=1&table=3")
    assert "Nothing was disputed" in said(played, "?round=1&table=1")
    for wrong in ("?deal=2", "?round=x", "?table=3"):
        assert Client().get(f"/c/{played.slug}/rulings/{wrong}").status_code == 404


def test_it_is_marked_as_under_review_until_it_is_decided(
    played: Competition, table: Table, rafe: User
) -> None:
    dispute(table)
    assert "Under review" in said(played)
    seen = confirmations.Seen(table, 2, DealVersion.objects.current().get(table=table, number=2).sha256)
    confirmations.deals_settle(seen=[seen], reason="I watched it.", actor=rafe)
    words = said(played)
    assert ("Under review" in words, "decided" in words, "I watched it." in words) == (False, True, False)


def test_it_asks_as_often_for_many_as_for_few(
    evening: Table,  # noqa: F811
    play: Any,
    tam: Tam,
    rafe: User,
    rafe_client: Client,
) -> None:
    event = evening.round.competition
    for number in (2, 3):
        play(evening)
        dispute(evening, number=number)
    dispute(evening, word="confirm", number=3)
    devices.referee_call(table=evening, device=tam.device, reason="Deal 2 is disputed.")
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(f"/c/{event.slug}/rulings/").status_code == 200
    assert len(asked) <= 12, [one["sql"][:200] for one in asked]
    with CaptureQueriesContext(connection) as asked:
        assert rafe_client.get(at("rulings-timeline", event)).status_code == 200
    assert len(asked) <= 18, [one["sql"][:200] for one in asked]


def test_readers_see_no_matter_of_a_draft(played: Competition, rafe: User) -> None:
    log(played, "ruling", actor=rafe, reason="Yes.", round=2, table=1)
    assert seen_by_readers(found(played), {1}) == []
