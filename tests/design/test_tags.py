"""The template tags: what they draw, what they say aloud, and that they escape."""

import re
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from players.models import Club
from tournaments.models import Competition
from tournaments.templatetags.sparrows import exact

EVIL = '"><script>alert(1)</script>'


def render(source: str, **values: object) -> str:
    return Template("{% load sparrows %}" + source).render(Context(values))


@pytest.mark.parametrize(
    ("tag", "parts"),
    [
        ('{% tile "B1" %}', ['class="tile"', 'aria-label="1 bamboo"', "tiles/classic.svg#B1", 'role="img"']),
        ('{% tile "DW" size="l" %}', ["tile tile-l", 'aria-label="white dragon"', "#DW"]),
        ('{% tile "C5" down=True %}', ["#back", 'aria-label="5 character, face down"']),
        ('{% tile "C5" won=True %}', ["#C5", 'aria-label="5 character, winning tile"']),
        ("{% tile_back %}", ["#back", 'aria-label="face-down tile"']),
        ('{% wind "E" %}', ["wind-E", '<span class="visually-hidden">East</span>']),
        ('{% wind "N" name=True large=True %}', ["wind-lg", '<span class="wind-name">North</span>']),
        ('{% icon "plus" %}', ["icons.svg#plus", 'aria-hidden="true"']),
        ('{% icon "trash" label="Remove" %}', ['role="img"', 'aria-label="Remove"']),
    ],
)
def test_it_draws_and_names(tag, parts):
    drawn = render(tag)
    assert [part for part in parts if part not in drawn] == []


@pytest.mark.parametrize(
    "tag",
    ["{% tile evil %}", "{% wind evil %}", "{% icon evil label=evil classes=evil %}", "{% hand hand %}"],
)
def test_it_escapes_what_it_is_given(tag):
    hand = {"concealed": [EVIL], "melds": [{"tiles": [EVIL] * 3, "concealed": False}], "bonus": [EVIL]}
    drawn = render(tag, evil=EVIL, hand=hand)
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn


@pytest.mark.parametrize(
    ("amount", "flow", "figure", "word"),
    [
        (240, "gain", "+240", "receives"),
        (-80, "loss", "−80", "pays"),
        (0, "even", "0", "even"),
        (12_345, "gain", "+12,345", "receives"),
        (Fraction(-7, 2), "loss", "−3\u00a01⁄2", "pays"),
    ],
)
def test_it_says_the_flow_by_sign_class_and_word(amount, flow, figure, word):
    drawn = render("{% money amount %}", amount=amount)
    assert (
        f'class="money money-{flow}">{figure} <span class="money-word visually-hidden">{word}</span>' in drawn
    )


def test_it_shows_the_word_when_asked():
    assert 'class="money-word">pays<' in render("{% money -8 word=True %}")


def test_it_draws_a_dash_where_there_is_no_amount():
    assert render("{% money none %}", none=None) == '<span class="money money-even">–</span>'


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0, "0"),
        (1000, "1,000"),
        (-1000, "−1,000"),
        (Fraction(22, 3), "7\u00a01⁄3"),
        (Fraction(1, 3), "1⁄3"),
        (Fraction(-1, 2), "−1⁄2"),
        (Fraction(4, 2), "2"),
    ],
)
def test_it_writes_exact_numbers(amount, written):
    with translation.override("en"):
        assert exact(amount) == written


LOOKS = [
    (Club(), "classic", ["body", "D5", "D5-letters"], "5 circle", "circles"),
    (Club(tile_style="large"), "large", ["body", "D5", "D5-letters"], "5 circle", "circles"),
    (Club(suit_words="dots"), "classic", ["body", "D5", "D5-letters"], "5 dot", "dots"),
    (
        Club(tile_style="contrast", tile_index="words", suit_words="bams"),
        *("contrast", ["body", "D5", "D5-sign", "D-bams"], "5 dot", "dots"),
    ),
]


@pytest.mark.parametrize(("club", "style", "symbols", "name", "suit"), LOOKS)
@pytest.mark.parametrize("where", ["club", "competition"])
def test_it_draws_and_names_tiles_as_the_club_of_the_page_wants(club, style, symbols, name, suit, where):
    about = {where: club if where == "club" else Competition(club=club)}
    for tag in ('{% tile "D5" %}', "{% hand hand %}"):
        drawn = render(tag, hand={"bonus": ["D5"]}, **about)
        assert re.findall(r'href="[^"]*/tiles/(\w+)\.svg#([\w-]+)"', drawn) == [
            (style, symbol) for symbol in symbols
        ]
        assert f'aria-label="{name}"' in drawn
        assert ("transform=" in drawn) == (len(symbols) > 3)
    assert render('{% suit_name "D" %}', **about) == suit


@pytest.mark.parametrize(
    ("kind", "tag", "said"),
    [
        (Competition.Kind.TOURNAMENT, "{% round_name competition 3 %}", "Round 3"),
        (Competition.Kind.TOURNAMENT, '{% round_name competition 3 "short" %}', "R3"),
        (Competition.Kind.SEASON, "{% round_name competition 3 %}", "Meeting 3"),
        (Competition.Kind.SEASON, '{% round_name competition 3 "short" %}', "M3"),
        (Competition.Kind.SEASON, 'After {% round_name competition 3 "inside" %}', "After meeting 3"),
    ],
)
def test_it_calls_the_rounds_of_a_season_meetings(kind, tag, said):
    assert render(tag, competition=Competition(kind=kind)) == said
