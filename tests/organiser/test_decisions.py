"""The page of rulings: all that was decided, by whom, by which rule, what it changed; and rulings alone."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, DealVersion, HeldSubmission, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import decisions, tables
from tournaments.services import confirmations, corrections, devices, held, penalties, ruled, warned
from tournaments.services.announce import log
from tournaments.services.reckoning import rules_of
from tournaments.wording import citations

CANNON = {"code": "cannon", "offender": "E"}


@pytest.fixture
def evening(table: Table, play: Any, rafe: User, tam: Tam) -> Table:
    """A table at which everything was decided that can be."""
    play(table)
    held_one = play(table, declared.draw(), deal=1).held
    told: dict[str, Any] = {"reason": "Seen.", "actor": rafe}
    here = tables.sitters(table, 1)["S"].entry
    call = devices.referee_call(table=table, device=tam.device, reason="")
    devices.referee_answer(call=call, actor=rafe)
    version = DealVersion.objects.current().get(table=table, number=1)
    confirmations.word_say(table=table, number=1, seat="W", word="dispute", sha256=version.sha256)
    corrections.deal_correct(table=table, number=1, content=declared.won("W", "E"), mode="replay", **told)
    held.held_accept_as_correction(
        held=HeldSubmission.objects.get(pk=held_one.pk), mode="replay", reason="A draw.", actor=rafe
    )
    event = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
    imposed = penalties.penalty_impose(table=table, deal=1, event=event, key=uuid4(), **told)
    penalties.penalty_reverse(penalty=imposed, key=uuid4(), **told)
    warned.warning_give(entry=here, round=table.round, code="short_hand", key=uuid4(), **told)
    penalties.standings_penalty(entry=here, round=table.round, amount=-50, key=uuid4(), **told)
    return table


@pytest.fixture
def form(table: Table) -> dict[str, Any]:
    told = {"round": "1", "table": str(table.number), "rule": "penalty-cannon", "key": str(uuid4())}
    return {**told, "question": "May he see the wall?", "ruling": "He may not."}


def shown(client: Client, event: Competition, **asked: Any) -> list[Any]:
    return list(client.get(at("rulings", event), asked).context["rulings"])


def test_it_lists_everything_that_was_decided_with_its_rule(
    evening: Table, rafe_client: Client, django_assert_max_num_queries: Any
) -> None:
    event = evening.round.competition
    with django_assert_max_num_queries(12):
        listed = shown(rafe_client, event, round=1, table=evening.number)
    assert [one.what for one in listed] == [
        "imposed a penalty against the standings",
        "warned",
        "took a penalty back",
        "imposed a penalty on a deal",
        "accepted a held deal as a correction",
        "corrected a deal",
        "answered a call for the referee",
    ]
    penalty, warning, _, on_deal, _, corrected, call = listed
    assert [one.decision.taken_back for one in listed].index(True) == 3
    assert (corrected.decision.disputed, call.decision.disputed) == (True, False)
    rules = rules_of(event).penalties
    assert warning.source == citations.written(rules["short_hand"].source)
    assert on_deal.source == citations.written(rules["misnamed_discard"].source)
    assert on_deal.line.changes
    assert listed[4].line.changes
    assert "−50" in penalty.line.facts
    assert (on_deal.address, call.address) == (at("deal", evening, deal=1), at("table", evening))
    assert [one.undo.rpartition("/")[2] for one in (penalty, warning, on_deal)] == ["reverse", "reverse", ""]
    assert {one.line.who for one in listed} == {"rafe"}


def test_it_finds_those_of_a_round_a_table_and_a_person(
    evening: Table, rafe: User, rafe_client: Client
) -> None:
    event, number = evening.round.competition, evening.number
    seated = {seat.entry.number for seat in tables.seatings_of(evening)}
    away = event.entries.exclude(number__in=seated).first()
    warned.warning_give(entry=away, round=evening.round, code="", reason="Far.", actor=rafe, key=uuid4())
    asked = {"all": {}, "round": {"round": 1}, "table": {"table": number}, "person": {"entry": away.number}}
    counted = {name: len(shown(rafe_client, event, **one)) for name, one in asked.items()}
    assert counted == {"all": 8, "round": 8, "table": 7, "person": 1}
    assert decisions.decisions_of(event, {}, decisions.Asked(round=2)) == []
    assert len(shown(rafe_client, event, round=1, table=number, entry=min(seated))) == 5 + 2 * (
        min(seated) == tables.sitters(evening, 1)["S"].entry.number
    )
    assert len(shown(rafe_client, event, table="nine", page=2)) == 8  # said beside the field


def test_an_answered_objection_stands_with_what_it_answers(
    evening: Table, rafe: User, rafe_client: Client
) -> None:
    event = evening.round.competition
    about = {"round": 1, "table": 3, "deal": 1}
    log(event, "results_object", actor=rafe, reason="It was no draw.", **about)
    line = Action.objects.get(verb="results_object")
    assert len(shown(rafe_client, event)) == 7  # nothing is decided yet
    log(event, "results_answer", actor=rafe, reason="It was.", objection=line.pk, upheld=False)
    one = shown(rafe_client, event, table=3)[0]
    assert (one.what, one.line.reason) == ("answered an objection:", "It was.")
    assert one.address == at("deal", evening, deal=1)
    assert "“It was no draw.”" in rafe_client.get(at("rulings", event)).content.decode()
    assert shown(rafe_client, event, table=1) == []


def test_a_ruling_is_written_with_its_rule_and_read_at_the_table(
    table: Table, rafe_client: Client, form: dict[str, Any], tam: Tam
) -> None:
    event = table.round.competition
    for _ in range(2):  # a double click is one ruling
        assert rafe_client.post(at("ruling", event), form).status_code == 302
    [one] = shown(rafe_client, event)
    assert (one.what, one.line.reason) == ("ruled", "May he see the wall? – He may not.")
    page = rafe_client.get(at("rulings", event))
    assert '#penalty-cannon">' in page.content.decode()
    assert citations.written(rules_of(event).penalties["cannon"].source) in words_of(page)
    [told] = Client().get("/api/v1/table", headers=tam.headers).json()["rulings"]
    assert (told["kind"], told["name"], told["reason"]) == ("ruling", "", one.line.reason)
    assert "wall" not in Client().get(f"/c/{event.slug}/changes/").content.decode()


def test_a_ruling_is_taken_back_once(table: Table, rafe_client: Client, form: dict[str, Any]) -> None:
    event = table.round.competition
    rafe_client.post(at("ruling", event), form)
    [one] = shown(rafe_client, event)
    assert one.undo == at("ruling-reverse", event, ruling=Action.objects.get(verb="ruling").pk)
    told = {"reason": "He may.", "key": str(uuid4())}
    assert [rafe_client.post(one.undo, told).status_code for _ in range(2)] == [302, 422]
    back, ruling = shown(rafe_client, event)
    assert (back.what, ruling.decision.taken_back, ruling.undo) == ("took a ruling back", True, "")


WRONG = [
    ({"table": "99"}, "There is no table 99 in that round."),
    ({"deal": "9"}, "Deal 9 at table 3 is not recorded."),
    ({"rule": "penalty-murder"}, "Select a valid choice."),
    ({"ruling": " "}, "This field is required."),
]


@pytest.mark.parametrize(("change", "fault"), WRONG)
def test_it_says_beside_the_field_what_is_wrong(
    table: Table, rafe_client: Client, form: dict[str, Any], change: dict[str, str], fault: str
) -> None:
    response = rafe_client.post(at("ruling", table.round.competition), {**form, **change})
    [(field, [said])] = response.context["form"].errors.items()
    assert (field, response.status_code) == (next(iter(change)), 404 if field == "deal" else 422)
    assert said.startswith(fault)


def test_a_key_is_for_one_ruling(first_round: Round, rafe: User) -> None:
    told: dict[str, Any] = {"round": first_round, "question": "", "actor": rafe, "key": uuid4()}
    given = ruled.ruling_write(**told, ruling="Yes.")
    assert ruled.ruling_write(**told, ruling="Yes.") == given
    with pytest.raises(Refusal, match="key_reused"):
        ruled.ruling_write(**told, ruling="No.")


def test_the_log_leads_back_from_a_penalty_of_a_deal(
    table: Table, play: Any, rafe: User, rafe_client: Client
) -> None:
    play(table)
    told: dict[str, Any] = {"table": table, "reason": "Seen.", "actor": rafe}
    imposed = penalties.penalty_impose(**told, deal=1, event=CANNON, key=uuid4())
    back = at("penalty-reverse", table.round.competition, penalty=imposed.pk)
    assert back in rafe_client.get(at("log", table.round.competition)).content.decode()
    corrections.deal_void(**told, number=1, mode="as_played")
    assert back not in rafe_client.get(at("log", table.round.competition)).content.decode()
