"""Which encoding and which separator a list is written in: a proposal that people see and can change."""

import codecs
import csv
from collections import Counter
from collections.abc import Mapping

ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1250": "Windows 1250 (Central European)",
    "cp1252": "Windows 1252 (Western European)",
}
SEPARATORS: Mapping[str, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
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


def detect_separator(text: str) -> str:
    """Propose one of SEPARATORS: the one that cuts most lines into the same number of cells, above one."""
    lines = [line for line in text.splitlines()[:LOOKED_AT] if line.strip()]
    return max(SEPARATORS, key=lambda name: _evenness(lines, SEPARATORS[name]))


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


def _evenness(lines: list[str], separator: str) -> tuple[int, int]:
    try:
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=separator))
    except csv.Error:
        return 0, 0
    widths.pop(1, None)
    return max(((count, width) for width, count in widths.items()), default=(0, 0))
