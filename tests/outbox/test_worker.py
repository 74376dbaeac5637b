"""A real worker on the real Redis, killed in the middle of its work: the effect happens once."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.live.conftest import database_url, until
from tournaments.live.waking import wake_outbox
from tournaments.models import Action, Outbox
from tournaments.services import outbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.redis_only]
ROOT = Path(__file__).resolve().parents[2]
GATE = 20260418  # the advisory lock at which the tests hold a worker up

# The effect is written by now, its mark is not: the worst moment to die.
HOLD_UP_THE_MARK = f"""
CREATE FUNCTION held_up() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_advisory_xact_lock({GATE}); RETURN NEW; END $$;
CREATE TRIGGER held_up BEFORE UPDATE ON tournaments_outbox FOR EACH ROW EXECUTE FUNCTION held_up();
"""
LET_IT_GO = "DROP TRIGGER IF EXISTS held_up ON tournaments_outbox; DROP FUNCTION IF EXISTS held_up()"
WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@pytest.fixture
def worker(tmp_path):
    """Start workers on the tests' database and broker; those that are left are killed at the end."""
    started: list[subprocess.Popen[bytes]] = []

    def start():
        told = (tmp_path / f"worker{len(started)}.log").open("w")
        line = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "prefork", "-c", "1"]
        started.append(
            subprocess.Popen(
                [*line, "--loglevel", "INFO", "--without-gossip", "--without-mingle"],
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": database_url()},
                start_new_session=True,
                stdout=told,
                stderr=subprocess.STDOUT,
            )
        )
        return started[-1]

    yield start
    for process in started:
        kill(process)


def kill(process):
    """Kill a worker with its children, as a machine that loses its power does."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def ask(question):
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def undone():
    return Outbox.objects.filter(done_at=None).count()


def test_it_does_what_is_asked_for(worker, running):
    worker()
    export = outbox.export_ask(competition=running, format="csv", actor=None)
    until(lambda: not undone(), 60)
    running.refresh_from_db()
    export.refresh_from_db()
    assert export.revision == running.revision


@pytest.mark.postgres_only
def test_it_does_once_what_a_killed_worker_had_half_done(worker, running):
    with connection.cursor() as cursor:
        Outbox.objects.filter(done_at=None).delete()
        cursor.execute(HOLD_UP_THE_MARK)
    try:
        ask(f"SELECT 1 FROM (SELECT pg_advisory_lock({GATE})) AS held")
        export = outbox.export_ask(competition=running, format="csv", actor=None)
        doomed = worker()
        until(lambda: ask(WAITING), 60)
        kill(doomed)
        export.refresh_from_db()
        assert (undone(), export.body) == (1, None), "neither the mark nor the effect is left"
    finally:
        ask(f"SELECT 1 FROM (SELECT pg_advisory_unlock({GATE})) AS held")
        until(lambda: not ask(WAITING))
        with connection.cursor() as cursor:
            cursor.execute(LET_IT_GO)
    worker()
    until(lambda: not undone(), 60)
    wake_outbox()
    export.refresh_from_db()
    assert (export.revision, bool(export.body)) == (running.revision, True)
    assert Action.objects.filter(verb="export_asked").count() == 1
