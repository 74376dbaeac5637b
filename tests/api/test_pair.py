"""POST /api/v1/pair: a code for a token, once."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import islice, product
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from tests.api.conftest import faults
from tests.conftest import Tam
from tournaments.api.authentication import cookie_name
from tournaments.models import Action, Device, Table, Throttle
from tournaments.refusals import Refusal
from tournaments.services import devices
from tournaments.services.devices import (
    BURST,
    EACH_OF_ADDRESS,
    EACH_OF_CODE,
    SHORT_ALPHABET,
    SHORT_LENGTH,
    IssuedCode,
)


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


@pytest.mark.parametrize("kind", ["long", "short"])
def test_it_counts_no_wrong_guess_where_the_table_is_taken(tam: Tam, code: IssuedCode, kind: str) -> None:
    for _ in range(BURST + 1):
        assert pairing(getattr(code, kind)).json()["code"] == "table_taken"


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


# ------------------------------------------------------------------ guessing
def guesses(like: str = "") -> Iterator[str]:
    """Give typed codes that nobody was given; with the name of a code `like` that one."""
    for ending in product(SHORT_ALPHABET, repeat=SHORT_LENGTH - len(like)):
        yield like + "".join(ending)


def typed(codes: Iterator[str], times: int, **headers: str) -> list[str]:
    return [pairing(next(codes), **headers).json()["code"] for _ in range(times)]


def test_it_slows_a_guesser_down_after_a_few_wrong_codes(code: IssuedCode) -> None:
    wrong = guesses()
    assert typed(wrong, BURST + 20) == ["code_wrong"] * BURST + ["too_many_codes"] * 20
    stopped = pairing(next(wrong))
    assert (stopped.status_code, stopped["Retry-After"]) == (429, "180")
    with time_machine.travel(timezone.now() + EACH_OF_ADDRESS):
        assert typed(wrong, 2) == ["code_wrong", "too_many_codes"]


@pytest.mark.parametrize("kind", ["long", "short"])
def test_it_pairs_with_a_right_code_beside_a_guesser_at_its_address(code: IssuedCode, kind: str) -> None:
    assert "too_many_codes" in typed(guesses(), 25)
    assert pairing(getattr(code, kind)).status_code == 201


def test_it_neither_counts_nor_refuses_what_is_scanned(code: IssuedCode) -> None:
    for number in range(25):
        assert pairing(f"{number:032}").json()["code"] == "code_wrong"
    assert typed(guesses(), 1) == ["code_wrong"]
    assert not Throttle.objects.filter(tried_until__gt=timezone.now() + EACH_OF_ADDRESS).exists()
    assert pairing(code.long).status_code == 201


def test_it_looks_at_few_guesses_at_one_code_from_however_many_addresses(
    code: IssuedCode, settings: Any
) -> None:
    settings.BEHIND_PROXY = True
    wrong = guesses(like=code.short[:3])
    said = [typed(wrong, 1, **{"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(30)]
    assert said.count(["code_wrong"]) == BURST
    later = timezone.now() + EACH_OF_CODE
    with time_machine.travel(later):
        assert pairing(code.short, **{"X-Forwarded-For": "203.0.113.7"}).status_code == 201


def test_it_counts_a_subscriber_once_however_many_addresses_they_have(db: None, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    wrong = guesses()
    said = [typed(wrong, 1, **{"X-Forwarded-For": f"2001:db8::{n}"}) for n in range(1, BURST + 2)]
    assert said == [["code_wrong"]] * BURST + [["too_many_codes"]]


@pytest.mark.parametrize("address", ["", "not an address", "192.0.2.1", "::ffff:192.0.2.1"])
def test_it_takes_whatever_the_server_calls_an_address(db: None, address: str) -> None:
    with pytest.raises(Refusal, match="code_wrong"):
        devices.device_pair(code="BCDFGHJK", address=address)


@pytest.mark.parametrize("like", [0, 3])
@pytest.mark.django_db(transaction=True)
def test_it_counts_parallel_guesses_one_by_one(code: IssuedCode, like: int) -> None:
    def guess(wrong: str) -> str:
        try:
            return pairing(wrong).json()["code"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as people:
        said = list(people.map(guess, islice(guesses(like=code.short[:like]), 60)))
    assert 0 < said.count("code_wrong") <= BURST  # the clock of one that waited may be behind
    assert set(said) == {"code_wrong", "too_many_codes"}


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
