"""Deals carried over from a tablet: each goes the way of every submission, under its own key."""

import base64
import json
import zlib
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import Action, DealVersion, HeldSubmission, Table
from tournaments.services import rounds


def line(where: Table, body: dict[str, Any] | None = None, **changes: Any) -> str:
    """What the tablet of a table writes for a deal."""
    said = {"competition": where.round.competition.slug, "table": where.number, **changes}
    return json.dumps({**said, "body": body or declared.body(where)})


def packed(text: str) -> str:
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    data = deflate.compress(text.encode()) + deflate.flush()
    return f"https://hall.example/organise/c/x/tablets/deals#S1Z{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def take(client: Client, table: Table, text: str) -> Any:
    return client.post(at("saved-deals", table.round.competition), {"text": text})


def statuses(answer: Any) -> list[str | None]:
    return [one.receipt and one.receipt.status for one in answer.context["answers"]]


def test_it_records_a_deal_from_its_line_and_from_its_picture(olive_client: Client, table: Table) -> None:
    first = line(table)
    assert statuses(take(olive_client, table, first)) == ["recorded"]
    second = packed(line(table, declared.body(table, declared.draw())))
    assert statuses(take(olive_client, table, f"{first}\n\n{second}\n")) == ["replayed", "recorded"]
    assert DealVersion.objects.count() == 2
    logged = Action.objects.filter(verb="deal_taken_over").order_by("pk")
    assert [action.facts["deal"] for action in logged] == [1, 2]


def test_it_reads_the_tablets_file(olive_client: Client, table: Table, tmp_path: Any) -> None:
    file = tmp_path / "sparrows-table-3.txt"
    file.write_text(line(table))
    with file.open("rb") as sent:
        answer = olive_client.post(at("saved-deals", table.round.competition), {"file": sent})
    assert statuses(answer) == ["recorded"]


def test_it_counts_once_what_the_tablet_sends_afterwards(
    olive_client: Client, table: Table, tam: Any
) -> None:
    body = declared.body(table)
    take(olive_client, table, line(table, body))
    sent = Client().post("/api/v1/table/deals", body, content_type="application/json", headers=tam.headers)
    assert (sent.status_code, sent.json()["status"]) == (200, "replayed")


def test_it_gives_a_late_deal_to_the_round_it_was_played_in(
    olive_client: Client, table: Table, olive: User
) -> None:
    late = line(table)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    second = table.round.competition.rounds.get(number=2)
    rounds.round_start(round=rounds.round_publish(round=second, actor=olive), actor=olive)
    assert statuses(take(olive_client, table, late)) == ["held"]
    held = HeldSubmission.objects.get()
    assert (held.code, held.table) == ("round_closed", table)


def test_it_goes_on_after_a_refused_deal_and_says_why(olive_client: Client, table: Table) -> None:
    content = declared.won()
    content["hands"]["W"] = declared.rack("B1 " * 13)
    good = line(table)
    answer = take(olive_client, table, f"{line(table, declared.body(table, content))}\n{good}")
    assert statuses(answer) == [None, "recorded"]
    page = answer.content.decode()
    assert "The deal is not possible as entered." in page
    assert answer.context["answers"][0].problems


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"competition": "autumn-day"}, "another competition (autumn-day)"),
        ({"table": 77}, "Nothing is being played"),
    ],
)
def test_it_takes_nothing_that_was_played_elsewhere(
    olive_client: Client, table: Table, changes: dict[str, Any], message: str
) -> None:
    answer = take(olive_client, table, line(table, **changes))
    assert statuses(answer) == [None]
    assert message in answer.content.decode()
    assert not DealVersion.objects.exists()


BAD = [
    "hello",
    "{}",
    "S1Zabc",
    "S1J!!!",
    '{"competition": "x", "table": 3, "body": {}}',
    "[1, 2]",
    "x#S1Zeyj",
]


@pytest.mark.parametrize("bad", BAD)
def test_it_names_the_line_that_is_no_tablets_and_takes_nothing(
    olive_client: Client, table: Table, bad: str
) -> None:
    answer = take(olive_client, table, f"{line(table)}\n{bad}")
    page = answer.content.decode()
    assert answer.status_code in (400, 422)
    assert "This is not what a tablet exports. Nothing was taken over." in page
    assert "Line 2" in page
    assert bad[:5] in answer.context["form"]["text"].value()
    assert not DealVersion.objects.exists()


def test_it_unpacks_no_more_than_a_request_may_hold(olive_client: Client, table: Table) -> None:
    answer = take(olive_client, table, packed(" " * 5_000_000))
    assert "The request is larger than 16,384 bytes." in answer.content.decode()


@pytest.mark.parametrize("text", ["", "  \n "])
def test_it_asks_for_something(olive_client: Client, table: Table, text: str) -> None:
    answer = take(olive_client, table, text)
    assert answer.status_code == 422
    assert "Paste what the tablet shows" in answer.content.decode()
