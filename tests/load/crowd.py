"""The crowd: tablets that send deals and readers who ask for the standings, over kept connections.

Every request has a moment when it is due, and its time counts from there: a server that is late, or a
generator that is, cannot hide it. What is answered is checked: the status, the length, and how far behind
the newest acknowledged deal it is.
"""

import asyncio
import random
import time
from typing import Any

from tests.load import wire
from tests.load.forms import Site
from tests.load.lengths import Length

EVERY = 5.0  # seconds between two looks of a reader
PACE = 10  # deals a second, of all tables together


class Crowd:
    """What is asked and how long it took, by kind."""

    def __init__(self, site: Site, hall: dict[str, Any], length: Length) -> None:
        self.site, self.hall, self.length = site, hall, length
        self.taken: dict[str, list[float]] = {"paced": [], "burst": [], "readers": []}
        self.errors: list[str] = []
        self.keys: list[str] = []
        self.unchanged, self.bytes, self.behind, self.processor = 0, 0, 0.0, 0.0
        self.acknowledged: list[tuple[float, int]] = []  # when which revision was acknowledged

    async def run(self) -> None:
        """Let everybody connect, and then do their part."""
        lines = await wire.many(self.length.readers, self.dial)
        begun, dice = time.perf_counter() + 1, random.Random(5)
        used = time.process_time()
        async with asyncio.TaskGroup() as group:
            for at, table in enumerate(self.hall["tables"]):
                group.create_task(self.table(table, at, begun))
            for line in lines:
                first = begun + dice.random() * EVERY
                group.create_task(self.reader(line, first, begun + self.length.seconds))
        self.processor = time.process_time() - used

    async def dial(self, number: int) -> wire.Line:
        """Let a reader connect."""
        return await wire.dial(self.site.readers, number, self.site.proxied)

    @property
    def turn(self) -> float:
        """Give the seconds between two deals of a table."""
        return len(self.hall["tables"]) / PACE

    @property
    def due(self) -> int:
        """Count the paced deals of a table."""
        return int(self.length.seconds / self.turn)

    async def table(self, table: dict[str, Any], at: int, begun: float) -> None:
        """Send deals in turn with the others, and one in the same moment as all others."""
        line = await wire.dial(self.site.tablets, at, self.site.proxied)
        tablet = wire.Tablet(line, self.hall, table)
        due = [(begun + at / PACE + self.turn * n, "paced") for n in range(self.due)]
        middle = begun + self.turn * (len(due) // 2) - self.turn / 2
        for when, kind in sorted([*due, (max(middle, begun), "burst")]):
            await asyncio.sleep(when - time.perf_counter())
            await self.send(tablet, when, kind)

    async def send(self, tablet: wire.Tablet, due: float, kind: str) -> None:
        """Send one deal."""
        try:
            key, answer = await tablet.send()
        except (OSError, TimeoutError) as error:
            self.errors.append(f"{kind}: {error!r}")
            return
        now = time.perf_counter()
        self.taken[kind].append((now - due) * 1000)
        if revision := wire.recorded(answer):
            self.keys.append(key)
            self.acknowledged.append((now, revision))
        else:
            self.errors.append(f"{kind}: {answer.status} {answer.body[:200]!r}")

    async def reader(self, line: wire.Line, due: float, until: float) -> None:
        """Look every few seconds, as a page without a stream does."""
        tag, seen = b"", 0
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            begun = time.perf_counter()
            try:
                answer = await self.look(line, tag)
            except (OSError, TimeoutError) as error:
                self.errors.append(f"reader: {error!r}")
                return
            self.taken["readers"].append((time.perf_counter() - due) * 1000)
            if not self.is_right(answer):
                return
            tag = answer.tag or tag
            revision = answer.revision if answer.tag else seen
            self.note(revision, seen, begun)
            seen, due = revision, due + EVERY

    async def look(self, line: wire.Line, tag: bytes) -> wire.Answer:
        """Ask as a browser does that has the answer of this tag."""
        known = {"If_None_Match": tag} if tag else {}
        return await line.get(f"/c/{self.hall['slug']}/standings/fragment", **known)

    def is_right(self, answer: wire.Answer) -> bool:
        """Count an answer, and tell whether it is one that a reader can show."""
        self.unchanged, self.bytes = self.unchanged + (answer.status == 304), self.bytes + len(answer.body)
        if answer.status == 304 or (answer.status == 200 and len(answer.body) >= 500):
            return True
        self.errors.append(f"reader: {answer.status} {answer.body[:200]!r}")
        return False

    def note(self, revision: int, seen: int, begun: float) -> None:
        """Note how far behind an answer was when it was asked for; nobody may be led back in time."""
        if revision < seen:
            self.errors.append(f"reader: led back from {seen} to {revision}")
        later = [when for when, acknowledged in self.acknowledged[-60:] if acknowledged > revision]
        if later:
            self.behind = max(self.behind, begun - min(later))
