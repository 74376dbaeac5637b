"""What every tile and wind is called, in the reader's language: the engine's names for pages and scripts."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import scoring

WIND_NAMES: dict[str, Promise] = {letter: _(name) for letter, name in scoring.SEAT_NAMES.items()}
TILE_NAMES: dict[str, Promise] = {code: _(name) for code, name in scoring.TILE_NAMES.items()}
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
