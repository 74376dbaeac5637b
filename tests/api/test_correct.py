"""POST /api/v1/table/deals/{n}/correct: the table puts right what it recorded, while its round runs."""

from typing import Any
from uuid import uuid4

import pytest

from tests import declared
from tests.api.conftest import Answer, faults
from tournaments.models import Action, DealVersion, HeldSubmission, Table
from tournaments.services import confirmations, corrections, devices, held, penalties, rounds

REASON = "The wrong winner was entered."


@pytest.fixture
def two(table: Table, play: Any) -> Table:
    """Table 3 after a win of South and a win of West."""
    play(table)
    play(table, declared.won("W", "N"))
    return table


def current(number: int = 1) -> DealVersion:
    return DealVersion.objects.current().get(number=number)


def body(table: Table, content: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    return {
        "key": str(uuid4()),
        "deal": 1,
        "seating_version": table.round.seating_version,
        "supersedes": current().sha256,
        "reason": REASON,
        **(content or declared.won("E", "S")),
        "expected": None,
        "client_time": "2026-04-18T10:05:00+01:00",
        **changes,
    }


def correct(post: Answer, sent: dict[str, Any]) -> Any:
    return post("/table/deals/1/correct", sent)


def test_it_writes_a_new_version_by_the_tablet_and_replays_what_follows(
    post: Answer, two: Table, tam: Any
) -> None:
    answer = correct(post, body(two))
    assert (answer.status_code, answer.json()["status"], answer.json()["version"]) == (201, "recorded", 2)
    first, second = current(1), current(2)
    assert (first.kind, first.device, first.actor, first.reason) == ("correct", tam.device, None, REASON)
    assert (first.net, second.kind, second.east) == ({"E": 240, "S": -80, "W": -80, "N": -80}, "replay", "E")
    assert answer.json()["sha256"] == first.sha256
    logged = Action.objects.get(verb="deal_correct")
    assert (logged.device, logged.reason, logged.facts["deal"]) == (tam.device, REASON, 1)


def test_it_still_says_when_the_deal_was_played(get: Answer, post: Answer, two: Table) -> None:
    correct(post, body(two))
    [deal, _] = get("/table").json()["deals"]
    assert deal["version"] == 2
    assert deal["played_at"] == DealVersion.objects.get(number=1, version=1).at.isoformat() < deal["at"]


def test_it_answers_a_retry_as_before_and_changes_nothing(post: Answer, two: Table) -> None:
    sent = body(two)
    first = correct(post, sent).json()
    again = correct(post, sent)
    assert (again.status_code, again.json()["status"]) == (200, "replayed")
    assert (again.json()["sha256"], again.json()["key"]) == (first["sha256"], first["key"])
    assert DealVersion.objects.filter(number=1).count() == 2


def test_it_refuses_a_key_that_stood_for_another_content(post: Answer, two: Table) -> None:
    sent = body(two)
    correct(post, sent)
    other = correct(post, {**sent, "reason": "Something else."})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_it_refuses_what_was_changed_since_it_was_looked_at(post: Answer, two: Table, rafe: Any) -> None:
    stale = body(two)
    corrections.deal_correct(
        table=two, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    answer = correct(post, stale)
    assert (answer.status_code, answer.json()["code"]) == (409, "version_changed")
    assert current().version == 2


def test_it_changes_no_ruling_of_a_referee(post: Answer, two: Table, rafe: Any) -> None:
    corrections.deal_correct(
        table=two, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    assert correct(post, body(two)).json()["code"] == "deal_settled"


def test_it_changes_nothing_that_a_referee_confirmed(post: Answer, two: Table, rafe: Any) -> None:
    seen = confirmations.Seen(two, 1, current().sha256)
    confirmations.deals_settle(seen=[seen], reason="They left.", actor=rafe)
    assert correct(post, body(two)).json()["code"] == "deal_settled"


def test_it_is_too_late_when_the_round_is_closed(post: Answer, two: Table, olive: Any) -> None:
    sent = body(two)
    rounds.round_close(round=two.round, actor=olive, anyway=True)
    answer = correct(post, sent)
    assert (answer.status_code, answer.json()["code"]) == (422, "correction_too_late")
    assert current().version == 1
    assert not HeldSubmission.objects.exists()


def test_it_refuses_an_impossible_deal_with_every_fault(post: Answer, two: Table) -> None:
    wrong = declared.won("E", "S")
    wrong["hands"]["W"] = declared.rack("B1 B3")
    answer = correct(post, body(two, wrong))
    assert (answer.status_code, answer.json()["code"]) == (422, "deal_refused")
    assert answer.json()["errors"]


def test_it_refuses_where_the_tablet_counts_differently(post: Answer, two: Table) -> None:
    answer = correct(post, body(two, expected=dict.fromkeys("ESWN", 0)))
    assert (answer.status_code, answer.json()["code"]) == (422, "correction_mismatch")
    assert current().version == 1


@pytest.mark.parametrize(
    ("changes", "path", "code"),
    [
        ({"supersedes": "0"}, "supersedes", "wrong_form"),
        ({"deal": "1"}, "deal", "wrong_type"),
        ({"context": "0" * 64}, "context", "unknown_field"),
    ],
)
def test_it_refuses_another_shape(post: Answer, two: Table, changes: Any, path: str, code: str) -> None:
    answer = correct(post, body(two, **changes))
    assert (answer.status_code, faults(answer)) == (422, {(path, code)})


def test_it_wants_a_reason(post: Answer, two: Table) -> None:
    assert correct(post, body(two, reason="")).status_code == 422
    assert current().version == 1


def test_it_knows_no_deal_that_is_not_there(post: Answer, two: Table) -> None:
    answer = post("/table/deals/7/correct", body(two, deal=7))
    assert (answer.status_code, answer.json()["code"]) == (404, "deal_not_found")
    assert correct(post, body(two, deal=2)).status_code == 404  # another deal than the address says


def test_it_lets_no_tablet_in_that_was_let_go(post: Answer, two: Table, tam: Any, olive: Any) -> None:
    devices.device_revoke(device=tam.device, actor=olive)
    assert correct(post, body(two)).status_code == 401


# ------------------------------------------------------------------ looking ahead
def test_it_says_what_would_change_and_changes_nothing(post: Answer, two: Table) -> None:
    answer = post("/table/deals/1/correct/preview", declared.won("E", "S"))
    shown = answer.json()
    assert (answer.status_code, shown["net"]) == (200, {"E": 240, "S": -80, "W": -80, "N": -80})
    [later] = shown["later"]
    assert (later["deal"], later["east"], later["east_before"], later["flags"]) == (2, "E", "S", [])
    assert later["before"] != later["after"]
    assert DealVersion.objects.count() == 2


def test_it_says_that_nothing_else_would_change(post: Answer, two: Table) -> None:
    shown = post("/table/deals/1/correct/preview", declared.won("S", "W")).json()
    assert shown["later"] == []
    assert shown["upcoming"] == shown["upcoming_before"]


def test_it_says_who_is_east_next_though_no_later_deal_is_recorded(post: Answer, two: Table) -> None:
    shown = post("/table/deals/2/correct/preview", declared.draw()).json()
    places = [shown[name] for name in ("upcoming_before", "upcoming")]
    assert (shown["later"], [place["deal"] for place in places]) == ([], [3, 3])
    assert [place["east"] for place in places] == ["W", "S"]


def test_it_values_the_sound_hands_of_what_would_be_impossible(post: Answer, two: Table) -> None:
    wrong = declared.won("E", "S")
    wrong["hands"]["W"] = declared.rack("B1 B3")
    answer = post("/table/deals/1/correct/preview", wrong)
    assert answer.status_code == 422
    assert answer.json()["values"]["E"] > 0


OWN = {"code": "misnamed_discard", "offender": "N", "misled": ["W"]}
AGAIN = {**OWN, "misled": ["E"]}


@pytest.fixture
def taken_back(table: Table, play: Any, rafe: Any) -> Table:
    """Table 3 after a win, with a penalty that the table entered and the referee took back."""
    play(table, {**declared.won(), "events": [OWN]})
    penalties.event_reverse(
        table=table, deal=1, index=0, reason="Nobody was misled.", actor=rafe, key=uuid4()
    )
    return table


@pytest.mark.parametrize(
    "sent",
    [[{**OWN, "reversed": True}], [OWN], [], [AGAIN, OWN], [OWN, {**AGAIN, "reversed": True}]],
    ids=["marked", "unmarked", "left out", "with another", "with another marked"],
)
def test_it_leaves_taken_back_what_the_referee_took_back(
    post: Answer, taken_back: Table, sent: list[dict[str, Any]]
) -> None:
    answer = correct(post, body(taken_back, {**declared.won("E", "S"), "events": sent}))
    assert answer.status_code == 201, answer.json()
    events = current().content["events"]
    assert [event for event in events if event.get("reversed")] == [{**OWN, "reversed": True}]
    counting = [event for event in events if not event.get("reversed")]
    assert counting == ([AGAIN] if len(sent) > 1 else [])
    paid = current().result["payments"]
    assert len([one for one in paid if one["for"] == "misnamed_discard"]) == len(counting)


@pytest.mark.parametrize(
    "sent", [[{**OWN, "reversed": True}], [OWN], []], ids=["marked", "unmarked", "left out"]
)
def test_it_previews_what_was_taken_back_as_taken_back(post: Answer, taken_back: Table, sent: Any) -> None:
    content = {**declared.won("E", "S"), "events": sent}
    answer = post("/table/deals/1/correct/preview", content)
    assert answer.status_code == 200, answer.json()
    assert answer.json()["net"] == {"E": 240, "S": -80, "W": -80, "N": -80}


def test_a_first_deal_takes_nothing_back(post: Answer, table: Table) -> None:
    sent = declared.body(table, {**declared.won(), "events": [{**OWN, "reversed": True}]})
    assert faults(post("/table/deals", sent)) == {("events[0].reversed", "unknown_field")}


@pytest.mark.parametrize("mode", ["replay", "as_played"])
def test_the_staff_leave_it_taken_back_too(taken_back: Table, rafe: Any, mode: str) -> None:
    content = {**declared.won("E", "S"), "events": [OWN]}
    corrections.deal_correct(
        table=taken_back, number=1, content=content, mode=mode, reason="Wrong winner.", actor=rafe
    )
    assert current().content["events"] == [{**OWN, "reversed": True}]


def test_a_held_deal_that_becomes_a_correction_leaves_it_taken_back(
    taken_back: Table, rafe: Any, play: Any
) -> None:
    play(taken_back, {**declared.won("E", "S"), "events": [OWN]}, deal=1)
    kept = HeldSubmission.objects.get()
    held.held_accept_as_correction(held=kept, mode="replay", reason="They are right.", actor=rafe)
    assert current().content["events"] == [{**OWN, "reversed": True}]


@pytest.mark.parametrize("ruled", [False, True])
def test_it_refuses_the_key_of_a_deal_that_was_held(post: Answer, two: Table, rafe: Any, ruled: bool) -> None:
    sent = declared.body(two, declared.draw(), context="0" * 64)
    assert post("/table/deals", sent).status_code == 202
    if ruled:
        held.held_decline(held=HeldSubmission.objects.get(), reason="It was entered twice.", actor=rafe)
    answer = correct(post, body(two, key=sent["key"]))
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert DealVersion.objects.count() == 2


def test_it_refuses_the_key_of_a_correction_for_another_deal(post: Answer, two: Table) -> None:
    sent = body(two)
    assert correct(post, sent).status_code == 201
    answer = post("/table/deals", declared.body(two, key=sent["key"]))
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
