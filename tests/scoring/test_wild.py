"""Goulash: wild tiles take their best meaning."""

from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest

from scoring import KINDS, Hand, load_rules, score, wait_values
from scoring.wild import stand_ins
from tests.scoring.declaring import hand

CLUB = load_rules("bmja-club", {"only_possible_tile": 0})
PUNGS = "C1 C1 C1 C5 C5 C5 D2 D2 D2 D7 D7 D7"


@pytest.mark.parametrize(
    ("tiles", "won", "wild", "value", "special"),
    [
        (f"| {PUNGS} J J", "wall J", "J", (8 + 4 + 4 + 4 + 2 + 20 + 2) * 4, None),
        (f"| {PUNGS} C9 J", "discard C9", "J", (8 + 4 + 4 + 4 + 20) * 2, None),
        (f"| {PUNGS} C9 B2", "discard B2", "B2", (8 + 4 + 4 + 4 + 20) * 2, None),
        ("B3B3B2 | C1 C1 C5 C5 C5 D2 D2 D2 B2 WE WE", "discard D2", "B2", (2 + 8 + 4 + 2 + 20) * 2, None),
        ("B2B2B2B2 C7C7C7 | C5 C5 C5 D2 D2 D2 WE WE", "wall D2", "B2", (16 + 2 + 4 + 4 + 22) * 4, None),
        ("| C1 C1 C1 C1 C5 C5 C5 D2 D2 D2 D7 D7 D7 J", "discard D7", "J", (8 + 4 + 4 + 2 + 20) * 2, None),
        ("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG J J", "wall DG", "J", 1000, "thirteen_wonders"),
        ("| B1 B1 B9 B9 C1 C1 C9 C9 WE WE DR J J J", "wall WE", "J", 500, "all_pair_honours"),
        ("| B1 C1 B3 C3 B5 C5 B6 C6 B7 C7 B9 C9 B4 J", "wall J", "J", 500, "knitting"),
        ("| B1 C1 D1 B3 C3 D3 B5 C5 D5 B7 C7 J B8 C8", "wall B8", "J", 500, "triple_knitting"),
        ("| B1 B1 B2 B3 B4 B5 B6 B7 J B9 WE WS WW WN", "discard WN", "J", 1000, "wriggling_snake"),
        ("| B1 B1 B1 B2 B3 B4 B5 B6 B7 J B9 B9 B9 B8", "wall B8", "J", 1000, "gates_of_heaven"),
    ],
)
def test_it_takes_the_best_meaning(tiles: str, won: str, wild: str, value: int, special: str | None) -> None:
    scored = score(hand(tiles, won, wild=wild, flags="goulash"), CLUB)

    assert scored.problems == ()
    assert (scored.value, scored.special) == (value, special)


def test_it_counts_a_wild_tile_of_a_hand_that_did_not_win() -> None:
    told = hand("| C1 C4 C7 D1 D4 D7 B5 B9 WE DR DR J J", wild="J", flags="goulash")

    assert score(told, CLUB).value == 8 * 2 + 0
    assert score(replace(told, flags=("goulash", "fishing")), CLUB).notes[0].code == "not_fishing"


def test_it_fishes_with_a_wild_tile() -> None:
    fisher = hand(f"| {PUNGS} J", wild="J", flags="goulash fishing")

    scored = score(fisher, CLUB)
    assert set(scored.waits) == set(KINDS)
    assert scored.value == (8 + 4 + 4 + 4 + 0) * 1
    assert {wait.tile for wait in wait_values(fisher, CLUB)} == set(KINDS)


def test_it_fishes_for_a_special_hand_with_a_wild_tile() -> None:
    fisher = hand("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR J J", wild="J", flags="goulash fishing")

    scored = score(fisher, CLUB)
    assert (scored.value, scored.special) == (400, "thirteen_wonders")
    assert set(scored.waits) >= {"DG", "DW"}


def test_it_fishes_with_four_wild_tiles() -> None:
    fisher = hand("C1C1C1 C5C5C5 D2D2D2 | J J J J", wild="J", flags="goulash fishing")

    assert set(score(fisher, CLUB).waits) == set(KINDS)


def test_it_completes_a_hand_of_the_clubs_own() -> None:
    ours = {"code": "ours", "name": "Ours", "value": 700, "hand": {"pairs": True}}
    rules = load_rules("bmja-club", {"house_hands": [ours]})
    told = hand("| C1 C1 C2 C2 D3 D3 B5 B5 C6 C6 D7 D7 WE J", "wall WE", wild="J", flags="goulash")

    assert (score(told, rules).value, score(told, rules).special) == (700, "ours")


def test_it_refuses_a_winning_tile_that_is_not_there() -> None:
    told = hand(f"| {PUNGS} C9 J", "wall D9", wild="J", flags="goulash")

    assert [problem.code for problem in score(told, CLUB).problems] == ["winning_tile_not_in_rack"]


def test_it_gives_the_point_for_the_only_tile_only_where_no_other_would_do() -> None:
    rules = load_rules("bmja-club")
    one = hand(f"| {PUNGS[:26]} C9 C9 D7 D7 J", "discard D7", wild="J")
    told = score(one, rules)

    assert "only_possible_tile" not in {line.code for line in told.lines}


