"""Read a list of people, pasted or from a file: pure, every fault at once, nothing guessed in silence.

Encoding, separator, header and order of the names are proposed and can be said instead. Who is entered
already is for the caller.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from players import encodings, headers, names, workbooks

MOST_MEGABYTES = 5
MOST_BYTES = MOST_MEGABYTES * 1024 * 1024
MOST_ROWS = 5_000
MOST_IN_A_LINE = 64 * 1024
EMA_NUMBER = r"^[0-9]{6,10}$"

FAULTS: Mapping[str, str] = {
    "too_large": _("The list is larger than {limit} MB."),
    "too_many_rows": _("The list has more than {limit} lines."),
    "line_too_long": _("Line {line} is longer than {limit} characters."),
    "not_text": _("The file is not text in this encoding. Choose another or save it as UTF-8."),
    "not_workbook": _("The file is no workbook (XLSX) that can be read. Save it as XLSX or CSV again."),
    "workbook_too_large": _("The workbook holds more than a list of people. Save the list alone as CSV."),
    "formula": _("Line {line}: column {column} holds a formula. Put its value there instead."),
    "not_csv": _("Line {line} has a quotation mark that is not closed or stands in the wrong place."),
    "nobody": _("There is nobody in this list."),
    "no_name_column": _("No column of the header is a name. Columns found: {columns}."),
    "name_missing": _("Line {line}: the family name is missing."),
    "name_unfit": _("Line {line}: “{text}” has characters that cannot be shown."),
    "name_too_long": _("Line {line}: “{text}” is longer than {limit} characters."),
    "name_without_letter": _("Line {line}: “{text}” has no letter, so it is no name."),
    "more_than_headed": _("Line {line}: “{text}” stands under no column of the header."),
    "cut_otherwise": _("Line {line} is cut by a {sign}, unlike the list as a whole."),
    "number_unfit": _("Line {line}: “{text}” is not a number from 1 to 9999."),
    "number_twice": _("Line {line}: number {number} is already used in line {first}."),
    "ema_unfit": _("Line {line}: “{text}” is not an EMA number of six to ten digits."),
    "country_unfit": _("Line {line}: “{text}” is not a country code of two or three letters."),
}

SIGNS: Mapping[str, str] = {"comma": _("comma"), "semicolon": _("semicolon"), "tab": _("tab")}

READ: Mapping[str, Callable[[str], str]] = {
    "given": names.clean_person,
    "family": names.clean_person,
    "name": names.clean_person,
    "club": names.clean,
}
WITHOUT_HEADER = ("given", "family", "club", "country")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with the list: a code of FAULTS, the line (0 for the list as a whole), facts."""

    code: str
    line: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """Say it in the reader's language."""
        named = {name: gettext(SIGNS[fact]) if name == "sign" else fact for name, fact in self.facts.items()}
        return gettext(FAULTS[self.code]).format(line=self.line, **named)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the list; `number` is None where the list gives none."""

    line: int
    given: str
    family: str
    club: str = ""
    country: str = ""
    ema: str = ""
    number: int | None = None

    @property
    def name(self) -> str:
        return names.full_name(self.given, self.family)

    def as_entry(self) -> dict[str, Any]:
        """Give what a service enters."""
        return {
            "given": self.given,
            "family": self.family,
            "club": self.club,
            "country": self.country,
            "ema": self.ema,
            "number": self.number,
        }


@dataclass(frozen=True, slots=True)
class Twice:
    """A line that may be the same person as an earlier one: `same` in every word, or with names `swapped`."""

    line: int
    first: int
    kind: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """How to read the list where people say so; None is for detecting."""

    encoding: str | None = None
    separator: str | None = None
    header: bool | None = None
    family_first: bool = False
    columns: tuple[str, ...] | None = None  # counts only where the list has as many


@dataclass(frozen=True, slots=True)
class Listing:
    """A list as read: how it was read, who is in it, what is wrong, who may be in it twice; its text."""

    encoding: str
    separator: str
    header: bool
    columns: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()
    faults: tuple[Fault, ...] = ()
    twice: tuple[Twice, ...] = ()
    text: str = ""
    of_workbook: bool = False
    tops: tuple[str, ...] = ()  # of each column what stands in the first line

    @property
    def sound(self) -> tuple[Person, ...]:
        """List those of whose lines nothing is wrong."""
        wrong = {fault.line for fault in self.faults}
        return tuple(person for person in self.people if person.line not in wrong)

    @property
    def unsound(self) -> dict[int, list[Fault]]:
        """Map each line that has to be put right to its faults; 0 stands for the list as a whole."""
        by_line: dict[int, list[Fault]] = {}
        for fault in self.faults:
            by_line.setdefault(fault.line, []).append(fault)
        return by_line

    def line(self, number: int) -> str:
        """Give a line as it was written."""
        lines = encodings.lines_of(self.text)
        return lines[number - 1].rstrip("\r\n") if 0 < number <= len(lines) else ""

    def rest(self) -> str:
        """Write a list of the lines that have to be put right, under the header if there is one."""
        heading = [self.line(1)] if self.header else []
        return "\n".join([*heading, *(self.line(number) for number in sorted(self.unsound) if number)])


def read(data: bytes, wishes: Wishes | None = None) -> Listing:
    """Read a list from the bytes of a file or of a pasted text (UTF-8)."""
    wishes = wishes or Wishes()
    if workbooks.is_workbook(data):
        return _of_workbook(data, wishes)
    encoding = wishes.encoding or encodings.detect_encoding(data)
    text = None if len(data) > MOST_BYTES else encodings.decoded(data, encoding)
    if text is None or "\0" in text:
        too_large = Fault("too_large", 0, {"limit": MOST_MEGABYTES})
        fault = Fault("not_text") if len(data) <= MOST_BYTES else too_large
        return Listing(encoding, wishes.separator or "comma", False, (), faults=(fault,))
    return _listing(text, encoding, wishes.separator or encodings.detect_separator(text), wishes)


def _of_workbook(data: bytes, wishes: Wishes) -> Listing:
    """Read a list from a workbook: its lines are the rows of the first sheet."""
    try:
        if len(data) > MOST_BYTES:
            raise workbooks.Unreadable("too_large")
        sheet = workbooks.read(data, MOST_ROWS + 1)
    except workbooks.Unreadable as unreadable:
        limit = MOST_ROWS if unreadable.code == "too_many_rows" else MOST_MEGABYTES
        return Listing("utf-8", "tab", False, (), faults=(Fault(unreadable.code, 0, {"limit": limit}),))
    separator = "tab" if sheet.width > 1 else encodings.NONE
    text = sheet.text(encodings.SEPARATORS.get(separator, encodings.NO_SIGN))
    found = _listing(text, "utf-8", separator, wishes, is_cut=True)
    formulas = [Fault("formula", line, {"column": column}) for line, column in sheet.formulas]
    of_rows = {line for line, _column in sheet.formulas}
    others = (fault for fault in found.faults if fault.line not in of_rows or not fault.line)
    return replace(found, faults=(*formulas, *others), of_workbook=True)


def _listing(
    text: str, encoding: str, separator: str, wishes: Wishes, *, is_cut: bool = False
) -> Listing:
    """Make a listing of a text; where it `is_cut` for certain, a sign in a line separates nothing."""
    rows, faults = _rows(text, separator)
    rows = [replace(row, otherwise=None) for row in rows] if is_cut else rows
    header = (
        headers.is_header(rows[0].cells) if rows and wishes.header is None else bool(wishes.header and rows)
    )
    heading = rows[0].cells if header else []
    tops = _tops(rows)
    said = wishes.columns is not None and len(wishes.columns) == len(tops)
    columns, ignored = _said(tops, wishes, header) if said else _proposed(rows, wishes, header)
    people: list[Person] = []
    if (header or said) and not {"family", "name"} & set(columns):
        faults.append(Fault("no_name_column", rows[0].line, {"columns": ", ".join(heading or tops)}))
    else:
        listed = _below_header(rows, columns) if header else rows
        found, more = _people(listed, columns, wishes.family_first, header)
        people, faults = found, [*faults, *more]
    if not people and not faults:
        faults.append(Fault("nobody"))
    return Listing(
        encoding,
        separator,
        header,
        columns,
        ignored,
        people=tuple(people),
        faults=tuple(faults),
        twice=tuple(_twice(people)),
        text=text,
        tops=tops,
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """A line cut into cells, and the sign by which it is cut where the list as a whole is not."""

    line: int
    cells: list[str]
    otherwise: str | None = None


Columns = tuple[tuple[str, ...], tuple[str, ...]]  # what each is, and the heads of those that are not used


def _proposed(rows: list[_Row], wishes: Wishes, header: bool) -> Columns:
    return headers.columns_of(rows[0].cells) if header else (_usual(rows, wishes.family_first), ())


def _said(tops: tuple[str, ...], wishes: Wishes, header: bool) -> Columns:
    columns = tuple(_once(wishes.columns or ()))
    unused = (top for top, column in zip(tops, columns, strict=True) if top and not column)
    return columns, tuple(unused) if header else ()


def _tops(rows: list[_Row]) -> tuple[str, ...]:
    """Give the first line's cells, as many as the widest line has."""
    width = max((len(row.cells) for row in rows), default=0)
    first = [cell.strip() for cell in rows[0].cells] if rows else []
    return tuple(first + [""] * (width - len(first)))


