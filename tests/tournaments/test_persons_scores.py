"""What somebody has from a table goes with the person on every page, as it does in the standings."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import declared
from tournaments.api.table.output import table_json
from tournaments.api.table.replies import receipt_json
from tournaments.models import Competition, Entry, Table
from tournaments.selectors import board, history
from tournaments.services.competitions import entries_add
from tournaments.services.seats import seats_swap, substitute
from tournaments.tilefaces import Look
from tournaments.views.public.deals import _seats

pytestmark = pytest.mark.django_db

FIRST = {"E": -80, "S": 160, "W": -40, "N": -40}  # South wins from East


def shown(table: Table) -> dict[str, dict[str, int]]:
    """Read the table's figures by seat wherever they are shown."""
    table = Table.objects.select_related("round__competition").get(pk=table.pk)
    tablet = table_json(table, table.round.competition, table.number, Look())
    [one] = [row for row in board.board_of(table.round.competition).tables if row.number == table.number]
    return {
        "tablet": {seat["seat"]: seat["score"] for seat in tablet["seats"]},
        "board": {seat.seat: seat.score for seat in one.seats},
    }


def both(scores: dict[str, int]) -> dict[str, dict[str, int]]:
    return {"tablet": scores, "board": scores}


def public(table: Table) -> dict[str, int]:
    """Read what the public page says each person has."""
    lines = _seats(table, history.deals_of(table))
    people = {line["sitter"].entry.name: line["total"] for line in lines}
    later = [one for line in lines for one in line["takeovers"] if one["total"] is not None]
    return people | {one["name"]: one["total"] for one in later}


@pytest.fixture
def sam(running: Competition, olive: User) -> Entry:
    [entry] = entries_add(
        competition=running, people=[{"given": "Sam", "family": "Stead", "status": "substitute"}], actor=olive
    )
    return entry


@pytest.fixture
def taken_over(table: Table, play: Any, sam: Entry, olive: User) -> Table:
    """The table after a deal, South's chair taken over from the second."""
    play(table)
    substitute(table=table, seat="S", from_deal=2, entry=sam, actor=olive)
    return table


def name_at(table: Table, seat: str) -> str:
    return table.seatings.get(seat=seat, from_deal=1).entry.name


def test_it_begins_with_nothing_for_a_substitute(taken_over: Table) -> None:
    assert shown(taken_over) == both({**FIRST, "S": 0})
    assert public(taken_over)[name_at(taken_over, "S")] == 160


def test_it_tells_the_substitutes_own_figure_in_the_receipt(taken_over: Table, play: Any) -> None:
    south = name_at(taken_over, "S")
    receipt = play(taken_over, declared.won("S", "W"))
    told = receipt_json(receipt, Table.objects.get(pk=taken_over.pk), "circles")
    net = receipt.version.net
    assert told["scores"] == {seat: FIRST[seat] * (seat != "S") + net[seat] for seat in "ESWN"}
    assert shown(taken_over) == both(told["scores"])
    assert public(taken_over) | {south: 160, "Sam Stead": net["S"]} == public(taken_over)
    [_, second] = history.deals_of(taken_over)
    assert {score.seat: score.total for score in second.scores} == told["scores"]


def test_it_goes_on_for_the_absent_where_substitutes_score_for_them(taken_over: Table, play: Any) -> None:
    Competition.objects.update(substitute_policy=Competition.SubstitutePolicy.ABSENT)
    table = Table.objects.select_related("round__competition").get(pk=taken_over.pk)
    net = play(table, declared.won("S", "W")).version.net
    assert shown(table) == both({seat: FIRST[seat] + net[seat] for seat in "ESWN"})
    assert public(table)[name_at(table, "S")] == 160 + net["S"]
    assert "Sam Stead" not in public(table)


def test_it_goes_with_two_who_sat_wrongly(table: Table, play: Any, olive: User) -> None:
    play(table)
    play(table)
    before = public(table)
    east, south = name_at(table, "E"), name_at(table, "S")
    nets = [deal.version.net for deal in history.deals_of(table)]
    seats_swap(table=table, seats=("E", "S"), from_deal=2, reason="Sat wrongly.", actor=olive)
    assert before == {**before, east: nets[0]["E"] + nets[1]["E"]}
    mine = {east: nets[0]["E"] + nets[1]["S"], south: nets[0]["S"] + nets[1]["E"]}
    assert public(table) == {**before, **mine}
    assert {**shown(table)["tablet"], "E": mine[south], "S": mine[east]} == shown(table)["tablet"]
    assert shown(table)["board"] == shown(table)["tablet"]


def test_it_names_on_the_tablet_who_played_a_deal(taken_over: Table) -> None:
    table = Table.objects.select_related("round__competition").get(pk=taken_over.pk)
    told = table_json(table, table.round.competition, table.number, Look())
    [deal] = told["deals"]
    assert deal["players"]["S"]["name"] == name_at(taken_over, "S") != told["seats"][1]["name"]
    assert deal["scores"] == FIRST
