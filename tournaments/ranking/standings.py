"""Standings: a function of tallies, credits and an ordered list of criteria.

A line is all that counts for an entry; `rank` puts lines in order. What an entry did in a round is for
`tallies` (offered here too), what it is worth for `credit`, what a season makes of it for `seasons`.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, zip_longest
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from tournaments.ranking.figures import BEFORE, Amount, Figure, Part, _, said
from tournaments.ranking.tallies import (
    Tally,
    adjustment_parts,
    alone,
    attribute,
    by_entry,
    net_parts,
    through,
)

__all__ = [
    "CRITERIA",
    "DECISIONS",
    "OF_A_SEASON",
    "Criterion",
    "Line",
    "Standing",
    "Tally",
    "alone",
    "attribute",
    "common_tables",
    "criterion",
    "criterion_name",
    "decision",
    "line",
    "lines",
    "met",
    "rank",
    "through",
]

COLUMNS = ("total", "net", "mahjongs", "given")
TableKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """Say everything that counts for one entry.

    `status` is the reason why the entry is not ranked (`guest`, `substitute`, `withdrawn`, ...) or None;
    `credits` are the parts of its credit, or None where nets alone are added up.
    """

    entry: int
    tallies: tuple[Tally, ...]
    net: int
    adjustment: int
    mahjongs: int
    given: int
    deals: int
    credits: tuple[Part, ...] | None = None
    points: Amount | None = None
    lot: int | None = None
    status: str | None = None
    qualified: bool = True
    carried: Amount = 0
    rested: int = 0

    @property
    def total(self) -> Amount:
        """Return the credit, or the net with its adjustments where there are none, with what was carried."""
        return (self.net + self.adjustment if self.points is None else self.points) + self.carried

    @property
    def best_round(self) -> int | None:
        """Return the highest net of a round, None for who sat in none."""
        nets: dict[int, int] = defaultdict(int)
        for tally in self.tallies:
            if tally.table is not None:
                nets[tally.round] += tally.net
        return max(nets.values(), default=None)


class Standing(NamedTuple):
    """Say the place of a line and why it has it.

    `rank` is None for those who are not ranked. `decided_by` is the criterion that separated the line from
    the one before it (None for the first and for a shared place). `compared` has the figures of the criteria
    that had to be looked at, `tables` the (round, table) pairs that counted for `head_to_head`.
    """

    line: Line
    rank: int | None
    shared: bool
    decided_by: str | None
    compared: Mapping[str, Amount | None]
    tables: frozenset[TableKey] = frozenset()

    @property
    def entry(self) -> int:
        """Return the number of the entry."""
        return self.line.entry

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the columns, then the other figures compared, each with what it is made of."""
        codes = dict.fromkeys((*COLUMNS, *self.compared))
        return tuple(self.figure(code) for code in codes)

    def figure(self, code: str) -> Figure:
        """Return one figure, a code of CRITERIA, with its parts."""
        return Figure(code, self.amount(code), _parts(self, code))

    def amount(self, code: str) -> Amount | None:
        """Return one figure alone; its parts take far longer."""
        return self.compared[code] if code in self.compared else criterion(code).of([self.line])[0]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Say how lines are compared: `of` gives the figures of lines that are equal so far, None being worst."""

    code: str
    name: str
    fewer_is_better: bool
    of: Callable[[Sequence[Line]], list[Amount | None]]

    def key(self, amount: Amount | None) -> tuple[bool, Amount]:
        """Return a sort key that puts the better amount first."""
        if amount is None:
            return True, 0
        return False, amount if self.fewer_is_better else -amount


def _each(name: str) -> Callable[[Sequence[Line]], list[Amount | None]]:
    figure = attrgetter(name)
    return lambda tied: [figure(line) for line in tied]


def _head_to_head(tied: Sequence[Line]) -> list[Amount | None]:
    shared = common_tables(tied)
    return [sum(tally.net for tally in met(line, shared)) if shared else None for line in tied]


CRITERIA: Mapping[str, Criterion] = MappingProxyType(
    {
        each.code: each
        for each in (
            Criterion("qualified", _("Enough meetings attended"), False, _each("qualified")),
            Criterion("total", _("Total"), False, _each("total")),
            Criterion("points", _("Points"), False, _each("points")),
            Criterion("net", _("Net"), False, _each("net")),
            Criterion("mahjongs", _("Mah-jongs made"), False, _each("mahjongs")),
            Criterion("given", _("Discards that others won on"), True, _each("given")),
            Criterion("best_round", _("Best round"), False, _each("best_round")),
            Criterion("head_to_head", _("Nets where the tied players met"), False, _head_to_head),
            Criterion("lot", _("Drawn lot"), True, _each("lot")),
        )
    }
)

DECISIONS: Mapping[str, str] = MappingProxyType(
    {
        "qualified": _("Behind {before}, having attended too few meetings."),
        "total": _("Behind {before} by the total: {own} against {other}."),
        "points": _("Behind {before} by points: {own} against {other}."),
        "net": _("Behind {before} by the net: {own} against {other}."),
        "mahjongs": _("Behind {before} by mah-jongs made: {own} against {other}."),
        "given": _("Behind {before} by discards on which others went mah-jong: {own} against {other}."),
        "best_round": _("Behind {before} by the best round: {own} against {other}."),
        "head_to_head": _("Behind {before} by the nets where they met: {own} against {other}."),
        "lot": _("Behind {before} by the lot drawn: {own} against {other}."),
    }
)

# What differs where rounds are meetings.
OF_A_SEASON: Mapping[str, str] = MappingProxyType({"best_round": _("Best meeting")})
# What only rules of a season that are written as data can ask for.
OF_A_POLICY: Mapping[str, str] = MappingProxyType(
    {
        "firsts": _("First places at tables"),
        "attended": _("Meetings attended"),
        "countback": _("Results that count, one by one"),
        "next_best": _("Dropped results, one by one"),
    }
)
DECISIONS_OF_A_SEASON: Mapping[str, str] = MappingProxyType(
    {
        "best_round": _("Behind {before} by the best meeting: {own} against {other}."),
        "firsts": _("Behind {before} by first places at tables: {own} against {other}."),
        "attended": _("Behind {before} by meetings attended: {own} against {other}."),
        "countback": _("Behind {before} by the best result that differs: {own} against {other}."),
        "next_best": _("Behind {before} by the best dropped result that differs: {own} against {other}."),
    }
)


def criterion_name(code: str, *, season: bool) -> str:
    """Name a criterion, in English; a season's has meetings, no rounds."""
    if season and (name := OF_A_SEASON.get(code) or OF_A_POLICY.get(code)):
        return name
    return CRITERIA[code].name


