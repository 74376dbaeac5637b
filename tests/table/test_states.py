"""Every state of the table's page fits the tablet; PICTURES=folder keeps a picture of each."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ViewportSize

from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.line import Line
from tests.table.states import walk
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]

FOLDER = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None
SIZES = [ViewportSize(width=1024, height=768), ViewportSize(width=390, height=844)]
WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
SMALL = """() => [...document.querySelectorAll("button, summary, a.btn")]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 44)
  .map((one) => `${one.id || one.textContent}: ${one.getBoundingClientRect().height}`)"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_it_fits_the_tablet_in_every_state(
    context: BrowserContext,
    line: Line,
    tam: Tam,
    table: Table,
    play: Any,
    monkeypatch: Any,
    olive: Any,
    size: ViewportSize,
) -> None:
    play(table)
    page = open_table(context, line.port, tam)
    page.set_viewport_size(size)
    seen: list[str] = []

    def look(name: str) -> None:
        seen.append(name)
        if FOLDER:
            page.screenshot(path=FOLDER / f"{size['width']}-{len(seen):02}-{name}.png")
        wide, screen = page.evaluate(WIDTHS)
        assert (name, wide) == (name, screen)
        assert (name, page.evaluate(SMALL)) == (name, [])

    walk(page, line, tam, olive, monkeypatch, look)
    assert len(seen) == 17
