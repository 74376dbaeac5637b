"""How places went from round to round: what the standings said after each one, for a picture of it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import NamedTuple

from tournaments import access, sittings
from tournaments.models import Competition, Round
from tournaments.ranking.rounds import Work
from tournaments.selectors import meetings
from tournaments.selectors.ranked import Row
from tournaments.selectors.standings import Basis, Standings, Worked, rank_asked, whole, worked
from tournaments.sittings import meeting_of

MOST_KEPT = 64
MOST_BEFORE = 11  # places before the last one, of a small line
KEPT: dict[int, "AfterEach"] = {}  # first in, first out: what is asked for goes to the end
Rows = tuple[Row, ...]


class Course(NamedTuple):
    """The places of one player after each round; None before the first deal, and for who has none."""

    number: int
    name: str
    places: tuple[int | None, ...]


class Field(NamedTuple):
    """The courses of those who are ranked together, in order of the last round; a season's division."""

    name: str
    rounds: tuple[int, ...]
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """By which way everybody came to a place: the places after each round before the table's last one.

    `since` is the round before it, None where there was none.
    """

    since: int | None = None
    places: Mapping[tuple[str, int], tuple[int | None, ...]] = field(default_factory=dict)

    @property
    def is_long(self) -> bool:
        """Tell whether there is more to draw than from there to here."""
        return any(len(places) > 1 for places in self.places.values())

    def before(self, row: Row) -> tuple[int | None, ...]:
        """Give the earlier places of a line, of its own division alone."""
        return self.places.get((row.group, row.number), ())

    def moved(self, row: Row) -> int:
        """Say by how many places somebody went up since; down is less than 0."""
        before = self.before(row)
        return before[-1] - row.rank if before and before[-1] and row.rank else 0


@dataclass(frozen=True, slots=True)
class AfterEach:
    """The lines after each round, None where nobody asked yet, and what they were worked out from."""

    setting: tuple[object, ...]
    works: tuple[Work, ...]
    rows: tuple[Rows | None, ...]


def fields_of(
    competition: Competition, through: int | None = None, rounds: Sequence[Round] | None = None
) -> tuple[Field, ...]:
    """Give the places after each closed round, through the one asked for and never beyond what is out.

    What a round gives while it is running is left out, and so is whatever follows it. `rounds` are all of
    the competition's, for who has read them.
    """
    shown, asked = access.results_through(competition, rounds), whole(competition, through, rounds)
    closed = _closed(competition, lambda one: _is_in(one, shown) and _is_in(one, asked), rounds)
    ends = _ends(closed)
    if len(ends) < 2:  # no way leads anywhere yet
        return ()
    every = after_each(competition, len(closed))
    tables = [every[end] for end in ends]
    groups = dict.fromkeys(row.group for row in tables[-1])
    meetings = tuple(meeting_of(closed[end]) for end in ends)
    return tuple(_field(group, meetings, tables) for group in groups)


def _is_in(one: Round, through: int | None) -> bool:
    return sittings.through(one.number, through)


def ways_of(competition: Competition, table: Standings, rounds: Sequence[Round] | None = None) -> Ways:
    """Say which places the lines of a table had before its last round; of one round alone there is no way."""
    if table.alone or not table.held:
        return Ways()
    closed = _closed(competition, lambda one: one.meeting < table.held[-1], rounds)
    if not closed:
        return Ways()
    ends = _ends(closed)[-MOST_BEFORE:]
    every = after_each(competition, len(closed), ends[0] + 1)
    tables = [every[end - ends[0]] for end in ends]
    had = [{(row.group, row.number): row.rank for row in rows if row.has_played} for rows in tables]
    ways = {key: tuple(one.get(key) for one in had) for key in had[-1]}
    return Ways(meeting_of(closed[-1]), ways)


def _closed(
    competition: Competition, is_meant: Callable[[Round], bool], rounds: Sequence[Round] | None
) -> tuple[int, ...]:
    """Number the rounds from the first on that are closed, none between them being played.

    Of a meeting one of whose sittings is being played none is taken.
    """
    begun = [one for one in rounds or competition.rounds.all() if one.is_running or one.is_closed]
    plays = {one.meeting for one in begun if not one.is_closed}
    closed = takewhile(lambda one: one.meeting not in plays, begun)
    return tuple(one.number for one in closed if is_meant(one))


def _ends(closed: Sequence[int]) -> list[int]:
    """Give the places at which the last sitting of each meeting stands."""
    return [*{meeting_of(number): place for place, number in enumerate(closed)}.values()]


def _field(group: str, rounds: tuple[int, ...], tables: Sequence[Rows]) -> Field:
    there = [[row for row in rows if row.has_played and row.group == group] for rows in tables]
    places = [{row.number: row.rank for row in rows} for rows in there]
    courses = (
        Course(row.number, row.name, tuple(own.get(row.number) for own in places))
        for row in tables[-1]
        if row.group == group and row.rank and row.has_played
    )
    return Field(group, rounds, tuple(courses))


def after_each(competition: Competition, most: int, first: int = 1) -> tuple[Rows, ...]:
    """Give the lines as `standings_of` has them after each of the first rounds, which are all closed.

    `first` leaves out what stood before so many. What nothing has touched since it was last asked for is
    taken over.
    """
    known, basis = worked(competition)
    works = tuple(known.rounds[one.pk].work for one in basis.asked.rounds[:most])
    rested = meetings.rested(competition) if competition.is_season else {}
    setting = _setting(basis, rested)
    before = KEPT.pop(competition.pk, None) or AfterEach(setting, (), ())
    held = _in_common(before.works, works) if before.setting == setting else 0
    rows = [*before.rows[:held], *[None] * (len(works) - held)]
    for count in range(first, len(works) + 1):
        rows[count - 1] = rows[count - 1] or _stood(basis, works[:count], rested)
    longer = before if held == len(works) else AfterEach(setting, works, ())
    KEPT[competition.pk] = AfterEach(setting, longer.works, (*rows, *longer.rows[len(works) :]))
    for old in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(old, None)
    return tuple(one for one in rows[first - 1 :] if one is not None)


def _stood(basis: Basis, works: tuple[Work, ...], rested: Mapping[int, set[int]]) -> Rows:
    """Rank what was played in the first rounds."""
    played = basis.asked.rounds[: len(works)]
    asked = replace(basis.asked, number=played[-1].number, rounds=played)
    return rank_asked(asked, basis.people, works, rested, Worked())[0].rows


def _setting(basis: Basis, rested: Mapping[int, Collection[int]]) -> tuple[object, ...]:
    """Gather all that decides places beside what was played."""
    asked, competition = basis.asked, basis.asked.competition
    planned = [(one.number, one.deals) for one in asked.rounds]
    of_season = (basis.table.policy, competition.season_facts, planned, competition.deals_per_round, rested)
    return asked.scheme, tuple(competition.ranked_by), basis.people, of_season


def _in_common(before: Sequence[Work], now: Sequence[Work]) -> int:
    """Count the rounds from the first on that are the very same work."""
    return sum(1 for _pair in takewhile(lambda pair: pair[0] is pair[1], zip(before, now, strict=False)))
