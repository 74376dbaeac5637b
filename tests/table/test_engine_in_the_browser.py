"""The engine on the tablet: the server's answers to the letter, and a preview without network."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import declared
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.deals import DEALS
from tests.table.hands import lay, racks, two_chows, win
from tests.table.line import Line
from tournaments.models import DealVersion, Table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pyodide,
    pytest.mark.timeout(240),
    pytest.mark.django_db(transaction=True),
]

LOADED = 120_000  # milliseconds, on a machine that does ten other things
COMPARE = """
async (deals) => {
  const { reckonHere } = await import("/static/sparrows/table/engine/engine.js");
  const table = await (await fetch("/api/v1/table")).json();
  const asked = async ([name, deal]) => {
    const body = { ...deal, deal: table.next.deal };
    const sent = await fetch("/api/v1/table/deals/preview", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const there = { status: sent.status, body: await sent.json() };
    const draft = { deal: table.next.deal };
    return [name, there, await reckonHere(table, { table, draft, level: table.entry_level }, body)];
  };
  const answers = [];
  for (const deal of Object.entries(deals)) answers.push(await asked(deal));
  return answers;
}
"""


@pytest.fixture
def tablet(context: BrowserContext, line: Line, tam: Tam) -> Page:
    """Tam's tablet on a line that can be cut, with its engine loaded."""
    page = open_table(context, line.port, tam)
    return loaded(page)


def loaded(page: Page) -> Page:
    """Wait until the tablet has its own engine."""
    expect(page.locator("#table-app")).to_have_attribute("data-scores", "here", timeout=LOADED)
    return page


def shown(page: Page) -> dict[str, Any]:
    """Read the preview: the sums, the line of the next deal, every unfolded explanation."""
    expect(page.locator("#preview tbody tr >> nth=0")).to_be_visible()
    texts = page.locator("#preview").evaluate(
        """(pane) => [...pane.querySelectorAll(".sums td, .sums th, .next-line, .lines td, .payment")]
             .map((one) => one.textContent)"""
    )
    faults = page.locator(".errors li").all_text_contents()
    return {"texts": texts, "faults": faults}


def test_it_answers_as_the_server_does_and_for_no_other_rules(tablet: Page, table: Table) -> None:
    answers = tablet.evaluate(COMPARE, DEALS)
    assert [name for name, *_ in answers] == list(DEALS)
    for name, there, here in answers:
        assert here is not None, name
        assert here["status"] == there["status"], name
        for part in ("message", "facts") if there["status"] == 422 else ():
            there["body"].pop(part)
        here["body"].pop("message", None)
        assert here["body"] == there["body"], name
    statuses = [there["status"] for _, there, _ in answers]
    assert (statuses.count(200), statuses.count(422)) == (6, 10), statuses
    for other in ("id", "hash"):  # in the same test: an engine takes longer to load than all these answers
        assert answers_under_other_rules(tablet, other) == (200, None), other


def answers_under_other_rules(tablet: Page, other: str) -> tuple[int, Any]:
    """Tell the server's status and the tablet's answer where the table's rules are not its engine's."""
    changed = COMPARE.replace("const asked =", f'table.rules.{other} = "other"; const asked =')
    [(_, there, here)] = tablet.evaluate(changed, {"a win": declared.won()})
    return there["status"], here


def test_it_shows_without_network_what_the_server_shows_and_every_fault(
    tablet: Page, line: Line, table: Table
) -> None:
    page = tablet
    win(page, "S", "E")
    racks(page, "S")
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    expect(page.locator("#preview .hint")).to_have_text("")
    before = shown(page)
    line.cut()
    page.click("#undo")
    lay(page, "single", "WW")
    expect(page.locator("#preview .hint")).to_have_text("No server right now: worked out on this tablet.")
    expect(page.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    assert shown(page) == before
    line.mend()
    expect(page.locator("#preview .hint")).to_have_text("", timeout=30_000)  # and nobody tapped
    line.cut()
    page.click("#save")
    expect(page.locator("#seat-S .seat-score")).to_have_text("+160")
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    [version] = DealVersion.objects.all()
    assert version.net == {"E": -80, "S": 160, "W": -40, "N": -40}
    line.cut()
    two_chows(page, "S")  # in the same test: to load the engine again would take longer than all of this
    expect(page.locator("#hand-panel .errors")).to_have_text("A mah-jong may hold at most 1 chow.")
    racks(page, "S")
    page.wait_for_timeout(1000)  # the engine has its last word
    page.dblclick("#save")  # it says so first, before the tiles are mixed; a double tap does not pass over it
    expect(page.locator("#warning")).to_contain_text("Not possible as it is laid")
    page.wait_for_timeout(1100)
    expect(page.locator(".entry h1")).to_contain_text("Deal 2")
    page.click("#save")
    expect(page.get_by_role("heading", name="Saved on this tablet")).to_be_visible()
