"""Random declared hands under any rule set: mah-jongs of every kind, spoilt ones, fishers and others.

Faster than Hypothesis and the same on every machine: a `Random` decides everything.
"""

from collections import Counter
from random import Random
from typing import Any

from scoring import KINDS, RuleSet

FLOWERS = tuple(f"{kind}{number}" for kind in "FS" for number in range(1, 5))
HONOURS = KINDS[27:]
MAJORS = tuple(kind for kind in KINDS if kind[1] not in "2345678")
GREENS = ("B2", "B3", "B4", "B6", "B8", "DG")
TERMINALS = tuple(kind for kind in MAJORS if kind not in HONOURS)
POOLS = (
    *(KINDS, KINDS, KINDS[:9], KINDS[9:18] + HONOURS, KINDS[18:27], KINDS[:18], MAJORS, HONOURS, GREENS),
    *(TERMINALS, KINDS[9:18:2], (*HONOURS[:4], "B5", "DR")),
)
Drawn = dict[str, Any]


def random_hand(dice: Random, rules: RuleSet) -> Drawn:
    """Draw a hand: of ten about five mah-jongs, one spoilt, three that lack a tile, one of any tiles."""
    sort = dice.choice(("ordinary",) * 4 + ("special", "spoilt", "short", "short", "short special", "any"))
    if sort == "any":
        return loser(dice, rules, [], any_rack(dice), fishing=dice.random() < 0.3)
    melds, rack = special(dice) if "special" in sort else ordinary(dice, rules)
    if sort.startswith("short"):
        rack.remove(dice.choice(rack))
        return loser(dice, rules, melds, rack, fishing=dice.random() < 0.85)
    if sort == "spoilt":
        rack = spoilt(dice, melds, rack)
    return winner(dice, rules, melds, rack)


def winner(dice: Random, rules: RuleSet, melds: list[Drawn], rack: list[str]) -> Drawn:
    told = seated(dice, rules, melds, rack)
    tile = dice.choice(rack)
    source = dice.choice(sources(told, tile))
    flags = ["original_call"] if exposed(melds) <= 1 and dice.random() < 0.15 else []
    if source == "loose_tile" and kongs(melds) >= 2 and dice.random() < 0.5:
        flags.append("twofold_fortune")
    told |= {"winning_tile": tile, "win_source": source, "is_winner": True, "flags": flags}
    return shown(dice, told)


def loser(dice: Random, rules: RuleSet, melds: list[Drawn], rack: list[str], fishing: bool) -> Drawn:
    told = seated(dice, rules, melds, rack)
    return shown(dice, told | {"flags": ["fishing"] if fishing else []})


def seated(dice: Random, rules: RuleSet, melds: list[Drawn], rack: list[str]) -> Drawn:
    bonus = dice.sample(FLOWERS, dice.choice((0, 0, 0, 1, 2, 3, 8))) if rules.bonus_tiles else []
    told = {"melds": melds, "concealed": dice.sample(rack, len(rack)), "bonus": bonus, "winning_tile": None}
    winds = {"own_wind": dice.choice("ESWN"), "round_wind": dice.choice("ESWN")}
    return told | winds | {"win_source": None, "is_winner": False, "flags": []}


def sources(told: Drawn, tile: str) -> list[str]:
    """List from where a tile can have been won."""
    found = ["wall", "last_wall", "discard", "last_discard"]
    if held(told["melds"], told["concealed"])[tile] == 1:
        found += ["robbed_kong"]
    if kongs(told["melds"]) or told["bonus"]:
        found += ["loose_tile"] * 2
    if not told["melds"] and told["own_wind"] != "E":
        found.append("first_discard")
    if not told["melds"] and not told["bonus"] and told["own_wind"] == "E":
        found.append("dealt")
    return found


def held(melds: list[Drawn], rack: list[str]) -> Counter[str]:
    return Counter([*rack, *(tile for meld in melds for tile in meld["tiles"])])


def kongs(melds: list[Drawn]) -> int:
    return sum(len(meld["tiles"]) == 4 for meld in melds)


def exposed(melds: list[Drawn]) -> int:
    return sum(not meld["concealed"] for meld in melds)


