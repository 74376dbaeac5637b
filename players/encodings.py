"""Which encoding and which separator a list is written in: a proposal that people see and can change."""

import codecs
import csv
import io
from collections import Counter
from collections.abc import Mapping

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1250": "Windows 1250 (Central European)",
    "cp1252": "Windows 1252 (Western European)",
}
SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
NONE = "none"  # nothing separates: each line is one name
NO_SIGN = "\x1f"  # no name may have it
LOOKED_AT = 40  # lines are enough to tell a separator

# Letters beyond ASCII that names have in the languages written with each code page.
CENTRAL = frozenset("ąćęłńóśźżčďěňřšťůžőűáéíýúôäöüßçëâăîșțđĺľŕ")
WESTERN = frozenset("àâäáãåæçèéêëìíîïñòóôöõøœùúûüýÿßðþ")


def detect_encoding(data: bytes) -> str:
    """Propose one of ENCODINGS: byte order marks first, then UTF-8, then the likelier code page."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or _looks_like_utf16(data):
        return "utf-16"
    if decoded(data, "utf-8") is not None:
        return "utf-8"
    return "cp1250" if _likeness(data, "cp1250", CENTRAL) > _likeness(data, "cp1252", WESTERN) else "cp1252"


def decoded(data: bytes, encoding: str) -> str | None:
    """Decode without a byte order mark; None if the bytes are not text in this encoding."""
    try:
        return data.decode(_codec(data, encoding))
    except UnicodeDecodeError:
        return None


def lines_of(text: str) -> list[str]:
    """Give the lines of a text with what ends them, however that is written."""
    return list(io.StringIO(text, newline=""))


def detect_separator(text: str) -> str:
    """Propose what separates the list as a whole: one of SEPARATORS that cuts most of its lines, or NONE.

    Of several it is the one that cuts most lines into the same number of cells. A line that is cut by
    another sign than the rest has no say.
    """
    lines = [line for line in lines_of(text)[:LOOKED_AT] if line.strip()]
    cutting = [name for name in SEPARATORS if 2 * sum(cuts(name, line) for line in lines) > len(lines)]
    return max(cutting, key=lambda name: _evenness(lines, SEPARATORS[name]), default=NONE)


def cuts(separator: str, line: str) -> bool:
    """Tell whether a separator cuts a line into more than one cell; what stands in quotation marks is one."""
    return _width(line, SEPARATORS[separator]) > 1


def _codec(data: bytes, encoding: str) -> str:
    if encoding == "utf-8":
        return "utf-8-sig"
    if encoding == "utf-16" and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    return encoding


def _looks_like_utf16(data: bytes) -> bool:
    """Text in UTF-16 without a mark: every other byte of plain letters is zero."""
    start = data[:400]
    zeros = [index % 2 for index, byte in enumerate(start) if byte == 0]
    return len(zeros) * 3 > len(start) and len(set(zeros)) == 1


def _likeness(data: bytes, encoding: str, letters: frozenset[str]) -> int:
    text = decoded(data, encoding)
    if text is None:
        return -len(data)
    beyond = [sign for sign in text if ord(sign) > 127]
    return sum(1 if sign.lower() in letters else -3 for sign in beyond)


def _evenness(lines: list[str], sign: str) -> tuple[int, int]:
    widths = Counter(_width(line, sign) for line in lines)
    return max(((count, width) for width, count in widths.items() if width > 1), default=(0, 0))


def _width(line: str, sign: str) -> int:
    """Count the cells of a line read by itself, as far as it can be read."""
    try:
        return len(next(csv.reader([line], delimiter=sign, skipinitialspace=True), []))
    except csv.Error:
        return 0
