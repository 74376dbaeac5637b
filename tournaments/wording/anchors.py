"""The place of each rule on the page of the rules: found from its row, or from a line that was recorded."""

from collections.abc import Mapping
from typing import Any, Final

import scoring
from scoring.explanation import sentence_key
from scoring.rules import Row

KEYS: Final = {(kind, told): key for (kind, key), told in scoring.LINE_SENTENCES.items()}
"""The key of a sentence, which says what a recorded line is about more closely than its code."""


def of_row(row: Row) -> str:
    """Name the place of a row of points or doubles."""
    if row.code in ("pung", "kong"):
        return f"{row.kind}-{'exposed' if row.exposed else 'concealed'}-{row.code}-{row.of}"
    if row.code == "pair":
        return f"{row.kind}-pair-of-{row.of}"
    return _joined(row.kind, sentence_key(row.kind, row.code, row.shape))


def of_line(line: Mapping[str, Any]) -> str:
    """Name the place of the row that a recorded line comes from."""
    kind, code = line["kind"], line["code"]
    key: str = KEYS.get((kind, line["sentence"]), code)
    if key in ("special", "special added", "special fishing"):
        return of_special(code)
    if kind == "value":
        return key.replace("_", "-").replace(" ", "-")
    if key.endswith((" pung", " kong")):
        return f"{_joined(kind, key)}-{_sort(line['tiles'])}"
    return _joined(kind, key)


def of_special(code: str) -> str:
    """Name the place of a special hand."""
    return f"special-{code}"


def of_payment(reason: str) -> str:
    """Name the place of what a payment is for: the mah-jong, a difference of hands, or a penalty."""
    return f"settlement-{reason}" if reason in ("win", "difference") else of_penalty(reason)


def of_penalty(code: str) -> str:
    """Name the place of a penalty."""
    return f"penalty-{code}"


def _joined(kind: str, key: str) -> str:
    return f"{kind}-{key.replace(' ', '-')}"


def _sort(tiles: list[str]) -> str:
    """Tell the sort of a set's tiles, as the rows of pungs and kongs do."""
    shown = next((tile for tile in tiles if tile in scoring.KINDS), "")
    return "minor" if shown[:1] in ("B", "C", "D") and shown[1:] in "2345678" else "major"
