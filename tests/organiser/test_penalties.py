"""Impose and take back penalties, once each, with a warning against doing it twice."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import Competition, Penalty, Table
from tournaments.selectors import tables
from tournaments.selectors.standings import summed
from tournaments.services import corrections, penalties, seats

STYLE = Path(settings.BASE_DIR, "tournaments/static/sparrows/app.css")


@pytest.fixture
def cannon(rafe_client: Client, table: Table, play: Any, typed: Any) -> dict[str, Any]:
    """The form of a cannon of East in deal 1, as filled in."""
    play(table)
    return typed(
        rafe_client,
        at("deal-penalty", table, deal=1),
        code="cannon",
        offender="E",
        reason="Four melds shown.",
    )


def net(table: Table) -> dict[str, int]:
    return tables.current_versions(table)[0].net


def test_it_makes_the_offender_pay_for_all(rafe_client: Client, table: Table, cannon: dict[str, Any]) -> None:
    assert rafe_client.post(at("deal-penalty", table, deal=1), cannon).status_code == 302
    assert net(table) == {"E": -160, "S": 160, "W": 0, "N": 0}


def test_it_imposes_once_when_the_button_is_pressed_twice(
    rafe_client: Client, table: Table, cannon: dict[str, Any]
) -> None:
    for _ in range(2):
        assert rafe_client.post(at("deal-penalty", table, deal=1), cannon).status_code == 302
    assert Penalty.objects.count() == 1


def test_it_says_before_and_after_what_a_penalty_costs(
    rafe_client: Client, table: Table, cannon: dict[str, Any]
) -> None:
    address = at("deal-penalty", table, deal=1)
    offered = dict(rafe_client.get(address).context["form"].fields["code"].choices)
    assert offered["false_mahjong"] == "false mah-jong: pays nothing for it"
    assert offered["misnamed_discard"] == "misnamed discard: 50, pays each player misled"
    before = net(table)
    done = rafe_client.post(address, {**cannon, "code": "false_mahjong"}, follow=True)
    assert "The penalty is noted. By these rules nothing is paid for it." in done.content.decode()
    assert net(table) == before
    again = {**cannon, "key": str(uuid4()), "seen_version": "2", "anyway": "yes"}
    assert "The penalty is imposed." in rafe_client.post(address, again, follow=True).content.decode()


def test_it_does_not_pass_over_in_silence_what_was_changed_on_the_way_back(
    rafe_client: Client, table: Table, cannon: dict[str, Any]
) -> None:
    address = at("deal-penalty", table, deal=1)
    rafe_client.post(address, cannon)
    again = rafe_client.post(address, {**cannon, "offender": "S"})
    assert again.status_code == 422
    assert "was saved before with other content" in again.content.decode()
    assert cannon["key"] not in again.content.decode()  # the next press is a form of its own
    assert Penalty.objects.count() == 1


def test_it_warns_of_a_like_penalty_a_moment_ago(
    rafe_client: Client, olive_client: Client, table: Table, cannon: dict[str, Any], typed: Any
) -> None:
    rafe_client.post(at("deal-penalty", table, deal=1), cannon)
    address = at("deal-penalty", table, deal=1)
    other = typed(olive_client, address, code="wrong_claim", offender="E", reason="Claimed wrongly.")
    warned = olive_client.post(address, other)
    assert warned.status_code == 409
    assert "imposed a penalty on the same player a moment ago." in warned.content.decode()
    assert Penalty.objects.count() == 1
    assert olive_client.post(address, {**other, "anyway": "yes"}).status_code in (302, 422)


REFUSED = [
    ({"code": "murder"}, "code"),
    ({"offender": "Q"}, "offender"),
    ({"reason": "  "}, "reason"),
]


@pytest.mark.parametrize(("change", "field"), REFUSED)
def test_it_says_what_is_wrong_with_a_penalty(
    rafe_client: Client, table: Table, cannon: dict[str, Any], change: dict[str, str], field: str
) -> None:
    response = rafe_client.post(at("deal-penalty", table, deal=1), {**cannon, **change})
    assert response.status_code == 422
    assert field in response.context["form"].errors


NOT_FITTING = [
    ({"code": "misnamed_discard"}, "misled", "it is not said who was misled"),
    ({"code": "misnamed_discard", "misled": ["E"]}, "misled", "another one than the offender"),
    ({"code": "cannon", "offender": "S"}, "code", "another player must have won"),
    ({"code": "cannon", "offender": "W"}, "offender", "who discarded the winning tile"),
]


@pytest.mark.parametrize(("change", "field", "fault"), NOT_FITTING)
def test_it_says_beside_the_field_why_a_penalty_does_not_fit(
    rafe_client: Client, table: Table, cannon: dict[str, Any], change: dict[str, Any], field: str, fault: str
) -> None:
    response = rafe_client.post(at("deal-penalty", table, deal=1), {**cannon, **change})
    assert response.status_code == 422
    [(beside, [said])] = response.context["form"].errors.items()
    assert (beside, fault in said) == (field, True)
    assert "One thing needs your attention" in response.content.decode()
    assert not Penalty.objects.exists()


def test_it_takes_a_penalty_back_once(
    rafe_client: Client, table: Table, cannon: dict[str, Any], typed: Any
) -> None:
    rafe_client.post(at("deal-penalty", table, deal=1), cannon)
    address = at("penalty-reverse", table.round.competition, penalty=Penalty.objects.get().pk)
    form = typed(rafe_client, address, reason="East could not know.")
    for _ in range(2):
        assert rafe_client.post(address, form).status_code == 302
    assert net(table) == {"E": -80, "S": 160, "W": -40, "N": -40}
    again = {**form, "key": str(uuid4()), "reason": "Again."}
    for answer in (rafe_client.post(address, again, follow=True), rafe_client.get(address, follow=True)):
        assert answer.redirect_chain == [(at("penalties", table.round.competition), 302)]
        assert "This penalty was taken back already." in answer.content.decode()
    assert (
        Penalty.objects.filter(reverses=None).count() == Penalty.objects.exclude(reverses=None).count() == 1
    )


def test_it_takes_back_what_the_table_entered(
    rafe_client: Client, table: Table, play: Any, typed: Any
) -> None:
    play(table, declared.won(events=[{"code": "cannon", "offender": "E"}]))
    address = at("event-reverse", table, deal=1, index=0)
    form = typed(rafe_client, address, reason="No cannon.")
    for _ in range(2):
        assert rafe_client.post(address, form).status_code == 302
    assert net(table) == {"E": -80, "S": 160, "W": -40, "N": -40}
    again = rafe_client.get(address, follow=True)
    assert again.redirect_chain == [(at("deal", table, deal=1), 302)]
    assert "This penalty was taken back already." in again.content.decode()


NORTHS = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
EASTS = {"code": "misnamed_discard", "offender": "E", "misled": ["W"]}


@pytest.mark.parametrize("left", [[EASTS, NORTHS], [EASTS], []], ids=["moved", "one left", "none left"])
def test_it_takes_back_no_other_penalty_than_the_page_named(
    rafe_client: Client, rafe: User, table: Table, play: Any, typed: Any, left: list[Any]
) -> None:
    play(table, declared.won(events=[NORTHS, EASTS]))
    address = at("event-reverse", table, deal=1, index=0)
    form = typed(rafe_client, address, reason="Nobody was misled.")
    content, told = declared.won(events=left), {"mode": "replay", "reason": "Entered wrongly."}
    corrections.deal_correct(table=table, number=1, content=content, actor=rafe, **told)
    late = rafe_client.post(address, form)
    assert (late.status_code, "Somebody else changed deal 1" in late.content.decode()) == (409, True)
    assert not Penalty.objects.exists()
    assert tables.current_versions(table)[0].content["events"] == left


def test_it_imposes_nothing_on_somebody_who_came_to_a_seat_since(
    rafe_client: Client, rafe: User, table: Table, cannon: dict[str, Any]
) -> None:
    told = {"reason": "They sat so.", "actor": rafe, "key": uuid4()}
    seats.seats_swap(table=table, seats=("E", "W"), from_deal=1, **told)
    address = at("deal-penalty", table, deal=1)
    late = rafe_client.post(address, cannon)
    assert (late.status_code, "Somebody else changed deal 1" in late.content.decode()) == (409, True)
    assert not Penalty.objects.exists()
    form = late.context["form"]
    shown = {"seen_version": form["seen_version"].value(), "key": form["key"].value()}
    assert rafe_client.post(address, {**cannon, **shown}).status_code == 302  # the new names were seen
    assert Penalty.objects.get().entry == tables.sitters(table, 1)["E"].entry


def test_it_offers_nothing_to_take_back_of_a_void_deal(
    rafe_client: Client, rafe: User, table: Table, cannon: dict[str, Any], typed: Any
) -> None:
    rafe_client.post(at("deal-penalty", table, deal=1), cannon)
    pages = at("deal", table, deal=1), at("penalties", table.round.competition)
    back = at("event-reverse", table, deal=1, index=0)
    form = typed(rafe_client, back, reason="East could not know.")
    assert all("Take back" in rafe_client.get(page).content.decode() for page in pages)
    why = "Played with five dragons."
    corrections.deal_void(table=table, number=1, mode="as_played", reason=why, actor=rafe)
    assert not any("Take back" in rafe_client.get(page).content.decode() for page in pages)
    late = rafe_client.post(back, form)
    assert (late.status_code, "Deal 1 is already void." in late.content.decode()) == (409, True)
    assert Penalty.objects.count() == 1


@pytest.mark.parametrize("entered_by", ["staff", "table"])
def test_it_says_whose_penalty_was_taken_back(
    rafe_client: Client, table: Table, play: Any, typed: Any, entered_by: str
) -> None:
    events = [{"code": "cannon", "offender": "E"}]
    play(table, declared.won(events=events if entered_by == "table" else []))
    if entered_by == "staff":
        told = {"reason": "Four melds shown.", "actor": None, "key": uuid4()}
        penalties.penalty_impose(table=table, deal=1, event=events[0], **told)
    address = at("event-reverse", table, deal=1, index=0)
    late = tables.sitters(table, 1)["E"].entry
    assert f"{late.name}: " in str(rafe_client.get(address).context["what"])
    rafe_client.post(address, typed(rafe_client, address, reason="No cannon."))
    page = rafe_client.get(at("penalties", table.round.competition))
    rows = re.findall(r'<li class="list-row">.*?</li>', page.content.decode(), re.DOTALL)
    [reversal] = [row for row in rows if "taken back: " in row]
    assert f"<strong>{late.name}</strong>" in reversal
    assert f">{late.number}<" in reversal


def test_it_strikes_no_badge_through() -> None:
    assert not re.search(r"\.badge[^{]*\{[^}]*line-through", STYLE.read_text())


def test_it_takes_points_off_in_the_standings(rafe_client: Client, running: Competition, typed: Any) -> None:
    entry = running.entries.get(number=5)
    address = at("penalties", running)
    form = typed(rafe_client, address, entry=str(entry.pk), round="1", amount="50", reason="Late.")
    assert rafe_client.post(address, form).status_code == 302
    row = next(row for row in summed(running).rows if row.number == 5)
    assert (row.adjustment, row.total) == (-50, -50)


@pytest.mark.parametrize("amount", ["0", "-5", "1.5", "1_0", ""])
def test_it_refuses_points_that_are_none(
    rafe_client: Client, running: Competition, typed: Any, amount: str
) -> None:
    address = at("penalties", running)
    form = typed(rafe_client, address, entry=str(running.entries.get(number=5).pk), round="1", reason="Late.")
    assert rafe_client.post(address, {**form, "amount": amount}).status_code == 422
    assert not Penalty.objects.exists()
