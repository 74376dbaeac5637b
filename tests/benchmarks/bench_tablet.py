"""A tablet four times slower than this machine: what a tap takes, and the first usable table.

The browser slows the page's own thread down (`Emulation.setCPUThrottlingRate`). Neither
the thread in which the engine works is reached by that, nor the browser's other processes, nor the server,
which runs on the same machine: what the engine takes on a slow tablet is said by `bench_engine_in_browser`.
Beside each figure stands what the same browser needs at least: for a tap on a page of buttons, for a page
of one line.
"""

from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from time import perf_counter, process_time

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.benchmarks.bars import verdict
from tests.conftest import Tam
from tests.declared import RACKS
from tests.live.conftest import Site, serve, started  # noqa: F401 - a real server
from tests.table.conftest import TABLET
from tournaments.api.authentication import cookie_name
from tournaments.models import Table

pytestmark = [
    *(pytest.mark.browser, pytest.mark.pyodide, pytest.mark.timeout(0)),
    pytest.mark.django_db(transaction=True),
]

RATE, RUNS = 4, 3
BETWEEN = 200  # milliseconds between a tap that was answered and the next: some four taps a second
FEEDBACK, PREVIEW, WARM, COLD = 50, 100, 1000, 2000  # milliseconds
BARE = "".join(f"<button id=b{one} onclick='this.textContent = 0'>{one}</button>" for one in range(25))
# From the finger's tap, as the browser's input dates it, to the frame that shows what it changed; what is
# asked for once the frame is drawn comes before whatever else waits, which the frame did not wait for.
WATCH = """() => {
  const first = { priority: "user-blocking" };
  const shown = (then) => requestAnimationFrame(() => scheduler.postTask(then, first));
  const note = (name, from, took) => shown(() => { took[name] = performance.now() - from; });
  const isValued = () => document.querySelector("#preview [role=status]")?.textContent === "";
  let began = null, seen = {};
  addEventListener("click", ({ timeStamp }) => { [began, seen, window.took] = [timeStamp, {}, {}]; }, true);
  new MutationObserver(() => {
    for (const [name, isDone] of [["feedback", true], ["preview", isValued()]]) {
      if (began === null || seen[name] || !isDone) continue;
      seen[name] = true;
      note(name, began, window.took);
    }
  }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
}"""
TOOK = """async (name) => {
  while (!(name in window.took)) await new Promise((resolve) => setTimeout(resolve, 20));
  return window.took[name];
}"""
MIDDLE = """(control) => {
  const found = document.querySelector(control);
  if (found.matches("[aria-pressed=true], [aria-selected=true]")) return null; // nothing would change
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
USABLE = """() => {
  const look = () => {
    const seat = document.querySelector("#begin-draw");
    if (!seat || seat.disabled) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
  };
  document.addEventListener("DOMContentLoaded", look);
}"""
ONCE_USABLE = """async () => {
  while (!window.usable) await new Promise((resolve) => setTimeout(resolve, 20));
  return window.usable;
}"""
SERVED = "() => navigator.serviceWorker.ready.then(() => true)"
ENGINE_BEGAN = """async () => {
  const isIt = ({ name }) => name.endsWith("/engine/worker.js");
  const found = () => performance.getEntriesByType("resource").find(isIt);
  while (!found()) await new Promise((resolve) => setTimeout(resolve, 20));
  return found().startTime;
}"""


@pytest.fixture
def site(serve: Callable[..., Site]) -> Site:  # noqa: F811
    return serve()


@pytest.fixture(autouse=True)
def _calibrated() -> Iterator[None]:
    """Print beside the figures how fast this machine is just now."""
    print(f"\n{calibration()}")
    yield
    print(calibration())


def calibration() -> str:
    """Say what one turn of a bare loop takes here and now; 30 ns were measured while nothing else ran."""
    turns, work, wall = 4_000_000, process_time(), perf_counter()
    for _ in range(turns):
        pass
    work, wall = process_time() - work, perf_counter() - wall
    each, by_clock = work / turns * 1e9, wall / turns * 1e9
    return f"[a bare turn: {each:.0f} ns of processor, {by_clock:.0f} ns by the clock]"


def paired(browser: Browser, site: Site, tam: Tam) -> BrowserContext:
    context = browser.new_context(viewport=TABLET, has_touch=True, base_url=f"http://localhost:{site.port}")
    context.set_default_timeout(120_000)
    context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": f"http://localhost:{site.port}"}])
    return context


def slowed(page: Page, rate: int = RATE) -> CDPSession:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return devtools


def tap(page: Page, control: str) -> bool:
    """Tap as a finger does, through the browser's input; tell whether there was anything to tap for."""
    place = page.evaluate(MIDDLE, control)
    if place:
        page.mouse.click(*place, delay=RESTS)
    return bool(place)


def measured(
    page: Page, controls: Sequence[str], name: str = "feedback", quiet: int = BETWEEN
) -> list[float]:
    """Tap one control after the other, each a while after the one before was answered; milliseconds each."""
    took = []
    for control in controls:
        if tap(page, control):
            took.append(float(page.evaluate(TOOK, name)))
            page.wait_for_timeout(quiet)
    return took


