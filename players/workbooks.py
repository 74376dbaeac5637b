"""Read the first sheet of a workbook (XLSX) that somebody sent, as lines of text; pure, and behind bounds.

What a file of a few kilobytes says of itself may be millions of cells: so the sizes that its parts declare
are looked at before it is opened, and no more rows and columns are read than a list of people has.
"""

import csv
import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.utils.exceptions import InvalidFileException

BEGINS = b"PK\x03\x04"  # as every file does that is a zip
MOST_BYTES, MOST_PARTS, MOST_COLUMNS, MOST_EMPTY = 20_000_000, 500, 50, 50_000
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, InvalidFileException, EOFError, NotImplementedError, RuntimeError),
    *(KeyError, IndexError, TypeError, AttributeError, ValueError, SyntaxError, OSError),
)
# A row is one line, and a cell one word of it.
SPACES = str.maketrans("\t\r\n\x0b\x0c\x1f\x85\u2028\u2029", " " * 9)


class Unreadable(Exception):
    """The file cannot be read: `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Sheet:
    """Rows as text, the width of the widest one, and where formulas stand: row and column."""

    rows: list[list[str]] = field(default_factory=list)
    width: int = 0
    formulas: list[tuple[int, str]] = field(default_factory=list)

    def text(self, sign: str) -> str:
        """Write the rows as lines cut by a sign."""
        written = io.StringIO()
        csv.writer(written, delimiter=sign, lineterminator="\n").writerows(self.rows)
        return written.getvalue()


def is_workbook(data: bytes) -> bool:
    return data.startswith(BEGINS)


def read(data: bytes, most_rows: int) -> Sheet:
    """Read at most so many rows of the first sheet; raises Unreadable."""
    try:
        _refuse_large(data)
        book = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what it declares may be the largest sheet there is
        return _filled(sheet.iter_rows(max_col=MOST_COLUMNS), most_rows)
    except BROKEN as fault:
        raise Unreadable("not_workbook") from fault


def _refuse_large(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
    # No more of a part is ever unpacked than it declares, so what is declared is a bound.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
        raise Unreadable("workbook_too_large")


def _filled(rows: Iterator[tuple[Any, ...]], most_rows: int) -> Sheet:
    sheet = Sheet()
    for number, cells in enumerate(rows, start=1):
        words = [_word(cell.value) for cell in cells]
        if number > most_rows and (any(words) or number > MOST_EMPTY):
            raise Unreadable("too_many_rows")
        if number > most_rows:  # formatted, and empty
            continue
        formulas = [place for place, cell in enumerate(cells, start=1) if cell.data_type == "f"]
        sheet.formulas += [(number, get_column_letter(place)) for place in formulas]
        while words and not words[-1]:
            words.pop()
        sheet.rows.append(words)
        sheet.width = max(sheet.width, len(words))
    return sheet


def _word(value: Any) -> str:
    """Write a cell as people see it; whole numbers are kept as fractions by some programs."""
    if value is None:
        return ""
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value).translate(SPACES).strip()
