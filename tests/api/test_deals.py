"""POST /api/v1/table/deals: recorded, replayed, held, or refused with everything that is wrong."""

import copy
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from tests import declared
from tests.api.conftest import Answer, faults
from tests.conftest import Tam
from tournaments.deal import hashes
from tournaments.models import Action, DealVersion, HeldSubmission, Outbox, ScoreRow, Table
from tournaments.services import deals, devices, held, locks, rounds
from tournaments.services.deals import LATER, MOST_A_MINUTE

DEALS = "/table/deals"


def nothing_stored() -> bool:
    return not (DealVersion.objects.exists() or HeldSubmission.objects.exists() or ScoreRow.objects.exists())


# ------------------------------------------------------------------ recorded
def test_it_records_a_won_deal_and_explains_it(post: Answer, table: Table) -> None:
    body = declared.body(table)
    answer = post(DEALS, body)
    receipt = answer.json()
    version = DealVersion.objects.get()
    assert answer.status_code == 201
    assert receipt["status"] == "recorded"
    assert (receipt["key"], receipt["deal"], receipt["version"]) == (body["key"], 1, 1)
    assert (receipt["sha256"], receipt["chain"]) == (version.sha256, version.chain)
    assert receipt["fingerprint"] == hashes.sha256(body)
    assert receipt["net"] == receipt["scores"] == version.net
    assert receipt["next"] == {"deal": 2, "east": "S", "round_wind": "E"}
    assert [line["code"] for line in receipt["lines"]["seats"]["S"] if line["code"] == "mahjong"] == [
        "mahjong"
    ]
    assert {payment["to"] for payment in receipt["lines"]["payments"]} == {"S"}


def test_it_records_a_draw_without_hands(post: Answer, table: Table) -> None:
    receipt = post(DEALS, declared.body(table, declared.draw())).json()
    assert receipt["net"] == {"E": 0, "S": 0, "W": 0, "N": 0}
    assert receipt["next"] == {"deal": 2, "east": "E", "round_wind": "E"}


def test_it_records_a_deal_whose_preview_the_tablet_agrees_with(post: Answer, table: Table) -> None:
    net = post("/table/deals/preview", declared.body(table)).json()["net"]
    assert post(DEALS, declared.body(table, expected=net)).status_code == 201


def test_it_records_who_forgot_to_declare_fishing(post: Answer, table: Table) -> None:
    forgot = [{"code": "fishing_not_declared", "offender": "N"}]
    receipt = post(DEALS, declared.body(table, declared.won(events=forgot))).json()
    version = DealVersion.objects.get()
    assert (receipt["status"], version.content["events"]) == ("recorded", forgot)
    assert version.net == {"E": -80, "S": 160, "W": -40, "N": -40}  # it costs nothing by itself


def test_it_refuses_the_win_of_who_forgot_to_declare_fishing(post: Answer, table: Table) -> None:
    forgot = [{"code": "fishing_not_declared", "offender": "S"}]
    answer = post(DEALS, declared.body(table, declared.won(events=forgot)))
    assert (answer.status_code, faults(answer)) == (422, {("", "fishing_not_declared")})
    assert nothing_stored()


