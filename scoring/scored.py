"""What a hand is worth and why: the answer of the engine, and the lines that explain its best count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.explanation import Line, line
from scoring.interpretations import Interpretation, beaten_by, reading_json
from scoring.points import Bonus, Lines
from scoring.problems import Problem
from scoring.readings import Reading
from scoring.rules import RuleSet, SpecialRow


class ScoredHand(NamedTuple):
    """What a hand is worth and why, or every fault that keeps it from being counted.

    `points` and `doubles` are None for fixed values, `special_any` lists the special hands of the same
    value where there are several, `waits` the kinds a declared fisher waits for, `notes` what a player
    should know though it is no fault.
    """

    problems: tuple[Problem, ...] = ()
    value: int | None = None
    points: int | None = None
    doubles: int | None = None
    special: str | None = None
    special_any: tuple[str, ...] = ()
    limited: bool = False
    lines: Lines = ()
    reading: Reading | None = None
    waits: tuple[str, ...] = ()
    beaten: tuple[Interpretation, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def valid(self) -> bool:
        """Tell whether the hand could be counted."""
        return not self.problems

    def to_json(self) -> dict[str, Any]:
        """Print the result as the command line does; what few results have only where there is some."""
        explained = {
            "lines": [each.to_json() for each in self.lines],
            "reading": reading_json(self.reading) if self.reading else [],
            "waits": list(self.waits),
        }
        return self.figures() | explained | self._rare()

    def figures(self) -> dict[str, Any]:
        """Print what comes before the lines."""
        return {
            "valid": self.valid,
            "errors": [problem.to_json() for problem in self.problems],
            "value": self.value,
            "points": self.points,
            "doubles": self.doubles,
            "special": self.special,
            "limited": self.limited,
        }

    def _rare(self) -> dict[str, Any]:
        rare = {
            "special_any": list(self.special_any),
            "beaten": [each.to_json() for each in self.beaten],
            "notes": [note.code for note in self.notes],
        }
        return {key: value for key, value in rare.items() if value}


def explained(
    best: Interpretation,
    found: Sequence[Interpretation],
    lines: Lines,
    rules: RuleSet,
    waits: tuple[str, ...] = (),
    notes: tuple[Problem, ...] = (),
) -> ScoredHand:
    """Make the answer of the best of the ways found and the lines that explain it."""
    limited = best.counted > best.value
    if limited:
        lines += (line("limit", "value", best.value, rules.sources["limit"], counted=best.counted),)
    return ScoredHand(
        (),
        best.value,
        best.points,
        best.doubles,
        best.special.code if best.special else None,
        _equal_specials(best, found) if best.special else (),
        limited,
        lines,
        best.reading,
        waits,
        beaten_by(best, found) if len(found) > 1 else (),
        notes,
    )


def _equal_specials(best: Interpretation, found: Sequence[Interpretation]) -> tuple[str, ...]:
    rows = {way.special for way in found if way.special is not None and way.value == best.value}
    if len(rows) < 2:
        return ()
    return tuple(row.code for row in sorted(rows, key=lambda row: row.place))


def group_lines(reading: Reading, table: tuple[Lines, ...]) -> Lines:
    """List what the groups of a reading count by a table of lines."""
    lines: Lines = ()
    for each in reading.groups:
        lines += table[each.number]
    return lines


def without_bonus(points: Lines, bonus: Bonus) -> Lines:
    """Leave out the bonus tiles where they count on their own."""
    return tuple(each for each in points if not bonus.apart or each.code != "bonus")


def special_line(best: Interpretation, row: SpecialRow, kind: str, amount: int) -> Line:
    """Explain what a special hand, or fishing for it, is worth."""
    added = kind == "doubles" and "no_chow" in row.also
    sentence = "special fishing" if best.fishing else "special added" if added else "special"
    tiles = sum((each.tiles for each in best.reading.groups), ()) + best.reading.loose
    return line(row.code, kind, amount, row.source, tiles, sentence, special=row.name or row.code)
