"""A deal that staff correct with the table's own entry: what was laid stands for what is written."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at, look, looked, save
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import DealVersion, Table
from tournaments.selectors import tables
from tournaments.services import corrections
from tournaments.services.chain import chain_check

Typed = Callable[..., dict[str, Any]]
EAST = {"E": 240, "S": -80, "W": -80, "N": -80}
TRIES = 4


@pytest.fixture
def two(table: Table, play: Any) -> Table:
    """Table 3 after a win of South and a win of West."""
    play(table)
    play(table, declared.won("W", "N"))
    return table


def laid(content: dict[str, Any] | None = None) -> str:
    return json.dumps(content or declared.won("E", "S"))


def ask(client: Client, table: Table, body: Any, query: str = "") -> Any:
    address = at("deal-correct-preview", table, deal=1) + query
    return client.post(address, body, content_type="application/json")


def test_it_takes_what_was_laid_for_what_is_written(rafe_client: Client, two: Table, typed: Typed) -> None:
    address = at("deal-correct", two, deal=1)
    form = typed(rafe_client, address, declared=laid(), reason="East won it.", winner="W")
    page = look(rafe_client, address, form)
    assert page.context["ahead"].deals[0].seats[0].net_after == EAST["E"]
    assert page.context["form"]["declared"].value() == laid()
    assert save(rafe_client, address, form).status_code == 302
    version = tables.current_versions(two)[0]
    assert (version.net, version.reason, version.actor.username) == (EAST, "East won it.", "rafe")  # type: ignore[union-attr]


def test_it_says_whose_hand_cannot_be(rafe_client: Client, two: Table, typed: Typed) -> None:
    address, wrong = at("deal-correct", two, deal=1), declared.won("E", "S")
    wrong["hands"]["W"] = declared.rack("B1 B3")
    response = rafe_client.post(address, typed(rafe_client, address, declared=laid(wrong), reason="So."))
    assert response.status_code == 422
    assert [error for error in response.context["form"].non_field_errors() if error.startswith("West: ")]
    assert response.context["form"]["declared"].value() == laid(wrong)
    assert DealVersion.objects.count() == 2


@pytest.mark.parametrize(
    "wrong", ["[", "[]", "{}", laid({**declared.won(), "void": True}), laid({**declared.won(), "winners": 5})]
)
def test_it_takes_nothing_that_no_entry_says(
    rafe_client: Client, two: Table, typed: Typed, wrong: str
) -> None:
    address = at("deal-correct", two, deal=1)
    response = rafe_client.post(address, typed(rafe_client, address, declared=wrong, reason="So."))
    assert response.status_code == 422
    assert "declared" in response.context["form"].errors
    assert ask(rafe_client, two, wrong).json()["code"] in ("malformed_json", "invalid")
    assert DealVersion.objects.count() == 2


def test_it_tells_who_was_later_and_keeps_what_he_laid(
    rafe_client: Client, olive_client: Client, two: Table, typed: Typed
) -> None:
    address = at("deal-correct", two, deal=1)
    stale = typed(rafe_client, address, declared=laid(), reason="Mine.")
    theirs = typed(olive_client, address, declared=laid(declared.draw()), reason="Theirs.")
    assert save(olive_client, address, theirs).status_code == 302
    response = rafe_client.post(address, stale)
    assert response.status_code == 409
    assert "Somebody else changed deal 1" in response.content.decode()
    assert response.context["form"]["declared"].value() == laid()
    assert response.context["form"]["seen_version"].value() == "2"
    assert tables.current_versions(two)[0].content["outcome"] == "draw"


def test_it_saves_once_when_the_button_is_pressed_twice(
    rafe_client: Client, two: Table, typed: Typed
) -> None:
    address = at("deal-correct", two, deal=1)
    form = looked(rafe_client, address, typed(rafe_client, address, declared=laid(), reason="East won it."))
    assert [rafe_client.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert tables.current_versions(two)[0].version == 2
    other = {**form, "declared": laid(declared.draw())}
    assert "was saved before with other content" in rafe_client.post(address, other).content.decode()


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_is_told_that_the_other_was_first(
    rafe_client: Client, olive_client: Client, two: Table, typed: Typed
) -> None:
    address = at("deal-correct", two, deal=1)
    for index in range(TRIES):
        contents = [declared.won("E", "S"), declared.won("S", "W")]
        pressed = []
        for client, content in zip((rafe_client, olive_client), contents, strict=True):
            form = typed(client, address, declared=laid(content), reason="Mine.")
            pressed.append(partial(client.post, address, looked(client, address, form)))
        answers = at_once(*pressed)
        assert sorted(answer.status_code for answer in answers) == [302, 409]
        told = next(answer.content.decode() for answer in answers if answer.status_code == 409)
        assert "Somebody else changed deal 1" in told or "Something changed since you looked" in told
        assert tables.current_versions(two)[0].version == index + 2
    two.round.competition.refresh_from_db()
    assert chain_check(two.round.competition)[1] == []


# ------------------------------------------------------------------ while it is laid
def test_it_says_what_would_change_and_changes_nothing(rafe_client: Client, two: Table) -> None:
    answer = ask(rafe_client, two, laid())
    assert (answer.status_code, answer.json()["deal"], answer.json()["net"]) == (200, 1, EAST)
    assert [one["deal"] for one in answer.json()["later"]] == [2]
    assert ask(rafe_client, two, laid(), "?mode=as_played").json()["later"] == []
    assert ask(rafe_client, two, laid(), "?mode=other").json()["code"] == "unknown_mode"
    assert DealVersion.objects.count() == 2


def test_it_values_the_sound_hands_of_what_cannot_be(rafe_client: Client, two: Table) -> None:
    wrong = declared.won("E", "S")
    wrong["hands"]["W"] = declared.rack("B1 B3")
    answer = ask(rafe_client, two, laid(wrong))
    assert (answer.status_code, answer.json()["code"]) == (422, "deal_refused")
    assert answer.json()["values"]["E"] > 0
    assert answer.json()["errors"]


def test_it_asks_for_a_token_of_the_page(rafe: User, two: Table) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(rafe)
    assert ask(client, two, laid()).status_code == 403


def test_it_gives_the_entry_the_table_as_its_tablet_has_it(rafe_client: Client, two: Table) -> None:
    corrections.deal_void(table=two, number=2, mode="as_played", reason="Twice.", actor=None)
    entry = rafe_client.get(at("deal-correct", two, deal=1)).context["entry"]
    assert [(deal["deal"], deal["void"]) for deal in entry["table"]["deals"]] == [(1, False), (2, True)]
    assert entry["table"]["table"] == two.number
    assert entry["words"]["tiles"]["B1"]
    assert entry["drawing"]["icons"].endswith("icons.svg")
