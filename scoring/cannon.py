"""Cannon: discards that anyone could see would win, by the winner's exposed sets (bmja.md, letters a to e).

Recognised is not confirmed: whether the discarder pays is entered by the table or the referee.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scoring.hands import Hand
from scoring.layout import lay_out
from scoring.readings import DRAGON, EXPOSED, HONOUR, KONG, NOT_GREEN, PUNG, SUIT, TERMINAL, WIND, Group
from scoring.tiles import DRAGON_KINDS, GREENS, INDEX, SUITED, TERMINALS, WIND_KINDS

DISCARDS: Final = frozenset({"discard", "last_discard", "first_discard"})


def cannon(hand: Hand) -> str:
    """Give the letters of the rules that the winning discard broke; an empty text if it broke none."""
    if hand.win_source not in DISCARDS or hand.winning_tile not in INDEX:
        return ""
    exposed = [each for each in lay_out(hand).sets if each.traits & EXPOSED]
    tile = INDEX[hand.winning_tile]
    return "".join(letter for letter, breaks in RULES.items() if breaks(exposed, tile))


def _same_suit(exposed: list[Group], tile: int) -> bool:
    """Nine or more exposed tiles of one suit; the discard is of that suit."""
    if tile >= SUITED:
        return False
    return sum(len(each.tiles) for each in exposed if each.traits & SUIT == 1 << tile // 9) >= 9


def _matching(exposed: list[Group], wanted: int, unwanted: int) -> list[Group]:
    return [
        each
        for each in exposed
        if each.traits & (PUNG | KONG) and each.traits & wanted and not each.traits & unwanted
    ]


def _fourth_wind(exposed: list[Group], tile: int) -> bool:
    """Three exposed sets of winds; the discard is the fourth wind."""
    winds = {each.kind for each in _matching(exposed, WIND, 0)}
    return len(winds) == 3 and tile in WIND_KINDS and tile not in winds


def _third_dragon(exposed: list[Group], tile: int) -> bool:
    """Two exposed sets of dragons; the discard is the third dragon."""
    dragons = {each.kind for each in _matching(exposed, DRAGON, 0)}
    return len(dragons) == 2 and tile in DRAGON_KINDS and tile not in dragons


def _one_or_nine(exposed: list[Group], tile: int) -> bool:
    """Three exposed sets of ones and nines; the discard is any one or nine."""
    return len(_matching(exposed, TERMINAL, HONOUR)) >= 3 and tile in TERMINALS


def _green(exposed: list[Group], tile: int) -> bool:
    """Three exposed sets of green tiles; the discard is any green tile."""
    return len(_matching(exposed, SUIT | DRAGON, NOT_GREEN)) >= 3 and tile in GREENS


RULES: Final[dict[str, Callable[[list[Group], int], bool]]] = {
    "a": _same_suit,
    "b": _fourth_wind,
    "c": _third_dragon,
    "d": _one_or_nine,
    "e": _green,
}
