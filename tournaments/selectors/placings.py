"""The places of an event that is over, over all its stages, and when a round was played."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from tournaments import access
from tournaments.models import Competition, Round
from tournaments.selectors import stages
from tournaments.selectors.outcome import outcome_of
from tournaments.selectors.public import standings_shown
from tournaments.selectors.standings import Row


class Final(NamedTuple):
    """The final place of an entry (its key) among so many who have one; in a season, of its division."""

    entry: int
    place: int
    shared: bool
    among: int


def final_places(competition: Competition) -> list[Final]:
    """List the places of an event that is over, as readers see them; none while anything is held back."""
    if access.results_through(competition) is not None:
        return []
    if stages.stage_of(stages.one(competition)) != stages.FINISHED:
        return []
    outcome = outcome_of(competition)
    if outcome is not None:
        return _told(competition, ((one.number, one.row) for one in outcome.placed))
    return _told(competition, ((row.number, row) for row in standings_shown(competition).rows))


def _told(competition: Competition, placed: Iterable[tuple[int, Row]]) -> list[Final]:
    keys = dict(competition.entries.values_list("number", "pk"))
    there = [(n, row) for n, row in placed if row.has_played or row.rested]
    ranked = [(keys[n], row) for n, row in there if row.rank and n in keys]
    among = Counter(row.group for _entry, row in ranked)
    return [Final(entry, row.rank or 0, row.shared, among[row.group]) for entry, row in ranked]


def played_on(round: Round) -> date:
    """Say on which day a round was played; a meeting has its date, a round of a tournament when it began."""
    begun = round.started_at and timezone.localdate(round.started_at)
    return round.date or begun or round.competition.date
