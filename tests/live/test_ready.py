"""What a crowd reads is ready: the very bytes of the site, made once for a revision, never old for long."""

import asyncio
import gzip
import time
from collections import Counter

import pytest
from django.core.asgi import get_asgi_application
from django.db import DatabaseError, connection

from tests.loops import played
from tournaments.api.throttles import PerAddress
from tournaments.live import ready
from tournaments.models import Competition
from tournaments.services import competitions

pytestmark = pytest.mark.django_db(transaction=True)

EVERYBODY = (b"host", b"localhost")
ZIPPED = (b"accept-encoding", b"gzip, deflate, br")
PAGES = ("", "standings/", "standings/fragment", "seating/", "changes/")


class Site:
    """The whole site, which counts what it is asked."""

    def __init__(self):
        self.django, self.asked, self.gate = get_asgi_application(), Counter(), None

    async def __call__(self, scope, receive, send):
        self.asked[scope["path"]] += 1
        await self.django(scope, receive, send)
        if self.gate:
            await self.gate.wait()


@pytest.fixture
def site():
    return Site()


@pytest.fixture
def shelf(site, monkeypatch):
    shelf = ready.Shelf(site)
    monkeypatch.setattr(ready, "shelves", [shelf])
    return shelf


def scope(path, *headers, query=b"", method="GET"):
    return {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query,
        "headers": [EVERYBODY, *headers],
    }


def told(story):
    """Tell a story in a loop of its own; the threads' connections are closed with it."""

    async def whole():
        try:
            return await asyncio.wait_for(story(), 60)
        finally:
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()

    return played(whole())


def address(competition, part="standings/fragment"):
    return f"/c/{competition.slug}/{part}"


def api(competition):
    return f"/api/v1/competitions/{competition.slug}/standings"


def text(reply):
    zipped = reply.header(b"content-encoding") == b"gzip"
    return (gzip.decompress(reply.body) if zipped else reply.body).decode()


def said(reply):
    """What a reader is told beside the text; compressed bytes are padded by chance."""
    return reply.status, sorted(each for each in reply.headers if each[0].lower() != b"content-length")


def changed(competition, **fields):
    Competition.objects.filter(pk=competition.pk).update(**fields)
    connection.close()


@pytest.mark.parametrize("encoding", [(), (ZIPPED,)], ids=["plain", "gzip"])
@pytest.mark.parametrize("part", [*PAGES, "api"])
def test_it_says_what_the_site_says(shelf, site, running, part, encoding):
    path = api(running) if part == "api" else address(running, part)

    async def story():
        first, again = [await shelf.answer(scope(path, *encoding)) for _ in range(2)]
        own = await ready.ask(site.django, ready.address_in(scope(path, *encoding)))
        assert (said(first), text(first)) == (said(own), text(own))
        assert again is first
        tag = own.header(b"etag")
        unchanged = await shelf.answer(scope(path, *encoding, (b"if-none-match", b'"other", ' + tag)))
        own = await ready.ask(site.django, ready.address_in(scope(path, *encoding)), tag)
        assert (said(unchanged), unchanged.body) == (said(own), b"")
        assert unchanged.status == 304

    told(story)


def test_it_carries_the_headers_of_every_page(shelf, running):
    reply = told(lambda: shelf.answer(scope(address(running), ZIPPED)))
    assert b"default-src 'none'" in reply.header(b"content-security-policy")
    assert reply.header(b"content-encoding") == b"gzip"
    assert b"Accept-Encoding" in reply.header(b"vary")
    assert reply.header(b"x-frame-options") == b"DENY"


def test_it_is_not_counted_when_it_asks_the_site(shelf, site, running, monkeypatch):
    """A reader may ask the public API so often; who makes the answers ready for all readers is none."""
    monkeypatch.setattr(PerAddress, "rate", "1/min", raising=False)

    async def story():
        asked = {**scope(api(running)), "client": ("127.0.0.1", 0)}
        for _ in range(3):
            assert (await ready.ask(site, ready.address_in(asked))).status == 200
        counted = [await ready._collected(site, asked) for _ in range(2)]
        assert [each.status for each in counted] == [200, 429]

    told(story)


def test_it_asks_the_site_once_however_many_come(shelf, site, running):
    async def story():
        replies = await asyncio.gather(*(shelf.answer(scope(address(running))) for _ in range(200)))
        assert len({id(each) for each in replies}) == 1

    told(story)
    assert site.asked == {address(running): 2}  # the page, and what is said to who has it


def test_it_makes_the_next_revision_before_the_crowd_asks(shelf, site, running):
    async def story():
        for _ in range(ready.CROWD):
            before = await shelf.answer(scope(address(running)))
        await asyncio.to_thread(changed, running, revision=running.revision + 1)
        began = time.monotonic()
        while site.asked[address(running)] < 4 or shelf.making:
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.01)
        after = await shelf.answer(scope(address(running)))
        assert after.header(b"etag") != before.header(b"etag")
        assert site.asked[address(running)] == 4

    told(story)


def test_it_answers_on_while_the_next_revision_is_made(shelf, site, running, monkeypatch):
    monkeypatch.setattr(ready, "BOUND_SECONDS", 1000)

    async def story():
        for _ in range(ready.CROWD):
            before = await shelf.answer(scope(address(running)))
        site.gate = asyncio.Event()
        await asyncio.to_thread(changed, running, revision=running.revision + 1)
        began = time.monotonic()
        while site.asked[address(running)] < 3:
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.01)
        assert await shelf.answer(scope(address(running))) is before
        site.gate.set()

    told(story)


