"""Live streams from a real server: what a reader gets, and who gets none."""

import signal
import time

import pytest
import redis
from django.conf import settings

from tests.live.conftest import until
from tournaments.live.hub import channel
from tournaments.models import Outbox
from tournaments.services import competitions, outbox

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_begins_with_the_present_revision(serve, running):
    stream = serve().open(running.pk)
    assert stream.status == 200
    assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
    assert stream.answer.headers["Cache-Control"] == "no-store"
    assert stream.text() == "retry: 3000"
    assert stream.event() == {"revision": running.revision}


@pytest.mark.redis_only
def test_it_tells_every_reader_of_a_recorded_deal(serve, running, table, play):
    site = serve()
    streams = [site.open(running.pk) for _ in range(3)]
    assert [stream.event()["revision"] for stream in streams] == [running.revision] * 3
    play(table)
    assert [stream.event()["revision"] for stream in streams] == [running.revision + 1] * 3


@pytest.mark.redis_only
def test_it_keeps_one_subscription_however_many_read(serve, running):
    site, watched = serve(), redis.Redis.from_url(str(settings.REDIS_URL))
    streams = [site.open(running.pk) for _ in range(5)]
    assert all(stream.event() for stream in streams)
    assert watched.pubsub_numsub(channel()) == [(channel().encode(), 1)]
    for stream in streams:
        stream.close()
    until(lambda: watched.pubsub_numsub(channel())[0][1] == 0)


def test_it_does_not_exist_for_what_the_public_may_not_see(serve, running, olive):
    site = serve()
    competitions.competition_publish(competition=running, actor=olive, published=False)
    for unknown in (running.pk, running.pk + 1, "0", "x", "9" * 30):
        assert site.open(unknown).status == 404


def test_it_is_only_read(serve, running):
    refused = serve().open(running.pk, method="POST")
    assert (refused.status, refused.answer.headers["Allow"]) == (405, "GET")


@pytest.mark.parametrize("limit", ["SPARROWS_LIVE_STREAMS", "SPARROWS_LIVE_STREAMS_PER_ADDRESS"])
def test_it_refuses_one_too_many_and_takes_the_next_when_one_leaves(serve, running, limit):
    site = serve(**{limit: "2"})
    first, second = site.open(running.pk), site.open(running.pk)
    assert first.event() == second.event()
    refused = site.open(running.pk)
    assert (refused.status, refused.answer.headers["Retry-After"]) == (503, "10")
    first.close()
    until(lambda: site.open(running.pk).status == 200)


@pytest.mark.redis_only
def test_it_stays_open_past_the_time_of_a_request_and_has_a_place_among_the_connections(
    serve, running, table, play
):
    short = {"SPARROWS_HEAD_SECONDS": "0.3", "SPARROWS_BODY_SECONDS": "0.3"}
    site = serve(**short, SPARROWS_CONNECTIONS_PER_ADDRESS="2")
    streams = [site.open(running.pk) for _ in range(2)]
    assert [stream.event()["revision"] for stream in streams] == [running.revision] * 2
    time.sleep(1)
    refused = site.open(running.pk)
    assert (refused.status, refused.answer.headers["Retry-After"]) == (503, "5")
    play(table)
    assert [stream.event()["revision"] for stream in streams] == [running.revision + 1] * 2


def test_it_counts_addresses_by_what_the_proxy_says(serve, running):
    site = serve(SPARROWS_LIVE_STREAMS_PER_ADDRESS="1", SPARROWS_BEHIND_PROXY="1")
    forwarded = [{"X-Forwarded-For": "forged, 10.0.0.1"}, {"X-Forwarded-For": "10.0.0.2"}]
    assert [site.open(running.pk, **each).status for each in forwarded] == [200, 200]
    assert site.open(running.pk, **forwarded[0]).status == 503


def test_it_sweeps_the_outbox_when_an_embedded_server_starts(serve, running):
    outbox.export_ask(competition=running, format="csv", actor=None)
    Outbox.objects.update(done_at=None)
    serve(REDIS_URL="")
    until(lambda: not Outbox.objects.filter(done_at=None).exists())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_without_complaint_when_the_server_is_asked_to(serve, started, running, number):
    streams = [serve().open(running.pk) for _ in range(3)]
    assert all(stream.event() for stream in streams)
    told = started.ask_to_end(serve().port, number)
    assert "Finished server process" in told
    assert "ERROR" not in told
    assert "Traceback" not in told
    assert [stream.answer.read() for stream in streams] == [b"\n"] * 3  # whole: nothing was broken off
