"""What every tile and wind is called: one translatable table for pages, scripts and screen readers."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WIND_NAMES: dict[str, Promise] = {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}

TILE_NAMES: dict[str, Promise] = {
    "B1": _("1 bamboo"),
    "B2": _("2 bamboo"),
    "B3": _("3 bamboo"),
    "B4": _("4 bamboo"),
    "B5": _("5 bamboo"),
    "B6": _("6 bamboo"),
    "B7": _("7 bamboo"),
    "B8": _("8 bamboo"),
    "B9": _("9 bamboo"),
    "C1": _("1 character"),
    "C2": _("2 character"),
    "C3": _("3 character"),
    "C4": _("4 character"),
    "C5": _("5 character"),
    "C6": _("6 character"),
    "C7": _("7 character"),
    "C8": _("8 character"),
    "C9": _("9 character"),
    "D1": _("1 circle"),
    "D2": _("2 circle"),
    "D3": _("3 circle"),
    "D4": _("4 circle"),
    "D5": _("5 circle"),
    "D6": _("6 circle"),
    "D7": _("7 circle"),
    "D8": _("8 circle"),
    "D9": _("9 circle"),
    "WE": _("east wind"),
    "WS": _("south wind"),
    "WW": _("west wind"),
    "WN": _("north wind"),
    "DR": _("red dragon"),
    "DG": _("green dragon"),
    "DW": _("white dragon"),
    "F1": _("flower 1, plum"),
    "F2": _("flower 2, orchid"),
    "F3": _("flower 3, chrysanthemum"),
    "F4": _("flower 4, bamboo"),
    "S1": _("season 1, spring"),
    "S2": _("season 2, summer"),
    "S3": _("season 3, autumn"),
    "S4": _("season 4, winter"),
    "J": _("joker"),
}
FACE_DOWN: Promise = _("face-down tile")


def tile_name(code: str) -> str:
    """Return what players call the tile in the language of the moment; an unknown code stays as it is."""
    return str(TILE_NAMES.get(code, code))


def wind_name(letter: str) -> str:
    """Return the name of a wind or seat from its letter."""
    return str(WIND_NAMES.get(letter, letter))


def tile_names() -> dict[str, str]:
    """Return every code with its name, for `json_script` on pages that build tiles themselves."""
    return {code: str(name) for code, name in TILE_NAMES.items()}
