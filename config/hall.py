"""`python -m config.hall NAME …`: serve the site over http and https from one process.

One process, since an SQLite file has one server (`config.solo`). HOST, PORT and, for https, SPARROWS_HALL
say where; `dev.py hall` sets them.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import uvicorn
from django.conf import settings

from tournaments.hall.authority import Files, Prepared, prepare

LOOPBACK = ("localhost", "127.0.0.1")  # of no use to a tablet
GRACE = 2  # seconds for streams to end


class Beside(uvicorn.Server):
    """A server that leaves the signals to whoever runs it beside another: else Ctrl-C stops one of two."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def servers(application: str, files: Files, host: str, http: int, https: int) -> list[Beside]:
    """Make both servers of one application, named as `module:name`."""
    shared: dict[str, Any] = {"app": application, "host": host, "lifespan": "off", "log_level": "warning"}
    shared |= {"http": "config.slow:Protocol", "timeout_keep_alive": 75}
    shared |= {"access_log": False, "server_header": False, "timeout_graceful_shutdown": GRACE}
    secure: dict[str, Any] = {"ssl_certfile": files.server, "ssl_keyfile": files.server}
    return [
        Beside(uvicorn.Config(port=http, **shared)),
        Beside(uvicorn.Config(port=https, **shared, **secure)),
    ]


async def serve(both: Sequence[Beside]) -> None:
    """Serve until a signal; when one cannot begin, the other ends, too."""

    def stop() -> None:
        for server in both:
            server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    async with asyncio.TaskGroup() as group:
        for server in both:
            group.create_task(server.serve())


def told(found: Prepared, host: str, http: int, https: int) -> Iterator[str]:
    """Say on the terminal where the site is, and what a device must be told."""
    yield f"Tablets that shall play without network begin at  http://{host}:{http}/hall/"
    yield f"and are then at  https://{host}:{https}/"
    if found.is_new:
        yield "The hall's certificate is new: every device must be told once to trust it, at that address."
    yield "It has the fingerprint" if found.is_new else "The hall's certificate has the fingerprint"
    yield f"  {found.fingerprint[:47]}\n  {found.fingerprint[48:]}"
    for name in found.left_out:
        yield f"It may not speak for {name}, not this machine's when it was made: use another address."
    yield "Keep this computer awake: plug it in, and switch sleep off, with the lid closed, too."


def main(names: Sequence[str]) -> None:
    """Make certificates that are missing, say where the site is, and serve it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    files = Files(settings.HALL_FOLDER)
    host, http, https = os.environ["HOST"], int(os.environ["PORT"]), settings.HALL_PORT
    others = [name for name in names if name not in LOOPBACK]
    for line in told(prepare(files, names), [*others, *names][0], http, https):
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
    asyncio.run(serve(servers("config.asgi:application", files, host, http, https)))


if __name__ == "__main__":
    main(sys.argv[1:])
