"""A ranking over tournaments by the formulas of MERS, the Mahjong European Ranking System of the EMA.

Sources: mahjong-europe.org/ranking/Basicsranking2018.html (bases, parts A and B, ages), the EMA's papers
"3 MERS" and "4 EMA requirements and guidelines" (weights). They differ at exactly ten countries; here ten are
among those of half a point. Which of two equal results is the better one, no paper says: in part A the later,
in part B the heavier. All of it is exact; only a base is rounded, half a point up, as the EMA prints it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

MOST_BASE = 1000
LEAST_LISTED = 2  # tournaments without which nobody is listed
ALL_OF, SHARE, BEST = 5, Fraction(4, 5), 4  # part A: five and 80 % of the others; part B: the best four
MOST_DAYS, MOST_SUBSTITUTES, QUALIFIES = 3, 3, 1
PLAYERS = ((80, Fraction(1)), (40, Fraction(1, 2)))  # above so many players it weighs so much more
COUNTRIES = ((10, Fraction(1)), (5, Fraction(1, 2)))
YEAR = timedelta(weeks=52)
AGES = ((YEAR, Fraction(1)), (2 * YEAR, Fraction(1, 2)))  # up to so old it counts so much

Say = Callable[[str], str]


class Size(NamedTuple):
    """What a tournament's weight rests on; of its substitutes three are players, too."""

    days: int
    players: int
    substitutes: int = 0
    countries: int = 1
    qualifies: bool = False

    @property
    def counted(self) -> int:
        """Return how many players count."""
        return self.players + min(self.substitutes, MOST_SUBSTITUTES)


def weight(size: Size) -> Fraction:
    """Weigh a tournament: its days, and more for many players, for many countries, for a qualification."""
    days = Fraction(min(max(size.days, 1), MOST_DAYS))
    more = _above(size.counted, PLAYERS) + _above(size.countries, COUNTRIES)
    return days + more + (QUALIFIES if size.qualifies else 0)


def _above(number: int, steps: Iterable[tuple[int, Fraction]]) -> Fraction:
    return next((more for limit, more in steps if number > limit), Fraction(0))


def base(place: int, among: int) -> int:
    """Return what a place among so many is worth: 1000 for the first, 0 for the last."""
    if among < 2:
        raise ValueError(f"place {place} among {among} is no result: nobody was behind or in front")
    return floor(Fraction(MOST_BASE * (among - place), among - 1) + Fraction(1, 2))


def age(day: date, on: date) -> Fraction:
    """Return how much of a tournament still counts: all for 52 weeks, half for 52 more, then nothing."""
    if on < day:
        return Fraction(0)
    return next((factor for limit, factor in AGES if on - day <= limit), Fraction(0))


def room(results: int) -> int:
    """Return how many results part A takes of so many."""
    return ALL_OF + ceil(SHARE * max(0, results - ALL_OF))


class Result(NamedTuple):
    """A place in a tournament, named by its `event`."""

    event: Any
    day: date
    place: int
    among: int
    weight: Fraction

    @property
    def base(self) -> int:
        return base(self.place, self.among)


class Weighed(NamedTuple):
    """A result as it counts on a day, and in which parts."""

    result: Result
    age: Fraction
    in_a: bool
    in_b: bool

    @property
    def factor(self) -> Fraction:
        return self.result.weight * self.age

    def told(self) -> str:
        """Write what it brings into a sum."""
        return f"{self.result.base} × {decimal(self.factor)}"


class Part(NamedTuple):
    """A weighted mean of the best results; those that are `missing` are zeros of weight 1."""

    best: tuple[Weighed, ...]
    missing: int

    @property
    def points(self) -> Fraction:
        return sum((one.result.base * one.factor for one in self.best), Fraction(0))

    @property
    def over(self) -> Fraction:
        return sum((one.factor for one in self.best), Fraction(self.missing))

    @property
    def mean(self) -> Fraction:
        return self.points / self.over

    def told(self) -> str:
        """Write the sum, the division, and what comes out."""
        zeros = [f"{self.missing} × 0"] if self.missing else []
        points = " + ".join([one.told() for one in self.best] + zeros)
        over = " + ".join([decimal(one.factor) for one in self.best] + [str(self.missing)] * bool(zeros))
        return f"({points}) ÷ ({over}) = {places(self.mean)}"