@pytest.mark.parametrize(
    ("last", "players", "doubles", "only"),
    [("WE", 2, 4, True), ("C7", 2, None, False), ("WE", 4, 4, False), ("C7", 4, 3, False)],
)
def test_it_asks_at_a_table_of_two_whether_another_tile_would_have_been_enough(
    last: str, players: int, doubles: int | None, only: bool
) -> None:
    rack = {"WE": "WE WE WE C7 C7", "C7": "WE WE C7 C7 C7"}[last]
    told = hand(f"DRDRDR DGDGDG B5B5J | {rack}", f"discard {last}", winds="EW", wild="J", flags="goulash")
    scored = score(told, load_rules("bmja-club"), players=players)

    assert scored.doubles == doubles
    assert ("only_possible_tile" in {line.code for line in scored.lines}) is only


@pytest.mark.parametrize(
    ("tiles", "wild", "code"),
    [
        (f"| {PUNGS} J J", "C5", "unknown_tile"),
        ("| C1 C1 C1 C5 C5 C5 D2 D2 D2 J J J J J", "J", "too_many_of_kind"),
        ("| C1 C1 C1 C1 C1 C5 C5 C5 D2 D2 D2 D7 J J", "J", "too_many_of_kind"),
        (f"| {PUNGS} C9 D9", "J", "not_a_mahjong"),
        ("| C1 C2 C3 C5 C5 C5 D2 D2 D2 D7 D7 D7 C9 J", "J", "not_a_mahjong"),
        ("B1B2B3 | C5 C5 C5 D2 D2 D2 D7 D7 D7 C9 C9", "B2", "too_many_chows"),
        ("B2C3C6 | C5 C5 C5 D2 D2 D2 D7 D7 D7 C9 C9", "B2", "bad_meld"),
        (f"| {PUNGS} C9 J", "B2", "joker_not_allowed"),
    ],
)
def test_it_refuses(tiles: str, wild: str, code: str) -> None:
    last = tiles.split()[-1]
    scored = score(hand(tiles, f"wall {last}", wild=wild, flags="goulash"), CLUB)

    assert code in {problem.code for problem in scored.problems}


def test_it_is_never_worth_less_than_any_tile_it_may_be() -> None:
    dice = Random(20260601)
    for _hand in range(40):
        told = _with_joker(dice)
        best = score(told, CLUB)
        ways = [score(_standing(told, kind), CLUB).value or 0 for kind in KINDS]

        assert best.value == max(ways), told


def _with_joker(dice: Random) -> Hand:
    """A mah-jong of pungs or a rack of thirteen, one tile of it a joker."""
    kinds = dice.sample(KINDS, 5)
    rack = [kind for kind in kinds[:4] for _copy in range(3)] + [kinds[4]] * 2
    wins = dice.random() < 0.5
    if not wins:
        rack = dice.sample([kind for kind in KINDS[: dice.choice((12, 34))] for _copy in range(4)], 13)
    rack[-1] = "J"
    return Hand(
        concealed=tuple(rack),
        winning_tile=rack[0] if wins else None,
        win_source="wall" if wins else None,
        own_wind="S",
        round_wind="W",
        is_winner=wins,
        flags=("goulash",) if wins else ("goulash", "fishing"),
        wild="J",
    )


def _standing(told: Hand, kind: str) -> Hand:
    return replace(told, concealed=(*told.concealed[:-1], kind))


def test_it_takes_the_best_of_all_meanings_of_two_wild_tiles() -> None:
    dice = Random(20260603)
    for _hand in range(12):
        told = _with_jokers(dice)
        best = score(told, CLUB)
        real = tuple(tile for tile in told.concealed if tile != "J")
        meanings = combinations_with_replacement(KINDS, 2)
        ways = [score(replace(told, concealed=real + meant), CLUB).value or 0 for meant in meanings]

        assert best.value == max(ways), told


def _with_jokers(dice: Random) -> Hand:
    """A hand that did not win, near a mah-jong or a special hand or far from it, two tiles of it jokers."""
    tiles = dice.choice(
        (
            " ".join(dice.sample([kind for kind in KINDS for _copy in range(4)], 13)),
            " ".join(dice.sample([kind for kind in KINDS[:9] for _copy in range(4)], 13)),
            "B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW",
            "B1 C1 B3 C3 B5 C5 B6 C6 B7 C7 B9 C9 B4",
            "B1 B1 B9 B9 C1 C1 C9 C9 WE WE DR DR DG",
        )
    )
    rack = dice.sample(tiles.split(), 11)
    flags = dice.choice((("goulash",), ("goulash", "fishing")))
    return Hand((*rack, "J", "J"), own_wind="S", round_wind="W", flags=flags, wild="J")


@pytest.mark.parametrize(
    "tiles",
    [
        "C1C1C1 C5C5C5 D2D2D2 | J J J J",
        "| B1 B4 B6 C2 C5 C7 D3 D8 D9 J J J J",
        "| B1 B1 C4 C4 D6 D6 B9 B9 D8 J J J J",
        "| B1 B2 B3 B4 B5 B6 B7 B8 B9 J J J J",
        "| B1 C1 B2 C2 B3 C4 B5 B7 C9 J J J J",
        "| B1 B9 C1 D9 WE WS DR DG WW J J J J",
        "| B1 B1 B9 B9 C1 C1 DR DR WW J J J J",
    ],
)
def test_it_need_not_try_many_meanings_of_four_wild_tiles(tiles: str) -> None:
    ours = {"code": "ours", "name": "Ours", "value": 700, "hand": {"pairs": True}}
    rules = load_rules("bmja-club", {"house_hands": [ours]})

    assert len(list(stand_ins(hand(tiles, wild="J", flags="goulash fishing"), rules))) < 1500
