"""What the projector of the hall shows: pages of a few large lines each, in the order the director chose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils import timezone

from tournaments.models import Competition, RefereeCall, Round, Table
from tournaments.selectors.board import round_of_now
from tournaments.selectors.outcome import Outcome, outcome_of
from tournaments.selectors.public import seating_of, standings_shown
from tournaments.selectors.review import Review, shown_under_review
from tournaments.selectors.stages import Worth, worth_of
from tournaments.selectors.standings import Standings
from tournaments.selectors.teams import standings_of_teams
from tournaments.selectors.timetable import timetable_of

PARTS = Competition.Projected
PLACES = "places"  # lead the standings once finals decided
TABLES_ON_A_PAGE = 6
LINES_ON_A_PAGE = 10


@dataclass(frozen=True, slots=True)
class Slide:
    """One page: its part, its place among the pages of that part, and what stands on it."""

    part: str
    number: int
    pages: int
    shown: Sequence[Any] = ()
    round: Round | None = None
    table: Standings | None = None
    worth: Worth | None = None
    outcome: Outcome | None = None
    reviews: Sequence[Review] = ()

    @property
    def name(self) -> str:
        """Name the page, so that a screen stays on it when what stands there changes."""
        return f"{self.part}-{self.number}"


def slides_of(competition: Competition) -> list[Slide]:
    """List the pages that have something to show now."""
    now = round_of_now(competition)
    makers = {
        PARTS.CLOCK: lambda: _clock(now),
        PARTS.SEATING: lambda: _seating(now),
        PARTS.TIMETABLE: lambda: _timetable(competition),
        PARTS.STANDINGS: lambda: _standings(competition),
        PARTS.TEAMS: lambda: _teams(competition),
        PARTS.CALLS: lambda: _calls(competition),
    }
    return [slide for part in competition.projector if part in makers for slide in makers[part]()]


def _clock(now: Round | None) -> Iterator[Slide]:
    if now and now.is_running and now.ends_at:
        longer = list(Table.objects.filter(round=now, added_seconds__gt=0).select_related("round"))
        yield Slide(PARTS.CLOCK, 1, 1, longer, now)


def _seating(now: Round | None) -> Iterator[Slide]:
    for seated in seating_of([now] if now else []):
        yield from _pages(PARTS.SEATING, list(seated.tables.values()), TABLES_ON_A_PAGE, round=now)


def _timetable(competition: Competition) -> Iterator[Slide]:
    """Show today's points, or those of the first day before it."""
    days = dict(timetable_of(competition))
    today = days.get(timezone.localdate()) or next(iter(days.values()), [])
    yield from _pages(PARTS.TIMETABLE, today, LINES_ON_A_PAGE)


def _standings(competition: Competition) -> Iterator[Slide]:
    """Show the places over all stages once finals decided them, then the event's own table."""
    prefetch_related_objects([competition], "rounds")  # once for all that asks for them
    table, outcome = standings_shown(competition), outcome_of(competition)
    if outcome:
        over = [one.row for one in outcome.placed]
        yield from _pages(PLACES, over, LINES_ON_A_PAGE, outcome=outcome)
    rows = [row for row in table.rows if row.rank]
    if any(row.has_played for row in rows):
        worth = worth_of(competition, list(competition.rounds.all()), table)
        shown: dict[str, Any] = {"table": table, "worth": worth, "outcome": outcome}
        shown["reviews"] = shown_under_review(competition)
        yield from _pages(PARTS.STANDINGS, rows, LINES_ON_A_PAGE, **shown)


def _teams(competition: Competition) -> Iterator[Slide]:
    table = standings_shown(competition)
    if any(row.has_played for row in table.rows):
        rows = standings_of_teams(competition, table)
        yield from _pages(PARTS.TEAMS, rows, LINES_ON_A_PAGE, table=table)


def _calls(competition: Competition) -> Iterator[Slide]:
    """Show which tables call, not why: that is between them and the referee."""
    open_ones = RefereeCall.objects.filter(table__round__competition=competition, answered_at=None)
    calls = list(open_ones.select_related("table").order_by("at"))
    yield from _pages(PARTS.CALLS, calls, LINES_ON_A_PAGE)


def _pages(part: str, lines: Sequence[Any], most: int, **more: Any) -> Iterator[Slide]:
    """Part lines evenly over as few pages as hold them."""
    pages = -(-len(lines) // most)
    each = -(-len(lines) // pages) if pages else 0
    for start in range(0, len(lines), each or 1):
        yield Slide(part, start // each + 1, pages, lines[start : start + each], **more)