def shown(dice: Random, told: Drawn) -> Drawn:
    """Sometimes lay a pung or a pair of the rack on the table, hidden as it is."""
    rack = told["concealed"]
    left = [tile for tile, count in Counter(rack).items() if count >= 2 and tile != told["winning_tile"]]
    if not left or dice.random() > 0.1:
        return told
    tile = dice.choice(left)
    meld = {"tiles": [tile] * min(rack.count(tile), 3), "concealed": True}
    for each in meld["tiles"]:
        rack.remove(each)
    return told | {"melds": [*told["melds"], meld], "concealed": rack}


def any_rack(dice: Random) -> list[str]:
    pool = dice.choice(POOLS) if dice.random() < 0.7 else KINDS
    wall = [tile for tile in pool for _copy in range(4)]
    return dice.sample(wall, 13)


def spoilt(dice: Random, melds: list[Drawn], rack: list[str]) -> list[str]:
    """Exchange one tile of the rack for another."""
    left = rack[1:]
    count = held(melds, left)
    return [*left, dice.choice([tile for tile in KINDS if count[tile] < 4 and tile != rack[0]])]


def ordinary(dice: Random, rules: RuleSet) -> tuple[list[Drawn], list[str]]:
    """Draw four sets and a pair from some part of the tiles; kongs lie on the table."""
    pool, chows = dice.choice(POOLS), 0.15 if rules.chows < 4 else dice.choice((0.2, 0.9))
    sizes = dice.choice(((3, 3, 3, 4),) * 9 + ((4,),))
    while True:
        melds, rack = [], [dice.choice(pool)] * 2
        for _place in range(4):
            tiles = one_set(dice, pool, chows, sizes)
            if len(tiles) == 4 or dice.random() < 0.35:
                melds.append({"tiles": tiles, "concealed": len(tiles) == 4 and dice.random() < 0.5})
            else:
                rack += tiles
        if max(held(melds, rack).values()) <= 4:
            return melds, rack


def one_set(dice: Random, pool: tuple[str, ...], chows: float, sizes: tuple[int, ...]) -> list[str]:
    tile = dice.choice(pool)
    run = [f"{tile[0]}{int(tile[1]) + step}" for step in range(3)] if tile[1].isdigit() else []
    if dice.random() < chows and all(each in pool for each in run[1:]) and run:
        return run
    return [tile] * dice.choice(sizes)


def special(dice: Random) -> tuple[list[Drawn], list[str]]:
    """Draw the tiles of a special hand that is not, or not easily, of ordinary sets."""
    suits = dice.sample("BCD", 3)
    return [], dice.choice(SPECIALS)(dice, suits)


def _pairs(dice: Random, suits: list[str]) -> list[str]:
    pool = dice.choice((MAJORS, HONOURS, KINDS[:9], KINDS))
    twice = [tile for tile in pool for _pair in range(2)]
    return dice.sample(twice, 7) * 2


def _knitting(dice: Random, suits: list[str]) -> list[str]:
    numbers = dice.sample("123456789" * 4, 7)
    while max(Counter(numbers).values()) > 4:
        numbers = dice.sample("123456789" * 4, 7)
    return [suit + number for number in numbers for suit in suits[:2]]


def _triples(dice: Random, suits: list[str]) -> list[str]:
    numbers = dice.sample("123456789" * 3, 5)
    return [suit + number for number in numbers for suit in suits][:14]


def _snake(dice: Random, suits: list[str]) -> list[str]:
    return [suits[0] + number for number in "1123456789"] + list(HONOURS[:4])


def _wonders(dice: Random, suits: list[str]) -> list[str]:
    return [*MAJORS, dice.choice((*MAJORS, *MAJORS, "B5", "C2"))]


def _gates(dice: Random, suits: list[str]) -> list[str]:
    return [suits[0] + number for number in "1112345678999" + dice.choice("123456789")]


def _run(dice: Random, suits: list[str]) -> list[str]:
    run = [suits[0] + number for number in "123456789"]
    if dice.random() < 0.5:
        return [*run, *HONOURS[:4], dice.choice(run)]
    return [*run, *HONOURS[4:], *[dice.choice(HONOURS[:4])] * 2]


def _ladder(dice: Random, suits: list[str]) -> list[str]:
    pair = dice.choice((*HONOURS, *(suits[0] + number for number in "124689"), suits[1] + "5"))
    return [suits[0] + number for number in "123345567789"] + [pair] * 2


SPECIALS = (_pairs, _knitting, _triples, _snake, _wonders, _gates, _run, _ladder)
