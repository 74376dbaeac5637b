"""gunicorn's threads, for whole requests only (`config/gunicorn.py` names this worker).

By itself a thread of `gthread` reads a request as it comes, without end: as many half-sent requests as there
are threads stop the server. Here the process's own loop collects a request, and a thread gets it when all is
there. What is not whole in time is answered with 408, who has enough connections with 503.
"""

import errno
import re
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker

from config.callers import LINGER, body_seconds, callers, refusal
from tournaments.live.callers import network_of

AT_ONCE = 64 * 1024  # bytes read in one go
COLLECTED = 64 * 1024 * 1024  # bytes of all bodies that are not whole yet; small ones always have room
STALLED = struct.pack("ll", 20, 0)  # seconds in which a thread may send nothing, or read nothing
LOOK = 0.25  # seconds between two looks at the clock
NOBODY = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)
NO_FILE = (errno.EMFILE, errno.ENFILE)
A_MOMENT = 0.01  # seconds in which no connection is taken, as no other file can be opened
END = b"\r\n\r\n"
LENGTH = re.compile(rb"(?im)^content-length:[ \t]*(.*?)[ \t]*\r?$")
CHUNKED = re.compile(rb"(?im)^transfer-encoding[ \t]*:")
EXPECTS = re.compile(rb"(?im)^expect:[ \t]*100-continue[ \t]*\r?$")


class Connection(TConn):  # type: ignore[misc] # gunicorn has no types
    """A connection that gives its place among the callers back."""

    place: str | None = None

    def close(self, graceful: bool = False) -> None:
        """Close it without waiting: nobody may hold the loop."""
        if self.place is not None:
            callers.leave(self.place)
            self.place = None
        super().close()


class Coming:
    """A request that is not all there."""

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        self.began = time.monotonic()
        self.head = 0  # bytes of the head, once it is whole
        self.whole = 0  # bytes of the request
        self.expects = False

    def due(self) -> float:
        """Say when it must be whole."""
        body = body_seconds(len(self.data) - self.head) if self.head else float(settings.HEAD_SECONDS)
        return self.began + body

    def is_whole(self) -> bool:
        """Tell whether a thread can answer it."""
        return bool(self.head) and len(self.data) >= self.whole

    def judged(self, seen: int) -> int:
        """Look for the end of the head in what came after `seen`; return the status that refuses it, or 0."""
        if self.head:
            return 0
        end = self.data.find(END, max(0, seen - len(END)))
        if end < 0:
            return 431 if len(self.data) > settings.LONGEST_HEAD else 0
        self.head, self.began = end + len(END), time.monotonic()
        return self.measured(bytes(self.data[: self.head]))

    def measured(self, head: bytes) -> int:
        """Read how long the body will be; what contradicts itself is left to gunicorn, which refuses it."""
        lengths = LENGTH.findall(head)
        length = int(lengths[0]) if len(lengths) == 1 and lengths[0].isdigit() else 0
        self.whole, self.expects = self.head + length, bool(EXPECTS.search(head))
        if CHUNKED.search(head):
            return 411
        return 413 if length > settings.LARGEST_BODY else 0


