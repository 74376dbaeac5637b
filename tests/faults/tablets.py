"""Tablets: pages of a real browser that run the outbox of the tablet's page, each on an origin of its own.

An origin has its own IndexedDB, its own locks and its own cookies; `t7.localhost` is this machine.
"""

import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.faults.proxy import Proxy, written
from tournaments.api.authentication import cookie_name

MODULE = "/faults/tablet.js"
SOURCE = Path(__file__).with_name("tablet.js").read_bytes()
SHELL = b"<!doctype html><title>Tablet</title>"
PAGES = {
    "/faults/": written("200 OK", "text/html", SHELL),
    MODULE: written("200 OK", "text/javascript", SOURCE),
}
# Sixty renderers are more than a small machine bears: sites may share some.
FLAGS = (
    *("no-sandbox", "disable-dev-shm-usage", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-site-isolation-trials", "disable-features=IsolateOrigins,site-per-process"),
    *("renderer-process-limit=6", "host-resolver-rules=MAP *.localhost 127.0.0.1"),
)
MOST_WAITING = 6  # then the table has a look at the chip in its corner and waits


def launched(browser: Browser, program: str) -> Browser:
    """Start a browser beside the session's that bears many tablets."""
    return browser.browser_type.launch(executable_path=program, args=[f"--{flag}" for flag in FLAGS])


class Tablet:
    """One table's tablet: what its table will play, the keys of what it saved, how many deals wait there."""

    def __init__(self, context: BrowserContext, proxy: Proxy, table: dict[str, Any], seed: int) -> None:
        self.place = {name: table[name] for name in ("competition", "table")}
        self.bodies: list[dict[str, Any]] = table["bodies"]
        self.keys: list[str] = []
        self.waiting = 0
        self.chance = random.Random(seed)
        address = f"http://t{table['table']}.localhost:{proxy.port}"
        context.add_cookies([{"name": cookie_name(), "value": table["token"], "url": address}])
        self.page: Page = context.new_page()
        self.address = f"{address}/faults/"
        self.switch_on()

    def switch_on(self) -> None:
        """Open the page, for the first time or in the middle of sending, and begin to send what is there."""
        self.page.goto(self.address)
        assert self.run("begin()"), "the browser keeps nothing"

    def run(self, call: str, *given: Any) -> Any:
        """Call one function of the module in the page."""
        return self.page.evaluate(f"async (given) => (await import('{MODULE}')).{call}", given)

    @property
    def settled(self) -> int:
        return len(self.keys) - self.waiting

    @property
    def is_done(self) -> bool:
        return self.settled == len(self.bodies)

    def play(self) -> None:
        """Save some more deals, whether or not those before were sent, and see how many wait."""
        room = MOST_WAITING - self.waiting
        count = min(room, self.chance.randint(0, 4)) if room > 0 else 0
        batch = self.bodies[len(self.keys) :][:count]
        said = self.run("enter(...given)", self.place, batch)
        self.keys += said["keys"]
        self.waiting = said["waiting"]

    def report(self) -> dict[str, Any]:
        """Say what was saved, by the test's own account, and what the tablet believes of it."""
        believed = self.run("report()")
        nothing = {"state": "gone", "receipt": None}
        saved = [
            {**believed.get(key, nothing), "key": key, "body": {"key": key, **body}}
            for key, body in zip(self.keys, self.bodies, strict=False)
        ]
        return {**self.place, "saved": saved}
