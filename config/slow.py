"""uvicorn's protocol without endless patience: `uvicorn config.asgi:application --http config.slow:Protocol`.

A head that is not whole in time, and a body that comes too slowly, are answered with 408; who has enough
connections with 503. Answers are not timed: a stream stays open as long as its reader, and is a connection
among the others.
"""

import asyncio
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.callers import LINGER, body_seconds, callers, refusal
from tournaments.live.callers import network_of

HEAD, BODY = "head", "body"


class Protocol(HttpToolsProtocol):
    """One connection: admitted and counted, and timed while something is to come."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.place: str | None = None  # where it is counted
        self.refused = False
        self.awaited, self.received, self.began = "", 0, 0.0
        self.timer: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ the connection
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's own
        """Count it, or say that there are enough."""
        super().connection_made(transport)
        place = network_of(self.client[0]) if self.client else ""
        if not callers.admit(place):
            self.refuse(503)
        else:
            self.place = place
            self.wait_for(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give its place to somebody else."""
        self.stop_waiting()
        if self.place is not None:
            callers.leave(self.place)
            self.place = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, but for who is refused, and no head without end."""
        if self.refused:
            return
        began = self.began
        super().data_received(data)
        if self.awaited == HEAD:
            # Where this head began only now, most of it may be of the request before.
            self.received += len(data) if began == self.began else 1
        if self.awaited == HEAD and self.received > settings.LONGEST_HEAD:
            self.refuse(431)

    # ------------------------------------------------------------------ what the parser tells
    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.awaited != HEAD:
            self.wait_for(HEAD)

    def on_headers_complete(self) -> None:
        self.wait_for(BODY)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.received += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.stop_waiting()
        super().on_message_complete()

    def _should_upgrade_to_ws(self) -> bool:
        """Speak no WebSocket: its protocol would take the connection over, uncounted and untimed."""
        return False

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of it: it is answered like every other request."""

    # ------------------------------------------------------------------ time
    def wait_for(self, part: str) -> None:
        """Begin to wait for the head or the body."""
        self.stop_waiting()
        self.awaited, self.received, self.began = part, 0, self.loop.time()
        self.timer = self.loop.call_later(self.patience(), self.look)

    def stop_waiting(self) -> None:
        """Wait for nothing: it is all there."""
        self.awaited = ""
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def patience(self) -> float:
        """Say how many seconds the part may take that is waited for."""
        return float(settings.HEAD_SECONDS) if self.awaited == HEAD else body_seconds(self.received)

    def look(self) -> None:
        """Refuse what did not come in time; what waits for the server itself has time."""
        left = self.began + self.patience() - self.loop.time()
        if self.flow.read_paused or (self.awaited == HEAD and self.is_answering()):
            left = max(left, float(settings.HEAD_SECONDS))
        if left > 0:
            self.timer = self.loop.call_later(left, self.look)
        elif self.is_silent():
            self.transport.close()
        else:
            self.refuse(408)

    def is_answering(self) -> bool:
        """Tell whether an earlier request of this connection is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def is_silent(self) -> bool:
        """Tell whether nothing was ever asked: browsers open connections to have them."""
        return self.awaited == HEAD and self.received == 0

    def refuse(self, status: int) -> None:
        """Say why, and close; an answer that has begun is broken off instead."""
        self.stop_waiting()
        self.refused = True
        if self.is_answering():
            self.cycle.disconnected = True  # whoever reads the body hears that nobody is there
            self.cycle.message_event.set()
            if self.cycle.response_started:
                self.transport.abort()
                return
        self.transport.write(refusal(status))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.loop.call_later(LINGER, self.transport.close)
