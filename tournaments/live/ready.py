"""What a crowd reads, kept ready as bytes in the process that serves it: no thread, no database, no Django.

A public address of a competition is asked of the whole site once for each revision, as anybody would ask it,
so that its headers are those of every answer; until the revision changes everybody gets these bytes, or 304.
The revisions of what is asked for are looked at together every half second: that long, and as long as the
making takes, an answer may be behind. Nothing here is truth; what is not ready is asked of the site.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, close_old_connections

from tournaments.models import Competition, finals_revision

logger = logging.getLogger(__name__)

Scope = Mapping[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

LOOK_SECONDS = 0.5  # revisions nearer to each other than this are worked out together
BOUND_SECONDS = 1.5  # older than this nothing is answered: the look, or the making, is late
IDLE_SECONDS = 12.0  # what nobody asks for any longer is let go; a reader without a stream asks every 30
PATIENCE_SECONDS = 10.0  # then the site is asked instead, and says itself what is wrong
CROWD = 3  # readers of one revision, from which on the next one is made before it is asked for
MOST = 128

SPOKEN = "|".join(settings.IN_ADDRESSES)
PAGES = re.compile(
    rf"(?:/(?:{SPOKEN}))?/c/([-\w]+)/(?:standings/(?:fragment)?|seating/|changes/)?", re.ASCII
)
PROGRAMS = re.compile(r"/api/v1/competitions/([-\w]+)/standings", re.ASCII)
QUERY = re.compile(rb"(?:round=[1-9][0-9]{0,3}(?:&alone=1)?)?")
GZIP = re.compile(rb"\bgzip\b")  # as the site's own middleware looks for it
HOST = re.compile(rb"[-.:\[\]\w]{1,100}", re.ASCII)
OWN = "sparrows.ready"  # marks, where no header can, what this process asks of its own site
REVISION = b"sparrows-revision"  # what a reader knows of already, from its page or its stream


class Address(NamedTuple):
    """What one answer depends on: nothing else of a request is handed to the site."""

    slug: str
    path: str
    query: bytes
    host: bytes
    scheme: str
    proto: bytes
    encoding: bytes


class Reply(NamedTuple):
    """An answer as bytes."""

    status: int
    headers: Headers
    body: bytes

    def header(self, name: bytes) -> bytes:
        """Give a header; the site writes names as people do."""
        return next((value for each, value in self.headers if each.lower() == name), b"")


@dataclass(slots=True)
class Ready:
    """The answer of an address under a revision, and the one for whoever has it already."""

    competition: int
    revision: int
    finals: int  # the revisions of its finals together: pages say who won them
    looked: float  # when the revision was last known to be the newest
    asked: float
    full: Reply
    unchanged: Reply | None
    tag: bytes
    readers: int = 0


def address_in(scope: Scope) -> Address | None:
    """Read the address; None for what is left to the site."""
    found = PAGES.fullmatch(scope["path"]) or PROGRAMS.fullmatch(scope["path"])
    if scope["method"] != "GET" or not found or not QUERY.fullmatch(scope["query_string"]):
        return None
    headers = dict(scope["headers"])
    if len(headers) < len(scope["headers"]) and _said_twice(scope["headers"]):
        return None
    if b"content-length" in headers or b"transfer-encoding" in headers or scope.get("root_path"):
        return None
    if not HOST.fullmatch(headers.get(b"host", b"")) or not _takes(
        scope["path"], headers.get(b"accept", b"")
    ):
        return None
    encoding = b"gzip" if GZIP.search(headers.get(b"accept-encoding", b"")) else b""
    proto = headers.get(b"x-forwarded-proto", b"")[:8] if settings.BEHIND_PROXY else b""
    return Address(
        found[1], scope["path"], scope["query_string"], headers[b"host"], scope["scheme"], proto, encoding
    )


def _said_twice(headers: Headers) -> bool:
    names = [
        name for name, _ in headers if name in (b"host", b"x-forwarded-proto", b"accept-encoding", b"accept")
    ]
    return len(names) != len(set(names))


def _takes(path: str, accept: bytes) -> bool:
    """Tell whether what the site would send is taken; who wants something else is answered by the site."""
    return not path.startswith("/api/") or not accept or b"*/*" in accept or b"application/json" in accept


@dataclass
class Shelf:
    """The ready answers of one process, in one loop."""

    site: Application
    ready: dict[Address, Ready] = field(default_factory=dict)  # first in, first out: what is made goes last
    making: dict[Address, asyncio.Task[Ready | None]] = field(default_factory=dict)
    withdrawn: dict[int, float] = field(default_factory=dict)
    loop: asyncio.AbstractEventLoop | None = None
    looking: asyncio.Task[None] | None = None
    lane: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def answer(self, scope: Scope) -> Reply | None:
        """Give a request's answer; None where the site has to."""
        address = address_in(scope)
        if address is None:
            return None
        self._begin()
        headers = dict(scope["headers"])
        found = self._at_hand(address, _number(headers.get(REVISION, b"")))
        if found is None:
            found = await self._made(address, _number(headers.get(REVISION, b"")))
        if found is None:
            return None
        found.asked, found.readers = time.monotonic(), found.readers + 1
        tags = headers.get(b"if-none-match", b"")
        return found.unchanged if found.unchanged and has(tags, found.tag) else found.full

    def withdraw(self, competition: int) -> None:
        """Let go of a competition that is hidden now; safe in any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._withdraw, competition)

    def _withdraw(self, competition: int) -> None:
        self.withdrawn[competition] = time.monotonic()  # what is being made this moment is not kept either
        self._drop(lambda one: one.competition == competition)

    # -------------------------------------------------------------- what is there
    def _begin(self) -> None:
        """Look at revisions for as long as anything is asked for; a new loop, as in tests, begins anew."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.ready, self.making, self.lane = {}, {}, asyncio.Semaphore(1)
            self.loop, self.looking = loop, None
        if self.looking is None or self.looking.done():
            self.looking = loop.create_task(self._look_on())

    def _at_hand(self, address: Address, known: int) -> Ready | None:
        found = self.ready.get(address)
        if found is None or time.monotonic() - found.looked > BOUND_SECONDS or found.revision < known:
            return None
        return found

    async def _made(self, address: Address, known: int) -> Ready | None:
        """Wait for the answer to be made, however many wait; again if the reader knows a later revision."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                for _ in range(2):
                    found = await asyncio.shield(self._make(address))
                    if found is None or found.revision >= known:
                        return found
        except (TimeoutError, Error) as error:
            logger.warning("not_ready: the site is asked (%s)", type(error).__name__)
        return None

    def _make(self, address: Address) -> asyncio.Task[Ready | None]:
        """Begin to make an answer, or join those who wait for it."""
        if address not in self.making:
            task = asyncio.get_running_loop().create_task(self._making(address))
            task.add_done_callback(lambda done: self._done(address, done))
            self.making[address] = task
        return self.making[address]

    def _done(self, address: Address, task: asyncio.Task[Ready | None]) -> None:
        self.making.pop(address, None)
        if not task.cancelled() and task.exception():
            logger.warning("not_ready: %s", type(task.exception()).__name__)

    async def _making(self, address: Address) -> Ready | None:
        """Ask the site, one answer at a time: what a crowd reads takes one thread from tablets, no more.

        The revision is read first. What is recorded meanwhile may be in the answer already; the next look
        makes it again, which is the safe side.
        """
        async with self.lane:
            looked = time.monotonic()
            newest = (await sync_to_async(revisions, thread_sensitive=False)({address.slug})).get(
                address.slug
            )
            found = self.ready.get(address)  # and answers on, within its bound, while the next one is made
            if newest and (found is None or (found.competition, found.revision, found.finals) != newest):
                found = await self._asked_of_the_site(address, *newest)
            self.ready.pop(address, None)
            if newest is None or found is None or self.withdrawn.get(newest[0], 0.0) > looked:
                return None
            found.looked = looked
            self.ready[address] = found
            self._keep_few()
            return found

    async def _asked_of_the_site(
        self, address: Address, competition: int, revision: int, finals: int
    ) -> Ready | None:
        full = await ask(self.site, address)
        if full.status != 200 or full.header(b"set-cookie"):
            return None
        tag = full.header(b"etag")
        unchanged = await ask(self.site, address, tag) if tag else None
        if unchanged and unchanged.status != 304:  # another revision by now
            unchanged = None
        return Ready(competition, revision, finals, 0.0, time.monotonic(), full, unchanged, tag)

    def _keep_few(self) -> None:
        for address in list(self.ready)[:-MOST]:
            del self.ready[address]

    def _drop(self, which: Callable[[Ready], bool]) -> None:
        for address in [address for address, one in self.ready.items() if which(one)]:
            del self.ready[address]

    # -------------------------------------------------------------- what is new
    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._drop(lambda one: time.monotonic() - one.asked > IDLE_SECONDS)
            if not self.ready and not self.making:
                return
            try:
                await self._look()
            except Error as error:
                logger.warning("not_looked: %s", type(error).__name__)

    async def _look(self) -> None:
        """Read the revisions of all that is ready in one query.

        What a crowd reads is made anew while it reads on; what few read is made when one of them asks.
        """
        looked, slugs = time.monotonic(), {address.slug for address in self.ready}
        newest = await sync_to_async(revisions, thread_sensitive=False)(slugs)
        for address, one in list(self.ready.items()):
            if address.slug not in slugs or one.looked > looked:
                continue  # made while the database was asked
            if newest.get(address.slug) == (one.competition, one.revision, one.finals):
                one.looked = looked
            elif address.slug in newest and one.readers >= CROWD:
                self._make(address)
            else:
                self.ready.pop(address, None)


shelves: list[Shelf] = []  # of this process: one where it serves by ASGI, else none


def withdraw(competition: int) -> None:
    """Let go of everything of a competition that is hidden now; other processes look within half a second."""
    for shelf in shelves:
        shelf.withdraw(competition)


def revisions(slugs: Iterable[str]) -> dict[str, tuple[int, int, int]]:
    """Map the addresses of public competitions to key, revision and the revision of their finals."""
    close_old_connections()
    try:
        seen = Competition.objects.filter(slug__in=list(slugs), published=True)
        rows = seen.values_list("slug", "pk", "revision", finals_revision())
        return {slug: (key, revision, finals) for slug, key, revision, finals in rows}
    finally:
        close_old_connections()


def has(tags: bytes, tag: bytes) -> bool:
    """Tell whether one of the tags a reader has is this one; compared weakly, as If-None-Match is."""
    return tag.removeprefix(b"W/") in {each.strip().removeprefix(b"W/") for each in tags.split(b",")}


def _number(written: bytes) -> int:
    return int(written) if written.isdigit() and len(written) < 12 else 0


def is_own(request: Any) -> bool:
    """Tell whether this process asks itself, which no reader is to be counted for."""
    return bool(getattr(request, "scope", {}).get(OWN))


async def ask(site: Application, address: Address, tag: bytes = b"") -> Reply:
    """Ask the site for an address, as a reader would who has the answer of this tag."""
    headers = {
        b"host": address.host,
        b"accept-encoding": address.encoding,
        b"x-forwarded-proto": address.proto,
        b"if-none-match": tag,
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": address.scheme,
        "path": address.path,
        "raw_path": address.path.encode(),
        "query_string": address.query,
        "root_path": "",
        "headers": [(name, value) for name, value in headers.items() if value],
        "client": ("127.0.0.1", 0),
        "server": None,
        OWN: True,
    }
    return await _collected(site, scope)


async def _collected(site: Application, scope: Scope) -> Reply:
    told: list[Mapping[str, Any]] = []
    body = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Mapping[str, Any]:
        if body:
            return body.pop()
        return await asyncio.Future()  # nobody leaves: the site stops waiting when it has answered

    async def send(message: Mapping[str, Any]) -> None:
        told.append(message)

    await site(scope, receive, send)
    parts = (message.get("body", b"") for message in told[1:])
    return Reply(told[0]["status"], list(told[0]["headers"]), b"".join(parts))


async def write(reply: Reply, send: Send) -> None:
    """Send an answer."""
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    await send({"type": "http.response.body", "body": reply.body})
