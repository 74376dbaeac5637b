"""Who goes to finals, up and down by the table as it stands, and who shares a place across the line."""

from typing import Any

from tests.standings.seasoning import NETS, document, evening
from tournaments.exchange.season_files import accepted
from tournaments.ranking.seasons.finals import Mark, marks_of
from tournaments.ranking.seasons.tables import season as season_of


def marks(policy: Any, meetings: Any, players: Any = 4) -> dict[int, tuple[Mark, ...]]:
    return marks_of(
        season_of(*accepted(document(NETS | {"criteria": ["total"]} | policy, meetings, players)))
    )


def test_it_marks_finalists_and_a_tie_across_the_line() -> None:
    finals = {"finals": {"from": "table", "first": 2}}
    assert marks(finals, [evening(1, {1: 30, 2: -10, 3: -10, 4: -10})]) == {
        1: (Mark("final"),),
        **dict.fromkeys((2, 3, 4), (Mark("final_open"),)),
    }


def test_it_marks_finalists_of_finished_periods_alone() -> None:
    periods = [{"name": "Spring", "first": 1, "last": 1}, {"name": "Autumn", "first": 2, "last": 2}]
    policy = {"meetings": 2, "periods": periods, "finals": {"from": "periods", "each": 1}}
    first = evening(1, {1: 30, 2: 0, 3: -10, 4: -20})
    assert marks(policy, [first]) == {1: (Mark("final", "Spring"),)}
    second = evening(2, {1: -30, 2: 0, 3: 10, 4: 20})
    assert marks(policy, [first, second])[4] == (Mark("final", "Autumn"),)


def test_it_marks_who_goes_up_and_down_and_who_is_tied() -> None:
    divisions = {"divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}]}
    players = {n: {"division": "A" if n < 3 else "B"} for n in (1, 2, 3, 4)}
    assert marks(divisions, [evening(1, {1: 30, 2: -10, 3: -10, 4: -10})], players) == {
        2: (Mark("down"),),
        3: (Mark("up_open"),),
        4: (Mark("up_open"),),
    }


def test_a_season_without_these_marks_nobody() -> None:
    assert marks({}, [evening(1, {1: 30, 2: -10, 3: -10, 4: -10})]) == {}
