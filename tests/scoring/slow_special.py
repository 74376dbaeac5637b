"""The special hands, slow and obvious, from the tables of bmja.md, polish-136.md, danish.md and hungarian.md.

Those of fourteen tiles ask for the tiles, those of sets for one reading; each says for itself what it is.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations

from tests.scoring.slow import (
    CLAIMS,
    DRAGONS,
    WINDS,
    Declared,
    Set,
    Tiles,
    Way,
    is_honour,
    is_major,
    laid_of,
    rack_of,
    suits_of,
    tiles_of,
)

MAJORS = tuple(f"{suit}{number}" for suit in "BCD" for number in "19") + WINDS + DRAGONS
GREEN = ("B2", "B3", "B4", "B6", "B8", "DG")


# ------------------------------------------------------------------ of fourteen tiles
def all_pair_honours(tiles: Tiles) -> bool:
    return all(map(is_major, tiles)) and seven_pairs(tiles)


def seven_pairs(tiles: Tiles) -> bool:
    return all(count in (2, 4) for count in Counter(tiles).values())


def numbers_of(tiles: Tiles, suit: str) -> list[str]:
    return [tile[1] for tile in tiles if tile[0] == suit and not is_honour(tile)]


def knitting(tiles: Tiles) -> bool:
    if any(map(is_honour, tiles)) or len(suits_of(tiles)) != 2:
        return False
    one, other = suits_of(tiles)
    return numbers_of(tiles, one) == numbers_of(tiles, other)


def triple_knitting(tiles: Tiles) -> bool:
    if any(map(is_honour, tiles)):
        return False
    for first, second, third in permutations("BCD"):
        four = numbers_of(tiles, third)
        for pair in set(numbers_of(tiles, first)):
            both = sorted([*four, pair])
            if len(four) == 4 and both == numbers_of(tiles, first) == numbers_of(tiles, second):
                return True
    return False


def wriggling_snake(tiles: Tiles) -> bool:
    return tiles in snakes()


@cache
def snakes() -> set[Tiles]:
    return {tuple(sorted([f"{suit}{n}" for n in "1123456789"] + [*WINDS])) for suit in "BCD"}


@cache
def nine_gates(again: str) -> set[Tiles]:
    """Give the gates of each suit, open to these numbers."""
    return {tuple(sorted(f"{suit}{n}" for n in f"1112345678999{more}")) for suit in "BCD" for more in again}


def gates_of_heaven(tiles: Tiles) -> bool:
    return tiles in nine_gates("2345678")


def nine_lamps(tiles: Tiles) -> bool:
    return tiles in nine_gates("123456789")


def thirteen_wonders(tiles: Tiles) -> bool:
    return set(tiles) == set(MAJORS) and len(tiles) == 14


def thirteen_wonders_and_any(tiles: Tiles) -> bool:
    return set(tiles) >= set(MAJORS) and len(tiles) == 14


def pairs_of_suit_or_majors(tiles: Tiles) -> bool:
    one_suit = len(suits_of(tiles)) == 1 and not any(map(is_honour, tiles))
    return seven_pairs(tiles) and (one_suit or all(map(is_major, tiles)))


def pairs_of_honours(tiles: Tiles) -> bool:
    return seven_pairs(tiles) and all(map(is_honour, tiles))


def big_run(tiles: Tiles) -> bool:
    return tiles in big_runs()


@cache
def big_runs() -> set[Tiles]:
    wanted = set()
    for suit in "BCD":
        run = [f"{suit}{n}" for n in range(1, 10)]
        wanted |= {tuple(sorted([*run, *WINDS, more])) for more in run}
        wanted |= {tuple(sorted([*run, *DRAGONS, wind, wind])) for wind in WINDS}
    return wanted


# ------------------------------------------------------------------ of four sets and a pair
def all_tiles(way: Way) -> Tiles:
    return tuple(tile for each in way.sets for tile in each.tiles)


def pungs(way: Way) -> list[Set]:
    return [each for each in way.sets if each.is_pung_or_kong]


def no_chow(way: Way) -> bool:
    return len(pungs(way)) == 4


def of_one_suit(way: Way) -> bool:
    return len(suits_of(all_tiles(way))) == 1


def sets_of(way: Way, tiles: Tiles) -> bool:
    return {each.tile for each in pungs(way)} >= set(tiles)


def pair_of(way: Way) -> str:
    return next(each.tile for each in way.sets if each.is_pair)


def purity(way: Way) -> bool:
    return no_chow(way) and of_one_suit(way) and not any(map(is_honour, all_tiles(way)))


def buried_treasure(way: Way) -> bool:
    kept = [each for each in pungs(way) if not each.is_kong and each.hidden]
    return len(kept) == 4 and of_one_suit(way)


def fourfold_plenty(way: Way) -> bool:
    return sum(each.is_kong for each in way.sets) == 4


def heads_and_tails(way: Way) -> bool:
    return no_chow(way) and all(tile[1] in "19" for tile in all_tiles(way))


def winds_and_dragons(way: Way) -> bool:
    return all(map(is_honour, all_tiles(way)))


def three_great_scholars(way: Way) -> bool:
    return no_chow(way) and sets_of(way, DRAGONS)


def three_dragons(way: Way) -> bool:
    return sets_of(way, DRAGONS)


def four_blessings(way: Way) -> bool:
    return sets_of(way, WINDS)


def four_friends(way: Way) -> bool:
    return sets_of(way, WINDS) and pair_of(way) in DRAGONS


def all_green(way: Way) -> bool:
    return all(tile in GREEN for tile in all_tiles(way))


def imperial_jade(way: Way) -> bool:
    return no_chow(way) and all_green(way)


def odd_suit(way: Way) -> bool:
    return purity(way) and all(tile[1] in "13579" for tile in all_tiles(way))


def run_ladder(way: Way) -> bool:
    runs = sorted(each.tile for each in way.sets if each.is_chow)
    suit = runs[0][0] if runs else ""
    own = pair_of(way)
    return runs == [f"{suit}{n}" for n in "1357"] and (is_honour(own) or own[0] == suit)


# ------------------------------------------------------------------ of any mah-jong
def heavens_blessing(hand: Declared) -> bool:
    return hand["win_source"] == "dealt"


def earths_blessing(hand: Declared) -> bool:
    return hand["win_source"] == "first_discard"


def twofold_fortune(hand: Declared) -> bool:
    return "twofold_fortune" in hand["flags"]


def plum_blossom(hand: Declared) -> bool:
    return (hand["win_source"], hand["winning_tile"]) == ("loose_tile", "D5")


def moon_from_the_sea(hand: Declared) -> bool:
    return (hand["win_source"], hand["winning_tile"]) == ("last_wall", "D1")


# ------------------------------------------------------------------ by rule set, in the order of the tables
TilesAsk = dict[str, Callable[[Tiles], bool]]
WaysAsk = dict[str, Callable[[Way], bool]]
EventsAsk = dict[str, Callable[[Declared], bool]]
BMJA_TILES: TilesAsk = {
    "all_pair_honours": all_pair_honours,
    "knitting": knitting,
    "triple_knitting": triple_knitting,
    "wriggling_snake": wriggling_snake,
    "gates_of_heaven": gates_of_heaven,
    "thirteen_wonders": thirteen_wonders,
}
BMJA_WAYS: WaysAsk = {
    "purity": purity,
    "buried_treasure": buried_treasure,
    "fourfold_plenty": fourfold_plenty,
    "heads_and_tails": heads_and_tails,
    "winds_and_dragons": winds_and_dragons,
    "three_great_scholars": three_great_scholars,
    "four_blessings": four_blessings,
    "imperial_jade": imperial_jade,
}
BLESSINGS: EventsAsk = {"heavens_blessing": heavens_blessing, "earths_blessing": earths_blessing}
BMJA_EVENTS: EventsAsk = {
    **BLESSINGS,
    "twofold_fortune": twofold_fortune,
    "plum_blossom": plum_blossom,
    "moon_from_the_sea": moon_from_the_sea,
}
IN_RACK: dict[str, TilesAsk] = {
    "bmja-tournament": BMJA_TILES,
    "bmja-club": BMJA_TILES,
    "polish-136": {},
    "danish": {"seven_pairs": seven_pairs, "thirteen_wonders": thirteen_wonders},
    "hungarian-classic": {},
    "hungarian-premium": {
        "seven_pairs": seven_pairs,
        "seven_pairs_suit_or_majors": pairs_of_suit_or_majors,
        "seven_pairs_honours": pairs_of_honours,
        "thirteen_wonders": thirteen_wonders_and_any,
    },
}
ANYWHERE: dict[str, TilesAsk] = {"hungarian-premium": {"big_run": big_run, "nine_lamps": nine_lamps}}
OF_SETS: dict[str, WaysAsk] = {
    "bmja-tournament": BMJA_WAYS,
    "bmja-club": BMJA_WAYS,
    "polish-136": {
        "three_dragons": three_dragons,
        "ones_and_nines": heads_and_tails,
        "all_honours": winds_and_dragons,
        "four_winds": four_blessings,
        "all_green": all_green,
        "four_kongs": fourfold_plenty,
    },
    "danish": {},
    "hungarian-classic": {},
    "hungarian-premium": {
        "odd_suit": odd_suit,
        "run_ladder": run_ladder,
        "all_green": all_green,
        "four_winds": four_blessings,
        "four_friends": four_friends,
    },
}
OF_EVENTS: dict[str, EventsAsk] = {
    "bmja-tournament": BMJA_EVENTS,
    "bmja-club": BMJA_EVENTS,
    "polish-136": BLESSINGS,
}


def specials_of_tiles(ruleset: str, hand: Declared) -> set[str]:
    """Name the special hands of fourteen tiles that a winner's tiles are, wherever the last one is from."""
    rack, found = rack_of(hand), set()
    if len(rack) == 14 and not laid_of(hand):
        found |= {code for code, asks in IN_RACK[ruleset].items() if asks(rack)}
    if len(tiles_of(hand)) == 14:
        found |= {code for code, asks in ANYWHERE.get(ruleset, {}).items() if asks(tiles_of(hand))}
    return found


def may_be_claimed(code: str, hand: Declared, way: Way | None = None) -> bool:
    """A claimed tile may not complete a pung that must be hidden (decision 8)."""
    if hand["win_source"] not in CLAIMS:
        return True
    if code == "gates_of_heaven":
        return hand["winning_tile"][1] not in "19"
    return code != "buried_treasure" or (
        way is not None and way.completed == Set(way.completed.tiles, False) and way.completed.is_pair
    )


def specials_of_way(ruleset: str, way: Way) -> set[str]:
    return {code for code, asks in OF_SETS[ruleset].items() if asks(way)}


def specials_of_event(ruleset: str, hand: Declared) -> set[str]:
    return {code for code, asks in OF_EVENTS.get(ruleset, {}).items() if asks(hand)}
