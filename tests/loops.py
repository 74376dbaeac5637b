"""A loop of its own for what is asynchronous: the browser's runs on in the thread of the tests."""

import asyncio
from collections.abc import Awaitable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

Answer = TypeVar("Answer")


def played(story: Awaitable[Answer]) -> Answer:
    """Play a story to its end in another thread: no loop may run in one that another runs in."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, _whole(story)).result()


class Loop:
    """A loop that takes one story after another, in a thread of its own; between them it stands still."""

    def __init__(self) -> None:
        self._thread, self._runner = ThreadPoolExecutor(1), asyncio.Runner()

    def play(self, story: Coroutine[Any, Any, Answer]) -> Answer:
        """Play a story to its end, and give what it gave."""
        return self._thread.submit(self._runner.run, story).result()

    def close(self) -> None:
        """End the loop and its thread."""
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


async def _whole(story: Awaitable[Answer]) -> Answer:
    try:
        return await story
    finally:
        await sync_to_async(_forget_connections)()


def _forget_connections() -> None:
    """Leave none to the thread that all loops share: a test without a database would find and use it."""
    for one in connections.all(initialized_only=True):
        one.close()
        del connections[one.alias]
