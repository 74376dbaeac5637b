"""GET /api/v1/table and what a tablet does beside submitting: preview, answer, call, heartbeat."""

import copy
from typing import Any

import pytest
from django.test import Client

from tests import declared
from tests.api.conftest import Answer, faults
from tests.conftest import Tam
from tournaments.deal import hashes
from tournaments.models import Action, Confirmation, DealVersion, Device, HeldSubmission, RefereeCall, Table
from tournaments.services import clubs, corrections, devices, held, locks, rounds

PREVIEW = "/table/deals/preview"


# ------------------------------------------------------------------ the table
def test_it_says_who_sits_where_and_what_is_next(get: Answer, table: Table) -> None:
    state = get("/table").json()
    assert (state["table"], state["round"]["number"], state["round"]["state"]) == (3, 1, "running")
    assert [(seat["seat"], seat["wind"], seat["score"]) for seat in state["seats"]] == [
        ("E", "E", 0),
        ("S", "S", 0),
        ("W", "W", 0),
        ("N", "N", 0),
    ]
    assert state["next"] == {"deal": 1, "east": "E", "round_wind": "E"}
    assert state["context"] == declared.body(table)["context"]
    assert (state["entry_level"], state["rules"]["id"], state["rules"]["chows"]) == (
        "tiles",
        "bmja-tournament",
        1,
    )


def test_it_says_how_a_tablet_goes_on_without_the_server(get: Answer, post: Answer, table: Table) -> None:
    state = get("/table").json()
    assert hashes.sha256(state["context_of"] | state["next"]) == state["context"]
    assert state["rules"]["rotation"]["east_stays"] == ["east_wins", "draw"]
    post("/table/deals", declared.body(table, context="0" * 64))
    assert [one["winners"] for one in get("/table").json()["held"]] == [["S"]]


def test_it_lists_the_deals_with_their_lines(get: Answer, post: Answer, table: Table) -> None:
    post("/table/deals", declared.body(table))
    state = get("/table").json()
    [deal] = state["deals"]
    assert (deal["deal"], deal["winners"], deal["net"]) == (1, ["S"], DealVersion.objects.get().net)
    assert "mah-jong" in deal["said"]
    assert all(payment["text"] for payment in deal["lines"]["payments"])
    assert {seat["seat"]: seat["wind"] for seat in state["seats"]} == {"E": "N", "S": "E", "W": "S", "N": "W"}
    assert {seat["seat"]: seat["score"] for seat in state["seats"]} == deal["net"]


def test_it_tells_the_table_why_the_referee_declined(
    get: Answer, post: Answer, table: Table, rafe: Any
) -> None:
    post("/table/deals", declared.body(table, context="0" * 64))
    held.held_decline(held=HeldSubmission.objects.get(), reason="It was entered twice.", actor=rafe)
    [one] = get("/table").json()["held"]
    assert (one["ruling"]["decision"], one["ruling"]["reason"]) == ("declined", "It was entered twice.")


def test_it_shows_nobody_before_the_first_round(tournament: Any, olive: Any) -> None:
    code = devices.pairing_code_issue(competition=tournament, table_number=3, actor=olive)
    token = devices.device_pair(code=code.long, address="127.0.0.1").token
    state = Client().get("/api/v1/table", headers={"Authorization": f"Bearer {token}"}).json()
    assert (state["round"], state["seats"], state["next"]) == (None, [], None)


