"""The hall's network between a tablet and the server: a line that can be cut, mended and slowed."""

import contextlib
import socket
import threading
import time


class Line:
    """Pass bytes between the tablets and a server on this machine, from a port of its own."""

    def __init__(self) -> None:
        self.server, self.delay, self.whole = 0, 0.0, False
        self.open: set[socket.socket] = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def join(self, port: int) -> None:
        """Lead to this server from now on, whole and without delay."""
        self.server = port
        self.delay = 0.0
        self.whole = True

    def cut(self) -> None:
        """Let nothing through any more, and break what is on its way."""
        self.whole = False
        for side in list(self.open):
            self._close(side)

    def mend(self) -> None:
        """Let everything through again."""
        self.whole = True

    def close(self) -> None:
        """Take the line away for good."""
        self.cut()
        self.listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed: the test is over
            while True:
                tablet, _ = self.listener.accept()
                self.open.add(tablet)
                threading.Thread(target=self._join, args=[tablet], daemon=True).start()

    def _join(self, tablet: socket.socket) -> None:
        if not self.whole:
            return self._close(tablet)
        with contextlib.suppress(OSError):
            server = socket.create_connection(("127.0.0.1", self.server))
            self.open.add(server)
            threading.Thread(target=self._pass, args=[server, tablet], daemon=True).start()
            self._pass(tablet, server)
        return self._close(tablet)

    def _pass(self, giver: socket.socket, taker: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := giver.recv(65536):
                time.sleep(self.delay)
                if not self.whole:
                    break
                taker.sendall(data)
        self._close(giver)
        self._close(taker)

    def _close(self, side: socket.socket) -> None:
        self.open.discard(side)
        with contextlib.suppress(OSError):
            side.shutdown(socket.SHUT_RDWR)
        side.close()
