"""Where a policy contradicts itself: every fault at once, each with what would do instead.

What cannot be read is for `reading`, the facts of a season for `facts`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.faults import Fault
from tournaments.ranking.seasons.policy import Choosing, Falling, Minimum, Policy, Rising, Year

Faults = Iterator[Fault]


def contradictions(policy: Policy, members: int | None = None) -> tuple[Fault, ...]:
    """Return every fault of a policy, none twice; `members` is how many there are, if that is known."""
    found = (fault for look in LOOKS for fault in look(policy))
    return tuple(dict.fromkeys((*found, *_members(policy, members))))


def _scheme(policy: Policy) -> Faults:
    if policy.credit_scheme is None:
        yield Fault("credit_scheme_missing", "credit_scheme")
    if not policy.table_points:
        yield Fault("points_missing", "table_points")
    if not all(policy.table_points_of.values()):
        yield Fault("points_missing", "table_points_of")
    nothing = policy.place_points is None and policy.credit_scheme == "place_points"
    if nothing or policy.place_points == ():
        yield Fault("points_missing", "place_points")
    if policy.year is not None and policy.year.made_from == "places" and not policy.year.points:
        yield Fault("points_missing", "year")


def _points(policy: Policy) -> Faults:
    if _rise(policy.table_points):
        yield Fault("points_rise", "table_points")
    if any(map(_rise, policy.table_points_of.values())):
        yield Fault("points_rise", "table_points_of")
    placed = policy.place_points
    if placed.step < 0 if isinstance(placed, Falling) else _rise(placed or ()):
        yield Fault("points_rise", "place_points")
    if policy.year is not None and _rise(policy.year.points):
        yield Fault("points_rise", "year")


def _rise(points: Sequence[Amount]) -> bool:
    return any(better < worse for better, worse in pairwise(points))


def _ways(policy: Policy) -> Faults:
    yield from _choosing(policy.choosing, policy.shortest, None)
    if policy.year is not None and policy.year.made_from == "meetings":
        yield from _choosing(policy.year.choosing, policy.meetings, "year")


def _choosing(choosing: Choosing, meetings: int | None, place: str | None) -> Faults:
    """Look at ways of choosing; `place` is the key they stand under, None if they are keys themselves."""
    if len(choosing.given) > 1:
        yield Fault("choose_twice", place or choosing.given[1])
    if choosing.best_of is not None and choosing.best_of < 1:
        yield Fault("best_of_below_one", place or "best_of")
    for key, most in (("best_of", choosing.best_of), ("rising", _highest(choosing.rising))):
        if meetings is not None and most is not None and most > meetings:
            yield Fault("best_of_above_meetings", place or key, {"most": meetings})
    yield from _discards(choosing, meetings, place)
    if _falls(choosing.rising):
        yield Fault("rising_falls", place or "rising")
    if _takes_all(choosing, meetings):
        yield Fault("trimmed_takes_all", place or "trimmed")


def _discards(choosing: Choosing, meetings: int | None, place: str | None) -> Faults:
    if any(later < earlier for earlier, later in pairwise(choosing.discards)):
        yield Fault("discards_fall", place or "discards")
    if any(figure >= held for held, figure in enumerate(choosing.discards, 1)):
        yield Fault("discards_take_all", place or "discards")
    every = choosing.discard_every
    last = meetings or (every.first + 1 if every is not None else 0)
    if every is not None and any(every.left(held) < 1 for held in range(1, last + 1)):
        yield Fault("discards_take_all", place or "discard_every")


def _highest(rising: Rising) -> int | None:
    return max((figure for _first, figure in rising), default=None)


def _falls(rising: Rising) -> bool:
    return any(first >= later or figure > higher for (first, figure), (later, higher) in pairwise(rising))


def _takes_all(choosing: Choosing, meetings: int | None) -> bool:
    trimmed = choosing.trimmed
    if trimmed is None:
        return False
    if trimmed.per is not None:
        return trimmed.per < 3
    return meetings is not None and trimmed.best + trimmed.worst >= meetings


def _minimums(policy: Policy) -> Faults:
    yield from _minimum(policy.minimum_attendance, policy.choosing, policy.shortest, "minimum_attendance")
    if policy.year is not None:
        yield from _minimum(policy.year.minimum, policy.year.choosing, policy.meetings, "year")


def _minimum(minimum: Minimum, choosing: Choosing, meetings: int | None, key: str) -> Faults:
    above = meetings is not None and minimum.number > meetings
    if above or (minimum.per_cent or 0) > 100:
        yield Fault("minimum_above_meetings", key, {"most": meetings if above else "100%"})
    rising = choosing.rising if minimum.as_counted and choosing.best_of is None else minimum.rising
    if any(figure > max(0, first) for first, figure in rising):
        yield Fault("minimum_above_held", key)
    if _falls(minimum.rising):
        yield Fault("rising_falls", key)
    if minimum.as_counted and choosing.best_of is None and not choosing.rising:
        yield Fault("minimum_as_counted_of_all", key)


def _aggregate(policy: Policy) -> Faults:
    if policy.credit_scheme == "percent" and policy.aggregate == "sum":
        yield Fault("sum_of_percent", "aggregate")
    if policy.aggregate == "percent":
        yield from _ratio(policy)
    numbered = policy.choosing.given and policy.choosing.trimmed is None
    if policy.divide_by == "wanted" and (policy.aggregate != "mean" or not numbered):
        yield Fault("divide_by_idle", "divide_by")


def _ratio(policy: Policy) -> Faults:
    if policy.credit_scheme not in ("percent", None):
        yield Fault("percent_without_opening", "aggregate")
    if policy.attendance_points or policy.bonuses or policy.penalties == "with_meeting":
        yield Fault("percent_with_points", "aggregate")
    coded = any(code.gives.formula != "none" for code in policy.absence.values())
    if coded or policy.absence_replaces or policy.substitute_policy == "fixed":
        yield Fault("percent_with_points", "absence")


def _incomplete(policy: Policy) -> Faults:
    if policy.attendance_pro_rata and not policy.attendance_points:
        yield Fault("pro_rata_of_nothing", "attendance_pro_rata")
    given = [("absence", code.gives) for code in policy.absence.values()] + [("rested", policy.rested)]
    for key, each in given:
        fixed, of_best = each.formula == "fixed", each.formula == "average_of_best"
        if fixed != (each.amount is not None) or of_best != (each.of is not None):
            yield Fault("formula_incomplete", key)
    if (policy.substitute_policy == "fixed") != (policy.substitute_fixed is not None):
        yield Fault("substitute_fixed", "substitute_fixed")


def _members(policy: Policy, members: int | None) -> Faults:
    if members is not None and policy.members_needed > members:
        yield Fault("members_needed_above_members", "members_needed", {"most": members})


def _criteria(policy: Policy) -> Faults:
    if len(set(policy.criteria)) < len(policy.criteria):
        yield Fault("criterion_twice", "criteria")
    if "total" not in policy.criteria:
        yield Fault("criteria_without_total", "criteria")
    if "next_best" in policy.criteria and not _drops(policy):
        yield Fault("criterion_idle", "criteria")


def _drops(policy: Policy) -> bool:
    if _some_dropped(policy.choosing, policy.longest):
        return True
    if policy.year is None or policy.year.made_from == "meetings":
        return policy.year is not None and _some_dropped(policy.year.choosing, policy.meetings)
    return policy.year.choosing.best_of is not None and policy.year.choosing.best_of < len(policy.periods)


def _some_dropped(choosing: Choosing, meetings: int | None) -> bool:
    """Tell whether anything can be dropped; a plan that is not said is long enough."""
    if len(choosing.given) != 1 or meetings is None:
        return bool(choosing.given)
    return choosing.drops(meetings)


def _periods(policy: Policy) -> Faults:
    numbers = [number for period in policy.periods for number in period.numbers]
    if len(set(numbers)) < len(numbers):
        yield Fault("periods_overlap", "periods")
    if policy.periods and not set(range(1, (policy.meetings or max(numbers)) + 1)) <= set(numbers):
        yield Fault("meeting_without_period", "periods")
    if policy.year is not None:
        yield from _year(policy, policy.year)
    if policy.finals is not None and policy.finals.made_from == "periods" and not policy.periods:
        yield Fault("finals_without_periods", "finals")


def _year(policy: Policy, year: Year) -> Faults:
    if not policy.periods:
        yield Fault("year_without_periods", "year")
    if year.made_from == "meetings":
        return
    best_of = year.choosing.best_of
    if best_of is not None and best_of < 1:
        yield Fault("best_of_below_one", "year")
    if best_of is not None and policy.periods and best_of > len(policy.periods):
        yield Fault("best_of_above_meetings", "year", {"most": len(policy.periods)})


def _divisions(policy: Policy) -> Faults:
    if policy.divisions and policy.periods:
        yield Fault("divisions_with_periods", "divisions")
    unequal = any(upper.down != lower.up for upper, lower in pairwise(policy.divisions))
    if policy.divisions and (unequal or policy.divisions[0].up or policy.divisions[-1].down):
        yield Fault("promotion_unequal", "divisions")


LOOKS: Sequence[Callable[[Policy], Faults]] = (
    *(_scheme, _points, _ways, _minimums, _aggregate, _incomplete, _criteria, _periods, _divisions),
)