def test_it_keeps_nothing_of_what_is_hidden_while_it_is_made(shelf, site, running):
    async def story():
        site.gate = asyncio.Event()
        asked = asyncio.create_task(shelf.answer(scope(address(running))))
        while not site.asked:
            await asyncio.sleep(0.01)
        shelf.withdraw(running.pk)
        site.gate.set()
        assert await asked is None
        assert shelf.ready == {}

    told(story)


def test_it_keeps_nothing_old_for_a_few(shelf, site, running):
    async def story():
        await shelf.answer(scope(address(running)))
        await asyncio.to_thread(changed, running, revision=running.revision + 1)
        began = time.monotonic()
        while shelf.ready:
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.01)

    told(story)
    assert site.asked == {address(running): 2}


def test_it_answers_nothing_older_than_its_bound(shelf, running, monkeypatch):
    monkeypatch.setattr(ready, "LOOK_SECONDS", 1000)
    monkeypatch.setattr(ready, "BOUND_SECONDS", 0.05)

    async def story():
        before = await shelf.answer(scope(address(running)))
        await asyncio.to_thread(changed, running, revision=running.revision + 1)
        await asyncio.sleep(0.1)
        return before, await shelf.answer(scope(address(running)))

    before, after = told(story)
    assert after.header(b"etag") != before.header(b"etag")


def test_it_never_answers_behind_what_the_reader_knows(shelf, running, table, play, monkeypatch):
    monkeypatch.setattr(ready, "LOOK_SECONDS", 1000)
    monkeypatch.setattr(ready, "BOUND_SECONDS", 1000)
    news = (ready.REVISION, str(running.revision + 1).encode())

    async def story():
        before = await shelf.answer(scope(address(running)))
        await asyncio.to_thread(recorded)
        assert await shelf.answer(scope(address(running))) is before
        return await shelf.answer(scope(address(running), news))

    def recorded():
        play(table)
        connection.close()

    assert f"Revision {running.revision + 1}" in text(told(story))


def test_it_lets_go_of_a_hidden_competition_at_once(shelf, running, olive):
    async def story():
        assert await shelf.answer(scope(address(running)))
        await asyncio.to_thread(hidden)
        await asyncio.sleep(0)
        assert not shelf.ready
        assert await shelf.answer(scope(address(running))) is None

    def hidden():
        competitions.competition_publish(competition=running, actor=olive, published=False)
        connection.close()

    told(story)


def test_it_finds_out_by_itself_that_a_competition_is_hidden(shelf, running):
    async def story():
        await shelf.answer(scope(address(running)))
        await asyncio.to_thread(changed, running, published=False)
        began = time.monotonic()
        while await shelf.answer(scope(address(running))) is not None:
            assert time.monotonic() - began < 20
            await asyncio.sleep(0.05)

    told(story)


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("standings/fragment", {"method": "POST"}),
        ("standings/fragment", {"query": b"round=1&x=2"}),
        ("standings/fragment", {"query": b"round=2"}),  # not played yet: the site says so
        ("standings/", {"query": b"round=99999"}),
        ("entries/1/", {}),
        ("standings", {}),
    ],
)
def test_it_leaves_everything_else_to_the_site(shelf, running, path, more):
    assert told(lambda: shelf.answer(scope(address(running, path), **more))) is None
    assert shelf.ready == {}


@pytest.mark.parametrize(
    "header",
    [
        (b"host", b"elsewhere.example"),
        (b"host", b"two words"),
        (b"content-length", b"1"),
        (b"host", b"localhost"),
    ],
)
def test_it_keeps_nothing_for_odd_requests(shelf, running, header):
    asked = scope(address(running), header)
    asked["headers"] = [header, *([EVERYBODY] if header[0] != b"host" or header == EVERYBODY else [])]
    assert told(lambda: shelf.answer(asked)) is None
    assert shelf.ready == {}


def test_it_takes_a_program_at_its_word(shelf, running):
    assert told(lambda: shelf.answer(scope(api(running), (b"accept", b"text/html")))) is None


def test_it_leaves_the_answer_to_the_site_where_the_database_is_away(shelf, running, monkeypatch):
    def away(slugs):
        raise DatabaseError("away")

    monkeypatch.setattr(ready, "revisions", away)
    assert told(lambda: shelf.answer(scope(address(running)))) is None


def test_it_lets_go_of_what_nobody_reads_and_keeps_few(shelf, running, monkeypatch):
    monkeypatch.setattr(ready, "MOST", 2)
    monkeypatch.setattr(ready, "LOOK_SECONDS", 0.01)

    async def story():
        for part in PAGES[:3]:
            await shelf.answer(scope(address(running, part)))
        assert len(shelf.ready) == 2
        monkeypatch.setattr(ready, "IDLE_SECONDS", 0)
        await asyncio.wait_for(shelf.looking, 20)
        assert shelf.ready == {}

    told(story)


@pytest.mark.parametrize(
    ("tags", "is_there"),
    [
        (b'"a"', True),
        (b'W/"a"', True),
        (b'"b", W/"a"', True),
        (b'"b"', False),
        (b"", False),
        (b'"aa"', False),
    ],
)
def test_it_compares_tags_weakly(tags, is_there):
    assert ready.has(tags, b'W/"a"') is is_there
