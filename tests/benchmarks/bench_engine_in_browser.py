"""The engine in the tablet's browser: how long until the first preview, how long each, how much of it all.

Beside it stands the server's preview of the same deals in the same run. A mid-range tablet is this machine
slowed down by the browser itself (`Emulation.setCPUThrottlingRate`), which reaches a page's own thread only:
there the engine is run for these figures, by the steps of `engine-worker.js`. Wall clock says what a busy
machine makes of it; processor time of the browser's processes is what the work costs.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.conftest import Tam
from tests.table.deals import DEALS
from tournaments.api.authentication import cookie_name
from tournaments.models import Table
from tournaments.offline import pack, pyodide

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pyodide,
    pytest.mark.django_db(transaction=True),
]

RATES = (1, 4, 6)
ROUNDS = 5
BOOT = """
async ([pyodide, packed]) => {
  const began = performance.now();
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const archive = await (await fetch(packed)).arrayBuffer();
  const python = await loadPyodide({ indexURL: pyodide });
  python.unpackArchive(archive, "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  window.answered = python.pyimport("tournaments.offline.answer").answered;
  window.table = await (await fetch("/api/v1/table")).json();
  window.ask = (deal) => JSON.stringify({
    rules: table.rules, level: table.entry_level, at: table.next, mahjongs: table.mahjongs, unsent: [],
    names: Object.fromEntries(table.seats.map(({ seat, name }) => [seat, name])), body: deal });
  answered(ask(WIN));
  return { seconds: (performance.now() - began) / 1000, python: python._module.HEAP8.length };
}
"""
HERE = """
async ([deals, rounds]) => {
  const took = [];
  for (let round = 0; round < rounds; round += 1) for (const deal of deals) {
    const began = performance.now();
    JSON.parse(answered(ask(deal)));
    took.push(performance.now() - began);
  }
  return took;
}
"""
THERE = """
async ([deals, rounds]) => {
  const took = [];
  for (let round = 0; round < rounds; round += 1) for (const deal of deals) {
    const began = performance.now();
    const answer = await fetch("/api/v1/table/deals/preview", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(deal) });
    await answer.json();
    took.push(performance.now() - began);
  }
  return took;
}
"""


@pytest.fixture
def context(browser: Browser, tam: Tam, live_server: Any) -> Iterator[BrowserContext]:
    """A paired tablet that lets the page itself compile what only the engine's own thread may."""
    opened = browser.new_context(bypass_csp=True, base_url=live_server.url)
    opened.add_cookies([{"name": cookie_name(), "value": tam.token, "url": live_server.url}])
    yield opened
    opened.close()


def processes(browser: Browser) -> tuple[float, int]:
    """Sum processor seconds and resident bytes of this browser's pages."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one for one in told if one["type"] == "renderer"]
    resident = sum(int(Path(f"/proc/{one['id']}/statm").read_text().split()[1]) * 4096 for one in pages)
    return sum(one["cpuTime"] for one in pages), resident


def opened(context: BrowserContext, rate: int) -> Page:
    """A page of the site without the table's own scripts, slowed down."""
    page = context.new_page()
    page.goto("/pair/")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return page


def booted(context: BrowserContext, browser: Browser, rate: int) -> tuple[Page, dict[str, float]]:
    page = opened(context, rate)
    cpu, resident = processes(browser)
    parts = [f"/static/sparrows/pyodide/{pyodide.VERSION}/", f"/table/engine/{pack.name()}.zip"]
    told = page.evaluate(BOOT.replace("WIN", json.dumps(DEALS["a win from a discard"])), parts)
    after, holds = processes(browser)
    return page, {**told, "cpu": after - cpu, "resident": holds - resident}


def median_of(page: Page, script: str) -> float:
    took = sorted(page.evaluate(script, [list(DEALS.values()), ROUNDS]))
    return float(took[len(took) // 2])


@pytest.mark.parametrize("rate", RATES)
def test_it_measures_a_tablet(context: BrowserContext, browser: Browser, table: Table, rate: int) -> None:
    for start in ("cold", "warm"):
        page, boot = booted(context, browser, rate)
        here, there = median_of(page, HERE), median_of(page, THERE)
        print(
            f"\n{rate}x slower, {start}: first preview after {boot['seconds']:.1f} s "
            f"({boot['cpu']:.1f} s of processor); then {here:.1f} ms each, the server {there:.1f} ms, "
            f"ratio {here / there:.2f}; Python's memory {boot['python'] / 1e6:.0f} MB, "
            f"the page grew by {boot['resident'] / 1e6:.0f} MB"
        )
        page.close()


def test_it_measures_the_download() -> None:
    files = [pyodide.folder() / pyodide.VERSION / name for name in pyodide.FILES]
    plain = sum(file.stat().st_size for file in files)
    sent = sum(file.with_name(f"{file.name}.gz").stat().st_size for file in files)
    print(
        f"\ndownload: {sent / 1e6:.1f} MB compressed of {plain / 1e6:.1f} MB, "
        f"and the engine itself {len(pack.archive()) / 1e6:.2f} MB"
    )
