"""A season's policy as a value: what a meeting gives, what of it counts, and who is placed how.

How it is read from what somebody wrote is for `reading`, what contradicts itself for `contradictions`.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.ranking.figures import Amount

SCHEMES = ("net", "table_points", "place_points", "percent")
STATUSES = ("guest", "substitute", "withdrawn")
FORMULAS = ("none", "fixed", "average", "average_of_best", "as_last")
SUBSTITUTES = ("nobody", "fixed", "absent", "himself")
AGGREGATES = ("sum", "mean", "percent")
WAYS = ("best_of", "discards", "discard_every", "rising", "trimmed")
YEARS = ("totals", "places", "meetings")
FINALS = ("periods", "table")
CRITERIA = (
    *("total", "net", "mahjongs", "given", "firsts", "attended", "best_round", "countback", "next_best"),
    *("head_to_head", "lot"),
)
ADDITIVE = ("net", "mahjongs", "firsts", "given")

Rising = tuple[tuple[int, int], ...]


def at(rising: Rising, held: int) -> int | None:
    """Return the figure of the last pair that has begun after `held` meetings, None before the first."""
    begun = bisect_right([first for first, _figure in rising], held)
    return rising[begun - 1][1] if begun else None


@dataclass(frozen=True, slots=True)
class Formula:
    """Say what an evening without play gives: one of FORMULAS with its amount, or how many are meant."""

    formula: str = "none"
    amount: Amount | None = None
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """Say what a reason for absence gives, and to how many absences; see `Formula`."""

    gives: Formula
    most: int | None = None
    attended: bool = False
    attendance_points: bool = False
    discardable: bool = True


@dataclass(frozen=True, slots=True)
class Bonus:
    """Say what each of a fact is worth, of at most so many in a meeting."""

    fact: str
    each: Amount
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Falling:
    """Say points that fall by a step with every place, down to the least."""

    first: Amount
    step: Amount
    least: Amount = 0

    def of(self, place: int) -> Amount:
        """Return the points of a place."""
        return max(self.least, self.first - self.step * (place - 1))


@dataclass(frozen=True, slots=True)
class Every:
    """Say that one more is dropped for every so many meetings beyond a number, `attended` or `held`."""

    every: int
    first: int
    of: str

    def left(self, meetings: int) -> int:
        """Return how many count of so many meetings."""
        return meetings - max(0, (meetings - self.first) // self.every)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """Say how many of the best and of the worst are dropped: a number each, or one `per` so many."""

    best: int = 0
    worst: int = 0
    per: int | None = None

    def ends(self, results: int) -> tuple[int, int]:
        """Return how many are dropped of the best and of the worst; none if nothing would remain."""
        each = None if self.per is None else results // self.per
        best, worst = (self.best, self.worst) if each is None else (each, each)
        return (best, worst) if best + worst < results else (0, 0)


@dataclass(frozen=True, slots=True)
class Choosing:
    """Say which results of a player count: one way of WAYS, or all of them."""

    best_of: int | None = None
    discards: tuple[int, ...] = ()
    discard_every: Every | None = None
    rising: Rising = ()
    trimmed: Trimmed | None = None

    @property
    def given(self) -> tuple[str, ...]:
        """Return the ways that were asked for; more than one contradict each other."""
        return tuple(way for way in WAYS if getattr(self, way) not in (None, ()))

    @property
    def counts_attended(self) -> bool:
        """Tell whether the number that counts follows from what a player attended."""
        return self.discard_every is not None and self.discard_every.of == "attended"

    def wanted(self, held: int, results: int) -> int | None:
        """Return how many of a player's results count, None for all (and for `trimmed`)."""
        if self.best_of is not None:
            return self.best_of
        if self.discards:
            return held - self.discards[min(held, len(self.discards)) - 1] if held else 0
        if self.discard_every is not None:
            return self.discard_every.left(results if self.counts_attended else held)
        return at(self.rising, held) if self.rising else None

    def drops(self, meetings: int) -> bool:
        """Tell whether anything is ever dropped of so many meetings."""
        if self.trimmed is not None:
            return any(any(self.trimmed.ends(held)) for held in range(1, meetings + 1))
        return any(
            (wanted := self.wanted(held, held)) is not None and wanted < held
            for held in range(1, meetings + 1)
        )


