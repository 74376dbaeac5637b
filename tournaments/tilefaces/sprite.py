"""The sprite files, one for each style: body, pictures, corners and back, in one order that never changes.

A page lays a tile together of its symbols: the body, the picture, and the corner with the club's marks.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tournaments.tilefaces import classic, honours, numbered
from tournaments.tilefaces.corners import LETTERS, WORDS

CODES: tuple[str, ...] = (
    *(f"{suit}{number}" for suit in "BCD" for number in range(1, 10)),
    *(f"W{letter}" for letter in "ESWN"),
    *(f"D{letter}" for letter in "RGW"),
    *(f"{kind}{number}" for kind in "FS" for number in range(1, 5)),
    "J",
)
PEN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n'
UNDER_WORDS = "translate(7 16) scale(.78)"
"""How a picture makes room for the words above it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the tiles of a set are drawn: each part by the code of a tile, words by the club's marks, too."""

    body: str
    back: str
    picture: Callable[[str], str]
    corner: Callable[[str], str]
    sign: Callable[[str], str]
    word: Callable[[str, str], str]


BONE_BODY = classic.BODY + classic.FACE
BONE_BACK = classic.BODY + honours.back()
LARGE, CONTRAST = numbered.LARGE, numbered.CONTRAST
STYLES: dict[str, Style] = {
    "classic": Style(BONE_BODY, BONE_BACK, classic.picture, classic.corner, classic.sign, classic.word),
    "large": Style(BONE_BODY, BONE_BACK, LARGE.picture, LARGE.corner, LARGE.sign, LARGE.word),
    "contrast": Style(
        numbered.BLACK_BODY + numbered.BLACK_FACE,
        numbered.BLACK_BODY + numbered.BLACK_BACK,
        *(CONTRAST.picture, CONTRAST.corner, CONTRAST.sign, CONTRAST.word),
    ),
}


def draw_sprite(style: str) -> str:
    """Return the text of a style's file: symbols for the body, the back and all that is laid upon them."""
    return HEAD + "".join(f"{symbol}\n" for symbol in _symbols(STYLES[style])) + "</svg>\n"


def symbols_of(code: str, marks: str) -> tuple[str, ...]:
    """Name what a tile is laid together of, from the ground up; `dom.js` does the same on tablets."""
    if marks == LETTERS:
        return "body", code, f"{code}-{LETTERS}"
    return "body", code, f"{code}-sign", f"{_group(code)}-{marks}"


def _group(code: str) -> str:
    """Give those that have one word in common: a suit, the flowers, the seasons; others stand alone."""
    return code[0] if code[1:].isdigit() else code


def _symbols(style: Style) -> Iterator[str]:
    yield _symbol("body", style.body)
    yield _symbol("back", style.back)
    for code in CODES:
        yield _symbol(code, style.picture(code))
        yield _symbol(f"{code}-{LETTERS}", style.corner(code))
        yield _symbol(f"{code}-sign", style.sign(code))
    for group, code in {_group(code): code for code in CODES}.items():
        yield from (_symbol(f"{group}-{marks}", style.word(code, marks)) for marks in WORDS)


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 64 80" {PEN}>{drawing}</symbol>'
