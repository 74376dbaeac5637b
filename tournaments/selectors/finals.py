"""The parts of an event: its finals, with who goes on and what they bring, and what is played beside it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.deal.hashes import sha256
from tournaments.models import Competition, Entry, Round, Seating
from tournaments.ranking import figures, finals
from tournaments.ranking.figures import Amount
from tournaments.selectors import stages
from tournaments.selectors.standings import Row, Standings, standings_of

NEXT_SHOWN = 8  # who would move up
MOST_FINALISTS = 400
MOST_GROUPS = 8
LONGEST_REMARK = 200  # letters
WHO_AND_WHERE = ("entry__player", "round__competition")
Shown = Callable[[Competition], Standings]
FinalsOf = Callable[[Competition], Iterable[Competition]]


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
    """A line with its place over all stages; `stage` is the final that decided it, None the event itself.

    `number` is that in the event; in the line stands that of the stage.
    """

    row: Row
    stage: Competition | None
    number: int


def parts_of(competition: Competition) -> list[Competition]:
    """List the parts of an event with their counts, finals first, as their places follow each other."""
    counted = stages.counted(competition.parts.select_related("club", "league"))
    return list(counted.order_by("part", "decides_from", "pk"))


def groups_of(table: Standings, wanted: Wanted) -> list[list[int]]:
    """Give the numbers of who goes on, by group; raises as `ranking.finals.cut` does."""
    return finals.cut(
        [(row.number, row.rank or 0) for row in eligible(table)],
        size=wanted.size,
        groups=wanted.groups,
        way=wanted.way,
        out=wanted.out,
        order=wanted.order,
    )


def tied_at_edges(table: Standings, wanted: Wanted) -> tuple[int, ...]:
    """Give the numbers of all who share a place at an edge and are in no order yet; raises as `groups_of`."""
    tied: tuple[int, ...] = ()
    while True:
        try:
            groups_of(table, replace(wanted, order=(*wanted.order, *tied)))
        except finals.Undecided as undecided:
            tied += tuple(undecided.entries)
        else:
            return tied


def eligible(table: Standings) -> list[Row]:
    """List who has a place and still plays."""
    return [row for row in table.rows if row.rank is not None and row.status == Entry.Status.PLAYER]


def candidates(table: Standings, groups: Sequence[Collection[int]], wanted: Wanted) -> list[Candidate]:
    """List who goes on, who stays out among them, and the next ones."""
    group_of = {number: at for at, members in enumerate(groups) for number in members}
    listed = [
        Candidate(
            row, group_of.get(row.number), finals.carried(row.total, wanted.carry), _remark(row, wanted)
        )
        for row in eligible(table)
    ]
    last = max((at for at, one in enumerate(listed) if one.group is not None or one.remark), default=-1)
    return listed[: last + 1 + NEXT_SHOWN]


def _remark(row: Row, wanted: Wanted) -> str:
    return wanted.out.get(row.number, "")


def mark_of(table: Standings, wanted: Wanted) -> str:
    """Mark what somebody looked at before a final is made of it."""
    rows = [[row.number, row.rank, figures.text(row.total)] for row in eligible(table)]
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


def bringing_from(competition: Competition) -> QuerySet[Competition]:
    """List the finals whose players brought something along from the standings of an event."""
    return finals_made(competition).filter(archived_at=None).exclude(carry=Competition.Carry.NONE)


def next_in(final: Competition) -> list[Row]:
    """List who could take a place in a final that became free, the best first."""
    if final.part_of is None:
        return []
    family = final.part_of.parts.filter(part=Competition.Part.FINAL, archived_at=None)
    taken = set(Entry.objects.filter(competition__in=family).values_list("player_id", flat=True))
    free = final.part_of.entries.exclude(player_id__in=taken).exclude(player=None)
    numbers = set(free.values_list("number", flat=True))
    return [row for row in eligible(standings_of(final.part_of)) if row.number in numbers]


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


def placed(competition: Competition, finals_of: FinalsOf, shown: Shown) -> list[Placed]:
    """Rank an event over its stages: finalists as each final has them, then everybody else.

    A final has its own finals before it. A final without a deal yet has its people in the order of the event.
    Nothing where no final was begun.
    """
    deciding = sorted(_deciding(finals_of(competition)), key=lambda one: one.decides_from or 0)
    over = [(one, _within(one, finals_of, shown)) for one in deciding]
    if not any(one.row.deals for _, lines in over for one in lines):
        return []
    left = {row.number: row for row in shown(competition).rows if row.rank is not None}
    numbers = dict(competition.entries.exclude(player=None).values_list("player_id", "number"))
    ranked: list[Placed] = []
    for final, lines in over:
        ranked += _block(final, _known(lines, numbers), left, len(ranked))
    return ranked + _ranked_from(len(ranked), [Placed(row, None, row.number) for row in left.values()])


def _deciding(made: Iterable[Competition]) -> list[Competition]:
    return [one for one in made if one.decides_from is not None]


def _within(final: Competition, finals_of: FinalsOf, shown: Shown) -> list[Placed]:
    """Rank a final, over its own finals where it has some."""
    lines = placed(final, finals_of, shown)
    if lines:
        return [one if one.stage else one._replace(stage=final) for one in lines]
    return [Placed(row, final, row.number) for row in shown(final).rows if row.rank is not None]


def _known(lines: Sequence[Placed], numbers: Mapping[int, int]) -> list[Placed]:
    """Give who is ranked in a final the numbers that they have in the event before it."""
    stages_here = {one.stage for one in lines if one.stage}
    whose = {stage: dict(stage.entries.values_list("number", "player_id")) for stage in stages_here}
    told = ((one, whose[one.stage].get(one.row.number)) for one in lines if one.stage)
    return [one._replace(number=numbers[player]) for one, player in told if player and player in numbers]


def _block(final: Competition, lines: Sequence[Placed], left: dict[int, Row], before: int) -> list[Placed]:
    """Rank one final's people behind those before; who is ranked there is no longer `left`."""
    there = {one.number: one for one in lines if one.number in left}
    begun = any(one.row.deals for one in there.values())
    block = list(there.values()) if begun else [Placed(left[n], final, n) for n in left if n in there]
    for number in there:
        left.pop(number)
    return _ranked_from(before, block)


def _ranked_from(before: int, lines: Sequence[Placed]) -> list[Placed]:
    """Give lines the places behind those before; who shared a place share one still."""
    ranked: list[Placed] = []
    for at, one in enumerate(lines):
        shares = at > 0 and lines[at - 1].row.rank == one.row.rank
        rank = ranked[-1].row.rank if shares else before + at + 1
        follows = at + 1 < len(lines) and lines[at + 1].row.rank == one.row.rank
        ranked.append(one._replace(row=one.row._replace(rank=rank, shared=shares or follows)))
    return ranked


def finals_made(competition: Competition) -> QuerySet[Competition]:
    """List the finals of an event, published or not."""
    return competition.parts.filter(part=Competition.Part.FINAL)


def stages_of(competition: Competition) -> Iterator[Competition]:
    """Give an event and every final that decides places of it, finals of finals too."""
    yield competition
    for one in finals_made(competition).exclude(decides_from=None):
        yield from stages_of(one)


def placed_now(competition: Competition) -> list[Placed]:
    """Rank an event over its stages as the staff see it; without finals, by its own standings."""
    over = placed(competition, finals_made, standings_of)
    rows = standings_of(competition).rows
    return over or [Placed(row, None, row.number) for row in rows if row.rank is not None]
