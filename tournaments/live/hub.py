"""Hand a competition's news to the open streams of this process.

However many streams are open, there is one subscription to Redis and one look at the database a tick. What
travels is a hint, "revision n"; whoever gets it reads the database. Opening and answering streams is the work
of `tournaments.live.stream`.
"""

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, close_old_connections
from redis.exceptions import RedisError

from tournaments.live.ending import asked_to_end
from tournaments.models import Competition, finals_revision

logger = logging.getLogger(__name__)

TICK = 15.0  # seconds of silence after which the revisions are read anyway: hints may be lost
TICK_WITHOUT_REDIS = 3.0
STREAMS_PER_TABLET = 8  # one for each tab in which its table is open


class Full(Exception):
    """No further stream is taken."""


class Tablet(NamedTuple):
    """The table and the device that a stream is for."""

    table: int
    device: int


class Mailbox:
    """The newest revision that a stream has not sent yet: a slow reader misses steps, never the last one."""

    def __init__(self, tablet: Tablet | None = None) -> None:
        self.tablet = tablet
        self.loop = asyncio.get_running_loop()
        self.newest = -1
        self.beside = False  # what changed is beside the competition: its revision stays
        self.closed = False
        self._changed = asyncio.Event()

    def put(self, revision: int) -> None:
        """Note a revision and wake the reader; call it in the mailbox's loop."""
        self.newest = max(self.newest, revision)
        self._changed.set()

    def put_beside(self) -> None:
        """Wake the reader because of a final of the event; call it in the mailbox's loop."""
        self.beside = True
        self._changed.set()

    def pass_over(self, revision: int) -> None:
        """Note a revision that says nothing new to the reader; call it in the mailbox's loop."""
        self.newest = max(self.newest, revision)

    def concerns(self, table: int | None, device: int | None) -> bool:
        """Tell whether the reader is to hear of what a device did at a table; it knows its own doings."""
        if self.tablet is None:
            return True
        return table in (None, self.tablet.table) and device != self.tablet.device

    def close(self) -> None:
        """Let the reader go."""
        self.closed = True
        self._changed.set()

    async def take(self, seconds: float) -> int | None:
        """Wait for a revision; None after so many seconds of silence."""
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return None
        self._changed.clear()
        return self.newest

    def taken_beside(self) -> bool:
        """Tell whether a final changed since this was asked last."""
        changed, self.beside = self.beside, False
        return changed


