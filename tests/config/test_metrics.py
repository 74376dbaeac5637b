"""Figures for Prometheus: for whoever has the token, over all processes, with nothing made up by callers."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.db import Error
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from tests import servers
from tests.config.test_asgi import fetch
from tests.conftest import Tam
from tournaments.models import Table
from tournaments.services import condition, devices, notes

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "of-the-hall's-own-watch"
WITH = {"Authorization": f"Bearer {TOKEN}"}


def figures(text: str) -> dict[str, float]:
    """Read the answer as Prometheus does: each sample without labels by its name."""
    families = text_string_to_metric_families(text)
    return {one.name: one.value for family in families for one in family.samples if not one.labels}


@pytest.fixture
def watched(settings: Any, client: Client) -> Client:
    """A caller of a site that is watched."""
    settings.METRICS_TOKEN = TOKEN
    settings.MIDDLEWARE = ["config.metrics.timed", *settings.MIDDLEWARE]
    return client


def read(client: Client) -> dict[str, float]:
    answer = client.get("/metrics", headers=WITH)
    assert answer.status_code == 200
    return figures(answer.content.decode())


def test_a_site_without_a_token_has_no_such_page(client: Client) -> None:
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.parametrize("said", ["", "Bearer ", "Bearer other", TOKEN, f"Basic {TOKEN}", "Bearer ü"])
def test_it_wants_the_token(watched: Client, said: str) -> None:
    answer = watched.get("/metrics", headers={"Authorization": said})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, 'Bearer realm="metrics"')
    assert answer.content == b""


def test_it_tells_how_the_site_is(watched: Client, table: Table, tam: Tam) -> None:
    devices.referee_call(table=table, device=tam.device, reason="A tile is missing.")
    notes.note(notes.Name.WORKER)
    notes.note(notes.Name.VERIFIED, {"faults": 2, "rows": 10})
    told = read(watched)
    assert (told["sparrows_calls_open"], told["sparrows_deals_held"]) == (1, 0)
    assert told["sparrows_database_up"] == 1
    assert told["sparrows_verified_faults"] == 2
    assert 0 <= told["sparrows_worker_seconds"] < 60
    assert told["sparrows_disk_free_bytes"] > 0
    assert told["sparrows_streams_open"] == 0


def test_it_goes_on_telling_while_the_database_is_down(watched: Client, monkeypatch: Any) -> None:
    def down() -> None:
        raise Error("it is away")

    monkeypatch.setattr(condition, "database_state", lambda: "down")
    monkeypatch.setattr(metrics.site, "backlog", down)
    told = read(watched)
    assert told["sparrows_database_up"] == 0
    assert "sparrows_outbox_waiting" not in told
    assert told["sparrows_disk_free_bytes"] > 0


def test_it_times_requests_by_view_and_keeps_what_callers_make_up_out(watched: Client) -> None:
    for _ in range(2):
        watched.get("/healthz")
    watched.get("/nowhere/of-mine")
    watched.generic("MAKEUP", "/healthz")
    text = watched.get("/metrics", headers=WITH).content.decode()
    labels = [
        (one.labels["view"], one.labels["method"], one.labels["status"])
        for family in text_string_to_metric_families(text)
        for one in family.samples
        if one.name == "sparrows_request_seconds_count"
    ]
    assert {("healthz", "GET", "200"), ("none", "GET", "404"), ("healthz", "other", "200")} <= set(labels)
    assert "of-mine" not in text
    assert "MAKEUP" not in text


@pytest.mark.postgres_only
def test_two_workers_tell_of_each_others_requests(tmp_path: Path) -> None:
    port = servers.free_port()
    line = ["gunicorn", "-c", "config/gunicorn.py", "--bind", f"127.0.0.1:{port}", "config.wsgi"]
    environment = {**os.environ, "SPARROWS_METRICS_TOKEN": TOKEN, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen([sys.executable, "-m", *line], cwd=ROOT, env=environment)
    try:
        for _ in range(20):
            assert fetch(port, "/healthz").status == 200
        asked = Request(f"http://127.0.0.1:{port}/metrics", headers=WITH)
        with urlopen(asked, timeout=120) as answer:
            body = answer.read().decode()
    finally:
        process.terminate()
        process.wait(60)
    counted = 'sparrows_request_seconds_count{method="GET",status="200",view="healthz"} 20.0'
    assert counted in body
