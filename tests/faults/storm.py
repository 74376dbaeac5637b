"""One storm: tablets play behind the proxy, the server is killed under them, and all is compared."""

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

from tests.faults.proxy import HALL, Fault, Proxy
from tests.faults.served import Served, Site
from tests.faults.tablets import PAGES, Tablet

NOTHING: Mapping[str, bytes] = {}
BREATH = 0.1


@dataclass(frozen=True)
class Storm:
    """How many tablets play how many deals each, how often the server dies, and what the network does."""

    tablets: int
    deals: int
    kills: int = 0
    seed: int = 1
    faults: Mapping[Fault, int] = field(default_factory=lambda: HALL)
    altered: Mapping[str, bytes] = field(default_factory=lambda: NOTHING)  # modules, by address
    patience: float = 120  # seconds in which nothing is settled before the tablets are given up


@dataclass
class Outcome:
    """What a storm came to: findings as (kind, where), and the figures of the run."""

    findings: list[tuple[str, str]]
    saved: int
    proxy: Proxy
    killed: list[int]  # for each kill, how many requests were on their way
    seconds: float

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.findings}

    def lines(self, title: str) -> list[str]:
        """Say the figures."""
        sent, faulted = self.proxy.submissions, self.proxy.faulted
        counted = {kind: sum(1 for found, _ in self.findings if found == kind) for kind in PROMISED}
        return [
            f"{title}: {self.saved} deals saved, {sent} submissions in {self.seconds:.0f} s",
            f"  faulted {faulted} ({faulted / max(sent, 1):.0%}): {_listed(self.proxy.counts)}",
            f"  server killed {len(self.killed)} times, with {sum(self.killed)} requests on their way",
            f"  {_listed(counted)}; {len(self.findings)} findings in all",
        ]


PROMISED = ("lost", "doubled", "altered", "gap", "unsent", "held", "chain", "standings")


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in sorted(counts.items()))


def endure(storm: Storm, site: Site, browser: Browser) -> Outcome:
    """Prepare the hall, let the storm blow, compare."""
    hall = _prepared(storm, site)
    server = Served(site)
    proxy = Proxy(server.port, storm.faults, storm.seed, {**PAGES, **storm.altered})
    context = browser.new_context()
    try:
        tablets = [Tablet(context, proxy, table, storm.seed + table["table"]) for table in hall]
        began = time.monotonic()
        killed = _play(storm, tablets, server, proxy)
        seconds = time.monotonic() - began
        reports = [tablet.report() for tablet in tablets]
    finally:
        context.close()
        proxy.close()
        server.kill()
    return Outcome(_compared(reports, site), sum(len(one.keys) for one in tablets), proxy, killed, seconds)


def _prepared(storm: Storm, site: Site) -> list[dict[str, Any]]:
    file = site.folder / "hall.json"
    site.run("-m", "tests.faults.hall", storm.tablets, storm.deals, storm.seed, file)
    return json.loads(file.read_text())


def _compared(reports: list[dict[str, Any]], site: Site) -> list[tuple[str, str]]:
    saved, found = site.folder / "saved.json", site.folder / "findings.json"
    saved.write_text(json.dumps(reports))
    site.run("-m", "tests.faults.proof", saved, found)
    return [(kind, where) for kind, where in json.loads(found.read_text())]


def _play(storm: Storm, tablets: list[Tablet], server: Served, proxy: Proxy) -> list[int]:
    """Play until every deal is settled, or nothing moves any more; return the kills.

    With each kill a tablet is switched off and on again, whatever it was sending.
    """
    total = storm.tablets * storm.deals
    due = [total * (kill + 1) // (storm.kills + 1) for kill in range(storm.kills)]
    killed: list[int] = []
    chance = random.Random(storm.seed)
    moved, settled = time.monotonic(), 0
    while settled < total and time.monotonic() < moved + storm.patience:
        for tablet in tablets:
            if not tablet.is_done:
                tablet.play()
        before, settled = settled, sum(tablet.settled for tablet in tablets)
        moved = time.monotonic() if settled > before else moved
        if due and settled >= due[0]:
            killed.append(_kill(server, proxy))
            chance.choice(tablets).switch_on()
            due.pop(0)
        time.sleep(BREATH)
    return killed


def _kill(server: Served, proxy: Proxy) -> int:
    """Kill the server while requests are on their way, and start it again; return how many those were."""
    end = time.monotonic() + 5
    while not proxy.flying and time.monotonic() < end:
        time.sleep(0.001)
    flying = proxy.flying
    server.kill()
    server.start()
    proxy.server = server.port
    return flying