class Hub:
    """The streams of this process by competition, and the tasks that listen for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # news comes from request threads, streams live in the loop
        self._boxes: dict[int, set[Mailbox]] = {}
        self._addresses: dict[str, int] = {}
        self._watch: asyncio.Task[None] | None = None
        self._last: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._one_query = asyncio.Lock()
        self._reading: asyncio.Task[dict[int, int]] | None = None
        self._asked: set[int] = set()
        self._finals: dict[int, int] = {}  # their revisions together, at the last look

    @property
    def streams(self) -> int:
        """Count the open streams."""
        return sum(len(boxes) for boxes in self._boxes.values())

    @contextlib.contextmanager
    def mailbox(self, competition_id: int, address: str, tablet: Tablet | None = None) -> Iterator[Mailbox]:
        """Give a stream its mailbox for as long as it is open; raises Full."""
        box = self._enter(competition_id, address, tablet)
        try:
            yield box
        finally:
            self._leave(competition_id, address, box)

    def deliver_beside(self, competition_id: int) -> None:
        """Tell readers, no tablets, that a final of the competition changed; safe in any thread."""
        with self._lock:
            boxes = [box for box in self._boxes.get(competition_id, ()) if box.tablet is None]
        for box in boxes:
            with contextlib.suppress(RuntimeError):  # its loop was closed this moment
                box.loop.call_soon_threadsafe(box.put_beside)

    def deliver(
        self,
        competition_id: int,
        revision: int,
        table: int | None = None,
        device: int | None = None,
        *,
        only_news: bool = False,
    ) -> None:
        """Put a revision into every mailbox of a competition, of the tablets' into those it concerns; safe in
        any thread."""
        with self._lock:
            boxes = list(self._boxes.get(competition_id, ()))
        for box in boxes:
            if only_news and revision <= box.newest:
                continue
            taken = box.put if box.concerns(table, device) else box.pass_over
            with contextlib.suppress(RuntimeError):  # its loop was closed this moment
                box.loop.call_soon_threadsafe(taken, revision)

    async def listening(self) -> None:
        """Wait until news arrives here: what is read from the database after this misses nothing."""
        watch = self._watch
        if watch is None or watch.done() or watch.get_loop() is not asyncio.get_running_loop():
            self._ready, self._one_query, self._reading = asyncio.Event(), asyncio.Lock(), None
            self._finals = {}
            self._watch = asyncio.create_task(self._listen())
            self._last = asyncio.create_task(self._close_at_last())
        await self._ready.wait()

    async def present(self, competition_id: int) -> int | None:
        """Read a competition's revision, None if the public may not see it; call it after `listening`.

        One query at a time: who comes while one runs shares the next, so that a hall that opens the page at
        once costs a handful.
        """
        self._asked.add(competition_id)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return (await asyncio.shield(self._reading)).get(competition_id)

    async def _read(self) -> dict[int, int]:
        async with self._one_query:
            asked, self._asked, self._reading = self._asked, set(), None
            return await sync_to_async(revisions)(asked)

    def _enter(self, competition_id: int, address: str, tablet: Tablet | None) -> Mailbox:
        with self._lock:
            here = self._addresses.get(address, 0)
            if here >= (STREAMS_PER_TABLET if tablet else settings.LIVE_STREAMS_PER_ADDRESS):
                raise Full
            if self.streams >= settings.LIVE_STREAMS and not tablet:  # a crowd keeps no tablet out
                raise Full
            box = Mailbox(tablet)
            self._boxes.setdefault(competition_id, set()).add(box)
            self._addresses[address] = here + 1
        return box

    def _leave(self, competition_id: int, address: str, box: Mailbox) -> None:
        with self._lock:
            self._boxes[competition_id].discard(box)
            if not self._boxes[competition_id]:
                del self._boxes[competition_id]
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
            idle = not self._boxes
        if idle and self._watch and self._last:
            self._watch.cancel()
            self._last.cancel()
            self._watch = self._last = None

    async def _close_at_last(self) -> None:
        """Let every reader go when the server ends."""
        await asked_to_end()
        with self._lock:
            boxes = [box for boxes in self._boxes.values() for box in boxes]
        for box in boxes:
            box.close()

    async def _listen(self) -> None:
        while True:
            try:
                if settings.REDIS_URL:
                    await self._relay(settings.REDIS_URL)
            except (RedisError, OSError) as error:
                logger.warning("live_without_redis: polling (%s)", type(error).__name__)
            self._ready.set()
            await asyncio.sleep(TICK_WITHOUT_REDIS if settings.REDIS_URL else TICK)
            await self._catch_up()

    async def _relay(self, url: str) -> None:
        """Pass on what Redis says until it fails."""
        client = redis.asyncio.Redis.from_url(url, socket_connect_timeout=1, health_check_interval=TICK)
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(channel())
            while True:
                message = await subscription.get_message(timeout=TICK)
                if message and message["type"] == "message":
                    self._hear(*json.loads(message["data"]))
                    continue
                self._ready.set()
                await self._catch_up()

    def _hear(self, competition_id: int, revision: int | None, *more: int | None) -> None:
        if revision is None:
            self.deliver_beside(competition_id)
        else:
            self.deliver(competition_id, revision, *more)

    async def _catch_up(self) -> None:
        """Read the revisions of all watched competitions, and of their finals together, in one query."""
        with self._lock:
            watched = list(self._boxes)
        try:
            found = await sync_to_async(revisions_with_finals)(watched)
        except DatabaseError as error:
            logger.warning("live_without_database: silent (%s)", type(error).__name__)
            return
        for competition_id, (revision, finals) in found.items():
            self.deliver(competition_id, revision, only_news=True)
            if self._finals.get(competition_id, finals) != finals:
                self.deliver_beside(competition_id)
        self._finals = {competition_id: finals for competition_id, (_, finals) in found.items()}


hub = Hub()


def revisions(competition_ids: Iterable[int]) -> dict[int, int]:
    """Map those of the competitions that the public may see to their revisions."""
    close_old_connections()
    try:
        seen = Competition.objects.filter(pk__in=list(competition_ids), published=True)
        return dict(seen.values_list("pk", "revision"))
    finally:
        close_old_connections()


def revisions_with_finals(competition_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Map competitions as `revisions` does to their revision and that of their finals together."""
    close_old_connections()
    try:
        seen = Competition.objects.filter(pk__in=list(competition_ids), published=True)
        rows = seen.values_list("pk", "revision", finals_revision())
        return {key: (revision, finals) for key, revision, finals in rows}
    finally:
        close_old_connections()


def channel() -> str:
    """Name the channel; Redis separates channels by name only, so that the prefix keeps sites apart."""
    return f"{settings.REDIS_PREFIX}:live"


@lru_cache(maxsize=4)
def sender(url: str) -> redis.Redis:
    """Give the process's connection for sending; its time-outs are what a request may lose."""
    return redis.Redis.from_url(url, **settings.REDIS_TIMEOUTS)
