"""Hands as a line of text, for people at a keyboard: `[B1 B1 B1] (C9 C9 C9 C9) D2 D3 D4 WE WE* #fishing`.

Square brackets are exposed melds, round ones (or braces) concealed melds, `~` before one a dead meld. Bare
tiles are the rack, `*` marks the winning tile, `+F1` a bonus tile, `#` a flag or another key of the hand
(`#own_wind:S`), `=12` is a hand given as points. `B123` is short for `B1 B2 B3`, `WEEE` for `WE WE WE`;
what is written without spaces is read as well (`B1B1B1`, `WEWEWE`), and capitals do not matter. `parse` and
`write` are inverse; what a hand is worth is for `valuation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from scoring.hands import MOST_UNSHOWN

Json = dict[str, Any]
RUN: Final = re.compile(r"[BCDFS][1-9]+|W[ESWN]+|D(?:[RG]|W(?![ESN]))+|J+")
SAME_WIND: Final = re.compile(r"(W[ESWN])\1+\Z")
TOKEN: Final = re.compile(r"~?[\[({][^\[\](){}]*[\])}]|[^\s\[\](){}]+|[\[\](){}]")
BRACKETS: Final = {"[": "]", "(": ")", "{": "}"}
MOST_SIGNS: Final = 800
"""Far more than any hand needs."""
LISTS: Final = ("previous", "waived")
WORDS: Final = ("win_source", "own_wind", "round_wind", "wild")
NUMBERS: Final = {"unshown": MOST_UNSHOWN}
TRUTHS: Final = ("is_winner", "favoured", "undeclared")
KEYS: Final = frozenset((*LISTS, *WORDS, *NUMBERS, *TRUTHS))
DENIED: Final = ("favoured",)
"""Where saying no is something else than saying nothing."""
NONE, NO = "-", "no"


class UnreadableHand(ValueError):
    """Raised for text that is no hand; `word` is the part that could not be read."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word[:20]


def parse(text: str) -> Json | None:
    """Read a hand as the plain values of `Hand.from_json`; None for an empty text. Raise UnreadableHand.

    >>> parse("[b111] we we*")["melds"]
    [{'tiles': ['B1', 'B1', 'B1'], 'concealed': False}]
    """
    if len(text) > MOST_SIGNS:
        raise UnreadableHand(text)
    tokens = TOKEN.findall(text)
    if not tokens:
        return None
    if tokens[0].startswith("="):
        return {"points": _points(tokens)}
    hand: Json = {"melds": [], "concealed": [], "bonus": [], "flags": []}
    for token in tokens:
        _take(hand, token)
    return hand


def write(hand: Mapping[str, Any] | None) -> str:
    """Write a hand so that `parse` reads the same; a hand of which nothing is known is an empty text.

    >>> write({"melds": [{"tiles": ["B1", "B1", "B1"]}], "concealed": ["WE", "WE"], "winning_tile": "WE"})
    '[B1 B1 B1] WE WE*'
    """
    if hand is None:
        return ""
    return f"={hand['points']}" if "points" in hand else " ".join(_parts(hand))


def tiles(word: str) -> list[str]:
    """Read a tile or several: `B1`, `B123`, `WEE`, `B9B9B9`, `WEWEWE`; capitals or not."""
    upper = word.upper()
    runs = RUN.findall(upper)
    if not runs or "".join(runs) != upper:
        raise UnreadableHand(word)
    return [tile for run in runs for tile in _run(run)]


def _run(run: str) -> list[str]:
    """Read tiles of one kind; `WEWE` is East twice: nobody writes East, West, East so."""
    if SAME_WIND.match(run):
        return [run[:2]] * (len(run) // 2)
    return list(run) if run[0] == "J" else [run[0] + rank for rank in run[1:]]


def _points(tokens: list[str]) -> int:
    digits = tokens[0][1:]
    if len(tokens) > 1 or not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        raise UnreadableHand(" ".join(tokens))
    return int(digits)


def _take(hand: Json, token: str) -> None:
    """Put one word of the text where it belongs."""
    if token.lstrip("~")[:1] in BRACKETS or token[-1] in BRACKETS.values():
        hand["melds"].append(_meld(token))
    elif token.startswith("#"):
        _told(hand, token)
    elif token.startswith("+"):
        hand["bonus"] += tiles(token[1:])
    elif token.startswith("*"):
        _win(hand, token, _only(token[1:]))
    elif token.endswith("*"):
        run = tiles(token[:-1])
        hand["concealed"] += run
        _win(hand, token, run[-1])
    else:
        hand["concealed"] += tiles(token)


def _win(hand: Json, token: str, tile: str) -> None:
    """Note the winning tile; which of two was meant is not ours to guess."""
    if "winning_tile" in hand:
        raise UnreadableHand(token)
    hand["winning_tile"] = tile


def _only(word: str) -> str:
    found = tiles(word)
    if len(found) != 1:
        raise UnreadableHand(word)
    return found[0]


def _meld(token: str) -> Json:
    dead, bare = token.startswith("~"), token.lstrip("~")
    if len(bare) < 2 or BRACKETS.get(bare[0]) != bare[-1]:
        raise UnreadableHand(token)
    found = [tile for word in bare[1:-1].split() for tile in tiles(word)]
    meld = {"tiles": found, "concealed": bare[0] != "["}
    return {**meld, "dead": True} if dead else meld


def _told(hand: Json, token: str) -> None:
    name, colon, value = token[1:].partition(":")
    if name in LISTS and value:
        hand[name] = [None if word == NONE else word for word in value.split(",")]
    elif name in WORDS and value:
        hand[name] = value
    elif name in NUMBERS and re.fullmatch(r"[0-9]{1,2}", value) and int(value) <= NUMBERS[name]:
        hand[name] = int(value)
    elif name in TRUTHS and (not colon or (name in DENIED and value == NO)):
        hand[name] = not colon
    elif re.fullmatch(r"[a-z_]+", name) and not colon and name not in KEYS:
        hand["flags"].append(name)
    else:
        raise UnreadableHand(token)


def _parts(hand: Mapping[str, Any]) -> Iterator[str]:
    for meld in hand.get("melds") or ():
        left, right = "()" if meld.get("concealed") else "[]"
        yield f"{'~' if meld.get('dead') else ''}{left}{' '.join(meld['tiles'])}{right}"
    yield from _rack(list(hand.get("concealed") or ()), hand.get("winning_tile"))
    yield from (f"+{tile}" for tile in hand.get("bonus") or ())
    yield from (f"#{flag}" for flag in hand.get("flags") or ())
    for name in LISTS:
        if hand.get(name):
            yield f"#{name}:{','.join(NONE if word is None else word for word in hand[name])}"
    yield from (f"#{name}:{hand[name]}" for name in (*WORDS, *NUMBERS) if hand.get(name))
    yield from (f"#{name}" for name in TRUTHS if hand.get(name))
    yield from (f"#{name}:{NO}" for name in DENIED if hand.get(name) is False)


def _rack(rack: list[str], winning: str | None) -> Iterable[str]:
    """Mark the winning tile, the last of its kind in the rack; a missing one is said by itself."""
    if winning is None:
        return rack
    if winning not in rack:
        return [*rack, f"*{winning}"]
    place = len(rack) - 1 - rack[::-1].index(winning)
    return [*rack[:place], f"{winning}*", *rack[place + 1 :]]
