"""Chances where the seats of all meetings to come are drawn: everybody drawn comes, in every order.

Whether somebody has won is a matter of pairs: at one table the other may be first and he last. Whether he can
win asks for one outcome that leaves nobody ahead. He is first wherever he sits, since that takes points from
everybody else; a search over the other seats then gives those who might pass him as little as can be.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from operator import le
from typing import NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.facts import Facts
from tournaments.ranking.seasons.policy import Policy, shared
from tournaments.ranking.seasons.prospects import ABSENT, First, Prospect, attainable, orders, points_of

MOST_LOOKS = 100_000  # outcomes of one situation that are looked at; beyond them, a simulation
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
    """One search: those who might pass, the total they must not exceed, and what each table may bring.

    For each table, `least` has what each gets at it and at all later ones if he gets the least, `together`
    what those of whom all results count, the `plain` ones, get at it at least among them.
    """

    risky: Mapping[int, Prospect]
    most: Amount
    options: tuple[tuple[Outcome, ...], ...]
    plain: frozenset[int]
    least: tuple[Mapping[int, tuple[Amount, ...]], ...]
    together: tuple[Amount, ...]
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
        self.looks = 0
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
        search, nothing = _search(risky, most, ordered), dict.fromkeys(risky, ())
        caps = [most - risky[number].total(()) for number in search.plain]
        room = sum(caps) - sum(search.together)
        return room >= 0 and _holds(search, 0, nothing, risky) and self._fits(search, 0, nothing, room)

    def _fits(self, search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]], room: Amount) -> bool:
        """Tell whether the tables from one on can leave everybody at `most`, after what they got so far.

        `room` is how much those of whom all counts may get more than they have to, all of them together.
        """
        if at == len(search.options):
            return True
        if (state := _state(search, at, got)) in search.seen:
            return False
        search.seen.add(state)
        for outcome in search.options[at]:
            self.looks += 1
            if self.looks > MOST_LOOKS:
                raise TooMany
            left = room - sum(outcome[one] for one in search.plain & outcome.keys()) + search.together[at]
            after = {**got, **{one: (*got[one], each) for one, each in outcome.items()}}
            if (
                left >= 0
                and _holds(search, at + 1, after, outcome)
                and self._fits(search, at + 1, after, left)
            ):
                return True
        return False

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


def _search(risky: Mapping[int, Prospect], most: Amount, options: Sequence[tuple[Outcome, ...]]) -> _Search:
    """Begin a search: what may come of all tables from each one on is worked out once, from the last."""
    coming = {number: sum(number in each[0] for each in options) for number in risky}
    plain = frozenset(number for number, one in risky.items() if one.counts_all(coming[number]))
    least: list[dict[int, tuple[Amount, ...]]] = [dict.fromkeys(risky, ())]
    for outcomes in reversed(options):
        lows = {one: (min(each[one] for each in outcomes),) for one in outcomes[0]}
        least.append({one: lows.get(one, ()) + later for one, later in least[-1].items()})
    together = tuple(min(sum(each[one] for one in plain & each.keys()) for each in own) for own in options)
    return _Search(risky, most, tuple(options), plain, tuple(least[::-1]), together, set())


def _holds(search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]], numbers: Iterable[int]) -> bool:
    """Tell whether the least of every table left puts none of these ahead."""
    return all(search.risky[one].total((*got[one], *search.least[at][one])) <= search.most for one in numbers)


def _state(search: _Search, at: int, got: Mapping[int, tuple[Amount, ...]]) -> object:
    """Return what matters of a state: sums where all results count, else the credits themselves."""
    return at, tuple(
        sum(got[number]) if number in search.plain else tuple(sorted(got[number]))
        for number, later in search.least[at].items()
        if later
    )
