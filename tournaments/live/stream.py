"""Live updates: `publish` says "revision n", `stream` tells every reader who listens.

Served as raw ASGI (see `config.asgi`): a stream costs a task, not a thread. The competition's page then reads
its fragment again; without a stream it asks from time to time. How news reaches this process is in
`tournaments.live.hub`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from redis.exceptions import RedisError

from tournaments.live.absence import Absence
from tournaments.live.callers import network_of
from tournaments.live.hub import Full, Mailbox, channel, hub, sender

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Present = Callable[[], Awaitable[int | None]]

KEEP_ALIVE = 15.0  # seconds; proxies close what is silent for longer
RETRY = 3000  # milliseconds until a browser opens a lost stream again
RETRY_AFTER = b"10"  # seconds, for a stream that was not taken

redis_absence = Absence("redis")
_beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")  # one, so that news keeps its order


def publish(competition_id: int, revision: int, table: int | None = None, device: int | None = None) -> None:
    """Tell the open streams of a competition its revision; a hint, so that a missing Redis is no error.

    Of the tablets only that of the table hears of it, if one is named, and not the device that did it. Redis
    is told beside the request: no tablet waits for it, however slow it is.
    """
    if not settings.REDIS_URL:
        hub.deliver(competition_id, revision, table, device)
    elif not redis_absence.lasts():
        _beside.submit(_send, settings.REDIS_URL, json.dumps([competition_id, revision, table, device]))


def publish_beside(competition_id: int) -> None:
    """Tell the readers of a competition, as `publish` does, that one of its finals changed."""
    if not settings.REDIS_URL:
        hub.deliver_beside(competition_id)
    elif not redis_absence.lasts():
        _beside.submit(_send, settings.REDIS_URL, json.dumps([competition_id, None]))


def _send(address: str, news: str) -> None:
    try:
        sender(address).publish(channel(), news)
    except (RedisError, OSError) as error:
        redis_absence.note(error)


async def stream(scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
    """Answer `/live/<competition id>` with server-sent events until the reader leaves or the server ends.

    404 for what the public may not see, 405 for anything but GET, 503 when all places are taken.
    """
    competition_id = number_in(scope["path"])
    if scope["method"] != "GET":
        return await refuse(send, 405, allow=b"GET")
    try:
        with hub.mailbox(competition_id, network_of(address_of(scope))) as box:
            await answer(box, partial(hub.present, competition_id), receive, send)
    except (Full, DatabaseError):
        await refuse(send, 503, retry_after=RETRY_AFTER)


async def answer(box: Mailbox, present: Present, receive: Receive, send: Send) -> None:
    """Send the present revision and then every later one; 404 where there is none."""
    await hub.listening()
    revision = await present()
    if revision is None:
        return await refuse(send, 404)
    box.put(revision)
    leaving = asyncio.create_task(_close_when_gone(box, receive))
    try:
        await begin(send)
        await _tell(box, send)
        if not leaving.done():  # the server ends: it complains of an answer that does not
            await send({"type": "http.response.body", "body": b""})
    finally:
        leaving.cancel()


async def begin(send: Send) -> None:
    """Send the head of the stream; `x-accel-buffering` keeps nginx from collecting events."""
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await _write(send, f"retry: {RETRY}\n\n")


async def refuse(send: Send, status: int, **headers: bytes) -> None:
    """Answer without a stream."""
    named = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
    named += [(b"content-length", b"0"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": b""})


def number_in(path: str) -> int:
    """Read the competition's number from the path; 0, which is nobody's, for anything else."""
    last = path.rpartition("/")[2]
    return int(last) if last.isascii() and last.isdigit() and len(last) < 19 else 0


def address_of(scope: Mapping[str, Any]) -> str:
    """Say who asks: behind a proxy the last address it was given for, which the caller cannot write."""
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"") if settings.BEHIND_PROXY else b""
    if forwarded:
        return str(forwarded.decode("latin-1")).rpartition(",")[2].strip()
    return (scope.get("client") or ("", 0))[0]


async def _tell(box: Mailbox, send: Send) -> None:
    while True:
        revision = await box.take(KEEP_ALIVE)
        if box.closed:
            return
        told = {"revision": revision, **({"beside": True} if box.taken_beside() else {})}
        news = f"data: {json.dumps(told)}\n\n"
        await _write(send, news if revision is not None else ": still here\n\n")


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _close_when_gone(box: Mailbox, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    box.close()
