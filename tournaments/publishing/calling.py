"""Call an address that a user typed, signed as standardwebhooks.com says, and never one of our own machines.

A name is resolved once, every answer must be public, and the connection goes to the address that was
checked: a second look-up could say another one. The certificate is checked against the name; no redirect is
followed.
"""

import base64
import hashlib
import hmac
import http.client
import ipaddress
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

PORTS = (80, 443, 8080, 8443)
WAIT_SECONDS, LONGEST_SECONDS = 5.0, 15.0  # for one step; for all of a call, however slowly a byte drips
MOST_BYTES = 4096
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # counts as public; behind it lies any IPv4 address
PREFIX = "whsec_"
AGENT = "Sparrows-Hook/1"


class NotCalled(ValueError):
    """Raised for an address that is not to be called; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Target:
    """Where to call: the address that was checked, in the name of which host."""

    name: str
    port: int
    path: str
    address: str
    secure: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What a receiver said."""

    status: int
    text: str

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Tell whether the receiver wants no more."""
        return self.status == 410


def is_public(text: str) -> bool:
    """Tell whether an address is on the public internet, also where it wraps another one."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if address in NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if wrapped:
            return is_public(str(wrapped))
    return address.is_global and not address.is_multicast and not address.is_reserved


def target_of(url: str) -> Target:
    """Look an address up and check it; raises NotCalled."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError as fault:
        raise NotCalled("hook_address_unfit") from fault
    secure = parts.scheme == "https"
    port = port or (443 if secure else 80)
    plain = parts.scheme in ("http", "https") and name and parts.username is None and port in PORTS
    if not plain or not url.isascii() or not url.isprintable() or " " in url:
        raise NotCalled("hook_address_unfit")
    found = _addresses(name, port)
    if not all(map(is_public, found)):  # all: a name may answer with addresses of both kinds
        raise NotCalled("hook_address_private")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(name, port, path, found[0], secure)


def _addresses(name: str, port: int) -> list[str]:
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise NotCalled("hook_address_unknown") from fault
    return [str(one[4][0]) for one in found]


class _Pinned(http.client.HTTPSConnection):
    """A connection to the address that was checked, in the name of its host."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.name, target.port, timeout=WAIT_SECONDS, context=ssl.create_default_context())
        self.target = target
        if not target.secure:
            self.default_port = http.client.HTTP_PORT

    def connect(self) -> None:
        plain = socket.create_connection((self.target.address, self.port), self.timeout)
        self.sock = plain
        if self.target.secure:  # wrapped first and greeted then, so that greeting can be cut off, too
            context: ssl.SSLContext = self._context  # type: ignore[attr-defined]
            wrapped = context.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
            self.sock = wrapped
            wrapped.do_handshake()


def post(target: Target, body: bytes, headers: dict[str, str]) -> Answer:
    """Send once; raises OSError where no proper answer comes in time."""
    connection = _Pinned(target)
    try:
        with _ended_in_time(connection):
            connection.request("POST", target.path, body, headers)
            answer = connection.getresponse()
            return Answer(answer.status, answer.read(MOST_BYTES).decode(errors="replace"))
    except http.client.HTTPException as fault:
        raise OSError(f"no proper answer: {type(fault).__name__}") from fault
    finally:
        connection.close()


@contextmanager
def _ended_in_time(connection: _Pinned) -> Iterator[None]:
    """Cut a call off that lasts too long: waiting is bounded for each read only, and a byte may drip."""

    def cut() -> None:
        try:
            if connection.sock:
                connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it is over already

    watch = threading.Timer(LONGEST_SECONDS, cut)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


# ------------------------------------------------------------------ the signature
def new_secret() -> str:
    """Draw a secret as the standard writes it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def headers_of(secret: str, key: str, body: bytes, now: float | None = None) -> dict[str, str]:
    """Make the headers of a message; `key` is the same at every try, the moment and the signature are not."""
    stamp = int(time.time() if now is None else now)
    signed = hmac.new(_raw(secret), f"{key}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": AGENT,
        "webhook-id": key,
        "webhook-timestamp": str(stamp),
        "webhook-signature": "v1," + base64.b64encode(signed).decode(),
    }


def _raw(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(PREFIX))
