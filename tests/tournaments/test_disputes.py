"""A dispute outlives a version that leaves open what is disputed; one that decides it says so in the log."""

from uuid import uuid4

import pytest

from tests import declared
from tournaments.models import Action, DealVersion
from tournaments.selectors import newest, standings
from tournaments.selectors.confirmed import count_open, open_deals
from tournaments.selectors.standings import standings_of
from tournaments.services import (
    competitions,
    confirmations,
    corrections,
    devices,
    penalties,
    rounds,
    seats,
)
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db
MISNAMED = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}


@pytest.fixture(params=["all", "winner", "referee", "nobody"])
def disputed(request, running, table, play, olive):
    """Table 1 after two deals, the second of which West disputes, whoever has to confirm."""
    competitions.competition_change(competition=running, actor=olive, confirmed_by=request.param)
    play(table, declared.won("E", "S"))
    play(table)
    say(table, "W", "dispute")
    return table


def say(table, seat, word):
    version = DealVersion.objects.current().get(table=table, number=2)
    confirmations.word_say(table=table, number=2, seat=seat, word=word, sha256=version.sha256)


def against(table):
    """List who disputes which deal, as the board has it."""
    table.round.competition.refresh_from_db()
    waiting = open_deals([table.round], table.round.competition.confirmed_by)
    return [(one.number, *one.disputers) for one in waiting if one.disputed]


def name(table, seat):
    return table.seatings.get(seat=seat, from_deal=1).entry.name


def logged(verb):
    return [
        (one.facts["deal"], one.facts["version"], one.facts["seat"])
        for one in Action.objects.filter(verb=verb)
    ]


def correct(table, actor, number=2, content=None, **more):
    told = {
        "content": content or declared.draw(),
        "mode": "replay",
        "reason": "Looked again.",
        "actor": actor,
    }
    corrections.deal_correct(table=table, number=number, **told, **more)


def test_it_outlives_a_penalty_and_its_being_taken_back(disputed, rafe):
    facts = {"table": disputed, "deal": 2, "event": MISNAMED, "reason": "Rafe saw it.", "actor": rafe}
    penalty = penalties.penalty_impose(**facts, key=uuid4())
    assert against(disputed) == [(2, name(disputed, "W"))]
    penalties.penalty_reverse(penalty=penalty, reason="A mistake.", actor=rafe, key=uuid4())
    assert against(disputed) == [(2, name(disputed, "W"))]
    assert logged("deal_dispute_kept") == [(2, 3, "W"), (2, 2, "W")]
    assert not logged("deal_dispute_answered")


def test_it_counts_the_same_however_it_is_counted(disputed, olive, rafe):
    competition = disputed.round.competition
    rounds.round_close(round=disputed.round, actor=olive, anyway=True)
    competition.refresh_from_db()
    standings_of(competition)  # is advanced by what follows
    facts = {"table": disputed, "deal": 2, "event": MISNAMED, "reason": "Rafe saw it.", "actor": rafe}
    penalties.penalty_impose(**facts, key=uuid4())
    competition.refresh_from_db()
    waiting = len(open_deals([disputed.round], competition.confirmed_by))
    assert count_open([disputed.round], competition.confirmed_by) == waiting
    assert waiting
    assert standings_of(competition).unconfirmed == waiting
    for kept in (standings.KEPT, standings.WORKED, newest.KEPT):
        kept.clear()
    assert standings_of(competition).unconfirmed == waiting
    assert not chain_check(competition)[1]


def test_it_outlives_the_replay_of_an_earlier_correction(disputed, rafe):
    correct(disputed, rafe, number=1, content=declared.won("S", "W"))
    version = DealVersion.objects.current().get(table=disputed, number=2)
    assert version.kind == "replay"
    assert against(disputed) == [(2, name(disputed, "W"))]


def test_it_outlives_a_correction_that_says_the_same(disputed, rafe):
    content = DealVersion.objects.current().get(table=disputed, number=2).content
    correct(disputed, rafe, content=content)
    assert against(disputed) == [(2, name(disputed, "W"))]


