"""Redis holds no truth: without it deals are recorded and read, and streams fall back to looking."""

import os
import signal
import time

import pytest

from tests import declared, servers
from tournaments.live import waking
from tournaments.models import DealVersion, Outbox
from tournaments.services import outbox

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.redis_only]
DEALS = "/api/v1/table/deals"
NOWHERE = f"redis://127.0.0.1:{servers.free_port()}/0"


@pytest.fixture
def own_redis():
    server = servers.Redis()
    server.start()
    yield server
    if server.process and server.is_running():
        os.kill(server.process.pid, signal.SIGCONT)
    server.stop()


def url(server):
    return f"redis://127.0.0.1:{server.port}/0"


def undone():
    return Outbox.objects.filter(done_at=None).count()


def test_it_records_deals_with_a_redis_that_never_was(serve, table, tam):
    site = serve(REDIS_URL=NOWHERE)
    status, receipt = site.post(DEALS, declared.body(table), **tam.headers)
    assert (status, receipt["status"]) == (201, "recorded")


def test_it_records_deals_when_redis_is_killed_in_the_middle(serve, running, table, tam, own_redis):
    site = serve(REDIS_URL=url(own_redis))
    stream = site.open(running.pk)
    assert stream.event() == {"revision": running.revision}
    assert site.post(DEALS, declared.body(table), **tam.headers)[0] == 201
    assert stream.event() == {"revision": running.revision + 1}
    own_redis.process.kill()
    own_redis.process.wait(10)
    assert site.post(DEALS, declared.body(table), **tam.headers)[0] == 201
    assert stream.event() == {"revision": running.revision + 2}, "found by looking at the database"
    assert DealVersion.objects.filter(table=table).count() == 2


def test_it_records_deals_in_good_time_while_redis_hangs(serve, table, tam, own_redis):
    site = serve(REDIS_URL=url(own_redis))
    assert site.post(DEALS, declared.body(table), **tam.headers)[0] == 201
    os.kill(own_redis.process.pid, signal.SIGSTOP)
    began = time.monotonic()
    assert site.post(DEALS, declared.body(table), **tam.headers)[0] == 201
    assert time.monotonic() - began < 10


def test_it_shows_the_standings_without_anything_stored(serve, running, table, tam):
    site = serve(REDIS_URL=NOWHERE)
    for count in (1, 2):
        _, receipt = site.post(DEALS, declared.body(table), **tam.headers)
        news = {"Sparrows-Revision": str(receipt["revision"])}
        text = site.get(f"/c/{running.slug}/standings/fragment", **news)
        assert f"Revision {running.revision + count}" in text


def test_it_does_later_what_nobody_could_be_asked_to_do(running):
    waking.broker_absence.note(OSError())
    outbox.export_ask(competition=running, format="csv", actor=None)
    assert undone() == 1
    outbox.run()
    assert undone() == 0
    waking.broker_absence.end()
