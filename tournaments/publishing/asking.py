"""Ask this site for a page as a reader would, without a server: what comes is what readers see.

Nothing of a session goes along, so that nothing comes back but what is for everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import cast
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse, StreamingHttpResponse
from django.utils.translation import get_language, override


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site said: the status, what kind of file it is, and the file."""

    status: int
    kind: str
    body: bytes


Ask = Callable[[str], Answer]


def site_address() -> str:
    """Give the address of the site where nobody has said another one."""
    named = (one for one in settings.ALLOWED_HOSTS if not one.startswith((".", "*")))
    return settings.ADDRESS or f"http://{next(named, 'localhost')}/"


def asker(site: str) -> Ask:
    """Ask under the address of the site (`https://example.org/`), which whole links are made of."""
    parts = urlsplit(site)
    secure = settings.SECURE_SSL_REDIRECT or parts.scheme == "https"

    def ask(address: str) -> Answer:
        path, _, query = address.partition("?")
        request = WSGIRequest(_environ(unquote(path), query, parts.netloc, secure=secure))
        with override(get_language() or settings.LANGUAGE_CODE):  # a page leaves the thread in its own
            response = cast(HttpResponse | StreamingHttpResponse, _handler().get_response(request))
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        return Answer(response.status_code, kind, _body(response))

    return ask


@cache
def _handler() -> BaseHandler:
    handler = BaseHandler()
    handler.load_middleware()
    return handler


def _environ(path: str, query: str, host: str, *, secure: bool) -> dict[str, object]:
    scheme = "https" if secure else "http"
    name, _, port = host.partition(":")
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path.encode().decode("latin-1"),
        "QUERY_STRING": query,
        "SERVER_NAME": name,
        "SERVER_PORT": port or ("443" if secure else "80"),
        "HTTP_HOST": host,
        "HTTP_X_FORWARDED_PROTO": scheme,
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": scheme,
        "wsgi.input": BytesIO(),
    }


def _body(response: HttpResponse | StreamingHttpResponse) -> bytes:
    if isinstance(response, StreamingHttpResponse):
        return b"".join(cast("list[bytes]", list(response)))
    return response.content