def criterion(code: str) -> Criterion:
    """Return the criterion of a code; raise ValueError for an unknown one."""
    if code not in CRITERIA:
        raise ValueError(f"unknown criterion {code!r}; known are {', '.join(CRITERIA)}")
    return CRITERIA[code]


def lines(
    tallies: Iterable[Tally],
    *,
    entries: Collection[int] = (),
    credits: Mapping[int, Sequence[Part]] | None = None,
    unranked: Mapping[int, str] | None = None,
    lots: Mapping[int, int] | None = None,
) -> tuple[Line, ...]:
    """Make one line for each entry that has a tally and for all `entries`, in order of entry number.

    `credits` are the parts of each entry's credit (`credit.parts_of`), None to add up nets. `unranked` gives
    the status of those who take no rank. Raise ValueError if an entry has two tallies for the same table and
    round, or has not been through `attribute`.
    """
    sat = by_entry(tallies)
    return tuple(
        line(
            entry,
            sat.get(entry, ()),
            None if credits is None else credits.get(entry, ()),
            status=(unranked or {}).get(entry),
            lot=(lots or {}).get(entry),
        )
        for entry in sorted({*sat, *entries})
    )


def line(
    entry: int,
    tallies: Sequence[Tally],
    credits: Sequence[Part] | None = None,
    *,
    status: str | None = None,
    lot: int | None = None,
    qualified: bool = True,
    carried: Amount = 0,
) -> Line:
    """Add up the tallies and the credit of one entry, and what it `carried` from an earlier stage."""
    return Line(
        entry,
        tuple(tallies),
        *_sums(tallies),
        credits=None if credits is None else tuple(credits),
        points=None if credits is None else sum(part.amount for part in credits),
        lot=lot,
        status=status,
        qualified=qualified,
        carried=carried,
        rested=sum(tally.rested for tally in tallies),
    )


def _sums(tallies: Iterable[Tally]) -> tuple[int, int, int, int, int]:
    """Add up net, adjustment, mah-jongs, discards and deals in one pass."""
    net = adjustment = mahjongs = given = deals = 0
    for tally in tallies:
        net += tally.net
        adjustment += tally.adjustment
        mahjongs += tally.mahjongs
        given += tally.given
        deals += tally.deals
    return net, adjustment, mahjongs, given, deals


@dataclass(frozen=True, slots=True)
class _Tied:
    lines: tuple[Line, ...]
    decided_by: str | None = None
    tables: frozenset[TableKey] = frozenset()


def rank(lines: Iterable[Line], criteria: Sequence[str]) -> tuple[Standing, ...]:
    """Put lines in order by the criteria, the first deciding, and rank them.

    Lines equal on every criterion share the better place and the next place is skipped (1, 2, 2, 4). Those
    who are not ranked follow after all others, in the same order, and take no rank from anybody. Equal lines
    are listed by entry number.
    """
    chosen = [criterion(code) for code in criteria]
    listed = sorted(lines, key=attrgetter("entry"))
    if len({each.entry for each in listed}) != len(listed):
        raise ValueError("an entry has two lines")
    ranked = _ordered([each for each in listed if each.status is None], chosen)
    others = _ordered([each for each in listed if each.status is not None], chosen)
    unplaced = (each._replace(rank=None, shared=False, decided_by=None) for each in others)
    return (*ranked, *unplaced)


