"""Judge a CSV of past results: which rows do not add up. Nothing of it is brought in.

Two forms are known by their headings. A table of standings has a line for each player, with a column for each
round and their `total`; a list of tables has a line for each player at a table: `round`, `table`, `net`.
"""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from players.encodings import NONE, SEPARATORS, decoded, detect_encoding, detect_separator
from tournaments.exchange.faults import Fault
from tournaments.ranking.figures import text

ROUND = re.compile(r"^(?:round|meeting|r|m|session|game)?\s*\.?\s*(\d+)$")
MIXED = re.compile(r"^([+-]?)(\d+)(?:\s+(\d+)/(\d+))?$|^([+-]?)(\d+)/(\d+)$|^([+-]?\d+\.\d+)$")
NAMES = ("name", "player")
TABLE_KEYS = ("round", "table", "net")
BESIDE = ("adjustments", "adjustment", "penalties", "penalty", "carried over", "carried")
MINUS = str.maketrans({"−": "-", "–": "-", "\u00a0": " "})
Cells = Mapping[str, str]


def faults_of(body: bytes) -> list[Fault]:
    """List every row that is wrong, and what makes the file no results at all."""
    rows = _rows(decoded(body, detect_encoding(body)) or "")
    if not rows:
        return [Fault(_("row 1"), _("There is nothing in this file."))]
    heading = [cell.strip().casefold() for cell in rows[0]]
    lines = [(at, _cells(heading, row)) for at, row in enumerate(rows[1:], 2) if any(map(str.strip, row))]
    if not lines:
        return [Fault(_("row 1"), _("There is no row below the headings."))]
    if {*TABLE_KEYS} <= {*heading}:
        return list(_of_tables(lines))
    rounds = [name for name in heading if ROUND.match(name)]
    if "total" in heading and rounds:
        return list(_of_standings(lines, rounds))
    told = _("These are no headings of results: a total and a column for each round, or round, table, net.")
    return [Fault(_("row 1"), told)]


def _rows(text: str) -> list[list[str]]:
    separator = detect_separator(text)
    mark = SEPARATORS["comma" if separator == NONE else separator]
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))


def _cells(heading: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    return dict(zip(heading, (*row, *[""] * len(heading)), strict=False))


def amount_in(cell: str) -> Fraction | None:
    """Read a number as people and our own exports write it: `-12`, `2 1/3`, `1.5`; None for anything else."""
    plain = cell.translate(MINUS).strip()
    if not (found := MIXED.match(plain)):
        return None
    sign, whole, upper, lower, own_sign, top, bottom, decimal = found.groups()
    if "0" in (lower, bottom):
        return None
    if decimal:
        return Fraction(decimal)
    size = Fraction(int(top), int(bottom)) if top else int(whole) + Fraction(int(upper or 0), int(lower or 1))
    return -size if "-" in (sign, own_sign) else Fraction(size)


def _where(at: int, cells: Cells) -> str:
    name = next((cells[key].strip() for key in NAMES if cells.get(key, "").strip()), "")
    return _("row {n}, {name}").format(n=at, name=name) if name else _("row {n}").format(n=at)


def _numbers(cells: Cells, wanted: Sequence[str]) -> tuple[dict[str, Fraction], list[str]]:
    """Read the cells wanted, an empty one as 0; beside them say which are no numbers."""
    found: dict[str, Fraction] = {}
    faults = []
    for name in (name for name in wanted if name in cells):
        amount = amount_in(cells[name]) if cells[name].strip() else Fraction(0)
        if amount is None:
            faults.append(_("“{cell}” under {column} is no number.").format(cell=cells[name], column=name))
        else:
            found[name] = amount
    return found, faults


def _of_standings(lines: Sequence[tuple[int, Cells]], rounds: Sequence[str]) -> Iterator[Fault]:
    for at, cells in lines:
        told, faults = _numbers(cells, [*rounds, "total", *BESIDE])
        yield from (Fault(_where(at, cells), one) for one in faults)
        if faults or not cells["total"].strip():
            continue
        come_to = sum((amount for name, amount in told.items() if name != "total"), Fraction(0))
        if come_to != told["total"]:
            said = _("The rounds come to {sum}, the total says {total}.").format(
                sum=text(come_to), total=text(told["total"])
            )
            yield Fault(_where(at, cells), said)


def _of_tables(lines: Sequence[tuple[int, Cells]]) -> Iterator[Fault]:
    """Add up each table; one that does not come to 0 names each of its rows."""
    tables: dict[tuple[str, str], list[tuple[int, Cells, Fraction]]] = defaultdict(list)
    for at, cells in lines:
        told, faults = _numbers(cells, ["net"])
        yield from (Fault(_where(at, cells), one) for one in faults)
        key = cells["round"].strip(), cells["table"].strip()
        tables[key].append((at, cells, told.get("net", Fraction(0))))
        if faults:
            tables[key].clear()
    for (round, table), rows in tables.items():
        come_to = sum((net for _at, _cells, net in rows), Fraction(0))
        for at, cells, _net in rows if come_to else ():
            said = _("Round {r}, table {t} comes to {sum}, not 0.").format(
                r=round, t=table, sum=text(come_to)
            )
            yield Fault(_where(at, cells), said)
