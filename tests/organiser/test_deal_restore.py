"""The last correction of a deal is taken back by a new version, while nothing was built on it."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at, looked, save
from tournaments.models import Competition, Confirmation, DealVersion, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import summed
from tournaments.services import confirmations, corrections, penalties
from tournaments.services.chain import chain_check

POSITION = ("number", "content", "net", "void", "east", "round_wind", "next_east", "next_round_wind")


@pytest.fixture
def four(table: Table, play: Any) -> Table:
    """A table with four deals; the first lets the winds pass."""
    for content in (declared.won("S", "E"), declared.won("E", "S"), declared.draw(), declared.won("W", "N")):
        play(table, content)
    return table


def state(table: Table) -> list[Any]:
    told = [[getattr(one, name) for name in POSITION] for one in tables.current_versions(table)]
    return [told, summed(table.round.competition).rows]


@pytest.mark.parametrize("mode", ["replay", "as_played"])
@pytest.mark.parametrize("change", ["correct", "void"])
def test_it_is_all_as_before(four: Table, rafe: User, mode: str, change: str) -> None:
    before, told = state(four), {"table": four, "number": 1, "reason": "Wrong.", "actor": rafe}
    if change == "correct":
        corrections.deal_correct(**told, mode=mode, content=declared.won("E", "S"))
    else:
        corrections.deal_void(**told, mode=mode)
    changed = state(four)
    assert changed != before
    replays = DealVersion.objects.filter(kind="replay").count()
    assert (replays > 0) == (mode == "replay")
    corrections.deal_restore(**told | {"reason": "Right before."})
    assert state(four) == before
    assert DealVersion.objects.filter(kind="replay").count() == 2 * replays
    assert DealVersion.objects.filter(number=1).count() == 3
    corrections.deal_restore(**told | {"reason": "Wrong after all."})
    assert state(four) == changed
    assert chain_check(Competition.objects.get(pk=four.round.competition.pk))[1] == []


def test_penalties_of_the_staff_stay(four: Table, rafe: User) -> None:
    event = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
    told: dict[str, Any] = {"table": four, "reason": "Seen.", "actor": rafe}
    imposed = [penalties.penalty_impose(**told, deal=1, event=event, key=uuid4()) for _ in range(2)]
    penalties.penalty_reverse(penalty=imposed[0], reason="No.", actor=rafe, key=uuid4())
    before = state(four)
    corrections.deal_correct(**told, number=1, mode="replay", content=declared.won("W", "E"))
    corrections.deal_restore(**told, number=1)
    assert state(four) == before


def built(table: Table, play: Any, rafe: User, what: str) -> None:
    told: dict[str, Any] = {"table": table, "number": 2, "reason": "Other.", "actor": rafe}
    if what == "deal":
        play(table)
    elif what == "correction":
        corrections.deal_correct(**told, mode="replay", content=declared.draw())
    elif what == "replay":  # of another one, with its own reason
        corrections.deal_void(**told | {"number": 1}, mode="replay")
    else:
        event = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
        penalties.penalty_impose(table=table, deal=3, event=event, reason="Seen.", actor=rafe, key=uuid4())


@pytest.mark.parametrize("what", ["deal", "correction", "replay", "penalty"])
def test_it_is_refused_when_something_was_built_on_it(four: Table, play: Any, rafe: User, what: str) -> None:
    told: dict[str, Any] = {"table": four, "number": 3, "reason": "Wrong.", "actor": rafe}
    corrections.deal_correct(**told, mode="replay", content=declared.won("E", "S"))
    built(four, play, rafe, what)
    before = state(four)
    with pytest.raises(Refusal, match="built_on"):
        corrections.deal_restore(**told)
    assert state(four) == before


def test_what_was_never_changed_goes_nowhere(four: Table, rafe: User, rafe_client: Client) -> None:
    with pytest.raises(Refusal, match="built_on"):
        corrections.deal_restore(table=four, number=4, reason="Wrong.", actor=rafe)
    page = rafe_client.get(at("deal-restore", four, deal=4)).content.decode()
    assert "it cannot be taken back here" in page
    assert at("deal-restore", four, deal=4) not in rafe_client.get(at("deal", four, deal=4)).content.decode()


def test_the_pages_lead_there_and_show_what_it_brings(
    four: Table, rafe: User, rafe_client: Client, typed: Any
) -> None:
    before, event = state(four), four.round.competition
    told: dict[str, Any] = {"table": four, "number": 1, "reason": "South won.", "actor": rafe}
    corrections.deal_correct(**told, mode="replay", content=declared.won("W", "E"))
    back = at("deal-restore", four, deal=1)
    for page in (at("log", event), at("rulings", event), at("deal", four, deal=1)):
        assert back in rafe_client.get(page).content.decode(), page
    form = looked(rafe_client, back, typed(rafe_client, back, reason="It was East."))
    assert state(four) != before  # looking records nothing
    assert [rafe_client.post(back, form).status_code for _ in range(2)] == [302, 302]
    assert state(four) == before
    assert DealVersion.objects.filter(number=1).count() == 3


def test_of_two_who_take_it_back_the_second_looks_again(
    four: Table, rafe: User, rafe_client: Client, typed: Any
) -> None:
    told: dict[str, Any] = {"table": four, "number": 1, "reason": "South won.", "actor": rafe}
    corrections.deal_correct(**told, mode="replay", content=declared.won("W", "E"))
    back = at("deal-restore", four, deal=1)
    form = looked(rafe_client, back, typed(rafe_client, back, reason="It was East."))
    corrections.deal_restore(**told)
    late = rafe_client.post(back, form)
    assert (late.status_code, "Somebody else changed deal 1" in late.content.decode()) == (409, True)


@pytest.mark.parametrize("settled", [False, True])
def test_a_dispute_that_the_correction_answered_is_open_again(four: Table, rafe: User, settled: bool) -> None:
    told: dict[str, Any] = {"table": four, "number": 1, "actor": rafe}
    version = DealVersion.objects.current().get(table=four, number=1)
    confirmations.word_say(table=four, number=1, seat="W", word="dispute", sha256=version.sha256)
    if settled:
        seen = [confirmations.Seen(four, 1, version.sha256)]
        confirmations.deals_settle(seen=seen, reason="I saw it.", actor=rafe)
    corrections.deal_correct(**told, mode="replay", content=declared.won("W", "E"), reason="West won.")
    corrections.deal_restore(**told, reason="Not so.")
    words = Confirmation.objects.filter(version__table=four, version__superseded_by=None)
    assert [(one.seat, one.answer) for one in words] == ([] if settled else [("W", "dispute")])


def test_words_of_players_do_not_stand_in_the_way(four: Table, rafe: User, rafe_client: Client) -> None:
    told: dict[str, Any] = {"table": four, "number": 1, "reason": "South won.", "actor": rafe}
    corrections.deal_correct(**told, mode="replay", content=declared.won("W", "E"))
    version = DealVersion.objects.current().get(table=four, number=1)
    confirmations.word_say(table=four, number=1, seat="W", word="dispute", sha256=version.sha256)
    assert save(
        rafe_client,
        at("deal-restore", four, deal=1),
        {"reason": "Disputed.", "seen_version": 2, "key": str(uuid4()), "seen_plan": ""},
    ).status_code == 302