# ------------------------------------------------------------------ replayed
def test_it_gives_the_first_answer_when_the_tablet_retries(post: Answer, table: Table) -> None:
    body = declared.body(table)
    first, second = post(DEALS, body), post(DEALS, body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.json() == first.json() | {"status": "replayed"}
    assert DealVersion.objects.count() == 1


def test_it_gives_the_first_answer_after_the_round_is_closed(post: Answer, table: Table, olive: Any) -> None:
    body = declared.body(table)
    post(DEALS, body)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    assert post(DEALS, body).json()["status"] == "replayed"


def test_it_refuses_a_key_used_for_another_content(post: Answer, table: Table) -> None:
    body = declared.body(table)
    post(DEALS, body)
    answer = post(DEALS, {**body, **declared.won("W", "N")})
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert DealVersion.objects.get().fingerprint == hashes.sha256(body)


# ------------------------------------------------------------------ held
HELD = [
    ("deal_out_of_order", {"deal": 2}),
    ("context_changed", {"context": "0" * 64}),
    ("seating_changed", {"seating_version": 999}),
    ("score_mismatch", {"expected": {"E": -1, "S": 1, "W": 0, "N": 0}}),
]


@pytest.mark.parametrize(("code", "changes"), HELD, ids=[code for code, _ in HELD])
def test_it_holds_what_cannot_be_recorded_here_and_now(
    post: Answer, get: Answer, table: Table, code: str, changes: dict[str, Any]
) -> None:
    body = declared.body(table, **changes)
    answer = post(DEALS, body)
    receipt = answer.json()
    assert (answer.status_code, receipt["status"], receipt["code"]) == (202, "held", code)
    assert receipt["message"]
    assert receipt["fingerprint"] == hashes.sha256(body)
    assert (receipt["version"], receipt["net"]) == (None, None)
    assert not DealVersion.objects.exists()
    assert [(held["code"], held["ruling"]) for held in get("/table").json()["held"]] == [(code, None)]
    assert post(DEALS, body).status_code == 202
    assert HeldSubmission.objects.count() == 1


def test_it_holds_a_deal_that_is_already_recorded(post: Answer, table: Table) -> None:
    late = declared.body(table, declared.won("W", "N"))
    post(DEALS, declared.body(table))
    assert post(DEALS, late).json()["code"] == "deal_already_recorded"


def test_it_holds_a_deal_that_comes_after_the_round_was_closed(
    post: Answer, table: Table, olive: Any
) -> None:
    body = declared.body(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    assert post(DEALS, body).json()["code"] == "round_closed"


def test_it_records_a_deal_that_came_too_early_when_its_turn_comes(post: Answer, table: Table) -> None:
    first = declared.body(table, declared.draw())
    post(DEALS, first)
    second, third = declared.body(table, declared.draw()), None
    DealVersion.objects.get()
    third = {**second, "key": str(uuid4()), "deal": 3, "context": later_context(table, 3)}
    assert post(DEALS, third).json()["code"] == "deal_out_of_order"
    post(DEALS, second)
    assert post(DEALS, third).json()["status"] == "replayed"
    assert DealVersion.objects.count() == 3


def later_context(table: Table, number: int) -> str:
    from scoring import Position
    from tournaments.selectors import tables

    return tables.context_hash(table, Position(number, "E", "E"))


# ------------------------------------------------------------------ refused: mah-jong
def test_it_refuses_an_impossible_hand_with_every_fault(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["S"] = {
        "melds": [{"tiles": ["B1", "B2", "B3"]}, {"tiles": ["B4", "B5", "B6"]}],
        "concealed": ["C1"] * 5 + ["D2"] * 3,
        "winning_tile": "D2",
    }
    answer = post(DEALS, declared.body(table, content))
    assert (answer.status_code, answer.json()["code"]) == (422, "deal_refused")
    found = {(fault["seat"], fault["code"]) for fault in answer.json()["errors"]}
    assert ("S", "too_many_of_kind") in found
    assert nothing_stored()


def test_it_refuses_two_chows_with_a_sentence(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["S"] = {
        "melds": [{"tiles": ["C1", "C2", "C3"]}, {"tiles": ["D4", "D5", "D6"]}],
        "concealed": ["B9", "B9", "B9", "D9", "D9", "D9", "WE", "WE"],
        "winning_tile": "WE",
    }
    fault = next(f for f in post(DEALS, declared.body(table, content)).json()["errors"] if f["seat"] == "S")
    assert fault["code"] == "too_many_chows"
    assert fault["message"].startswith("A mah-jong may hold")


def test_it_refuses_a_fifth_copy_across_the_four_hands(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["E"]["concealed"][:2] = ["B9", "B9"]
    codes = {fault["code"] for fault in post(DEALS, declared.body(table, content)).json()["errors"]}
    assert "too_many_of_kind_in_deal" in codes


def test_it_refuses_bare_points_where_tiles_are_wanted(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["E"] = {"points": 12}
    assert faults(post(DEALS, declared.body(table, content))) == {("", "tiles_required")}


def test_it_takes_bare_points_where_the_event_allows_them(post: Answer, table: Table, running: Any) -> None:
    running.entry_level = "points"
    running.save()
    values = {"E": 20, "S": 80, "W": 60, "N": 40}
    content = {
        **declared.won("S", None),
        "hands": {seat: {"points": value} for seat, value in values.items()},
    }
    assert post(DEALS, declared.body(table, content)).json()["net"] == {
        "E": -280,
        "S": 320,
        "W": 20,
        "N": -60,
    }


# ------------------------------------------------------------------ refused: shape
def changed(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *way, last = path.split("/")
    one: Any = body
    for step in way:
        one = one[int(step)] if isinstance(one, list) else one[step]
    one[int(last) if isinstance(one, list) else last] = value
    return body


SHAPES: list[tuple[str, Any, str, str]] = [
    ("deal", 1.0, "deal", "wrong_type"),
    ("deal", 1.7, "deal", "wrong_type"),
    ("deal", True, "deal", "wrong_type"),
    ("deal", "1", "deal", "wrong_type"),
    ("deal", "1_000", "deal", "wrong_type"),
    ("deal", "٣", "deal", "wrong_type"),
    ("deal", None, "deal", "null"),
    ("deal", [1], "deal", "wrong_type"),
    ("deal", 0, "deal", "out_of_range"),
    ("deal", -1, "deal", "out_of_range"),
    ("deal", 10**12, "deal", "out_of_range"),
    ("seating_version", False, "seating_version", "wrong_type"),
    ("key", "not-a-key", "key", "wrong_form"),
    ("key", 7, "key", "wrong_type"),
    ("key", "{6F9619FF-8B86-D011-B42D-00CF4FC964FF}", "key", "wrong_form"),
    ("context", "xyz", "context", "wrong_form"),
    ("outcome", "victory", "outcome", "not_a_choice"),
    ("outcome", 1, "outcome", "wrong_type"),
    ("winners", "S", "winners", "not_a_list"),
    ("winners", ["S", "S"], "winners", "repeated"),
    ("winners", ["X"], "winners[0]", "not_a_choice"),
    ("winners", {}, "winners", "not_a_list"),
    ("discarder", "east", "discarder", "not_a_choice"),
    ("hands", [], "hands", "invalid"),
    ("hands/Q", {}, "hands.Q", "unknown_field"),
    ("hands/E", 12, "hands.E", "invalid"),
    ("hands/E", {"points": 12.5}, "hands.E.points", "wrong_type"),
    ("hands/E", {"points": "1_000"}, "hands.E.points", "wrong_type"),
    ("hands/E", {"points": -1}, "hands.E.points", "out_of_range"),
    ("hands/E", {"points": 12, "flags": []}, "hands.E.flags", "unknown_field"),
    ("hands/E/concealed", "B1", "hands.E.concealed", "not_a_list"),
    ("hands/E/concealed", [1], "hands.E.concealed[0]", "wrong_type"),
    ("hands/E/concealed", ["B1"] * 65, "hands.E.concealed", "max_length"),
    ("hands/E/previous", ["purity"], "hands.E.previous", "unknown_field"),
    ("hands/S/melds/0/open", True, "hands.S.melds[0].open", "unknown_field"),
    ("hands/S/melds/0/concealed", "false", "hands.S.melds[0].concealed", "wrong_type"),
    ("hands/S/melds/0/concealed", 0, "hands.S.melds[0].concealed", "wrong_type"),
    ("events", [{"code": "cannon", "offender": "E", "amount": 5}], "events[0].amount", "unknown_field"),
    ("events", [{"code": "cannon"}], "events[0].offender", "required"),
    ("expected", {"E": 0}, "expected.S", "required"),
    ("client_time", "x" * 41, "client_time", "too_long"),
    ("client_time", "\u202etime", "client_time", "unfit_text"),
    ("table", 3, "table", "unknown_field"),
    ("is_staff", True, "is_staff", "unknown_field"),
]


@pytest.mark.parametrize(("where", "value", "path", "code"), SHAPES)
def test_it_refuses_another_shape_and_says_where(
    post: Answer, table: Table, where: str, value: Any, path: str, code: str
) -> None:
    answer = post(DEALS, changed(copy.deepcopy(declared.body(table)), where, value))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert (path, code) in faults(answer)
    assert all(fault["message"] for fault in answer.json()["errors"])
    assert nothing_stored()


def test_it_names_every_fault_of_the_shape_at_once(post: Answer, table: Table) -> None:
    body = declared.body(table, deal="1", winners=["S", "Q"], colour="red")
    del body["key"]
    assert faults(post(DEALS, body)) == {
        ("key", "required"),
        ("deal", "wrong_type"),
        ("winners[1]", "not_a_choice"),
        ("colour", "unknown_field"),
    }


def test_it_says_beside_which_seat_a_fault_of_the_shape_is(post: Answer, table: Table) -> None:
    content = copy.deepcopy(declared.won())
    content["hands"]["W"]["colour"] = "red"
    assert post(DEALS, declared.body(table, content)).json()["errors"][0]["seat"] == "W"


MALFORMED = [
    b" ",
    b"{",
    b"{'key': 1}",
    b"[1,]",
    b'{"deal": NaN}',
    b'{"deal": Infinity}',
    b'{"deal": -Infinity}',
    b'{"deal": 1e999}',
    b'{"deal": 1, "deal": 2}',
    b'{"hands": {"E": {}, "E": {}}}',
    b"\xff\xfe{}",
    b'{"key": "\\u0000"}',
    b'{"key": "\\ud800"}',
    b'{"\\u0000": 1}',
    b"[" * 8000,
    b"[" * 20 + b"]" * 20,
    b'{"deal": ' + b"9" * 5000 + b"}",
    b"\xef\xbb\xbf{}",
]


@pytest.mark.parametrize("raw", MALFORMED, ids=range(len(MALFORMED)))
def test_it_refuses_what_is_no_json(post: Answer, raw: bytes) -> None:
    answer = post(DEALS, raw=raw)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed_json")
    assert answer.json()["message"]
    assert nothing_stored()


@pytest.mark.parametrize("value", [[], "text", 7, None, True])
def test_it_refuses_json_that_is_no_object(post: Answer, value: Any) -> None:
    assert post(DEALS, value).status_code == 422
    assert nothing_stored()


def test_it_refuses_more_than_16_kib_before_reading_it(post: Answer, table: Table) -> None:
    answer = post(DEALS, raw=json.dumps(declared.body(table)).encode() + b" " * 16 * 1024)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_it_refuses_another_kind_of_body(tam: Tam, table: Table) -> None:
    answer = Client().post("/api/v1/table/deals", {"deal": 1}, headers=tam.headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


# ------------------------------------------------------------------ unknown: send again
def test_it_asks_for_a_retry_when_the_database_is_locked(
    post: Answer, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(**_: Any) -> None:
        raise OperationalError("database is locked")

    body = declared.body(table)
    monkeypatch.setattr("tournaments.api.table.views.deal_submit", locked)
    answer = post(DEALS, body)
    assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (
        503,
        "unknown_outcome",
        "2",
    )
    monkeypatch.undo()
    assert post(DEALS, body).status_code == 201


# ------------------------------------------------------------------ who may
def test_it_refuses_a_tablet_that_is_not_paired(table: Table) -> None:
    answer = Client().post("/api/v1/table/deals", declared.body(table), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer wrong", "Basic dXNlcjpwYXNz", "Token x"])
def test_it_refuses_another_token(table: Table, header: str) -> None:
    answer = Client().get("/api/v1/table", headers={"Authorization": header})
    assert answer.json()["code"] == "not_authenticated"


def test_it_refuses_a_revoked_tablet_at_once(post: Answer, table: Table, tam: Tam, olive: Any) -> None:
    devices.device_revoke(device=tam.device, actor=olive)
    assert post(DEALS, declared.body(table)).status_code == 401
    assert nothing_stored()


def test_it_refuses_a_tablet_revoked_while_it_waited_for_the_lock(
    post: Answer, table: Table, tam: Tam, olive: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for = locks.wait_for_table

    def slow(one: Table) -> None:
        devices.device_revoke(device=tam.device, actor=olive)
        wait_for(one)

    body = declared.body(table)
    monkeypatch.setattr(locks, "wait_for_table", slow)
    assert post(DEALS, body).status_code == 401
    assert nothing_stored()


def test_it_writes_to_the_table_of_the_token_whatever_else_is_claimed(post: Answer, table: Table) -> None:
    other = Table.objects.select_related("round__competition").get(round=table.round, number=1)
    receipt = post(DEALS, declared.body(other)).json()
    assert (receipt["status"], receipt["code"]) == ("held", "context_changed")
    assert not DealVersion.objects.filter(table=other).exists()


def test_it_keeps_the_answers_out_of_caches_and_leaves_no_half_deal(post: Answer, table: Table) -> None:
    before = (Action.objects.count(), Outbox.objects.count())
    answer = post(DEALS, declared.body(table, deal="1"))
    assert answer.headers["Cache-Control"] == "no-store"
    assert (Action.objects.count(), Outbox.objects.count()) == before


# ------------------------------------------------------------------ what a tablet may leave with the referee
@pytest.fixture
def hold(post: Answer, table: Table) -> Any:
    """Send so many deals that nobody can record."""
    return lambda times: [
        post("/table/deals", declared.body(table, declared.draw(), context="0" * 64)) for _ in range(times)
    ]


def test_it_holds_so_many_deals_of_a_tablet_in_a_minute(hold: Any, get: Answer) -> None:
    answers = hold(MOST_A_MINUTE + 5)
    assert [one.status_code for one in answers] == [202] * MOST_A_MINUTE + [429] * 5
    assert (answers[-1].json()["code"], answers[-1]["Retry-After"]) == ("too_many_held", str(LATER))
    assert len(get("/table").json()["held"]) == HeldSubmission.objects.count() == MOST_A_MINUTE
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        assert hold(1)[0].status_code == 202


def test_it_holds_so_many_deals_of_a_tablet_at_all(hold: Any, rafe: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(deals, "MOST_WAITING", 3)
    assert [one.status_code for one in hold(4)] == [202, 202, 202, 429]
    held.held_decline(held=HeldSubmission.objects.earliest("pk"), reason="Twice.", actor=rafe)
    assert [one.status_code for one in hold(2)] == [202, 429]


def test_it_takes_what_was_too_much_when_there_is_room(
    hold: Any, post: Answer, table: Table, rafe: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(deals, "MOST_WAITING", 1)
    hold(1)
    body = declared.body(table, declared.draw(), context="0" * 64)
    assert post("/table/deals", body).status_code == 429
    held.held_decline(held=HeldSubmission.objects.get(), reason="Twice.", actor=rafe)
    assert post("/table/deals", body).status_code == 202


def test_it_records_what_can_be_recorded_however_much_is_held(
    hold: Any, post: Answer, table: Table, monkeypatch: Any
) -> None:
    monkeypatch.setattr(deals, "MOST_WAITING", 1)
    assert hold(2)[1].status_code == 429
    assert post("/table/deals", declared.body(table)).status_code == 201


def test_it_tells_a_table_again_of_the_newest_rulings_only(
    hold: Any, get: Answer, rafe: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("tournaments.api.table.output.MOST_RULED", 2)
    hold(4)
    first, second, third, waiting = HeldSubmission.objects.order_by("pk")
    for one in (third, first, second):
        held.held_decline(held=one, reason="Twice.", actor=rafe)
    assert [one["key"] for one in get("/table").json()["held"]] == [
        str(one.key) for one in (first, second, waiting)
    ]
