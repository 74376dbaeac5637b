"""The colour tokens of both themes against WCAG 2.2: 4.5 for words, 3 for edges that carry meaning."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tournaments.tilefaces import palette

Theme = dict[str, str]
GROUNDS = ("page", "surface", "raised")
TONES = ("accent", "accent-strong", "red", "red-strong", "blue", "amber")
WORDS = [
    *((ink, ground) for ink in ("ink", "ink-soft") for ground in ("page", "surface", "raised", "sunken")),
    *((ink, ground) for ink in TONES for ground in GROUNDS),
    *((ink, f"{ink}-tint") for ink in ("accent", "red", "blue", "amber")),
    *(("ink", f"{tone}-tint") for tone in ("accent", "red", "blue", "amber")),
    ("accent-strong", "accent-tint"),
    ("red", "accent-tint"),
    ("red-strong", "red-tint"),
    ("ink-soft", "accent-tint"),
    *((ink, ground) for ink in ("gain", "loss") for ground in (*GROUNDS, "amber-tint", "blue-tint")),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-red", "red"),
    ("on-red", "red-strong"),
    ("on-felt", "felt"),
    ("on-felt", "felt-deep"),
    ("on-felt-soft", "felt"),
    ("on-felt-soft", "felt-deep"),
]
EDGES = [
    *((line, ground) for line in ("line-strong", "focus") for ground in GROUNDS),
    ("felt-mark", "felt"),
]
INDEX_INKS = ["INK", "RED", "BLUE", "GREEN"]
DRAWING_INKS = ["LEAF", "RUST", "VIOLET", "GOLD"]


def style_sheet() -> str:
    return Path(finders.find("sparrows/app.css")).read_text(encoding="utf-8")


def tokens(selector: str) -> Theme:
    """Return the colours set by the first block that begins with the selector."""
    block = re.search(rf"{re.escape(selector)} {{(.*?)}}", style_sheet(), re.DOTALL)
    assert block, selector
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1]))


THEMES = {"light": tokens(":root"), "dark": tokens(':root[data-theme="dark"]')}


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2.2."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_it_measures_as_the_recommendation_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), WORDS)
def test_it_keeps_words_readable(theme, ink, ground):
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("line", "ground"), EDGES)
def test_it_keeps_edges_visible(theme, line, ground):
    assert contrast(THEMES[theme][line], THEMES[theme][ground]) >= 3


def test_it_says_the_dark_colours_alike_in_both_places():
    wished = tokens(':root:not([data-theme="light"])')
    assert wished == THEMES["dark"]
    assert wished.keys() == THEMES["light"].keys()


@pytest.mark.parametrize("ink", INDEX_INKS)
def test_it_keeps_the_index_readable_on_bone(ink):
    assert contrast(getattr(palette, ink), palette.BONE) >= 4.5


@pytest.mark.parametrize("ink", DRAWING_INKS)
def test_it_keeps_the_drawing_visible_on_bone(ink):
    assert contrast(getattr(palette, ink), palette.BONE) >= 3


@pytest.mark.parametrize("ground", GROUNDS)
def test_it_keeps_the_outline_of_a_tile_visible(ground):
    assert contrast(palette.OUTLINE, THEMES["light"][ground]) >= 3
    assert contrast(palette.BONE, THEMES["dark"][ground]) >= 3
    assert contrast(palette.LEAF, THEMES["dark"][ground]) >= 3


@pytest.mark.parametrize("variable", sorted(set(re.findall(r"var\(--([\w-]+)\)", style_sheet()))))
def test_it_knows_every_token_it_uses(variable):
    assert f"--{variable}:" in style_sheet()