def test_it_goes_with_the_player_to_the_right_seat(disputed, olive):
    west = name(disputed, "W")
    seats.seats_swap(table=disputed, seats=("E", "W"), from_deal=2, reason="Sat wrongly.", actor=olive)
    assert against(disputed) == [(2, west)]
    assert logged("deal_dispute_kept") == [(2, 2, "E")]


def test_it_is_answered_in_the_log_by_a_correction(disputed, rafe):
    correct(disputed, rafe)
    assert against(disputed) == []
    assert logged("deal_dispute_answered") == [(2, 2, "W")]
    assert Action.objects.get(verb="deal_dispute_answered").actor == rafe


def test_it_is_answered_in_the_log_by_a_void(disputed, rafe):
    corrections.deal_void(table=disputed, number=2, mode="replay", reason="Wrong wall.", actor=rafe)
    assert against(disputed) == []
    assert logged("deal_dispute_answered") == [(2, 2, "W")]


def test_it_ends_with_the_players_own_word_or_the_staffs(disputed, rafe):
    facts = {"table": disputed, "deal": 2, "event": MISNAMED, "reason": "Rafe saw it.", "actor": rafe}
    penalty = penalties.penalty_impose(**facts, key=uuid4())
    say(disputed, "W", "confirm")
    assert against(disputed) == []
    penalties.penalty_reverse(penalty=penalty, reason="A mistake.", actor=rafe, key=uuid4())
    assert against(disputed) == []
    say(disputed, "E", "dispute")
    version = DealVersion.objects.current().get(table=disputed, number=2)
    seen = confirmations.Seen(disputed, 2, version.sha256)
    confirmations.deals_settle(seen=[seen], reason="The tiles were photographed.", actor=rafe)
    assert against(disputed) == []
    penalties.penalty_impose(**facts, key=uuid4())
    assert against(disputed) == []
    assert not logged("deal_dispute_answered")


@pytest.mark.parametrize("ruling", ["stands", "correct", "void"])
@pytest.mark.parametrize(
    ("reason", "answered"),
    [
        ("Deal 2 is disputed.", True),
        ("Vitatott: 2. játék. Gyere!", True),
        ("Deal 12 is disputed.", False),
        ("A penalty", False),
    ],
)
@pytest.mark.parametrize("disputed", ["winner"], indirect=True)
def test_a_ruling_answers_the_call_that_was_made_for_it(disputed, rafe, ruling, reason, answered):
    call = devices.referee_call(table=disputed, device=None, reason=reason)
    rule(disputed, rafe, ruling)
    call.refresh_from_db()
    assert (call.answered_by == rafe) is answered
    assert Action.objects.filter(verb="referee_answered", actor=rafe).count() == answered


@pytest.mark.parametrize("disputed", ["winner"], indirect=True)
def test_a_call_waits_while_another_deal_of_its_table_is_disputed(disputed, rafe):
    first = DealVersion.objects.current().get(table=disputed, number=1)
    told = {"table": disputed, "number": 1, "sha256": first.sha256}
    confirmations.word_say(**told, seat="W", word="dispute")
    call = devices.referee_call(table=disputed, device=None, reason="Deal 1 is disputed. Deal 2 is disputed.")
    rule(disputed, rafe, "stands")
    call.refresh_from_db()
    assert call.answered_at is None
    rule(disputed, rafe, "stands", number=1)
    call.refresh_from_db()
    assert call.answered_by == rafe


def rule(table, actor, how, number=2):
    told = {"reason": "Seen.", "actor": actor}
    if how == "stands":
        version = DealVersion.objects.current().get(table=table, number=number)
        seen = confirmations.Seen(table, number, version.sha256)
        return confirmations.deals_settle(seen=[seen], **told)
    if how == "void":
        return corrections.deal_void(table=table, number=number, mode="replay", **told)
    return correct(table, actor, number)
