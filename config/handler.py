"""Django in the one process that does everything: requests stand in lines for a few threads that stay.

Django by itself begins a thread for each request, with a connection of its own: sixty deals in one second are
sixty threads that take the interpreter from each other, and with SQLite sixty that sleep until it is their
turn to write. Here they come one after the other, as they arrived. Who reads pages stands in another line
than the tablets: a crowd keeps no deal waiting.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import django
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase

TABLETS, DEALS = "/api/v1/table", "/api/v1/table/deals"
# One writes deals: a competition lets one through at a time, and a second would take the interpreter from it
# just while it holds the lock. What tablets only ask does not wait for it.
THREADS = {"deals": 1, "tablets": 1, "pages": 2}


def line_of(path: str) -> str:
    """Name the line for a request's path."""
    if not path.startswith(TABLETS):
        return "pages"
    return "deals" if path.startswith(DEALS) and not path.endswith("/preview") else "tablets"


class Handler(ASGIHandler):
    """Django's own, but for the threads in which middleware and views run: they stay, with their connections.

    What Django does beside that in a thread (its signals, reading a file that is sent) shares a single one.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)  # its own would have the middleware run in threads of each request
        self.load_middleware(is_async=False)
        self.lines = {name: ThreadPoolExecutor(count, name) for name, count in THREADS.items()}

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Any]],
        send: Callable[[Any], Awaitable[None]],
    ) -> None:
        """Answer a request; its body is read before it stands in a line, however slowly that comes."""
        if scope["type"] != "http":
            raise ValueError(f"Only requests are answered here, not {scope['type']}.")
        await self.handle(scope, receive, send)

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Stand in line; who hangs up before it is their turn leaves it."""
        line = self.lines[line_of(request.path_info)]
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(line, copy_context().run, self.respond, request)

    def respond(self, request: HttpRequest) -> HttpResponseBase:
        """Run middleware and view in this thread, which Django's signals do not reach."""
        close_old_connections()
        try:
            response = self.get_response(request)
        finally:
            close_old_connections()
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        return response


def application() -> Handler:
    """Set Django up and make its handler."""
    django.setup(set_prefix=False)
    return Handler()
