"""The sprites of tile faces: complete in each style, told apart by what is in the corner, and those kept."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from tournaments.management.commands import draw_tiles
from tournaments.tilefaces import CODES, LETTERS, MARKS, STYLES, UNDER_WORDS, draw_sprite, symbols_of
from tournaments.wording.tiles import TILE_NAMES, tile_name

KINDS = [f"{suit}{number}" for suit in "BCD" for number in range(1, 10)]
HONOURS = ["WE", "WS", "WW", "WN", "DR", "DG", "DW"]
BONUS = [f"{kind}{number}" for kind in "FS" for number in range(1, 5)]
ALL = [*KINDS, *HONOURS, *BONUS, "J"]
SVG = "{http://www.w3.org/2000/svg}"
TONE = re.compile(rb'(?:fill|stroke)="#\w+"')
STYLED = pytest.mark.parametrize("style", STYLES)
MARKED = pytest.mark.parametrize("marks", MARKS)


def symbols(text: str) -> dict[str, ElementTree.Element]:
    drawing = ElementTree.fromstring(text)  # noqa: S314 - the project's own drawing
    return {symbol.attrib["id"]: symbol for symbol in drawing.iter(f"{SVG}symbol")}


def drawn(style: str) -> dict[str, bytes]:
    """Give each symbol of a style as it is drawn, without its name and without colours."""
    found = symbols(draw_sprite(style))
    return {name: TONE.sub(b"", b"".join(map(ElementTree.tostring, one))) for name, one in found.items()}


def committed(style: str) -> str:
    return Path(finders.find(f"sparrows/tiles/{style}.svg")).read_text(encoding="utf-8")


@STYLED
@MARKED
def test_it_draws_every_kind_of_tile_and_no_two_alike_even_without_colours(style: str, marks: str) -> None:
    parts = drawn(style)
    faces = [b"|".join(parts[name] for name in symbols_of(code, marks)) for code in ALL]
    assert list(CODES) == ALL
    assert len(set(faces)) == len(ALL) == 43
    assert parts["back"] not in faces


@STYLED
@MARKED
def test_it_marks_no_two_corners_alike_even_without_colours(style: str, marks: str) -> None:
    parts = drawn(style)
    corners = [b"|".join(parts[name] for name in symbols_of(code, marks)[2:]) for code in ALL]
    assert len(set(corners)) == len(ALL)
    white, west = (corners[ALL.index(code)] for code in ("DW", "WW"))
    assert white != west
    assert all(corners)


@MARKED
def test_it_says_the_suit_in_the_words_of_the_club(marks: str) -> None:
    words = {"circles": "CHAR CIRCLE", "dots": "CHAR DOT", "bams": "CRAK DOT"}
    letters = {code: symbols_of(code, marks)[-1] for code in ("C5", "D5")}
    if marks == LETTERS:
        assert letters == {"C5": "C5-letters", "D5": "D5-letters"}
        return
    for code, word in zip(letters, words[marks].split(), strict=True):
        strokes = len(symbols(draw_sprite("classic"))[letters[code]].findall(f".//{SVG}path"))
        assert strokes == len(word)


@STYLED
def test_it_uses_every_symbol_it_draws(style: str) -> None:
    used = {name for code in ALL for marks in MARKS for name in symbols_of(code, marks)}
    assert symbols(draw_sprite(style)).keys() == used | {"back"}


@pytest.mark.parametrize("code", ALL)
def test_it_has_a_name_for_every_kind(code: str) -> None:
    assert tile_name(code) not in ("", code)


def test_it_gives_no_two_kinds_one_name() -> None:
    assert sorted(TILE_NAMES) == sorted(CODES)
    assert len({str(name) for name in TILE_NAMES.values()}) == len(ALL)


@STYLED
def test_it_asks_for_no_font_and_no_other_file(style: str) -> None:
    assert not re.search(r"<text|font|href|url\(|<style|<image", draw_sprite(style))


@STYLED
def test_it_is_the_sprite_that_is_kept(style: str) -> None:
    assert committed(style) == draw_sprite(style), "run: python manage.py draw_tiles"


def test_it_writes_the_sprites(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(draw_tiles, "FOLDER", tmp_path)
    call_command("draw_tiles")
    assert {file.name for file in tmp_path.iterdir()} == {f"{style}.svg" for style in STYLES}
    for style in STYLES:
        assert (tmp_path / f"{style}.svg").read_text(encoding="utf-8") == draw_sprite(style)


# Draws all faces of a set in one row, and lists each two that differ by too little.
NEAR = """async ([sprites, sets, under, least]) => {
  const wide = 26, high = 33; // the smallest tile that any page shows
  const place = (names, at) => `<svg x="${at * wide}" width="${wide}" height="${high}" viewBox="0 0 64 80">` +
    names.map((name, nth) => {
      const moved = nth === 1 && names.length > 3 ? ` transform="${under}"` : "";
      return `<use href="#${name}"${moved}/>`;
    }).join("") + "</svg>";
  async function greys(sprite, codes, laid) {
    const row = `<svg width="${wide * codes.length}" height="${high}" ` +
      sprite.replace(/^<svg (.*?) width.*/, "$1>").replace(/<.svg>\\s*$/, "") +
      `${laid.map(place).join("")}</svg>`;
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([row], { type: "image/svg+xml" }));
    await image.decode();
    const pen = new OffscreenCanvas(image.width, high).getContext("2d");
    pen.drawImage(image, 0, 0);
    return codes.map((code, at) => {
      const { data } = pen.getImageData(at * wide, 0, wide, high);
      const grey = (dot) => (data[dot] * 3 + data[dot + 1] * 6 + data[dot + 2]) / 2550;
      return Array.from({ length: wide * high }, (_, dot) => grey(dot * 4));
    });
  }
  const near = [];
  for (const [style, sprite] of Object.entries(sprites)) for (const [marks, codes, laid] of sets) {
    const seen = await greys(sprite, codes, laid);
    seen.forEach((one, at) => seen.slice(0, at).forEach((other, before) => {
      const apart = one.reduce((sum, grey, dot) => sum + Math.abs(grey - other[dot]), 0);
      if (apart < least) near.push([style, marks, codes[at], codes[before], apart]);
    }));
  }
  return near;
}"""
LEAST = 10  # of 858 points as different as black from white, at the smallest size and in grey


@pytest.mark.browser
def test_it_can_be_told_apart_as_small_and_grey_as_it_is_ever_seen(browser: Any) -> None:
    sprites = {style: draw_sprite(style) for style in STYLES}
    sets = [[marks, ALL, [symbols_of(code, marks) for code in ALL]] for marks in MARKS]
    page = browser.new_page()
    assert page.evaluate(NEAR, [sprites, sets, UNDER_WORDS, LEAST]) == []
    twice = [[LETTERS, ["WW", "DW"], [symbols_of("WW", LETTERS)] * 2]]
    assert len(page.evaluate(NEAR, [sprites, twice, UNDER_WORDS, LEAST])) == len(STYLES)
    page.close()