class Score(NamedTuple):
    """What a player has on a day, with the parts that it is made of."""

    a: Part
    b: Part
    weighed: tuple[Weighed, ...]

    @property
    def value(self) -> Fraction:
        return (self.a.mean + self.b.mean) / 2

    @property
    def shown(self) -> str:
        """Write the score as tables print it."""
        return places(self.value)

    def told(self, say: Say) -> tuple[str, str, str]:
        """Say how the score comes about: part A, part B, and both together."""
        a = say("Part A, %(best)s: %(sum)s")
        b = say("Part B, %(best)s: %(sum)s")
        score = say("Score, half of each: ½ × %(a)s + ½ × %(b)s = %(score)s")
        return (
            a % {"best": self._best(self.a, say), "sum": self.a.told()},
            b % {"best": self._best(self.b, say), "sum": self.b.told()},
            score % {"a": places(self.a.mean), "b": places(self.b.mean), "score": self.shown},
        )

    def _best(self, part: Part, say: Say) -> str:
        """Say which results a part takes."""
        told = {"taken": len(part.best), "counted": len(self.weighed), "missing": part.missing}
        if part.missing:
            return say("all %(counted)s and %(missing)s missing, each 0") % told
        return say("the best %(taken)s of %(counted)s") % told


def score(results: Iterable[Result], on: date) -> Score | None:
    """Work out a player's score on a day; None for whoever has fewer than two results that still count."""
    counted = [(one, factor) for one in results if (factor := age(one.day, on))]
    if len(counted) < LEAST_LISTED:
        return None
    most = room(len(counted))
    in_a = sorted(counted, key=lambda pair: (-pair[0].base, -pair[0].day.toordinal()))[:most]
    in_b = sorted(counted, key=lambda pair: (-pair[0].base, -pair[0].weight * pair[1]))[:BEST]
    keys = [{one.event for one, _age in part} for part in (in_a, in_b)]
    weighed = {one.event: Weighed(one, n, *(one.event in part for part in keys)) for one, n in counted}
    a, b = (_part((weighed[one.event] for one, _age in part), n) for part, n in ((in_a, most), (in_b, BEST)))
    return Score(a, b, tuple(weighed.values()))


def _part(best: Iterable[Weighed], most: int) -> Part:
    taken = tuple(best)
    return Part(taken, most - len(taken))


def turns(results: Iterable[Result], through: date) -> list[date]:
    """List the days on which a score becomes another one: results come, count half, and end."""
    listed = list(results)
    starts = (timedelta(), *(limit + timedelta(days=1) for limit, _factor in AGES))
    days = {one.day + start for one in listed for start in starts}
    return sorted(day for day in days if day <= through)


class Turn(NamedTuple):
    """A day on which a score became another one, and which results came, began to count half, and ended."""

    day: date
    score: Score | None
    came: tuple[Result, ...]
    halved: tuple[Result, ...]
    ended: tuple[Result, ...]


def history(results: Sequence[Result], through: date) -> list[Turn]:
    """Follow a player's score from the first result to a day."""
    return [_turn(results, day) for day in turns(results, through)]


def _turn(results: Sequence[Result], day: date) -> Turn:
    before = day - timedelta(days=1)
    moved = [(one, age(one.day, before), age(one.day, day)) for one in results]
    came = tuple(one for one, was, now in moved if now and not was)
    halved = tuple(one for one, was, now in moved if was and now and was != now)
    ended = tuple(one for one, was, now in moved if was and not now)
    return Turn(day, score(results, day), came, halved, ended)


def decimal(number: Fraction) -> str:
    """Write a weight; its quarters have an end as decimals."""
    return f"{float(number):g}"


def places(number: Fraction) -> str:
    """Write a score with two decimals, half a hundredth rounded up."""
    hundredths = floor(number * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"
