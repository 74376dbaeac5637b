"""Doubles, row by row of the tables."""

from typing import Any

import pytest

from scoring import RuleSet, score
from tests.scoring.declaring import names, of_row, rows

ROWS = rows("doubles")


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_it_doubles(row: dict[str, Any], rules: RuleSet) -> None:
    scored = score(of_row(row), rules)

    assert scored.problems == ()
    assert scored.doubles == row["doubles"]
    assert sorted(line.code for line in scored.lines if line.kind == "doubles") == sorted(row["codes"])
    assert scored.value == min((scored.points or 0) << row["doubles"], rules.limit)


def test_it_has_a_row_for_every_line_of_the_table(rules: RuleSet) -> None:
    told = {line.source for row in ROWS for line in score(of_row(row), rules).lines if line.kind == "doubles"}

    assert told == {row.source for row in rules.doubles}
