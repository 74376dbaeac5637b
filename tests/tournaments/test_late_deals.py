"""A deal that comes late belongs for ever to the seating it was sent under: round, table and people."""

import json

import pytest
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tournaments.models import DealVersion, EarlierSeating, HeldSubmission, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.services import held, rounds, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(running, table, play, tam, olive):
    """Round 1 with a deal unsent on table 3's tablet, its seats put right, closed; round 2 is running."""
    play(table)
    unsent = declared.body(table, declared.draw())
    seats.seats_swap(table=table, seats=("E", "S"), from_deal=1, reason="Sat wrongly.", actor=olive)
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    second = rounds.round_publish(round=running.rounds.get(number=2), actor=olive)
    rounds.round_start(round=second, actor=olive)
    sent = Client().post(
        "/api/v1/table/deals", json.dumps(unsent), content_type="application/json", headers=tam.headers
    )
    assert (sent.status_code, sent.json()["code"]) == (202, "seating_changed")
    return HeldSubmission.objects.get()


def people(table):
    return {seat: sitter.entry for seat, sitter in tables.sitters(table, 2).items()}


def test_it_is_held_at_the_table_of_its_own_round(late, table):
    assert late.table == table
    assert late.facts["round"] == 1


def test_it_is_recorded_for_those_who_played_it(late, table, rafe):
    ruling = held.held_accept(held=late, actor=rafe, reason="It was still on the tablet.")
    assert (ruling.version.table, ruling.version.number) == (table, 2)
    assert {row.seat: row.entry for row in ruling.version.scores.all()} == people(table)
    assert not DealVersion.objects.filter(table__round__number=2).exists()


def test_the_page_of_the_ruling_names_round_and_people(late, table, running, rafe_client):
    page = rafe_client.get(at("held", running, held=late.pk)).content.decode()
    assert "Round 1:" in page
    assert all(entry.name in page for entry in people(table).values())


def test_it_is_its_rounds_also_where_it_was_held_at_another_table(late, table, running, rafe):
    """As a version before this one held it: at the table of the round that ran."""
    other = Table.objects.get(round__number=2, number=3)
    facts = {name: getattr(late, name) for name in ("competition", "table_number", "deal", "code")}
    body = {**late.body, "key": "11111111-1111-4111-8111-111111111111"}
    wrong = HeldSubmission.objects.create(
        **facts, table=other, key=body["key"], fingerprint="f" * 64, body=body
    )
    assert held.held_accept(held=wrong, actor=rafe, reason="Late.").version.table == table


def test_it_cannot_be_accepted_under_a_seating_that_no_round_had(running, table, play, rafe, rafe_client):
    kept = play(table, seating_version=99).held
    address = at("held", running, held=kept.pk)
    page = rafe_client.get(address).content.decode()
    assert "nobody knows" in page
    assert "Accept as the next deal" not in page
    for accept in (held.held_accept, held.held_accept_as_correction):
        more = {"mode": "replay"} if accept is held.held_accept_as_correction else {}
        with pytest.raises(Refusal) as refused:
            accept(held=kept, actor=rafe, reason="Late.", **more)
        assert refused.value.code == "held_of_no_round"
    forced = rafe_client.post(address, {"step": "accept", "mode": "replay", "reason": "Late."})
    assert forced.status_code == 409
    held.held_decline(held=kept, actor=rafe, reason="Nobody knows whose.")
    assert not DealVersion.objects.exists()


def test_a_number_of_a_seating_is_never_given_to_another(running, olive):
    had = {one.seating_version for one in running.rounds.all()}
    rounds.round_draw(competition=running, rounds=2, actor=olive)
    now = {one.seating_version for one in running.rounds.exclude(state="draft")}
    new = {one.seating_version for one in running.rounds.filter(state="draft")}
    assert not new & had
    before = EarlierSeating.objects.filter(competition=running)
    assert {one.version for one in before} | now == had