def row(name: str, took: Sequence[float], bare: Sequence[float] | None = None) -> tuple[float, str]:
    """Give the 95th of 100, and the line of the table."""
    cuts = quantiles(took, n=100)
    middle, most = cuts[49], cuts[94]
    ratio = f"{middle / quantiles(bare, n=100)[49]:>8.2f}x" if bare else ""
    return most, f"{name:34}{len(took):>6}{middle:>9.0f}{most:>9.0f}{ratio}"


HEAD = f"{'ms, page slowed ' + str(RATE) + ' times':34}{'taps':>6}{'median':>9}{'p95':>9}{'ratio':>9}"
PAUSE = 800  # milliseconds between two tiles that a person taps without haste
RESTS = 80  # milliseconds for which a finger rests on the glass
WIN = ["#kind-pung", "#tile-B9", "#tile-C9", "#tile-D9", "#kind-chow", "#tile-B6", "#tile-B2", "#winning-B6"]


def rack(seat: str, tiles: str) -> list[str]:
    return [f"#tab-{seat}", "#kind-single", *(f"#tile-{tile}" for tile in tiles.split())]


def losers() -> list[list[str]]:
    return [rack(seat, tiles) for seat, tiles in zip("EWN", RACKS.values(), strict=True)]


# Of the next loser every tile: after each the deal is worked out anew.
RACK, NEXT = losers()[0], [one for one in losers()[1] if one.startswith("#tile")]


# ------------------------------------------------------------------ taps
def test_taps(browser: Browser, site: Site, tam: Tam, table: Table) -> None:
    """Print what a tap takes to be seen, and its preview, beside a tap on a bare page."""
    bare = taps_on_a_bare_page(browser)
    felt, valued = list[float](), list[float]()
    for _ in range(RUNS):
        page = begun(browser, site, tam)
        felt += measured(page, [*WIN, *RACK])
        page.wait_for_timeout(PAUSE)
        valued += measured(page, NEXT, "preview", PAUSE)
        page.context.close()
    rows = {"tap to feedback": (FEEDBACK, felt), "tap to preview": (PREVIEW, valued)}
    print(f"{HEAD}\n{row('bare page', bare)[1]}")
    missed = []
    for name, (bar, took) in rows.items():
        most, line = row(name, took, bare)
        print(f"{line}   (bar: {bar})")
        missed += [f"{name} {most:.0f} > {bar} ms"] if most > bar else []
    print(verdict(missed))


def taps_on_a_bare_page(browser: Browser) -> list[float]:
    page = browser.new_context(viewport=TABLET, has_touch=True).new_page()
    page.set_content(BARE)
    slowed(page)
    page.evaluate(WATCH)
    took = measured(page, [f"#b{one}" for one in range(25)])
    page.context.close()
    return took


def begun(browser: Browser, site: Site, tam: Tam) -> Page:
    """Begin the entry of a win on a slowed page, with its engine there."""
    page = paired(browser, site, tam).new_page()
    page.goto("/table/")
    page.locator("#table-app[data-scores]").wait_for()
    for control in ("#seat-S", "#from-E"):
        page.click(control)
    slowed(page)
    page.evaluate(WATCH)
    return page


# ------------------------------------------------------------------ the first usable table
def test_first_usable_table(browser: Browser, site: Site, tam: Tam, table: Table) -> None:
    """Print how long a paired tablet takes to show a table that can be tapped, and when the engine comes.

    The server has written the page before: what a process does once at its start is no tablet's.
    """
    site.get("/table/")
    found: dict[str, list[dict[str, float]]] = {"cold": [], "warm": []}
    for _ in range(RUNS):
        context = paired(browser, site, tam)
        for name in found:
            found[name].append(opened(context))
        context.close()
    print(f"{'ms, page slowed ' + str(RATE) + ' times':34}{'median':>9}{'most':>9}")
    missed = []
    for name, bar in (("cold", COLD), ("warm", WARM)):
        middle, most = middle_and_most([one["usable"] for one in found[name]])
        bare, _ = middle_and_most([one["bare"] for one in found[name]])
        print(f"{name:34}{middle:>9.0f}{most:>9.0f}{middle / bare:>8.1f}x a page of one line   (bar: {bar})")
        missed += [f"{name} {most:.0f} > {bar} ms"] if most > bar else []
        early = [one for one in found[name] if one["engine"] < one["usable"]]
        missed += [f"{name}: the engine began before the table was usable"] if early else []
        engine, _ = middle_and_most([one["engine"] for one in found[name]])
        print(f"{'  the engine begins to load at':34}{engine:>9.0f}")
    print(verdict(missed))


def middle_and_most(took: list[float]) -> tuple[float, float]:
    return median(took), max(took)


def opened(context: BrowserContext) -> dict[str, float]:
    """Open the table on a slowed page; its times from the moment it was asked for."""
    page = context.new_page()
    slowed(page)
    bare = loaded(page, "/healthz")
    page.add_init_script(f"({USABLE})()")
    page.goto("/table/", wait_until="commit")
    usable = page.evaluate(ONCE_USABLE)
    page.evaluate(SERVED)
    told = {"usable": usable, "bare": bare, "engine": page.evaluate(ENGINE_BEGAN)}
    page.close()
    return told


def loaded(page: Page, address: str) -> float:
    """Open a page of one line; milliseconds until it is there."""
    page.goto(address)
    return float(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventStart"))
