"""The entries of a competition ranked, with names: what the rounds gave, as the lines of a published table.

What each round gave comes from `standings`, places and seasons from the pure modules.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext

from players.names import full_name, shown
from tournaments.models import Competition, Entry, Round, Seating, house_name
from tournaments.ranking import credit, figures, rounds, season, standings
from tournaments.ranking.credit import Credit
from tournaments.ranking.figures import Amount, Figure
from tournaments.ranking.rounds import Before, Work
from tournaments.ranking.season import Meeting
from tournaments.ranking.standings import Standing
from tournaments.selectors import meetings


@dataclass(frozen=True, slots=True)
class Person:
    """Who stands behind the number of an entry (`entry` is its key), as the table prints it."""

    entry: int
    number: int
    name: str
    club: str
    status: str
    is_nobody: bool
    carried: Amount = 0

    @property
    def is_shown(self) -> bool:
        """Leave house players out, after ranking: they take nobody's rank and nobody looks for them."""
        return self.status != Entry.Status.HOUSE


@dataclass(frozen=True, slots=True)
class MeetingCell(Meeting):
    """What one round or meeting gave an entry: `counted`, `dropped`, `absent` or `zero`, and why."""

    best_of: int | None
    occasion: str

    @property
    def sentence(self) -> str:
        """Say why, in the reader's language; only the page of one player asks."""
        return season.told(self, self.best_of, self.occasion, gettext)