class Worker(ThreadWorker):  # type: ignore[misc]
    """The loop collects requests, threads answer them."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.coming: dict[Connection, Coming] = {}
        self.leaving: dict[Connection, float] = {}
        self.looked = 0.0

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Refuse what it cannot collect."""
        super().check_config(cfg, log)
        if cfg.is_ssl:
            raise ValueError("This worker speaks plain http; a proxy in front brings https.")

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, and begin to collect what it sends."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in NOBODY + NO_FILE:
                raise
            if error.errno in NO_FILE:
                time.sleep(A_MOMENT)
        else:
            self.welcome(client, address, listener)

    def welcome(self, client: socket.socket, address: Any, listener: socket.socket) -> None:
        """Count a connection, and collect what it sends; or say that there are enough."""
        for side in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            client.setsockopt(socket.SOL_SOCKET, side, STALLED)
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        place = network_of(address[0]) if isinstance(address, tuple) else ""
        if callers.admit(place):
            conn.place = place
            self.enqueue_req(conn)
        else:
            self.refuse(conn, 503)

    def enqueue_req(self, conn: Connection) -> None:
        """Collect the next request of a connection; some of it may have been read with the one before."""
        conn.sock.setblocking(False)
        data = conn.parser.unreader.take_buffered() if conn.parser else b""
        self.coming[conn] = Coming(data)
        self.watch(conn, self.more)
        self.judge(conn, 0)

    def more(self, conn: Connection, client: socket.socket) -> None:
        """Read what came."""
        coming = self.coming[conn]
        seen = len(coming.data)
        data = received(client)
        if data == b"":
            self.drop(conn)
        else:
            coming.data += data or b""
            self.judge(conn, seen)

    def judge(self, conn: Connection, seen: int) -> None:
        """Give a whole request to a thread; refuse what will be none."""
        coming = self.coming[conn]
        if status := coming.judged(seen) or self.crowded(coming):
            self.refuse(conn, status)
        elif coming.is_whole():
            self.hand_over(conn)
        elif coming.expects:
            coming.expects = False
            sent(conn.sock, b"HTTP/1.1 100 Continue\r\n\r\n")

    def crowded(self, coming: Coming) -> int:
        """Refuse a large body while others take all the memory there is for them."""
        if len(coming.data) <= AT_ONCE or sum(len(one.data) for one in self.coming.values()) <= COLLECTED:
            return 0
        return 503

    def hand_over(self, conn: Connection) -> None:
        """Let a thread answer a request that is all there."""
        self.unwatch(conn)
        data = self.coming.pop(conn).data
        conn.init()
        conn.parser.unreader.unread(bytes(data))
        conn.data_ready = True
        super().enqueue_req(conn)

    def finish_request(self, conn: Connection, fs: "Future[Any]") -> None:
        """Wait for the next request, or let go; gunicorn itself would hold the loop for who stays."""
        if fs.cancelled() or fs.exception() or not fs.result():
            self.let_go(conn)
        else:
            super().finish_request(conn, fs)

    # ------------------------------------------------------------------ the end of a connection
    def murder_pending(self) -> None:
        """Refuse what is late; gunicorn asks for this at each turn of its loop."""
        super().murder_pending()
        now = time.monotonic()
        if now < self.looked + LOOK:
            return
        self.looked = now
        for conn, coming in list(self.coming.items()):
            if coming.due() <= now:
                self.refuse(conn, 408) if coming.data else self.drop(conn)
        for conn in [conn for conn, due in self.leaving.items() if due <= now]:
            self.drop(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Look at the clock often enough while somebody is waited for."""
        super().wait_for_and_dispatch_events(LOOK if self.coming or self.leaving else timeout)

    def refuse(self, conn: Connection, status: int) -> None:
        """Say why, and let go."""
        if self.coming.pop(conn, None):
            self.unwatch(conn)
        sent(conn.sock, refusal(status))
        self.let_go(conn)

    def let_go(self, conn: Connection) -> None:
        """Send nothing more, and give the other side a moment to read what was sent."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.watch(conn, self.linger)
            self.leaving[conn] = time.monotonic() + LINGER
        except (OSError, ValueError):  # it is gone already
            self.drop(conn)

    def linger(self, conn: Connection, client: socket.socket) -> None:
        """Throw away what still comes, until the other side closes too."""
        if received(client) == b"":
            self.drop(conn)

    def drop(self, conn: Connection) -> None:
        """Close a connection."""
        self.coming.pop(conn, None)
        self.leaving.pop(conn, None)
        self.unwatch(conn)
        self.nr_conns -= 1
        conn.close()

    def watch(self, conn: Connection, told: Callable[..., None]) -> None:
        """Hear when something comes."""
        self.poller.register(conn.sock, EVENT_READ, partial(told, conn))

    def unwatch(self, conn: Connection) -> None:
        """Hear no more of it."""
        try:
            self.poller.unregister(conn.sock)
        except (KeyError, ValueError, OSError):
            return  # it was not watched, or is closed


def received(client: socket.socket) -> bytes | None:
    """Read what is there: nothing at all after its end, None where nothing came."""
    try:
        return client.recv(AT_ONCE)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def sent(client: socket.socket, data: bytes) -> None:
    """Send a few bytes to whom may be gone."""
    try:
        client.send(data)
    except OSError:
        return
