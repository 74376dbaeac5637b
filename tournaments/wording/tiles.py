"""What every tile and wind is called, in the reader's language: the engine's names for pages and scripts."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring

WIND_NAMES: dict[str, Promise] = {letter: _(name) for letter, name in scoring.SEAT_NAMES.items()}
TILE_NAMES: dict[str, Promise] = {code: _(name) for code, name in scoring.TILE_NAMES.items()}
FACE_DOWN: Promise = _("face-down tile")
DOTS: dict[str, Promise] = {
    "D1": _("1 dot"), "D2": _("2 dot"), "D3": _("3 dot"),
    "D4": _("4 dot"), "D5": _("5 dot"), "D6": _("6 dot"),
    "D7": _("7 dot"), "D8": _("8 dot"), "D9": _("9 dot"),
}  # fmt: skip
BAMS_AND_CRAKS: dict[str, Promise] = {
    "B1": _("1 bam"), "B2": _("2 bam"), "B3": _("3 bam"),
    "B4": _("4 bam"), "B5": _("5 bam"), "B6": _("6 bam"),
    "B7": _("7 bam"), "B8": _("8 bam"), "B9": _("9 bam"),
    "C1": _("1 crak"), "C2": _("2 crak"), "C3": _("3 crak"),
    "C4": _("4 crak"), "C5": _("5 crak"), "C6": _("6 crak"),
    "C7": _("7 crak"), "C8": _("8 crak"), "C9": _("9 crak"),
}  # fmt: skip
ENGINE = "circles"
"""The words for the suits that the engine's own sentences have."""

CALLED: dict[str, dict[str, Promise]] = {ENGINE: {}, "dots": DOTS, "bams": {**DOTS, **BAMS_AND_CRAKS}}
"""What clubs call their suits, by their words (`Club.SuitWords`): the tiles that have another name there."""


SUITS = {"B": _("bamboos"), "C": _("characters"), "D": _("circles")}
SUITS_CALLED: dict[str, dict[str, Promise]] = {
    ENGINE: {},
    "dots": {"D": _("dots")},
    "bams": {"B": _("bams"), "C": _("craks"), "D": _("dots")},
}


def suit_name(suit: str, words: str = ENGINE) -> str:
    """Return what the players of a club call a suit."""
    return str(SUITS_CALLED[words].get(suit) or SUITS[suit])


def tile_name(code: str, words: str = ENGINE) -> str:
    """Return what the players of a club call the tile in the reader's language; no tile stays as it is."""
    return str(CALLED[words].get(code) or TILE_NAMES.get(code) or code)


def said_with(words: str) -> Callable[[str], str]:
    """Give what puts the engine's sentences and names into the reader's language and a club's words."""
    renamed = {scoring.TILE_NAMES[code]: name for code, name in CALLED[words].items()}
    return lambda text: str(renamed[text]) if text in renamed else gettext(text)


WITHOUT_WIND: dict[str, Promise] = {"R": _("Fifth seat"), "": _("rests")}  # of a table of five


def wind_name(letter: str) -> str:
    """Return the name of a wind or seat from its letter."""
    return str({**WIND_NAMES, **WITHOUT_WIND}.get(letter, letter))


def tile_names() -> dict[str, str]:
    """Return every code with its name, for `json_script` on pages that build tiles themselves."""
    return {code: str(name) for code, name in TILE_NAMES.items()}


def called() -> dict[str, dict[str, str]]:
    """Return, by the words of a club, the names that are others there."""
    return {words: {code: str(name) for code, name in names.items()} for words, names in CALLED.items()}
