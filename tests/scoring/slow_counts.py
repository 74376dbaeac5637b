"""What hands count under the six rule sets, slow and obvious, written from the tables in words."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.scoring import slow
from tests.scoring.slow import Declared, Set, Tiles, Way
from tests.scoring.slow_special import (
    may_be_claimed,
    specials_of_event,
    specials_of_tiles,
    specials_of_way,
)

LIMIT = {"polish-136": 500, "hungarian-premium": None}
MOST_CHOWS = {"bmja-tournament": 1, "bmja-club": 1}
HALF, WHOLE = 500, 1000
WORTH = {
    "bmja": dict.fromkeys(("all_pair_honours", "knitting", "triple_knitting"), HALF),
    "danish": {"seven_pairs": 500, "thirteen_wonders": 2000},
    "polish": {},
    "hungarian": {
        **dict.fromkeys(("big_run", "nine_lamps", "odd_suit", "run_ladder", "seven_pairs"), 1000),
        **dict.fromkeys(("seven_pairs_suit_or_majors", "all_green", "four_winds"), 2000),
        **dict.fromkeys(("seven_pairs_honours", "four_friends"), 3000),
        "thirteen_wonders": 4000,
    },
}
FISHING = {
    "bmja": {
        **dict.fromkeys(("all_pair_honours", "knitting", "triple_knitting"), 200),
        **dict.fromkeys(
            (
                *("buried_treasure", "fourfold_plenty", "wriggling_snake", "gates_of_heaven"),
                *("heads_and_tails", "winds_and_dragons", "three_great_scholars", "four_blessings"),
                *("imperial_jade", "thirteen_wonders"),
            ),
            400,
        ),
    },
    "danish": {"seven_pairs": 200, "thirteen_wonders": 1000},
}


class Result(NamedTuple):
    """The best value, the special hands worth it, what each reading counts, the tiles waited for."""

    value: int
    special: set[str]
    ways: dict[Way, tuple[int, int]]
    waits: list[str]


def family(ruleset: str) -> str:
    return ruleset.partition("-")[0]


def slow_score(ruleset: str, hand: Declared) -> Result | None:
    """Count a sound hand; None for the claim of a mah-jong that is none."""
    return slow_winner(ruleset, hand) if hand["is_winner"] else slow_loser(ruleset, hand)


# ------------------------------------------------------------------ winners
def slow_winner(ruleset: str, hand: Declared) -> Result | None:
    only = len(completing(ruleset, before(hand))) == 1
    found = slow.ways(hand, MOST_CHOWS.get(ruleset, 4))
    counted = {way: winners_count(ruleset, hand, way, only) for way in found}
    tiles = {code for code in specials_of_tiles(ruleset, hand) if may_be_claimed(code, hand)}
    if not counted and not tiles:
        return None
    values: list[tuple[int, str]] = []
    for way, (points, doubles) in counted.items():
        values.append((cut(ruleset, points << doubles), ""))
        for code in specials_of_way(ruleset, way):
            if may_be_claimed(code, hand, way):
                values.append((special_value(ruleset, code, hand, points), code))
    for code in tiles | specials_of_event(ruleset, hand):
        values.append((special_value(ruleset, code, hand, 0), code))
    return best(values, counted, [])


def best(values: Sequence[tuple[int, str]], counted: dict[Way, tuple[int, int]], waits: list[str]) -> Result:
    most = max(value for value, _code in values)
    return Result(most, {code for value, code in values if value == most and code}, counted, waits)


def before(hand: Declared) -> Declared:
    """The hand before it was won."""
    shown = [meld for meld in hand["melds"] if meld["concealed"] and len(meld["tiles"]) < 4]
    rack = tuple(hand["concealed"]) + tuple(tile for meld in shown for tile in meld["tiles"])
    melds = [meld for meld in hand["melds"] if meld not in shown]
    return {**hand, "concealed": list(slow.without(rack, (hand["winning_tile"],))), "melds": melds}


def completing(ruleset: str, hand: Declared) -> list[str]:
    """The kinds that make a hand one tile short a mah-jong, ordinary or special."""
    held, found = slow.tiles_of(hand), []
    for kind in slow.KINDS:
        won = slow.with_tile(hand, kind)
        if held.count(kind) < 4 and (
            slow.ways(won, MOST_CHOWS.get(ruleset, 4)) or specials_of_tiles(ruleset, won)
        ):
            found.append(kind)
    return found


def cut(ruleset: str, value: int) -> int:
    limit = LIMIT.get(ruleset, 1000)
    return value if limit is None else min(value, limit)


def special_value(ruleset: str, code: str, hand: Declared, points: int) -> int:
    if code == "purity":
        return cut(ruleset, (points_alone(hand, points) << (3 + last_discard(hand))) + apart(hand))
    if ruleset == "danish":
        return WORTH["danish"][code]
    worth = WORTH[family(ruleset)].get(code, 500 if ruleset == "polish-136" else WHOLE)
    return cut(ruleset, worth + apart(hand)) if family(ruleset) == "bmja" else worth


def points_alone(hand: Declared, points: int) -> int:
    """Points without those of flowers and seasons."""
    return points - 4 * len(hand["bonus"])


def last_discard(hand: Declared) -> int:
    return int(hand["win_source"] == "last_discard")


def apart(hand: Declared) -> int:
    """Flowers and seasons beside a special hand of the club."""
    return 4 * len(hand["bonus"]) << (bonus_doubles(hand) + last_discard(hand))


def bonus_doubles(hand: Declared, full: int = 1) -> int:
    """Count the own tile's double and `full` for all four of a sort: one with the own tile (decision 31)."""
    place, bonus = "ESWN".index(hand["own_wind"]) + 1, hand["bonus"]
    doubles = (f"F{place}" in bonus) + (f"S{place}" in bonus)
    return doubles + full * sum(all(f"{sort}{n}" in bonus for n in "1234") for sort in "FS")


