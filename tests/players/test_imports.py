"""Lists of people as they really come: every encoding and separator, every fault told at once."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import encodings, imports
from players.imports import Wishes, read

POLISH = "imię;nazwisko;klub\nŁukasz;Żółć;Śląskie Cztery Wiatry\nZoë;Gęślą;Łódź\n"
FRENCH = "prénom,nom,club\nAndré,Forêt,Le Çhêne\nHélène,Lefèvre,Besançon\n"

ENCODED = [
    pytest.param("utf-8", "utf-8", POLISH, id="utf-8"),
    pytest.param("utf-8-sig", "utf-8", POLISH, id="utf-8 with a mark"),
    pytest.param("utf-16", "utf-16", POLISH, id="utf-16 with a mark"),
    pytest.param("utf-16-le", "utf-16", POLISH, id="utf-16 without a mark, little end first"),
    pytest.param("utf-16-be", "utf-16", POLISH, id="utf-16 without a mark, big end first"),
    pytest.param("cp1250", "cp1250", POLISH.replace("ë", "e"), id="cp1250"),
    pytest.param("cp1252", "cp1252", FRENCH, id="cp1252"),
]


@pytest.mark.parametrize(("written", "found", "text"), ENCODED)
def test_it_detects_the_encoding(written: str, found: str, text: str) -> None:
    listing = read(text.encode(written))
    assert listing.encoding == found
    assert not listing.faults
    rows = [line.replace(";", ",").split(",") for line in text.splitlines()[1:]]
    assert [[p.given, p.family, p.club] for p in listing.people] == rows


def test_it_reads_the_encoding_it_is_told() -> None:
    assert read("Łukasz;Żółć".encode("cp1250"), Wishes(encoding="cp1250")).people[0].name == "Łukasz Żółć"


def test_it_says_when_the_bytes_are_not_text_in_that_encoding() -> None:
    assert [f.code for f in read(b"\xff\xfe\xff", Wishes(encoding="utf-8")).faults] == ["not_text"]


@pytest.mark.parametrize(("name", "sign"), encodings.SEPARATORS.items())
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_it_detects_the_separator_whatever_ends_the_lines(name: str, sign: str, end: str) -> None:
    text = end.join(sign.join(row) for row in (["Ann", "Łęcka", "Łódź"], ["Bob", "Moss", ""]))
    listing = read(text.encode())
    assert listing.separator == name
    assert [person.name for person in listing.people] == ["Ann Łęcka", "Bob Moss"]


HEADERS = [
    ("First name,Surname,Club", ("given", "family", "club")),
    ("Nazwisko,Imię,Nr", ("family", "given", "number")),
    ("NAME,COUNTRY", ("name", "country")),
    ("NAME,EMA no.", ("name", "ema")),
    ("Last_Name,First_Name,E-mail", ("family", "given", "")),
    ("Vezetéknév,Keresztnév", ("family", "given")),
]


@pytest.mark.parametrize(("line", "columns"), HEADERS)
def test_it_recognises_a_header(line: str, columns: tuple[str, ...]) -> None:
    listing = read(f"{line}\nX,Y,3\n".encode())
    assert listing.header
    assert listing.columns == columns


def test_it_takes_people_for_people_and_not_for_a_header() -> None:
    listing = read(b"Ann,Firth\nBob,Moss\n")
    assert not listing.header
    assert [person.name for person in listing.people] == ["Ann Firth", "Bob Moss"]


def test_it_tells_which_columns_it_does_not_use() -> None:
    assert read(b"Name,Phone\nAnn Firth,123\n").ignored == ("Phone",)


def test_it_says_that_no_column_is_a_name() -> None:
    listing = read(b"club,country\nSevern,GB\n")
    assert [(f.code, f.line) for f in listing.faults] == [("no_name_column", 1)]


PLAIN = [f"{given} Marsh{'ab'[n % 2]}" for n, given in enumerate(("Ann", "Bob", "Cat", "Dan", "Eve", "Flo"))]


@pytest.mark.parametrize(
    ("line", "sign"),
    [("Gil Neath; Severn", "semicolon"), ("Gil Neath\tSevern", "tab"), ("Gil Neath, Severn", "comma")],
)
def test_it_reads_each_line_by_what_separates_the_list_as_a_whole(line: str, sign: str) -> None:
    listing = read("\n".join([*PLAIN[:3], line, *PLAIN[3:]]).encode())
    assert listing.separator == encodings.NONE
    assert [(fault.code, fault.line, fault.facts) for fault in listing.faults] == [
        ("cut_otherwise", 4, {"sign": sign})
    ]
    assert sign in listing.faults[0].message
    assert listing.line(4) == line
    assert [person.name for person in listing.people] == PLAIN


def test_it_finds_the_line_that_another_sign_cuts_in_a_list_of_columns() -> None:
    listing = read(b"Ann,Firth\nBob,Moss\nCat;Neath\nDan,Orme\n")
    assert [(fault.code, fault.line) for fault in listing.faults] == [("cut_otherwise", 3)]
    assert [person.family for person in listing.people] == ["Firth", "Moss", "Orme"]


def test_it_loses_no_given_name_in_a_list_of_one_column() -> None:
    listing = read(b"Name\nFirth, Ann\nMoss, Bob\nCat Neath\n")
    assert not listing.faults
    assert [(person.given, person.family) for person in listing.people] == [
        ("Ann", "Firth"),
        ("Bob", "Moss"),
        ("Cat", "Neath"),
    ]


def test_it_drops_nothing_that_stands_beside_the_header_in_silence() -> None:
    listing = read(b"given,family\nAnn,Firth,Severn\nBob,Moss,\nCat,Neath\n")
    assert [(fault.code, fault.line, fault.facts["text"]) for fault in listing.faults] == [
        ("more_than_headed", 2, "Severn")
    ]
    assert [person.family for person in listing.sound] == ["Moss", "Neath"]


def test_it_takes_a_comma_in_a_column_of_whole_names_for_what_it_is() -> None:
    listing = read(b"name;club\nFirth, Ann;Severn\nMoss, Bob\nCat Neath;Thames\n")
    assert not listing.faults
    assert [person.name for person in listing.people] == ["Ann Firth", "Bob Moss", "Cat Neath"]


def test_it_lets_a_quotation_mark_spoil_no_other_line() -> None:
    listing = read(b'Ann,Firth\nBob,"Moss\nCat,Neath\nDan,Orme\n')
    assert [(fault.code, fault.line) for fault in listing.faults] == [("not_csv", 2)]
    assert [person.family for person in listing.people] == ["Firth", "Neath", "Orme"]


NAMES = [
    ("Ann Firth", False, ("Ann", "Firth")),
    ("Ann Mary Firth", False, ("Ann Mary", "Firth")),
    ("Firth Ann Mary", True, ("Ann Mary", "Firth")),
    ("Cher", False, ("", "Cher")),
]


@pytest.mark.parametrize(("line", "family_first", "name"), NAMES)
def test_it_splits_a_pasted_name(line: str, family_first: bool, name: tuple[str, str]) -> None:
    person = read(line.encode(), Wishes(family_first=family_first)).people[0]
    assert (person.given, person.family) == name


def test_it_reads_names_with_the_family_first_when_told() -> None:
    person = read(b"Firth, Ann\nMoss, Bob", Wishes(family_first=True)).people[0]
    assert (person.given, person.family) == ("Ann", "Firth")


FAULTS = [
    ("Ann,\n", "name_missing"),
    ("Ann,F\u202eirth\n", "name_unfit"),
    ("Ann,F\u200birth\n", "name_unfit"),
    ("Ann,\u2028\n", "name_missing"),
    ('Ann,"Fi\nrth"\n', "name_unfit"),
    ("Ann,...\n", "name_unfit"),
    ("12345\n", "name_without_letter"),
    ("Ann,007\n", "name_without_letter"),
    ("7,Firth\n", "name_without_letter"),
    (f"Ann,{'F' * 61}\n", "name_too_long"),
    ('Ann,"Firth\n', "not_csv"),
    ('Ann,"Fi"rth\n', "not_csv"),
    ("given,family,no\nAnn,Firth,1_0\n", "number_unfit"),
    ("given,family,no\nAnn,Firth,0\n", "number_unfit"),
    ("given,family,no\nAnn,Firth,00000000112345\n", "number_unfit"),
    ("given,family,no\nAnn,Firth,٣\n", "number_unfit"),
    ("given,family,no\nAnn,Firth,7\nBob,Moss,7\n", "number_twice"),
    ("given,family,country\nAnn,Firth,G8\n", "country_unfit"),
    ("given,family,ema\nAnn,Firth,0401002x\n", "ema_unfit"),
    ("", "nobody"),
    ("given,family\n", "nobody"),
]


@pytest.mark.parametrize(("text", "code"), FAULTS)
def test_it_finds_the_fault(text: str, code: str) -> None:
    listing = read(text.encode(), Wishes(separator="comma"))
    assert [fault.code for fault in listing.faults] == [code]
    assert all(fault.message for fault in listing.faults)


def test_it_tells_every_fault_with_its_line() -> None:
    listing = read(b"given,family,no\nAnn,,1\nBob,Moss,x\nCat,Neath,3\nDan,,y\n")
    assert [(fault.line, fault.code) for fault in listing.faults] == [
        (2, "name_missing"),
        (3, "number_unfit"),
        (5, "number_unfit"),
    ]


def test_it_points_out_the_same_person_and_swapped_names_and_leaves_both_in() -> None:
    listing = read(b"Ann,Firth\nBob,Moss\nann,FIRTH\nFirth,Ann\n", Wishes(separator="comma"))
    assert [(one.line, one.first, one.kind) for one in listing.twice] == [(3, 1, "same"), (4, 1, "swapped")]
    assert len(listing.people) == 4


def test_it_tells_namesakes_apart_by_their_clubs() -> None:
    assert not read(b"Ann,Firth,Severn\nAnn,Firth,Thames\n").twice


CAPS = [
    (b"A,B\n" * (imports.MOST_ROWS + 2), "too_many_rows"),
    (b"x" * (imports.MOST_BYTES + 1), "too_large"),
    (b"x" * (imports.MOST_IN_A_LINE + 1), "line_too_long"),
    (b"Ann,\0Firth", "not_text"),
]


@pytest.mark.parametrize(("data", "code"), CAPS)
def test_it_stops_at_its_caps(data: bytes, code: str) -> None:
    assert [fault.code for fault in read(data).faults] == [code]


def test_it_composes_letters_with_their_accents() -> None:
    assert read("Żo\u0301łć".encode()).people[0].family == "Żółć"


@given(st.binary(max_size=400), st.sampled_from([None, *encodings.ENCODINGS]))
def test_it_answers_anything_with_people_or_faults(data: bytes, encoding: str | None) -> None:
    listing = read(data, Wishes(encoding=encoding))
    assert listing.people or listing.faults
    assert all(fault.message for fault in listing.faults)


@given(st.lists(st.text(alphabet="aąbcćeęlłnńoósśzźżäéñøŐ", min_size=1, max_size=9), min_size=1, max_size=5))
def test_it_reads_back_what_utf_8_wrote(families: list[str]) -> None:
    text = "given,family\n" + "".join(f"X,{family}\n" for family in families)
    assert [person.family for person in read(codecs.BOM_UTF8 + text.encode()).people] == families


NAMES_AND_CLUBS = [
    (["Ann Ashby, Severn Winds", "Bob van Dale, Four Winds"], ("Ann", "Ashby", "Severn Winds")),
    (["Ann Ashby, Pagoda", "Bob Moss, Pagoda"], ("Ann", "Ashby", "Pagoda")),
    (["Ann Ashby, Pagoda, GB", "Bob Moss, , IE", "Cat Neath, Pagoda, GB"], ("Ann", "Ashby", "Pagoda")),
    (["Ann Mary, Ashby", "Bob, Moss"], ("Ann Mary", "Ashby", "")),
    (["Ann Mary, Ashby", "Bob Lee, Moss"], ("Ann Mary", "Ashby", "")),
]


@pytest.mark.parametrize(("lines", "first"), NAMES_AND_CLUBS)
def test_it_reads_a_whole_name_and_a_club_where_no_header_says_so(
    lines: list[str], first: tuple[str, str, str]
) -> None:
    listing = read("\n".join(lines).encode())
    assert not listing.faults
    person = listing.people[0]
    assert (person.given, person.family, person.club) == first
