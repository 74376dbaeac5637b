"""People come to a table and leave it while a round is played; later corrections know who rested."""

from datetime import date
from typing import Any

import pytest

from tests import declared
from tournaments.models import Competition, DealVersion, Entry, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.standings import summed
from tournaments.services import company, competitions, corrections, deals, rounds
from tournaments.services.chain import chain_check

pytestmark = pytest.mark.django_db


def evening(club, people: int, ruleset: str = "bmja-club") -> Table:
    """Start a round with one table of so many; one more is entered, who can come."""
    made = competitions.competition_create(
        club=club, actor=None, name="Evening", date=date(2026, 1, 9), ruleset=ruleset, entry_level="points"
    )
    given = [{"given": f"P{place}", "family": "Evening"} for place in range(1, people + 2)]
    competitions.entries_add(competition=made, people=given, actor=None)
    seated = list(made.entries.order_by("number"))[:people]
    one = rounds.round_seat(competition=made, number=1, tables=[seated], plan=rounds.RoundPlan(deals=12))
    rounds.round_start(round=rounds.round_publish(round=one, actor=None), actor=None)
    return one.tables.select_related("round__competition").get()


def comer(table: Table) -> Entry:
    return table.round.competition.entries.order_by("-number").first()


def points(table: Table, winner: str, **more: Any) -> dict[str, Any]:
    """Declare the next deal by the points of those who play it; the winner drew the tile."""
    position = tables.upcoming(table)
    assert position is not None
    return {
        "outcome": "win",
        "winners": [winner],
        "win_source": "wall",
        "hands": {seat: {"points": 20 if seat == winner else 4} for seat in position.playing},
        "events": [],
        **more,
    }


def play(table: Table, *winners: str) -> list[DealVersion]:
    """Record deals won by these seats; an empty one is a draw."""
    played = []
    for winner in winners:
        content = points(table, winner) if winner else {"outcome": "draw", "winners": [], "hands": {}}
        version = deals.deal_submit(table=table, submission=declared.submission(table, content)).version
        assert version is not None
        played.append(version)
    return played


def broken(table: Table) -> list[Any]:
    """Check the chain as the database has it."""
    return chain_check(Competition.objects.get(pk=table.round.competition_id))[1]


def rested(table: Table) -> list[str | None]:
    return [version.resting for version in tables.current_versions(table)]


def figures(competition: Competition) -> dict[int, tuple[int, int]]:
    """Say how many deals everybody played and rested."""
    found = DealVersion.objects.current().filter(competition=competition, void=False)
    told = found.values_list("scores__entry__number", "scores__own_wind")
    numbers = {number for number, _wind in told}
    return {
        number: tuple(
            sum(one == number and bool(wind) is plays for one, wind in told) for plays in (True, False)
        )
        for number in sorted(numbers)
    }


def test_it_lets_a_fifth_come_who_rests_first_and_follows_as_north(club):
    table = evening(club, 4)
    play(table, "S")
    company.seat_join(table=table, seat="R", from_deal=2, who=comer(table), actor=None)
    play(table, "W", "N", "R")
    position = tables.upcoming(table)

    assert rested(table) == [None, "R", "S", "W"]
    assert position is not None
    assert (position.ring, position.east, position.resting) == ("ERSWN", "E", "N")
    assert broken(table) == []
    assert figures(table.round.competition) == {1: (4, 0), 2: (3, 1), 3: (3, 1), 4: (4, 0), 5: (2, 1)}


def test_it_closes_the_ring_when_one_of_five_leaves_and_leaves_a_dummy_of_four(club):
    table = evening(club, 5)
    play(table, "E")
    company.seat_leave(table=table, seat="E", from_deal=2, actor=None)
    (second,) = play(table, "S")
    company.seat_leave(table=table, seat="W", from_deal=3, actor=None)
    (third,) = play(table, "")

    assert (second.ring, second.east, second.resting) == ("SWNR", "S", None)
    assert (third.ring, third.east, sorted(third.net)) == ("SwNR", "S", ["N", "R", "S"])
    assert third.next_goulash
    company.seat_join(table=table, seat="W", from_deal=4, who=comer(table), actor=None)
    position = tables.upcoming(table)
    assert position is not None
    assert (position.places, position.goulash) == ("SWNR", True)
    assert broken(table) == []


