"""The parts of an event: its finals, with who goes on and what they bring, and what is played beside it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from tournaments.deal.hashes import sha256
from tournaments.models import Competition, Entry, Round, Seating
from tournaments.ranking import figures, finals
from tournaments.ranking.figures import Amount
from tournaments.selectors import stages
from tournaments.selectors.standings import Row, Standings, standings_of

NEXT_SHOWN = 8  # who would move up
WHO_AND_WHERE = ("entry__player", "round__competition")
Shown = Callable[[Competition], Standings]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which final is wanted: so many in so many groups, who stays out, and in what order equals go on."""

    size: int
    groups: int
    way: str
    carry: str
    out: Mapping[int, str]
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of the standings: the group somebody goes on in (0 the first, None: none), and with how much."""

    row: Row
    group: int | None
    carried: Amount
    remark: str


@dataclass(frozen=True, slots=True)
class Brought:
    """What a finalist brought along, and what it would be by the standings as they are now."""

    entry: Entry
    row: Row | None
    carried: Amount
    now: Amount

    @property
    def differs(self) -> bool:
        return self.carried != self.now


class Placed(NamedTuple):
    """A line with its place over all stages; `stage` is the final that decided it, None the event itself."""

    row: Row
    stage: Competition | None


def parts_of(competition: Competition) -> list[Competition]:
    """List the parts of an event with their counts, finals first, as their places follow each other."""
    counted = stages.counted(competition.parts.select_related("club", "league"))
    return list(counted.order_by("part", "decides_from", "pk"))


def groups_of(table: Standings, wanted: Wanted) -> list[list[int]]:
    """Give the numbers of who goes on, by group; raises as `ranking.finals.cut` does."""
    return finals.cut(
        [(row.number, row.rank or 0) for row in _eligible(table)],
        size=wanted.size,
        groups=wanted.groups,
        way=wanted.way,
        out=wanted.out,
        order=wanted.order,
    )


def _eligible(table: Standings) -> list[Row]:
    """List who has a place and still plays."""
    return [row for row in table.rows if row.rank is not None and row.status == Entry.Status.PLAYER]


def candidates(table: Standings, groups: Sequence[Collection[int]], wanted: Wanted) -> list[Candidate]:
    """List who goes on, who stays out among them, and the next ones."""
    group_of = {number: at for at, members in enumerate(groups) for number in members}
    listed = [
        Candidate(
            row, group_of.get(row.number), finals.carried(row.total, wanted.carry), _remark(row, wanted)
        )
        for row in _eligible(table)
    ]
    last = max((at for at, one in enumerate(listed) if one.group is not None or one.remark), default=-1)
    return listed[: last + 1 + NEXT_SHOWN]


def _remark(row: Row, wanted: Wanted) -> str:
    return wanted.out.get(row.number, "")


def mark_of(table: Standings, wanted: Wanted) -> str:
    """Mark what somebody looked at before a final is made of it."""
    rows = [[row.number, row.rank, figures.text(row.total)] for row in _eligible(table)]
    chosen = [wanted.size, wanted.groups, wanted.way, wanted.carry, list(wanted.order)]
    return sha256([rows, chosen, [list(one) for one in sorted(wanted.out.items())]])


def brought_to(final: Competition) -> list[Brought]:
    """List the finalists with what they brought, and with what the standings say now."""
    rows = {row.number: row for row in standings_of(final.part_of).rows} if final.part_of else {}
    there = final.part_of.entries.exclude(player=None) if final.part_of else Entry.objects.none()
    numbers = {one.player_id: one.number for one in there}
    found = final.entries.exclude(player=None).select_related("player").order_by("number")
    return [_brought(one, rows.get(numbers.get(one.player_id, 0)), final.carry) for one in found]


def _brought(entry: Entry, row: Row | None, carry: str) -> Brought:
    carried = figures.amount(entry.carried)
    now = finals.carried(row.total, carry) if row else carried  # who was not in the event brings nothing else
    return Brought(entry, row, carried, now)


def next_in(final: Competition) -> list[Row]:
    """List who could take a place in a final that became free, the best first."""
    if final.part_of is None:
        return []
    family = final.part_of.parts.filter(part=Competition.Part.FINAL, archived_at=None)
    taken = set(Entry.objects.filter(competition__in=family).values_list("player_id", flat=True))
    free = final.part_of.entries.exclude(player_id__in=taken).exclude(player=None)
    numbers = set(free.values_list("number", flat=True))
    return [row for row in _eligible(standings_of(final.part_of)) if row.number in numbers]


def busy_elsewhere(round_: Round) -> list[tuple[str, str]]:
    """List who is seated in a round and plays in another part of the event just now, each with that part."""
    own = round_.competition
    family = Q(part_of=own) | Q(pk=own.part_of_id)
    family |= Q(part_of=own.part_of_id, part_of__isnull=False) & ~Q(pk=own.pk)
    here = Seating.objects.filter(round=round_).exclude(entry__player=None).values("entry__player")
    running = Seating.objects.filter(round__state=Round.State.RUNNING, entry__player__in=here)
    there = running.filter(round__competition__in=Competition.objects.filter(family))
    told = {one.entry: one.round.competition.name for one in there.select_related(*WHO_AND_WHERE)}
    return sorted((entry.name, name) for entry, name in told.items())


def placed(competition: Competition, finals_: Iterable[Competition], shown: Shown) -> list[Placed]:
    """Rank an event over its stages: finalists as each final has them, then everybody else.

    A final without a deal yet has its people in the order of the event. Nothing where no final was begun.
    """
    deciding = [one for one in finals_ if one.decides_from is not None]
    tables = {one: shown(one) for one in deciding}
    if not any(row.deals for table in tables.values() for row in table.rows):
        return []
    left = {row.number: row for row in shown(competition).rows if row.rank is not None}
    numbers = dict(competition.entries.exclude(player=None).values_list("player_id", "number"))
    lines: list[Placed] = []
    for final in sorted(deciding, key=lambda one: one.decides_from or 0):
        people = dict(final.entries.exclude(player=None).values_list("number", "player_id"))
        whose = {own: numbers.get(player) for own, player in people.items()}
        lines += _block(final, tables[final], whose, left, len(lines))
    return lines + [Placed(row, None) for row in _ranked_from(len(lines), list(left.values()))]


def _block(
    final: Competition,
    table: Standings,
    whose: Mapping[int, int | None],
    left: dict[int, Row],
    before: int,
) -> list[Placed]:
    """Rank one final's people behind those before; who is ranked there is no longer `left`."""
    begun = any(row.deals for row in table.rows)
    played = [row for row in table.rows if row.rank is not None and whose.get(row.number) in left]
    known = {whose[row.number]: row for row in played}
    rows = played if begun else [left[number] for number in left if number in known]
    for number in list(known):
        left.pop(number or 0, None)
    return [Placed(row, final) for row in _ranked_from(before, rows)]


def _ranked_from(before: int, rows: Sequence[Row]) -> list[Row]:
    """Give lines the places behind those before; who shared a place share one still."""
    ranked: list[Row] = []
    for at, row in enumerate(rows):
        shares = at > 0 and rows[at - 1].rank == row.rank
        rank = ranked[-1].rank if shares else before + at + 1
        follows = at + 1 < len(rows) and rows[at + 1].rank == row.rank
        ranked.append(row._replace(rank=rank, shared=shares or follows))
    return ranked


def placed_now(competition: Competition) -> list[Placed]:
    """Rank an event over its stages as the staff see it; without finals, by its own standings."""
    table = standings_of(competition)
    over = placed(competition, competition.parts.filter(part=Competition.Part.FINAL), standings_of)
    return over or [Placed(row, None) for row in table.rows if row.rank is not None]
