"""What a tablet's page holds after ten deals and after a hundred, its engine's Python with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.bars import verdict
from tests.benchmarks.unwatched import Unwatched, unwatched
from tests.conftest import Tam
from tests.live.conftest import Site, serve, started  # noqa: F401 - a real server
from tests.table.conftest import endless  # noqa: F401
from tests.table.hands import draw, racks, win
from tournaments.api.authentication import cookie_name
from tournaments.models import Table

pytestmark = [
    *(pytest.mark.browser, pytest.mark.pyodide, pytest.mark.timeout(0)),
    pytest.mark.django_db(transaction=True),
]
FEW, MANY = 10, 100
GROWN, MEGABYTE = 20, 1e6  # megabytes
LATELY = 5  # deals after each of which the memory is looked at
PAGE, HEAP = "the page's process", "of that, JavaScript's heap"


@pytest.mark.usefixtures("endless")
def test_memory(serve: Callable[..., Site], chromium: str, tam: Tam, table: Table, tmp_path: Path) -> None:  # noqa: F811
    """Print what the system gave (the resident set), and the page's own heap of JavaScript.

    It is the least after each of five deals: a browser keeps up to 30 MB for a while that nothing lives in.
    The page's rubbish is taken out then, as a browser does by itself in the minutes that a deal takes.
    """
    with unwatched(chromium, tmp_path) as page:
        page.open(f"http://localhost:{serve().port}/table/", (cookie_name(), tam.token))
        page.once("#table-app[data-scores]")
        held = grown(page)
    print(f"{'MB held':34}{f'{FEW} deals':>10}{f'{MANY} deals':>11}{'grown':>8}{'ratio':>8}")
    for part in (PAGE, HEAP):
        few, many = held[FEW][part], held[MANY][part]
        told = f"{part:34}{few / MEGABYTE:>10.1f}{many / MEGABYTE:>11.1f}"
        print(f"{told}{(many - few) / MEGABYTE:>8.1f}{many / few:>7.2f}x")
    more = (held[MANY][PAGE] - held[FEW][PAGE]) / MEGABYTE
    print(verdict([f"memory grew by {more:.1f} > {GROWN} MB"] if more > GROWN else []))


def grown(page: Unwatched) -> dict[int, dict[str, float]]:
    """Play the deals; what is held, by how many there are."""
    held: dict[int, dict[str, float]] = {}
    for count in range(1, MANY + 1):
        played(page, count)
        for until in (FEW, MANY):
            if until - count in range(LATELY):
                found = {HEAP: page.heap(), PAGE: float(page.resident())}
                held[until] = {part: min(size, held.get(until, found)[part]) for part, size in found.items()}
    return held


def played(page: Unwatched, count: int) -> None:
    """Play a deal: one in five is a win with all its tiles, the others are draws."""
    if count % 5 == 0:
        win(page, "S", "E")
        racks(page, "S")
        page.click("#save")
    else:
        draw(page)
    page.once(f"#deal-{count}")
