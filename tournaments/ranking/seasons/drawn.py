"""Chances where the seats of all meetings to come are drawn: everybody drawn comes, in every order.

Whether somebody has won is a matter of pairs: at one table the other may be first and he last. Whether he can
win asks for one outcome that leaves nobody ahead. He is first wherever he sits, since that takes points from
everybody else; a search over the other seats then gives those who might pass him as little as can be.
"""

from collections.abc import Mapping, Sequence
from itertools import starmap
from operator import le
from typing import NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.facts import Facts
from tournaments.ranking.seasons.policy import Policy, shared
from tournaments.ranking.seasons.prospects import ABSENT, First, Prospect, attainable, orders, points_of

MOST_LOOKS = 200_000  # beyond that many states a simulation is the better answer
MOST_SEATS = 6  # at one table: 4,683 orders


class TooMany(Exception):
    """Raised where the outcomes are too many to try."""


Outcome = Mapping[int, Amount]  # what each of a table gets


class _Table(NamedTuple):
    """One table of a meeting to come: who takes a place at it, what a place brings, every outcome."""

    meeting: int
    players: tuple[int, ...]
    credits: tuple[Amount, ...]
    outcomes: tuple[Outcome, ...]


class _Search(NamedTuple):
    """One search: those who might pass, the total they must not exceed, and what each table may bring."""

    risky: Mapping[int, Prospect]
    most: Amount
    options: tuple[tuple[Outcome, ...], ...]
    seen: set[object]


class Drawn:
    """Answers over all outcomes of the tables drawn."""

    def __init__(
        self,
        policy: Policy,
        facts: Facts,
        members: Sequence[Prospect],
        drawn: Sequence[Sequence[Sequence[int]]],
    ) -> None:
        """Take what each member has, and the tables of each remaining meeting."""
        without = {each.number for each in facts.players if each.status in policy.places_without}
        self.tables = [
            _table(policy, at, table, without) for at, meeting in enumerate(drawn) for table in meeting
        ]
        self.coming = {one.number: len(self._own(one)) for one in members}
        self.rivals = [one for one in members if one.qualifies(self.coming[one.number])]

    def _own(self, one: Prospect) -> list[_Table]:
        return [table for table in self.tables if one.number in table.players]

    def _next(self, one: Prospect) -> _Table | None:
        return next((table for table in self._own(one) if table.meeting == 0), None)

    def options(self, one: Prospect) -> Sequence[First]:
        """Return every credit of the table of the next meeting; who is not drawn is absent."""
        table = self._next(one)
        return (ABSENT,) if table is None else table.credits

    def margin(self, one: Prospect, first: First) -> Amount | None:
        """Return the least by which a player is ahead of any rival."""
        if one not in self.rivals:
            return None
        lowest = self._total(one, first, best=False)
        others = (self._against(other, one, first) for other in self.rivals if other != one)
        return min((lowest - highest for highest in others), default=1)

    def _total(self, one: Prospect, first: First, *, best: bool) -> Amount:
        """Return the total with the best or the worst credit of each table, or `first` of the next."""
        own = [table.credits[-1 if best else 0] for table in self._own(one)]
        if first is None or isinstance(first, str):
            return one.total(own)
        return one.total([first, *own[1:]])

    def _against(self, other: Prospect, one: Prospect, first: First) -> Amount:
        """Return the highest total of another, given what `one` gets next."""
        table = self._next(one)
        if table is None or first is None or other.number not in table.players:
            return self._total(other, None, best=True)
        given = [outcome[other.number] for outcome in table.outcomes if outcome[one.number] == first]
        return self._total(other, max(given), best=True)

    def can_win(self, one: Prospect, first: First) -> bool:
        """Look for an outcome that leaves nobody ahead."""
        if one not in self.rivals:
            return False
        most = self._total(one, first, best=True)
        others = [other for other in self.rivals if other != one]
        if any(self._total(other, None, best=False) > most for other in others):
            return False
        risky = {other.number: other for other in others if self._total(other, None, best=True) > most}
        options = [self._left(table, one, first, risky) for table in self.tables]
        ordered = sorted((each for each in options if each != ({},)), key=len)
        return _fits(_Search(risky, most, tuple(ordered), set()), 0, dict.fromkeys(risky, ()))

    def _left(
        self, table: _Table, one: Prospect, first: First, risky: Mapping[int, Prospect]
    ) -> tuple[Outcome, ...]:
        """Return what a table may bring those who might pass; outcomes that bring them more are left out."""
        outcomes = table.outcomes
        if one.number in table.players:
            fixed = table.meeting == 0 and first is not None and not isinstance(first, str)
            own = first if fixed else table.credits[-1]
            outcomes = tuple(outcome for outcome in outcomes if outcome[one.number] == own)
        there = [number for number in table.players if number in risky]
        found = {tuple(outcome[number] for number in there) for outcome in outcomes}
        least = [each for each in found if not any(_is_less(other, each) for other in found)]
        return tuple(dict(zip(there, each, strict=True)) for each in sorted(least))


def _is_less(one: tuple[Amount, ...], other: tuple[Amount, ...]) -> bool:
    return one != other and all(starmap(le, zip(one, other, strict=True)))


def _table(policy: Policy, at: int, table: Sequence[int], without: set[int]) -> _Table:
    players = tuple(number for number in table if number not in without)
    if len(table) > MOST_SEATS:
        raise TooMany
    points = points_of(policy.points_for(len(table)), len(players))
    if list(points) != sorted(points, reverse=True):
        raise TooMany
    gives = policy.attendance_points
    outcomes = tuple(
        {number: shared(points, *place) + gives for number, place in zip(players, order, strict=True)}
        for order in orders(len(players))
    )
    return _Table(at, players, attainable(points, len(players), gives), outcomes)


def _fits(search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]]) -> bool:
    """Tell whether the tables from one on can leave everybody at `most`, after what they got so far."""
    if not _holds(search, at, got):
        return False
    if at == len(search.options):
        return True
    if (state := _state(search, at, got)) in search.seen:
        return False
    search.seen.add(state)
    if len(search.seen) > MOST_LOOKS:
        raise TooMany
    return any(
        _fits(search, at + 1, {**got, **{number: (*got[number], each) for number, each in outcome.items()}})
        for outcome in search.options[at]
    )


def _holds(search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]]) -> bool:
    """Tell whether the least of every table left puts nobody ahead, nor all of them together."""
    left: dict[int, list[Amount]] = {number: [] for number in search.risky}
    for options in search.options[at:]:
        for number in options[0]:
            left[number].append(min(outcome[number] for outcome in options))
    totals = {number: one.total([*got[number], *left[number]]) for number, one in search.risky.items()}
    if any(total > search.most for total in totals.values()):
        return False
    plain = [number for number, one in search.risky.items() if one.counts_all(_all(search, number))]
    room = sum(search.most - totals[number] + sum(left[number]) for number in plain)
    return room >= sum(_together(options, plain) for options in search.options[at:])


def _together(options: Sequence[Outcome], numbers: Sequence[int]) -> Amount:
    """Return the least that these players get at a table together."""
    return min(sum(outcome.get(number, 0) for number in numbers) for outcome in options)


def _state(search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]]) -> object:
    """Return what matters of a state: sums where all results count, else the credits themselves."""
    later = {number for options in search.options[at:] for number in options[0]}
    return at, tuple(
        (number, sum(got[number]) if one.counts_all(_all(search, number)) else tuple(sorted(got[number])))
        for number, one in search.risky.items()
        if number in later
    )


def _all(search: _Search, number: int) -> int:
    return sum(number in options[0] for options in search.options)
