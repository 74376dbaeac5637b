"""What Sentry is told of errors: enough to find the fault, and nobody's name, whatever holds it."""

import json
import logging
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from celery import shared_task
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from sentry_sdk.transport import Transport

from config import reports, urls

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = "https://a0b1c2@errors.example/7"
NAMES = ("Ottilie", "Quarrington", "q-uarrington-token")


def fails(request: HttpRequest, token: str) -> HttpResponse:
    """Fail with a name in a variable, in the address, in the form, in what is said, and in its cause."""
    name = f"{request.POST['family']}, {request.GET['given']}"
    try:
        raise KeyError(name)
    except KeyError as error:
        error.add_note(f"asked by {name} with {token}")
        raise ValueError(f"There is no seat for {name}.") from error


urlpatterns = [path("fails/<str:token>", fails, name="fails"), *urls.urlpatterns]
handler500 = "config.failures.failed"


@shared_task
def failing_task(name: str, *, of: str) -> None:
    """Fail as a view does."""
    said = f"{name} {of}"
    raise LookupError(said)


class Kept(Transport):
    """A transport that sends nothing and keeps all bytes that it would have sent."""

    def __init__(self) -> None:
        super().__init__()
        self.envelopes: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.envelopes.append(envelope)

    def events(self) -> list[dict[str, Any]]:
        """Give what was told, after looking for names in all of it."""
        sent = b"".join(envelope.serialize() for envelope in self.envelopes).decode()
        assert [name for name in NAMES if name.lower() in sent.lower()] == []
        assert [word for word in ("sessionid", "cookie", str(ROOT), sys.argv[0]) if word in sent] == []
        return [envelope.get_event() for envelope in self.envelopes]


@pytest.fixture
def told() -> Iterator[Kept]:
    """What is told while everything logged as an error is reported, as settings have it."""
    kept, root = Kept(), logging.getLogger()
    reporter = reports.Reporter(ADDRESS, "production", transport=kept)
    root.addHandler(reporter)
    yield kept
    root.removeHandler(reporter)


def ask_for_it() -> None:
    """Ask for the page that fails, with names wherever a request has room for them."""
    client = Client(raise_request_exception=False, headers={"X-Request-ID": "asked-0123456789"})
    client.cookies["sessionid"] = NAMES[1]
    address = f"/fails/{NAMES[2]}?given={NAMES[0]}"
    answer = client.post(address, {"family": NAMES[1]}, headers={"referer": f"http://testserver{address}"})
    assert answer.status_code == 500


@pytest.mark.django_db
def test_it_tells_where_a_page_failed_and_nobodys_name(told: Kept, settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    ask_for_it()
    [event] = told.events()
    assert [one["type"] for one in event["exception"]["values"]] == ["KeyError", "ValueError"]
    assert event["exception"]["values"][1]["stacktrace"]["frames"][-1]["function"] == "fails"
    assert event["request"] == {"method": "POST", "url": "/fails/<str:token>"}
    assert event["tags"] == {"request": "asked-0123456789", "method": "POST", "view": "fails"}
    assert (event["transaction"], event["environment"]) == ("fails", "production")


@pytest.mark.django_db
def test_it_names_the_program_and_its_version(told: Kept) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    logging.getLogger("tournaments").error("The list of %s is gone.", NAMES[1])
    assert told.events()[0]["release"] == f"sparrows@{version}"


@pytest.mark.django_db
def test_it_tells_of_a_task_that_failed(told: Kept, settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    failing_task.apply(args=[NAMES[1]], kwargs={"of": NAMES[0]})
    [event] = told.events()
    assert event["exception"]["values"][0]["type"] == "LookupError"
    assert event["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "failing_task"


def test_it_tells_of_an_error_that_was_only_logged_without_its_words(told: Kept) -> None:
    logging.getLogger("tournaments.services").error(f"No backup of {NAMES[1]}: %s", NAMES[0])
    [event] = told.events()
    assert event["logentry"]["message"].startswith("tournaments.services, test_reports.py:")


def test_it_keeps_out_what_a_library_adds_to_an_event() -> None:
    more = dict.fromkeys(("extra", "user", "breadcrumbs", "contexts", "server_name", "modules"), NAMES[0])
    assert reports.impersonal({"level": "error", **more}, {}) == {"level": "error"}


@pytest.mark.parametrize("name", ["sentry_sdk.errors", "django.security.DisallowedHost"])
def test_it_does_not_tell_of_itself_or_of_who_tries_doors(told: Kept, name: str) -> None:
    logging.getLogger(name).error("Somebody is here.")
    assert told.events() == []


def test_it_tells_once_what_several_loggers_hand_over(told: Kept) -> None:
    [reporter] = [one for one in logging.getLogger().handlers if isinstance(one, reports.Reporter)]
    uvicorns = logging.getLogger("uvicorn.error")
    uvicorns.addHandler(reporter)
    uvicorns.error("Exception in ASGI application")
    uvicorns.removeHandler(reporter)
    assert len(told.events()) == 1


# ------------------------------------------------------------------ the setting
def in_a_process(script: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a script in a process of its own, with SPARROWS_SENTRY as given."""
    around = {name: value for name, value in os.environ.items() if name != "SPARROWS_SENTRY"}
    around |= {"DJANGO_SETTINGS_MODULE": "config.settings", **environment}
    line = [sys.executable, "-c", script]
    return subprocess.run(line, cwd=ROOT, env=around, capture_output=True, text=True, timeout=60)


# Both servers and the worker set themselves up with these lines.
BEGIN = "import django, logging, sys; from config.celery import app; django.setup(); "


def test_a_site_without_the_setting_neither_imports_nor_tells() -> None:
    script = f"{BEGIN}app.loader.import_default_modules(); logging.getLogger('tournaments').error('Lost.'); "
    done = in_a_process(f"{script}print('sentry_sdk' in sys.modules)", SPARROWS_SENTRY="")
    assert (done.returncode, done.stdout.strip()) == (0, "False"), done.stderr


def test_a_site_with_it_tells_that_address() -> None:
    got: list[tuple[str, bytes]] = []

    class Project(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *said: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Project)
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://a0b1c2@127.0.0.1:{server.server_port}/7"
    script = f"{BEGIN}logging.getLogger('django.request').error('Lost.')"
    done = in_a_process(script, SPARROWS_SENTRY=address, no_proxy="*")
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stderr
    assert [where for where, _ in got] == ["/api/7/envelope/"]


@pytest.mark.parametrize(
    "wrong",
    [
        *("somewhere", "https://errors.example/7", "https://key@errors.example", "key@errors.example/7"),
        "https://key@errors.example/mine",
    ],
)
def test_it_refuses_a_wrong_address_at_start_and_does_not_repeat_it(wrong: str) -> None:
    done = in_a_process("import config.wsgi", SPARROWS_SENTRY=wrong)
    assert done.returncode == 1
    assert "SPARROWS_SENTRY is no address of a project in Sentry." in done.stderr.splitlines()[-1]
    assert wrong not in done.stderr


def test_it_is_among_the_handlers_of_both_servers() -> None:
    script = "import json; from config.settings import LOGGING; print(json.dumps(LOGGING))"
    told = json.loads(in_a_process(script, SPARROWS_SENTRY=ADDRESS).stdout)
    assert told["root"]["handlers"] == ["console", "sentry"]
    assert told["loggers"]["uvicorn.error"]["handlers"] == ["sentry"]
