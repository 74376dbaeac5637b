"""The sprite of tile faces: complete, named, and the one that the tables draw."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from tournaments.management.commands import draw_tiles
from tournaments.tilefaces import CODES, draw_sprite
from tournaments.wording.tiles import TILE_NAMES, tile_name

KINDS = [f"{suit}{number}" for suit in "BCD" for number in range(1, 10)]
HONOURS = ["WE", "WS", "WW", "WN", "DR", "DG", "DW"]
BONUS = [f"{kind}{number}" for kind in "FS" for number in range(1, 5)]
ALL = [*KINDS, *HONOURS, *BONUS, "J"]
SVG = "{http://www.w3.org/2000/svg}"


def symbols(text: str) -> dict[str, ElementTree.Element]:
    drawing = ElementTree.fromstring(text)  # noqa: S314 - the project's own drawing
    return {symbol.attrib["id"]: symbol for symbol in drawing.iter(f"{SVG}symbol")}


def committed() -> str:
    return Path(finders.find("sparrows/tiles.svg")).read_text(encoding="utf-8")


def test_it_draws_every_kind_of_tile_once_and_the_back():
    assert list(symbols(draw_sprite())) == [*ALL, "back"]


def test_it_draws_no_two_kinds_alike():
    drawings = [ElementTree.tostring(symbol) for symbol in symbols(draw_sprite()).values()]
    faces = [re.sub(rb'id="\w+"', b"", drawing) for drawing in drawings]
    assert len(set(faces)) == len(faces)


@pytest.mark.parametrize("code", ALL)
def test_it_gives_every_kind_an_index_in_the_corner(code):
    corner = symbols(draw_sprite())[code].findall(f"{SVG}g[@transform]")
    places = [
        re.match(r"translate\((\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\)", group.attrib["transform"])
        for group in corner
    ]
    assert any(place and float(place[1]) < 8 and float(place[2]) < 8 for place in places)


@pytest.mark.parametrize("code", ALL)
def test_it_has_a_name_for_every_kind(code):
    assert tile_name(code) not in ("", code)


def test_it_gives_no_two_kinds_one_name():
    assert sorted(TILE_NAMES) == sorted(CODES)
    assert len({str(name) for name in TILE_NAMES.values()}) == len(ALL)


def test_it_asks_for_no_font_and_no_other_file():
    assert not re.search(r"<text|font|href|url\(|<style|<image", draw_sprite())


def test_it_is_the_sprite_that_is_kept():
    assert committed() == draw_sprite(), "run: python manage.py draw_tiles"


def test_it_writes_the_sprite(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(draw_tiles, "SPRITE", tmp_path / "tiles.svg")
    call_command("draw_tiles")
    assert (tmp_path / "tiles.svg").read_text(encoding="utf-8") == draw_sprite()
