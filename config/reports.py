"""What Sentry is told of an error: where in the program it happened, never of whom or what.

Whatever is logged as an error is told: pages that fail, tasks, live streams. A message or a variable may name
a player, an address may hold a token: none of them is sent. The number of the request, which is, leads to the
site's own log lines. A site without SPARROWS_SENTRY imports nothing of this.
"""

import logging
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from sentry_sdk import Client
from sentry_sdk.utils import capture_internal_exceptions, event_from_exception

from config import logs

# What it collects by itself is off; it says nothing of visitors unless `send_default_pii` asks for that.
OPTIONS: dict[str, Any] = {
    "default_integrations": False,
    "auto_enabling_integrations": False,
    "include_local_variables": False,
    "max_request_body_size": "never",
    "max_breadcrumbs": 0,
    "send_client_reports": False,
    "auto_session_tracking": False,
    "enable_backpressure_handling": False,
    "spotlight": False,
    "debug": False,
    "in_app_include": ["config", "players", "scoring", "tournaments"],
}
# All that may leave the house; what an exception says, the machine's name and its folders are not among it.
KEPT = {
    *("event_id", "timestamp", "platform", "level", "logger", "logentry", "release", "environment", "sdk"),
    *("transaction", "tags", "request", "exception"),
}
OF_EXCEPTION = {"type", "module", "stacktrace"}
OF_FRAME = {
    *("filename", "function", "module", "lineno", "in_app"),
    *("pre_context", "context_line", "post_context"),  # lines of the program
}
OF_REQUEST = ("request", "method", "view")
UNTOLD = ("sentry_sdk", "django.security")  # itself, and whoever scans the site for open doors
SECONDS = 2  # in which a process that ends sends what is left


class Reporter(logging.Handler):
    """Send what is logged as an error to a project in Sentry; `more` are options of its client."""

    def __init__(self, address: str, environment: str, level: int | str = logging.ERROR, **more: Any) -> None:
        super().__init__(level)
        named = {"environment": environment, "release": release()}
        self.client = Client(address, before_send=impersonal, **{**OPTIONS, **named, **more})

    def emit(self, record: logging.LogRecord) -> None:
        """Send it once, though several loggers may hand it over; what fails here stops nobody."""
        if record.name.startswith(UNTOLD) or hasattr(record, "reported"):
            return
        record.reported = True
        with capture_internal_exceptions():
            self.client.capture_event(event_of(record, self.client.options))

    def flush(self) -> None:
        """Wait a moment for what is being sent: the process ends, or logs are set up anew."""
        self.client.flush(timeout=SECONDS)


def release() -> str:
    """Name the program and its version."""
    return f"{settings.PROJECT['name']}@{settings.VERSION}"


def event_of(record: logging.LogRecord, options: dict[str, Any]) -> Any:
    """Make of a log line what happened where; its message stays here."""
    event: Any = {"logentry": {"message": f"{record.name}, {record.filename}:{record.lineno}"}}
    if record.exc_info and record.exc_info[0]:
        event, _ = event_from_exception(record.exc_info, client_options=options)
    level = "fatal" if record.levelno >= logging.CRITICAL else record.levelname.lower()
    return {**event, "level": level, "logger": record.name, **asked(logs.answered())}


def asked(request: HttpRequest | None) -> dict[str, Any]:
    """Say which page was asked for: its pattern, never the address, and the number of the request."""
    if request is None:
        return {}
    facts = logs.facts(request)
    route = f"/{request.resolver_match.route}" if request.resolver_match else ""
    tags = {name: facts[name] for name in OF_REQUEST if name in facts}
    return {
        "transaction": facts.get("view", ""),
        "tags": tags,
        "request": {"method": request.method, "url": route},
    }


def impersonal(event: Any, hint: Any) -> Any:
    """Keep of an event only what is known to name nobody."""
    kept = only(KEPT, event)
    if "exception" in kept:
        kept["exception"] = {"values": [without_words(one) for one in kept["exception"]["values"]]}
    return kept


def without_words(exception: dict[str, Any]) -> dict[str, Any]:
    """Keep of an exception what it is and where it was raised."""
    kept = only(OF_EXCEPTION, exception)
    if kept.get("stacktrace"):
        kept["stacktrace"] = {"frames": [only(OF_FRAME, frame) for frame in kept["stacktrace"]["frames"]]}
    return kept


def only(names: set[str], facts: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is not named."""
    return {name: fact for name, fact in facts.items() if name in names}
