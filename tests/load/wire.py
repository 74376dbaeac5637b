"""A small client: kept connections with one request at a time, and open streams, thousands to a process.

Callers come from several addresses of the loopback, as a crowd does, and to a site behind a proxy with the
headers that the proxy would write.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import uuid4

HOST = "127.0.0.1"
ADDRESSES = 8  # of callers: one may have 2,000 connections and 1,000 streams at most
LIMIT = 30.0  # seconds after which a request counts as an error
AT_ONCE = 64  # connections that are opened together


class Answer(NamedTuple):
    """What came back: names of headers in lower case."""

    status: int
    headers: dict[bytes, bytes]
    body: bytes

    @property
    def tag(self) -> bytes:
        """Give its ETag."""
        return self.headers.get(b"etag", b"")

    @property
    def revision(self) -> int:
        """Read of which revision a competition's page is: its tag begins `"7.12-3.`, key, own and finals'."""
        return int(self.tag.split(b".")[1].split(b"-")[0])


def head_of(text: bytes) -> tuple[int, dict[bytes, bytes]]:
    """Read the status and the headers of an answer."""
    first, *lines = text.split(b"\r\n")
    pairs = (line.partition(b":") for line in lines if line)
    return int(first[9:12]), {name.lower(): value.strip() for name, _, value in pairs}


class Connection(asyncio.Protocol):
    """One connection with one request at a time."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.is_open = True
        self.waiting: asyncio.Future[Answer] | None = None
        self.buffer = bytearray()
        self.head: tuple[int, dict[bytes, bytes]] | None = None
        self.begins = self.needed = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        if self.waiting and not self.waiting.done():
            self.waiting.set_exception(error or ConnectionResetError("closed"))

    def eof_received(self) -> None:
        self.is_open = False  # and the loop closes it

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if self.head is None:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.head = head_of(bytes(self.buffer[:end]))
            assert b"transfer-encoding" not in self.head[1], "an answer of no known length"
            self.begins = end + 4
            self.needed = self.begins + int(self.head[1].get(b"content-length", b"0"))
        if len(self.buffer) >= self.needed and self.waiting and not self.waiting.done():
            answer = Answer(*self.head, bytes(self.buffer[self.begins : self.needed]))
            self.buffer, self.head = bytearray(), None
            self.waiting.set_result(answer)

    async def ask(self, said: bytes) -> Answer:
        """Send a request and give its answer."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(said)
        async with asyncio.timeout(LIMIT):
            return await self.waiting


class Line:
    """A kept connection of a caller, opened again, as browsers do, where the server closed it meanwhile."""

    def __init__(self, port: int, number: int, proxied: bool) -> None:
        self.port = port
        self.address, self.also = caller(number, proxied)
        self.connection: Connection | None = None

    async def dial(self) -> Connection:
        """Open the connection."""
        make = asyncio.get_running_loop().create_connection
        _, self.connection = await make(Connection, HOST, self.port, local_addr=(self.address, 0))
        return self.connection

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str | bytes) -> Answer:
        """Send a request and give its answer; `If_None_Match` names a header.

        Where a kept connection is closed just then it is sent once more: a deal has its key.
        """
        said = request(method, path, body, self.also, **headers)
        if self.connection and self.connection.is_open:
            try:
                return await self.connection.ask(said)
            except ConnectionError:
                self.connection.is_open = False
        return await (await self.dial()).ask(said)

    async def get(self, path: str, **headers: str | bytes) -> Answer:
        """Ask as a browser does."""
        return await self.ask("GET", path, Accept="*/*", Accept_Encoding="gzip, deflate, br", **headers)

    def close(self) -> None:
        """Hang up."""
        if self.connection:
            self.connection.transport.close()


class Stream(asyncio.Protocol):
    """An open stream; `heard` is called with each revision it tells, and the status waits in `opened`."""

    def __init__(self, path: str, also: bytes, heard: Callable[["Stream", int], None]) -> None:
        self.path, self.also, self.heard = path, also, heard
        self.transport: Any = None
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.revision = -1

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(request("GET", self.path, b"", self.also, Accept="text/event-stream"))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionResetError("closed"))

    def data_received(self, data: bytes) -> None:
        if not self.opened.done():
            self.opened.set_result(int(data[9:12]))
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        for line in lines:
            if line.startswith(b"data: "):
                self.revision = json.loads(line[6:])["revision"]
                self.heard(self, self.revision)

    def close(self) -> None:
        """Leave."""
        self.transport.close()


def request(method: str, path: str, body: bytes, also: bytes, **headers: str | bytes) -> bytes:
    """Write a request."""
    lines = [f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\n".encode(), also]
    if body:
        lines.append(b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body))
    for name, value in headers.items():
        said = value if isinstance(value, bytes) else value.encode()
        lines.append(name.replace("_", "-").encode() + b": " + said + b"\r\n")
    return b"".join([*lines, b"\r\n", body])


def caller(number: int, proxied: bool) -> tuple[str, bytes]:
    """Give the address of a caller, and what a proxy would say of it."""
    address = f"127.0.0.{2 + number % ADDRESSES}"
    said = f"X-Forwarded-For: {address}\r\nX-Forwarded-Proto: https\r\n" if proxied else ""
    return address, said.encode()


async def dial(port: int, number: int = 0, proxied: bool = False) -> Line:
    """Open a connection that is kept."""
    line = Line(port, number, proxied)
    await line.dial()
    return line


async def listen(
    port: int, path: str, number: int, proxied: bool, heard: Callable[[Stream, int], None]
) -> Stream:
    """Open a stream."""
    address, also = caller(number, proxied)
    make = asyncio.get_running_loop().create_connection
    _, stream = await make(lambda: Stream(path, also, heard), HOST, port, local_addr=(address, 0))
    return stream


async def many(count: int, opened: Callable[[int], Any]) -> list[Any]:
    """Open so many connections, some at a time: nobody's queue of new ones is endless."""
    found: list[Any] = []
    for first in range(0, count, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, count))
        found += await asyncio.gather(*(opened(number) for number in numbers))
    return found


class Tablet:
    """A table's tablet: it sends the next deal that the hall wrote down for it (`hall`)."""

    def __init__(self, line: Line, hall: dict[str, Any], table: dict[str, Any]) -> None:
        self.line, self.content, self.table = line, hall["content"], table
        self.sent = 0

    @property
    def has_more(self) -> bool:
        """Tell whether a deal is left to send."""
        return self.sent < len(self.table["contexts"])

    async def send(self) -> tuple[str, Answer]:
        """Send the next deal; give its key and the answer."""
        key = str(uuid4())
        body = {
            "key": key,
            "deal": self.sent + 1,
            "seating_version": self.table["seating_version"],
            "context": self.table["contexts"][self.sent],
            **self.content,
            "expected": None,
            "client_time": "2026-05-30T10:00:00+01:00",
        }
        self.sent += 1
        bearer = f"Bearer {self.table['token']}"
        return key, await self.line.ask(
            "POST", "/api/v1/table/deals", json.dumps(body).encode(), Authorization=bearer
        )


async def queries(line: Line) -> int:
    """Ask how many statements a process of the site has sent (`asked`)."""
    return int(json.loads((await line.get("/queries")).body)["queries"])


def recorded(answer: Answer) -> int:
    """Give the revision under which a deal was recorded; 0 if it was not."""
    if answer.status != 201:
        return 0
    told = json.loads(answer.body)
    return int(told["revision"]) if told["status"] == "recorded" else 0
