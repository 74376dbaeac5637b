"""The pictures as text: what is drawn where, what is read out, and that no name becomes markup."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.charts import Bar, Course, Mark, Run, Words, balance, bars, bump, runs
from tournaments.charts.frame import shortened, spread, ticks

WORDS = Words("k", "Places <after> each", "Ann & Bob lead.")
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>"Ød" & Łódź'


def drawn(svg):
    return ElementTree.fromstring(svg)  # noqa: S314 - our own text, which has to be well formed


def texts(svg, kind=None):
    found = drawn(svg).iter(f"{SVG}text")
    return [each.text for each in found if kind is None or kind in each.get("class", "").split()]


EACH = {
    "bump": lambda name: bump([Course(name, (1, 2)), Course("Bob", (2, 1))], ["R1", "R2"], WORDS, "Player"),
    "runs": lambda name: runs([Run(name, ((0, 0), (1, -40)))], [Mark(1, name)], WORDS, "Deal", str),
    "bars": lambda name: bars([Bar(name, 3, "3")], WORDS, ("Value", "Hands")),
    "balance": lambda name: balance([Bar(name, -3, "−3")], WORDS, ("Wind", "Net")),
}


@pytest.mark.parametrize("kind", EACH)
def test_it_is_well_formed_whatever_people_are_called(kind):
    chart = EACH[kind](HOSTILE)
    for svg in (chart.wide, chart.narrow):
        assert "<script" not in svg
        assert any((said or "").startswith("<scr") for said in texts(svg))
        assert "style" not in svg


@pytest.mark.parametrize("kind", EACH)
def test_it_is_read_out_by_title_and_description(kind):
    chart = EACH[kind]("Ann")
    for svg in (chart.wide, chart.narrow):
        root = drawn(svg)
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        assert (title.text, desc.text) == (WORDS.title, WORDS.desc)
    assert set(re.findall(r'id="([^"]+)"', chart.wide)).isdisjoint(re.findall(r'id="([^"]+)"', chart.narrow))


@pytest.mark.parametrize("kind", EACH)
def test_its_table_has_a_cell_for_each_head(kind):
    chart = EACH[kind]("Ann")
    assert chart.rows
    assert {len(row) for row in chart.rows} == {len(chart.head)}


def test_places_that_are_shared_stand_on_lines_of_their_own():
    svg = bump([Course("Ann", (1, 1)), Course("Bob", (1, 2))], ["R1", "R2"], WORDS, "Player").wide
    discs = [(each.get("cx"), each.get("cy")) for each in drawn(svg).iter(f"{SVG}circle")]
    assert len(set(discs)) == 4
    assert sorted(texts(svg, "chart-place")) == ["1", "1", "1", "2"]


def test_a_round_without_a_place_leaves_a_gap():
    course = Course("Ann", (1, None, 1, 1))
    svg = bump([course], ["R1", "R2", "R3", "R4"], WORDS, "Player").wide
    path = drawn(svg).find(f".//{SVG}path").get("d")
    assert (path.count("M"), path.count("C")) == (2, 1)
    assert bump([course], ["R1", "R2", "R3", "R4"], WORDS, "Player").rows == (("Ann", "1", "–", "1", "1"),)


def test_a_telephone_is_drawn_the_last_rounds_and_every_name_in_its_width():
    columns = [f"R{n}" for n in range(1, 13)]
    chart = bump([Course("Ann", (1,) * 12), Course("Bob", (2,) * 12)], columns, WORDS, "Player")
    assert texts(chart.wide, "chart-head") == columns
    assert texts(chart.narrow, "chart-head") == columns[-7:]
    assert float(drawn(chart.narrow).get("width")) <= 314  # what a card leaves of 390 pixels
    assert len(chart.head) == 13


def test_who_came_later_is_named_at_the_end_alone():
    svg = bump([Course("Ann", (1, 1)), Course("Bob", (None, 2))], ["R1", "R2"], WORDS, "Player").wide
    assert sorted(texts(svg, "chart-name")) == ["Ann", "Ann", "Bob"]


def test_a_sum_has_a_gap_where_the_player_was_not_there():
    one = Run("Ann", ((0, 0), (1, 20), (3, 40), (4, 10)))
    chart = runs([one], [], WORDS, "Deal", str)
    path = drawn(chart.wide).find(f".//{SVG}path").get("d")
    assert (path.count("M"), path.count("L")) == (2, 2)
    assert chart.rows == (("1", "20"), ("2", "–"), ("3", "40"), ("4", "10"))


def test_more_goes_to_the_right_and_less_to_the_left():
    svg = balance([Bar("East", 10, "+10"), Bar("North", -10, "−10")], WORDS, ("Wind", "Net")).wide
    middle = float(drawn(svg).find(f"{SVG}line").get("x1"))
    more, less = (each for each in drawn(svg).iter(f"{SVG}rect"))
    assert float(more.get("x")) == pytest.approx(middle)
    assert float(less.get("x")) + float(less.get("width")) == pytest.approx(middle, abs=0.1)


def test_a_bar_is_as_tall_as_its_figure():
    svg = bars([Bar("0", 10, "10"), Bar("1", 5, "5"), Bar("2", 0, "0")], WORDS, ("Value", "Hands")).wide
    tall, half = (float(each.get("height")) for each in drawn(svg).iter(f"{SVG}rect"))
    assert tall == pytest.approx(2 * half, abs=0.1)


@pytest.mark.parametrize(
    ("lowest", "highest", "expected"),
    [(0, 0, [0, 1]), (0, 10, [0, 5, 10]), (-320, 410, [-400, -200, 0, 200, 400, 600]), (-5, -5, [-5, -4])],
)
def test_its_ticks_are_round_numbers_around_the_figures(lowest, highest, expected):
    assert ticks(lowest, highest, 6 if highest > 100 else 4) == expected


@given(st.integers(-(10**6), 10**6), st.integers(0, 10**6), st.integers(2, 12))
def test_its_ticks_hold_the_figures_and_are_few(lowest, width, most):
    found = ticks(lowest, lowest + width, most)
    assert found[0] <= lowest <= lowest + width <= found[-1]
    assert 2 <= len(found) <= most + 2


@given(st.lists(st.floats(0, 300), min_size=1, max_size=10))
def test_labels_never_cover_each_other(wanted):
    places = sorted(spread(wanted, 17, 0, 300))
    assert all(after - before > 16.9 for before, after in pairwise(places))
    assert places[-1] <= 300


def test_a_long_name_is_cut_and_says_so():
    assert shortened("Ágnes Fehérvári-Szabó", 10) == "Ágnes Feh…"
    assert shortened("Ann", 3) == "Ann"
