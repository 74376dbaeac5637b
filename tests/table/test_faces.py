"""A tile's one picture looks as the symbols do that the other pages lay upon each other, in every style."""

import io
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from tournaments.tilefaces import LETTERS, STYLES, UNDER_WORDS, symbols_of

pytestmark = pytest.mark.browser

SHOWN = ("B1", "C5", "D9", "WE", "DR", "DG", "DW", "F1", "S4", "J", "back")
ROUNDING = 40  # of 255: edges are smoothed once more where shapes are drawn into a picture first
LEAST, TRIES = 0.0002, 60  # of the dots; looks
# Put each tile once as one picture and once of its symbols, each in a row of its own.
ROWS = """async (m, [style, marks, tiles, under]) => {
  const place = document.getElementById("table-app");
  place.setAttribute(`data-tiles-${style}`, `/static/sparrows/tiles/${style}.svg`);
  place.dataset.underWords = under;
  const uses = (names) => names.map((name, at) => {
    const moved = at === 1 && names.length > 3 ? ` transform="${under}"` : "";
    return `<use href="/static/sparrows/tiles/${style}.svg#${name}"${moved}/>`;
  }).join("");
  const face = (code) => m.faceOf(code, { style, marks });
  const pictures = tiles.map(([code]) => `<span class="tile tile-l ${face(code)}"></span>`);
  const svg = (names) => `<svg class="tile tile-l" viewBox="0 0 64 80">${uses(names)}</svg>`;
  const laid = tiles.map(([, names]) => svg(names));
  const wide = "display: flex; width: 704px";
  const row = (tiles, at) => `<div id="row-${at}" style="${wide}">${tiles.join("")}</div>`;
  place.innerHTML = row(pictures, 0) + row(laid, 1);
  m.readSprite(style);
  const shown = () => [...place.querySelectorAll("span")].every((one) =>
    getComputedStyle(one).backgroundImage.startsWith('url("data:'));
  while (!shown()) await new Promise((then) => setTimeout(then, 20));
}"""


def look(page: Page, row: int) -> Image.Image:
    return Image.open(io.BytesIO(page.locator(f"#row-{row}").screenshot())).convert("RGB")


@pytest.mark.parametrize("marks", [LETTERS, "bams"])
@pytest.mark.parametrize("style", STYLES)
def test_it_looks_as_its_symbols_do(run: Any, module_page: Page, style: str, marks: str) -> None:
    tiles = [[code, ["back"] if code == "back" else [*symbols_of(code, marks)]] for code in SHOWN]
    run("faces", f"({ROWS})(m, v)", [style, marks, tiles, UNDER_WORDS])
    apart = [1.0]
    while apart[-1] > LEAST and len(apart) < TRIES:  # the sprite's symbols come in their own time
        module_page.wait_for_timeout(100)
        apart.append(unlike(look(module_page, 0), look(module_page, 1)))
    assert apart[-1] <= LEAST


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Give the part of all dots that one could see to differ; of a blank picture all."""
    if len(one.getcolors(1 << 20) or ()) < 4:
        return 1.0
    grey = ImageChops.difference(one, other).convert("L").histogram()
    return sum(grey[ROUNDING:]) / sum(grey)


def test_it_asks_again_where_the_sprite_did_not_come(run: Any, module_page: Page) -> None:
    asked = run(
        "faces",
        """(async () => {
      const place = document.getElementById("table-app"), really = window.fetch;
      let asked = 0;
      window.fetch = (address) => {
        asked += 1;
        if (asked === 1) return Promise.reject(new TypeError("no network"));
        return asked === 2 ? Promise.resolve(new Response("Please log in")) : really(address);
      };
      const face = m.faceOf("B1", { style: "classic", marks: "letters" });
      place.innerHTML = `<span class="tile ${face}"></span>`;
      const drawn = () => getComputedStyle(place.firstChild).backgroundImage.startsWith('url("data:');
      while (!drawn()) await new Promise((then) => setTimeout(then, 50));
      return asked;
    })()""",
    )
    assert asked == 3
