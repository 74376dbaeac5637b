"""Rule sets: loading, options, the check of their tables."""

import copy
from typing import Any

import pytest

from scoring import RuleSetError, load_rules, ruleset_ids, score
from scoring.rules import bind, read_table
from scoring.sheet import rules_sheet
from scoring.tables import check_table
from tests.scoring.comparing import add_up
from tests.scoring.declaring import BMJA, hand


def test_it_finds_the_rule_sets() -> None:
    assert "bmja-tournament" in ruleset_ids()


@pytest.mark.parametrize("name", ruleset_ids())
def test_it_finds_nothing_wrong_with_the_tables(name: str) -> None:
    assert check_table(read_table(name)) == []
    assert load_rules(name).id == name


def test_it_fills_in_the_defaults() -> None:
    rules = load_rules("bmja-tournament", {"purity_fishing_doubles": 3})

    assert rules.options["purity_fishing_doubles"] == 3
    assert rules.options["repeat_scope"] == "competition"
    assert rules.options.keys() == rules.option_specs.keys()


def test_it_loads_the_same_rules_once() -> None:
    assert load_rules("bmja-tournament") is load_rules("bmja-tournament", {"only_possible_tile": "2"})


def test_it_tells_other_options_apart_by_hash() -> None:
    plain, other = load_rules("bmja-tournament"), load_rules("bmja-tournament", {"only_possible_tile": 0})

    assert plain.content_hash != other.content_hash
    assert len(plain.content_hash) == 64


@pytest.mark.parametrize(
    ("name", "options", "code"),
    [
        ("bmja", {}, "unknown_ruleset"),
        ("../rules", {}, "unknown_ruleset"),
        ("bmja-tournament", {"colour": 1}, "unknown_option"),
        ("bmja-tournament", {"only_possible_tile": -1}, "bad_option"),
        ("bmja-tournament", {"only_possible_tile": 1_000_001}, "bad_option"),
        ("bmja-tournament", {"purity_fishing_doubles": 100}, "bad_option"),
        ("bmja-tournament", {"only_possible_tile": 2.0}, "bad_option"),
        ("bmja-tournament", {"only_possible_tile": True}, "bad_option"),
        ("bmja-tournament", {"only_possible_tile": "1_0"}, "bad_option"),
        ("bmja-tournament", {"only_possible_tile": None}, "bad_option"),
        ("bmja-tournament", {"penalty_doubles_east": "yes"}, "bad_option"),
        ("bmja-tournament", {"penalty_doubles_east": 1}, "bad_option"),
        ("bmja-tournament", {"repeat_scope": "evening"}, "bad_option"),
    ],
)
def test_it_refuses(name: str, options: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleSetError) as refused:
        load_rules(name, options)

    assert [problem.code for problem in refused.value.problems] == [code]


def test_it_tells_every_wrong_option_at_once() -> None:
    with pytest.raises(RuleSetError) as refused:
        load_rules("bmja-tournament", {"colour": 1, "repeat_scope": 3})

    assert [problem.code for problem in refused.value.problems] == ["unknown_option", "bad_option"]