MOVES: dict[str, Any] = {
    "join": (company.seat_join, lambda table: {"who": comer(table)}),
    "leave": (company.seat_leave, lambda table: {}),
}


@pytest.mark.parametrize(
    ("people", "move", "code"),
    [
        (4, ("join", "X", 2), "seat_cannot_change"),
        (4, ("join", "R", 1), "deal_is_past"),
        (5, ("join", "R", 2), "seat_cannot_change"),
        (3, ("leave", "S", 2), "seat_cannot_change"),
        (2, ("join", "S", 2), "seat_cannot_change"),
        (4, ("leave", "R", 2), "seat_not_found"),
        (4, ("leave", "N", 1), "leaves_before_first_deal"),
    ],
)
def test_it_refuses_what_needs_a_new_table(club, people, move, code):
    table = evening(club, people)
    play(table, "E")
    verb, seat, deal = move
    do, who = MOVES[verb]
    with pytest.raises(Refusal) as refused:
        do(table=table, seat=seat, from_deal=deal, actor=None, **who(table))
    assert refused.value.code == code
    assert "{" not in refused.value.message


def test_it_refuses_a_table_of_another_size_where_four_play(club):
    with pytest.raises(Refusal) as refused:
        evening(club, 5, ruleset="bmja-tournament")
    assert (refused.value.code, refused.value.facts["players"]) == ("wrong_number_of_players", 5)


def test_it_hands_over_the_hand_of_who_rested_when_the_deals_are_replayed(club):
    """Deal 1 was won by South and not by East: in deal 2 East rested, and R had played (decision 41)."""
    table = evening(club, 5)
    _first, second = play(table, "E", "E")
    content = {**points(table, "S"), "hands": {seat: {"points": 4} for seat in "EWN"} | {"S": {"points": 20}}}
    corrections.deal_correct(
        table=table, number=1, content=content, mode="replay", reason="South won.", actor=None
    )
    now = tables.current_versions(table)[1]

    assert (second.resting, now.resting) == ("R", "E")
    assert now.content["winners"] == ["R"]
    assert sorted(now.content["hands"]) == ["N", "R", "S", "W"]
    assert [row.seat for row in now.scores.all() if row.mahjong] == ["R"]
    assert broken(table) == []


def test_it_keeps_who_rested_when_the_deals_stay_as_played(club):
    table = evening(club, 5)
    play(table, "E", "E")
    content = {**points(table, "S"), "hands": {seat: {"points": 4} for seat in "EWN"} | {"S": {"points": 20}}}
    corrections.deal_correct(
        table=table, number=1, content=content, mode="as_played", reason="South won.", actor=None
    )
    assert rested(table) == ["R", "R"]


def test_it_deals_a_void_goulash_again_as_one_and_counts_nobody(club):
    table = evening(club, 5)
    play(table, "")
    content = {**points(table, "S"), "wild": "B2"}
    version = deals.deal_submit(table=table, submission=declared.submission(table, content)).version
    assert version is not None
    assert version.goulash
    corrections.deal_void(table=table, number=2, mode="replay", reason="A tile lay on the floor.", actor=None)
    position = tables.upcoming(table)

    assert position is not None
    assert (position.goulash, position.east, position.resting) == (True, "E", "R")
    assert sum(sum(each) for each in figures(table.round.competition).values()) == 5


def test_it_ranks_people_by_their_nets_wherever_they_rested(club):
    table = evening(club, 5)
    play(table, "E", "S", "W")
    rows = {row.number: row for row in summed(table.round.competition).rows}

    assert sum(row.net for row in rows.values()) == 0
    assert {number: row.deals for number, row in rows.items()} == {1: 2, 2: 3, 3: 3, 4: 3, 5: 1, 6: 0}