class Row(NamedTuple):
    """One line of the published table, with all that explains it; `ahead` stands right before it."""

    number: int
    name: str
    club: str
    status: str
    rank: int | None
    shared: bool
    total: Amount
    net: int
    adjustment: int
    carried: Amount
    mahjongs: int
    given: int
    deals: int
    standing: Standing
    ahead: tuple[str, Standing] | None
    rounds: tuple[MeetingCell, ...]
    attended: int
    qualification: str

    @property
    def decision(self) -> str | None:
        """Say which criterion put the line behind the one before, in the reader's language."""
        if self.ahead is None:
            return None
        name, before = self.ahead
        meets = any(cell.occasion == "meeting" for cell in self.rounds[:1])
        return standings.decision(before, self.standing, gettext, name=lambda _number: name, season=meets)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Give each figure with what it is made of; only the page of one player asks."""
        return self.standing.figures


Cells = Mapping[int, tuple[MeetingCell, ...]]


@dataclass(frozen=True, slots=True)
class Kept(Before):
    """What a later revision may take over, where the scheme is the same."""

    scheme: credit.Scheme | None = None
    cells: Cells = field(default_factory=dict)


class Ranked(NamedTuple):
    """The rows of a table, the rounds held in it, and what of it may be kept."""

    rows: tuple[Row, ...]
    held: tuple[int, ...]
    kept: Kept


def people_of(competition: Competition) -> dict[int, Person]:
    """Read who is entered; rows are enough, and building models of them costs more than ranking them."""
    rows = competition.entries.values_list(
        *("pk", "number", "status", "carried", "player_id", "player__club__name"),
        *("player__given", "player__family", "player__shown", "player__alias"),
    )
    return {
        number: Person(
            key,
            number,
            house_name(number) if player is None else full_name(*shown(*called)),
            club or "",
            status,
            player is None,
            figures.amount(carried) if carried != "0" else 0,
        )
        for key, number, status, carried, player, club, *called in rows
    }


def present(
    people: Mapping[int, Person], works: Iterable[Work], played: Iterable[Round]
) -> dict[int, Person]:
    """Leave out who had no part in the rounds: an absent member has no place in a meeting."""
    seated = Seating.objects.filter(round__in=list(played)).values_list("entry__number", flat=True)
    there = {entry for each in works for entry in each.sat} | set(seated)
    return {number: entry for number, entry in people.items() if number in there}


def scheme_of(competition: Competition) -> credit.Scheme:
    """Say how the competition turns a round into credits."""
    return credit.Scheme(
        competition.credit_scheme,
        tuple(figures.amount(points) for points in competition.table_points),
        figures.amount(competition.attendance_points),
    )


def _unranked(people: Mapping[int, Person], credits: Iterable[Credit]) -> dict[int, str]:
    """Say who takes no place, and why: guests and stand-ins, and who withdrew without ever having played.

    Who withdraws later keeps a place with what was played: it is a result of the others, too.
    """
    gone = {number for number, person in people.items() if person.status == Entry.Status.WITHDRAWN}
    if gone:
        gone -= {each.entry for each in credits if each.entry in gone and (each.attended or each.played)}
    return {
        number: person.status
        for number, person in people.items()
        if person.status not in Entry.RANKED or number in gone
    }


def rank_tournament(
    competition: Competition,
    works: Sequence[Work],
    people: Mapping[int, Person],
    before: Kept,
    *,
    alone: bool = False,
) -> Ranked:
    """Rank by what all rounds gave; lines and cells of `before` that still hold are taken over.

    In one round `alone` nothing counts that was carried over.
    """
    scheme = scheme_of(competition)
    before = before if before.scheme == scheme else Kept()
    unranked = _unranked(people, (one for each in works for one in each.credits.values()))
    touched = rounds.touched_since(before.works, works)
    carried = {} if alone else {number: one.carried for number, one in people.items() if one.carried}
    lines = rounds.lines(
        *(works, scheme),
        entries=people,
        unranked=unranked,
        before=before,
        touched=touched,
        carried=carried,
    )
    ordered = standings.rank(lines.values(), competition.ranked_by)
    ranked = [one for one in ordered if people[one.entry].is_shown]
    cells = {**before.cells, **_cells(works, touched)}
    rows = (
        _row(people, ahead, one, cells.get(one.entry, ()), len(cells.get(one.entry, ())), "")
        for ahead, one in _with_the_one_before(ranked)
    )
    held = tuple(each.number for each in works if each.sat)
    return Ranked(tuple(rows), held, Kept(works, lines, scheme, cells))


def _cells(works: Sequence[Work], touched: Iterable[int]) -> Cells:
    return {
        entry: tuple(
            MeetingCell(each.number, "counted", each.credits[entry], None, "round")
            for each in works
            if entry in each.credits
        )
        for entry in touched
    }


def rank_season(competition: Competition, works: Sequence[Work], people: Mapping[int, Person]) -> Ranked:
    """Rank by the meetings that count."""
    planned = competition.planned_rounds or competition.rounds.count()
    credits = credit.with_rested(
        (one for each in works for one in each.credits.values()),
        scheme_of(competition),
        meetings.rested(competition),
        credit.Rested(competition.rested, figures.amount(competition.rested_points)),
    )
    table = season.season(
        credits,
        best_of=competition.best_of,
        meetings=planned,
        minimum_attendance=competition.minimum_attendance,
        criteria=competition.ranked_by,
        entries=people,
        unranked=_unranked(people, credits),
    )
    lines = {line.entry: line for line in table.lines if people[line.entry].is_shown}
    ranked = [line.standing for line in lines.values()]
    rows = (
        _row(people, before, one, _meeting_cells(table, line), line.attended, line.qualification)
        for (before, one), line in zip(_with_the_one_before(ranked), lines.values(), strict=True)
    )
    return Ranked(tuple(rows), table.held, Kept())


def _meeting_cells(table: season.SeasonTable, line: season.SeasonLine) -> tuple[MeetingCell, ...]:
    return tuple(
        MeetingCell(meeting.round, meeting.state, meeting.credit, table.best_of, "meeting")
        for meeting in line.meetings
    )


def _with_the_one_before(ranked: Sequence[Standing]) -> Iterable[tuple[Standing | None, Standing]]:
    return zip([None, *ranked], ranked, strict=False)


def _row(
    people: Mapping[int, Person],
    before: Standing | None,
    one: Standing,
    rounds: tuple[MeetingCell, ...],
    attended: int,
    qualification: str,
) -> Row:
    person, line = people[one.entry], one.line
    return Row(
        number=person.number,
        name=person.name,
        club=person.club,
        status=person.status,
        rank=one.rank,
        shared=one.shared,
        total=line.total,
        net=line.net,
        adjustment=line.adjustment,
        carried=line.carried,
        mahjongs=line.mahjongs,
        given=line.given,
        deals=line.deals,
        standing=one,
        ahead=None if before is None else (people[before.entry].name, before),
        rounds=rounds,
        attended=attended,
        qualification=qualification,
    )
