"""Short notation of the case files: hands as text, rows as JSON lines with their source.

`"B1B1B1 C2C2C2C2^ WEWEWE! | D1 D2 D3"` is an exposed pung, a concealed kong, a dead pung and a rack;
`"discard D3"` is how it was won; `"SE"` is own wind and round wind.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from scoring import Hand, Meld
from scoring.rules import FOLDER

CASES = Path(__file__).parent / "cases"
BMJA = tomllib.loads((FOLDER / "bmja-tournament.toml").read_text(encoding="utf-8"))


def rows(name: str) -> list[dict[str, Any]]:
    """Read a case file."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def names(cases: list[dict[str, Any]]) -> list[str]:
    """Name the rows of a case file for the report."""
    return [row.get("id") or row["about"] for row in cases]


def hand(
    text: str, won: str = "", winds: str = "SW", flags: str = "", win_source: str | None = None, **more: Any
) -> Hand:
    """Read a hand in the notation of the case files."""
    table, rack = text.split("|")
    source, _space, tile = won.partition(" ")
    return Hand(
        concealed=tuple(rack.split()),
        melds=tuple(_meld(each) for each in table.split()),
        winning_tile=tile or None,
        win_source=source or win_source,
        own_wind=winds[0],
        round_wind=winds[1],
        is_winner=bool(won),
        flags=tuple(flags.split()),
        **more,
    )


def _meld(text: str) -> Meld:
    tiles = text.rstrip("^!")
    codes = tuple(tiles[place : place + 2] for place in range(0, len(tiles), 2))
    return Meld(codes, concealed="^" in text, dead="!" in text)


def of_row(row: dict[str, Any]) -> Hand:
    """Read the hand of a row."""
    told = ("won", "winds", "flags", "win_source", "wild", "undeclared", "favoured")
    given: dict[str, Any] = {key: row[key] for key in told if key in row}
    lists: dict[str, Any] = {key: tuple(row[key]) for key in ("bonus", "waived", "previous") if key in row}
    return hand(row["hand"], **given, **lists)
