"""Open streams by the thousand in one process: how late news is, what they cost, and what all then read.

First the streams only listen to some deals. Then whoever hears of a deal asks for the new table, all of them
at once: a page in a browser waits a moment of its own before it does. Both times count from when the tablet
sent the deal, so that recording it is a part of them. Who asks comes over fewer connections than there are
streams, as through a proxy.
"""

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from typing import Any

import uvloop

from tests.load import wire
from tests.load.forms import Site, served, site
from tests.load.lengths import Length, filled
from tests.load.rows import Row, at

LINES = 256  # of all who ask for the table
PAUSE = 1.0  # seconds between two deals
PATIENCE = 20.0  # seconds in which everybody has heard, or read
PUBLISHED = 5  # deals that all read, and do not only hear of
MEGABYTE = 1_000_000


@dataclass
class Deal:
    """One deal, and after how many milliseconds who heard of it and who had read the table with it."""

    revision: int
    begun: float
    is_read: bool
    heard: dict[wire.Stream, float] = field(default_factory=dict)
    read: list[float] = field(default_factory=list)
    all: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def since(self) -> float:
        """Give the milliseconds since it was sent."""
        return (time.perf_counter() - self.begun) * 1000

    def note(self, taken: int, count: int) -> None:
        """Go on once this was the last of all."""
        if taken == count:
            self.all.set()


class Audience:
    """Readers with an open stream, and what they were told and read."""

    def __init__(self, where: Site, hall: dict[str, Any], length: Length) -> None:
        self.site, self.hall, self.length = where, hall, length
        self.fragment = f"/c/{hall['slug']}/standings/fragment"
        self.deal = Deal(10**9, 0.0, is_read=False)
        self.streams: list[wire.Stream] = []
        self.lines: asyncio.Queue[wire.Line] = asyncio.Queue()
        self.tasks: set[asyncio.Task[None]] = set()
        self.errors: list[str] = []
        self.figures: dict[str, float] = {}
        self.heard: list[float] = []  # milliseconds
        self.read: list[float] = []
        self.deaf = self.unread = 0

    async def run(self) -> None:
        """Open the streams, turn away who is one too many, and send deals."""
        self.figures["empty"] = self.site.memory()
        begun = time.perf_counter()
        self.streams = await wire.many(self.length.streams, self.listen)
        assert {await stream.opened for stream in self.streams} == {200}
        self.figures["opening"] = time.perf_counter() - begun
        await self.turned_away()
        self.tablets = [await self.tablet(number) for number in range(len(self.hall["tables"]))]
        for number in range(min(LINES, self.length.streams)):
            self.lines.put_nowait(await self.dial(number))
        await self.played()

    async def played(self) -> None:
        """Send one deal that nobody times, some that are heard, and some that are read."""
        await self.send(0, is_read=True)
        for number in range(1, self.length.news + 1):
            deal = await self.send(number, is_read=False)
            self.heard += deal.heard.values()
            self.deaf += self.length.streams - len(deal.heard)
        asked = await self.queries()
        for number in range(PUBLISHED):
            deal = await self.send(number, is_read=True)
            self.read += deal.read
            self.unread += self.length.streams - len(deal.read)
        self.figures["queries"] = (await self.queries() - asked) / PUBLISHED
        self.figures["full"] = self.site.memory()

    async def dial(self, number: int) -> wire.Line:
        """Open one of the connections by which tables are read."""
        return await wire.dial(self.site.readers, number, self.site.proxied)

    async def tablet(self, number: int) -> wire.Tablet:
        """Let a table connect."""
        line = await wire.dial(self.site.tablets, number, self.site.proxied)
        return wire.Tablet(line, self.hall, self.hall["tables"][number])

    async def listen(self, number: int) -> wire.Stream:
        """Open one stream."""
        path = f"/live/{self.hall['competition']}"
        return await wire.listen(self.site.readers, path, number, self.site.proxied, self.hear)

    def hear(self, stream: wire.Stream, revision: int) -> None:
        """Note when a stream hears of the deal of the moment."""
        deal = self.deal
        if revision < deal.revision or stream in deal.heard:
            return
        deal.heard[stream] = deal.since
        if deal.is_read:
            task = asyncio.get_running_loop().create_task(self.look(deal, revision))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            deal.note(len(deal.heard), self.length.streams)

    async def look(self, deal: Deal, revision: int) -> None:
        """Read the table with the deal."""
        line = await self.lines.get()
        try:
            answer = await line.get(self.fragment, Sparrows_Revision=str(revision))
            if answer.status == 200 and answer.revision >= revision:
                deal.read.append(deal.since)
            else:
                self.errors.append(f"{answer.status} {answer.tag!r}")
        except (OSError, TimeoutError) as error:
            self.errors.append(repr(error))
        self.lines.put_nowait(line)
        deal.note(len(deal.read), self.length.streams)

    async def send(self, number: int, is_read: bool) -> Deal:
        """Send a deal and wait until all have heard of it, or read it."""
        await asyncio.sleep(PAUSE)
        tablet = self.tablets[number % len(self.tablets)]
        newest = max(stream.revision for stream in self.streams)
        self.deal = Deal(newest + 1, time.perf_counter(), is_read)
        _, answer = await tablet.send()
        assert wire.recorded(answer), answer
        with contextlib.suppress(TimeoutError):  # who is missing then, is counted
            async with asyncio.timeout(PATIENCE):
                await self.deal.all.wait()
        return self.deal

    async def turned_away(self) -> None:
        """Open more streams than there is place for; who is turned away polls instead."""
        more = [await self.listen(number) for number in range(self.length.beyond)]
        self.figures["refused"] = [await stream.opened for stream in more].count(503)
        line = await self.dial(0)
        answers = [await line.get(self.fragment) for _ in more]
        self.figures["polled"] = [answer.status for answer in answers].count(200)
        for each in (line, *more):
            each.close()

    async def queries(self) -> int:
        """Ask how many statements the readers' process has sent."""
        line = await self.dial(0)
        found = await wire.queries(line)
        line.close()
        return found


