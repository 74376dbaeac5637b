"""Ruling on what is held or disputed: all that decides it is on the page, and looking records nothing."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_penalties import MISNAMED
from tournaments.models import Confirmation, DealVersion, Device, HeldSubmission, Ruling, Table
from tournaments.selectors.standings import summed
from tournaments.services import confirmations, devices, penalties, rounds


def held_page(held: HeldSubmission) -> str:
    return at("held", held.competition, held=held.pk)


def dispute(table: Table, seat: str = "W") -> DealVersion:
    version = DealVersion.objects.current().get(table=table, number=1)
    confirmations.word_say(table=table, number=1, seat=seat, word="dispute", sha256=version.sha256)
    return version


@pytest.fixture
def late(table: Table, play: Any, olive: User) -> HeldSubmission:
    """The next deal of table 3, sent when its round was over."""
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    held: HeldSubmission = play(table).held
    return held


@pytest.fixture
def second(table: Table, play: Any) -> HeldSubmission:
    """Another declaration of a deal that is recorded."""
    play(table)
    held: HeldSubmission = play(table, declared.draw(), deal=1).held
    return held


def test_it_shows_values_nets_and_consequences_before_it_is_asked(
    rafe_client: Client, late: HeldSubmission, table: Table
) -> None:
    page = rafe_client.get(held_page(late))
    assert page.context["counted"].nets == (-80, 160, -40, -40)
    assert [hand.value for hand in page.context["counted"].hands if hand.winner] == [40]
    totals = {move.total_after for move in page.context["ahead"].scored}
    assert totals == {-80, 160, -40}
    assert not table.deal_versions.exists()
    assert not Ruling.objects.exists()
    assert 'value="accept"' in page.content.decode()


def test_it_compares_with_what_is_recorded(rafe_client: Client, second: HeldSubmission, table: Table) -> None:
    page = rafe_client.get(held_page(second))
    [changed] = page.context["ahead"].deals
    assert [(seat.net_before, seat.net_after) for seat in changed.seats] == [
        (-80, 0),
        (160, 0),
        (-40, 0),
        (-40, 0),
    ]
    assert page.context["was"].nets == (-80, 160, -40, -40)
    form = {
        "step": "correct",
        "mode": "replay",
        "reason": "A draw.",
        "seen_plan": page.context["form"]["seen_plan"].value(),
    }
    assert rafe_client.post(held_page(second), form).status_code == 302
    assert DealVersion.objects.current().get(table=table, number=1).net == dict.fromkeys("ESWN", 0)


def test_it_says_what_the_tablet_showed_where_the_server_counts_differently(
    rafe_client: Client, table: Table, play: Any
) -> None:
    shown = {"E": -60, "S": 120, "W": -30, "N": -30}
    page = rafe_client.get(held_page(play(table, expected=shown).held))
    assert [net for _, net in page.context["shown"]] == list(shown.values())
    assert page.context["counted"].nets == (-80, 160, -40, -40)


def test_it_names_the_table_and_no_operating_system(rafe_client: Client, late: HeldSubmission) -> None:
    Device.objects.update(label="Linux")
    page = rafe_client.get(held_page(late)).content.decode()
    assert "Sent by the tablet of table 3" in page
    assert "Linux" not in page


def test_it_says_at_once_why_it_cannot_be_accepted(rafe_client: Client, table: Table, play: Any) -> None:
    early: HeldSubmission = play(table, deal=2).held
    answer = rafe_client.get(held_page(early))
    page = answer.content.decode()
    assert answer.context["stands_against"].code == "deal_out_of_order"
    assert answer.context["stands_against"].message in page
    assert 'value="accept"' not in page
    assert 'value="decline"' in page


@pytest.mark.parametrize("which", ["late", "second"])
def test_it_is_accepted_and_then_corrected(
    rafe_client: Client, table: Table, which: str, request: pytest.FixtureRequest
) -> None:
    held = request.getfixturevalue(which)
    shown = rafe_client.get(held_page(held)).context["form"]
    step = "accept-then-correct" if which == "late" else "correct-then-correct"
    form = {
        "step": step,
        "mode": "replay",
        "reason": "They agree.",
        "seen_plan": shown["seen_plan"].value() or "",
    }
    answer = rafe_client.post(held_page(held), form)
    assert answer["Location"] == at("deal-correct", table, deal=1)
    assert rafe_client.get(answer["Location"]).status_code == 200
    assert Ruling.objects.get().version.number == 1


def test_a_ruling_that_was_made_stays_to_be_read(rafe_client: Client, late: HeldSubmission) -> None:
    rafe_client.post(held_page(late), {"step": "accept", "mode": "replay", "reason": ""})
    page = rafe_client.get(held_page(late))
    assert page.context["counted"].nets == (-80, 160, -40, -40)
    assert 'name="step"' not in page.content.decode()


def test_a_disputed_deal_is_let_stand_where_it_is_shown(rafe_client: Client, table: Table, play: Any) -> None:
    play(table)
    version = dispute(table)
    address = at("deal", table, deal=1)
    assert "Deal 1 is disputed by" in rafe_client.get(at("table", table)).content.decode()
    page = rafe_client.get(address).content.decode()
    assert "Disputed by" in page
    assert "It stands" in page
    refused = rafe_client.post(address, {"reason": "", "sha256": version.sha256})
    assert (refused.status_code, "It stands" in refused.content.decode()) == (422, True)
    form = {"reason": "The tiles were photographed.", "sha256": version.sha256}
    assert rafe_client.post(address, form).status_code == 302
    assert Confirmation.objects.filter(seat="", version=version).exists()
    done = rafe_client.get(address).content.decode()
    assert "It stands" not in done
    assert "The tiles were photographed." in done
    assert "a dispute" in words_of(rafe_client.get(at("rulings", table.round.competition)))


def test_a_deal_stands_only_as_it_was_looked_at(
    rafe_client: Client, rafe: User, table: Table, play: Any
) -> None:
    play(table)
    seen = dispute(table).sha256
    facts: dict[str, Any] = {"deal": 1, "event": MISNAMED, "reason": "Rafe saw it.", "actor": rafe}
    penalties.penalty_impose(table=table, **facts, key=uuid4())
    address = at("deal", table, deal=1)
    refused = rafe_client.post(address, {"reason": "Right.", "sha256": seen})
    assert refused.status_code == 409
    now = DealVersion.objects.current().get(table=table, number=1).sha256
    assert f'value="{now}"' in refused.content.decode()
    assert not Confirmation.objects.filter(seat="").exists()


def test_a_penalty_that_is_taken_back_reads_as_none(
    rafe_client: Client, client: Client, rafe: User, table: Table, play: Any
) -> None:
    play(table)
    facts: dict[str, Any] = {"deal": 1, "event": MISNAMED, "reason": "Rafe saw it.", "actor": rafe}
    penalty = penalties.penalty_impose(table=table, **facts, key=uuid4())
    penalties.penalty_reverse(penalty=penalty, reason="A mistake.", actor=rafe, key=uuid4())
    versions = rafe_client.get(at("deal", table, deal=1)).context["versions"]
    assert [kind for _, kind, _ in versions] == ["played", "penalty", "penalty taken back"]
    slug = table.round.competition.slug
    kinds = [change.kind for change in client.get(f"/c/{slug}/changes/").context["changes"]]
    assert kinds == ["penalty taken back", "penalty"]
    public = client.get(f"/c/{slug}/r1/t3/d1/").context["changes"]
    assert [change.kind for change in public] == ["played", "penalty", "penalty taken back"]


def test_looking_leaves_the_standings_as_they_are(
    rafe_client: Client, late: HeldSubmission, table: Table
) -> None:
    before = summed(table.round.competition)
    rafe_client.get(held_page(late))
    assert summed(table.round.competition) == before


def test_the_rulings_lead_to_what_waits_to_be_decided(rafe_client: Client, table: Table, play: Any) -> None:
    play(table)
    address = at("rulings", table.round.competition)
    assert "to be decided" not in rafe_client.get(address).content.decode()
    dispute(table)
    devices.referee_call(table=table, device=None, reason="Deal 1 is disputed.")
    page = rafe_client.get(address).content.decode()
    assert "2 matters wait to be decided." in page
    assert f'href="{at("board", table.round.competition)}"' in page
