"""Adjusted scores: points with a reason for what could not be played, by new rows, taken back by new rows."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Penalty, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import standings_of, summed
from tournaments.services import adjustments, competitions, penalties, seats
from tournaments.services.chain import chain_check


@pytest.fixture
def form(rafe_client: Client, table: Table, typed: Any) -> dict[str, Any]:
    """The form for deal 7, as filled in."""
    told = {"amount_E": "40", "amount_S": "-10", "deal": "7", "reason": "The fire alarm rang."}
    return dict(typed(rafe_client, at("adjust", table), **told))


def row_of(competition: Competition, number: int) -> Any:
    competition.refresh_from_db()
    row = next(one for one in standings_of(competition).rows if one.number == number)
    assert row == next(one for one in summed(competition).rows if one.number == number)
    return row


def test_it_counts_in_the_standings_and_says_so(
    rafe_client: Client, table: Table, play: Any, form: dict[str, Any]
) -> None:
    play(table)
    event, east = table.round.competition, tables.sitters(table, 1)["E"].entry
    before = row_of(event, east.number)
    fine = {"entry": east, "round": table.round, "amount": -5, "reason": "Late.", "actor": None}
    penalties.standings_penalty(**fine, key=uuid4())
    for _ in range(2):  # a double click is one
        assert rafe_client.post(at("adjust", table), form).status_code == 302
    row = row_of(event, east.number)
    assert (row.net, row.adjustment, row.total) == (before.net, 35, before.total + 35)
    page = words_of(Client().get(f"/c/{event.slug}/entries/{east.number}/"))
    assert "−5 as a penalty against the standings" in page
    assert "40 as an adjusted score" in page
    assert Penalty.objects.count() == 3
    assert chain_check(event)[1] == []


def test_everybody_reads_it(rafe_client: Client, table: Table, form: dict[str, Any], tam: Tam) -> None:
    rafe_client.post(at("adjust", table), form)
    event, sitting = table.round.competition, tables.sitters(table, 1)
    told = Client().get("/api/v1/table", headers=tam.headers).json()["rulings"]
    assert [(one["kind"], one["name"], one["amount"], one["reason"]) for one in told] == [
        ("adjustment", sitting["E"].entry.name, 40, "The fire alarm rang."),
        ("adjustment", sitting["S"].entry.name, -10, "The fire alarm rang."),
    ]
    for part in ("changes/", "r1/t3/"):
        page = words_of(Client().get(f"/c/{event.slug}/{part}"))
        assert ("adjusted score" in page.lower(), "The fire alarm rang." in page) == (True, True), part
    assert "for table 3, deal 7" in words_of(Client().get(f"/c/{event.slug}/changes/"))
    assert "The fire alarm rang." in words_of(rafe_client.get(at("table", table)))
    [ruling] = rafe_client.get(at("rulings", event)).context["rulings"]
    assert ruling.line.facts.endswith("+40, " + f"{sitting['S'].entry} −10")


def test_it_is_taken_back_for_the_whole_table_once(
    rafe_client: Client, table: Table, form: dict[str, Any], typed: Any
) -> None:
    rafe_client.post(at("adjust", table), form)
    event, first = table.round.competition, Penalty.objects.earliest("pk")
    back = at("adjustment-reverse", event, adjustment=first.pk)
    assert back in rafe_client.get(at("log", event)).content.decode()
    told = typed(rafe_client, back, reason="It was played later.")
    again = {**told, "key": str(uuid4())}
    assert [rafe_client.post(back, one).status_code for one in (told, told, again)] == [302, 302, 422]
    for seat in "ES":
        assert row_of(event, tables.sitters(table, 1)[seat].entry.number).adjustment == 0
    assert Penalty.objects.exclude(reverses=None).count() == 2
    assert back not in rafe_client.get(at("log", event)).content.decode()
    assert rafe_client.get(at("penalty-reverse", event, penalty=first.pk)).status_code == 404
    with pytest.raises(Refusal, match="penalty_not_found"):
        penalties.penalty_reverse(penalty=first, reason="No.", actor=None, key=uuid4())


WRONG = [
    ({"amount_E": "", "amount_S": ""}, "Give at least one player points."),
    ({"amount_E": "100001"}, "Ensure this value is less than or equal to 100000."),
    ({"reason": ""}, "This field is required."),
    ({"seen_seats": "other"}, "The seats of table 3 were changed meanwhile."),
]


@pytest.mark.parametrize(("change", "fault"), WRONG)
def test_it_says_what_is_wrong(
    rafe_client: Client, table: Table, form: dict[str, Any], change: dict[str, str], fault: str
) -> None:
    refused = rafe_client.post(at("adjust", table), {**form, **change})
    assert (refused.status_code in (409, 422), fault in refused.content.decode()) == (True, True)
    assert not Penalty.objects.exists()


def test_a_key_is_for_one_adjusted_score(table: Table, rafe: User) -> None:
    told: dict[str, Any] = {"table": table, "deal": None, "reason": "Alarm.", "actor": rafe, "key": uuid4()}
    rows = adjustments.scores_adjust(**told, amounts={"E": 5})
    assert adjustments.scores_adjust(**told, amounts={"E": 5}) == rows
    for other in ({"amounts": {"E": 6}}, {"amounts": {"E": 5}, "deal": 2}):
        with pytest.raises(Refusal, match="key_reused"):
            adjustments.scores_adjust(**told | other)


@pytest.mark.parametrize("policy", ["himself", "absent"])
def test_it_goes_to_whom_the_deals_of_a_substitute_go(table: Table, olive: User, policy: str) -> None:
    event = table.round.competition
    competitions.competition_change(competition=event, actor=olive, substitute_policy=policy)
    away = tables.sitters(table, 1)["N"].entry
    person = [{"given": "Sub", "family": "Stitute", "status": "substitute"}]
    guest = competitions.entries_add(competition=event, people=person, actor=olive)[0]
    seats.substitute(table=table, seat="N", from_deal=2, entry=guest, actor=olive)
    told: dict[str, Any] = {"table": Table.objects.get(pk=table.pk), "reason": "Alarm.", "actor": olive}
    counted = [
        adjustments.scores_adjust(**told, amounts={"N": 5}, deal=deal, key=uuid4())[0].entry
        for deal in (1, 2, None)
    ]
    late = away if policy == "absent" else guest
    assert counted == [away, late, late]
