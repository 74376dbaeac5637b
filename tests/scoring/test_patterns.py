"""What a table's rows may pay for: each row for its own kind of thing, whatever it is called."""

import copy
from typing import Any

import pytest

from scoring import Hand, RuleSet, load_rules, patterns, score, special
from scoring.rules import bind, read_table
from scoring.tables import check_table
from tests.scoring.declaring import hand

FLOWERED = "bmja-club"


def with_row(
    ruleset: str, section: str, row: dict[str, Any], options: dict[str, Any] | None = None
) -> RuleSet:
    """The rules with one more row in their table."""
    table = copy.deepcopy(read_table(ruleset))
    table[section].append({"source": "a test", **row})
    assert check_table(table) == []
    return bind(table, load_rules(ruleset, options).options)


def figures(told: Hand, rules: RuleSet) -> tuple[int | None, int | None]:
    scored = score(told, rules)
    assert scored.problems == ()
    return scored.points, scored.doubles


@pytest.mark.parametrize("registry", ["PATTERNS", "CIRCUMSTANCES", "COUNTED"])
def test_it_leaves_each_question_to_be_asked_by_its_name(registry: str) -> None:
    asked = getattr(patterns, registry).values()

    assert all(getattr(patterns, question.__name__) is question for question in asked)


def test_it_leaves_each_special_hand_to_be_asked_by_its_name() -> None:
    shapes = special.SPECIAL_SHAPES

    assert all(getattr(special, code) is shape.fits for code, shape in shapes.items())


DRAGONS = "B2B2B2 C3C3C3 D4D4D4 | DG DG DG C8 C8"
PLAIN = "B2B2B2 C3C3C3 D4D4D4 | B6 B6 B6 C8 C8"


@pytest.mark.parametrize("code", ["no_chow", "loose_tile", "own_flower", "concealed"])
def test_it_pays_a_double_for_sets_of_tiles_for_those_alone(code: str) -> None:
    rules = with_row(FLOWERED, "doubles", {"code": code, "of": "dragon", "amount": 3})
    plain = load_rules(FLOWERED)
    for won in ("discard C8", "loose_tile C8"):
        told = hand(PLAIN, won, bonus=("F2", "S1"))
        assert figures(told, rules) == figures(told, plain)
    told = hand(DRAGONS, "discard C8", bonus=("F2",))
    points, doubles = figures(told, plain)
    assert figures(told, rules) == (points, (doubles or 0) + 3)


@pytest.mark.parametrize("code", ["bonus", "no_chow", "wall"])
def test_it_pays_points_for_sets_of_tiles_for_those_alone(code: str) -> None:
    rules = with_row(FLOWERED, "points", {"code": code, "of": "dragon", "amount": 7})
    for text in (PLAIN, DRAGONS):
        told = hand(text, "wall C8", bonus=("F2", "S1"))
        assert figures(told, rules) == figures(told, load_rules(FLOWERED))


@pytest.mark.parametrize("who", ["winner", "winner_or_fishing"])
@pytest.mark.parametrize("section", ["points", "doubles"])
def test_it_refuses_a_row_for_sets_that_not_everybody_is_paid_for(section: str, who: str) -> None:
    table = copy.deepcopy(read_table("bmja-tournament"))
    row = {"code": "no_chow", "of": "dragon", "who": who, "amount": 1, "source": "a test"}
    table[section].append(row)
    (problem,) = check_table(table)

    assert "(no_chow): unknown shape no_chow" in problem.message


def test_it_takes_a_claimed_seventh_pair_for_no_concealed_hand() -> None:
    row = {"code": "concealed", "who": "winner", "amount": 2}
    rules = with_row("hungarian-premium", "doubles", row, {"premium_mode": "add"})
    pairs = "| B1 B1 C2 C2 D3 D3 B5 B5 C6 C6 D7 D7 WE WE"

    assert figures(hand(pairs, "wall WE"), rules) == (22, 2)
    assert figures(hand(pairs, "discard WE"), rules) == (20, 0)


@pytest.mark.parametrize(
    ("tiles", "won", "doubles"),
    [
        ("WEWEWE WSWSWS DRDRDR | DG DG DG WN WN", "discard WN", 4),  # no suit is not one suit
        ("B1B1B1 C9C9C9 D1D1D1 | B9 B9 B9 C1 C1", "discard C1", 1),  # no honours: not of ones and nines with
        ("WEWEWE WSWSWS DRDRDR | DG DG DG DW DW", "discard DW", 4),  # no ones and nines either
    ],
)
def test_it_doubles_the_ordinary_count_of_a_special_hand_too(
    tiles: str, won: str, doubles: int, rules: RuleSet
) -> None:
    scored = score(hand(tiles, won), rules)
    ordinary = [way.doubles for way in scored.beaten if way.special is None]

    assert scored.special is not None
    assert ordinary == [doubles]


def test_it_says_of_which_tile_a_line_speaks_where_it_speaks_of_one(rules: RuleSet) -> None:
    scored = score(hand("B2B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "loose_tile B7"), rules)
    tiles = {line.code: line.tiles for line in scored.lines}

    assert (tiles["mahjong"], tiles["wall"], tiles["loose_tile"]) == ((), ("B7",), ("B7",))
