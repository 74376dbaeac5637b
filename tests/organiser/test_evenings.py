"""An evening's tables, as the club wants them: who rests, who sits at five or three, and why."""

from datetime import date
from itertools import combinations
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests import evenings
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Round, Seating
from tournaments.selectors import meetings, seatings
from tournaments.selectors.standings import standings_of
from tournaments.services import clubs, competitions, rounds
from tournaments.services import meetings as meeting_services
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(club: Club, olive: User) -> Competition:
    """A season under club rules with sixteen members."""
    of = competitions.league_create(club=club, name="Thursday", actor=olive)
    told = {"ruleset": "bmja-club", "entry_level": "points", "attendance_points": "1", "credit_scheme": "net"}
    season = competitions.competition_create(
        club=club, league=of, kind="season", name="Winter", date=date(2026, 1, 8), actor=olive, **told
    )
    given = [{"given": f"P{place:02}", "family": "Member"} for place in range(1, 17)]
    competitions.entries_add(competition=season, people=given, actor=olive)
    return season


def came(league: Competition, olive: User, people: int, **drawn: Any) -> Round:
    meeting = rounds.round_add(competition=league, plan=rounds.RoundPlan(deals=4), actor=olive)
    rounds.check_in(round=meeting, entries=league.entries.filter(number__lte=people), actor=olive)
    return rounds.meeting_draw(round=meeting, actor=olive, **drawn)


def sizes(meeting: Round) -> list[int]:
    return [Seating.objects.filter(table=table).count() for table in meeting.tables.order_by("number")]


def house(meeting: Round) -> int:
    return Seating.objects.filter(round=meeting, entry__status="house").count()


DRAWN: list[tuple[int, str, int, list[int], int, int]] = [
    (13, "fewest", 3, [5, 4, 4], 0, 0),
    (13, "three", 3, [4, 3, 3, 3], 0, 0),
    (13, "house", 3, [4, 4, 4, 4], 3, 0),
    (13, "house", 0, [5, 4, 4], 0, 0),
    (13, "rest", 3, [4, 4, 4], 0, 1),
    (10, "fewest", 3, [5, 5], 0, 0),
    (10, "rest", 3, [4, 4], 0, 2),
    (5, "fewest", 3, [5], 0, 0),
    (3, "fewest", 3, [3], 0, 0),
    (2, "fewest", 3, [2], 0, 0),
    (12, "five", 3, [4, 4, 4], 0, 0),
]


@pytest.mark.parametrize(("people", "way", "there", "tables", "filled", "rest"), DRAWN)
def test_it_makes_the_tables_that_the_club_wants(
    league: Competition, olive: User, people: int, way: str, there: int, tables: Any, filled: int, rest: int
) -> None:
    clubs.club_change(club=league.club, actor=olive, evening_tables=way, house_players=there)
    league.refresh_from_db()
    meeting = came(league, olive, people)
    assert (sizes(meeting), house(meeting)) == (tables, filled)
    assert len(meetings.resting([meeting])[meeting.pk]) == rest


def test_it_takes_another_way_for_one_evening(
    olive_client: Client, league: Competition, olive: User, typed: Any
) -> None:
    meeting = rounds.round_add(competition=league, plan=rounds.RoundPlan(deals=4), actor=olive)
    address = at("meeting", league, round=meeting.number)
    present = [str(one.pk) for one in league.entries.filter(number__lte=13)]
    form = typed(olive_client, address) | {"present": present, "draw": "yes"}
    assert form["way"] == "fewest"
    assert olive_client.post(address, form | {"way": "rest"}).status_code == 302
    assert sizes(meeting) == [4, 4, 4]
    page = " ".join(olive_client.get(at("round", league, round=meeting.number)).content.decode().split())
    assert "rests all evening" in page
    assert olive_client.post(address, form).status_code == 302
    page = " ".join(olive_client.get(at("round", league, round=meeting.number)).content.decode().split())
    assert (sizes(meeting), "at a table of five, rests first" in page) == ([5, 4, 4], True)
    assert olive_client.post(address, form | {"way": "seven"}).status_code == 422


def test_it_shows_a_dummys_place_as_one(olive_client: Client, league: Competition, olive: User) -> None:
    meeting = came(league, olive, 10, way="three")
    assert sizes(meeting) == [4, 3, 3]
    page = olive_client.get(at("round", league, round=meeting.number))
    assert page.content.decode().count("–</td>") == 2
    for name, more in (("exchange", {"round": meeting.number}), ("seating", {})):
        assert olive_client.get(at(name, league, **more)).status_code == 200


def held(league: Competition, meeting: Round, olive: User) -> None:
    """Play four deals at each table, the first of those who play winning each."""
    rounds.round_start(round=rounds.round_publish(round=meeting, actor=olive), actor=olive)
    for table in meeting.tables.select_related("round__competition"):
        for winner in ("W", "E", "W", "E") if table.seatings.count() == 2 else "SWES":
            deal_submit(table=table, submission=evenings.won(table, winner))
    rounds.round_close(round=meeting, actor=olive, anyway=True)