# ------------------------------------------------------------------ what sets count
def own_wind(hand: Declared) -> str:
    return f"W{hand['own_wind']}"


def round_wind(hand: Declared) -> str:
    return f"W{hand['round_wind']}"


def base(sets: Iterable[Set], paying: Sequence[str], kong: int = 4) -> tuple[int, int]:
    """Points and doubles of sets and pairs where these winds (twice if named twice) and dragons pay."""
    points = doubles = 0
    for each in sets:
        paid = paying.count(each.tile) + (each.tile in slow.DRAGONS)
        if each.is_pair:
            points += 2 * paid
        elif each.is_pung_or_kong:
            worth = 4 if slow.is_major(each.tile) else 2
            points += worth * (2 if each.hidden else 1) * (kong if each.is_kong else 1)
            doubles += paid
    return points, doubles


def everybodys(ruleset: str, hand: Declared, sets: Sequence[Set]) -> tuple[int, int]:
    """What a hand counts whether it won or not, but for doubles of the whole hand."""
    both = [own_wind(hand), round_wind(hand)]
    if family(ruleset) == "hungarian":
        points, doubles = base(sets, both[:1], kong=2 if ruleset == "hungarian-classic" else 4)
        place = "ESWN".index(hand["own_wind"]) + 1
        return points + sum(8 if tile[1] == str(place) else 4 for tile in hand["bonus"]), doubles
    points, doubles = base(sets, both)
    return points + 4 * len(hand["bonus"]), doubles + bonus_doubles(hand, 2 if ruleset == "danish" else 1)


def is_one_suit_with_honours(tiles: Tiles) -> bool:
    return len(slow.suits_of(tiles)) == 1 and any(map(slow.is_honour, tiles))


def is_one_suit_only(tiles: Tiles) -> bool:
    return len(slow.suits_of(tiles)) == 1 and not any(map(slow.is_honour, tiles))


def winners_count(ruleset: str, hand: Declared, way: Way, only: bool) -> tuple[int, int]:
    points, doubles = everybodys(ruleset, hand, way.sets)
    count = {"bmja": bmja_win, "polish": polish_win, "danish": danish_win, "hungarian": hungarian_win}
    scoring = base(way.sets, [own_wind(hand), round_wind(hand)])[0]
    more, again = count[family(ruleset)](ruleset, hand, way, only, scoring)
    return points + more, doubles + again


def is_concealed(sets: Iterable[Set]) -> bool:
    return all(each.hidden for each in sets)


def bmja_win(_ruleset: str, hand: Declared, way: Way, only: bool, _scoring: int) -> tuple[int, int]:
    source, tiles = hand["win_source"], tuple(tile for each in way.sets for tile in each.tiles)
    chow = any(each.is_chow for each in way.sets)
    points = 20 + 2 * (source in ("wall", "last_wall", "loose_tile")) + 2 * only
    doubles = ("original_call" in hand["flags"]) + (not chow) + is_concealed(way.sets)
    doubles += len(slow.suits_of(tiles)) == 1 and (chow or any(map(slow.is_honour, tiles)))
    doubles += all(map(slow.is_major, tiles)) and 0 < sum(map(slow.is_honour, tiles)) < len(tiles)
    return points, doubles + (source in ("loose_tile", "last_wall", "last_discard", "robbed_kong"))


