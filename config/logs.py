"""Log lines without secrets and without forged lines: one record, one line, tokens struck out.

Lines for a collector say to which request they belong, by number or short name to which competition, table
and account: never an address, which may hold a token, nor somebody's name.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

SECRET = re.compile(
    r"(?i)(\bbearer\s+|\b(?:pair|token|code|key|password|secret|sessionid|csrftoken)\b[\"']?\s*[=:]\s*[\"']?)[^\s\"'&;,)}\]]+"
)
PASSWORD_IN_URL = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")
CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]")


GIVEN = re.compile(r"[\w-]{8,64}")  # an id that a proxy may have given to a request
IN_ADDRESS = ("slug", "competition", "club", "round", "table", "number", "deal")  # what of it is no secret

_answered: ContextVar[HttpRequest | None] = ContextVar("answered", default=None)


def numbered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request an id, its proxy's where that gave one.

    An answer that fails tells it, so that its lines can be found; another one may be kept for everybody.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request.named = given if GIVEN.fullmatch(given) else secrets.token_hex(8)  # type: ignore[attr-defined]
        before = _answered.set(request)
        try:
            response = get_response(request)
        finally:
            _answered.reset(before)
        if response.status_code >= 500:
            response.headers["X-Request-ID"] = request.named  # type: ignore[attr-defined]
        return response

    return middleware


def answered() -> HttpRequest | None:
    """Give the request that is being answered here, if one is."""
    return _answered.get()


def facts(request: HttpRequest | None) -> dict[str, Any]:
    """Say what a request is about, as far as that is known by now; asks the database nothing."""
    if request is None:
        return {}
    found = {"request": getattr(request, "named", None), "method": request.method}
    if match := request.resolver_match:
        found |= {"view": match.view_name, **{name: match.kwargs.get(name) for name in IN_ADDRESS}}
    found["actor"] = getattr(getattr(request, "_cached_user", None), "pk", None)
    if device := getattr(getattr(request, "auth", None), "device", None):  # a tablet's
        found |= {"device": device.pk, "competition": device.competition_id, "table": device.table_number}
    return {name: fact for name, fact in found.items() if fact is not None}


def scrub(text: str) -> str:
    """Strike out tokens and passwords, and escape every character that could start a new line."""
    text = PASSWORD_IN_URL.sub(r"\1***@", SECRET.sub(r"\1***", text))
    return CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Filter):
    """Leave the traceback out where it says nothing that the message does not say."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, shortened."""
        record.exc_info = record.exc_text = None
        return True


class PlainLine(logging.Formatter):
    """Time, level, logger and message, for a person at a terminal; a traceback follows on its own lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is the standard library's
        record.message = scrub(record.message)
        return super().formatMessage(record)


class JsonLine(logging.Formatter):
    """One JSON object a line, for a collector of logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the record with its traceback inside the same line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrub(record.getMessage()),
            **facts(answered()),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
