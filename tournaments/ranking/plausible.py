"""What is worth a look among recorded deals: unusual, and perhaps all in order. Nothing is refused by it.

Pure: played deals in, hints out. Every threshold stands here with its reason; who has looked at a hint, and
what it is called, is for others to say.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from math import comb
from operator import itemgetter
from statistics import median
from typing import NamedTuple

from tournaments.sittings import turn

TEN_TIMES = 10  # a nought too many makes a value ten times what was meant
USUAL_FROM = 12  # values of a kind, before their median says what is usual: fewer swing too much
SO_RARE = 1000  # a pair is striking where chance gives so many or more in one of so many events
PAIR_FROM = 8  # mah-jongs on a discard: of fewer even all from one neighbour happen in most events
COME_AGAIN = 5  # a striking pair is worth another look after so many more
TOO_QUICK = timedelta(seconds=45)  # to build walls, deal and sort 13 tiles each takes longer alone
FEW_DOUBLES = 4  # the own wind and the round wind are two doubles that may come or go
QUICK_RUN = 3  # deals after each other: one may have been kept by a tablet and sent late
DIGIT, SPECIAL, PAIR, QUICK, TWICE = "digit", "special", "pair", "quick", "twice"
KINDS = (DIGIT, TWICE, SPECIAL, PAIR, QUICK)


class Seat(NamedTuple):
    """What a deal was for who sat there: number of the entry, value, special hand, net, won, gave, typed."""

    seat: str
    entry: int
    value: int | None
    special: str
    net: int
    won: bool
    gave: bool
    typed: bool = False


class Played(NamedTuple):
    """A deal as it counts, with the hash of its version.

    `at` is None where no tablet sent it as it was played; `content` is a hash of what was declared, where it
    was asked for (see `may_be_same`), `version` the key of the version.
    """

    round: int
    table: int
    deal: int
    sha256: str
    at: datetime | None
    seats: tuple[Seat, ...]
    content: str = ""
    version: int = 0


class Hint(NamedTuple):
    """Something to look at: its kind, the deals it is about, what was seen, and whom.

    `mark` names it: other versions of its deals make another one.
    """

    kind: str
    deals: tuple[tuple[int, int, int], ...]
    mark: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Limits:
    """What the rules say of values: what every count can be divided by, fixed values, and repeats."""

    step: int = 1
    fixed: frozenset[int] = frozenset()
    repeat_forbidden: bool = False


def hints_of(deals: Sequence[Played], limits: Limits) -> list[Hint]:
    """List what is worth a look among the deals of an event, by kind and then in order of play."""
    ordered = sorted(deals, key=lambda one: (turn(one.round), one.deal, one.table))
    return [
        *_digits(ordered, limits),
        *_twice(ordered),
        *_specials(ordered, limits),
        *_pairs(ordered),
        *_quick(ordered),
    ]


def concerns(hint: Hint, deal: tuple[int, int, int], winners: Sequence[int], givers: Sequence[int]) -> bool:
    """Tell whether a hint is about a deal; one of a pair is about every deal of which both make it up."""
    if hint.kind != PAIR:
        return deal in hint.deals
    return [hint.facts["winner"]] == list(winners) and [hint.facts["giver"]] == list(givers)


def _key(one: Played) -> tuple[int, int, int]:
    return one.round, one.table, one.deal


def _hint(kind: str, deals: Sequence[Played], about: object, **facts: object) -> Hint:
    mark = "-".join([kind, *(one.sha256[:12] for one in deals), str(about)])
    return Hint(kind, tuple(map(_key, deals)), mark, facts)


# ------------------------------------------------------------------ a slipped digit
def _digits(deals: Sequence[Played], limits: Limits) -> Iterator[Hint]:
    """Look at values that were typed: those ten times the usual of their kind, and those no hand comes to."""
    values: dict[bool, list[int]] = defaultdict(list)
    for one in deals:
        for seat in one.seats:
            if seat.typed and seat.value:
                values[seat.won].append(seat.value)
    usual = {won: median(found) for won, found in values.items() if len(found) >= USUAL_FROM}
    for one in deals:
        for seat in (seat for seat in one.seats if seat.typed and seat.value):
            yield from _digit(one, seat, usual.get(seat.won), limits)


def _digit(one: Played, seat: Seat, usual: float | None, limits: Limits) -> Iterator[Hint]:
    value = seat.value or 0
    told = {"entry": seat.entry, "value": value}
    if value % limits.step and value not in limits.fixed:
        near = sorted(_a_digit_off(value, limits), key=lambda other: abs(other - value))
        yield _hint(DIGIT, [one], seat.seat, **told, step=limits.step, near=near[:3])
    elif usual and value >= TEN_TIMES * usual and value not in limits.fixed:
        yield _hint(DIGIT, [one], seat.seat, **told, usual=usual, near=[value // 10])


def _a_digit_off(value: int, limits: Limits) -> set[int]:
    """Give the values that hands come to and that differ by one digit."""
    digits = str(value)
    others = (
        int(digits[:place] + other + digits[place + 1 :])
        for place in range(len(digits))
        for other in "0123456789"
    )
    return {one for one in others if one != value and not one % limits.step}


# ------------------------------------------------------------------ the same again
def _twice(deals: Sequence[Played]) -> Iterator[Hint]:
    """Look at deals that follow each other at a table and were declared alike."""
    for before, one in following_each_other(deals):
        if one.content and one.content == before.content and may_be_same(before, one):
            yield _hint(TWICE, [before, one], "")


def following_each_other(deals: Iterable[Played]) -> Iterator[tuple[Played, Played]]:
    """Pair each deal with the one before it at its table."""
    for played in by_table(deals).values():
        yield from ((before, one) for before, one in pairwise(played) if one.deal == before.deal + 1)


def by_table(deals: Iterable[Played]) -> dict[tuple[int, int], list[Played]]:
    """Gather deals that are in order by their tables."""
    tables: dict[tuple[int, int], list[Played]] = defaultdict(list)
    for one in deals:
        tables[one.round, one.table].append(one)
    return tables


def may_be_same(before: Played, one: Played) -> bool:
    """Tell whether two deals can have been declared alike, so that it is worth reading what was declared.

    The winds pass between them: with its doubles a value may be another one, and nets always may.
    """
    won = [[seat.seat for seat in each.seats if seat.won] for each in (before, one)]
    gave = [[seat.seat for seat in each.seats if seat.gave] for each in (before, one)]
    if not won[0] or won[0] != won[1] or gave[0] != gave[1]:
        return False
    was, now = (max(seat.value or 0 for seat in each.seats if seat.won) for each in (before, one))
    return max(was, now) <= FEW_DOUBLES * min(was, now)


def _specials(deals: Sequence[Played], limits: Limits) -> Iterator[Hint]:
    """Look at a special hand that one player wins with twice running."""
    last: dict[int, tuple[str, Played]] = {}
    for one in deals:
        for seat in (seat for seat in one.seats if seat.won):
            special, before = last.get(seat.entry, ("", None))
            if before is not None and seat.special and seat.special == special:
                told = {"entry": seat.entry, "special": special, "forbidden": limits.repeat_forbidden}
                yield _hint(SPECIAL, [before, one], seat.entry, **told)
            last[seat.entry] = seat.special, one


# ------------------------------------------------------------------ one pair
def _pairs(deals: Sequence[Played]) -> Iterator[Hint]:
    """Look at who wins on the discards of one other far more often than by chance.

    Chance is that each of the others at the table gives the discard as often. The probability of so many or
    more is binomial; it is multiplied by the number of pairs, since somebody is the most striking of all.
    """
    wins, given = defaultdict[int, list[float]](list), Counter[tuple[int, int]]()
    latest: dict[tuple[int, int], Played] = {}
    for one in deals:
        giver = next((seat.entry for seat in one.seats if seat.gave), None)
        winners = [seat.entry for seat in one.seats if seat.won] if giver is not None else []
        if giver is None or len(winners) != 1:
            continue
        wins[winners[0]].append(1 / max(1, len(one.seats) - 1))
        given[winners[0], giver] += 1
        latest[winners[0], giver] = one
    for (winner, giver), many in given.items():
        all_, chance = len(wins[winner]), max(wins[winner])
        if all_ < PAIR_FROM or chance >= 1:
            continue
        rare = 1 / (len(given) * SO_RARE)
        # Most pairs are told by one term of the sum, which takes a hundredth of its time.
        if exactly(many, all_, chance) <= rare and at_least(many, all_, chance) <= rare:
            told = {"winner": winner, "giver": giver, "many": many, "of": all_}
            told["one_in"] = round(1 / at_least(many, all_, chance))
            about = f"{winner}-{giver}-{many // COME_AGAIN}"
            yield Hint(PAIR, (_key(latest[winner, giver]),), f"{PAIR}-{about}", told)


def at_least(many: int, of: int, chance: float) -> float:
    """Give the probability of so many or more out of some, each with a chance."""
    return sum(exactly(k, of, chance) for k in range(many, of + 1))


def exactly(many: int, of: int, chance: float) -> float:
    """Give the probability of just so many."""
    return comb(of, many) * chance**many * (1 - chance) ** (of - many)


# ------------------------------------------------------------------ too quick
def _quick(deals: Iterable[Played]) -> Iterator[Hint]:
    """Look at runs of deals at a table that follow each other more quickly than tiles can be played."""
    for played in by_table(deals).values():
        quick = [False, *(_is_quick(before, one) for before, one in pairwise(played))]
        for is_quick, group in groupby(zip(quick, played, strict=True), key=itemgetter(0)):
            run = [one for _quick, one in group]
            if is_quick and len(run) >= QUICK_RUN:
                yield _hint(QUICK, run, "", many=len(run), seconds=int(TOO_QUICK.total_seconds()))


def _is_quick(before: Played, one: Played) -> bool:
    if before.at is None or one.at is None:
        return False
    return timedelta() <= one.at - before.at < TOO_QUICK
