"""Hear that the server is asked to end: open streams never end by themselves, and it would break them off.

A server tells an application so only after the last answer is written. uvicorn marks itself as soon as the
signal comes, and is found as the owner of its handler of signals; another
server breaks streams off.
"""

import asyncio
import signal
from typing import Any

LOOK = 0.1  # seconds; uvicorn looks as often


async def asked_to_end() -> None:
    """Wait until the server of this process is asked to end; for ever under one that does not say so."""
    while not getattr(server(), "should_exit", False):
        await asyncio.sleep(LOOK)


def server() -> Any:
    """Give whoever takes this process's signals; None where nobody does."""
    return getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
