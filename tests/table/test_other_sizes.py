"""The tablet's page at tables of two, three and five: who plays, who rests, what each deal brings to whom."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from players.models import Club
from tests import evenings
from tests.table.axe import Axe
from tests.table.conftest import open_table
from tests.table.line import Line
from tournaments.models import DealVersion, Table
from tournaments.services.company import seat_join, seat_leave

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Opened = Callable[..., tuple[Page, Table]]
SHOWN = "(seats) => Object.fromEntries(seats.map((one) => [one.id.slice(5), one.dataset.edge]))"


@pytest.fixture
def opened(context: BrowserContext, line: Line, club: Club, olive: User) -> Opened:
    """Open the tablet of a table of so many."""

    def opening(people: int, **settings: Any) -> tuple[Page, Table]:
        table = evenings.seated(club, olive, people, **settings)
        return open_table(context, line.port, evenings.paired(table, olive)), table

    return opening


def enter(page: Page, winner: str, giver: str, points: dict[str, int]) -> None:
    """Enter a deal by points and save it."""
    page.click(f"#seat-{winner}")
    page.click(f"#from-{giver}")
    for seat, value in points.items():
        page.click(f"#tab-{seat}")
        for digit in str(value):
            page.click(f"#pad-{digit}")


def save(page: Page) -> None:
    """Save it, and leave its sheet once the server has it."""
    page.click("#save")
    page.locator("[id^=accept-]").first.wait_for()
    page.click("#leave-sheet")


def edges(page: Page) -> dict[str, str]:
    """Say at which edge each seat of the board lies."""
    shown: dict[str, str] = page.locator(".table-felt .seat").evaluate_all(SHOWN)
    return shown


def ids(page: Page, prefix: str) -> list[str]:
    """List the seats for which there is such a control."""
    found = page.locator(f"[id^={prefix}]").evaluate_all("(all) => all.map(({ id }) => id)")
    return sorted(one.removeprefix(prefix) for one in found)


def sums(page: Page, where: str) -> list[str]:
    page.locator(f"{where} .sums").wait_for()
    rows = page.locator(f"{where} .sums tbody tr").evaluate_all("(rows) => rows.map((row) => row.innerText)")
    return [" ".join(row.split()) for row in rows]


def test_it_asks_four_of_five_and_shows_who_rests(opened: Opened) -> None:
    page, table = opened(5)
    assert edges(page) == {"E": "bottom", "S": "right", "W": "top", "N": "left", "R": "rest"}
    expect(page.locator("#seat-R")).to_contain_text("Rests this deal")
    assert [*Axe(page).faults()] == []

    enter(page, "W", "self", {"W": 30, "E": 8, "S": 72, "N": 14})
    assert (ids(page, "tab-"), ids(page, "who-")) == ([*"ENSW"], [])
    expect(page.locator("#preview tbody tr").nth(4)).to_contain_text("rests")
    page.click("#save")
    expect(page.locator("#sheet-R .sheet-net")).to_have_text("rests")
    page.locator("#accept-E").wait_for()
    assert ids(page, "accept-") == [*"ENSW"]
    page.click("#leave-sheet")

    page.wait_for_function("document.getElementById('seat-E')?.dataset.edge === 'rest'")
    assert edges(page) == {"R": "bottom", "S": "right", "W": "top", "N": "left", "E": "rest"}
    page.click("#deal-1 > summary")
    assert sums(page, "#deal-1")[0] == "P1 Evening 8 −200 pays"
    assert sums(page, "#deal-1")[4] == "P5 Evening rests 0 even"
    assert DealVersion.objects.get(table=table).net == {"E": -200, "S": 156, "W": 120, "N": -76, "R": 0}


def test_it_leaves_the_dummy_out_and_passes_over_it(opened: Opened) -> None:
    page, table = opened(3)
    assert edges(page) == {"E": "bottom", "S": "right", "W": "top"}
    enter(page, "E", "W", {"E": 176, "S": 224, "W": 24})
    assert ids(page, "tab-") == [*"ESW"]
    page.click("#save")
    expect(page.locator("#sheet-state")).to_have_text("Read all changes and totals first.")
    page.locator("#accept-E").wait_for()
    assert ids(page, "accept-") == [*"ESW"]
    page.click("#leave-sheet")
    enter(page, "W", "S", {"E": 4, "S": 8, "W": 20})
    save(page)
    expect(page.locator("#seat-S")).to_contain_text("East")
    nets = [version.net for version in DealVersion.objects.filter(table=table).order_by("number")]
    assert nets[0] == {"E": 704, "S": -152, "W": -552}


def test_it_plays_on_without_network_at_a_table_of_five(opened: Opened, line: Line) -> None:
    page, table = opened(5)
    line.cut()
    for winner, points in (("S", "ESWN"), ("W", "SWNR")):
        enter(page, winner, "self", {seat: 20 if seat == winner else 4 for seat in points})
        page.click("#save")
        page.click("#leave-sheet")
    expect(page.locator("#seat-S")).to_contain_text("Rests this deal")
    line.mend()
    expect(page.locator("#connection")).to_contain_text("Saved on server")
    assert [one.resting for one in DealVersion.objects.filter(table=table).order_by("number")] == ["R", "E"]


def test_it_takes_the_totals_of_five(opened: Opened) -> None:
    page, table = opened(5, entry_level="totals")
    page.click("#begin-totals")
    for seat, typed in {"E": 3, "S": 1, "W": 0, "N": 0}.items():
        page.click(f"#tab-{seat}")
        page.click(f"#pad-{typed}")
    page.click("#tab-R")
    page.click("#rest")
    page.click("#save")
    expect(page.locator("#sheet-state")).to_contain_text("0 of 5")
    assert DealVersion.objects.get(table=table).net == {"E": 3, "S": 1, "W": 0, "N": 0, "R": -4}


def test_it_follows_who_comes_and_who_leaves(opened: Opened) -> None:
    page, table = opened(4)
    seat_join(table=table, seat="R", from_deal=2, who=evenings.comer(table), actor=None)
    enter(page, "S", "self", {"E": 4, "S": 20, "W": 4, "N": 4})
    save(page)
    expect(page.locator("#seat-R")).to_contain_text("Rests this deal")
    enter(page, "S", "self", {"E": 4, "S": 20, "W": 4, "N": 4})
    save(page)
    expect(page.locator("#deal-2")).to_be_visible()
    seat_leave(table=table, seat="W", from_deal=3, actor=None)
    expect(page.locator("#seat-W")).to_have_count(0)
    assert edges(page) == {"E": "bottom", "S": "right", "N": "left", "R": "top"}
    page.click("#deal-1 > summary")
    assert [row.split()[0] for row in sums(page, "#deal-1")] == ["P1", "P2", "P3", "P4"]