@pytest.mark.parametrize(
    ("options", "tiles", "won", "flags", "value"),
    [
        ({}, "B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B1 B1", "", "fishing", 8 * 4),
        ({"purity_fishing_doubles": 3}, "B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B1 B1", "", "fishing", 8 * 8),
        ({}, "B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "discard B7", "", 28),
        ({"only_possible_tile": 0}, "B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "discard B7", "", 26),
        ({}, "B2B2B2 C3C3C3 D4D4D4D4 | B6 B7 B8 C8 C8", "loose_tile B6", "", 34 * 2),
        (
            {"wall_points_for_loose_tile": "false"},
            "B2B2B2 C3C3C3 D4D4D4D4 | B6 B7 B8 C8 C8",
            "loose_tile B6",
            "",
            32 * 2,
        ),
        ({}, "| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8", "discard B7", "", 34),
        (
            {"concealed_needs_self_draw": False},
            "| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8",
            "discard B7",
            "",
            34 * 2,
        ),
        ({"concealed_needs_self_draw": False}, "B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "discard B7", "", 28),
        (
            {"concealed_needs_self_draw": False},
            "| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8",
            "wall B7",
            "",
            36 * 2,
        ),
        (
            {"concealed_needs_self_draw": False},
            "| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 C8 C8",
            "",
            "fishing",
            12,
        ),
        ({"concealed_needs_self_draw": False}, "| B2 B2 B2 C1 C4 C7 D1 D4 D7 B5 B9 WE DR", "", "", 4),
        (
            {"claim_completes_concealed_pung": True},
            "| B1 B1 B1 B2 B3 B4 B5 B5 B6 B7 B8 B9 B9 B9",
            "discard B9",
            "",
            1000,
        ),
        (
            {"claim_completes_concealed_pung": True},
            "| C2 C2 C2 C5 C5 C5 C7 C7 C7 WE WE WE C9 C9",
            "discard C2",
            "",
            1000,
        ),
    ],
)
def test_it_counts_by_the_option(
    options: dict[str, Any], tiles: str, won: str, flags: str, value: int
) -> None:
    rules = load_rules("bmja-tournament", options)
    scored = score(hand(tiles, won, flags=flags), rules)

    assert scored.value == value
    add_up(scored, rules)


def test_it_leaves_out_the_rare_polish_hands_where_they_are_not_in_force() -> None:
    assert load_rules("polish-136", {"special_hands": False}).special == ()


def broken(**changes: Any) -> dict[str, Any]:
    """The table with one thing changed: `points__3__code="x"` changes the fourth row; None takes away."""
    table = copy.deepcopy(BMJA)
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() else step for step in path.split("__"))
        place: Any = table
        for step in way:
            place = place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value
    return table


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"limit": None}, "table: limit is missing or not of type int"),
        ({"limit": "1000"}, "table: limit is missing or not of type int"),
        ({"colour": "red"}, "table: unknown key colour"),
        ({"limit": {"option": "colour"}}, "limit: unknown option colour"),
        ({"minimum": {"option": "colour"}}, "minimum: unknown option colour"),
        ({"premium": {"adds": "colour=red", "source": "x"}}, "premium: unknown option colour"),
        ({"tables": {"2": {"seats": ["E"], "chows": 0}}}, "tables.2: source is missing or not of type str"),
        ({"special__2__shape": "pretty"}, "special row 3 (all_pair_honours): unknown shape pretty"),
        ({"doubles__0__who": "winner_or_fishing"}, "doubles row 1 (own_wind): unknown shape own_wind"),
        (
            {"doubles__4__when": "repeat_scope=evening"},
            "doubles row 5 (no_chow): unknown option repeat_scope=evening",
        ),
        ({"points__0__code": "flush"}, "points row 1 (flush): unknown code flush"),
        ({"points__0__of": "green"}, "points row 1 (pung): unknown kind of tiles green"),
        ({"points__0__amount": None}, "points row 1 (pung): amount is missing or no whole amount"),
        ({"points__0__amount": 1.5}, "points row 1 (pung): amount is missing or no whole amount"),
        ({"points__0__amount": "1/3"}, "points row 1 (pung): amount is missing or no whole amount"),
        ({"points__0__amount": "much"}, "points row 1 (pung): amount is missing or no whole amount"),
        ({"points__0__amount": {"option": "colour"}}, "points row 1 (pung): unknown option colour"),
        ({"points__0__source": None}, "points row 1 (pung): source is missing"),
        ({"points__0__when": "colour"}, "points row 1 (pung): unknown option colour"),
        ({"points__0__rank": 1}, "points row 1 (pung): unknown key rank"),
        (
            {"points__0": {"code": "pung", "amount": 2, "source": "x"}},
            "points: no row for exposed pung of minors",
        ),
        ({"points__11__code": "wall"}, "points: no row for mahjong"),
        ({"doubles__4__who": "dealer"}, "doubles row 5 (no_chow): unknown receiver dealer"),
        ({"doubles__4__shape": "pretty"}, "doubles row 5 (no_chow): unknown shape pretty"),
        ({"special__0__code": "royal"}, "special row 1 (royal): unknown code royal"),
        ({"special__0__also": ["royal"]}, "special row 1 (purity): unknown code royal"),
        ({"special__2__value": None}, "special row 3 (all_pair_honours): either value or doubles is needed"),
        (
            {"special__2__fishing": "1/7"},
            "special row 3 (all_pair_honours): fishing is missing or no whole amount",
        ),
        ({"penalties__0__code": "tea"}, "penalties row 1 (tea): unknown code tea"),
        ({"penalties__0__pays": "dealer"}, "penalties row 1 (short_hand): unknown receiver dealer"),
        (
            {"penalties__2__amount": None},
            "penalties row 3 (misnamed_discard): amount is missing or no whole amount",
        ),
        (
            {"penalties__5__east_doubles": {"option": "colour"}},
            "penalties row 6 (false_mahjong_exposed): east_doubles is neither a truth nor an option",
        ),
        ({"penalties__7": None}, "penalties: no row for cannon"),
        ({"settlement__several_winners": None}, "settlement: several_winners is missing or not of type bool"),
        ({"play__start": 0.5}, "play: start is missing or not of type int"),
        ({"repeat__running": None}, "repeat: running is missing or not of type int"),
        ({"sources__limit": None}, "sources: limit is missing"),
        ({"options__only_possible_tile__type": "colour"}, "options.only_possible_tile: unknown type colour"),
        (
            {"options__only_possible_tile__default": "2"},
            "options.only_possible_tile: the default is not of the option's type",
        ),
        ({"options__only_possible_tile__about": ""}, "options.only_possible_tile: about is missing"),
        (
            {"options__repeat_scope__choices": ["session"]},
            "options.repeat_scope: the default is not among the choices",
        ),
    ],
)
def test_it_names_what_is_wrong_with_a_table(changes: dict[str, Any], told: str) -> None:
    problems = [problem.message for problem in check_table(broken(**changes))]

    assert f"The table of the rule set is at fault: {told}." in problems


def test_it_refuses_to_load_a_broken_table(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.toml").write_text('id = "broken"', encoding="utf-8")
    monkeypatch.setattr("scoring.rules.FOLDER", tmp_path)
    monkeypatch.setattr("scoring.rules.ruleset_ids", lambda: ("broken",))

    with pytest.raises(RuleSetError, match="limit is missing"):
        load_rules("broken")


def test_it_binds_plain_truths_too() -> None:
    table = broken(penalties__5__east_doubles=True)

    assert check_table(table) == []
    assert (
        bind(table, load_rules("bmja-tournament").options).penalties["false_mahjong_exposed"].east_doubles
        is True
    )


def test_it_may_leave_purity_without_a_fishing_value() -> None:
    table = broken(special__0__fishing_doubles=None)
    fisher = hand("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B1 B1", flags="fishing")
    scored = score(fisher, bind(table, load_rules("bmja-tournament").options))

    assert (scored.value, scored.special, scored.waits) == (8, None, ("B1", "B8"))


def test_it_prints_every_row_with_its_source() -> None:
    rules = load_rules("bmja-tournament")
    sheet = rules_sheet(rules)

    sources = {row.source for row in (*rules.points, *rules.doubles)}
    sources |= {row.source for row in rules.special} | {row.source for row in rules.penalties.values()}
    assert all(f"[{source}]" in sheet for source in sources)
    assert all(name in sheet for name in rules.options)