def _once(columns: Iterable[str]) -> Iterator[str]:
    """Name each column; the first of two equal ones counts."""
    seen = {""}
    for column in columns:
        known = column in headers.COLUMNS and column not in seen
        seen.add(column)
        yield column if known else ""


def _rows(text: str, separator: str) -> tuple[list[_Row], list[Fault]]:
    """Cut the text into rows with their line numbers; a line that cannot be cut is a fault of its own."""
    lines = encodings.lines_of(text)
    for number, line in enumerate(lines, start=1):
        if len(line) > MOST_IN_A_LINE:
            return [], [Fault("line_too_long", number, {"limit": MOST_IN_A_LINE})]
    sign = encodings.SEPARATORS.get(separator, encodings.NO_SIGN)
    rows, faults = _cut(lines, sign)
    if len(rows) + len(faults) > MOST_ROWS + 1:
        return [], [Fault("too_many_rows", 0, {"limit": MOST_ROWS})]
    return [_Row(line, cells, _otherwise(lines[line - 1], cells, separator)) for line, cells in rows], faults


def _cut(lines: list[str], sign: str) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    """Cut the lines as one text, whose cells may go over several lines; if it is none, line by line."""
    reader = csv.reader(lines, delimiter=sign, strict=True, skipinitialspace=True)
    whole = ((reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells))
    try:
        return list(islice(whole, MOST_ROWS + 2)), []
    except csv.Error:
        return _cut_each(lines, sign)


