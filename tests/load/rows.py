"""The table that is printed: each figure, the bar it was to keep, and the other commit's beside it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

WIDTH = 62  # of what a row is called


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of one form of the site; `least` says that the bar is the least of it, not the most."""

    form: str
    point: str  # of the bars: P1 to P7
    name: str
    figure: float
    unit: str = ""
    bar: float | None = None
    least: bool = False

    @property
    def holds(self) -> bool | None:
        """Tell whether the figure keeps its bar; None where there is no bar."""
        if self.bar is None:
            return None
        return self.figure >= self.bar if self.least else self.figure <= self.bar

    @property
    def key(self) -> tuple[str, str, str]:
        """Name the figure, whichever run it is of."""
        return self.form, self.point, self.name


def at(taken: Iterable[float], share: float) -> float:
    """Give the value below which this share of all lies; 0 where there is none."""
    ordered = sorted(taken)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


def ratio(row: Row, other: Row | None) -> float | None:
    """Give how many times the other figure this one is; None where there is nothing to divide by."""
    return row.figure / other.figure if other and other.figure else None


def written(rows: Sequence[Row]) -> str:
    """Write rows as `read` reads them."""
    return json.dumps([asdict(row) for row in rows])


def read(text: str) -> list[Row]:
    """Read what `written` wrote."""
    return [Row(**each) for each in json.loads(text)]


def table(rows: Sequence[Row], beside: Sequence[Row] = ()) -> str:
    """Write the table, each form of the site under its heading; with what another commit came to."""
    others = {row.key: row for row in beside}
    lines = []
    for form in dict.fromkeys(row.form for row in rows):
        lines.append(_heading(form, bool(others)))
        lines += [_line(row, others.get(row.key), bool(others)) for row in rows if row.form == form]
    return "\n".join([*lines, "", verdict(rows)])


def verdict(rows: Sequence[Row]) -> str:
    """Name each bar that was missed."""
    missed = [f"{row.form}: {row.name}" for row in rows if row.holds is False]
    return f"bars missed: {'; '.join(missed)}" if missed else "all bars kept"


def _heading(form: str, has_others: bool) -> str:
    beside = f"{'beside':>12}{'ratio':>9}" if has_others else ""
    return f"\n{form:{WIDTH + 4}}{'figure':>12} {'':5}{'bar':>12}  {'holds':6}{beside}"


def _line(row: Row, other: Row | None, has_others: bool) -> str:
    bar = "" if row.bar is None else f"{'>=' if row.least else '<='} {number(row.bar)}"
    holds = {None: "", True: "yes", False: "NO"}[row.holds]
    figure = f"{row.point:4}{row.name:{WIDTH}}{number(row.figure):>12} {row.unit:5}{bar:>12}  {holds:6}"
    return (figure + (_beside(row, other) if has_others else "")).rstrip()


def _beside(row: Row, other: Row | None) -> str:
    times = ratio(row, other)
    return f"{number(other.figure) if other else '-':>12}{f'{times:.2f}x' if times is not None else '-':>9}"


def number(figure: float) -> str:
    """Write a figure with as many digits as it is worth."""
    if figure == int(figure) or abs(figure) >= 1000:
        return f"{figure:,.0f}"
    return f"{figure:.1f}" if abs(figure) >= 10 else f"{figure:.2f}"
