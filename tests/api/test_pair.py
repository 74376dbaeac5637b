"""POST /api/v1/pair: a code for a token, once."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from tests.api.conftest import faults
from tests.conftest import Tam
from tournaments.api.authentication import cookie_name
from tournaments.models import Action, Device, Table
from tournaments.services import devices
from tournaments.services.devices import WRONG_PER_HOUR, IssuedCode


@pytest.fixture
def code(running: Any, olive: Any) -> IssuedCode:
    return devices.pairing_code_issue(competition=running, table_number=3, actor=olive)


def pairing(code: Any, **headers: str) -> Any:
    return Client().post(
        "/api/v1/pair", json.dumps({"code": code}), content_type="application/json", headers=headers
    )


@pytest.mark.parametrize("typed", ["long", "short", "spaced"])
def test_it_gives_a_token_for_a_scanned_or_typed_code(code: IssuedCode, typed: str) -> None:
    said = {"long": code.long, "short": code.short.lower(), "spaced": f"{code.short[:4]} {code.short[4:]}"}[
        typed
    ]
    answer = pairing(said)
    assert (answer.status_code, answer.json()["table"]) == (201, 3)
    asked = Client().get("/api/v1/table", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    assert asked.json()["table"] == 3


def test_it_keeps_the_token_in_a_cookie_that_no_script_reads(code: IssuedCode, settings: Any) -> None:
    settings.HTTPS, settings.SECURE_SSL_REDIRECT = True, False
    answer = pairing(code.long)
    cookie = answer.cookies["__Host-sparrows_table"]
    assert cookie.value == answer.json()["token"]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"], cookie["domain"]) == (
        True,
        True,
        "Strict",
        "/",
        "",
    )


def test_it_takes_a_code_once(code: IssuedCode) -> None:
    assert pairing(code.long).status_code == 201
    again = pairing(code.long)
    assert (again.status_code, again.json()["code"]) == (404, "code_wrong")


def test_it_refuses_a_code_after_ten_minutes(code: IssuedCode) -> None:
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert pairing(code.long).json()["code"] == "code_wrong"


def test_it_takes_no_table_over_without_the_director(
    tam: Tam, code: IssuedCode, running: Any, olive: Any
) -> None:
    refused = pairing(code.long)
    assert (refused.status_code, refused.json()["code"]) == (409, "table_taken")
    assert Client().get("/api/v1/table", headers=tam.headers).status_code == 200
    devices.device_revoke(device=tam.device, actor=olive)
    assert pairing(code.long).status_code == 201  # the code was not used up


def test_it_lets_a_new_tablet_take_over_with_everything_of_the_table(
    tam: Tam, running: Any, olive: Any, table: Table, play: Any
) -> None:
    play(table)
    code = devices.pairing_code_issue(competition=running, table_number=3, actor=olive, takes_over=True)
    assert Client().get("/api/v1/table", headers=tam.headers).status_code == 200  # until it is paired
    answer = pairing(code.long)
    assert answer.status_code == 201
    assert Client().get("/api/v1/table", headers=tam.headers).status_code == 401
    asked = Client().get("/api/v1/table", headers={"Authorization": f"Bearer {answer.json()['token']}"})
    [deal] = asked.json()["deals"]
    assert (deal["deal"], deal["net"]["S"], deal["confirmation"]["state"]) == (1, 160, "confirmed")
    assert Action.objects.filter(verb="take_over_code", actor=olive).exists()


def test_it_counts_no_wrong_guess_where_the_table_is_taken(tam: Tam, code: IssuedCode) -> None:
    for _ in range(WRONG_PER_HOUR + 1):
        assert pairing(code.long).json()["code"] == "table_taken"


def test_it_has_one_tablet_for_a_table(tam: Tam) -> None:
    with pytest.raises(IntegrityError, match=r"one_tablet_per_table|UNIQUE"):
        Device.objects.create(competition=tam.device.competition, table_number=3, token_hash="0" * 64)


@pytest.mark.parametrize(
    ("body", "path", "fault"),
    [
        ({}, "code", "required"),
        ({"code": 12345678}, "code", "wrong_type"),
        ({"code": None}, "code", "null"),
        ({"code": "x" * 81}, "code", "too_long"),
        ({"code": "ABCD\u202eEFG"}, "code", "unfit_text"),
        ({"code": "A", "table": 3}, "table", "unknown_field"),
    ],
)
def test_it_refuses_another_shape(db: None, body: Any, path: str, fault: str) -> None:
    answer = Client().post("/api/v1/pair", json.dumps(body), content_type="application/json")
    assert (path, fault) in faults(answer)


def test_it_stops_guessing_after_twenty_wrong_codes(code: IssuedCode) -> None:
    codes = {pairing(f"WRNGCD{one:02}").json()["code"] for one in range(WRONG_PER_HOUR)}
    assert codes == {"code_wrong"}
    stopped = pairing(code.long)
    assert (stopped.status_code, stopped.json()["code"]) == (429, "too_many_codes")
    assert not Device.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_counts_parallel_guesses_one_by_one(code: IssuedCode) -> None:
    def guess(number: int) -> str:
        try:
            return pairing(f"WRNGCD{number:02}").json()["code"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as people:
        said = list(people.map(guess, range(60)))
    assert said.count("code_wrong") == WRONG_PER_HOUR
    assert said.count("too_many_codes") == 60 - WRONG_PER_HOUR


# ------------------------------------------------------------------ other sites
FOREIGN = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_it_refuses_to_pair_for_another_sites_page(code: IssuedCode, headers: dict[str, str]) -> None:
    assert pairing(code.long, **headers).json()["code"] == "cross_site"


@pytest.mark.parametrize("headers", [*FOREIGN, {}])
def test_it_refuses_a_cookie_that_another_page_sends(tam: Tam, headers: dict[str, str]) -> None:
    client = Client()
    client.cookies[cookie_name()] = tam.token
    answer = client.post("/api/v1/table/call", "{}", content_type="application/json", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}])
def test_it_takes_a_cookie_from_its_own_page(tam: Tam, headers: dict[str, str]) -> None:
    client = Client()
    client.cookies[cookie_name()] = tam.token
    answer = client.post("/api/v1/table/call", "{}", content_type="application/json", headers=headers)
    assert answer.status_code == 200
