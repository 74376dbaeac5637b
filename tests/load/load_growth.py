"""A site that has grown: ten times the events, or ten times the rounds of one event, beside the small one.

Each is a site of its own, filled in bulk by what `tests/benchmarks/congress.py` writes, whose hashes are no
chain. Deals are sent one after the other and nothing else goes on; after each the readers' process is asked
for the table with it.
"""

import time
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import uvloop

from tests.load import load_sizes, wire
from tests.load.forms import Site, served, site
from tests.load.lengths import Length, counted, filled
from tests.load.rows import Row, number

WITHIN = 1.2  # times what it takes in the small site
PAGES = {name: load_sizes.PAGES[name] for name in ("home", "the event", "standings", "a player")}
TABLE = load_sizes.PAGES["standings, what news renews"]
SUBMIT, NEW = "a deal recorded", "the table with it"


@dataclass
class Grown:
    """What a site of one size took: milliseconds by what was asked, and its deals and bytes."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    deals: int = 0
    bytes: int = 0

    def note(self, name: str, begun: float) -> None:
        """Note how long something took."""
        self.taken.setdefault(name, []).append((time.perf_counter() - begun) * 1000)

    def middle(self, name: str) -> float:
        """Give the median."""
        return median(self.taken[name])


def measure(form: str, length: Length) -> list[Row]:
    """Fill three sites, ask each, and give the figures of the large ones beside the small one's."""
    small = grown(form, length)
    found = [Row(form, "P7", f"{about(small)}: {name}", small.middle(name), "ms") for name in small.taken]
    for name, more in (("events", {"events": length.times}), ("rounds", {"times": length.times})):
        found += compared(form, f"{length.times} x the {name}", small, grown(form, length, **more))
    return found


def grown(form: str, length: Length, **more: int) -> Grown:
    """Measure a site of one size."""
    with site(form) as where:
        hall = filled(where, length, 1 + -(-length.looks // length.tables), **more)
        with served(where):
            found = uvloop.run(asked(where, hall, length.looks))
        ledger = counted(where, [])
    found.deals, found.bytes = ledger["deals"], ledger["bytes"]
    return found


async def asked(where: Site, hall: dict[str, Any], looks: int) -> Grown:
    """Send deals one after the other, and ask for what follows from each; the first of all is not timed."""
    found = Grown()
    reader = await wire.dial(where.readers, 0, where.proxied)
    lines = [await wire.dial(where.tablets, at, where.proxied) for at, _ in enumerate(hall["tables"])]
    pairs = zip(lines, hall["tables"], strict=True)
    tablets = [wire.Tablet(line, hall, table) for line, table in pairs]
    for turn in range(looks + 1):
        await one_more(found, tablets[turn % len(tablets)], reader, hall["slug"])
        for name, path in PAGES.items():
            begun = time.perf_counter()
            answer = await reader.get(path.format(slug=hall["slug"]), Content_Length="0")
            assert answer.status == 200, (path, answer.status)
            found.note(f"page: {name}", begun)
    found.taken = {name: taken[1:] for name, taken in found.taken.items()}
    return found


async def one_more(found: Grown, tablet: wire.Tablet, reader: wire.Line, slug: str) -> None:
    """Send a deal, and ask for the table with it."""
    begun = time.perf_counter()
    _, answer = await tablet.send()
    revision = wire.recorded(answer)
    assert revision, answer
    found.note(SUBMIT, begun)
    begun = time.perf_counter()
    told = await reader.get(TABLE.format(slug=slug), Sparrows_Revision=str(revision))
    assert told.revision >= revision, told.tag
    found.note(NEW, begun)


def compared(form: str, name: str, small: Grown, large: Grown) -> list[Row]:
    """Give how many times the small site's each figure of a large one is; two of them have a bar."""
    bars = {SUBMIT: WITHIN, NEW: WITHIN}
    title = f"{name}, {about(large)}"
    times = {each: large.middle(each) / small.middle(each) for each in small.taken}
    rows = [Row(form, "P7", f"{title}: {each}", ratio, "x", bars.get(each)) for each, ratio in times.items()]
    one = (large.bytes - small.bytes) / max(1, large.deals - small.deals)
    return [*rows, Row(form, "P7", f"{title}: bytes of each deal more", one)]


def about(grown: Grown) -> str:
    """Say how large a site is."""
    return f"{number(grown.deals)} deals"