def test_it_takes_few_queries_however_many_deals(
    get: Answer, post: Answer, table: Table, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        post("/table/deals", declared.body(table, declared.draw()))
    with django_assert_max_num_queries(17):
        assert len(get("/table").json()["deals"]) == 3


def test_it_speaks_of_tiles_as_the_club_does(
    get: Answer, post: Answer, table: Table, club: Any, olive: Any
) -> None:
    assert get("/table").json()["tiles"] == {"style": "classic", "index": "letters", "words": "circles"}
    clubs.club_change(club=club, actor=olive, tile_style="large", tile_index="words", suit_words="bams")
    assert get("/table").json()["tiles"] == {"style": "large", "index": "words", "words": "bams"}
    answers = [
        post(PREVIEW, declared.won()).json(),
        post("/table/deals", declared.body(table)).json(),
        get("/table").json()["deals"][0],
    ]
    texts = [line["text"] for answer in answers for line in answer["lines"]["seats"]["S"]]
    assert texts.count("Exposed pung of 9 bam: 4 points.") == 3
    assert not [text for text in texts if "bamboo" in text]
    five = declared.won()
    five["hands"]["E"]["concealed"][:5] = ["B2"] * 5
    faults = [fault["message"] for fault in post(PREVIEW, five).json()["errors"]]
    assert [fault for fault in faults if "2 bam" in fault and "bamboo" not in fault]


# ------------------------------------------------------------------ preview
def test_it_works_a_deal_out_without_recording_it(post: Answer, table: Table) -> None:
    answer = post(PREVIEW, declared.won())
    shown = answer.json()
    assert answer.status_code == 200
    assert shown["values"]["S"] > 0
    assert sum(shown["net"].values()) == 0
    assert shown["net"]["S"] == sum(
        paid["amount"] for paid in shown["lines"]["payments"] if paid["to"] == "S"
    )
    assert shown["next"] == {"deal": 2, "east": "S", "round_wind": "E"}
    assert not DealVersion.objects.exists()


def test_it_values_the_hands_that_are_there(post: Answer, table: Table) -> None:
    content = declared.won()
    content["hands"] = {"S": content["hands"]["S"]}
    answer = post(PREVIEW, content)
    shown = answer.json()
    assert answer.status_code == 422
    assert {fault["code"] for fault in shown["errors"]} == {"hand_missing"}
    assert (shown["values"]["S"] > 0, shown["values"]["E"]) == (True, None)
    assert shown["lines"]["seats"]["S"]


def test_it_says_beside_which_seat_a_hand_is_impossible(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["W"]["concealed"][0] = "B10"
    found = {(fault["seat"], fault["code"]) for fault in post(PREVIEW, content).json()["errors"]}
    assert found == {("W", "unknown_tile")}


def test_it_takes_the_whole_submission_for_a_preview(post: Answer, table: Table) -> None:
    assert post(PREVIEW, declared.body(table)).status_code == 200


# ------------------------------------------------------------------ confirm, dispute
def answered(post: Answer, verb: str, number: int = 1, **changes: Any) -> Any:
    body = {"seat": "E", "sha256": DealVersion.objects.latest("pk").sha256, **changes}
    return post(f"/table/deals/{number}/{verb}", body)


def test_it_notes_what_a_player_says_of_a_deal(get: Answer, post: Answer, table: Table) -> None:
    post("/table/deals", declared.body(table))
    assert answered(post, "confirm").json()["answers"] == {"E": "confirm"}
    assert answered(post, "dispute", seat="N").json()["answers"] == {"E": "confirm", "N": "dispute"}
    assert answered(post, "confirm", seat="N").json()["answers"] == {"E": "confirm", "N": "confirm"}
    assert get("/table").json()["deals"][0]["answers"] == {"E": "confirm", "N": "confirm"}


def test_it_notes_the_same_word_once(post: Answer, table: Table) -> None:
    post("/table/deals", declared.body(table))
    answered(post, "confirm")
    answered(post, "confirm")
    assert Confirmation.objects.count() == 1
    assert Action.objects.filter(verb="deal_confirm").count() == 1


def test_it_refuses_a_word_on_a_content_that_changed(post: Answer, table: Table, rafe: Any) -> None:
    post("/table/deals", declared.body(table))
    seen = DealVersion.objects.get().sha256
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="as_played", reason="A draw.", actor=rafe
    )
    answer = answered(post, "confirm", sha256=seen)
    assert (answer.status_code, answer.json()["code"]) == (409, "version_changed")
    assert not Confirmation.objects.exists()


def test_it_refuses_a_word_on_a_deal_that_is_not_there(post: Answer, table: Table) -> None:
    answer = post("/table/deals/7/confirm", {"seat": "E", "sha256": "0" * 64})
    assert (answer.status_code, answer.json()["code"]) == (404, "deal_not_found")


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"seat": "X", "sha256": "0" * 64}, "seat", "not_a_choice"),
        ({"seat": "E"}, "sha256", "required"),
        ({"seat": "E", "sha256": "0"}, "sha256", "wrong_form"),
        ({"seat": 1, "sha256": None}, "sha256", "null"),
    ],
)
def test_it_refuses_another_shape_of_word(
    post: Answer, table: Table, body: Any, path: str, code: str
) -> None:
    assert (path, code) in faults(post("/table/deals/1/confirm", body))


# ------------------------------------------------------------------ call, heartbeat
def test_it_calls_the_referee_once(get: Answer, post: Answer, table: Table) -> None:
    assert post("/table/call", {"reason": "A wall fell."}).json()["reason"] == "A wall fell."
    assert post("/table/call", {}).status_code == 200
    assert RefereeCall.objects.get().table == table
    assert get("/table").json()["call"]["reason"] == "A wall fell."


def test_it_says_when_the_call_was_answered(get: Answer, post: Answer, table: Table, rafe: Any) -> None:
    post("/table/call", {"reason": "A wall fell."})
    revision = get("/table").json()["competition"]["revision"]
    call = RefereeCall.objects.get()
    devices.referee_answer(call=call, actor=rafe)
    devices.referee_answer(call=call, actor=rafe)
    state = get("/table").json()
    assert state["call"]["answered_at"]
    assert state["competition"]["revision"] == revision + 1
    assert Action.objects.filter(verb="referee_answered", actor=rafe).count() == 1
    again = post("/table/call", {"reason": "Another wall fell."}).json()
    assert (again["reason"], again["answered_at"]) == ("Another wall fell.", None)


