"""Rounds to come after somebody withdrew or came: what no longer fits is said, and one button draws again."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from players.models import Club
from tests.conftest import PEOPLE
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors import odd_tables, seatings
from tournaments.services import competitions, draws, redraws, rounds, seats, withdrawals
from tournaments.services.chain import chain_check

pytestmark = [pytest.mark.django_db]
CHANGED = "Who plays has changed since this was drawn"
UNFIT = "Its seating no longer fits who plays"
LATE = [{"given": "Late", "family": "Comer"}]


@pytest.fixture
def thirteen(club: Club, olive: User) -> Competition:
    """A published tournament of thirteen, whose rules have tables of two to five."""
    told: dict[str, Any] = {"ruleset": "bmja-club", "deals_per_round": 4, "confirmed_by": "nobody"}
    made = competitions.competition_create(
        club=club, actor=olive, name="Club Day", date=date(2026, 5, 2), **told
    )
    competitions.entries_add(competition=made, people=PEOPLE[:13], actor=olive)
    return competitions.competition_publish(competition=made, actor=olive)


@pytest.fixture
def drawn(thirteen: Competition, olive: User) -> Competition:
    """The same with three rounds, tables of five among them; the first is published."""
    draw(thirteen, olive, ["five"])
    rounds.round_publish(round=thirteen.rounds.get(number=1), actor=olive)
    return thirteen


def draw(
    competition: Competition, olive: User, ways: Iterable[str], several: int = 3, **wished: Any
) -> None:
    for way in ways:
        wishes = draws.Wishes(odd_tables=way, **wished)
        rounds.round_draw(competition=competition, rounds=several, seed=5, actor=olive, wishes=wishes)


def sizes(competition: Competition) -> list[list[int]]:
    seated = seatings.seated_rounds(competition)
    return [sorted(len(table) for table in one.numbers()) for one in seated]


def states(competition: Competition) -> list[str]:
    return list(competition.rounds.order_by("number").values_list("state", flat=True))


def withdraw(competition: Competition, olive: User, *numbers: int) -> None:
    for number in numbers:
        withdrawals.entry_withdraw(entry=competition.entries.get(number=number), actor=olive)


def house_seats(competition: Competition) -> int:
    seated = seatings.seated_rounds(competition)
    seats = [seat for one in seated for table in one.tables for seat in table.seats]
    return sum(seat.entry.status == Entry.Status.HOUSE for seat in seats)


def test_a_withdrawal_is_followed_by_one_button_on_every_page_that_says_so(
    drawn: Competition, olive_client: Client
) -> None:
    names = ("overview", "players", "seating", "board")
    pages = (*(at(name, drawn) for name in names), at("round", drawn, round=2))
    assert not any(CHANGED in words_of(olive_client.get(page)) for page in pages)
    said = olive_client.post(at("entry", drawn, number=4), {"status": "withdrawn"}, follow=True)
    assert "Another draw for 12 players makes: 3 tables of four." in words_of(said)
    for page in pages:
        shown = olive_client.get(page)
        assert "Rounds 2-3 have more house players than they need: 1 too many in each." in words_of(shown)
        assert "Draw rounds 1-3 again" in words_of(shown)
        assert at("redraw", drawn) in shown.content.decode()


def test_whoever_starts_a_round_that_no_longer_fits_is_asked_so(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    pages = (at("overview", drawn), at("board", drawn), at("round", drawn, round=1))
    assert not any(UNFIT in olive_client.get(page).content.decode() for page in pages)
    withdraw(drawn, olive, 4)
    for page in pages:
        asked = re.findall('data-confirm-detail="([^"]*)"', olive_client.get(page).content.decode())
        assert any(words.startswith("Its tables can") and UNFIT in words for words in asked)


def test_the_button_takes_back_what_is_out_and_draws_all_again(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    withdraw(drawn, olive, 4)
    page = words_of(olive_client.get(at("seating", drawn)))
    assert "Sian Dunne has withdrawn and still has a seat in round 1." in page
    assert "Round 1 is published: it goes back to draft" in page
    told = olive_client.post(at("redraw", drawn), follow=True)
    assert "Round 1, Round 2, Round 3" in words_of(told)
    assert CHANGED not in words_of(told)
    assert (sizes(drawn), house_seats(drawn)) == ([[4, 4, 4]] * 3, 0)
    assert states(drawn) == ["draft"] * 3
    assert Action.objects.get(verb="round_take_back").reason == "Who plays has changed."
    assert drawn.kept_drafts.count() == 1
    drawn.refresh_from_db()
    assert chain_check(drawn)[1] == []
    again = olive_client.post(at("redraw", drawn))
    assert (again.status_code, states(drawn)) == (422, ["draft"] * 3)
    assert "nothing is to be drawn again" in words_of(again)


def test_the_board_says_so_while_a_round_waits_to_start(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    withdraw(drawn, olive, 4)
    assert CHANGED in words_of(olive_client.get(at("board-fragment", drawn)))
    redraws.rounds_redraw(competition=drawn, actor=olive, seed=7, reason="Somebody left.")
    rounds.round_publish(round=drawn.rounds.get(number=1), actor=olive)
    rounds.round_start(round=drawn.rounds.get(number=1), actor=olive)
    competitions.entries_add(competition=drawn, people=LATE, actor=olive)
    assert CHANGED not in words_of(olive_client.get(at("board", drawn)))  # a round runs: nothing is up


def test_a_round_says_of_all_that_its_button_draws_again(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    """Of one round alone a director would not read that another one, which is out, is taken back."""
    withdraw(drawn, olive, 4)
    third = words_of(olive_client.get(at("round", drawn, round=3)))
    assert "Round 1 is published: it goes back to draft, and readers see it again" in third
    assert "Draw rounds 1-3 again" in third
    competitions.entries_add(competition=drawn, people=LATE, actor=olive)
    redraws.rounds_redraw(competition=drawn, actor=olive, seed=7, reason="Somebody left.")
    assert CHANGED not in words_of(olive_client.get(at("round", drawn, round=3)))


def test_what_is_so_in_several_rounds_is_said_once(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    rounds.round_publish(round=drawn.rounds.get(number=2), actor=olive)
    newcomers = [*LATE, {"given": "Later", "family": "Still"}]
    competitions.entries_add(competition=drawn, people=newcomers, actor=olive)
    withdraw(drawn, olive, 4, 7)
    page = words_of(olive_client.get(at("seating", drawn)))
    for name in ("Sian Dunne", "Vera Garth"):
        assert page.count(f"{name} has withdrawn and still has a seat in rounds 1-2.") == 1
    assert page.count("There is no seat in rounds 1-3 for: Late Comer (14), Later Still (15).") == 1
    assert "Rounds 1-2 are published: they go back to draft, and readers see them again" in page


def test_each_seat_of_who_withdrew_has_its_way_to_somebody_else(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    rounds.round_publish(round=drawn.rounds.get(number=2), actor=olive)
    withdraw(drawn, olive, 4)
    page = olive_client.get(at("players", drawn))
    for number in (1, 2):
        seat = drawn.entries.get(number=4).seatings.get(round__number=number)
        assert at("replace", drawn, round=number) in page.content.decode()
        assert f"Replace in round {number}, table {seat.table.number} : Sian Dunne" in words_of(page)


@pytest.mark.parametrize(
    ("players", "way", "said"),
    [
        (16, "house", "Another draw for 16 players makes: 4 tables of four."),
        (15, "house", "Another draw for 15 players needs 1 house player."),
        (13, "house", "Another draw for 13 players needs 3 house players."),
        (13, "three", "Another draw for 13 players makes: 3 tables of three, 1 of four."),
        (5, "house", "Another draw seats four of five; in each round another of them rests."),
    ],
)
def test_it_says_in_a_sentence_what_another_draw_makes(players: int, way: str, said: str) -> None:
    assert odd_tables.follows(players, way) == said


def test_tables_of_three_follow_where_so_many_make_none_of_five(drawn: Competition, olive: User) -> None:
    withdraw(drawn, olive, 3, 4)
    made = redraws.rounds_redraw(competition=drawn, actor=olive, seed=7, reason="Two left.")
    assert (len(made), house_seats(drawn)) == (3, 0)
    assert sizes(drawn) == [[3, 4, 4]] * 3


def test_what_is_played_stays_and_late_entries_get_seats(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    first = rounds.round_start(round=drawn.rounds.get(number=1), actor=olive)
    rounds.round_close(round=first, actor=olive, anyway=True)
    competitions.entries_add(competition=drawn, people=LATE, actor=olive)
    page = words_of(olive_client.get(at("seating", drawn)))
    assert "There is no seat in rounds 2-3 for: Late Comer (14)." in page
    assert "Another draw for 14 players makes: 2 tables of five, 1 of four." in page
    before = seatings.seated_rounds(drawn)[0].numbers()
    assert olive_client.post(at("redraw", drawn)).status_code == 302
    assert sizes(drawn) == [[4, 4, 5], [4, 5, 5], [4, 5, 5]]
    assert seatings.seated_rounds(drawn)[0].numbers() == before


def test_it_keeps_the_wishes_of_the_draw_that_the_rounds_have(thirteen: Competition, olive: User) -> None:
    draw(thirteen, olive, ["three"], together=[(1, 2)])
    draw(thirteen, olive, ["five"], together=[(5, 6)], places={7: (1,)})
    withdraw(thirteen, olive, 13)
    competitions.entries_add(competition=thirteen, people=LATE, actor=olive)
    redraws.rounds_redraw(competition=thirteen, actor=olive, seed=7, reason="Somebody came.")
    assert sizes(thirteen) == [[4, 4, 5]] * 3
    for one in seatings.seated_rounds(thirteen):
        assert any({5, 6} <= {*table} for table in one.numbers())
        assert 7 in one.numbers()[0]


def test_newcomers_are_kept_from_their_club_where_clubs_were(thirteen: Competition, olive: User) -> None:
    other = Club.objects.create(name="Another", slug="another")
    for number in (1, 2):
        entry = thirteen.entries.get(number=number)
        entry.player.club = other
        entry.player.save()
    draw(thirteen, olive, ["five"], apart=[(1, 2), (8, 9)])
    [come] = competitions.entries_add(competition=thirteen, people=LATE, actor=olive)
    come.player.club = other
    come.player.save()
    made = redraws.rounds_redraw(competition=thirteen, actor=olive, seed=7, reason="Somebody came.")
    assert sorted(made[0].apart) == [[1, 2, 14], [8, 9]]


def test_nothing_is_taken_back_where_nothing_can_be_drawn(drawn: Competition, olive: User) -> None:
    """Tables wished for that are not there any more: the director says how else."""
    draw(drawn, olive, ["five"], places={7: (3,)})
    withdraw(drawn, olive, 1, 2, 3, 4)
    withdraw(drawn, olive, 5)
    with pytest.raises(Refusal, match="no_such_table"):
        redraws.rounds_redraw(competition=drawn, actor=olive, seed=7, reason="Many left.")
    assert states(drawn) == ["published", "draft", "draft", "draft"]


def test_by_the_standings_it_is_drawn_by_the_standings_again(drawn: Competition, olive: User) -> None:
    first = rounds.round_start(round=drawn.rounds.get(number=1), actor=olive)
    rounds.round_close(round=first, actor=olive, anyway=True)
    wishes = draws.Wishes(odd_tables="five")
    second = rounds.round_draw_by_standings(competition=drawn, actor=olive, wishes=wishes)
    rounds.round_publish(round=second, actor=olive)
    withdraw(drawn, olive, 4)
    [made] = redraws.rounds_redraw(competition=drawn, actor=olive, seed=7, reason="Somebody left.")
    assert made.ranked
    assert (states(drawn), sizes(drawn)[1]) == (["closed", "draft"], [4, 4, 4])


def test_a_seat_given_to_a_house_player_in_a_published_round_may_stay(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    for number in (2, 3):
        rounds.round_publish(round=Round.objects.get(competition=drawn, number=number), actor=olive)
    withdraw(drawn, olive, 4)
    for one in drawn.rounds.all():
        seat = str(one.tables.get(seatings__entry__number=4).seatings.get(entry__number=4).pk)
        form = {"seat": seat, "entry": "house", "reason": "Ill."}
        assert olive_client.post(at("replace", drawn, round=one.number), form).status_code == 302
    assert CHANGED not in words_of(olive_client.get(at("seating", drawn)))


def test_whoever_somebody_stands_for_has_a_seat(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    person = {"given": "Sybil", "family": "Sub", "status": Entry.Status.SUBSTITUTE}
    stead = competitions.entry_add(competition=drawn, person=person, actor=olive)
    seatings = drawn.rounds.get(number=1).seatings.select_related("table__round__competition")
    seat = seatings.get(entry__number=4)
    seats.substitute(table=seat.table, seat=seat.seat, from_deal=1, entry=stead, actor=olive)
    for page in ("seating", "overview"):
        assert CHANGED not in words_of(olive_client.get(at(page, drawn)))


def test_it_says_so_where_too_few_are_left_to_draw_for(
    drawn: Competition, olive_client: Client, olive: User
) -> None:
    withdraw(drawn, olive, *range(4, 14))
    for page in ("seating", "overview", "board", "players"):
        said = words_of(olive_client.get(at(page, drawn)))
        assert CHANGED in said, page
        assert "Fewer than four are left: replace who withdrew, or let somebody in." in said
        assert "Draw round" not in said
        assert "more house players" not in said, "nobody is too many where too few are left"
    assert olive_client.post(at("redraw", drawn)).status_code == 422
    assert states(drawn)[0] == "published"


def test_it_says_one_thing_of_a_draft_that_too_few_are_left_for(
    thirteen: Competition, olive_client: Client, olive: User
) -> None:
    withdraw(thirteen, olive, *range(5, 14))
    draw(thirteen, olive, ["house"], several=2)
    asked = "Publish it although fewer than four are left?"
    pages = [at("round", thirteen, round=1), at("board", thirteen)]
    assert all(asked not in olive_client.get(page).content.decode() for page in pages)
    withdraw(thirteen, olive, 4)
    for page in pages:
        answer = olive_client.get(page)
        assert asked in answer.content.decode(), page
        said = words_of(answer)
        assert "Fewer than four are left, too few to draw rounds 1-2 for: let somebody in." in said
        assert "more house players" not in said
