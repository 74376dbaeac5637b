"""Hands as a line of text, for people at a keyboard: `[B1 B1 B1] (C9 C9 C9 C9) D2 D3 D4 WE WE* #fishing`.

Brackets are melds, square exposed and round concealed, `~` before one a dead meld; bare tiles are the rack,
`*` marks the winning tile, `+F1` a bonus tile, `#` a flag; `=12` is a hand given as points. `B123` is short
for `B1 B2 B3` and `WEEE` for `WE WE WE`. `parse` and `write` are inverse. Worth is for `scoring`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Json = dict[str, Any]
RUN = re.compile(r"(?:[BCDFS][1-9]+|W[ESWN]+|D[RGW]+|J+)\Z")
TOKEN = re.compile(r"~?[\[(][^\[\]()]*[\])]|[^\s\[\]()]+|[\[\]()]")
LIMIT = 600  # signs; far more than any hand needs
RARE_LISTS, RARE_WORDS, RARE_TRUTHS = ("previous", "waived"), ("wild",), ("favoured", "undeclared")
NONE = "-"


class UnreadableHand(ValueError):
    """Raised for text that is no hand; `word` is the part that could not be read."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def parse(text: str) -> Json | None:
    """Read a hand as plain values; None for an empty text. Raises UnreadableHand.

    >>> parse("[b111] we we*")
    {'melds': [{'tiles': ['B1', 'B1', 'B1'], 'concealed': False}], 'concealed': ['WE', 'WE'], 'bonus': [],
     'flags': [], 'winning_tile': 'WE'}
    """
    if len(text) > LIMIT:
        raise UnreadableHand(text[:20])
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
    """Write a hand so that `parse` reads the same; a hand of which nothing is known is an empty text."""
    if hand is None:
        return ""
    return f"={hand['points']}" if "points" in hand else " ".join(_parts(hand))


def _points(tokens: list[str]) -> int:
    digits = tokens[0][1:]
    if len(tokens) > 1 or not (digits.isascii() and digits.isdigit() and len(digits) < 7):
        raise UnreadableHand(" ".join(tokens)[:20])
    return int(digits)


def _take(hand: Json, token: str) -> None:
    """Put one word of the text where it belongs."""
    if "[" in token or "(" in token:
        hand["melds"].append(_meld(token))
    elif token.startswith("#"):
        _flag(hand, token)
    elif token.startswith("+"):
        hand["bonus"] += tiles(token[1:])
    elif token.startswith("*"):
        hand["winning_tile"] = _only(token[1:])
    elif token.endswith("*"):
        run = tiles(token[:-1])
        hand["concealed"] += run
        hand["winning_tile"] = run[-1]
    else:
        hand["concealed"] += tiles(token)


def tiles(word: str) -> list[str]:
    """Read a tile or a run of one kind: `B1`, `B123`, `WEE`; capitals or not."""
    upper = word.upper()
    if not RUN.match(upper):
        raise UnreadableHand(word[:20])
    return list(upper) if upper[0] == "J" else [upper[0] + rank for rank in upper[1:]]


def _only(word: str) -> str:
    found = tiles(word)
    if len(found) != 1:
        raise UnreadableHand(word[:20])
    return found[0]


def _meld(token: str) -> Json:
    dead, bare = token.startswith("~"), token.lstrip("~")
    if (bare[0], bare[-1]) not in (("[", "]"), ("(", ")")):
        raise UnreadableHand(token[:20])
    found = [tile for word in bare[1:-1].split() for tile in tiles(word)]
    meld = {"tiles": found, "concealed": bare[0] == "("}
    return {**meld, "dead": True} if dead else meld


def _flag(hand: Json, token: str) -> None:
    name, _, value = token[1:].partition(":")
    if name in RARE_LISTS and value:
        hand[name] = [None if word == NONE else word for word in value.split(",")]
    elif name in RARE_WORDS and value:
        hand[name] = value
    elif name in RARE_TRUTHS and not value:
        hand[name] = True
    elif re.fullmatch(r"[a-z_]+", name) and not value and name not in RARE_LISTS + RARE_WORDS:
        hand["flags"].append(name)
    else:
        raise UnreadableHand(token[:20])


def _parts(hand: Mapping[str, Any]) -> Iterator[str]:
    for meld in hand.get("melds") or ():
        left, right = "()" if meld.get("concealed") else "[]"
        yield f"{'~' if meld.get('dead') else ''}{left}{' '.join(meld['tiles'])}{right}"
    yield from _rack(list(hand.get("concealed") or ()), hand.get("winning_tile"))
    yield from (f"+{tile}" for tile in hand.get("bonus") or ())
    yield from (f"#{flag}" for flag in hand.get("flags") or ())
    yield from _rare(hand)


def _rack(rack: list[str], winning: str | None) -> Iterable[str]:
    """Mark the winning tile, the last of its kind in the rack; a missing one is said by itself."""
    if winning is None:
        return rack
    if winning not in rack:
        return [*rack, f"*{winning}"]
    place = len(rack) - 1 - rack[::-1].index(winning)
    return [*rack[:place], f"{winning}*", *rack[place + 1 :]]


def _rare(hand: Mapping[str, Any]) -> Iterator[str]:
    for name in RARE_LISTS:
        if hand.get(name):
            yield f"#{name}:{','.join(NONE if word is None else word for word in hand[name])}"
    yield from (f"#{name}:{hand[name]}" for name in RARE_WORDS if hand.get(name))
    yield from (f"#{name}" for name in RARE_TRUTHS if hand.get(name))
