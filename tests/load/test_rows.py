"""The table of a load: what holds, what is beside it; and a small hall, so that the tools go on working."""

import subprocess
import sys

import pytest

from tests.load import beside, rows, wire
from tests.load.forms import ROOT
from tests.load.rows import Row

FAST = Row("embedded", "P3", "deals a second", 62.5, "/s", 50, least=True)
SLOW = Row("embedded", "P2", "60 at once: p95", 1700.0, "ms", 1500)
BARE = Row("production", "P1", "bare view", 2.25, "ms")


@pytest.mark.parametrize(
    ("row", "holds"),
    [
        (FAST, True),
        (SLOW, False),
        (BARE, None),
        (Row("", "", "", 50, bar=50, least=True), True),
        (Row("", "", "", 49.9, bar=50, least=True), False),
        (Row("", "", "", 0, bar=0), True),
        (Row("", "", "", 1, bar=0), False),
    ],
)
def test_it_tells_whether_a_figure_keeps_its_bar(row, holds):
    assert row.holds is holds


def test_it_reads_what_it_wrote():
    assert rows.read(rows.written([FAST, SLOW, BARE])) == [FAST, SLOW, BARE]


def test_it_prints_each_form_under_its_heading():
    lines = [line.split() for line in rows.table([FAST, SLOW, BARE]).splitlines() if line]
    assert [line[0] for line in lines] == ["embedded", "P3", "P2", "production", "P1", "bars"]
    assert lines[1][-5:] == ["62.5", "/s", ">=", "50", "yes"]
    assert lines[2][-5:] == ["1,700", "ms", "<=", "1,500", "NO"]
    assert lines[4][-2:] == ["2.25", "ms"]


def test_it_names_every_bar_that_was_missed():
    assert rows.verdict([FAST, SLOW, BARE]) == "bars missed: embedded: 60 at once: p95"
    assert rows.verdict([FAST, BARE]) == "all bars kept"


def test_it_prints_the_other_commit_beside_it():
    other = Row("embedded", "P2", "60 at once: p95", 850.0, "ms", 1500)
    lines = [line.split() for line in rows.table([SLOW, FAST], [other]).splitlines() if line]
    assert lines[0][-2:] == ["beside", "ratio"]
    assert lines[1][-2:] == ["850", "2.00x"]
    assert lines[2][-2:] == ["-", "-"]  # that commit had no such figure


def test_it_divides_by_nothing_that_is_not_there():
    assert rows.ratio(BARE, None) is None
    assert rows.ratio(BARE, Row("production", "P1", "bare view", 0, "ms")) is None
    assert rows.ratio(BARE, Row("production", "P1", "bare view", 4.5, "ms")) == 0.5


@pytest.mark.parametrize(
    ("taken", "share", "value"),
    [([], 0.95, 0), ([7.0], 0.95, 7), (range(100), 0.95, 95), (range(100), 0.99, 99), ([3, 1, 2], 0.0, 1)],
)
def test_it_gives_the_value_below_which_a_share_lies(taken, share, value):
    assert rows.at(taken, share) == value


@pytest.mark.parametrize(
    ("figure", "text"), [(0, "0"), (0.25, "0.25"), (12.34, "12.3"), (60.0, "60"), (1234.5, "1,234")]
)
def test_it_writes_as_many_digits_as_a_figure_is_worth(figure, text):
    assert rows.number(figure) == text


def test_it_reads_the_revision_of_a_page():
    tags = [b'W/"7.12-3.en.0123456789ab"', b'"7.5.en"']  # with its finals', and as they were before
    assert [wire.Answer(200, {b"etag": tag}, b"").revision for tag in tags] == [12, 5]


def test_it_reads_the_head_of_an_answer():
    head = b'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length:0'
    assert wire.head_of(head) == (304, {b"etag": b'"a"', b"content-length": b"0"})


def test_it_tells_the_other_run_nothing_of_itself():
    said = ["crowd", "--beside", "main", "--form", "embedded", "--told=a.json", "--short"]
    assert beside.without_beside(said) == ["crowd", "--form", "embedded", "--short"]


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_it_measures_a_small_hall(tmp_path, soak_length):
    told = tmp_path / "told.json"
    names = soak_length(["sustained"], ["sustained", "crowd", "streams", "sizes", "growth"])
    form = soak_length(["--form", "embedded"], [])
    line = [sys.executable, "-m", "tests.load", *names, "--short", *form, "--told", str(told)]
    subprocess.run(line, cwd=ROOT, check=True)
    found = {row.name: row.figure for row in rows.read(told.read_text())}
    assert found["deals acknowledged"] > 0
    assert (found["of them not in the ledger"], found["in the ledger twice"]) == (0, 0)