def _ordered(listed: Sequence[Line], criteria: Sequence[Criterion]) -> list[Standing]:
    compared: dict[int, dict[str, Amount | None]] = {each.entry: {} for each in listed}
    groups = [_Tied(tuple(listed))]
    for each in criteria:
        if len(groups) == len(listed):
            break
        groups = [part for group in groups for part in _split(group, each, compared)]
    return _placed(groups, compared)


def _split(group: _Tied, by: Criterion, compared: Mapping[int, dict[str, Amount | None]]) -> list[_Tied]:
    if len(group.lines) < 2:
        return [group]
    keyed = []
    for each, amount in zip(group.lines, by.of(group.lines), strict=True):
        compared[each.entry][by.code] = amount
        keyed.append((by.key(amount), each))
    tables = common_tables(group.lines) if by.code == "head_to_head" else group.tables
    runs = groupby(sorted(keyed, key=itemgetter(0)), key=itemgetter(0))
    parts = [tuple(each for _key, each in run) for _key, run in runs]
    return [_Tied(part, by.code if at else group.decided_by, tables) for at, part in enumerate(parts)]


def _placed(groups: Sequence[_Tied], compared: Mapping[int, Mapping[str, Amount | None]]) -> list[Standing]:
    placed: list[Standing] = []
    for group in groups:
        place, shared = len(placed) + 1, len(group.lines) > 1
        for at, each in enumerate(group.lines):
            decided = None if at else group.decided_by
            placed.append(Standing(each, place, shared, decided, compared[each.entry], group.tables))
    return placed


def common_tables(tied: Sequence[Line]) -> frozenset[TableKey]:
    """Return the (round, table) pairs at which tied entries met; none unless every two of them met.

    Comparing those who met with one who did not would rank absence, as in the direct encounter of chess (FIDE
    C.07).
    """
    seated: dict[TableKey, list[int]] = defaultdict(list)
    for each in tied:
        for tally in each.tallies:
            if tally.table is not None:
                seated[tally.round, tally.table].append(each.entry)
    tables = frozenset(key for key, entries in seated.items() if len(entries) > 1)
    pairs = {pair for key in tables for pair in combinations(sorted(seated[key]), 2)}
    return tables if len(pairs) == len(tied) * (len(tied) - 1) // 2 else frozenset()


def met(line: Line, tables: Collection[TableKey]) -> list[Tally]:
    """Return the tallies of a line at these tables."""
    return [tally for tally in line.tallies if (tally.round, tally.table) in tables]


def _parts(standing: Standing, code: str) -> tuple[Part, ...]:
    own = standing.line
    if code == "points" and own.credits is not None:
        return own.credits
    if code == "total":
        return _carried_parts(own) + (_total_parts(own) if own.credits is None else own.credits)
    if code == "net":
        return net_parts(own.tallies)
    if code == "head_to_head":
        return net_parts(met(own, standing.tables))
    if code == "best_round":
        return _best_parts(own)
    return _count_parts(own, code) if code in ("mahjongs", "given") else ()


def _carried_parts(line: Line) -> tuple[Part, ...]:
    return (Part("carried", line.carried, {"round": BEFORE}),) if line.carried else ()


def _total_parts(line: Line) -> tuple[Part, ...]:
    return tuple(part for each in line.tallies for part in (*net_parts([each]), *adjustment_parts([each])))


def _best_parts(line: Line) -> tuple[Part, ...]:
    runs = groupby((each for each in line.tallies if each.table is not None), key=attrgetter("round"))
    rounds = [parts for _number, run in runs if (parts := net_parts(run))]
    return max(rounds, key=lambda parts: sum(part.amount for part in parts), default=())


def _count_parts(line: Line, code: str) -> tuple[Part, ...]:
    counts = ((tally, getattr(tally, code)) for tally in line.tallies)
    return tuple(Part(code, count, {"round": tally.round}) for tally, count in counts if count)


class Placed(Protocol):
    """Say what a sentence about two places needs of each."""

    @property
    def entry(self) -> int:
        """Return the number of the entry."""

    @property
    def decided_by(self) -> str | None:
        """Return the criterion that separated the line from the one before it."""

    @property
    def compared(self) -> Mapping[str, Any]:
        """Return the figures of the criteria that had to be looked at."""


def decision(
    before: Placed,
    after: Placed,
    translate: Callable[[str], str] = str,
    name: Callable[[int], str] = str,
    *,
    season: bool = False,
) -> str | None:
    """Say in one sentence what put a line behind the one before it, None where nothing did.

    `name` gives the name of an entry number; the rounds of a season are called meetings.
    """
    code = after.decided_by
    if code is None:
        return None
    own, other = _differing(after.compared[code], before.compared[code])
    facts = {"own": said(own), "other": said(other)}
    sentences = {**DECISIONS, **DECISIONS_OF_A_SEASON} if season else DECISIONS
    return translate(sentences[code]).format(before=name(before.entry), **facts)


def _differing(own: Any, other: Any) -> tuple[Amount | None, Amount | None]:
    """Return two figures, of figures that are many the first two that differ."""
    if not isinstance(own, tuple):
        return own, other
    return next(pair for pair in zip_longest(own, other) if pair[0] != pair[1])
