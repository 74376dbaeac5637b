"""ASGI entry: pages and API through Django, `/live/<competition id>` past it.

A stream held by Django costs a thread; held here it costs a task, so one process serves thousands. Start with
`uvicorn config.asgi:application --lifespan off --timeout-graceful-shutdown 2`: open streams never end by
themselves."""

import os
import re
import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.core.asgi import get_asgi_application

from config.solo import claim_database

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LIVE = re.compile(r"^/live/[^/]+$")
STREAM_HEADERS = [
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
]


def start_beside() -> None:
    """Start what a server does beside the requests."""
    from tournaments import tasks

    tasks.start_sweeping()


# WhiteNoise reads a static file in one piece and in a thread; Django warns of it once per process.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

django_application = get_asgi_application()
claim_database()
start_beside()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a live stream to `tournaments.live`, everything else to Django."""
    if scope["type"] == "http" and LIVE.match(scope["path"]):
        from tournaments.live import stream

        await stream.stream(scope, receive, with_headers(send))
    else:
        await django_application(scope, receive, send)


def with_headers(send: Send) -> Send:
    """Add to a stream the headers that middleware adds to every other response."""

    async def sending(message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *STREAM_HEADERS]}
        await send(message)

    return sending
