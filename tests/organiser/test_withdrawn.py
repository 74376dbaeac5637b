"""Who withdraws has seats in rounds to come: the pages say so, and no such round is published or started."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Entry, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import competitions, rounds, seats
from tournaments.services.chain import chain_check

STILL = "has withdrawn and still has a seat"


@pytest.fixture
def drawn(tournament: Competition, olive: User) -> Competition:
    """The tournament with two rounds: the first published, the second a draft."""
    first, _second = rounds.round_draw(competition=tournament, rounds=2, actor=olive)
    rounds.round_publish(round=first, actor=olive)
    return tournament


@pytest.fixture
def gone(drawn: Competition, olive: User) -> Entry:
    """Number 4, who withdrew after that."""
    entry = drawn.entries.get(number=4)
    return competitions.entry_change(entry=entry, actor=olive, status="withdrawn")


def round_of(competition: Competition, number: int) -> Round:
    return competition.rounds.get(number=number)


def seat_of(competition: Competition, number: int, entry: Entry) -> Seating:
    return Seating.objects.select_related("entry").get(
        round__competition=competition, round__number=number, entry=entry
    )


def numbers(competition: Competition, number: int) -> set[int]:
    rows = Seating.objects.filter(round__competition=competition, round__number=number)
    return set(rows.values_list("entry__number", flat=True))


def test_the_drafts_say_so_and_offer_what_follows(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    assert STILL not in olive_client.get(at("seating", drawn)).content.decode()
    competitions.entry_change(entry=drawn.entries.get(number=4), actor=olive, status="withdrawn")
    for address in (at("seating", drawn), at("round", drawn, round=2)):
        page = olive_client.get(address).content.decode()
        assert STILL in page
        assert at("replace", drawn, round=2) in page


def test_who_is_withdrawn_leaves_all_drafts_at_once(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    said = olive_client.post(at("entry", drawn, number=4), {"status": "withdrawn"}, follow=True)
    table = Table.objects.get(round=round_of(drawn, 2), seatings__entry__number=17)
    assert f"House players sit there instead: Round 2, Table {table.number}." in words_of(said)
    assert 4 in numbers(drawn, 1)  # everybody has read that seating
    assert numbers(drawn, 2) == {*range(1, 18)} - {4}
    assert STILL not in olive_client.get(at("round", drawn, round=2)).content.decode()
    line = Action.objects.get(verb="entry_change")
    assert olive_client.post(at("undo", drawn, line=line.pk), {"reason": ""}).status_code == 302
    assert numbers(drawn, 2) == set(range(1, 17))
    assert drawn.entries.get(number=4).status == "player"
    drawn.refresh_from_db()
    assert chain_check(drawn)[1] == []


def test_who_comes_back_after_another_draw_has_no_seat_in_it(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    olive_client.post(at("entry", drawn, number=4), {"status": "withdrawn"})
    rounds.round_draw(competition=drawn, rounds=1, actor=olive)
    line = Action.objects.get(verb="entry_change")
    assert olive_client.post(at("undo", drawn, line=line.pk), {"reason": ""}).status_code == 302
    assert 4 not in numbers(drawn, 2)


def test_nothing_is_published_or_started_with_them(
    drawn: Competition, gone: Entry, olive_client: Client
) -> None:
    for button, number, state in (("round-publish", 2, "draft"), ("round-start", 1, "published")):
        refused = olive_client.post(at(button, drawn, round=number))
        assert refused.status_code == 422
        assert f"seats people who have withdrawn: {gone.name}" in words_of(refused)
        assert round_of(drawn, number).state == state


def test_a_house_player_takes_the_seat_in_a_draft(
    drawn: Competition, gone: Entry, olive_client: Client, typed: Any
) -> None:
    address = at("replace", drawn, round=2)
    form = typed(olive_client, address, seat=str(seat_of(drawn, 2, gone).pk), entry="house")
    assert olive_client.post(address, form)["Location"] == at("round", drawn, round=2)
    assert numbers(drawn, 2) == {*range(1, 18)} - {4}
    assert drawn.entries.get(number=17).status == "house"
    assert STILL not in olive_client.get(at("round", drawn, round=2)).content.decode()
    assert olive_client.post(at("round-publish", drawn, round=2)).status_code == 302


def test_somebody_else_takes_the_seat_in_a_published_round_and_the_log_says_why(
    drawn: Competition, gone: Entry, olive_client: Client, olive: User, client: Client
) -> None:
    late = {"given": "Late", "family": "Comer"}
    entry = competitions.entry_add(competition=drawn, person=late, actor=olive)
    address = at("replace", drawn, round=1)
    form = {"seat": str(seat_of(drawn, 1, gone).pk), "entry": str(entry.pk)}
    assert olive_client.post(address, form).status_code == 422
    assert 4 in numbers(drawn, 1)
    before = round_of(drawn, 1).seating_version, Competition.objects.get().revision
    assert olive_client.post(address, {**form, "reason": "Fell ill."}).status_code == 302
    after = round_of(drawn, 1).seating_version, Competition.objects.get().revision
    assert all(new > old for new, old in zip(after, before, strict=True))
    done = Action.objects.get(verb="seat_replace")
    assert (done.actor, done.reason, done.facts["out"], done.facts["into"]) == (olive, "Fell ill.", 4, 17)
    assert "Late Comer" in client.get(f"/c/{drawn.slug}/seating/").content.decode()
    assert olive_client.post(at("round-start", drawn, round=1)).status_code == 302


def test_two_of_a_published_round_change_places_for_a_reason(
    drawn: Competition, olive_client: Client
) -> None:
    first, second = Seating.objects.filter(round=round_of(drawn, 1)).order_by("pk")[::5][:2]
    form = {"first": str(first.pk), "second": str(second.pk), "step": "exchange"}
    address = at("exchange", drawn, round=1)
    assert "Give a reason." in olive_client.post(address, form).content.decode()
    assert olive_client.post(address, {**form, "reason": "A wheelchair."}).status_code == 302
    assert Seating.objects.get(pk=first.pk).entry_id == second.entry_id
    assert Action.objects.get(verb="seats_exchange").reason == "A wheelchair."


def test_a_published_seating_goes_back_to_draft_for_a_reason(
    drawn: Competition, olive_client: Client, client: Client, olive: User
) -> None:
    address = at("take-back", drawn, round=1)
    assert olive_client.post(address, {"reason": " "}).status_code == 422
    assert "Find your name" in client.get(f"/c/{drawn.slug}/seating/").content.decode()
    assert olive_client.post(address, {"reason": "Somebody left."}).status_code == 302
    assert round_of(drawn, 1).is_draft
    assert "not published yet" in client.get(f"/c/{drawn.slug}/seating/").content.decode()
    done = Action.objects.get(verb="round_take_back")
    assert (done.actor, done.reason) == (olive, "Somebody left.")
    assert olive_client.post(at("seating", drawn), {"rounds": "2", "seed": "3"}).status_code == 302


def test_it_is_drawn_anew_under_its_number_before_rounds_that_stay(drawn: Competition, olive: User) -> None:
    rounds.round_publish(round=round_of(drawn, 2), actor=olive)
    rounds.round_take_back(round=round_of(drawn, 1), actor=olive, reason="Somebody left.")
    rounds.round_draw(competition=drawn, rounds=2, actor=olive)
    states = [(one.number, one.state) for one in drawn.rounds.order_by("number")]
    assert states == [(1, "draft"), (2, "published"), (3, "draft")]


@pytest.mark.parametrize("number", [1, 2])
def test_only_what_is_published_and_has_not_started_goes_back(
    running: Competition, olive: User, number: int
) -> None:
    with pytest.raises(Refusal, match="round_not_taken_back"):
        rounds.round_take_back(round=round_of(running, number), actor=olive, reason="Why not.")


def test_nobody_who_has_a_seat_or_withdrew_takes_another(
    drawn: Competition, gone: Entry, olive: User
) -> None:
    seat = Seating.objects.filter(round=round_of(drawn, 2)).exclude(entry=gone).first()
    assert seat
    with pytest.raises(Refusal, match="player_twice"):
        seats.seat_replace(
            round=seat.round, seat=seat, entry=drawn.entries.exclude(pk=seat.entry_id)[0], actor=olive
        )
    other = seat_of(drawn, 2, gone)
    seats.seat_replace(round=seat.round, seat=other, entry=None, actor=olive)
    with pytest.raises(Refusal, match="round_seats_withdrawn"):
        seats.seat_replace(round=seat.round, seat=seat, entry=gone, actor=olive)


def test_of_a_meeting_who_goes_out_is_not_here_and_who_comes_in_is(season: Competition, olive: User) -> None:
    meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(), actor=olive)
    rounds.check_in(round=meeting, entries=season.entries.filter(number__lt=9), actor=olive)
    rounds.meeting_draw(round=meeting, actor=olive)
    first, second = Seating.objects.filter(round=meeting, entry__number__in=(1, 2)).order_by("entry__number")
    seats.seat_replace(round=meeting, seat=first, entry=season.entries.get(number=9), actor=olive)
    seats.seat_replace(round=meeting, seat=second, entry=None, actor=olive)
    assert set(meeting.check_ins.values_list("entry__number", flat=True)) == {3, 4, 5, 6, 7, 8, 9}


def test_who_sits_in_the_running_round_leaves_a_seat_to_a_substitute(
    running: Competition, table: Table, olive_client: Client, typed: Any, olive: User
) -> None:
    sitter = tables.sitters(table, 1)["E"].entry
    address = at("entry", running, number=sitter.number)
    asked = olive_client.get(address)
    assert f"{sitter.name} has a seat in play: Round 1, table 3." in words_of(asked)
    told = olive_client.post(address, typed(olive_client, address, status="withdrawn"), follow=True)
    assert told.redirect_chain == [(address, 302)]
    assert f"{sitter.name} has withdrawn and still has a seat in play: Round 1, table 3." in words_of(told)
    substitute = at("substitute", table)
    assert substitute in asked.content.decode()
    assert substitute in told.content.decode()
    late = {"given": "Late", "family": "Comer"}
    seats.seat_hand_over(table=table, seat="E", from_deal=1, who=late, actor=olive)
    assert "seat in play" not in words_of(olive_client.get(address))


def test_who_sits_nowhere_now_leaves_no_seat(drawn: Competition, olive_client: Client, typed: Any) -> None:
    address = at("entry", drawn, number=4)
    assert "seat in play" not in words_of(olive_client.get(address))
    form = typed(olive_client, address, status="withdrawn")
    assert olive_client.post(address, form)["Location"] == at("players", drawn)
