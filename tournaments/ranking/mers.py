"""A ranking over tournaments by the formulas of MERS, the Mahjong European Ranking System of the EMA.

Sources: mahjong-europe.org/ranking/Basicsranking2018.html (bases, parts A and B, ages), the EMA's papers
"3 MERS" and "4 EMA requirements and guidelines" (weights). They differ at exactly ten countries; here ten are
among those of half a point. Which of two equal results is the better one, no paper says: in part A the later,
in part B the heavier. All of it is exact; only a base is rounded, half a point up, as the EMA prints it.

Weights are counted in quarters (`POINT` of them are one), since half of a half is the least there is: a list
of a thousand players is summed in whole numbers.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

MOST_BASE = 1000
LEAST_LISTED = 2  # tournaments without which nobody is listed
ALL_OF, SHARE, BEST = 5, Fraction(4, 5), 4  # part A: five and 80 % of the others; part B: the best four
POINT, HALF = 4, 2  # of a weight, in quarters
MOST_DAYS, MOST_SUBSTITUTES = 3, 3
PLAYERS = ((80, POINT), (40, HALF))  # above so many players it weighs so much more
COUNTRIES = ((10, POINT), (5, HALF))
YEAR = timedelta(weeks=52)
WHOLE = 2  # halves of a result that counts as it was
AGES = ((YEAR, WHOLE), (2 * YEAR, 1))  # up to so old so many halves of it count
STARTS = (timedelta(), *(limit + timedelta(days=1) for limit, _halves in AGES))  # whole, half, no more
MOVES = range(len(STARTS))

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


def weight(size: Size) -> int:
    """Weigh a tournament, in quarters: its days, and more for many players, countries, a qualification."""
    days = min(max(size.days, 1), MOST_DAYS)
    more = _above(size.counted, PLAYERS) + _above(size.countries, COUNTRIES)
    return POINT * (days + size.qualifies) + more


def _above(number: int, steps: Iterable[tuple[int, int]]) -> int:
    return next((more for limit, more in steps if number > limit), 0)


def base(place: int, among: int) -> int:
    """Return what a place among so many is worth: 1000 for the first, 0 for the last."""
    if among < 2:
        raise ValueError(f"place {place} among {among} is no result: nobody was behind or in front")
    return (2 * MOST_BASE * (among - place) + among - 1) // (2 * (among - 1))


def age(day: date, on: date) -> int:
    """Return how many halves of a tournament count: both for 52 weeks, one for 52 more, then none."""
    if on < day:
        return 0
    return next((halves for limit, halves in AGES if on - day <= limit), 0)


def room(results: int) -> int:
    """Return how many results part A takes of so many."""
    return ALL_OF + ceil(SHARE * max(0, results - ALL_OF))


class Result(NamedTuple):
    """A place in a tournament, named by its `event`."""

    event: Any
    day: date
    place: int
    among: int
    weight: int

    @property
    def base(self) -> int:
        return base(self.place, self.among)


class Weighed(NamedTuple):
    """A result as it counts on a day: its weight by its age in quarters, and in which parts it is."""

    result: Result
    age: int
    base: int
    factor: int
    in_a: bool
    in_b: bool

    @property
    def is_whole(self) -> bool:
        return self.age == WHOLE

    def told(self) -> str:
        """Write what it brings into a sum."""
        return f"{self.base} × {decimal(self.factor)}"


class Part(NamedTuple):
    """A weighted mean of the best results, `points` over `over` in quarters; each `missing` one is a zero."""

    best: tuple[Weighed, ...]
    missing: int
    points: int
    over: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.points, self.over)

    def told(self) -> str:
        """Write the sum, the division, and what comes out."""
        zeros = [f"{self.missing} × 0"] if self.missing else []
        points = " + ".join([one.told() for one in self.best] + zeros)
        over = " + ".join([decimal(one.factor) for one in self.best] + [str(self.missing)] * bool(zeros))
        return f"({points}) ÷ ({over}) = {places(self.mean)}"


class Score(NamedTuple):
    """What a player has on a day, with the parts that it is made of."""

    value: Fraction
    a: Part
    b: Part
    weighed: tuple[Weighed, ...]

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
    counted = [(one, halves) for one in results if (halves := age(one.day, on))]
    if len(counted) < LEAST_LISTED:
        return None
    known = [Weighed(one, n, one.base, one.weight * n // WHOLE, False, False) for one, n in counted]
    most = room(len(known))
    a = _part(sorted(known, key=lambda one: (one.base, one.result.day), reverse=True), most)
    b = _part(sorted(known, key=lambda one: (one.base, one.factor), reverse=True), BEST)
    weighed = tuple(one._replace(in_a=one in a.best, in_b=one in b.best) for one in known)
    return Score(Fraction(a.points * b.over + b.points * a.over, 2 * a.over * b.over), a, b, weighed)


def _part(ordered: Sequence[Weighed], most: int) -> Part:
    best = tuple(ordered[:most])
    missing = most - len(best)
    points = sum(one.base * one.factor for one in best)
    return Part(best, missing, points, sum(one.factor for one in best) + POINT * missing)


class Turn(NamedTuple):
    """A day on which a score became another one, and which results came, began to count half, and ended."""

    day: date
    score: Score | None
    came: tuple[Result, ...]
    halved: tuple[Result, ...]
    ended: tuple[Result, ...]


def history(results: Iterable[Result], through: date) -> list[Turn]:
    """Follow a player's score from the first result to a day, by the days on which it became another one."""
    moved: dict[date, list[tuple[Result, int]]] = defaultdict(list)
    for one in results:
        for move, start in enumerate(STARTS):
            moved[one.day + start].append((one, move))
    counted, told = list[Result](), []
    for day in sorted(day for day in moved if day <= through):
        came, halved, ended = ([one for one, which in moved[day] if which == move] for move in MOVES)
        counted = [one for one in counted if one not in ended] + came
        told.append(Turn(day, score(counted, day), tuple(came), tuple(halved), tuple(ended)))
    return told


def decimal(quarters: int) -> str:
    """Write a weight as a decimal number."""
    return f"{quarters / POINT:g}"


def places(number: Fraction) -> str:
    """Write a score with two decimals, half a hundredth rounded up."""
    hundredths = floor(number * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"