def test_who_rested_least_rests_next_and_whoever_came_attended(league: Competition, olive: User) -> None:
    seen = set[int]()
    for number in range(1, 5):
        meeting = came(league, olive, 13, way="rest")
        (rests,) = meetings.resting([meeting])[meeting.pk]
        assert rests.number not in seen
        seen.add(rests.number)
        held(league, meeting, olive)
        league.refresh_from_db()
        rows = {row.number: row for row in standings_of(league).rows}
        assert rows[rests.number].attended == number
    assert {turn.deals for turn in meetings.turns_before(came(league, olive, 13)).values()} == {4}


def test_a_fifth_who_rested_has_its_turns_counted(league: Competition, olive: User) -> None:
    first = came(league, olive, 5)
    held(league, first, olive)
    turns = meetings.turns_before(came(league, olive, 5))
    assert sum(turn.deals for turn in turns.values()) == 4
    assert {turn.evenings for turn in turns.values()} == {1}
    second = league.rounds.get(number=2)
    rests = Seating.objects.get(round=second, seat="R").entry_id
    assert turns[rests].deals == min(turn.deals for turn in turns.values())


def test_an_owner_says_which_tables_there_are(olive_client: Client, club: Club) -> None:
    address = at("club-evening", club=club.slug)
    assert address in olive_client.get(at("home")).content.decode()
    form = {"evening_tables": "house", "house_players": "1"}
    assert olive_client.post(address, form).url == address
    club.refresh_from_db()
    assert (club.evening_tables, club.house_players) == ("house", 1)
    log = olive_client.get(at("club-log", club=club.slug)).content.decode()
    assert "changed the settings of the club" in log
    assert "tables of four, filled up with house players" in log
    for wrong in ({"evening_tables": "six"}, {"house_players": "-1"}):
        assert olive_client.post(address, form | wrong).status_code == 422


def test_nobody_is_too_few(league: Competition, olive: User) -> None:
    with pytest.raises(Exception, match="too_few_for_a_table"):
        came(league, olive, 1)


def repeated(one: list[list[int]], other: list[list[int]]) -> set[tuple[int, int]]:
    """Say which pairs sit together in both, at tables of any size."""
    first, second = (
        {pair for table in tables for pair in combinations(sorted(table), 2)} for tables in (one, other)
    )
    return first & second


@pytest.mark.parametrize(("people", "way", "tables"), [(13, "five", [5, 4, 4]), (10, "three", [4, 3, 3])])
def test_what_a_seating_is_worth_counts_pairs_at_tables_of_any_size(
    olive_client: Client, league: Competition, olive: User, people: int, way: str, tables: list[int]
) -> None:
    first = came(league, olive, people, way=way)
    held(league, first, olive)
    second = meeting_services.sitting_add(round=first, actor=olive)
    rounds.meeting_draw(round=second, actor=olive, way=way)
    assert sizes(first) == sizes(second) == tables
    one, other = (seated.numbers() for seated in seatings.seated_rounds(league))
    again = repeated(one, other)
    page = words_of(olive_client.get(at("round", league, round=second.number)))
    assert f"{len(again)} pairs meet more than once." in page
    assert_it_is_counted_before_an_exchange(olive_client, second)


def assert_it_is_counted_before_an_exchange(olive_client: Client, second: Round) -> None:
    """Look at an exchange of somebody at an odd table with somebody at another."""
    seated = seatings.seated_rounds(second.competition)
    large, small = seated[1].tables[0], seated[1].tables[-1]
    chosen = large.seats[-1], small.seats[0]
    one, other = (each.numbers() for each in seated)
    before = len(repeated(one, other))
    other[0][-1], other[-1][0] = other[-1][0], other[0][-1]
    asked = {"first": chosen[0].pk, "second": chosen[1].pk, "reason": ""}
    page = olive_client.get(at("exchange", second.competition, round=second.number), asked)
    told = [page.context["difference"][when].remarks[0].sentence for when in ("before", "after")]
    assert [int(sentence.split()[0]) for sentence in told] == [before, len(repeated(one, other))]


def draft(league: Competition, number: int, tables: list[list[int]]) -> Round:
    """Seat a meeting by numbers of entries."""
    people = {entry.number: entry for entry in league.entries.all()}
    seats = [[people[one] for one in table] for table in tables]
    return rounds.round_seat(competition=league, number=number, tables=seats, plan=rounds.RoundPlan(deals=4))


def test_another_draw_is_not_said_to_avoid_what_has_been_played(
    olive_client: Client, league: Competition, olive: User
) -> None:
    across = [[5, 9, 13, 14], [6, 10, 7, 15], [11, 8, 12, 16]]
    held(league, draft(league, 1, [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]), olive)
    held(league, draft(league, 2, [[1, 2, 3, 4], *across]), olive)
    played = len(repeated(*(each.numbers() for each in seatings.seated_rounds(league))))
    page = words_of(olive_client.get(at("seating", league)))
    assert f"{played} pairs meet more than once. They have done so in rounds already played." in page
    assert "can avoid" not in page
    draft(league, 3, [[1, 5, 9, 13], [2, 6, 11, 14], [3, 8, 10, 15], [4, 7, 12, 16]])
    page = words_of(olive_client.get(at("seating", league)))
    assert f"In rounds already played: {played}. Another draw" in page
