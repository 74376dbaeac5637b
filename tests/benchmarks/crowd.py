"""The generator: tablets that send deals and readers who ask for the standings, over raw kept connections.

Run as a program: `python -m tests.benchmarks.crowd HALL TOLD TABLETS_PORT READERS_PORT SECONDS READERS`.
Every request has a moment when it is due, and its time counts from there: a server that is late, or a
generator that is, cannot hide it. What is answered is checked: the status, the length, and how far behind
the newest acknowledged deal it is.
"""

import asyncio
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import uvloop

EVERY = 5.0  # seconds between two looks of a reader
PACE = 10  # deals a second, of all tables together
LIMIT = 30.0  # seconds after which a request counts as an error
HOST = "127.0.0.1"


class Line(asyncio.Protocol):
    """One kept connection with one request at a time."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.waiting: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self.buffer = bytearray()
        self.needed = -1

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(error or ConnectionResetError("closed"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if self.needed < 0:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.needed = end + 4 + _length(bytes(self.buffer[: end + 2]))
        if len(self.buffer) >= self.needed and self.waiting and not self.waiting.done():
            head, _, body = bytes(self.buffer).partition(b"\r\n\r\n")
            self.buffer, self.needed = bytearray(), -1
            self.waiting.set_result((int(head[9:12]), head, body))

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Send a request and give status, head and body of its answer."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        async with asyncio.timeout(LIMIT):
            return await self.waiting


def _length(head: bytes) -> int:
    place = head.lower().find(b"\r\ncontent-length:")
    return 0 if place < 0 else int(head[place + 17 : head.index(b"\r\n", place + 2)])


async def dial(port: int) -> Line:
    """Open a connection."""
    _, line = await asyncio.get_running_loop().create_connection(Line, HOST, port)
    return line


class Crowd:
    """What is asked and how long it took, by kind."""

    def __init__(self, hall: dict[str, Any], tablets: int, readers: int, seconds: float) -> None:
        self.hall, self.tablets, self.readers, self.seconds = hall, tablets, readers, seconds
        self.taken: dict[str, list[float]] = {"paced": [], "burst": [], "readers": []}
        self.errors: list[str] = []
        self.unchanged, self.bytes, self.behind = 0, 0, 0.0
        self.acknowledged: list[tuple[float, int]] = []  # when which revision was acknowledged

    async def run(self, readers: int) -> None:
        """Let everybody do their part; the first second is for connecting."""
        begun = time.perf_counter() + 1 + readers / 2000
        lines = [await dial(self.readers) for _ in range(readers)]
        dice = random.Random(5)
        async with asyncio.TaskGroup() as group:
            for at, table in enumerate(self.hall["tables"]):
                group.create_task(self.table(table, at, begun))
            for line in lines:
                group.create_task(self.reader(line, begun + dice.random() * EVERY, begun + self.seconds))

    async def table(self, table: dict[str, Any], at: int, begun: float) -> None:
        """Send deals in turn with the others, and one in the same moment as all others."""
        line, deals = await dial(self.tablets), iter(table["deals"])
        turn = len(self.hall["tables"]) / PACE
        due = [(begun + at / PACE + turn * n, "paced") for n in range(int(self.seconds // turn))]
        middle = begun + turn * (len(due) // 2) - turn / 2
        for when, kind in sorted([*due, (max(middle, begun), "burst")]):
            await asyncio.sleep(when - time.perf_counter())
            await self.send(line, table["token"], next(deals), when, kind)

    async def send(self, line: Line, token: str, deal: dict[str, Any], due: float, kind: str) -> None:
        body = json.dumps(deal).encode()
        head = f"POST /api/v1/table/deals HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        try:
            status, _, answer = await line.ask(head.encode() + body)
        except (OSError, TimeoutError) as error:
            self.errors.append(f"{kind}: {error!r}")
            return
        now = time.perf_counter()
        self.taken[kind].append((now - due) * 1000)
        if status != 201 or json.loads(answer)["status"] != "recorded":
            self.errors.append(f"{kind}: {status} {answer[:200]!r}")
            return
        self.acknowledged.append((now, json.loads(answer)["revision"]))

    async def reader(self, line: Line, due: float, until: float) -> None:
        """Look every few seconds, as a page without a stream does."""
        tag, seen = b"", 0
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            begun = time.perf_counter()
            try:
                status, head, body = await line.ask(self.look(tag))
            except (OSError, TimeoutError) as error:
                self.errors.append(f"reader: {error!r}")
                return
            self.taken["readers"].append((time.perf_counter() - due) * 1000)
            self.unchanged, self.bytes = self.unchanged + (status == 304), self.bytes + len(body)
            if status not in (200, 304) or (status == 200 and len(body) < 500):
                self.errors.append(f"reader: {status} {head[:200]!r}")
                return
            tag = _tag(head) or tag
            revision = int(tag.split(b".")[1])
            self.note(revision, seen, begun)
            seen, due = revision, due + EVERY

    def look(self, tag: bytes) -> bytes:
        """Write the request of a browser that has the answer of this tag."""
        asked = b"GET /c/%b/standings/fragment HTTP/1.1\r\nHost: %b\r\nAccept: */*\r\n"
        known = b"If-None-Match: %b\r\n" % tag if tag else b""
        more = b"Accept-Encoding: gzip, deflate, br\r\n%b\r\n" % known
        return asked % (self.hall["slug"].encode(), HOST.encode()) + more

    def note(self, revision: int, seen: int, begun: float) -> None:
        """Note how far behind an answer was when it was asked for; nobody may be led back in time."""
        if revision < seen:
            self.errors.append(f"reader: led back from {seen} to {revision}")
        later = [when for when, acknowledged in self.acknowledged[-60:] if acknowledged > revision]
        if later:
            self.behind = max(self.behind, begun - min(later))

    def told(self) -> dict[str, Any]:
        return {
            **self.taken,
            "errors": self.errors,
            "unchanged": self.unchanged,
            "behind": self.behind,
            "bytes": self.bytes,
        }


def _tag(head: bytes) -> bytes:
    place = head.lower().find(b"\r\netag:")
    return b"" if place < 0 else head[place + 7 : head.index(b"\r\n", place + 2)].strip()


if __name__ == "__main__":
    hall, told, tablets, readers, seconds, count = sys.argv[1:]
    crowd = Crowd(json.loads(Path(hall).read_text()), int(tablets), int(readers), float(seconds))
    uvloop.run(crowd.run(int(count)))
    Path(told).write_text(json.dumps(crowd.told() | {"processor": time.process_time()}))
