"""Penalties between players are lines of their deal; penalties against the standings are paid to nobody."""

from uuid import uuid4

import pytest

from tests import declared
from tournaments.models import Penalty
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, penalties

pytestmark = pytest.mark.django_db
MISNAMED = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}


@pytest.fixture
def won_deal(table, play):
    play(table)
    return table


def impose(table, actor, event=MISNAMED, key=None):
    return penalties.penalty_impose(
        table=table, deal=1, event=event, reason="Rafe saw it.", actor=actor, key=key or uuid4()
    )


def net(table):
    return tables.current_versions(table)[0].net


def test_it_pays_fifty_to_each_player_misled(won_deal, rafe):
    before = net(won_deal)
    impose(won_deal, rafe)
    after = net(won_deal)
    assert (after["N"] - before["N"], after["W"] - before["W"]) == (-50, 50)


def test_it_imposes_once_under_one_key(won_deal, rafe):
    key = uuid4()
    assert impose(won_deal, rafe, key=key) == impose(won_deal, rafe, key=key)
    assert Penalty.objects.count() == 1


def test_it_takes_a_penalty_back_and_keeps_the_record(won_deal, rafe):
    before = net(won_deal)
    penalty = impose(won_deal, rafe)
    penalties.penalty_reverse(penalty=penalty, reason="A mistake.", actor=rafe, key=uuid4())
    assert net(won_deal) == before
    assert tables.current_versions(won_deal)[0].content["events"][0]["reversed"] is True


def test_it_takes_a_penalty_back_only_once(won_deal, rafe):
    penalty = impose(won_deal, rafe)
    penalties.penalty_reverse(penalty=penalty, reason="A mistake.", actor=rafe, key=uuid4())
    with pytest.raises(Refusal) as refused:
        penalties.penalty_reverse(penalty=penalty, reason="Again.", actor=rafe, key=uuid4())
    assert refused.value.code == "already_reversed"


def test_it_keeps_an_imposed_penalty_when_the_deal_is_corrected(won_deal, rafe, olive):
    impose(won_deal, rafe)
    corrections.deal_correct(
        table=won_deal,
        number=1,
        content=declared.won("W", "E"),
        mode="replay",
        reason="West won.",
        actor=olive,
    )
    assert [e["code"] for e in tables.current_versions(won_deal)[0].content["events"]] == ["misnamed_discard"]


def test_it_takes_back_what_the_table_itself_entered(table, play, rafe):
    play(table, declared.won(events=[MISNAMED]))
    with_penalty = net(table)
    penalties.event_reverse(
        table=table, deal=1, index=0, reason="Nobody was misled.", actor=rafe, key=uuid4()
    )
    assert net(table)["N"] == with_penalty["N"] + 50


def test_it_takes_no_reversal_back(table, play, rafe, olive):
    other = {**MISNAMED, "offender": "E"}
    play(table, declared.won(events=[MISNAMED]))
    facts = {"reason": "Nobody was misled.", "actor": rafe}
    reversal = penalties.event_reverse(table=table, deal=1, index=0, key=uuid4(), **facts)
    content = declared.won(events=[other, MISNAMED])
    told = {"mode": "replay", "reason": "East too.", "actor": olive}
    corrections.deal_correct(table=table, number=1, content=content, **told)
    with pytest.raises(Refusal) as refused:
        penalties.penalty_reverse(penalty=reversal, key=uuid4(), **facts)
    assert refused.value.code == "already_reversed"
    assert "reversed" not in tables.current_versions(table)[0].content["events"][0]


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("unknown_penalty", {"code": "rudeness", "offender": "N"}),
        ("seat_not_found", {"code": "misnamed_discard", "offender": "X", "misled": ["W"]}),
    ],
)
def test_it_refuses_what_is_no_penalty(won_deal, rafe, code, event):
    with pytest.raises(Refusal) as refused:
        impose(won_deal, rafe, event)
    assert refused.value.code == code
    assert not Penalty.objects.exists()


def test_it_takes_points_off_the_standings_and_gives_them_back(won_deal, rafe, running):
    entry = tables.sitters(won_deal, 1)["S"].entry
    penalty = penalties.standings_penalty(
        entry=entry, round=won_deal.round, amount=-100, reason="Late.", actor=rafe, key=uuid4()
    )
    running.refresh_from_db()
    row = next(row for row in standings_of(running).rows if row.number == entry.number)
    assert (row.net, row.adjustment, row.total) == (160, -100, 60)
    penalties.penalty_reverse(penalty=penalty, reason="Was in time.", actor=rafe, key=uuid4())
    running.refresh_from_db()
    row = next(row for row in standings_of(running).rows if row.number == entry.number)
    assert (row.adjustment, row.total) == (0, 160)


def test_it_refuses_a_bonus_called_penalty(won_deal, rafe, running):
    with pytest.raises(Refusal) as refused:
        penalties.standings_penalty(
            entry=running.entries.get(number=1),
            round=won_deal.round,
            amount=5,
            reason="?",
            actor=rafe,
            key=uuid4(),
        )
    assert refused.value.code == "amount_not_negative"
