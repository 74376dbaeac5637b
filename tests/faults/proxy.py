"""The hall's network at its worst: a proxy that cuts, loses, halves, delays, doubles and answers for others.

It runs in a thread of its own. Submissions meet the faults, by chance from a seed; everything else passes.
"""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future

HOST = "127.0.0.1"
SUBMISSION = b"POST /api/v1/table/deals "
PORTAL = b"<!doctype html><title>Welcome</title><p>Accept the terms of this Wi-Fi to go on.</p>"
AWAY = b'{"code": "unavailable", "message": "Too much to do."}'


def written(status: str, kind: str, body: bytes, *more: str) -> bytes:
    """Write an answer of the proxy's own."""
    head = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *more]
    return "\r\n".join([*head, "Connection: close", "", ""]).encode() + body


class Exchange:
    """One request on its way, with the tablet's end of the line and the way to the server."""

    def __init__(self, request: bytes, tablet: asyncio.StreamWriter, proxy: "Proxy") -> None:
        self.request, self.tablet, self.proxy = request, tablet, proxy

    async def ask(self, part: float = 1) -> bytes:
        """Hand the request, or its first part, to the server; what it answers until it closes the line."""
        self.proxy.flying += 1
        try:
            return await self._asked(self.request[: int(len(self.request) * part)])
        except OSError:  # the server was killed: nobody listens, or the line broke
            return b""
        finally:
            self.proxy.flying -= 1

    async def _asked(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(HOST, self.proxy.server)
        try:
            writer.write(request)
            if len(request) < len(self.request):
                writer.write_eof()
            return await reader.read()
        finally:
            writer.close()

    def answer(self, said: bytes) -> None:
        """Bring an answer to the tablet; where there is none the line breaks."""
        if said and not self.tablet.is_closing():
            self.tablet.write(said)
        else:
            self.cut()

    def cut(self) -> None:
        """Break the line to the tablet at once."""
        self.tablet.transport.abort()

    async def wait(self, least: float, most: float) -> None:
        """Let a time between two bounds go by."""
        await asyncio.sleep(self.proxy.chance.uniform(least, most))


Fault = Callable[[Exchange], Awaitable[None]]


async def passed_on(one: Exchange) -> None:
    """Do nothing wrong."""
    one.answer(await one.ask())


async def request_lost(one: Exchange) -> None:
    """Cut the line before the server heard anything."""
    one.cut()


async def request_cut(one: Exchange) -> None:
    """Cut the line in the middle of the request."""
    await one.ask(one.proxy.chance.uniform(0.1, 0.95))
    one.cut()


async def answer_lost(one: Exchange) -> None:
    """Cut the line when the server has done its work."""
    await one.ask()
    one.cut()


async def answer_halved(one: Exchange) -> None:
    """Bring the beginning of the answer."""
    said = await one.ask()
    one.answer(said[: int(len(said) * one.proxy.chance.uniform(0.4, 0.98))])


async def request_delayed(one: Exchange) -> None:
    """Let the request lie about."""
    await one.wait(0.1, 1)
    await passed_on(one)


async def answer_delayed(one: Exchange) -> None:
    """Let the answer lie about."""
    said = await one.ask()
    await one.wait(0.1, 1)
    one.answer(said)


async def delivered_twice(one: Exchange) -> None:
    """Bring the request twice at once; the tablet hears the answer to the second."""
    _, second = await asyncio.gather(one.ask(), one.ask())
    one.answer(second)


async def delivered_again(one: Exchange) -> None:
    """Bring the request once more when the tablet has long been answered."""
    await passed_on(one)
    one.tablet.close()
    await one.wait(0.2, 3)
    await one.ask()


async def captive_portal(one: Exchange) -> None:
    """Answer 200 in the server's name, with a page."""
    one.answer(written("200 OK", "text/html", PORTAL))


async def bad_gateway(one: Exchange) -> None:
    """Let the server do its work and say that it is not there."""
    await one.ask()
    one.answer(written("502 Bad Gateway", "text/html", PORTAL))


async def unavailable(one: Exchange) -> None:
    """Say that there is too much to do."""
    one.answer(written("503 Service Unavailable", "application/json", AWAY, "Retry-After: 1"))


async def too_many(one: Exchange) -> None:
    """Say that this tablet asks too often."""
    one.answer(written("429 Too Many Requests", "application/json", AWAY, "Retry-After: 1"))


# Of a hundred submissions.
HALL: Mapping[Fault, int] = {
    request_lost: 2,
    request_cut: 2,
    answer_lost: 4,
    answer_halved: 3,
    request_delayed: 2,
    answer_delayed: 2,
    delivered_twice: 4,
    delivered_again: 2,
    captive_portal: 2,
    bad_gateway: 2,
    unavailable: 1,
    too_many: 1,
}


class Proxy:
    """The line between the tablets and the server on this machine, and the count of what it did to them.

    `server` is the port where the server listens now; `pages` answers addresses in its place: the page of
    the tablets, and altered modules.
    """

    def __init__(
        self, server: int, faults: Mapping[Fault, int], seed: int, pages: Mapping[str, bytes]
    ) -> None:
        self.server, self.pages = server, pages
        self.chance = random.Random(seed)
        self.faults = [*faults, passed_on]
        self.weights = [*faults.values(), 100 - sum(faults.values())]
        self.counts: Counter[str] = Counter()
        self.flying = 0
        self.taking: set[asyncio.Task[None] | None] = set()  # the loop itself lets go of what waits
        self.loop = asyncio.new_event_loop()
        opened: Future[int] = Future()
        self.thread = threading.Thread(target=self._run, args=[opened], daemon=True)
        self.thread.start()
        self.port = opened.result(10)

    @property
    def submissions(self) -> int:
        return self.counts.total()

    @property
    def faulted(self) -> int:
        return self.submissions - self.counts[passed_on.__name__]

    def close(self) -> None:
        """Take the line away."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    def _run(self, opened: "Future[int]") -> None:
        asyncio.set_event_loop(self.loop)
        listener = self.loop.run_until_complete(asyncio.start_server(self._take, HOST, 0, backlog=500))
        opened.set_result(listener.sockets[0].getsockname()[1])
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        listener.close()
        self.loop.run_until_complete(asyncio.sleep(0))

    async def _take(self, reader: asyncio.StreamReader, tablet: asyncio.StreamWriter) -> None:
        self.taking.add(task := asyncio.current_task())
        try:
            one = Exchange(await _request(reader), tablet, self)
            await self._choose(one.request)(one)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the tablet went away: it will come back
        finally:
            tablet.close()
            self.taking.discard(task)

    def _choose(self, request: bytes) -> Fault:
        if request.startswith(SUBMISSION):
            [fault] = self.chance.choices(self.faults, self.weights)
            self.counts[fault.__name__] += 1
            return fault
        page = self.pages.get(request.split(b" ", 2)[1].decode())
        return passed_on if page is None else _answering(page)


def _answering(page: bytes) -> Fault:
    async def answering(one: Exchange) -> None:
        one.answer(page)

    return answering


async def _request(reader: asyncio.StreamReader) -> bytes:
    """Read one request whole, and make it the last one of its line."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *names = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (each.partition(b":") for each in names)}
    body = await reader.readexactly(int(headers.get(b"content-length", 0)))
    headers[b"connection"] = b"close"
    told = b"".join(name + b": " + value + b"\r\n" for name, value in headers.items())
    return first + b"\r\n" + told + b"\r\n" + body