def test_it_takes_a_call_back_unless_it_is_answered(
    get: Answer, post: Answer, table: Table, rafe: Any
) -> None:
    post("/table/call", {"reason": "A wall fell."})
    call = RefereeCall.objects.get()
    for _ in range(2):
        assert post("/table/call/back", {}).status_code == 200
    assert get("/table").json()["call"] is None
    assert not devices.referee_answer(call=call, actor=rafe)
    assert Action.objects.filter(verb="referee_call_taken_back").count() == 1
    assert not Action.objects.filter(verb="referee_answered").exists()
    post("/table/call", {"reason": "Another wall fell."})
    assert devices.referee_answer(call=RefereeCall.objects.latest("pk"), actor=rafe)
    post("/table/call/back", {})
    assert get("/table").json()["call"]["answered_at"]
    assert Action.objects.filter(verb="referee_call_taken_back").count() == 1


@pytest.mark.parametrize("reason", ["x" * 201, "a\u202eb", "line\nbreak", 7, ["x"]])
def test_it_refuses_a_reason_that_is_no_line_of_text(post: Answer, table: Table, reason: Any) -> None:
    assert post("/table/call", {"reason": reason}).status_code == 422
    assert not RefereeCall.objects.exists()


def test_it_notes_a_sign_of_life(post: Answer, tam: Tam) -> None:
    body = {"unsent": 2, "version": "1", "battery": 55, "persisted": True}
    assert set(post("/table/heartbeat", body).json()) == {"revision", "min_client"}
    device = Device.objects.get(pk=tam.device.pk)
    assert (device.unsent, device.app_version, device.battery, device.persisted) == (2, "1", 55, True)


@pytest.mark.parametrize(
    "body",
    [{"unsent": -1}, {"unsent": 1.5}, {"unsent": True}, {"unsent": 1, "battery": 101}, {"unsent": "1"}, {}],
)
def test_it_refuses_a_sign_of_life_that_is_none(post: Answer, body: Any) -> None:
    assert post("/table/heartbeat", body).status_code == 422


# ------------------------------------------------------------------ every address
ADDRESSES = [
    ("GET", "/table"),
    ("POST", PREVIEW),
    ("POST", "/table/deals"),
    ("POST", "/table/deals/1/confirm"),
    ("POST", "/table/deals/1/dispute"),
    ("POST", "/table/deals/1/correct"),
    ("POST", "/table/deals/1/correct/preview"),
    ("POST", "/table/call"),
    ("POST", "/table/call/back"),
    ("POST", "/table/heartbeat"),
]


@pytest.mark.parametrize("path", ["/table/deals/1/confirm", "/table/deals/1/dispute", "/table/call"])
def test_it_notes_nothing_of_a_tablet_revoked_while_it_waited_for_the_lock(
    post: Answer, table: Table, tam: Tam, olive: Any, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    recorded, wait_for = post("/table/deals", declared.body(table)).json(), locks.wait_for_table

    def slow(one: Table) -> None:
        devices.device_revoke(device=tam.device, actor=olive)
        wait_for(one)

    monkeypatch.setattr(locks, "wait_for_table", slow)
    body = {} if path == "/table/call" else {"seat": "E", "sha256": recorded["sha256"]}
    answer = post(path, body)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert (Confirmation.objects.count(), RefereeCall.objects.count()) == (0, 0)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_it_lets_nobody_in_without_a_token_and_no_cache_keep_it(db: None, method: str, path: str) -> None:
    answer = Client().generic(method, f"/api/v1{path}", "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/table"), ("DELETE", "/table/deals"), ("GET", "/pair")]
)
def test_it_refuses_another_verb(tam: Tam, method: str, path: str) -> None:
    answer = Client().generic(method, f"/api/v1{path}", headers=tam.headers)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_it_forgets_the_round_that_is_over(get: Answer, table: Table, olive: Any) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    assert get("/table").json()["round"]["state"] == "closed"


def test_it_shows_the_round_that_is_played_next_of_several(get: Answer, running: Any, olive: Any) -> None:
    first, second, third = running.rounds.order_by("number")
    for one in (second, third):
        rounds.round_publish(round=one, actor=olive)
    assert get("/table").json()["round"]["number"] == 1
    rounds.round_close(round=first, actor=olive, anyway=True)
    assert get("/table").json()["round"]["number"] == 2
    rounds.round_start(round=second, actor=olive)
    rounds.round_close(round=second, actor=olive, anyway=True)
    assert get("/table").json()["round"]["number"] == 3
