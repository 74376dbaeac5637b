"""Staff click twice, choose badly and come late: done once, refused with a code, never a server error."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models

from tests import declared
from tournaments.models import (
    Counted,
    DealVersion,
    Delivery,
    Feat,
    HeldSubmission,
    MeetingAnswer,
    Penalty,
    Placing,
    RoundCount,
)
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import competitions, corrections, held, penalties, seats
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db
# What is counted from the ledger is counted anew; messages go with the address they were sent to.
GOING = {Counted, Delivery, Feat, MeetingAnswer, Placing, RoundCount}
MISNAMED = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}


def code_of(action, **facts):
    with pytest.raises(Refusal) as refused:
        action(**facts)
    return refused.value.code


def correcting(table, olive, **changes):
    facts = {"number": 1, "content": declared.draw(), "mode": "replay", "reason": "Wrong.", "actor": olive}
    return {"table": table, **facts, **changes}


def test_it_replays_to_the_tablet_what_became_a_correction(table, play, olive):
    body = declared.body(table, declared.draw())
    play(table)
    deal_submit(table=table, submission=declared.submission_of(body))
    kept = HeldSubmission.objects.get()
    held.held_accept_as_correction(held=kept, mode="replay", reason="It was a draw.", actor=olive)
    again = deal_submit(table=table, submission=declared.submission_of(body))
    assert (again.status, again.version.version) == ("replayed", 2)


def test_it_refuses_the_key_of_another_correction(table, play, olive):
    play(table)
    facts = correcting(table, olive, key=uuid4())
    corrections.deal_correct(**facts)
    assert corrections.deal_correct(**facts).changes == ()
    assert code_of(corrections.deal_correct, **facts | {"content": declared.won("W", "N")}) == "key_reused"
    assert code_of(corrections.deal_correct, **facts | {"reason": "Another."}) == "key_reused"


def test_it_swaps_once_under_one_key(table, play, olive):
    before = tables.sitters(table, 1)
    facts = {
        "table": table,
        "seats": ("E", "S"),
        "from_deal": 1,
        "reason": "Wrong.",
        "actor": olive,
        "key": uuid4(),
    }
    for _ in range(2):
        seats.seats_swap(**facts)
    for other in ({"seats": ("W", "N")}, {"from_deal": 2}, {"reason": "Another."}):
        assert code_of(seats.seats_swap, **facts | other) == "key_reused"
    assert tables.sitters(table, 1)["E"].entry == before["S"].entry


@pytest.mark.parametrize("from_deal", [-1, 0, 3, 99_999])
def test_it_swaps_from_no_deal_that_cannot_be(table, play, olive, from_deal):
    play(table)
    facts = {"table": table, "seats": ("E", "S"), "from_deal": from_deal, "reason": "Wrong.", "actor": olive}
    assert code_of(seats.seats_swap, **facts) == "deal_not_found"


@pytest.mark.parametrize(
    "wrong",
    [
        {"events": 5},
        {"events": ["cannon"]},
        {"events": [{"code": ["cannon"], "offender": "E"}]},
        {"hands": []},
        {"hands": {"E": None}},
        {"hands": {"X": {"points": 3}}},
        {"winners": 5},
        {"winners": ["Q"]},
        {"outcome": "victory"},
        {"outcome": None},
        {"discarder": 7},
        {"win_source": []},
    ],
    ids=str,
)
def test_it_refuses_a_malformed_declaration_whoever_makes_it(table, play, olive, wrong):
    play(table)
    content = {**declared.won(), **wrong}
    assert code_of(corrections.deal_correct, **correcting(table, olive, content=content)) == "deal_refused"
    assert code_of(corrections.deal_correct, **correcting(table, olive, content={})) == "deal_refused"
    assert DealVersion.objects.count() == 1


def test_it_takes_no_void_in_disguise(table, play, olive):
    play(table)
    corrections.deal_correct(**correcting(table, olive, content={**declared.won("W", "N"), "void": True}))
    assert not tables.current_versions(table)[0].void


def test_it_refuses_a_reason_that_fits_no_column(table, play, olive):
    play(table)
    assert (
        code_of(corrections.deal_correct, **correcting(table, olive, reason="x" * 301)) == "reason_too_long"
    )


def test_it_imposes_nothing_on_a_void_deal(table, play, olive):
    play(table)
    corrections.deal_void(table=table, number=1, mode="replay", reason="Twice.", actor=olive)
    facts = {"table": table, "deal": 1, "event": MISNAMED, "reason": "Seen.", "actor": olive, "key": uuid4()}
    assert code_of(penalties.penalty_impose, **facts) == "already_void"


@pytest.mark.parametrize(
    ("amount", "number", "code"),
    [(0, 1, "amount_not_negative"), (-(10**12), 1, "penalty_too_large"), (-5, 2, "round_is_draft")],
)
def test_it_takes_off_the_standings_only_what_can_be(running, rafe, amount, number, code):
    facts = {
        "entry": running.entries.get(number=1),
        "round": running.rounds.get(number=number),
        "amount": amount,
    }
    assert code_of(penalties.standings_penalty, reason="Late.", actor=rafe, key=uuid4(), **facts) == code


def test_it_answers_a_second_click_on_a_reversal_with_the_first(table, play, rafe):
    play(table)
    facts = {"table": table, "deal": 1, "event": MISNAMED, "reason": "Seen.", "actor": rafe, "key": uuid4()}
    penalty, key = penalties.penalty_impose(**facts), uuid4()
    done = [
        penalties.penalty_reverse(penalty=penalty, reason="Not so.", actor=rafe, key=key) for _ in range(2)
    ]
    assert done[0] == done[1]


def test_it_refuses_the_key_of_another_penalty(table, play, rafe):
    play(table)
    play(table, declared.draw())
    facts = {"table": table, "deal": 1, "event": MISNAMED, "reason": "Seen.", "actor": rafe, "key": uuid4()}
    penalty = penalties.penalty_impose(**facts)
    for other in ({"deal": 2}, {"event": {**MISNAMED, "misled": ["E"]}}, {"reason": "Heard."}):
        assert code_of(penalties.penalty_impose, **facts | other) == "key_reused"
    taken_back = {"penalty": penalty, "reason": "Not so.", "actor": rafe, "key": facts["key"]}
    assert code_of(penalties.penalty_reverse, **taken_back) == "key_reused"
    assert list(Penalty.objects.all()) == [penalty]


def test_it_refuses_the_key_of_another_penalty_against_the_standings(running, first_round, rafe):
    one, two = running.entries.filter(number__in=[1, 2])
    facts = {
        "entry": one,
        "round": first_round,
        "amount": -5,
        "reason": "Late.",
        "actor": rafe,
        "key": uuid4(),
    }
    penalty = penalties.standings_penalty(**facts)
    assert penalties.standings_penalty(**facts) == penalty
    for other in ({"entry": two}, {"amount": -50}, {"reason": "Later."}):
        assert code_of(penalties.standings_penalty, **facts | other) == "key_reused"
    taken_back = {"penalty": penalty, "reason": "Late.", "actor": rafe, "key": facts["key"]}
    assert code_of(penalties.penalty_reverse, **taken_back) == "key_reused"


def test_it_refuses_the_key_of_another_reversal(table, play, rafe):
    play(
        table,
        {
            **declared.won(),
            "events": [MISNAMED, {"code": "misnamed_discard", "offender": "E", "misled": ["W"]}],
        },
    )
    facts = {"table": table, "deal": 1, "index": 0, "reason": "Not so.", "actor": rafe, "key": uuid4()}
    assert penalties.event_reverse(**facts) == penalties.event_reverse(**facts)
    assert code_of(penalties.event_reverse, **facts | {"index": 1}) == "key_reused"


def test_it_lets_a_player_come_back_to_his_seat(table, tournament, olive):
    sitting = tables.sitters(table, 1)["N"].entry
    person = [{"given": "Sub", "family": "Stitute", "status": "substitute"}]
    guest = competitions.entries_add(competition=tournament, people=person, actor=olive)[0]
    facts = {"table": table, "seat": "N", "actor": olive}
    seats.substitute(from_deal=2, entry=guest, **facts)
    seats.substitute(from_deal=4, entry=sitting, **facts)
    assert [tables.sitters(table, deal)["N"].entry for deal in (1, 2, 3, 4)] == [
        sitting,
        guest,
        guest,
        sitting,
    ]
    assert tables.sitters(table, 4)["N"].stands_for is None


def test_it_protects_every_row_that_another_points_to():
    keys = [
        field
        for model in apps.get_app_config("tournaments").get_models()
        if model not in GOING
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey)
    ]
    assert len(keys) > 30
    assert {field.remote_field.on_delete for field in keys} == {models.PROTECT}