def measure(form: str, length: Length) -> list[Row]:
    """Let the audience in, and give the figures."""
    with site(form, SPARROWS_LIVE_STREAMS=str(length.streams)) as where:
        hall = filled(where, length, length.news + PUBLISHED + 2)
        with served(where):
            audience = Audience(where, hall, length)
            uvloop.run(audience.run())
    assert not audience.errors, audience.errors[:5]
    return rows(form, audience)


def rows(form: str, audience: Audience) -> list[Row]:
    """Name the figures."""
    found, length = audience.figures, audience.length
    streams = f"{length.streams:,} streams"
    return [
        Row(form, "P4", f"{streams}: opened, all together within", found["opening"], "s"),
        Row(form, "P4", f"{streams}: from sending to hearing, p95", at(audience.heard, 0.95), "ms", 2000),
        Row(form, "P4", f"{streams}: the same, most", max(audience.heard), "ms"),
        Row(form, "P4", f"{streams}: news not heard", audience.deaf, "", 0),
        Row(form, "P4", "memory of their process, before", found["empty"] / MEGABYTE, "MB"),
        Row(form, "P4", "memory of their process, all open", found["full"] / MEGABYTE, "MB", 300),
        Row(form, "P4", f"of {length.beyond} more, refused", found["refused"], "", length.beyond, least=True),
        Row(form, "P4", "of these, answered when they poll", found["polled"], "", length.beyond, least=True),
        Row(form, "P5", f"{length.streams:,} read the new table, p95", at(audience.read, 0.95), "ms", 1000),
        Row(form, "P5", f"{length.streams:,} read the new table, most", max(audience.read), "ms"),
        Row(form, "P5", "new tables not read", audience.unread, "", 0),
        Row(form, "P5", "queries of their process for each new table", found["queries"]),
    ]
