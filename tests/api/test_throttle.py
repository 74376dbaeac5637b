"""How often one address may ask the public API: what is said beyond it, and who is not counted."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from tests import declared
from tests.api.conftest import Answer
from tournaments.api.throttles import PerAddress
from tournaments.models import Table

HALL, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def _three_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PerAddress, "rate", "3/min", raising=False)


def asking(path: str = "/api/v1/competitions", address: str = HALL, times: int = 1, **headers: str) -> Any:
    """Ask so often, and give the last answer."""
    return [Client(REMOTE_ADDR=address).get(path, headers=headers) for _ in range(times)][-1]


def test_it_answers_so_many_requests_and_then_says_when_to_ask_again(running: Any) -> None:
    with time_machine.travel("2026-04-18T10:00:00Z", tick=False) as clock:
        assert asking(times=3).status_code == 200
        clock.shift(20)
        refused = asking()
        assert (refused.status_code, refused["Retry-After"]) == (429, "40")
        assert refused.json() == {
            "code": "too_many_requests",
            "message": "Too many requests came from this address. Seconds to wait: 40.",
            "facts": {"seconds": 40},
            "errors": [],
        }
        clock.shift(40)
        assert asking().status_code == 200


def test_it_lets_no_cache_keep_the_refusal(running: Any) -> None:
    refused = asking(times=4)
    assert (refused.status_code, refused["Cache-Control"]) == (429, "no-store")
    assert not refused.has_header("ETag")


def test_it_counts_every_public_address_as_one(running: Any) -> None:
    for path in ("leagues", "players", f"competitions/{running.slug}/standings"):
        assert asking(f"/api/v1/{path}").status_code == 200
    assert asking().status_code == 429


def test_it_counts_an_unchanged_answer_like_any_other(running: Any) -> None:
    tag = asking()["ETag"]
    known = [asking(**{"If-None-Match": tag}).status_code for _ in range(3)]
    assert known == [304, 304, 429]


def test_it_counts_each_address_for_itself(running: Any) -> None:
    asking(times=4)
    assert asking(address=ELSEWHERE).status_code == 200


def test_it_counts_a_network_of_ipv6_as_one_address(running: Any) -> None:
    for last in (1, 2, 3):
        assert asking(address=f"2001:db8::{last}").status_code == 200
    assert asking(address="2001:db8::4").status_code == 429
    assert asking(address="2001:db8:0:1::4").status_code == 200


@pytest.mark.parametrize(("behind", "status"), [(True, 200), (False, 429)])
def test_it_believes_only_its_own_proxy_about_the_address(
    running: Any, settings: Any, behind: bool, status: int
) -> None:
    settings.BEHIND_PROXY = behind
    asking(times=4, **{"X-Forwarded-For": f"{ELSEWHERE}, {HALL}"})
    assert asking(**{"X-Forwarded-For": f"{HALL}, {ELSEWHERE}"}).status_code == status


def test_it_does_not_count_tablets_and_what_a_crowd_reads(
    running: Any, table: Table, get: Answer, post: Answer
) -> None:
    address = "127.0.0.1"  # the tablets' own, and the limit of the lists is reached there
    assert asking(address=address, times=4).status_code == 429
    assert post("/table/deals", declared.body(table)).status_code == 201
    assert [get("/table").status_code for _ in range(4)] == [200] * 4
    pages = [f"/c/{running.slug}/standings/fragment", f"/c/{running.slug}/", "/"]
    assert [asking(page, address, times=4).status_code for page in pages] == [200] * 3
    assert asking(address=address).status_code == 429


def test_it_counts_nothing_where_no_bound_is_wanted(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PerAddress, "rate", None)
    monkeypatch.setattr(PerAddress, "THROTTLE_RATES", {"public": None})
    assert asking(times=9).status_code == 200
