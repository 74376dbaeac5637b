"""A round may last so many wind rounds: when East has passed all round, a table has finished."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, Round, Table
from tournaments.selectors.board import board_of
from tournaments.selectors.differences import differences
from tournaments.services import competitions, rounds
from tournaments.services.reckoning import rules_of
from tournaments.wording.lengths import lasts

WINNERS = "SWNS"  # each but East: the winds pass each time


def board(table: Table) -> tuple[bool, bool]:
    """Say of a table whether it has finished, and whether it may be closed without asking."""
    shown = board_of(Competition.objects.get(pk=table.round.competition_id))
    return next((one.finished, one.complete) for one in shown.tables if one.number == table.number)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("deals", "winds", "after"), [(None, 1, 4), (3, 1, 3), (20, 1, 4), (None, 2, None), (2, 4, 2)]
)
def test_what_comes_first_ends_it(
    table: Table, play: Any, deals: int | None, winds: int, after: int | None
) -> None:
    Round.objects.filter(pk=table.round_id).update(deals=deals, winds=winds)
    for number, winner in enumerate(WINNERS, 1):
        before = board(table)
        assert before == ((after is not None and number > after),) * 2
        now = Table.objects.select_related("round__competition").get(pk=table.pk)
        play(now, declared.won(winner, "W" if winner == "N" else "N"))
    assert board(table) == (after is not None,) * 2
    left = rounds.unfinished(Round.objects.get(pk=table.round_id))
    assert (table.number in left) == (after is None)


@pytest.mark.django_db
def test_a_draw_does_not_pass_the_winds(table: Table, play: Any) -> None:
    Round.objects.filter(pk=table.round_id).update(deals=None, winds=1)
    for _ in range(5):
        play(table, declared.draw())
    assert board(table) == (False, False)


@pytest.mark.django_db
def test_it_is_set_for_the_event_and_said_everywhere(
    olive_client: Client, tournament: Competition, olive: User, typed: Any
) -> None:
    told = typed(olive_client, at("settings", tournament), winds_per_round="2", minutes_per_round="90")
    assert olive_client.post(at("settings", tournament), told).status_code == 302
    tournament.refresh_from_db()
    [drawn] = rounds.round_draw(competition=tournament, rounds=1, actor=olive)
    assert (drawn.winds, drawn.minutes) == (2, 90)
    rounds.round_publish(round=drawn, actor=olive)
    length = "4 deals or 2 wind rounds or 90 minutes, whichever comes first"
    assert length in words_of(olive_client.get(at("overview", tournament)))
    assert length in words_of(olive_client.get(at("round", tournament, round=1)))
    assert length in words_of(Client().get(f"/c/{tournament.slug}/"))
    line = next(one for one in olive_client.get(at("log", tournament)).context["lines"] if one.changes)
    assert ("wind rounds per round", "", "2") in line.changes


@pytest.mark.parametrize(
    ("length", "said"),
    [
        ((None, None, None), ""),
        ((1, None, None), "1 deal"),
        ((None, 2, None), "2 wind rounds"),
        ((None, 1, 90), "1 wind round or 90 minutes, whichever comes first"),
    ],
)
def test_it_is_said_in_words(length: tuple[int | None, ...], said: str) -> None:
    assert lasts(*length) == said


@pytest.mark.django_db
def test_what_is_otherwise_than_usual_is_said(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    assert differences(rules_of(tournament)) == []
    assert "As these rules usually are." in words_of(olive_client.get(at("overview", tournament)))
    options = {"only_possible_tile": 10, "wall_points_for_loose_tile": False}
    off = {"special_hands_off": ["buried_treasure"]}
    competitions.competition_change(competition=tournament, actor=olive, ruleset_options=options | off)
    told = {one.about.split()[0]: (one.usual, one.here) for one in differences(rules_of(tournament))}
    assert told["Points"] == ("2", "10")
    assert told["A"] == ("yes", "no")
    assert told["special"] == ("none", "Buried Treasure")
    for page in (olive_client.get(at("overview", tournament)), Client().get(f"/c/{tournament.slug}/")):
        assert "Points for winning on the only possible tile. 10 (usually 2)" in words_of(page)
