"""The board: how each table is and what waits, in as many queries for eight players as for sixteen."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Club
from tests import declared, worlds
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, HeldSubmission, Table
from tournaments.selectors.board import board_of, expected_end
from tournaments.services import agreements, competitions, confirmations, corrections, devices, rounds


def on_board(table: Table) -> Any:
    competition = Competition.objects.get(pk=table.round.competition_id)
    return next(one for one in board_of(competition).tables if one.number == table.number)


def test_it_shows_scores_and_the_deal_to_come(table: Table, play: Any) -> None:
    play(table)
    shown = on_board(table)
    assert (shown.played, shown.planned, shown.next_deal) == (1, 4, 2)
    assert [(seat.seat, seat.wind, seat.score) for seat in shown.seats] == [
        ("E", "N", -80),
        ("S", "E", 160),
        ("W", "S", -40),
        ("N", "W", -40),
    ]


def test_it_shows_what_the_tablet_last_said(table: Table, tam: Any) -> None:
    devices.heartbeat(
        device=tam.device, facts={"unsent": 2, "battery": 35, "version": "1", "persisted": True}
    )
    shown = on_board(table)
    assert (shown.device.unsent, shown.device.battery, shown.silent) == (2, 35, False)


def test_it_puts_forward_what_waits(table: Table, play: Any, tam: Any) -> None:
    play(table)
    assert on_board(table).state == "live"
    play(table, declared.draw(), deal=1)
    assert on_board(table).state == "held"
    version = table.deal_versions.get(number=1)
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    assert (on_board(table).state, on_board(table).disputed) == ("disputed", (1,))
    confirmations.word_say(table=table, number=1, seat="W", word="confirm", sha256=version.sha256)
    assert on_board(table).disputed == ()


def test_it_answers_a_call(olive_client: Client, table: Table, tam: Any) -> None:
    call = devices.referee_call(table=table, device=tam.device, reason="<script>alert(1)</script>")
    page = olive_client.get(at("board", table.round.competition)).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    olive_client.post(at("call-answer", table.round.competition, call=call.pk))
    assert on_board(table).calls == ()


def test_it_says_that_nothing_changed(olive_client: Client, table: Table, play: Any, tam: Any) -> None:
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    address = at("board-fragment", table.round.competition)
    tag = olive_client.get(address)["ETag"]
    assert olive_client.get(address, headers={"If-None-Match": tag}).status_code == 304
    play(table)
    fresh = olive_client.get(address, headers={"If-None-Match": tag})
    assert (fresh.status_code, fresh["ETag"] != tag) == (200, True)


def held(table: Table, play: Any) -> HeldSubmission:
    """Another declaration of a deal that is recorded."""
    play(table)
    return play(table, declared.draw(), deal=1).held


def test_it_accepts_a_held_deal_as_a_correction_after_a_look(
    rafe_client: Client, table: Table, play: Any
) -> None:
    address = at("held", table.round.competition, held=held(table, play).pk)
    look = rafe_client.post(address, {"step": "look", "mode": "replay", "reason": "It was a draw."})
    assert [
        (deal.number, [seat.net_after for seat in deal.seats]) for deal in look.context["ahead"].deals
    ] == [(1, [0, 0, 0, 0])]
    assert table.deal_versions.count() == 1
    seen = look.context["form"]["seen_plan"].value()
    form = {"step": "correct", "mode": "replay", "reason": "It was a draw.", "seen_plan": seen}
    assert rafe_client.post(address, form).status_code == 302
    assert table.deal_versions.current().get(number=1).net == dict.fromkeys("ESWN", 0)  # type: ignore[attr-defined]


def test_it_declines_a_held_deal_with_a_reason_only(rafe_client: Client, table: Table, play: Any) -> None:
    address = at("held", table.round.competition, held=held(table, play).pk)
    refused = rafe_client.post(address, {"step": "decline", "mode": "replay", "reason": " "})
    assert refused.status_code == 422
    assert "Give a reason." in refused.content.decode()
    form = {"step": "decline", "mode": "replay", "reason": "Sent twice."}
    assert rafe_client.post(address, form).status_code == 302
    again = rafe_client.post(address, {**form, "reason": "Another one."}, follow=True)
    assert again.redirect_chain == [(address, 302)]
    for told in ("already been ruled on", "was held", "Sent twice."):
        assert told in again.content.decode()
    assert "Another one." not in again.content.decode()


def test_it_accepts_a_late_deal_as_the_next(
    rafe_client: Client, table: Table, play: Any, olive: User
) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    late = play(table).held
    address = at("held", table.round.competition, held=late.pk)
    assert rafe_client.post(address, {"step": "accept", "mode": "replay"}).status_code == 302
    assert table.deal_versions.get(number=1).net == {"E": -80, "S": 160, "W": -40, "N": -40}


def playing(club: Club, olive: User, play: Any, players: int) -> Competition:
    """A day of so many players with two deals at each table."""

    def build() -> Competition:
        made = competitions.competition_create(
            club=club, actor=olive, name=f"Day of {players}", date=date(2026, 5, 1), confirmed_by="all"
        )
        competitions.entries_add(competition=made, people=PEOPLE[:players], actor=olive)
        drawn = rounds.round_draw(competition=made, rounds=2, actor=olive)
        running = rounds.round_start(round=rounds.round_publish(round=drawn[0], actor=olive), actor=olive)
        for table in running.tables.all():
            play(table)
            play(table, declared.draw())
        return made

    return worlds.begun(f"day of {players}", build, club, olive)


PAGES = [
    "overview",
    "players",
    "seating",
    "board",
    "board-fragment",
    "board-hints",
    "penalties",
    "tablets",
    "exports",
    "paper",
    "log",
]


MANY_QUERIES = ("overview", "players", "seating", "penalties", "tablets", "exports", "log")


@pytest.mark.parametrize("name", PAGES)
def test_it_asks_as_often_for_eight_players_as_for_sixteen(
    name: str, olive_client: Client, olive: User, club: Club, play: Any
) -> None:
    counts = []
    for players in (8, 16):
        competition = playing(club, olive, play, players)
        with CaptureQueriesContext(connection) as asked:
            assert olive_client.get(at(name, competition)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= (20 if name in MANY_QUERIES else 12)


def test_it_lists_what_is_not_confirmed_and_settles_it(
    rafe_client: Client, running: Competition, table: Table, play: Any, olive: User
) -> None:
    competitions.competition_change(competition=running, actor=olive, confirmed_by="winner")
    play(table)
    play(table, declared.draw())
    assert on_board(table).unconfirmed == (1, 2)
    address = at("confirmations", running, round=1)
    page = rafe_client.get(address)
    [(first, name), _] = page.context["form"].fields["deals"].choices
    assert name.startswith("Table 3, deal 1: waits for ")
    assert rafe_client.post(address, {"deals": [first], "reason": ""}).status_code == 422
    assert rafe_client.post(address, {"deals": [first], "reason": "They had to leave."}).status_code == 302
    assert on_board(table).unconfirmed == (2,)
    again = rafe_client.post(address, {"deals": [first], "reason": "They had to leave."})
    assert (again.status_code, "changed or confirmed meanwhile" in again.content.decode()) == (422, True)


def test_it_counts_what_a_table_confirms_together(
    olive_client: Client, running: Competition, table: Table, play: Any, olive: User
) -> None:
    competitions.competition_change(
        competition=running, actor=olive, confirmed_by="all", confirmed_when="choice"
    )
    whole, board = at("table", table), at("board", running)
    assert "has not chosen yet when its players confirm" in olive_client.get(whole).content.decode()
    agreements.table_agree(table=table, confirms="together")
    for told in (["deal 1 not confirmed"], ["deal 1 not confirmed", "deal 2 not"], ["3 deals not confirmed"]):
        play(table)
        page = " ".join(olive_client.get(board).content.decode().split())
        assert [each for each in told if each not in page] == []
    assert "deal 1 not confirmed" not in page
    said = "players confirm together at the end of each wind round, as the table chose"
    assert said in olive_client.get(whole).content.decode()


def test_it_says_at_closing_what_is_not_confirmed(
    olive_client: Client, running: Competition, table: Table, play: Any, olive: User
) -> None:
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    play(table)
    round_page = at("round", running, round=1)
    assert "1 deal is not confirmed" in olive_client.get(round_page).content.decode()
    closed = olive_client.post(at("round-close", running, round=1), {"anyway": "yes"}, follow=True)
    assert "Its standings are provisional" in closed.content.decode()
    assert "The standings stay provisional" in closed.content.decode()


@pytest.mark.parametrize("when", ["confirmed", "signed"])
def test_it_says_at_closing_when_results_become_official(
    olive_client: Client, running: Competition, table: Table, play: Any, when: str
) -> None:
    Competition.objects.filter(pk=running.pk).update(official_when=when, confirmed_by="nobody")
    play(table)
    closed = olive_client.post(at("round-close", running, round=1), {"anyway": "yes"}, follow=True)
    [told] = [str(one) for one in closed.context["messages"]]
    assert told.startswith("Round 1 is closed. No deal in it waits for a confirmation.")
    assert ("when two officials have signed" in told) is (when == "signed")


def test_it_calls_nothing_official_where_no_deal_was_recorded(
    olive_client: Client, running: Competition
) -> None:
    closed = olive_client.post(at("round-close", running, round=1), {"anyway": "yes"}, follow=True)
    assert "No deal was recorded in it" in closed.content.decode()
    assert "official" not in " ".join(str(one) for one in closed.context["messages"])


def test_its_pulse_moves_with_calls_answers_held_deals_and_disputes(
    olive_client: Client, table: Table, play: Any, tam: Any, olive: User
) -> None:
    def pulse() -> str:
        return str(olive_client.get(at("board-pulse", table.round.competition)).json()["revision"])

    seen = [pulse()]
    assert pulse() == seen[0]
    call = devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    seen.append(pulse())
    devices.referee_answer(call=call, actor=olive)
    seen.append(pulse())
    play(table)
    seen.append(pulse())
    play(table, declared.draw(), deal=1)
    seen.append(pulse())
    version = table.deal_versions.get(number=1)
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    seen.append(pulse())
    assert len(set(seen)) == 6


def test_it_lists_every_open_matter_with_calls_on_top(
    olive_client: Client, table: Table, play: Any, tam: Any
) -> None:
    held(table, play)
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    page = olive_client.get(at("board", table.round.competition)).content.decode()
    places = [
        "2 matters wait",
        "Table 3: referee, please",
        "Deal 1 of table 3 waits for a ruling",
        'class="board"',
    ]
    assert sorted(places, key=page.index) == places


def order(competition: Competition) -> list[int]:
    return [one.number for one in board_of(Competition.objects.get(pk=competition.pk)).tables]


def test_it_shows_first_who_needs_somebody_and_last_who_has_finished(
    table: Table, play: Any, tam: Any, running: Competition
) -> None:
    first, second, fourth = (running.rounds.get(number=1).tables.get(number=number) for number in (1, 2, 4))
    running.devices.update(last_seen=None)
    assert order(running) == [3, 1, 2, 4]  # a tablet that was not heard of
    devices.heartbeat(device=tam.device, facts={"unsent": 0, "version": "1", "persisted": True})
    assert order(running) == [1, 2, 3, 4]
    for _ in range(4):
        play(first)
    assert order(running) == [2, 3, 4, 1]
    Competition.objects.filter(pk=running.pk).update(confirmed_by="all")
    assert order(running) == [1, 2, 3, 4]  # its players have not confirmed yet
    Competition.objects.filter(pk=running.pk).update(confirmed_by="nobody")
    play(fourth)
    play(fourth, declared.draw(), deal=1)  # held
    assert order(running) == [4, 2, 3, 1]
    play(second)
    version = second.deal_versions.get(number=1)
    confirmations.word_say(table=second, number=1, seat="W", word="dispute", sha256=version.sha256)
    assert order(running) == [2, 4, 3, 1]
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    assert order(running) == [3, 2, 4, 1]


def test_it_says_when_a_deal_was_played_not_when_it_was_corrected(
    table: Table, play: Any, olive: User
) -> None:
    play(table)
    played = on_board(table).last_at
    corrections.deal_void(table=table, number=1, mode="replay", actor=olive, reason="A dead wall.")
    assert table.deal_versions.current().get().at > played  # type: ignore[attr-defined]
    assert (on_board(table).last_at, on_board(table).played) == (played, 0)


NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("minutes", "played", "last", "seen", "expected"),
    [
        (None, 0, 0, 5, None),  # nothing is known of its pace
        (None, 2, 20, 21, 40),  # 10 minutes a deal, two to come
        (None, 2, 20, 33, 43),  # the third takes longer
        (None, 4, 40, 41, None),
        (35, 2, 20, 21, 35),  # the clock ends it
        (35, 0, 0, 5, 35),
        (90, 2, 20, 21, 40),
    ],
)
def test_it_expects_a_table_to_go_on_as_fast(
    minutes: int | None, played: int, last: int, seen: int, expected: int | None, running: Competition
) -> None:
    one = running.rounds.get(number=1)
    one.started_at, one.minutes, one.deals = NOON, minutes, 4
    told = expected_end(one, played, NOON + timedelta(minutes=last), NOON + timedelta(minutes=seen))
    assert told == (None if expected is None else NOON + timedelta(minutes=expected))
    one.paused_at = NOON
    assert expected_end(one, played, NOON, NOON) is None


def test_the_next_step_of_the_day_is_always_a_button_on_it(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    board = at("board", tournament)

    def press(name: str, number: int, **more: str) -> str:
        form = {"on_board": "yes", **more}
        assert f'action="{at(name, tournament, round=number)}"' in olive_client.get(board).content.decode()
        led = olive_client.post(at(name, tournament, round=number), form)
        assert (led.status_code, led["Location"]) == (302, board)
        return words_of(olive_client.get(board))

    assert "No further round is drawn." in words_of(olive_client.get(board))
    rounds.round_draw(competition=tournament, rounds=2, actor=olive)
    tournament.rounds.update(deals=4)
    Competition.objects.filter(pk=tournament.pk).update(planned_rounds=2)
    assert "The seating of round 1 is published." in press("round-publish", 1)
    assert "4 tables have not finished" in press("round-start", 1)
    refused = olive_client.post(at("round-close", tournament, round=1), {"on_board": "yes"})
    assert (refused.status_code, "board" in refused.context) == (422, True)
    assert "The seating of round 2 is a draft." in press("round-close", 1, anyway="yes")
    press("round-publish", 2)
    press("round-start", 2)
    assert "All rounds are closed." in press("round-close", 2, anyway="yes")


def test_everything_on_it_is_one_click_away(
    olive_client: Client, table: Table, play: Any, tam: Any, running: Competition
) -> None:
    kept = held(table, play)
    version = table.deal_versions.get(number=1)
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    call = devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    page = olive_client.get(at("board", running)).content.decode()
    cards = page[page.index('class="board"') :]
    for address in (
        at("held", running, held=kept.pk),
        at("deal", table, deal=1),
        f"#call-{call.pk}",
        f"{at('tablets', running)}#tablet-3",
        at("tablet-codes", running),
    ):
        assert f'"{address}"' in cards
    assert 'id="tablet-3"' in olive_client.get(at("tablets", running)).content.decode()
