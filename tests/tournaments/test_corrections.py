"""Correct, void and re-seat: new versions beside the old, later deals replayed or as played."""

import pytest

from tests import declared
from tournaments.models import DealVersion, ScoreRow
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import corrections, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(table, play):
    """Three deals at table 3: South wins, a draw, West wins."""
    play(table, declared.won("S", "E"))
    play(table, declared.draw())
    play(table, declared.won("W", "N"))
    return table


def current(table):
    return {v.number: v for v in tables.current_versions(table)}


def correct(table, actor, number, content, mode="replay", **changes):
    given = {"reason": "The wrong seat was entered."} | changes
    return corrections.deal_correct(
        table=table, number=number, content=content, mode=mode, actor=actor, **given
    )


def test_it_replays_later_deals_with_the_winds_that_follow(three, olive):
    correct(three, olive, 1, declared.won("E", "S"))
    now = current(three)
    assert [(v.version, v.kind, v.east) for v in now.values()] == [
        (2, "correct", "E"),
        (2, "replay", "E"),
        (2, "replay", "E"),
    ]
    # West's 40 are now paid double by East's seat E instead of S
    assert now[3].net == {"E": -80, "S": -40, "W": 160, "N": -40}


def test_it_gives_what_typing_it_correctly_from_the_start_gives(three, olive, play):
    correct(three, olive, 1, declared.won("E", "S"))
    other = three.round.tables.get(number=4)
    for content in (declared.won("E", "S"), declared.draw(), declared.won("W", "N")):
        play(other, content)
    replayed = [(v.number, v.east, v.round_wind, v.next_east, v.net) for v in current(three).values()]
    typed = [(v.number, v.east, v.round_wind, v.next_east, v.net) for v in current(other).values()]
    assert replayed == typed


def test_it_leaves_later_deals_as_played_when_asked(three, olive):
    correct(three, olive, 1, declared.won("E", "S"), mode="as_played")
    assert [(v.version, v.east) for v in current(three).values()] == [(2, "E"), (1, "S"), (1, "S")]


def test_it_keeps_the_old_version_beside_the_new(three, olive):
    before = DealVersion.objects.get(number=1)
    correct(three, olive, 1, declared.won("E", "S"))
    kept = DealVersion.objects.get(pk=before.pk)
    assert (kept.net, kept.superseded_by.supersedes) == (before.net, before)


def test_it_plans_without_storing_and_saves_what_was_planned(three, olive):
    content = declared.won("E", "S")
    plan = corrections.correction_plan(table=three, number=1, content=content, mode="replay")
    assert DealVersion.objects.count() == 3
    saved = correct(three, olive, 1, content)
    assert [(c.number, c.after.net) for c in saved.changes] == [(c.number, c.after.net) for c in plan.changes]
    assert sum(plan.net_moves.values()) == 0


def test_it_writes_nothing_for_a_later_deal_that_stays_the_same(three, olive):
    plan = correct(three, olive, 1, declared.won("S", "W"))
    assert [change.number for change in plan.changes] == [1]
    assert ScoreRow.objects.get(version=current(three)[1], gave=True).seat == "W"


def test_it_flags_a_later_deal_whose_facts_no_longer_fit(table, play, olive):
    play(table, declared.won("S", "E"))
    dealt = declared.won("S", None, win_source="dealt")
    dealt["hands"]["S"] = {
        "melds": [],
        "concealed": [*["B9", "B9", "B9", "C9", "C9", "C9", "D9", "D9", "D9", "B6", "B7", "B8", "B2", "B2"]],
        "winning_tile": "B2",
        "flags": [],
    }
    play(table, dealt)  # South is East now: heaven's blessing
    plan = correct(table, olive, 1, declared.draw())
    assert [(c.number, c.flags) for c in plan.flagged] == [(2, ("win_source_does_not_fit",))]
    second = current(table)[2]
    assert (second.flags, second.net["S"]) == (["win_source_does_not_fit"], 6000)


def test_it_stops_an_edit_of_something_that_changed_meanwhile(three, olive):
    correct(three, olive, 1, declared.won("E", "S"), seen_version=1)
    with pytest.raises(Refusal) as refused:
        correct(three, olive, 1, declared.draw(), seen_version=1)
    assert (refused.value.code, refused.value.status) == ("version_changed", 409)


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("reason_missing", {"reason": "  "}),
        ("unknown_mode", {"mode": "guess"}),
        ("deal_not_found", {"number": 9}),
    ],
)
def test_it_refuses_and_changes_nothing(three, olive, code, changes):
    with pytest.raises(Refusal) as refused:
        correct(three, olive, **({"number": 1, "content": declared.draw()} | changes))
    assert refused.value.code == code
    assert DealVersion.objects.count() == 3


def test_it_voids_a_deal_that_keeps_its_number_and_passes_no_winds(three, olive):
    corrections.deal_void(table=three, number=1, mode="replay", reason="Entered twice.", actor=olive)
    now = current(three)
    assert (now[1].void, set(now[1].net.values()), now[1].next_east) == (True, {0}, "E")
    assert now[3].east == "E"
    assert not ScoreRow.objects.filter(version=now[1], mahjong=True).exists()


def test_it_voids_once(three, olive):
    for expected in (None, "already_void"):
        try:
            corrections.deal_void(table=three, number=1, mode="as_played", reason="Twice.", actor=olive)
            code = None
        except Refusal as refused:
            code = refused.code
        assert code == expected


def test_it_gives_two_seats_results_to_each_other(three, olive):
    sitting = tables.sitters(three, 1)
    seats.seats_swap(table=three, seats=("E", "S"), from_deal=2, reason="Sat wrongly.", actor=olive)
    after = {v.number: {row.seat: row.entry for row in v.scores.all()} for v in current(three).values()}
    assert (after[1]["E"], after[2]["E"], after[3]["S"]) == (
        sitting["E"].entry,
        sitting["S"].entry,
        sitting["E"].entry,
    )
    assert tables.sitters(three, 4)["E"].entry == sitting["S"].entry


def test_it_takes_a_corrected_deal_once_under_one_key(three, olive):
    from uuid import uuid4

    key = uuid4()
    for _ in range(2):
        correct(three, olive, 1, declared.won("E", "S"), key=key)
    assert current(three)[1].version == 2
