"""Workbooks with lists of players: what is read, what is refused and why, and what blows nothing up."""

import io
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook

from players import imports, workbooks
from players.imports import read

HEADED = (
    ("Nr", "Imię", "Nazwisko", "Klub"),
    (12.0, "Łukasz", "Żółć", "Śląskie\nWiatry"),
    (7, "Ewa", "Gęślą"),
)


def written(*rows: Any) -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def changed(data: bytes, **parts: str) -> bytes:
    """Put other content into the parts of a workbook; `sheet` is that of its first sheet."""
    there, file = zipfile.ZipFile(io.BytesIO(data)), io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name in there.namelist():
            key = "sheet" if name.endswith("sheet1.xml") else name
            made.writestr(name, parts.get(key, there.read(name)))
    return file.getvalue()


def codes(data: bytes) -> list[tuple[str, int]]:
    return [(fault.code, fault.line) for fault in read(data).faults]


def test_it_reads_the_first_sheet_as_a_list() -> None:
    listing = read(written(*HEADED))
    assert (listing.faults, listing.header, listing.of_workbook) == ((), True, True)
    assert [(one.number, one.name, one.club) for one in listing.people] == [
        (12, "Łukasz Żółć", "Śląskie Wiatry"),
        (7, "Ewa Gęślą", ""),
    ]


def test_it_reads_one_column_as_whole_names_and_keeps_the_numbers_of_the_rows() -> None:
    listing = read(written(("Ashby, Pat",), (), ("Zoë Kemble",)))
    assert [(one.line, one.given, one.family) for one in listing.people] == [
        (1, "Pat", "Ashby"),
        (3, "Zoë", "Kemble"),
    ]


def test_it_refuses_a_formula_in_its_place_and_reads_the_other_lines() -> None:
    listing = read(written(*HEADED, (9, "Bo", '=HYPERLINK("http://a.example";"Lee")')))
    [fault] = listing.faults
    assert (fault.code, fault.line) == ("formula", 4)
    assert fault.message == "Line 4: column C holds a formula. Put its value there instead."
    assert [one.family for one in listing.sound] == ["Żółć", "Gęślą"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"PK\x03\x04 and no more", "not_workbook", id="cut off"),
        pytest.param(changed(written(("A",)), sheet="<x"), "not_workbook", id="broken"),
        pytest.param(changed(written(("A",)), sheet=" " * 20_000_001), "workbook_too_large", id="blown up"),
        pytest.param(
            changed(
                written(("A",)),
                sheet='<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
                '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
            ),
            "too_many_rows",
            id="the last cell of the largest sheet",
        ),
    ],
)
def test_it_says_why_a_file_cannot_be_read(data: bytes, code: str) -> None:
    assert codes(data) == [(code, 0)]
    assert read(data).faults[0].message


def test_it_counts_rows_with_something_in_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_ROWS", 2)
    assert codes(written(("Pat Ashby",), ("Zoë Kemble",), *[("",)] * 3)) == []
    assert codes(written(("Pat Ashby",), ("Zoë Kemble",), ("Bo Lee",), ("Al Ray",))) == [("too_many_rows", 0)]
    monkeypatch.setattr(workbooks, "MOST_PARTS", 2)
    assert codes(written(("Pat Ashby",))) == [("workbook_too_large", 0)]
