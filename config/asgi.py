"""ASGI entry: pages and API through Django, past it live streams and what a crowd reads.

Streams are `/live/<competition id>` for everybody and `/live/table` for the tablet that asks. One held by
Django costs a thread; held here it costs a task, so one process serves thousands. What a
crowd reads is answered from memory where it is ready (`tournaments.live.ready`). Start with
`uvicorn config.asgi:application --lifespan off --timeout-graceful-shutdown 2 --http config.slow:Protocol`:
streams end when the server is asked to (`tournaments.live.ending`), others may read slowly, none sends so."""

import os
import re
import sys
import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

from config import handler, memory
from config.solo import claim_database
from tournaments.live.waking import start_sweeping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LIVE, OF_TABLET = re.compile(r"^/live/[^/]+$"), "/live/table"


# WhiteNoise reads a static file in one piece and in a thread; Django warns of it once per process.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# A page that is being made holds the interpreter: the loop, which answers the crowd, gets it back this often.
SWITCH_SECONDS = 0.001
sys.setswitchinterval(SWITCH_SECONDS)

django_application = handler.application()

# They know models: only after Django's own set-up.
from config.metrics import ready_answers  # noqa: E402
from tournaments.api.table import news  # noqa: E402
from tournaments.live import ready, stream  # noqa: E402

shelf = ready.Shelf(django_application)
ready.shelves.append(shelf)
claim_database()
start_sweeping()
memory.keep_what_is_loaded()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a live stream, and what a crowd reads, to `tournaments.live`, everything else to Django."""
    if scope["type"] == "http" and LIVE.match(scope["path"]):
        streaming = news.stream if scope["path"] == OF_TABLET else stream.stream
        return await streaming(scope, receive, with_headers(send))
    reply = await shelf.answer(scope) if scope["type"] == "http" else None
    if reply is not None:
        ready_answers.inc()
        return await ready.write(reply, send)
    return await django_application(scope, receive, send)


def stream_headers() -> list[tuple[bytes, bytes]]:
    """Say of a stream, or of its refusal, what middleware says of every other response."""
    said = {
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
        "permissions-policy": settings.PERMISSIONS_POLICY,
        "referrer-policy": settings.SECURE_REFERRER_POLICY,
        "x-content-type-options": "nosniff",
        "x-frame-options": settings.X_FRAME_OPTIONS,
    }
    if settings.HTTPS:
        said["strict-transport-security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return [(name.encode(), value.encode()) for name, value in said.items()]


def with_headers(send: Send) -> Send:
    """Add the headers to whatever begins an answer."""

    async def sending(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *stream_headers()]}
        await send(message)

    return sending
