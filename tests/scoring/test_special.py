"""Every special hand as winner, as fisher, and nearly."""

from typing import Any

import pytest

from scoring import SPECIAL_NAMES, RuleSet, load_rules, score
from scoring.special import SPECIAL_SHAPES
from tests.scoring.declaring import hand, names, of_row, rows

ROWS = rows("special")


@pytest.mark.parametrize("row", ROWS, ids=names(ROWS))
def test_it_knows_the_hand(row: dict[str, Any], rules: RuleSet) -> None:
    scored = score(of_row(row), rules)

    assert scored.valid is row["valid"]
    assert (scored.value, scored.special) == (row["value"], row["special"])
    assert sorted(scored.waits) == sorted(row.get("waits") or [])


def test_it_is_tried_as_winner_and_nearly_and_as_fisher_where_fishing_pays(rules: RuleSet) -> None:
    roles = {(row["code"], row["role"]) for row in ROWS}
    codes = {row.code for row in rules.special}

    assert codes <= SPECIAL_NAMES.keys()
    assert codes <= SPECIAL_SHAPES.keys()
    assert {code for code, role in roles if role == "winner"} == codes
    assert {code for code, role in roles if role == "near winner"} == codes
    paid = {row.code for row in rules.special if row.fishing or row.fishing_doubles}
    assert {code for code, role in roles if role == "fisher"} == paid


