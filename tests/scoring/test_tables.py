"""Every row of every rule set's table, and every worked example of the sources."""

from typing import Any

import pytest

from scoring import Hand, RuleSet, load_rules, ruleset_ids, score
from tests.scoring.comparing import add_up
from tests.scoring.declaring import hand, names, of_row, rows

ROWS = rows("tables")
BMJA = rows("points") + rows("doubles")
JUNK = "C1 C4 C7 D1 D4 D7 B5 B9 WE DR"
HALF = {"hungarian-classic": 2}
"""Kongs are worth twice the pung there, four times elsewhere."""
RULESETS = ruleset_ids()


def of_table(row: dict[str, Any]) -> RuleSet:
    return load_rules(row["ruleset"], row.get("options"))


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_it_counts_by_the_table(row: dict[str, Any]) -> None:
    rules = of_table(row)
    scored = score(of_row(row), rules)

    assert [problem.code for problem in scored.problems] == row.get("codes", [])
    assert (scored.points, scored.doubles, scored.value, scored.special) == (
        row["points"],
        row["doubles"],
        row["value"],
        row.get("special"),
    )
    assert list(scored.waits) == row.get("waits", [])
    assert [note.code for note in scored.notes] == row.get("notes", [])
    if scored.valid:
        add_up(scored, rules)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("laid", "rack", "points"),
    [
        ("B2B2B2", JUNK, 2),
        ("", f"B2 B2 B2 {JUNK}", 4),
        ("B1B1B1", JUNK, 4),
        ("", f"B1 B1 B1 {JUNK}", 8),
        ("WNWNWN", JUNK, 4),
        ("B2B2B2B2", JUNK, 8),
        ("B2B2B2B2^", JUNK, 16),
        ("WNWNWNWN", JUNK, 16),
        ("WNWNWNWN^", JUNK, 32),
    ],
)
def test_it_counts_the_base_points(ruleset: str, laid: str, rack: str, points: int) -> None:
    scored = score(hand(f"{laid} | {rack}"), load_rules(ruleset))

    assert scored.points == points // (HALF.get(ruleset, 1) if len(laid.rstrip("^")) == 8 else 1)
    assert scored.value == scored.points


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("pair", "winds", "points", "in_hungary"),
    [("DW", "SW", 2, 2), ("WS", "SW", 2, 2), ("WW", "SW", 2, 0), ("WS", "SS", 4, 2), ("WN", "SW", 0, 0)],
)
def test_it_counts_the_pairs(ruleset: str, pair: str, winds: str, points: int, in_hungary: int) -> None:
    told = hand(f"B2B2B2 | {pair} {pair} {JUNK[6:]}", winds=winds)

    expected = in_hungary if ruleset.startswith("hungarian") else points
    assert score(told, load_rules(ruleset)).points == 2 + expected


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("tile", "winds", "doubles", "in_hungary"),
    [("DW", "SW", 1, 1), ("WS", "SW", 1, 1), ("WW", "SW", 1, 0), ("WS", "SS", 2, 1), ("WN", "SW", 0, 0)],
)
def test_it_doubles_for_the_sets(ruleset: str, tile: str, winds: str, doubles: int, in_hungary: int) -> None:
    scored = score(hand(f"{tile * 3} | {JUNK}", winds=winds), load_rules(ruleset))

    assert scored.doubles == (in_hungary if ruleset.startswith("hungarian") else doubles)


@pytest.mark.parametrize("row", BMJA, ids=names(BMJA))
def test_it_counts_in_the_club_as_in_the_tournament(row: dict[str, Any]) -> None:
    club, tournament = (score(of_row(row), load_rules(f"bmja-{where}")) for where in ("club", "tournament"))

    assert (club.value, club.points, club.doubles) == (
        tournament.value,
        tournament.points,
        tournament.doubles,
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_pays_for_every_line_of_the_table(ruleset: str) -> None:
    told = {
        (line.kind, line.code, line.source)
        for options, each in declared(ruleset)
        for line in score(each, load_rules(ruleset, options)).lines
    }
    options = {"dragon_own_wind_double": "whole_hand"} if ruleset == "hungarian-premium" else {}
    for rules in (load_rules(ruleset), load_rules(ruleset, options)):
        assert {(row.kind, row.code, row.source) for row in (*rules.points, *rules.doubles)} <= told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_names_every_special_hand_of_the_table(ruleset: str) -> None:
    named = {
        (scored.special, each.is_winner)
        for options, each in declared(ruleset)
        for scored in [score(each, load_rules(ruleset, options))]
    }
    rules = load_rules(ruleset)

    assert {(row.code, True) for row in rules.special} <= named
    assert {(row.code, False) for row in rules.special if row.fishing} <= named


def declared(ruleset: str) -> list[tuple[dict[str, Any], Hand]]:
    """All hands of the case files that are counted by a rule set, with their options."""
    golden = "golden_hands" if ruleset == "bmja-tournament" else f"golden_hands_{ruleset}"
    found: list[tuple[dict[str, Any], Hand]] = []
    for row in rows(golden):
        given = {key: value for key, value in row["input"].items() if key != "ruleset"}
        found.append(({}, Hand.from_json(given)))
    found += [(row.get("options", {}), of_row(row)) for row in ROWS if row["ruleset"] == ruleset]
    if ruleset.startswith("bmja"):
        found += [({}, of_row(row)) for row in BMJA]
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_has_flowers_and_goulashes_where_the_rules_do(ruleset: str) -> None:
    flowered = hand(f"B2B2B2 | {JUNK}", bonus=("F1",))
    goulash = hand(f"B2B2B2 | {JUNK}", flags="goulash")
    scored = [score(each, load_rules(ruleset)) for each in (flowered, goulash)]
    codes = [{problem.code for problem in each.problems} for each in scored]

    with_flowers = ruleset == "bmja-club" or ruleset.startswith("hungarian")
    assert codes[0] == (set() if with_flowers else {"bonus_not_allowed"})
    assert codes[1] == (set() if ruleset == "bmja-club" else {"goulash_not_allowed"})
