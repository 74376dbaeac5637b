"""One way to count a hand, what it is worth, and which of several ways is the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.points import NOTHING, Bonus, Lines, pattern_lines, total
from scoring.readings import Group, Reading
from scoring.rules import RuleSet, SpecialRow


class Interpretation(NamedTuple):
    """One way to count a hand: points and doubles of a reading, or a special hand's own value.

    `value` is what is credited, `counted` what it was before the limit.
    """

    value: int
    counted: int
    points: int | None
    doubles: int | None
    special: SpecialRow | None
    reading: Reading
    fishing: bool = False

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """Order by value after the limit, special hand named, table's order, fewer chows (decision 21)."""
        place = self.special.place if self.special else 0
        return self.value, self.special is not None, -place, -self.reading.chows

    def to_json(self) -> dict[str, Any]:
        """Print the interpretation without its lines."""
        return self.figures() | {"reading": reading_json(self.reading)}

    def figures(self) -> dict[str, Any]:
        """Print what comes before the reading."""
        return {
            "value": self.value,
            "points": self.points,
            "doubles": self.doubles,
            "special": self.special.code if self.special else None,
        }


def reading_json(reading: Reading) -> list[dict[str, Any]]:
    """Print the groups of a reading, `completed` by the winning tile, and the tiles in no group."""
    return [*(group_json(each, each is reading.completed) for each in reading.groups), *loose_json(reading)]


def group_json(each: Group, completed: bool) -> dict[str, Any]:
    """Print a group; `completed` only where the winning tile did that."""
    printed = {"group": each.shape, "tiles": list(each.tiles), "concealed": each.concealed}
    return printed | {"completed": True} if completed else printed


def loose_json(reading: Reading) -> list[dict[str, Any]]:
    """Print the tiles in no group as if they were one, where there are any."""
    return [{"group": "tiles", "tiles": list(reading.loose), "concealed": True}] if reading.loose else []


def best_of(found: Sequence[Interpretation]) -> Interpretation:
    """Give the best of some ways to count a hand; of equals the first."""
    return max(found, key=_rank) if len(found) > 1 else found[0]


def beaten_by(best: Interpretation, found: Sequence[Interpretation]) -> tuple[Interpretation, ...]:
    """List the other ways, the better before the worse."""
    return tuple(sorted((way for way in found if way is not best), key=_rank, reverse=True))


def _rank(way: Interpretation) -> tuple[int, bool, int, int]:
    return way.rank


def cut(counted: int, rules: RuleSet) -> int:
    """Cut a count at the limit (decision 3)."""
    limit = rules.limit
    return counted if limit is None or counted <= limit else limit


def ordinary(points: int, doubles: int, reading: Reading, rules: RuleSet) -> Interpretation:
    """Count points and doubles."""
    counted = points << doubles
    return Interpretation(cut(counted, rules), counted, points, doubles, None, reading)


def fixed(row: SpecialRow, reading: Reading, rules: RuleSet, bonus: Bonus = NOTHING) -> Interpretation:
    """Count a special hand at its own value."""
    counted = (row.value or 0) + bonus.apart
    value = counted if row.over_limit else cut(counted, rules)
    return Interpretation(value, counted, None, None, row, reading)


def added(row: SpecialRow, points: int, doubles: int, reading: Reading, rules: RuleSet) -> Interpretation:
    """Add a premium to the ordinary count (decision 14)."""
    counted = (points << doubles) + (row.value or 0)
    return Interpretation(cut(counted, rules), counted, points, doubles, row, reading)


def multiplied(
    row: SpecialRow, points: int, reading: Reading, rules: RuleSet, bonus: Bonus
) -> Interpretation:
    """Count points with a special hand's doubles instead of the ordinary ones."""
    doubles = (row.doubles or 0) + total(also(row, reading, rules, bonus))
    counted = (points << doubles) + bonus.apart
    return Interpretation(cut(counted, rules), counted, points, doubles, row, reading)


def also(row: SpecialRow, reading: Reading, rules: RuleSet, bonus: Bonus) -> Lines:
    """List the doubles of the win and of the whole hand that count beside a special hand's own."""
    doubles = (*bonus.double_lines, *pattern_lines(rules, reading))
    return tuple(each for each in doubles if each.code in row.also)