@dataclass(frozen=True, slots=True)
class Minimum:
    """Say how many meetings must be attended: a number, per cent of those planned, rising, or as count."""

    number: int = 0
    per_cent: int | None = None
    rising: Rising = ()
    as_counted: bool = False

    @property
    def is_judged_now(self) -> bool:
        """Tell whether the minimum is that of the moment, so that who is below it is not ranked meanwhile."""
        return self.as_counted or bool(self.rising)

    def of(self, held: int, planned: int, choosing: Choosing) -> int:
        """Return the minimum after so many meetings held; `planned` are those that are not void."""
        if self.per_cent is not None:
            return -(-self.per_cent * planned // 100)
        if self.as_counted:
            return (choosing.best_of if choosing.best_of is not None else at(choosing.rising, held)) or 0
        return (at(self.rising, held) or 0) if self.rising else self.number


@dataclass(frozen=True, slots=True)
class Period:
    """Say a run of meetings by the numbers of its first and last."""

    name: str
    first: int
    last: int

    @property
    def numbers(self) -> range:
        """Return the numbers of its meetings."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True)
class Year:
    """Say what the table of the year is made from, and which of it counts."""

    made_from: str
    choosing: Choosing = field(default_factory=Choosing)
    points: tuple[Amount, ...] = ()
    minimum: Minimum = field(default_factory=Minimum)


@dataclass(frozen=True, slots=True)
class Finals:
    """Say who goes on: so many of each period, or of the table."""

    made_from: str
    places: int
    pass_down: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """Say how many go up from a division and down from it."""

    name: str
    up: int = 0
    down: int = 0


@dataclass(frozen=True, slots=True)
class Policy:
    """Say a season's rules; the defaults are those of a season that says nothing about them."""

    credit_scheme: str | None = None
    meetings: int | None = None
    table_points: tuple[Amount, ...] = (4, 2, 1, 0)
    table_points_of: Mapping[int, tuple[Amount, ...]] = field(default_factory=dict)
    place_points: tuple[Amount, ...] | Falling | None = None
    opening: Amount | None = None
    places_without: frozenset[str] = frozenset()
    attendance_points: Amount = 0
    attendance_pro_rata: bool = False
    bonuses: tuple[Bonus, ...] = ()
    penalties: str = "with_meeting"
    wrong_sum: str = "refuse"
    absence: Mapping[str, Code] = field(default_factory=dict)
    rested: Formula = field(default_factory=lambda: Formula("fixed", 0))
    substitute_policy: str = "himself"
    substitute_fixed: Amount | None = None
    members_needed: int = 0
    choosing: Choosing = field(default_factory=Choosing)
    absence_replaces: bool = False
    aggregate: str = "sum"
    divide_by: str = "counted"
    minimum_attendance: Minimum = field(default_factory=Minimum)
    unqualified: str = "unranked"
    criteria: tuple[str, ...] = ("total", "mahjongs", "given")
    figures_of: str = "season"
    periods: tuple[Period, ...] = ()
    year: Year | None = None
    finals: Finals | None = None
    divisions: tuple[Division, ...] = ()
    roll_over: Amount | None = None

    @property
    def longest(self) -> int | None:
        """Return the number of meetings of the longest period, or of the season; None if it is not said."""
        if self.periods:
            return max(len(period.numbers) for period in self.periods)
        return self.meetings

    @property
    def shortest(self) -> int | None:
        """Return the number of meetings of the shortest period, or of the season; None if it is not said."""
        if self.periods:
            return min(len(period.numbers) for period in self.periods)
        return self.meetings

    def fills_with_absence(self, choosing: Choosing) -> bool:
        """Tell whether absences are counted as 0 where too few results are there to count."""
        if self.aggregate == "percent" or (self.aggregate == "mean" and self.divide_by == "counted"):
            return False
        return choosing.trimmed is None and not choosing.counts_attended

    def points_for(self, seats: int) -> tuple[Amount, ...]:
        """Return the points of the places at a table of so many seats; two people in one seat get no more."""
        return self.table_points_of.get(seats, self.table_points)[:seats]


def shared(points: tuple[Amount, ...] | Falling, place: int, sharers: int) -> Amount:
    """Return the mean of the points of the places from `place` on that so many share; 0 beyond a list."""
    if isinstance(points, Falling):
        whole = sum(points.of(each) for each in range(place, place + sharers))
    else:
        whole = sum(points[place - 1 : place - 1 + sharers])
    return plain(Fraction(whole) / sharers) if sharers > 1 else whole


def plain(amount: Amount) -> Amount:
    """Return a whole amount as an integer, which is added far faster than a fraction."""
    return amount.numerator if amount.denominator == 1 else amount
