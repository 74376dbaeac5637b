"""In which threads the one process answers: lines in which nobody waits for whom they need not."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection
from django.db.backends.signals import connection_created
from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation

from config.handler import THREADS, Handler, line_of
from tests.loops import played

PAGE, TABLE, DEALS = "/c/spring-day/", "/api/v1/table", "/api/v1/table/deals"
MOST = 60  # seconds in which everything here is over, on a busy machine too


@pytest.fixture
def handler() -> Iterator[Handler]:
    handler = Handler()
    yield handler
    for line in handler.lines.values():
        line.shutdown()


def request(handler: Handler, path: str) -> ApplicationCommunicator:
    """Begin a request; its body is still to come."""
    headers = [(b"host", b"localhost")]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b""}
    return ApplicationCommunicator(handler, scope)


async def asked(handler: Handler, path: str) -> ApplicationCommunicator:
    """Send a whole request."""
    begun = request(handler, path)
    await begun.send_input({"type": "http.request", "body": b"{}"})
    return begun


async def body(begun: ApplicationCommunicator) -> bytes:
    """Wait for the answer."""
    await begun.receive_output(MOST)
    return (await begun.receive_output(MOST))["body"]


def running(play: Callable[[], Awaitable[Any]]) -> Any:
    return played(asyncio.wait_for(play(), MOST))


def views(handler: Handler, view: Callable[[Any], bytes]) -> None:
    """Answer every request by a function of the test."""
    handler.get_response = lambda request: HttpResponse(view(request))


def test_it_answers_a_tablet_while_readers_wait(handler: Handler) -> None:
    go_on = threading.Event()

    def view(request: Any) -> bytes:
        if request.path == PAGE:
            go_on.wait(MOST)
        return request.path.encode()

    async def play() -> None:
        pages = [await asked(handler, PAGE) for _ in range(THREADS["pages"] + 3)]
        assert await body(await asked(handler, TABLE)) == TABLE.encode()
        go_on.set()
        assert [await body(page) for page in pages] == [PAGE.encode()] * len(pages)

    views(handler, view)
    running(play)


@pytest.mark.parametrize(
    ("name", "of", "line"),
    [
        ("api:deals", {}, "deals"),
        ("api:deal_confirm", {"number": 3}, "deals"),
        ("api:deal_dispute", {"number": 3}, "deals"),
        ("api:deal_correct", {"number": 3}, "deals"),
        ("api:deal_preview", {}, "tablets"),
        ("api:deal_correct_preview", {"number": 3}, "tablets"),
        ("api:table", {}, "tablets"),
        ("api:heartbeat", {}, "tablets"),
        ("api:pair", {}, "pages"),
        ("api:public_deals", {"slug": "spring-day"}, "pages"),
    ],
)
def test_it_knows_who_stands_where(name: str, of: dict[str, Any], line: str) -> None:
    assert line_of(reverse(name, kwargs=of)) == line


def test_it_answers_what_tablets_ask_while_a_deal_waits(handler: Handler) -> None:
    go_on = threading.Event()

    def view(request: Any) -> bytes:
        if request.path == DEALS:
            go_on.wait(MOST)
        return request.path.encode()

    async def play() -> None:
        deal = await asked(handler, DEALS)
        assert await body(await asked(handler, TABLE)) == TABLE.encode()
        go_on.set()
        assert await body(deal) == DEALS.encode()

    views(handler, view)
    running(play)


def test_it_records_in_the_order_in_which_they_came(handler: Handler) -> None:
    began, busy = list[str](), threading.Event()
    paths = [f"{DEALS}/{number}/confirm" for number in range(9)]

    def view(request: Any) -> bytes:
        busy.wait(MOST)
        began.append(request.path)
        return b""

    async def play() -> None:
        some = []
        for path in paths:
            some.append(await asked(handler, path))
            await asyncio.sleep(0.01)
        busy.set()
        for one in some:
            await body(one)

    views(handler, view)
    running(play)
    assert began == paths


def test_it_lets_nobody_wait_for_half_a_request(handler: Handler) -> None:
    async def play() -> None:
        halves = [request(handler, TABLE) for _ in range(THREADS["tablets"] + 3)]
        for half in halves:
            await half.send_input({"type": "http.request", "body": b"{", "more_body": True})
        assert await body(await asked(handler, TABLE)) == b"here"
        for half in halves:
            await half.send_input({"type": "http.disconnect"})
            await half.wait(MOST)

    views(handler, lambda request: b"here")
    running(play)


def test_it_does_nothing_for_who_hung_up_while_waiting(handler: Handler) -> None:
    done, busy, seen = list[str](), threading.Event(), threading.Semaphore(0)

    def view(request: Any) -> bytes:
        seen.release()
        busy.wait(MOST)
        done.append(request.path)
        return b""

    async def play() -> None:
        first = [await asked(handler, f"{TABLE}/first") for _ in range(THREADS["tablets"])]
        for _ in first:
            await asyncio.to_thread(seen.acquire)
        gone = await asked(handler, f"{TABLE}/gone")
        await asyncio.sleep(0.05)
        await gone.send_input({"type": "http.disconnect"})
        await gone.wait(MOST)
        busy.set()
        for one in first:
            await body(one)

    views(handler, view)
    running(play)
    assert done == [f"{TABLE}/first"] * THREADS["tablets"]


def test_it_forgets_one_readers_language_before_the_next(handler: Handler) -> None:
    def view(request: Any) -> bytes:
        before = translation.get_language()
        translation.activate("da")
        return before.encode()

    async def play() -> list[bytes]:
        return [await body(await asked(handler, PAGE)) for _ in range(2 * THREADS["pages"] + 1)]

    views(handler, view)
    assert set(running(play)) == {b"en"}


@pytest.mark.sqlite_only
@pytest.mark.django_db(transaction=True)
def test_it_opens_the_file_once_for_each_thread(handler: Handler) -> None:
    opened = []

    def view(request: Any) -> bytes:
        connection.ensure_connection()
        return b""

    async def play() -> None:
        for _ in range(9):
            await body(await asked(handler, TABLE))

    def open_noted(sender: Any, **facts: Any) -> None:
        opened.append(threading.current_thread().name)

    views(handler, view)
    connection_created.connect(open_noted)
    running(play)
    connection_created.disconnect(open_noted)
    assert 1 <= len(opened) <= THREADS["tablets"]


def test_it_answers_requests_only(handler: Handler) -> None:
    async def play() -> None:
        await ApplicationCommunicator(handler, {"type": "websocket"}).wait(MOST)

    with pytest.raises(ValueError, match="websocket"):
        running(play)
