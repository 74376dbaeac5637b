"""Every status of every address: what the document names is answered, as it says there."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection
from django.test import Client

from players.models import Player
from tests import declared
from tests.api import described
from tests.conftest import Tam
from tournaments.api.authentication import cookie_name
from tournaments.api.parsers import MOST_BYTES, StrictJSONParser
from tournaments.api.throttles import PerAddress
from tournaments.models import Competition, DealVersion, Placing, RatingList, RatingStep, Table
from tournaments.refusals import Refusal
from tournaments.services import competitions, deals, devices
from tournaments.services.devices import SHORT_ALPHABET

DEALS, ONE = "/table/deals", "/table/deals/{number}"
ASKED = "200 304 404 406 422 429 503"
SENT = "400 401 403 406 413 415 422 503"
STATUSES = {
    ("get", "/competitions"): ASKED,
    ("get", "/competitions/{slug}"): ASKED,
    ("get", "/competitions/{slug}/entries"): ASKED,
    ("get", "/competitions/{slug}/rounds"): ASKED,
    ("get", "/competitions/{slug}/line-ups"): ASKED,
    ("get", "/competitions/{slug}/seating"): ASKED,
    ("get", "/competitions/{slug}/deals"): ASKED,
    ("get", "/competitions/{slug}/standings"): ASKED,
    ("get", "/clubs/{slug}/ranking"): ASKED,
    ("get", "/clubs/{slug}/ranking/events"): ASKED,
    ("get", "/clubs/{slug}/ranking/{player}"): ASKED,
    ("get", "/clubs/{slug}/ratings"): ASKED,
    ("get", "/clubs/{slug}/ratings/{player}"): ASKED,
    ("get", "/leagues/{slug}/ratings"): ASKED,
    ("get", "/leagues/{slug}/ratings/{player}"): ASKED,
    ("get", "/leagues"): ASKED,
    ("get", "/players"): ASKED,
    ("post", "/pair"): "201 400 403 404 406 409 413 415 422 429 503",
    ("get", "/table"): "200 401 406 503",
    ("post", "/table/call"): f"200 409 {SENT}",
    ("post", "/table/call/back"): f"200 409 {SENT}",
    ("post", "/table/heartbeat"): f"200 {SENT}",
    ("post", "/table/agreement"): f"200 409 {SENT}",
    ("post", f"{DEALS}/confirm"): f"200 404 409 {SENT}",
    ("post", DEALS): f"200 201 202 409 429 {SENT}",
    ("post", f"{DEALS}/preview"): f"200 409 {SENT}",
    ("post", f"{ONE}/confirm"): f"200 404 409 {SENT}",
    ("post", f"{ONE}/dispute"): f"200 404 409 {SENT}",
    ("post", f"{ONE}/correct"): f"200 201 404 409 {SENT}",
    ("post", f"{ONE}/correct/preview"): f"200 404 409 {SENT}",
}
EVERY = [(*operation, int(status)) for operation, told in STATUSES.items() for status in told.split()]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return described.document()


@dataclass
class Hall:
    """A running round where table 3 has recorded deal 1, its tablet, and a code for table 2."""

    running: Competition
    table: Table
    tam: Tam
    code: str
    season: Competition
    olive: Any
    player: int
    monkeypatch: pytest.MonkeyPatch

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        kind: str = "application/json",
        number: int = 1,
        slug: str = "",
        query: str = "",
        **headers: str,
    ) -> Any:
        named = {"slug": slug or self.slug_of(path), "number": number, "player": self.player}
        address = f"/api/v1{path.format(**named)}{query}"
        told = self.tam.headers if path.startswith("/table") else {}
        sent = {} if method == "get" else {"data": raw or json.dumps(body), "content_type": kind}
        return getattr(Client(), method)(address, headers={**told, **headers}, **sent)

    def slug_of(self, path: str) -> str:
        of = {"/clubs/": "severn-winds", "/leagues/": "severn-league"}
        return next((slug for begins, slug in of.items() if path.startswith(begins)), self.running.slug)

    def sound(self, path: str) -> Any:
        """A body that the address takes."""
        recorded = DealVersion.objects.current().get(table=self.table, number=1)
        word = {"seat": "E", "sha256": recorded.sha256}
        correction = {
            **declared.won("E", "S"),
            "key": str(uuid4()),
            "deal": 1,
            "seating_version": self.table.round.seating_version,
            "supersedes": recorded.sha256,
            "reason": "The wrong winner was entered.",
        }
        return {
            "/pair": lambda: {"code": self.code},
            "/table/call": lambda: {"reason": "A tile fell"},
            "/table/heartbeat": lambda: {"unsent": 0},
            "/table/agreement": lambda: self.choice,
            f"{DEALS}/confirm": lambda: {"seat": "E", "seen": [self.seen]},
            DEALS: lambda: declared.body(self.table),
            f"{DEALS}/preview": declared.won,
            f"{ONE}/confirm": lambda: word,
            f"{ONE}/dispute": lambda: word,
            f"{ONE}/correct": lambda: correction,
            f"{ONE}/correct/preview": lambda: declared.won("E", "S"),
        }.get(path, dict)()

    @property
    def choice(self) -> dict[str, Any]:
        return {"seating_version": self.table.round.seating_version, "confirms": "together"}

    @property
    def seen(self) -> dict[str, Any]:
        return {"deal": 1, "sha256": DealVersion.objects.current().get(table=self.table, number=1).sha256}


@pytest.fixture
def hall(
    running: Any, season: Any, table: Table, tam: Tam, play: Any, olive: Any, monkeypatch: pytest.MonkeyPatch
) -> Hall:
    may_choose = {"confirmed_by": "all", "confirmed_when": "choice"}
    competitions.competition_change(competition=running, actor=olive, **may_choose)
    play(table)
    code = devices.pairing_code_issue(competition=running, table_number=2, actor=olive)
    player = told_of_everywhere(running, season, table)
    return Hall(running, table, tam, code.long, season, olive, player, monkeypatch)


def told_of_everywhere(running: Competition, season: Competition, table: Table) -> int:
    """Let somebody have a rating and a place, and want a whole profile."""
    entry = running.entries.get(number=1)
    Player.objects.filter(pk=entry.player_id).update(across=Player.Across.ALL)
    Placing.objects.create(entry=entry, place=1, among=16)
    for league in (None, season.league):
        listed = RatingList.objects.create(club=running.club, league=league)
        step = {"position": 0, "place": 1, "mu": 25.0, "sigma": 8.0, "games": 1}
        RatingStep.objects.create(list=listed, table=table, player_id=entry.player_id, **step)
    assert entry.player_id
    return entry.player_id


Way = Callable[[Hall, str, str], Any]


def sound(hall: Hall, method: str, path: str) -> Any:
    return hall.ask(method, path, hall.sound(path))


def unchanged(hall: Hall, method: str, path: str) -> Any:
    return hall.ask(method, path, **{"If-None-Match": hall.ask(method, path)["ETag"]})


def nowhere(hall: Hall, method: str, path: str) -> Any:
    """Another competition, another page, a deal that is not recorded, a code that nobody gave out."""
    body = hall.sound(path)
    told = {"code": "x" * 32} if path == "/pair" else {**body, "deal": 9} if "deal" in body else body
    if "seen" in told:
        told = {**told, "seen": [{**one, "deal": 9} for one in told["seen"]]}
    lists = method == "get" and "{slug}" not in path and path != "/table"
    return hall.ask(method, path, told, slug="nowhere", number=9, query="?page=99" if lists else "")


def foreign(hall: Hall, method: str, path: str) -> Any:
    """Another site's page, in the tablet's browser."""
    cookie = f"{cookie_name()}={hall.tam.token}"
    told = {"Cookie": cookie, "Sec-Fetch-Site": "cross-site", "Authorization": ""}
    return hall.ask(method, path, hall.sound(path), **told)


def too_often(hall: Hall, method: str, path: str) -> Any:
    hall.monkeypatch.setattr(PerAddress, "rate", "1/min", raising=False)
    hall.monkeypatch.setattr(deals, "MOST_WAITING", 1)
    if method == "get":
        return [sound(hall, method, path) for _ in range(2)][-1]
    if path == "/pair":
        return [hall.ask(method, path, {"code": f"BCDFGHJ{last}"}) for last in SHORT_ALPHABET][-1]
    return [held(hall, method, path) for _ in range(2)][-1]


def held(hall: Hall, method: str, path: str) -> Any:
    return hall.ask(method, path, declared.body(hall.table, context="0" * 64))


def again(hall: Hall, method: str, path: str) -> Any:
    body = hall.sound(path)
    return [hall.ask(method, path, body) for _ in range(2)][-1]


def in_the_way(hall: Hall, method: str, path: str) -> Any:
    """A tablet whose competition has no round; a code for a table that has a tablet."""
    played = hall.running if path == "/pair" else hall.season
    code = devices.pairing_code_issue(competition=played, table_number=3, actor=hall.olive).long
    if path == "/pair":
        return hall.ask(method, path, {"code": code})
    token = devices.device_pair(code=code, address="127.0.0.1").token
    return hall.ask(method, path, hall.sound(path), Authorization=f"Bearer {token}")


def broken(hall: Hall, method: str, path: str) -> Any:
    """The database fails in the middle of it."""
    body = hall.sound(path)

    def fail(*_asked: Any) -> Any:
        raise OperationalError("server closed the connection unexpectedly")

    with connection.execute_wrapper(fail):
        return hall.ask(method, path, body)


def faulty(hall: Hall, method: str, path: str) -> Any:
    return hall.ask(method, path, {"nonsense": 1}, query="?round=x" if method == "get" else "")


WAYS: dict[int, Way] = {
    200: sound,
    201: sound,
    202: held,
    304: unchanged,
    400: lambda hall, *address: hall.ask(*address, raw=b"{"),
    401: lambda hall, *address: hall.ask(*address, hall.sound(address[-1]), Authorization=""),
    403: foreign,
    404: nowhere,
    406: lambda hall, *address: hall.ask(*address, hall.sound(address[-1]), Accept="text/html"),
    409: in_the_way,
    413: lambda hall, *address: hall.ask(*address, raw=b" " * (MOST_BYTES + 1)),
    415: lambda hall, *address: hall.ask(*address, hall.sound(address[-1]), kind="text/plain"),
    422: faulty,
    429: too_often,
    503: broken,
}
AGAIN = {(DEALS, 200), (f"{ONE}/correct", 200)}  # the same entry, sent a second time


@pytest.mark.any_database
@pytest.mark.parametrize(("method", "path", "status"), EVERY)
def test_it_answers_every_status_as_the_document_says(
    document: dict[str, Any], hall: Hall, method: str, path: str, status: int
) -> None:
    way = again if (path, status) in AGAIN else WAYS[status]
    answer = way(hall, method, path)
    assert (answer.status_code, described.faults(document, path, answer, method)) == (status, [])


def test_it_names_these_statuses_and_no_others(document: dict[str, Any]) -> None:
    told = {
        (method, path.removeprefix("/api/v1")): " ".join(sorted(operation["responses"]))
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if "/organise/" not in path  # of programs: test_programs.py
    }
    assert told == {operation: " ".join(sorted(named.split())) for operation, named in STATUSES.items()}


def test_who_hangs_up_while_the_body_is_read_is_no_error_of_the_server() -> None:
    body = BytesIO(b"{}")
    body.close()
    with pytest.raises(Refusal, match="malformed_json"):
        StrictJSONParser().parse(body)