def _cut_each(lines: list[str], sign: str) -> tuple[list[tuple[int, list[str]]], list[Fault]]:
    """Cut each line by itself, so that a quotation mark spoils no other line than its own."""
    rows: list[tuple[int, list[str]]] = []
    faults: list[Fault] = []
    for number, line in enumerate(lines, start=1):
        try:
            cells = next(csv.reader([line], delimiter=sign, strict=True, skipinitialspace=True), [])
        except csv.Error:
            faults.append(Fault("not_csv", number))
            continue
        if any(cell.strip() for cell in cells):
            rows.append((number, cells))
        if len(rows) + len(faults) > MOST_ROWS + 1:
            break
    return rows, faults


def _otherwise(line: str, cells: list[str], separator: str) -> str | None:
    """Name what cuts a line that the separator of the list leaves whole."""
    if len(cells) > 1:
        return None
    others = (name for name in encodings.SEPARATORS if name != separator)
    return next((name for name in others if encodings.cuts(name, line)), None)


def _below_header(rows: list[_Row], columns: tuple[str, ...]) -> list[_Row]:
    """Leave the header out; in a column of whole names a comma only says that the family name is first.

    Where that is the only column, such commas may have been taken for the separator of the list.
    """
    if columns == ("name",):
        return [replace(row, cells=[", ".join(row.cells)], otherwise=None) for row in rows[1:]]
    whole = columns[0] == "name"
    return [replace(row, otherwise=None) if whole and row.otherwise == "comma" else row for row in rows[1:]]


def _usual(rows: list[_Row], family_first: bool) -> tuple[str, ...]:
    """Without a header: one column is the whole name, more are names, club and country."""
    if all(len(row.cells) == 1 for row in rows):
        return ("name",)
    given, family, *rest = WITHOUT_HEADER
    if _begins_with_whole_names(rows):
        return ("name", *rest)
    return (family, given, *rest) if family_first else (given, family, *rest)


