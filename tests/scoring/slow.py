"""A slow and obvious count of an ordinary mah-jong, written from bmja.md with nothing of the engine in it.

Every way to take the rack apart is tried by brute force, with every set the winning tile may have completed.
"""

from collections.abc import Iterator
from typing import Any

Set = tuple[list[str], bool]
CLAIMS = ("discard", "last_discard", "robbed_kong", "first_discard")


def slow_values(hand: dict[str, Any]) -> list[int]:
    """List the values of all ordinary readings of a winner, cut at 1000; none if it is no mah-jong."""
    laid = [(meld["tiles"], meld["concealed"]) for meld in hand["melds"]]
    only = is_only(hand, laid)
    found = []
    for rack in slow_readings(sorted(hand["concealed"])):
        for place, tiles in enumerate(rack):
            if hand["winning_tile"] in tiles:
                claimed = hand["win_source"] in CLAIMS
                sets = laid + [(each, not (claimed and place == other)) for other, each in enumerate(rack)]
                if sum(is_chow(each) for each, _hidden in sets) <= 1:
                    found.append(slow_value(sets, hand, only))
    return found


def slow_readings(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Take tiles apart into sets and one pair in every way."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            for sets in slow_sets(without(tiles, [pair, pair])):
                yield [[pair, pair], *sets]


def slow_sets(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Take tiles apart into pungs and chows in every way."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    beginnings = [[first] * 3] if tiles.count(first) >= 3 else []
    if first[0] in "BCD" and first[1] in "1234567":
        chow = [f"{first[0]}{int(first[1]) + step}" for step in range(3)]
        beginnings += [chow] if all(tile in tiles for tile in chow) else []
    for begun in beginnings:
        for rest in slow_sets(without(tiles, begun)):
            yield [begun, *rest]


def without(tiles: list[str], taken: list[str]) -> list[str]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def is_chow(tiles: list[str]) -> bool:
    return len(set(tiles)) == 3


def is_major(tile: str) -> bool:
    return tile[1] in "19" or is_honour(tile)


def is_honour(tile: str) -> bool:
    return not tile[1].isdigit()


def is_only(hand: dict[str, Any], laid: list[Set]) -> bool:
    """Tell whether no other kind would have completed the hand as an ordinary mah-jong."""
    before = without(hand["concealed"], [hand["winning_tile"]])
    held = before + [tile for tiles, _hidden in laid for tile in tiles]
    chows = sum(is_chow(tiles) for tiles, _hidden in laid)
    kinds = [f"{suit}{number}" for suit in "BCD" for number in range(1, 10)]
    kinds += ["WE", "WS", "WW", "WN", "DR", "DG", "DW"]
    ways = [
        kind
        for kind in kinds
        if held.count(kind) < 4
        and any(chows + sum(map(is_chow, sets)) <= 1 for sets in slow_readings(sorted([*before, kind])))
    ]
    return len(ways) == 1


def slow_value(sets: list[Set], hand: dict[str, Any], only: bool) -> int:
    own, prevailing = f"W{hand['own_wind']}", f"W{hand['round_wind']}"
    points, doubles = 20, 0
    for tiles, hidden in sets:
        tile = tiles[0]
        scoring = (tile == own) + (tile == prevailing) + (tile[0] == "D" and tile[1] in "RGW")
        if len(tiles) == 2:
            points += 2 * scoring
        elif not is_chow(tiles):
            points += (2 if len(tiles) == 3 else 8) * (2 if is_major(tile) else 1) * (2 if hidden else 1)
            doubles += scoring
    points += 2 * (hand["win_source"] in ("wall", "last_wall", "loose_tile")) + 2 * only
    doubles += slow_doubles(sets, hand)
    return min(points * 2**doubles, 1000)


def slow_doubles(sets: list[Set], hand: dict[str, Any]) -> int:
    tiles = [tile for each, _hidden in sets for tile in each]
    chow = any(is_chow(each) for each, _hidden in sets)
    honours = any(map(is_honour, tiles))
    suits = {tile[0] for tile in tiles if not is_honour(tile)}
    doubles = int(not chow)
    doubles += all(hidden for _each, hidden in sets) and hand["win_source"] not in CLAIMS
    doubles += len(suits) == 1 and (honours or chow)
    doubles += all(map(is_major, tiles)) and honours and bool(suits)
    doubles += hand["win_source"] in ("loose_tile", "last_wall", "last_discard", "robbed_kong")
    doubles += "original_call" in hand["flags"]
    return doubles
