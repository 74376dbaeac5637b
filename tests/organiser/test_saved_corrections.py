"""Corrections carried over from a tablet: made once, by the table's rights, whoever brings them first."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at, save
from tests.organiser.test_saved_deals import line, packed, statuses, take
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, DealVersion, HeldSubmission, Table
from tournaments.selectors import tables
from tournaments.selectors.called import called_at
from tournaments.selectors.standings import summed
from tournaments.services import confirmations, corrections, rounds, seats
from tournaments.services.chain import chain_check
from tournaments.services.saved_deals import saved_correction_take
from tournaments.services.table_corrections import correction_of, table_correct

REASON = "Wrong winner"
TRIES = 8


def current(number: int = 1) -> DealVersion:
    return DealVersion.objects.current().get(number=number)


def correction(table: Table, content: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """What the tablet would post for the first deal, which East won."""
    return {
        **(content or declared.won("E", "S")),
        "key": str(uuid4()),
        "deal": 1,
        "seating_version": table.round.seating_version,
        "supersedes": changes.pop("supersedes", None) or current().sha256,
        "reason": REASON,
        "expected": None,
        "client_time": "2026-04-18T10:05:00+01:00",
        **changes,
    }


@pytest.fixture
def two(table: Table, play: Any) -> Table:
    """Table 3 after a win of South and a win of West."""
    play(table)
    play(table, declared.won("W", "N"))
    return table


def send(tam: Any, body: dict[str, Any]) -> Any:
    """Post what the tablet would post itself."""
    address = "/api/v1/table/deals"
    address += f"/{body['deal']}/correct" if "supersedes" in body else ""
    return Client().post(address, body, content_type="application/json", headers=tam.headers)


def totals(table: Table) -> dict[int, Any]:
    return {row.number: row.total for row in summed(table.round.competition).rows}


def test_it_makes_a_correction_from_its_line_and_from_its_picture(olive_client: Client, two: Table) -> None:
    body = correction(two)
    assert statuses(take(olive_client, two, packed(line(two, body)))) == ["recorded"]
    assert statuses(take(olive_client, two, line(two, body))) == ["replayed"]
    version = current()
    assert (version.version, version.kind, version.net["E"]) == (2, "correct", 240)
    assert (version.actor, version.device, version.reason) == (None, None, REASON)  # the table's, not Olive's
    assert current(2).kind == "replay"
    [logged] = Action.objects.filter(verb="correction_taken_over")
    assert (logged.actor.username, logged.facts["deal"], logged.facts["code"]) == ("olive", 1, "recorded")  # type: ignore[union-attr]
    page = olive_client.get(at("log", two.round.competition)).content.decode()
    assert "took over a correction from a tablet" in page


def test_it_leaves_the_correction_to_the_table_that_made_it(
    olive_client: Client, two: Table, tam: Any
) -> None:
    take(olive_client, two, line(two, correction(two)))
    assert send(tam, correction(two, declared.won("W", "S"))).status_code == 201  # no ruling of the staff


def test_it_counts_once_what_the_tablet_sends_afterwards(olive_client: Client, two: Table, tam: Any) -> None:
    body = correction(two)
    take(olive_client, two, line(two, body))
    after, chain = totals(two), DealVersion.objects.count()
    sent = send(tam, body)
    assert (sent.status_code, sent.json()["status"], sent.json()["sha256"]) == (
        200,
        "replayed",
        current().sha256,
    )
    assert (totals(two), DealVersion.objects.count()) == (after, chain)


def test_it_counts_once_what_the_tablet_has_sent_before(olive_client: Client, two: Table, tam: Any) -> None:
    body = correction(two)
    assert send(tam, body).status_code == 201
    before = totals(two)
    answer = take(olive_client, two, line(two, body))
    assert statuses(answer) == ["replayed"]
    assert "was there already" in answer.content.decode()
    assert totals(two) == before
    assert not Action.objects.filter(verb="correction_taken_over").exists()


def test_it_stays_done_when_the_deal_was_changed_after_it(
    olive_client: Client, two: Table, tam: Any, rafe: User
) -> None:
    body = correction(two)
    take(olive_client, two, line(two, body))
    corrections.deal_correct(
        table=two, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    assert statuses(take(olive_client, two, line(two, body))) == ["replayed"]
    assert (send(tam, body).json()["status"], current().content["outcome"]) == ("replayed", "draw")


def ruled(table: Table, rafe: User) -> None:
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )


def corrected_by_the_table(table: Table, rafe: User) -> None:
    other = correction(table, declared.won("W", "S"))
    table_correct(table=table, correction=correction_of(other))


def closed(table: Table, rafe: User) -> None:
    rounds.round_close(round=table.round, actor=rafe, anyway=True)


@pytest.mark.parametrize(
    ("meanwhile", "said"),
    [
        (ruled, "Somebody else changed deal 1 in the meantime."),
        (corrected_by_the_table, "Somebody else changed deal 1 in the meantime."),
        (closed, "deal 1 can no longer be corrected at the table"),
    ],
)
def test_it_is_refused_as_the_tablet_is_and_shows_what_it_wanted(
    olive_client: Client, two: Table, tam: Any, rafe: User, meanwhile: Any, said: str
) -> None:
    body = correction(two)
    meanwhile(two, rafe)
    kept = list(DealVersion.objects.order_by("pk").values_list("pk", "version"))
    answer = take(olive_client, two, line(two, body))
    page = answer.content.decode()
    assert statuses(answer) == [None]
    for shown in (said, "correction of deal 1", REASON, at("deal", two, deal=1)):
        assert shown in page
    assert answer.context["answers"][0].told["hands"][0][2] == body["hands"]["E"]
    assert send(tam, body).json()["message"] == answer.context["answers"][0].message
    assert list(DealVersion.objects.order_by("pk").values_list("pk", "version")) == kept
    assert not HeldSubmission.objects.exists()


def test_the_staff_make_it_by_their_own_right(
    olive_client: Client, two: Table, tam: Any, rafe: User, olive: User
) -> None:
    body = correction(two)
    ruled(two, rafe)
    answer = take(olive_client, two, line(two, body)).context["answers"][0]
    assert "See what it would change" in take(olive_client, two, line(two, body)).content.decode()
    form = {name: str(value) for name, value in answer.anew.items()}
    assert save(olive_client, answer.correct_address, form).status_code == 302
    assert (current().version, current().actor, current().net["E"]) == (3, olive, 240)
    assert send(tam, body).json()["code"] == "version_changed"  # once, and the table is told
    assert current().version == 3


def test_it_is_the_staffs_where_they_confirmed_the_deal(olive_client: Client, two: Table, rafe: User) -> None:
    body = correction(two)
    seen = confirmations.Seen(two, 1, current().sha256)
    confirmations.deals_settle(seen=[seen], reason="They left.", actor=rafe)
    answer = take(olive_client, two, line(two, body))
    assert "A referee has settled deal 1." in answer.content.decode()


def test_it_follows_its_deal_when_both_are_carried(olive_client: Client, table: Table) -> None:
    """The deal arrived, the tablet's answer was lost; the table's other tablet corrected it."""
    deal = declared.body(table)
    take(olive_client, table, line(table, deal))
    both = f"{line(table, deal)}\n{line(table, correction(table))}"
    assert statuses(take(olive_client, table, both)) == ["replayed", "recorded"]
    assert statuses(take(olive_client, table, both)) == ["replayed", "replayed"]
    assert (current().version, current().net["E"]) == (2, 240)


@pytest.mark.parametrize("by_office", [False, True])
def test_what_was_played_after_it_is_treated_as_from_the_tablet(
    olive_client: Client, two: Table, tam: Any, by_office: bool
) -> None:
    """The correction changes the winds under which the next deal was played without network."""
    corrected, played = correction(two), declared.body(two, declared.draw())
    if by_office:
        heard = statuses(take(olive_client, two, f"{line(two, corrected)}\n{line(two, played)}"))
    else:
        heard = [send(tam, body).json()["status"] for body in (corrected, played)]
    assert heard == ["recorded", "held"]
    assert HeldSubmission.objects.get().code == "context_changed"


def test_it_says_that_its_deal_is_not_there(olive_client: Client, table: Table) -> None:
    answer = take(olive_client, table, line(table, correction(table, supersedes="0" * 64)))
    assert "Deal 1 at table 3 is not recorded." in answer.content.decode()
    assert answer.context["answers"][0].told is None


def test_it_goes_on_after_a_refused_correction(olive_client: Client, two: Table) -> None:
    stale, good = correction(two, supersedes="0" * 64), line(two, declared.body(two, declared.draw()))
    assert statuses(take(olive_client, two, f"{line(two, stale)}\n{good}")) == [None, "recorded"]


def test_it_knows_a_correction_of_the_round_before(olive_client: Client, two: Table, olive: User) -> None:
    body = correction(two)
    closed(two, olive)
    second = two.round.competition.rounds.get(number=2)
    rounds.round_start(round=rounds.round_publish(round=second, actor=olive), actor=olive)
    answer = take(olive_client, two, line(two, body))
    assert statuses(answer) == [None]
    assert answer.context["answers"][0].deal_address == at("deal", two, deal=1)


def test_it_is_too_late_when_seats_were_put_right(olive_client: Client, two: Table, olive: User) -> None:
    body, before = correction(two), called_at(tables.sitters(two, 1))
    seats.seats_swap(
        table=two, seats=("E", "S"), from_deal=1, reason="Sat wrongly.", actor=olive, key=uuid4()
    )
    answer = take(olive_client, two, line(two, body))
    assert "can no longer be corrected at the table" in answer.content.decode()
    told = answer.context["answers"][0]
    assert {seat: name for seat, name, _hand in told.told["hands"]} == before  # whom the table meant
    assert told.anew == {}
    assert answer.context["answers"][0].deal_address == at("deal", two, deal=1)


@pytest.mark.parametrize(
    ("name", "wrong"), [("seating_version", "1"), ("context", "0" * 64), ("supersedes", 5)]
)
def test_it_names_a_line_of_another_shape(olive_client: Client, two: Table, name: str, wrong: Any) -> None:
    answer = take(olive_client, two, line(two, {**correction(two), name: wrong}))
    page = answer.content.decode()
    assert "This is not what a tablet exports. Nothing was taken over." in page
    assert f"body.{name}" in page


@pytest.mark.django_db(transaction=True)
def test_it_is_made_once_when_tablet_and_office_bring_it_at_the_same_moment(
    two: Table, tam: Any, olive: User
) -> None:
    contents = [declared.won("E", "S"), declared.won("S", "E")]
    for index in range(TRIES):
        sent = correction_of(correction(two, contents[index % 2]))
        by_tablet = partial(table_correct, table=two, correction=sent, device=tam.device)
        by_office = partial(saved_correction_take, table=two, correction=sent, actor=olive)
        answers = at_once(by_tablet, by_office)
        assert sorted(answer.status for answer in answers) == ["recorded", "replayed"]
    assert current().version == TRIES + 1
    taken = Action.objects.filter(verb="correction_taken_over").count()
    assert taken == DealVersion.objects.filter(kind="correct", device=None).count()
    two.round.competition.refresh_from_db()
    assert chain_check(two.round.competition)[1] == []
