"""How a declared hand lies on the table: its melds, its rack and its bonus tiles, ready for a template.

Takes the declared hand as plain JSON values and never judges it: an impossible hand is drawn as declared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ORDER = {kind: place for place, kind in enumerate("BCDWFSJ")}


@dataclass(frozen=True, slots=True)
class Face:
    """One tile as it is seen: its code, whether it lies face down, whether it completed the hand."""

    code: str
    down: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together; `kind` is exposed, concealed, rack, unshown, won or bonus."""

    kind: str
    faces: tuple[Face, ...]


def in_order(tiles: Iterable[str]) -> list[str]:
    """Sort codes as players sort a rack: bamboos, characters, circles, winds, dragons."""
    return sorted(tiles, key=_place)


def groups(hand: Mapping[str, Any]) -> tuple[Group, ...]:
    """Return what a neighbour would see of the hand laid open, from left to right: first what lay exposed."""
    return tuple(_groups(hand))


def _groups(hand: Mapping[str, Any]) -> Iterator[Group]:
    winning: str | None = hand.get("winning_tile")
    rack = in_order(hand.get("concealed") or ())
    apart = winning if winning in rack else None
    for meld in sorted(hand.get("melds") or (), key=lambda meld: bool(meld.get("concealed"))):
        yield _meld(meld, winning if apart is None else None)
    if apart is not None:
        rack.remove(apart)
    if rack:
        yield Group("rack", tuple(Face(code) for code in rack))
    if unshown := hand.get("unshown"):
        yield Group("unshown", (Face("", down=True),) * unshown)
    if apart is not None:
        yield Group("won", (Face(apart, won=True),))
    if bonus := in_order(hand.get("bonus") or ()):
        yield Group("bonus", tuple(Face(code) for code in bonus))


def _meld(meld: Mapping[str, Any], winning: str | None) -> Group:
    """Lay a meld down: of a concealed kong the outer tiles lie on their faces."""
    tiles: Sequence[str] = in_order(meld["tiles"])
    concealed = bool(meld.get("concealed"))
    kong = concealed and len(tiles) == 4
    won = tiles.index(winning) if concealed and winning in tiles else -1
    faces = (Face(code, down=kong and place in (0, 3), won=place == won) for place, code in enumerate(tiles))
    return Group("concealed" if concealed else "exposed", tuple(faces))


def _place(code: str) -> tuple[int, str]:
    """Dragons share their first letter with the circles and come after the winds."""
    if code in ("DR", "DG", "DW"):
        return ORDER["W"], f"Z{'RGW'.index(code[1])}"
    if code[0] == "W" and len(code) == 2:
        return ORDER["W"], f"{'ESWN'.find(code[1])}"
    return ORDER.get(code[:1], len(ORDER)), code
