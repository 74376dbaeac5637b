"""Everything that can happen to a ledger, in any order, beside a model that is too simple to be wrong.

Hypothesis plays tablets, organisers and referees; after every step the database must say what the model says.
The tests at the end plant bugs and insist that what it looks at after every step betrays them.
"""

from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.models import Count, Q, Sum
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tournaments.hall_machine import Hall
from tests.tournaments.hall_model import Counting, Outcome
from tournaments.deal import reckon
from tournaments.models import Competition, Confirmation, DealVersion, Penalty, Round, ScoreRow
from tournaments.ranking import advancing
from tournaments.selectors import newest, standings, sums
from tournaments.services import announce, corrections, deals, ledger

pytestmark = pytest.mark.django_db


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_it_says_what_the_model_says_whatever_happens(soak_length):
    """Play at random; `Phase.shrink` would make a failure short, which takes minutes (`explain` hours)."""
    chosen = settings(
        phases=[Phase.generate],
        max_examples=soak_length(5, 500),  # on each of the two databases
        stateful_step_count=soak_length(15, 60),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    run_state_machine_as_test(Hall, settings=chosen)


# ------------------------------------------------------------------ planted bugs
def the_key_is_not_looked_up(monkeypatch):
    look = deals.glance
    monkeypatch.setattr(deals, "glance", lambda *asked: replace(look(*asked), version=None, held=None))


def a_replay_keeps_the_old_winds(monkeypatch):
    monkeypatch.setattr(corrections, "_replay", lambda version, position, rules: None)


def superseded_versions_count(monkeypatch):
    keys = ("entry_id", "stands_for_id", "version__table_id")

    def summed(competition: Competition, held_rounds: Any) -> Any:
        rows = ScoreRow.objects.filter(version__competition=competition).order_by().values_list(*keys)
        return rows.annotate(
            nets=Sum("net"),
            deals=Count("pk", filter=Q(version__void=False)),
            mahjongs=Count("pk", filter=Q(mahjong=True)),
            discards=Count("pk", filter=Q(gave=True)),
            rested=Count("pk", filter=Q(own_wind="")),
        )

    monkeypatch.setattr(sums, "_summed", summed)


def sums_that_move_keep_what_was_superseded(monkeypatch):
    since = newest._since
    monkeypatch.setattr(newest, "_since", lambda *facts: replace(since(*facts), superseded=()))


def the_last_word_is_not_counted(monkeypatch):
    monkeypatch.delitem(announce.LAST, Confirmation)


def the_last_penalty_is_not_counted(monkeypatch):
    monkeypatch.delitem(announce.LAST, Penalty)


def what_a_reversal_gives_back_is_not_counted(monkeypatch):
    penalties = newest._penalties
    monkeypatch.setattr(
        newest, "_penalties", lambda *asked: [each for each in penalties(*asked) if each.amount < 0]
    )


def sums_that_move_forget_whom_a_substitute_stands_for(monkeypatch):
    chair = advancing.Chair
    monkeypatch.setattr(advancing, "Chair", lambda entry, absent, table: chair(entry, None, table))


def words_stay_judged_as_they_were(monkeypatch):
    advanced = newest._advanced

    def as_before(known: newest.Newest, competition: Competition, nobodies: frozenset[int]) -> Any:
        return advanced(replace(known, policy=competition.confirmed_by), competition, nobodies)

    monkeypatch.setattr(newest, "_advanced", as_before)


def a_round_stays_attributed_as_it_was(monkeypatch):
    taken_over_despite(monkeypatch, 1)


def a_round_stays_credited_as_it_was(monkeypatch):
    taken_over_despite(monkeypatch, 2)


def taken_over_despite(monkeypatch, place: int) -> None:
    """Let a round look as if it had been worked out under one of the settings of now."""
    make = standings._round

    def again(asked: standings.Asked, one: Round, newest: Any, people: Any, known: standings.Worked) -> Any:
        now = (one.number, asked.competition.substitute_policy, asked.scheme)
        rounds = {
            key: replace(each, setting=(*each.setting[:place], now[place], *each.setting[place + 1 :]))
            for key, each in known.rounds.items()
        }
        return make(asked, one, newest, people, replace(known, rounds=rounds))

    monkeypatch.setattr(standings, "_round", again)


def a_reversed_penalty_is_still_paid(monkeypatch):
    bare = reckon.bare
    monkeypatch.setattr(
        reckon,
        "played",
        lambda content: {**content, "events": [bare(e) for e in content.get("events", [])]},
    )


def a_swap_leaves_recorded_deals_alone(monkeypatch):
    monkeypatch.setattr(corrections, "reseat", lambda table, version, origin: version)


def a_closed_round_takes_deals(monkeypatch):
    doubt = deals._doubt
    monkeypatch.setattr(
        deals, "_doubt", lambda *at: None if (found := doubt(*at)) and found[0] == "round_closed" else found
    )


def a_row_is_changed(monkeypatch):
    """The chain's end is forgotten, so that two versions follow the same one."""
    chain = ledger._chain

    def forked(version: DealVersion, competition: Competition, scores: Any) -> None:
        competition.chain_end = "0" * 64
        chain(version, competition, scores)

    monkeypatch.setattr(ledger, "_chain", forked)


A_WIN, A_DRAW = Outcome("S", "E"), Outcome()
PLANTED = {
    the_key_is_not_looked_up: [("submit", {"at": 0, "said": A_WIN}), ("retry", {"index": 0})],
    a_replay_keeps_the_old_winds: [
        ("submit", {"at": 0, "said": A_WIN}),
        ("submit", {"at": 0, "said": A_WIN}),
        ("correct", {"at": 0, "index": 0, "said": A_DRAW, "mode": "replay", "twice": False}),
    ],
    superseded_versions_count: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("void", {"at": 1, "index": 0, "mode": "as_played"}),
    ],
    sums_that_move_keep_what_was_superseded: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("correct", {"at": 1, "index": 0, "said": A_DRAW, "mode": "replay", "twice": False}),
    ],
    the_last_word_is_not_counted: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("close_or_reopen", {}),
        *(("settle", {"at": at, "index": 0}) for at in (0, 1)),
    ],
    the_last_penalty_is_not_counted: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("take_off_the_standings", {"index": 0, "number": 1, "amount": -50}),
    ],
    what_a_reversal_gives_back_is_not_counted: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("take_off_the_standings", {"index": 0, "number": 1, "amount": -50}),
        ("reverse", {"index": 0}),
    ],
    sums_that_move_forget_whom_a_substitute_stands_for: [
        ("count_otherwise", {"counting": Counting("absent")}),
        ("submit", {"at": 1, "said": A_WIN}),
        ("hand_over", {"at": 1, "seat": "S", "index": 0}),
    ],
    words_stay_judged_as_they_were: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("close_or_reopen", {}),
        ("ask_others_to_confirm", {"by": "nobody"}),
    ],
    a_round_stays_attributed_as_it_was: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("hand_over", {"at": 1, "seat": "S", "index": 0}),
        ("count_otherwise", {"counting": Counting("absent")}),
    ],
    a_round_stays_credited_as_it_was: [
        ("submit", {"at": 1, "said": A_WIN}),
        ("count_otherwise", {"counting": Counting(attendance=3)}),
    ],
    a_reversed_penalty_is_still_paid: [
        ("submit", {"at": 0, "said": A_WIN}),
        ("impose", {"at": 0, "index": 0, "seats": ("N", "W"), "regretted": True}),
    ],
    a_swap_leaves_recorded_deals_alone: [
        ("submit", {"at": 0, "said": A_WIN}),
        ("swap", {"at": 0, "seats": ("E", "S"), "index": 0}),
    ],
    a_closed_round_takes_deals: [("close_or_reopen", {}), ("submit", {"at": 0, "said": A_DRAW})],
    a_row_is_changed: [("submit", {"at": 0, "said": A_WIN}), ("submit", {"at": 1, "said": A_WIN})],
}


def play_in_order(steps: list[tuple[str, dict[str, Any]]]) -> None:
    """Let the machine take these steps, and look after each of them as it does by itself."""
    hall = Hall()
    try:
        for name, facts in steps:
            getattr(hall, name)(**facts)
            hall.the_tables_are_what_the_model_says()
            hall.every_version_has_one_before_it_and_its_hashes_are_true()
            hall.the_standings_are_the_sum_of_what_counts()
            hall.every_submission_is_in_one_place()
            hall.rows_are_only_added()
    finally:
        hall.teardown()


@pytest.mark.parametrize(("plant", "steps"), PLANTED.items(), ids=[plant.__name__ for plant in PLANTED])
def test_it_finds_a_planted_bug(plant, steps, monkeypatch):
    play_in_order(steps)  # without the bug there is nothing to find
    plant(monkeypatch)
    with pytest.raises((AssertionError, IntegrityError)):
        play_in_order(steps)
