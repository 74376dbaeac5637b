"""As many deals as all tables together can send, each the next one as soon as its last is acknowledged.

Nobody reads. Afterwards the ledger is counted: what was acknowledged is there, once.
"""

import asyncio
import time
from statistics import median
from typing import Any

import uvloop

from tests.load import wire
from tests.load.forms import EMBEDDED, PRODUCTION, Site, served, site
from tests.load.lengths import Length, counted, filled
from tests.load.rows import Row, at

LEAST = {PRODUCTION: 80, EMBEDDED: 50}  # deals a second


class Senders:
    """What was acknowledged and how long each deal took."""

    def __init__(self, where: Site, hall: dict[str, Any], seconds: float) -> None:
        self.site, self.hall, self.seconds = where, hall, seconds
        self.taken: list[float] = []  # milliseconds
        self.keys: list[str] = []
        self.errors: list[str] = []
        self.rate = 0.0  # acknowledged a second

    async def run(self) -> None:
        """Let all tables send until the time is over."""
        lines = await wire.many(len(self.hall["tables"]), self.dial)
        pairs = zip(lines, self.hall["tables"], strict=True)
        tablets = [wire.Tablet(line, self.hall, table) for line, table in pairs]
        await self.together(tablets, 0.0)  # the first of each: what a process works out once is not timed
        self.taken, before = [], len(self.keys)
        begun = time.perf_counter()
        await self.together(tablets, begun + self.seconds)
        self.rate = (len(self.keys) - before) / (time.perf_counter() - begun)

    async def dial(self, number: int) -> wire.Line:
        """Let a tablet connect."""
        return await wire.dial(self.site.tablets, number, self.site.proxied)

    async def together(self, tablets: list[wire.Tablet], until: float) -> None:
        """Let all tables send."""
        async with asyncio.TaskGroup() as group:
            for tablet in tablets:
                group.create_task(self.table(tablet, until))

    async def table(self, tablet: wire.Tablet, until: float) -> None:
        """Send one deal, and others after it while there is time."""
        is_first = True
        while tablet.has_more and (is_first or time.perf_counter() < until):
            is_first, begun = False, time.perf_counter()
            try:
                key, answer = await tablet.send()
            except (OSError, TimeoutError) as error:
                self.errors.append(repr(error))
                return
            self.taken.append((time.perf_counter() - begun) * 1000)
            if wire.recorded(answer):
                self.keys.append(key)
            else:
                self.errors.append(f"{answer.status} {answer.body[:200]!r}")
                return


def measure(form: str, length: Length) -> list[Row]:
    """Send, count the ledger, and give the figures."""
    with site(form) as where:
        hall = filled(where, length, length.sustained * length.most // length.tables + 1)
        with served(where):
            senders = Senders(where, hall, length.sustained)
            uvloop.run(senders.run())
        ledger = counted(where, senders.keys)
    assert not senders.errors, senders.errors[:5]
    return rows(form, senders, ledger)


def rows(form: str, senders: Senders, ledger: dict[str, int]) -> list[Row]:
    """Name the figures."""
    each = f"{len(senders.hall['tables'])} tables, each the next deal at once: "
    return [
        Row(form, "P3", "deals a second, sustained", senders.rate, "/s", LEAST[form], least=True),
        Row(form, "P3", f"{each}median", median(senders.taken), "ms"),
        Row(form, "P3", f"{each}p95", at(senders.taken, 0.95), "ms"),
        Row(form, "P3", "deals acknowledged", len(senders.keys)),
        Row(form, "P3", "of them not in the ledger", ledger["lost"], "", 0),
        Row(form, "P3", "in the ledger twice", ledger["doubled"], "", 0),
    ]
