"""The words of the engine in English: names of tiles and seats, and how a sentence is filled with its facts.

Everything here is marked for translation and left to whoever shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final


def _(sentence: str) -> str:
    """Mark a sentence for translation; translating is left to whoever shows it."""
    return sentence


SEAT_NAMES: Final = {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}
TILE_NAMES: Final = {
    "B1": _("one of bamboos"), "B2": _("two of bamboos"), "B3": _("three of bamboos"),
    "B4": _("four of bamboos"), "B5": _("five of bamboos"), "B6": _("six of bamboos"),
    "B7": _("seven of bamboos"), "B8": _("eight of bamboos"), "B9": _("nine of bamboos"),
    "C1": _("one of characters"), "C2": _("two of characters"), "C3": _("three of characters"),
    "C4": _("four of characters"), "C5": _("five of characters"), "C6": _("six of characters"),
    "C7": _("seven of characters"), "C8": _("eight of characters"), "C9": _("nine of characters"),
    "D1": _("one of circles"), "D2": _("two of circles"), "D3": _("three of circles"),
    "D4": _("four of circles"), "D5": _("five of circles"), "D6": _("six of circles"),
    "D7": _("seven of circles"), "D8": _("eight of circles"), "D9": _("nine of circles"),
    "WE": _("east wind"), "WS": _("south wind"), "WW": _("west wind"), "WN": _("north wind"),
    "DR": _("red dragon"), "DG": _("green dragon"), "DW": _("white dragon"),
    "F1": _("plum"), "F2": _("orchid"), "F3": _("chrysanthemum"), "F4": _("bamboo flower"),
    "S1": _("spring"), "S2": _("summer"), "S3": _("autumn"), "S4": _("winter"), "J": _("joker"),
}  # fmt: skip


POINT_NAMES: Final = {
    "pung": _("Pung"),
    "kong": _("Kong"),
    "pair": _("Pair"),
    "mahjong": _("Mah-jong"),
    "wall": _("Drawn from the wall"),
    "only_possible_tile": _("Only possible tile"),
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
    "heavens_blessing": _("Heaven's Blessing"),
    "earths_blessing": _("Earth's Blessing"),
    "twofold_fortune": _("Twofold Fortune"),
    "plum_blossom": _("Gathering the Plum Blossom from the Roof"),
    "moon_from_the_sea": _("Plucking the Moon from the Bottom of the Sea"),
}
WIN_SOURCE_NAMES: Final = {
    "wall": _("drawn from the wall"),
    "loose_tile": _("drawn as a loose tile"),
    "last_wall": _("drawn as the last tile of the wall"),
    "discard": _("claimed from a discard"),
    "last_discard": _("claimed from the last discard"),
    "robbed_kong": _("taken by robbing a kong"),
    "dealt": _("dealt with the first fourteen tiles"),
    "first_discard": _("claimed from East's first discard"),
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
PENALTY_NAMES: Final = {
    "short_hand": _("short hand"),
    "long_hand": _("long hand"),
    "misnamed_discard": _("misnamed discard"),
    "misnamed_discard_mahjong": _("discard misnamed for mah-jong"),
    "false_mahjong": _("false mah-jong"),
    "false_mahjong_exposed": _("false mah-jong, tiles exposed"),
    "wrong_claim": _("wrong claim"),
    "cannon": _("cannon"),
}
VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "tile": TILE_NAMES,
    "tiles": TILE_NAMES,
    "seat": SEAT_NAMES,
    "seats": SEAT_NAMES,
    "wind": SEAT_NAMES,
    "expected_wind": SEAT_NAMES,
    "special": SPECIAL_NAMES,
    "win_source": WIN_SOURCE_NAMES,
    "flag": FLAG_NAMES,
    "penalty": PENALTY_NAMES,
}
"""The names behind the codes in a sentence's facts, by the fact's name."""


def say(template: str, facts: Mapping[str, Any]) -> str:
    """Fill a template in English: tiles and seats by name, lists joined by commas."""
    return template.format(**{name: spoken(name, fact) for name, fact in facts.items()})


def spoken(name: str, fact: Any) -> str:
    """Say one fact of a sentence in English; its name tells tiles and seats from other text."""
    if isinstance(fact, tuple | list):
        return ", ".join(spoken(name, each) for each in fact)
    return VOCABULARY.get(name, {}).get(str(fact), str(fact))
