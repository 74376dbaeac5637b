"""A loop of its own for what is asynchronous: the browser's runs on in the thread of the tests."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

Answer = TypeVar("Answer")


def played(story: Awaitable[Answer]) -> Answer:
    """Play a story to its end in another thread: no loop may run in one that another runs in."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, _whole(story)).result()


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
