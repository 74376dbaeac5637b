"""The words of the engine in English: names of tiles and seats, and how a sentence is filled with its facts.

Everything here is marked for translation and left to whoever shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final


def _(sentence: str) -> str:
    """Mark a sentence for translation; translating is left to whoever shows it."""
    return sentence


SEAT_NAMES: Final = {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}
TILE_NAMES: Final = {
    "B1": _("1 bamboo"), "B2": _("2 bamboo"), "B3": _("3 bamboo"),
    "B4": _("4 bamboo"), "B5": _("5 bamboo"), "B6": _("6 bamboo"),
    "B7": _("7 bamboo"), "B8": _("8 bamboo"), "B9": _("9 bamboo"),
    "C1": _("1 character"), "C2": _("2 character"), "C3": _("3 character"),
    "C4": _("4 character"), "C5": _("5 character"), "C6": _("6 character"),
    "C7": _("7 character"), "C8": _("8 character"), "C9": _("9 character"),
    "D1": _("1 circle"), "D2": _("2 circle"), "D3": _("3 circle"),
    "D4": _("4 circle"), "D5": _("5 circle"), "D6": _("6 circle"),
    "D7": _("7 circle"), "D8": _("8 circle"), "D9": _("9 circle"),
    "WE": _("East wind"), "WS": _("South wind"), "WW": _("West wind"), "WN": _("North wind"),
    "DR": _("red dragon"), "DG": _("green dragon"), "DW": _("white dragon"),
    "F1": _("plum (flower 1)"), "F2": _("orchid (flower 2)"),
    "F3": _("chrysanthemum (flower 3)"), "F4": _("bamboo (flower 4)"),
    "S1": _("spring (season 1)"), "S2": _("summer (season 2)"),
    "S3": _("autumn (season 3)"), "S4": _("winter (season 4)"), "J": _("joker"),
}  # fmt: skip


POINT_NAMES: Final = {
    "pung": _("Pung"),
    "kong": _("Kong"),
    "pair": _("Pair"),
    "mahjong": _("Mah-jong"),
    "wall": _("Drawn from the wall"),
    "only_possible_tile": _("Only possible tile"),
    "bonus": _("Flower or season"),
    "no_scoring_group": _("No scoring group"),
    "no_chow": _("No chow"),
    "dead_end": _("Drawn from the dead end of the wall"),
    "last_wall": _("Last tile of the live wall"),
    "pair_completed": _("Mah-jong on the pair"),
    "four_chows": _("Four chows"),
}
DOUBLE_NAMES: Final = {
    "own_wind": _("Own wind"),
    "round_wind": _("Round wind"),
    "dragons": _("Dragons"),
    "original_call": _("Original call"),
    "no_chow": _("No chow"),
    "concealed": _("Fully concealed"),
    "one_suit": _("One suit"),
    "all_majors": _("Ones and nines with honours"),
    "loose_tile": _("Won on a loose tile"),
    "last_wall": _("Won on the last tile of the wall"),
    "last_discard": _("Won on the last discard"),
    "robbed_kong": _("Robbed a kong"),
    "own_flower": _("Own flower"),
    "own_season": _("Own season"),
    "all_flowers": _("All four flowers"),
    "all_seasons": _("All four seasons"),
    "one_suit_honours": _("One suit with honours"),
    "one_suit_only": _("One suit only"),
    "all_honours": _("Honours only"),
    "pungs_only": _("Pungs and kongs only"),
    "dealt": _("Mah-jong as dealt"),
    "favoured_won": _("The favoured player won"),
}
SPECIAL_NAMES: Final = {
    "purity": _("Purity"),
    "all_pair_honours": _("All Pair Honours"),
    "knitting": _("Knitting"),
    "triple_knitting": _("Triple Knitting"),
    "buried_treasure": _("Buried Treasure"),
    "fourfold_plenty": _("Fourfold Plenty"),
    "wriggling_snake": _("Wriggling Snake"),
    "gates_of_heaven": _("Gates of Heaven"),
    "heads_and_tails": _("Heads and Tails"),
    "winds_and_dragons": _("Winds and Dragons"),
    "three_great_scholars": _("Three Great Scholars"),
    "four_blessings": _("Four Blessings Hovering over the Door"),
    "imperial_jade": _("Imperial Jade"),
    "thirteen_wonders": _("Thirteen Unique Wonders"),
    "heavens_blessing": _("Heaven’s Blessing"),
    "earths_blessing": _("Earth’s Blessing"),
    "twofold_fortune": _("Twofold Fortune"),
    "plum_blossom": _("Gathering the Plum Blossom from the Roof"),
    "moon_from_the_sea": _("Plucking the Moon from the Bottom of the Sea"),
    "three_dragons": _("Three Sets of Dragons"),
    "ones_and_nines": _("Ones and Nines Only"),
    "all_honours": _("Honours Only"),
    "four_winds": _("Four Winds"),
    "all_green": _("All Green"),
    "four_kongs": _("Four Kongs"),
    "seven_pairs": _("Seven Pairs"),
    "big_run": _("Big Run"),
    "nine_lamps": _("Nine Lamps"),
    "odd_suit": _("Odd Suit"),
    "run_ladder": _("Ladder of Runs"),
    "seven_pairs_suit_or_majors": _("Seven Pairs of One Suit or of Majors"),
    "seven_pairs_honours": _("Seven Pairs of Honours"),
    "four_friends": _("Four Friends"),
}
WIN_SOURCE_NAMES: Final = {
    "wall": _("drawn from the wall"),
    "loose_tile": _("drawn as a loose tile"),
    "last_wall": _("drawn as the last tile of the wall"),
    "discard": _("claimed from a discard"),
    "last_discard": _("claimed from the last discard"),
    "robbed_kong": _("taken by robbing a kong"),
    "dealt": _("dealt with the first fourteen tiles"),
    "first_discard": _("claimed from East’s first discard"),
}
FLAG_NAMES: Final = {
    "fishing": _("fishing"),
    "original_call": _("original call"),
    "twofold_fortune": _("twofold fortune"),
    "goulash": _("goulash"),
    "short_hand": _("short hand"),
    "long_hand": _("long hand"),
    "dead_hand": _("dead hand"),
}
CALL_NAMES: Final = {
    "mahjong": _("mah-jong"),
    "kong": _("kong"),
    "pung": _("pung"),
    "chow": _("chow"),
}
PENALTY_NAMES: Final = {
    "short_hand": _("short hand"),
    "long_hand": _("long hand"),
    "misnamed_discard": _("misnamed discard"),
    "misnamed_discard_mahjong": _("discard misnamed for mah-jong"),
    "false_mahjong": _("false mah-jong"),
    "false_mahjong_exposed": _("false mah-jong, tiles exposed"),
    "wrong_claim": _("wrong claim"),
    "fishing_not_declared": _("fishing not declared"),
    "cannon": _("cannon"),
}
UNTOLD: Final = "-"
"""The fact of a sentence about something that is not there."""
VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "tile": TILE_NAMES,
    "tiles": TILE_NAMES,
    "seat": SEAT_NAMES,
    "seats": SEAT_NAMES,
    "wind": {**SEAT_NAMES, UNTOLD: _("What was left out")},
    "expected_wind": SEAT_NAMES,
    "special": SPECIAL_NAMES,
    "win_source": {**WIN_SOURCE_NAMES, UNTOLD: _("it is not said how")},
    "flag": FLAG_NAMES,
    "penalty": PENALTY_NAMES,
}
"""The names behind the codes in a sentence's facts, by the fact's name."""


MINUS: Final = "\u2212"
GAP: Final = "\u00a0"  # a narrow one let people read eleven halves where one and a half was meant


def written(amount: int | Fraction) -> str:
    """Write an amount as people read it everywhere: `7`, `−2,000`, `7 1⁄3`."""
    if type(amount) is int and 0 <= amount < 1000:
        return str(amount)
    value = Fraction(amount)
    sign, (whole, rest) = MINUS if value < 0 else "", divmod(abs(value.numerator), value.denominator)
    fraction = f"{rest}\u2044{value.denominator}" if rest else ""
    return sign + GAP.join(part for part in (f"{whole:,}" if whole or not rest else "", fraction) if part)


def say(template: str, facts: Mapping[str, Any], translate: Callable[[str], str] = str) -> str:
    """Fill a template: tiles and seats by name, numbers as people read them, lists joined by commas.

    `translate` (gettext, say) is asked for the template and for every name and reason in it.
    """
    told = {name: spoken(name, fact, translate) for name, fact in facts.items()}
    return translate(template).format(**told)


def spoken(name: str, fact: Any, translate: Callable[[str], str] = str) -> str:
    """Say one fact of a sentence; its name tells tiles, seats and reasons from other text."""
    if isinstance(fact, tuple | list):
        return ", ".join(spoken(name, each, translate) for each in fact) or translate(_("none"))
    if type(fact) is int:
        return written(fact)
    text = str(fact)
    if name == "reason":
        return translate(text)
    named = VOCABULARY.get(name, {}).get(text)
    return text if named is None else translate(named)