def polish_win(_ruleset: str, hand: Declared, way: Way, only: bool, scoring: int) -> tuple[int, int]:
    source = hand["win_source"]
    points = 20 + 2 * (source in ("wall", "last_wall", "loose_tile")) + 2 * only
    points += 10 * (source == "loose_tile") + 10 * (source == "last_wall")
    points += 10 * (scoring == 0) + 10 * (not any(each.is_chow for each in way.sets))
    return points, polish_whole(slow.tiles_of(hand)) + 3 * (source == "dealt")


def polish_whole(tiles: Tiles) -> int:
    return is_one_suit_with_honours(tiles) + 3 * is_one_suit_only(tiles) + 3 * all(map(slow.is_honour, tiles))


def danish_win(_ruleset: str, hand: Declared, way: Way, only: bool, _scoring: int) -> tuple[int, int]:
    claimed = hand["win_source"] in slow.CLAIMS
    points = 20 + 2 * only + 2 * (not claimed) + 2 * (way.completed is not None and way.completed.is_pair)
    return points, sum(danish_whole(way.sets, slow.tiles_of(hand))) + (hand["win_source"] == "robbed_kong")


def danish_whole(sets: Sequence[Set], tiles: Tiles) -> list[int]:
    """The doubles of the whole hand, each on its own; seven pairs and the like have no sets."""
    pungs = bool(sets) and all(not each.is_chow for each in sets) and len(sets) == 5
    one_suit = is_one_suit_with_honours(tiles) + 2 * is_one_suit_only(tiles)
    return [one_suit, int(pungs), 2 * is_concealed(sets), 2 * all(map(slow.is_major, tiles))]


def hungarian_win(ruleset: str, hand: Declared, way: Way, _only: bool, _scoring: int) -> tuple[int, int]:
    source, tiles = hand["win_source"], slow.tiles_of(hand)
    points = 20 + 2 * (source not in slow.CLAIMS)
    if ruleset == "hungarian-classic":
        four_chows = sum(each.is_chow for each in way.sets) == 4
        return points + 10 * four_chows, int(source == "robbed_kong")
    doubles = (hand["own_wind"] == "E") + 2 * (source == "dealt") + 4 * all(map(slow.is_honour, tiles))
    return points, doubles + is_one_suit_with_honours(tiles) + 3 * is_one_suit_only(tiles)


# ------------------------------------------------------------------ losers
def slow_loser(ruleset: str, hand: Declared) -> Result:
    sets, waits = slow.losers_sets(hand), completing(ruleset, hand) if "fishing" in hand["flags"] else []
    points, doubles = everybodys(ruleset, hand, sets)
    if ruleset == "polish-136":
        doubles += polish_whole(slow.tiles_of(hand))
    if ruleset == "danish":
        doubles += danish_fishing(hand, waits)
    values = [(cut(ruleset, points << doubles), "")]
    for code in {code for tile in waits for code in fished(ruleset, slow.with_tile(hand, tile))}:
        if code == "purity":
            values.append((cut(ruleset, (points_alone(hand, points) << 2) + apart(hand)), code))
        elif code in FISHING.get(family(ruleset), {}):
            worth = FISHING[family(ruleset)][code]
            values.append((cut(ruleset, worth + apart(hand)) if family(ruleset) == "bmja" else worth, code))
    return best(values, {}, waits)


def fished(ruleset: str, won: Declared) -> set[str]:
    found = specials_of_tiles(ruleset, won)
    for way in slow.ways(won, MOST_CHOWS.get(ruleset, 4)):
        found |= specials_of_way(ruleset, way)
    return found


def danish_fishing(hand: Declared, waits: Iterable[str]) -> int:
    """Each double of the whole hand that some mah-jong fished for would have."""
    kept = [0, 0, 0, 0]
    for tile in waits:
        won = slow.with_tile(hand, tile)
        found = [way.sets for way in slow.ways(won, 4)] or [tuple(slow.laid_of(hand))]
        for sets in found:
            kept = [
                max(one, other)
                for one, other in zip(kept, danish_whole(sets, slow.tiles_of(won)), strict=True)
            ]
    return sum(kept)
