"""What is shown before a ruling is what the ruling then does, and looking writes nothing."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring import Position
from tests import declared
from tournaments.models import Competition, HeldSubmission, Table
from tournaments.selectors import standings, tables
from tournaments.selectors.recorded import TableRecord
from tournaments.services import competitions, corrections, foresight, held, penalties, rounds, seats
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db
Play = Callable[..., Any]


def figures(competition: Competition) -> dict[int, tuple[Any, Any]]:
    """Sum the whole ledger up."""
    competition = Competition.objects.get(pk=competition.pk)
    return {row.number: (row.rank, row.total) for row in standings.summed(competition).rows}


def recorded(table: Table) -> dict[int, dict[str, tuple[str, int | None, int]]]:
    """Give wind, value and net of each seat in each deal that counts."""
    return {
        one.number: {row.seat: (row.own_wind, row.value, row.net) for row in one.scores.all()}
        for one in tables.current_versions(table)
    }


def again(table: Table) -> Table:
    return Table.objects.select_related("round__competition").get(pk=table.pk)


def next_one(table: Table, play: Play, olive: User) -> Any:
    """The next deal, which came when the round was over."""
    unsent = declared.submission(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    return deal_submit(table=again(table), submission=unsent).held


def with_one_that_waits(table: Table, play: Play, olive: User) -> Any:
    """The first deal again in another seating; the second is there and has its turn then."""
    kept = play(table, context="0" * 64).held
    play(table, declared.won("W", "N"), deal=2, context=tables.context_hash(table, Position(2, "S", "E")))
    return kept


def with_a_substitute(table: Table, play: Play, olive: User) -> Any:
    """A deal of somebody who sat down for an absent player meanwhile."""
    play(table)
    people = [{"family": "Stead", "status": "substitute"}]
    [stead] = competitions.entries_add(competition=table.round.competition, people=people, actor=olive)
    unsent = declared.submission(table, declared.won("W", None))
    seats.substitute(table=table, seat="W", from_deal=2, entry=stead, actor=olive)
    return deal_submit(table=again(table), submission=unsent).held


def other_end(table: Table, play: Play, olive: User) -> Any:
    """Another end of the first of three deals: the winds of the later ones are others."""
    for winner, giver in (("S", "E"), ("W", "N"), ("N", "W")):
        play(table, declared.won(winner, giver))
    return play(table, declared.won("E", "S"), deal=1).held


def no_end(table: Table, play: Play, olive: User) -> Any:
    """A draw in place of a mah-jong, with penalties that the staff had given in the deal."""
    play(table)
    play(table, declared.won("N", "E"))
    return play(table, declared.draw(), deal=1).held


def after_a_void(table: Table, play: Play, olive: User) -> Any:
    """A deal that was annulled meanwhile, in a round with penalties."""
    play(table)
    play(table, declared.won("N", "W"))
    corrections.deal_void(table=again(table), number=1, mode="replay", reason="No.", actor=olive)
    told: dict[str, Any] = {"amount": -10, "reason": "Late.", "actor": olive}
    entry = tables.sitters(table, 1)["E"].entry
    penalties.standings_penalty(entry=entry, round=table.round, key=uuid4(), **told)
    return play(again(table), declared.won("W", "E"), deal=1).held


CASES = [next_one, with_one_that_waits, with_a_substitute, other_end, no_end, after_a_void]


@pytest.mark.parametrize("mode", ["replay", "as_played"])
@pytest.mark.parametrize("case", CASES, ids=[case.__name__ for case in CASES])
def test_it_shows_what_the_ruling_does(
    table: Table, play: Play, olive: User, case: Callable[..., HeldSubmission], mode: str
) -> None:
    kept, competition = case(again(table), play, olive), table.round.competition
    before, were = figures(competition), recorded(table)
    replaces = kept.deal in were
    kept = HeldSubmission.objects.get(pk=kept.pk)
    with CaptureQueriesContext(connection) as queries:
        known = TableRecord(again(table))
        ahead = foresight.correcting(known, kept, mode) if replaces else foresight.accepting(known, kept)
    assert not [one for one in queries if not one["sql"].lstrip().startswith("SELECT")]
    if replaces:
        held.held_accept_as_correction(held=kept, mode=mode, reason="So.", actor=olive)
    else:
        held.held_accept(held=kept, actor=olive)
    after, now = figures(competition), recorded(table)
    moved = {number: (before[number], after[number]) for number in after if before[number] != after[number]}
    shown = {
        one.number: ((one.rank_before, one.total_before), (one.rank_after, one.total_after))
        for one in ahead.moves
    }
    assert shown == {number: told(both) for number, both in moved.items()}
    changed = {number for number in were if were[number] != now[number]} if replaces else set()
    assert {deal.number for deal in ahead.deals} >= changed
    for deal in ahead.deals:
        assert sides(deal, "before") == were[deal.number]
        assert sides(deal, "after") == now[deal.number]


def told(both: tuple[tuple[Any, Any], ...]) -> tuple[tuple[Any, Any], ...]:
    return tuple((rank, total or 0) for rank, total in both)


def sides(deal: foresight.DealChange, side: str) -> Mapping[str, tuple[Any, ...]]:
    names = [f"{name}_{side}" for name in ("wind", "value", "net")]
    return {one.seat: tuple(getattr(one, name) for name in names) for one in deal.seats}