def test_it_explains_a_special_value_in_one_line(rules: RuleSet) -> None:
    scored = score(hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW DW", "discard B1"), rules)

    (line,) = scored.lines
    assert (line.code, line.kind, line.amount) == ("thirteen_wonders", "value", 1000)
    assert line.message == "Thirteen Unique Wonders: 1,000."
    assert len(line.tiles) == 14


def test_it_explains_the_flowers_beside_a_special_hand_in_a_line_of_their_own() -> None:
    pairs = "| B1 B1 B9 B9 C1 C1 WE WE DR DR DG DG DW DW"
    scored = score(hand(pairs, "wall B1", winds="NE", bonus=("F4", "S2")), load_rules("bmja-club"))

    assert [(line.code, line.kind, line.amount) for line in scored.lines] == [
        ("all_pair_honours", "value", 500),
        ("bonus", "value", 16),
    ]


def test_it_explains_purity_by_its_points_and_its_doubles(rules: RuleSet) -> None:
    scored = score(hand("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "last_discard B8"), rules)

    doubles = [(line.code, line.amount) for line in scored.lines if line.kind == "doubles"]
    assert doubles == [("purity", 3), ("last_discard", 1)]
    assert scored.value == (2 + 2 + 4 + 2 + 20) * 2**4


@pytest.mark.parametrize(
    ("tiles", "won", "flags", "doubles"),
    [
        ("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "discard B8", "", ["no_chow"]),
        ("| B2 B2 B2 B4 B4 B4 B5 B5 B5 B8 B8 B8 B1 B1", "last_discard B8", "original_call",
         ["original_call", "last_discard", "no_chow"]),
        ("B2B2B2B2^ | B5 B5 B5 B8 B8 B8 B1 B1 B1 B9 B9", "loose_tile B9", "", ["loose_tile", "no_chow"]),
    ],
)  # fmt: skip
def test_it_adds_the_doubles_of_purity_to_the_others_where_clubs_read_it_so(
    tiles: str, won: str, flags: str, doubles: list[str]
) -> None:
    told = hand(tiles, won, flags=flags)
    added = score(told, load_rules("bmja-tournament", {"purity_mode": "add"}))

    lines = [line.code for line in added.lines if line.kind == "doubles"]
    assert lines == ["purity", *doubles], "decision 46: all but the one for a concealed hand"
    assert (added.special, added.doubles) == ("purity", 3 + len(doubles))
    assert added.value == min((added.points or 0) << (3 + len(doubles)), 1000)


@pytest.mark.parametrize("mode", ["instead", "add"])
def test_it_gives_who_fishes_for_purity_the_same_either_way(mode: str) -> None:
    fisher = hand("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B1 B1", flags="fishing")

    assert score(fisher, load_rules("bmja-tournament", {"purity_mode": mode})).value == 8 * 4


def test_it_gives_the_ordinary_count_where_that_is_more(rules: RuleSet) -> None:
    # Purity doubles three times; no chow, concealed, original call and the last tile make four.
    told = hand("B2B2B2B2^ | B5 B5 B5 B8 B8 B8 B1 B1 B1 B9 B9", "last_wall B9", flags="original_call")
    scored = score(told, rules)

    assert (scored.special, scored.doubles) == (None, 4)
    assert "purity" in {way.special.code for way in scored.beaten if way.special}


def test_it_names_the_special_hand_where_the_count_reaches_the_limit_too(rules: RuleSet) -> None:
    scored = score(hand("DRDRDR DGDGDGDG | DW DW DW WS WS WS C5 C5", "discard C5"), rules)

    assert (scored.value, scored.special) == (1000, "three_great_scholars")
    assert any(way.special is None and way.value == 1000 for way in scored.beaten)


def test_it_gives_a_fisher_the_points_where_they_are_more(rules: RuleSet) -> None:
    fisher = hand("DRDRDRDR^ DGDGDGDG^ DWDWDWDW^ | WS WS WS C5", flags="fishing")
    scored = score(fisher, rules)

    assert (scored.value, scored.special, scored.waits) == (1000, None, ("C5",))
    assert scored.limited


def test_it_counts_the_points_of_a_declared_fisher_who_is_not_one_tile_short(rules: RuleSet) -> None:
    scored = score(hand("B2B2B2 | C1 C4 C7 D1 D4 D7 B5 B9 WE DR", flags="fishing"), rules)

    assert (scored.value, scored.waits) == (2, ())
    assert [note.code for note in scored.notes] == ["not_fishing"]


@pytest.mark.parametrize("flag", ["", "dead_hand", "short_hand"])
def test_it_gives_nothing_for_fishing_to_who_may_not_win(flag: str, rules: RuleSet) -> None:
    tiles = "| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG" + (" DW" if flag != "short_hand" else "")
    scored = score(hand(tiles, flags=f"{flag} fishing" if flag else ""), rules)

    assert (scored.value, scored.special) == (0, None)


@pytest.mark.parametrize(
    ("tiles", "won"),
    [
        ("| C2 C2 C2 C5 C5 C5 C7 C7 C7 WE WE WE C9 C9", "discard C2"),
        ("| B1 B1 B1 B2 B3 B4 B5 B5 B6 B7 B8 B9 B9 B9", "discard B9"),
    ],
)
def test_it_lets_no_claim_complete_a_concealed_pung(tiles: str, won: str, rules: RuleSet) -> None:
    assert score(hand(tiles, won), rules).special is None
    assert score(hand(tiles, won.replace("discard", "wall")), rules).value == 1000


def test_it_takes_kongs_neither_for_buried_treasure_nor_for_gates_of_heaven(rules: RuleSet) -> None:
    scored = score(hand("C2C2C2C2^ | C5 C5 C5 C7 C7 C7 WE WE WE C9 C9", "wall C9"), rules)

    assert scored.special is None


def test_it_takes_all_honours_for_winds_and_dragons_not_for_buried_treasure(rules: RuleSet) -> None:
    scored = score(hand("| WE WE WE WS WS WS WW WW WW DR DR DR DG DG", "wall DG"), rules)

    assert (scored.special, scored.special_any) == ("winds_and_dragons", ())


@pytest.mark.parametrize(
    ("source", "tiles", "won", "special"),
    [
        ("004:254", "B1B1B1 B3B3B3 B5B5B5 | B7 B7 B7 B9 B9", "discard B9", "odd_suit"),
        ("004:254", "C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 C9 C9", "discard C9", "odd_suit"),
        ("004:254", "D1D1D1 D3D3D3 D5D5D5 | D7 D7 D7 D9 D9", "discard D9", "odd_suit"),
        ("004:254", "B1B1B1 B3B3B3 B5B5B5 | B7 B7 B7 B8 B8", "discard B8", None),
        ("004:254", "C1C1C1 C3C3C3 C5C5C5 | C6 C6 C6 C9 C9", "discard C9", None),
        ("004:254", "B1B1B1 C3C3C3 D5D5D5 | B7 B7 B7 B9 B9", "discard B9", None),
        ("004:254", "B1B1B1 B3B3B3 B5B5B5 | B7 B7 B7 WE WE", "discard WE", None),
        ("004:254", "B1B1B1 B3B3B3 B5B5B5 | B7 B7 B7 WW WW", "discard WW", None),
        ("004:258-259", "B1B2B3 B3B4B5 B5B6B7 | B7 B8 B9 B9 B9", "discard B9", "run_ladder"),
        ("004:258-259", "C1C2C3 C3C4C5 C5C6C7 | C7 C8 C9 WE WE", "discard WE", "run_ladder"),
        ("004:258-259", "D1D2D3 D3D4D5 D5D6D7 | D7 D8 D9 DR DR", "discard DR", "run_ladder"),
        ("004:258-259", "B1B2B3 C3C4C5 D5D6D7 | B7 B8 B9 B9 B9", "discard B9", None),
        ("004:258-259", "C1C2C3 C3C4C5 C5C6C7 | C7 C8 C9 B9 B9", "discard B9", None),
    ],
)
def test_it_knows_the_premium_hands_of_one_suit(
    source: str, tiles: str, won: str, special: str | None
) -> None:
    assert score(hand(tiles, won), load_rules("hungarian-premium")).special == special, source
