"""The entries of a competition ranked, with names: what the rounds gave, as the lines of a published table.

What each round gave comes from `standings`, places and seasons from the pure modules.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext

from players.names import full_name, shown
from tournaments.models import Competition, Entry, Round, Seating, house_name
from tournaments.ranking import credit, figures, rounds, standings
from tournaments.ranking.credit import Credit
from tournaments.ranking.figures import Amount, Figure
from tournaments.ranking.rounds import Before, Work
from tournaments.ranking.seasons.explained import Told
from tournaments.ranking.seasons.finals import Mark
from tournaments.ranking.seasons.standing import SeasonStanding
from tournaments.ranking.seasons.tables import OfPeriod
from tournaments.ranking.standings import Standing


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
class RoundCell:
    """What one round gave an entry; every round counts."""

    round: int
    credit: Credit
    state: str = "counted"
    occasion: str = "round"

    @property
    def amount(self) -> Amount:
        """Return the credit of the round."""
        return self.credit.total

    @property
    def presence(self) -> str:
        """Say how the entry was there: `substituted` had somebody else sit there."""
        if self.credit.attended:
            return "played"
        return "substituted" if self.credit.played else "absent"

    @property
    def sentence(self) -> str:
        """Say what it gave, in the reader's language; only the page of one player asks."""
        return credit.told(self.credit, gettext)


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """What one meeting gave an entry: `counted`, `dropped`, `absent`, `zero` or `no_result`, and why."""

    told: Told
    occasion: str = "meeting"

    @property
    def round(self) -> int:
        """Return the number of the meeting."""
        return self.told.held.meeting

    @property
    def state(self) -> str:
        """Say what became of it."""
        return self.told.held.state

    @property
    def amount(self) -> Amount:
        """Return the credit of the meeting, 0 for absence without any."""
        return self.told.amount

    @property
    def presence(self) -> str:
        """Give one of PRESENCE."""
        return self.told.presence

    @property
    def sentence(self) -> str:
        """Say what it gave and why it counts or not, in the reader's language."""
        return self.told.sentence(self.occasion, gettext)


Cell = RoundCell | MeetingCell


class Row(NamedTuple):
    """One line of the published table, with all that explains it; `ahead` stands right before it.

    `deals` were played; `rested` are those during which the player sat by at a table of five.
    In a season `group` is the division, and `periods` say what each gives where a year is made from them,
    `marks` where the line leads: to finals, up or down.
    """

    number: int
    name: str
    club: str
    status: str
    rank: int | None
    shared: bool
    total: Amount | None
    net: int
    adjustment: int
    carried: Amount
    mahjongs: int
    given: int
    deals: int
    rested: int
    standing: Standing | SeasonStanding
    ahead: tuple[str, Standing | SeasonStanding] | None
    rounds: tuple[Cell, ...]
    attended: int
    qualification: str
    group: str = ""
    periods: tuple[OfPeriod, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def has_played(self) -> bool:
        """Tell whether anything was played: deals here, or a tournament that counts as a meeting."""
        return bool(self.deals) or any(cell.presence == "played" for cell in self.rounds)

    @property
    def decision(self) -> str | None:
        """Say which criterion put the line behind the one before, in the reader's language."""
        if self.ahead is None:
            return None
        name, before = self.ahead
        meets = any(cell.occasion == "meeting" for cell in self.rounds[:1])
        return standings.decision(before, self.standing, gettext, name=lambda _number: name, season=meets)

    @property
    def total_said(self) -> str:
        """Say how the total comes from what counts, where it is more than a sum, in the reader's language."""
        return self.standing.total_said(gettext) if isinstance(self.standing, SeasonStanding) else ""

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Give each figure with what it is made of; only the page of one player asks."""
        return self.standing.figures


Cells = Mapping[int, tuple[RoundCell, ...]]


@dataclass(frozen=True, slots=True)
class Kept(Before):
    """What a later revision may take over, where the scheme is the same."""

    scheme: credit.Scheme | None = None
    cells: Cells = field(default_factory=dict)


class NamedRows(NamedTuple):
    """The rows of a period beside the main table, with the name of the period."""

    name: str
    rows: tuple[Row, ...]


class Ranked(NamedTuple):
    """The rows of a table, the rounds held in it, what of it may be kept, and further tables of a season."""

    rows: tuple[Row, ...]
    held: tuple[int, ...]
    kept: Kept
    tables: tuple["NamedRows", ...] = ()


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


def unranked_of(people: Mapping[int, Person], there: Collection[int]) -> dict[int, str]:
    """Say who takes no place, and why: guests and stand-ins, and who withdrew without having been `there`.

    Who withdraws later keeps a place with what was played: it is a result of the others, too.
    """
    return {
        number: person.status
        for number, person in people.items()
        if person.status not in Entry.RANKED
        or (person.status == Entry.Status.WITHDRAWN and number not in there)
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
    unranked = unranked_of(people, _there(works))
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
        for ahead, one in with_the_one_before(ranked)
    )
    held = tuple(each.number for each in works if each.sat)
    return Ranked(tuple(rows), held, Kept(works, lines, scheme, cells))


def _there(works: Iterable[Work]) -> set[int]:
    credits = (one for each in works for one in each.credits.values())
    return {each.entry for each in credits if each.attended or each.played}


def _cells(works: Sequence[Work], touched: Iterable[int]) -> Cells:
    return {
        entry: tuple(RoundCell(each.number, each.credits[entry]) for each in works if entry in each.credits)
        for entry in touched
    }


def with_the_one_before(ranked: Sequence[Any]) -> Iterable[tuple[Any, Any]]:
    return zip([None, *ranked], ranked, strict=False)


def row_of(
    people: Mapping[int, Person],
    before: Standing | SeasonStanding | None,
    one: Standing | SeasonStanding,
    **figures: Any,
) -> Row:
    """Make the line of a standing: who it is and the place, beside the figures given."""
    person = people[one.entry]
    return Row(
        number=person.number,
        name=person.name,
        club=person.club,
        status=person.status,
        rank=one.rank,
        shared=one.shared,
        mahjongs=one.line.mahjongs,
        given=one.line.given,
        standing=one,
        ahead=None if before is None else (people[before.entry].name, before),
        **figures,
    )


def _row(
    people: Mapping[int, Person],
    before: Standing | None,
    one: Standing,
    rounds: tuple[Cell, ...],
    attended: int,
    qualification: str,
) -> Row:
    line = one.line
    return row_of(
        people,
        before,
        one,
        total=line.total,
        net=line.net,
        adjustment=line.adjustment,
        carried=line.carried,
        deals=line.deals,
        rested=line.rested,
        rounds=rounds,
        attended=attended,
        qualification=qualification,
    )