def _begins_with_whole_names(rows: list[_Row]) -> bool:
    """Tell whether lines begin with several words and go on with what is a club rather than a family name.

    That is of several words, too, or stands in several lines.
    """
    firsts, seconds = ([row.cells[at].split() for row in rows if len(row.cells) > at] for at in (0, 1))
    shared = len({" ".join(words).casefold() for words in seconds}) < len(seconds)
    several = [len(words) > 1 for words in seconds if words]
    return all(len(words) > 1 for words in firsts) and (shared or (bool(several) and all(several)))


def _people(
    rows: Iterable[_Row], columns: tuple[str, ...], family_first: bool, headed: bool
) -> tuple[list[Person], list[Fault]]:
    people: list[Person] = []
    faults: list[Fault] = []
    numbers: dict[int | None, int] = {}
    for row in rows:
        line = row.line
        if row.otherwise:
            faults.append(Fault("cut_otherwise", line, {"sign": row.otherwise}))
            continue
        person, wrong = _person(line, dict(zip(columns, row.cells, strict=False)), family_first)
        faults += wrong
        if headed and (beside := [cell for cell in row.cells[len(columns) :] if cell.strip()]):
            faults.append(Fault("more_than_headed", line, {"text": ", ".join(beside)[:40]}))
        if person and person.number in numbers:
            facts = {"number": person.number, "first": numbers[person.number]}
            faults.append(Fault("number_twice", line, facts))
        if person and person.number is not None:
            numbers.setdefault(person.number, line)
        if person:
            people.append(person)
    if len(people) > MOST_ROWS:
        faults.append(Fault("too_many_rows", 0, {"limit": MOST_ROWS}))
    return people, faults


def _person(line: int, cells: dict[str, str], family_first: bool) -> tuple[Person | None, list[Fault]]:
    """Make one person of a row, or say everything that is wrong with it."""
    faults: list[Fault] = []
    words = {
        column: _clean(line, cells.get(column, ""), faults, READ[column])
        for column in ("given", "family", "name", "club")
    }
    if words["name"] and not words["family"]:
        words["given"], words["family"] = split_name(words["name"], family_first)
    number = _number(line, cells.get("number", ""), faults)
    country = _country(line, cells.get("country", ""), faults)
    ema = _ema(line, cells.get("ema", ""), faults)
    if not words["family"] and not faults:
        faults.append(Fault("name_missing", line))
    if faults:
        return None, faults
    return Person(line, words["given"], words["family"], words["club"], country, ema, number), []


def split_name(name: str, family_first: bool = False) -> tuple[str, str]:
    """Cut a whole name into given and family name; a comma says that the family name came first."""
    if "," in name:
        family, _, given = name.partition(",")
    elif family_first:
        family, _, given = name.partition(" ")
    else:
        given, _, family = name.rpartition(" ")
    return given.strip(), family.strip()


def _clean(line: int, cell: str, faults: list[Fault], clean: Callable[[str], str]) -> str:
    try:
        return clean(cell)
    except names.UnfitName as unfit:
        shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in cell[:40])
        faults.append(Fault(unfit.code, line, {"text": shown, "limit": names.LENGTH}))
        return ""


def _number(line: int, cell: str, faults: list[Fault]) -> int | None:
    digits = cell.strip()
    if not digits:
        return None
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and 1 <= int(digits) <= 9999):
        faults.append(Fault("number_unfit", line, {"text": digits[:40]}))
        return None
    return int(digits)


def _country(line: int, cell: str, faults: list[Fault]) -> str:
    code = cell.strip().upper()
    if code and not (code.isascii() and code.isalpha() and 2 <= len(code) <= 3):
        faults.append(Fault("country_unfit", line, {"text": cell.strip()[:40]}))
    return code


def _ema(line: int, cell: str, faults: list[Fault]) -> str:
    digits = cell.strip()
    if digits and not re.match(EMA_NUMBER, digits):
        faults.append(Fault("ema_unfit", line, {"text": digits[:40]}))
    return digits


def _twice(people: Iterable[Person]) -> Iterator[Twice]:
    """Point out who may be in the list twice; nobody is left out for it here."""
    seen: dict[tuple[str, str, str], int] = {}
    for person in people:
        given, family, club = map(names.folded, (person.given, person.family, person.club))
        if (given, family, club) in seen:
            yield Twice(person.line, seen[given, family, club], "same")
        elif (family, given, club) in seen:
            yield Twice(person.line, seen[family, given, club], "swapped")
        seen.setdefault((given, family, club), person.line)
