"""The sprite file: every code's symbol, body and index included, in one order that never changes."""

from collections.abc import Iterator

from tournaments.tilefaces import honours, suits
from tournaments.tilefaces.brush import indexed
from tournaments.tilefaces.palette import BACK_DEEP, BLUE, BONE, BONE_EDGE, GREEN, OUTLINE, RED
from tournaments.tilefaces.shapes import frame, slab

SUITS = {"B": (suits.bamboo, GREEN), "C": (suits.character, RED), "D": (suits.circle, BLUE)}
CODES: tuple[str, ...] = (
    *(f"{suit}{number}" for suit in "BCD" for number in range(1, 10)),
    *(f"W{letter}" for letter in "ESWN"),
    *(f"D{letter}" for letter in "RGW"),
    *(f"{kind}{number}" for kind in "FS" for number in range(1, 5)),
    "J",
)
BODY = slab(1.5, 5, 61, 74, 8, BACK_DEEP) + slab(1.5, 3, 61, 72.5, 8, BONE_EDGE)
FACE = slab(1.5, 1.5, 61, 71, 8, BONE) + frame(1.5, 1.5, 61, 71, 8, OUTLINE, 1.5)
PEN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">\n'


def draw_sprite() -> str:
    """Return the text of tiles.svg: a symbol per code, and `back` for a tile that lies face down."""
    return HEAD + "".join(f"{symbol}\n" for symbol in _symbols()) + "</svg>\n"


def _symbols() -> Iterator[str]:
    for code in CODES:
        yield _symbol(code, FACE + _picture(code))
    yield _symbol("back", honours.back())


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 64 80" {PEN}>{BODY}{drawing}</symbol>'


def _picture(code: str) -> str:
    if code[-1].isdigit() and code[0] in SUITS:
        draw, tone = SUITS[code[0]]
        index = indexed(code[1], 5, 5.5, 1.1, tone) + indexed(code[0], 6, 26.5, 0.62, tone)
        return draw(int(code[1])) + index
    return _honour(code) + honours.corner(code)


def _honour(code: str) -> str:
    if code == "J":
        return honours.joker()
    kind, value = code[0], code[1]
    if kind in "FS":
        return (honours.flower if kind == "F" else honours.season)(int(value))
    return honours.wind(value) if kind == "W" else honours.dragon(value)
