"""Two people who sat at each other's tables are put right, though it is found out late."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at, looked
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import standings_of
from tournaments.services import seats
from tournaments.services.across import Place, seats_cross

WHY = "Each had read the other's line of the plan."
pytestmark = pytest.mark.django_db


@pytest.fixture
def other(table: Table, play: Any) -> Table:
    """Table 1 beside table 3, two deals played at each."""
    there = table.round.tables.select_related("round__competition").get(number=1)
    for one in (table, table, there, there):
        play(one)
    return there


def nets(competition: Competition) -> dict[int, int]:
    return {row.number: row.net for row in standings_of(Competition.objects.get(pk=competition.pk)).rows}


def sat(places: Any, deal: int) -> list[Any]:
    return [tables.sitters(where, deal)[seat].entry for where, seat in places]


def seen(client: Client, table: Table, typed: Any, **told: Any) -> dict[str, Any]:
    address = at("cross", table)
    return looked(client, address, typed(client, address, reason=WHY, **told))


@pytest.mark.parametrize("begun", [1, 2])
def test_it_moves_what_two_people_got_from_a_deal_on_and_nobody_elses(
    rafe_client: Client, rafe: User, table: Table, other: Table, typed: Any, begun: int
) -> None:
    event = table.round.competition
    here, there = tables.sitters(table, 1)["E"].entry, tables.sitters(other, 1)["S"].entry
    at_places = ((table, "E"), (other, "S"))
    got = [
        sum(one.net[seat] for one in tables.current_versions(where) if one.number >= begun)
        for where, seat in at_places
    ]
    before = nets(event)
    form = seen(rafe_client, table, typed, first="E", second="1-S", from_deal=begun, other_deal=begun)
    assert [rafe_client.post(at("cross", table), form).status_code for _ in range(2)] == [302, 302]
    moved = {
        here.number: before[here.number] - got[0] + got[1],
        there.number: before[there.number] - got[1] + got[0],
    }
    assert nets(event) == before | moved != before
    assert sat(at_places, 1) == ([here, there] if begun == 2 else [there, here])
    assert sat(at_places, 9) == [there, here]
    line = Action.objects.get(verb="seats_cross")
    assert (line.actor, line.reason, line.facts["entries"]) == (rafe, WHY, [here.number, there.number])


def test_it_is_done_once_where_two_officials_looked_at_the_same_seats(
    rafe_client: Client, olive_client: Client, table: Table, other: Table, typed: Any
) -> None:
    forms = [(one, seen(one, table, typed, first="E", second="1-S")) for one in (rafe_client, olive_client)]
    assert [client.post(at("cross", table), form).status_code for client, form in forms] == [302, 409]
    assert Action.objects.filter(verb="seats_cross").count() == 1


@pytest.mark.parametrize(
    ("seat", "begun", "code"),
    [
        (("Q", "S"), (1, 1), "seat_not_found"),
        (("E", "S"), (1, 4), "deal_not_found"),
        (("E", "S"), (1, 2), "player_twice"),
    ],
)
def test_it_is_refused_where_it_cannot_have_been_so(
    olive: User, table: Table, other: Table, seat: tuple[str, str], begun: tuple[int, int], code: str
) -> None:
    before = nets(table.round.competition)
    places = (Place(table, seat[0], begun[0]), Place(other, seat[1], begun[1]))
    with pytest.raises(Refusal, match=code):
        seats_cross(places=places, reason=WHY, actor=olive)
    assert nets(table.round.competition) == before


def test_it_asks_for_two_tables(olive: User, table: Table, other: Table) -> None:
    with pytest.raises(Refusal, match="one_table_only"):
        seats_cross(places=(Place(table, "E", 1), Place(table, "S", 1)), reason=WHY, actor=olive)


def test_it_leaves_a_seat_alone_that_somebody_takes_over_later(
    olive: User, table: Table, other: Table
) -> None:
    seats_cross(places=(Place(table, "E", 2), Place(other, "S", 2)), reason=WHY, actor=olive)
    with pytest.raises(Refusal, match="seat_taken_over"):
        seats_cross(places=(Place(table, "E", 1), Place(other, "W", 1)), reason=WHY, actor=olive)


def test_who_comes_back_from_the_deal_of_a_substitute_who_never_played_is_listed_once(
    table: Table, rafe: User, rafe_client: Client
) -> None:
    before = words_of(rafe_client.get(at("table", table))).split("Who sits here")[1]
    own = table.seatings.get(seat="S").entry
    told = {"table": table, "seat": "S", "from_deal": 1 + table.deal_versions.count() + 1, "actor": rafe}
    seats.seat_hand_over(who={"given": "Stan", "family": "Standby"}, **told)
    assert "Stan Standby" in words_of(rafe_client.get(at("table", table)))
    seats.seat_hand_over(who=own, **told)
    assert words_of(rafe_client.get(at("table", table))).split("Who sits here")[1] == before
