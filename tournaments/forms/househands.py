"""A club's own special hands as lines of text, as an organiser types them.

    All the ones = 1/2, fishing 1/5: pairs; tiles B1 C1 D1 WE WS WW WN

Name, value and what a fisher gets (points, or a part of the limit), then what the hand is, in the words of
`scoring.house`: `exactly`, `tiles` and `pair` with tiles, `sets 2 of DR DG DW`, `kongs 2`, `suits 1`, and the
bare words `pairs`, `chows`, `concealed`, `honours`, `no honours`. `B123` is short for `B1 B2 B3`. `parse` and
`write` are inverse.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

Json = dict[str, Any]
RUN = re.compile(r"(?:[BCDXYZ][1-9]+|W[ESWN]+|D[RGW]+)\Z")
LINE = re.compile(r"(?P<name>[^=\[\]]+)(?:\[(?P<code>\w+)\]\s*)?=(?P<worth>[^:]*):(?P<words>.*)")
WORTH = re.compile(r"\s*(?P<value>\d+(?:/\d+)?)\s*(?:,\s*fishing\s+(?P<fishing>\d+(?:/\d+)?)\s*)?\Z")
SETS = re.compile(r"sets (\d+) of (.+)")
BARE: dict[str, tuple[str, bool]] = {
    "pairs": ("pairs", True),
    "chows": ("chows", True),
    "concealed": ("concealed", True),
    "honours": ("honours", True),
    "no honours": ("honours", False),
}
COUNTED = ("kongs", "suits")
LISTED = ("exactly", "tiles", "pair")


class UnreadableLine(ValueError):
    """Raised for a line that is no hand; `part` is what could not be read."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part.strip()[:60]


class HouseHands(forms.CharField):
    """Hands of the club's own, one a line; cleaned to a list of declarations."""

    widget = forms.Textarea(attrs={"rows": 3, "class": "hand-text", "spellcheck": "false"})
    default_error_messages = {
        "unreadable": _("Not understood: “%(part)s”. Write each hand as in the example.")
    }

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(write, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[Json]:  # type: ignore[override]
        try:
            return [parse(line) for line in (super().to_python(value) or "").splitlines() if line.strip()]
        except UnreadableLine as unreadable:
            raise forms.ValidationError(
                self.error_messages["unreadable"], code="unreadable", params={"part": unreadable.part}
            ) from unreadable

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.to_python(self.prepare_value(initial)), data)


def parse(line: str) -> Json:
    """Read a line as a declaration of `scoring.house`; raises UnreadableLine.

    >>> parse("Two kongs = 100: kongs 2; no honours")["hand"]
    {'kongs': 2, 'honours': False}
    """
    found = LINE.fullmatch(line.strip())
    worth = WORTH.match(found["worth"]) if found else None
    if found is None or worth is None or not found["name"].strip():
        raise UnreadableLine(line)
    name = " ".join(found["name"].split())
    hand = dict(_word(word.strip()) for word in found["words"].split(";") if word.strip())
    row = {
        "code": found["code"] or code_of(name),
        "name": name,
        "value": _amount(worth["value"]),
        "hand": hand,
    }
    return row | ({"fishing": _amount(worth["fishing"])} if worth["fishing"] else {})


def write(row: Mapping[str, Any]) -> str:
    """Write a declaration so that `parse` reads the same.

    >>> write({"code": "two_kongs", "name": "Two kongs", "value": 100, "hand": {"kongs": 2}})
    'Two kongs = 100: kongs 2'
    """
    code = "" if row["code"] == code_of(row["name"]) else f" [{row['code']}]"
    fishing = f", fishing {row['fishing']}" if "fishing" in row else ""
    return f"{row['name']}{code} = {row['value']}{fishing}: {summary(row)}"


def code_of(name: str) -> str:
    """Make the code of a hand from its name."""
    code = slugify(name).replace("-", "_")
    return code if code.isidentifier() else f"hand_{code}"


def summary(row: Mapping[str, Any]) -> str:
    """Say what a hand of the club's own is, in the words it was declared with."""
    return "; ".join(_written(row["hand"]))


def _amount(text: str) -> int | str:
    return text if "/" in text else int(text)


def _word(word: str) -> tuple[str, Any]:
    words = " ".join(word.split())
    name, _space, rest = words.partition(" ")
    if words in BARE:
        return BARE[words]
    if name in COUNTED and rest.isascii() and rest.isdigit():
        return name, int(rest)
    if name in LISTED and rest:
        return name, _tiles(rest)
    if sets := SETS.fullmatch(words):
        return "sets", [_tiles(sets[2]), int(sets[1])]
    raise UnreadableLine(word)


def _tiles(text: str) -> list[str]:
    return [tile for word in text.upper().split() for tile in _run(word)]


def _run(word: str) -> list[str]:
    if not RUN.match(word):
        raise UnreadableLine(word)
    return [word[0] + rank for rank in word[1:]]


def _written(hand: Mapping[str, Any]) -> Iterator[str]:
    bare = {told: word for word, told in BARE.items()}
    for name, value in hand.items():
        if name == "sets":
            yield f"sets {value[1]} of {' '.join(value[0])}"
        elif name in LISTED:
            yield f"{name} {' '.join(value)}"
        elif name in COUNTED:
            yield f"{name} {value}"
        elif (name, value) in bare:
            yield bare[name, value]
