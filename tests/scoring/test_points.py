"""Base points, row by row of the tables."""

from typing import Any

import pytest

from scoring import RuleSet, score
from tests.scoring.declaring import names, of_row, rows

ROWS = rows("points")


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_it_counts(row: dict[str, Any], rules: RuleSet) -> None:
    scored = score(of_row(row), rules)

    assert scored.problems == ()
    assert scored.points == row["points"]
    assert sum(line.amount for line in scored.lines if line.kind == "points") == row["points"]


def test_it_has_a_row_for_every_line_of_the_table(rules: RuleSet) -> None:
    told = {line.source for row in ROWS for line in score(of_row(row), rules).lines if line.kind == "points"}

    assert told == {row.source for row in rules.points}
