"""What the OpenAPI document says of lists, standings and tables is what the API answers."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests import declared
from tests.api import described
from tests.api.described import faults
from tests.table.deals import wonders
from tournaments.services import devices

LISTS: dict[str, set[str]] = {
    "/competitions": {"kind", "club", "league", "since", "until"},
    "/competitions/{slug}/entries": {"status"},
    "/competitions/{slug}/rounds": {"state"},
    "/competitions/{slug}/seating": {"round", "table", "entry"},
    "/competitions/{slug}/deals": {"round", "table"},
    "/leagues": {"club"},
    "/players": {"club"},
}
RANKED: dict[str, set[str]] = {  # whose answers with somebody in them test_ranked.py judges
    "/clubs/{slug}/ranking": {"on"},
    "/clubs/{slug}/ranking/events": {"on"},
    "/clubs/{slug}/ratings": set(),
    "/leagues/{slug}/ratings": set(),
}
EVERY = LISTS | RANKED
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return described.document()


def asking(path: str, slug: str) -> Any:
    of = {"/clubs/": "severn-winds", "/leagues/": "severn-league"}
    own = next((one for begins, one in of.items() if path.startswith(begins) and slug != "nowhere"), slug)
    return Client().get(f"/api/v1{path.format(slug=own)}")


@pytest.mark.parametrize("path", LISTS)
def test_it_answers_as_the_document_says(document, running, season, table, play, path):
    play(table)
    answer = asking(path, running.slug)
    assert answer.json()["results"] or path == "/leagues"
    assert faults(document, path, answer) == []


@pytest.mark.parametrize("path", [path for path in EVERY if "{slug}" in path])
def test_it_refuses_as_the_document_says(document, db, path):
    answer = asking(path, "nowhere")
    assert (answer.status_code, faults(document, path, answer)) == (404, [])


WRONG = [f"{name}=!" for name in sorted(set().union(*EVERY.values()) | {"page", "page_size", "bogus"})]


@pytest.mark.parametrize("path", EVERY)
@pytest.mark.parametrize("asked", [*WRONG, "page_size=201", "page=1&page=2", "page=", "format=json"])
def test_it_refuses_what_a_list_cannot_be_asked_for_as_the_document_says(
    document, running, season, path, asked
):
    answer = asking(f"{path}?{asked}", running.slug)
    assert (answer.status_code, faults(document, path, answer)) == (422, [])
    assert [fault["path"] for fault in answer.json()["errors"]] == [asked.partition("=")[0]]


@pytest.mark.parametrize("path", ["/competitions/{slug}", "/competitions/{slug}/standings"])
def test_it_refuses_what_is_no_list_a_page(document, running, path):
    answer = asking(f"{path}?page=1", running.slug)
    assert (answer.status_code, faults(document, path, answer)) == (422, [])


@pytest.mark.parametrize("path", EVERY)
def test_it_says_that_there_is_no_such_page(document, running, season, path):
    answer = asking(f"{path}?page=99", running.slug)
    assert (answer.status_code, faults(document, path, answer)) == (404, [])


@pytest.mark.parametrize(("path", "asked"), EVERY.items())
def test_it_names_what_each_list_can_be_asked_for(document, path, asked):
    parameters = document["paths"][f"/api/v1{path}"]["get"]["parameters"]
    named = {one["name"] for one in parameters if one["in"] == "query"} - {"page", "page_size"}
    assert named == set(asked)


# ------------------------------------------------------------------ one competition
@pytest.mark.parametrize("query", ["", "?round=1", "?round=1&alone=1"])
def test_it_ranks_as_the_document_says(document, running, table, play, query):
    play(table)
    path = "/competitions/{slug}/standings"
    answer = asking(path + query, running.slug)
    assert answer.json()["standings"]
    assert (answer.status_code, faults(document, path, answer)) == (200, [])


@pytest.mark.parametrize(("query", "status"), [("?round=x", 422), ("?round=99", 404)])
def test_it_refuses_to_rank_as_the_document_says(document, running, query, status):
    path = "/competitions/{slug}/standings"
    answer = asking(path + query, running.slug)
    assert (answer.status_code, faults(document, path, answer)) == (status, [])


def test_it_describes_a_competition_as_the_document_says(document, running):
    path = "/competitions/{slug}"
    answer = asking(path, running.slug)
    assert (answer.json()["slug"], answer.status_code) == (running.slug, 200)
    assert faults(document, path, answer) == []


# ------------------------------------------------------------------ the tablet
DEALS, ONE = "/table/deals", "/table/deals/{number}"


def judged(document: dict[str, Any], path: str, answer: Any, method: str = "post") -> tuple[int, list[str]]:
    """Give an answer's status and what the document finds wrong with it."""
    return answer.status_code, faults(document, path, answer, method)


