"""ASGI entry: pages and API through Django, `/live/<competition id>` past it.

A stream held by Django costs a thread; held here it costs a task, so one process serves thousands. Start with
`uvicorn config.asgi:application --lifespan off --timeout-graceful-shutdown 2`: open streams never end by
themselves."""

import os
import re
import warnings
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.solo import claim_database
from tournaments.live.waking import start_sweeping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

LIVE = re.compile(r"^/live/[^/]+$")


# WhiteNoise reads a static file in one piece and in a thread; Django warns of it once per process.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

django_application = get_asgi_application()
claim_database()
start_sweeping()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Hand a live stream to `tournaments.live`, everything else to Django."""
    if scope["type"] == "http" and LIVE.match(scope["path"]):
        from tournaments.live import stream

        await stream.stream(scope, receive, with_headers(send))
    else:
        await django_application(scope, receive, send)


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
