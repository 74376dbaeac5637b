"""The hub within one process: who gets which news, in whichever thread it comes up."""

import asyncio
import threading

import pytest

from tests.loops import played
from tournaments.live import stream
from tournaments.live.hub import Mailbox, hub, revisions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _embedded(settings):
    settings.REDIS_URL = None


class Reader:
    """A reader of one stream, who leaves after so many messages."""

    def __init__(self, leaves_after=None):
        self.got = []
        self.leaves_after = leaves_after
        self.news = asyncio.Condition()
        self.left = asyncio.Event()

    async def send(self, message):
        async with self.news:
            self.got.append(message.get("body", b"").decode() or message["status"])
            self.news.notify_all()
        if len(self.got) == self.leaves_after:
            self.left.set()

    async def receive(self):
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def has(self, text):
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: text in self.got), 10)


def scope(competition):
    return {"type": "http", "method": "GET", "path": f"/live/{competition.pk}", "headers": []}


def reading(competition, reader):
    return asyncio.create_task(stream.stream(scope(competition), reader.receive, reader.send))


def test_it_passes_on_what_another_thread_publishes(running):
    async def story():
        reader = Reader()
        held = reading(running, reader)
        await reader.has(event(running.revision))
        threading.Thread(target=stream.publish, args=(running.pk, 41)).start()
        await reader.has(event(41))
        threading.Thread(target=stream.publish, args=(running.pk + 1, 42)).start()
        stream.publish(running.pk, 43)
        await reader.has(event(43))
        assert event(42) not in reader.got
        reader.left.set()
        await asyncio.wait_for(held, 10)

    played(story())
    assert hub.streams == 0


def test_it_says_that_it_is_still_here(running, monkeypatch):
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.01)

    async def story():
        reader = Reader(leaves_after=5)
        await asyncio.wait_for(reading(running, reader), 10)
        assert reader.got[:4] == [200, "retry: 3000\n\n", event(running.revision), ": still here\n\n"]

    played(story())


def test_it_tells_of_what_another_process_changed(running, monkeypatch):
    monkeypatch.setattr("tournaments.live.hub.TICK", 0.01)

    async def story():
        reader = Reader()
        held = reading(running, reader)
        await reader.has(event(running.revision))
        await asyncio.to_thread(raise_revision, running)
        await reader.has(event(running.revision + 5))
        reader.left.set()
        await asyncio.wait_for(held, 10)

    played(story())


BESIDE = 'data: {{"revision": {}, "beside": true}}\n\n'


def test_it_tells_of_a_final_although_the_revision_stays(running):
    async def story():
        reader = Reader()
        held = reading(running, reader)
        await reader.has(event(running.revision))
        threading.Thread(target=stream.publish_beside, args=(running.pk,)).start()
        await reader.has(BESIDE.format(running.revision))
        stream.publish(running.pk, 43)
        await reader.has(event(43))
        reader.left.set()
        await asyncio.wait_for(held, 10)

    played(story())


def test_it_sees_by_itself_what_another_process_changed_in_a_final(running, monkeypatch):
    finals = [3]
    monkeypatch.setattr("tournaments.live.hub.TICK", 0.01)
    monkeypatch.setattr(
        "tournaments.live.hub.revisions_with_finals",
        lambda wanted: {running.pk: (running.revision, finals[0])},
    )

    async def story():
        reader = Reader()
        held = reading(running, reader)
        await reader.has(event(running.revision))
        await asyncio.sleep(0.2)
        assert BESIDE.format(running.revision) not in reader.got
        finals[0] = 4
        await reader.has(BESIDE.format(running.revision))
        reader.left.set()
        await asyncio.wait_for(held, 10)

    played(story())


def test_it_asks_the_database_a_handful_of_times_when_many_come_at_once(running, monkeypatch):
    asked = []
    monkeypatch.setattr("tournaments.live.hub.revisions", lambda wanted: asked.append(1) or answer(wanted))

    async def story():
        readers = [Reader(leaves_after=3) for _ in range(50)]
        await asyncio.wait_for(asyncio.gather(*(reading(running, each) for each in readers)), 20)
        assert all(each.got[2] == event(running.revision) for each in readers)

    answer = revisions
    played(story())
    assert len(asked) < 10


def test_it_keeps_only_the_newest_for_a_slow_reader():
    async def story():
        box = Mailbox()
        for revision in (5, 6, 4):
            box.put(revision)
        assert await box.take(1) == 6
        assert await box.take(0.01) is None

    played(story())


def event(revision):
    return f'data: {{"revision": {revision}}}\n\n'


def raise_revision(competition):
    from django.db import connection

    type(competition).objects.filter(pk=competition.pk).update(revision=competition.revision + 5)
    connection.close()


def test_nobody_waits_for_the_server_that_is_told(settings, monkeypatch):
    told, go_on = [], threading.Event()

    class Slow:
        def publish(self, channel, news):
            go_on.wait(10)
            told.append(news)

    settings.REDIS_URL = "redis://nowhere"
    monkeypatch.setattr(stream, "sender", lambda address: Slow())
    stream.publish(1, 41)
    stream.publish(1, 42)
    assert told == []
    go_on.set()
    stream._beside.submit(lambda: None).result(10)
    assert told == ["[1, 41, null, null]", "[1, 42, null, null]"]