def test_it_pairs_as_the_document_says(document, running, olive):
    issued = devices.pairing_code_issue(competition=running, table_number=3, actor=olive)
    sent = [{"code": issued.long}, {"code": issued.long}, {}]
    answers = [Client().post("/api/v1/pair", body, content_type="application/json") for body in sent]
    found = [judged(document, "/pair", answer) for answer in answers]
    assert found == [(201, []), (404, []), (422, [])]


def test_it_shows_the_table_as_the_document_says(document, get, post, table):
    assert judged(document, "/table", get("/table"), "get") == (200, [])
    post(DEALS, declared.body(table))
    post(DEALS, declared.body(table, context="0" * 64))
    post("/table/call", {"reason": "A tile fell"})
    shown = get("/table")
    assert all(shown.json()[part] for part in ("deals", "held", "call"))
    assert judged(document, "/table", shown, "get") == (200, [])


def test_it_takes_a_deal_as_the_document_says(document, post, table):
    body = declared.body(table)
    late = declared.body(table, context="0" * 64)
    answers = [post(DEALS, sent) for sent in (body, body, late, {}, body | {"deal": 2})]
    found = [judged(document, DEALS, answer) for answer in answers]
    assert found == [(201, []), (200, []), (202, []), (422, []), (422, [])]


def test_it_names_every_fault_of_a_deal_as_the_document_says(document, post, table, play):
    bare = declared.with_hand("E", {"points": 12})
    copied = declared.with_hand("E", declared.rack("B9 B9 B5 B7 C1 C3 C5 C7 D1 D3 D5 D7 WN"))
    for _ in range(2):
        play(table, wonders())
    told = [post(DEALS, declared.body(table, content)) for content in (bare, copied, wonders())]
    assert [judged(document, DEALS, answer) for answer in told] == [(422, [])] * 3
    codes = [{fault["code"] for fault in answer.json()["errors"]} for answer in told]
    assert codes == [{"tiles_required"}, {"too_many_of_kind_in_deal"}, {"special_hand_repeated"}]


def test_it_works_a_deal_out_as_the_document_says(document, post, table):
    path = f"{DEALS}/preview"
    sent = [declared.body(table), declared.won(winners=[]), {}]
    assert [judged(document, path, post(path, body)) for body in sent] == [(200, []), (422, []), (422, [])]


@pytest.mark.parametrize("answer", ["confirm", "dispute"])
def test_it_takes_a_players_word_as_the_document_says(document, post, table, answer):
    recorded = post(DEALS, declared.body(table)).json()
    word = {"seat": "E", "sha256": recorded["sha256"]}
    asked = [(1, word), (1, word | {"sha256": "0" * 64}), (1, {}), (9, word)]
    answers = [post(f"{DEALS}/{number}/{answer}", body) for number, body in asked]
    found = [judged(document, f"{ONE}/{answer}", one) for one in answers]
    assert found == [(200, []), (409, []), (422, []), (404, [])]


@pytest.mark.parametrize(
    ("path", "sound", "faulty"),
    [("/table/call", {"reason": "A tile fell"}, {"reason": 1}), ("/table/heartbeat", {"unsent": 0}, {})],
)
def test_it_hears_the_table_as_the_document_says(document, post, table, path, sound, faulty):
    answers = [judged(document, path, post(path, body)) for body in (sound, faulty)]
    assert answers == [(200, []), (422, [])]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "/table"),
        *(("post", path) for path in (DEALS, f"{DEALS}/preview", "/table/call", "/table/heartbeat")),
        *(("post", f"{ONE}/{last}") for last in ("confirm", "dispute", "correct", "correct/preview")),
    ],
)
def test_it_lets_nobody_in_as_the_document_says(document, method, path):
    answer = getattr(Client(), method)(f"/api/v1{path.format(number=1)}")
    assert judged(document, path, answer, method) == (401, [])


WORD = {"seat": "E", "sha256": "0" * 64}
UNSEATED = {"key": str(uuid4()), "deal": 1, "seating_version": 0, "context": "0" * 64}


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/table/call", {}),
        (DEALS, declared.won(**UNSEATED)),
        (f"{DEALS}/preview", declared.won()),
        (f"{ONE}/confirm", WORD),
        (f"{ONE}/dispute", WORD),
        (f"{ONE}/correct/preview", declared.won()),
    ],
)
def test_it_says_that_no_round_runs_as_the_document_says(document, tournament, olive, path, sent):
    code = devices.pairing_code_issue(competition=tournament, table_number=3, actor=olive)
    token = devices.device_pair(code=code.long, address="127.0.0.1").token
    headers = {"Authorization": f"Bearer {token}"}
    address = f"/api/v1{path.format(number=1)}"
    answer = Client().post(address, sent, content_type="application/json", headers=headers)
    assert judged(document, path, answer) == (409, [])
