"""Every fault of a declared hand: its code, its sentence, and none that merely follows."""

from typing import Any

import pytest

from scoring import SENTENCES, Counted, RuleSet, score
from tests.scoring.declaring import hand, names, of_row, rows

ROWS = rows("faults")


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_it_finds_exactly(row: dict[str, Any], rules: RuleSet) -> None:
    scored = score(of_row(row), rules, players=row.get("players", 4))

    assert sorted(problem.code for problem in scored.problems) == sorted(row["codes"])
    assert scored.valid is (not row["codes"])
    assert all("{" not in problem.message for problem in scored.problems)


def test_it_says_a_fault_in_the_words_of_the_table(rules: RuleSet) -> None:
    told = hand("WEWEWE DWDWDW C4C4C4 | D7 D7 D7 WE WE", "discard WE")
    (problem,) = score(told, rules).problems

    assert problem.message == "The hand holds 5 × East wind; there are only four."
    assert problem.tiles == ("WE",) * 5
    assert problem.template == SENTENCES["too_many_of_kind"]


def test_it_prints_nothing_but_the_faults_of_a_hand_that_is_not_valid(rules: RuleSet) -> None:
    result = score(hand("| B1", "discard B1"), rules).to_json()

    assert result["valid"] is False
    assert (result["value"], result["lines"], result["reading"]) == (None, [], [])


@pytest.mark.parametrize(("points", "valid"), [(0, True), (1000, True), (-1, False), (1001, False)])
def test_it_takes_a_counted_value_up_to_the_limit(points: int, valid: bool, rules: RuleSet) -> None:
    scored = score(Counted(points), rules)

    assert scored.valid is valid
    assert scored.value == (points if valid else None)
    assert [problem.code for problem in scored.problems] == ([] if valid else ["points_out_of_range"])


@pytest.mark.parametrize(
    ("previous", "refused"),
    [
        (("purity", "purity"), True),
        ((None, "purity", "purity"), True),
        (("purity",), False),
        (("purity", None, "purity"), False),
        (("purity", "purity", None), False),
        (("knitting", "purity"), False),
    ],
)
def test_it_refuses_the_same_special_hand_three_times_running(
    previous: tuple[str | None, ...], refused: bool, rules: RuleSet
) -> None:
    told = hand("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "wall B8", previous=previous)
    scored = score(told, rules)

    assert [problem.code for problem in scored.problems] == (["special_hand_repeated"] if refused else [])


def test_it_offers_the_best_other_count_of_a_repeated_special_hand(rules: RuleSet) -> None:
    told = "B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1"
    (problem,) = score(hand(told, "wall B8", previous=("purity", "purity")), rules).problems

    assert problem.facts["alternative"]["value"] == 34 * 2
    assert problem.facts["alternative"]["special"] is None
    assert problem.message.startswith("Purity would be")


def test_it_counts_a_hand_without_the_special_hand_its_player_waives(rules: RuleSet) -> None:
    told = "B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1"
    scored = score(hand(told, "wall B8", previous=("purity", "purity"), waived=("purity",)), rules)

    assert (scored.value, scored.special) == (34 * 2, None)
