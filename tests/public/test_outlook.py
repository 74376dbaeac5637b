"""The page of what can still happen in a season: exact where it can be, else a simulation."""

from threading import Event
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.models import Competition
from tournaments.ranking.seasons import simulation
from tournaments.ranking.seasons.prospects import attainable
from tournaments.ranking.seasons.simulation import Simulation, simulated
from tournaments.selectors import outlook
from tournaments.selectors.outlook import outlook_of
from tournaments.services.competitions import competition_change

__all__ = ["evenings"]  # a fixture
pytestmark = pytest.mark.django_db
NETS = {"credit_scheme": "net", "meetings": 5, "criteria": ["total"]}


def page_of(season: Competition) -> str:
    return f"/c/{season.slug}/standings/outlook/"


def line_of(season: Competition, number: int) -> Any:
    lines = [line for group in outlook_of(season).groups for line in group.lines]
    return next(line for line in lines if line.row.number == number)


def test_it_says_what_a_player_needs_and_who_is_out(
    evenings: Competition, olive: User, reader: Client
) -> None:
    season = set_to(evenings, olive, **CLUB | {"meetings": 4}, criteria=["total"])
    words = words_of(reader.get(page_of(season)))
    assert "1 meeting to come" in words
    assert "Exact, whoever comes and whoever meets whom." in words
    # Number 1 has 15; whoever is second can have no more than 10 + 5.
    totals = {line.row.number: line.row.total for line in outlook_of(season).groups[0].lines}
    for number, total in totals.items():
        line = line_of(season, number)
        assert (line.has_won, line.can_win) == (
            number == 1 and max(totals[n] for n in totals if n != 1) + 5 < 15,
            total + 5 >= 15,
        )
    assert line_of(season, 9).told == ("Can no longer win.",)


def test_it_says_the_place_that_it_takes(evenings: Competition, olive: User) -> None:
    equal = [4, 1, 1, 1]  # the lot says who is East, and so who of the others is second
    season = set_to(evenings, olive, **CLUB | {"meetings": 5, "table_points": equal}, criteria=["total"])
    behind = max(
        (line.row.total, line.row.number)
        for line in outlook_of(season).groups[0].lines
        if line.row.number != 1
    )
    need = 15 - behind[0] - 5  # of two to come the later one gives 5 at most
    credits = attainable(tuple(equal), 4, 1)
    least = next(credit for credit in credits if credit >= need)
    assert least == 5
    assert line_of(season, behind[1]).told[0] == (
        "Can still win, but needs 5 or more next time: first at the table."
    )
    assert line_of(season, 1).told[0] == "Can still win, even without coming next time."


def test_it_names_the_winner_as_soon_as_nobody_can_reach_him(
    evenings: Competition, olive: User, reader: Client
) -> None:
    season = set_to(
        evenings, olive, **CLUB | {"meetings": 4, "table_points": [9, 0, 0, 0]}, criteria=["total"]
    )
    name = line_of(season, 1).row.name
    assert line_of(season, 1).told == ("Has won, whatever is still played.",)
    assert f"{name} has won" in words_of(reader.get(page_of(season)))
    season = set_to(season, olive, **CLUB)
    words = words_of(reader.get(page_of(season)))
    assert ("All meetings are played." in words, f"{name}" in words) == (True, True)


def test_it_names_a_simulation_with_its_runs_and_its_seed(
    evenings: Competition, olive: User, reader: Client
) -> None:
    season = set_to(evenings, olive, **NETS)
    found = outlook_of(season)
    assert (found.kind, found.why) == ("simulated", "unbounded")
    words = words_of(reader.get(page_of(season)))
    runs, seed = found.simulation.runs, found.simulation.seed  # type: ignore[union-attr]
    assert f"played {runs} times by chance (seed {seed})" in words
    assert "nothing is certain" in words
    assert sum(line.share.first for line in found.groups[0].lines) >= runs


def test_it_plays_once_for_what_it_rests_on(evenings: Competition, olive: User) -> None:
    season = set_to(evenings, olive, **NETS)
    before = outlook_of(season).simulation
    competition_change(competition=season, actor=olive, name="Another name")
    season.refresh_from_db()
    assert outlook_of(season).simulation is before
    other = set_to(season, olive, **NETS | {"meetings": 6})
    assert outlook_of(other).simulation is not before


def test_no_reader_waits_for_a_long_simulation(
    evenings: Competition, olive: User, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, goes_on, begun = set_to(evenings, olive, **NETS), Event(), []

    def played(*basis: Any, seed: int) -> Simulation:
        begun.append(seed)
        assert goes_on.wait(20)
        return simulated(*basis, seed=seed)

    monkeypatch.setattr(simulation, "LINES", 1)
    monkeypatch.setattr(outlook, "simulated", played)
    for _reader in range(2):
        answer = reader.get(page_of(season))
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (202, True)
        assert "is being worked out" in words_of(answer)
        assert "ETag" not in answer
    goes_on.set()
    for thread in [one for one in enumerate_threads() if one.name == "outlook"]:
        thread.join(20)
    answer = reader.get(page_of(season))
    assert (answer.status_code, begun) == (200, [season.pk])
    assert f"played {simulation.FEWEST_RUNS} times by chance" in words_of(answer)


def test_it_tells_readers_nothing_of_what_is_held_back(
    evenings: Competition, olive: User, reader: Client, olive_client: Client
) -> None:
    season = set_to(evenings, olive, **CLUB | {"meetings": 4}, criteria=["total"])
    competition_change(competition=season, actor=olive, hidden_rounds=2)
    season.refresh_from_db()
    assert "As it stands after meeting 2" in words_of(reader.get(page_of(season)))
    staff = words_of(olive_client.get(at("outlook", season)))
    assert "As it stands after meeting 3" in staff
    assert "those too that readers do not see yet" in staff


def test_it_says_so_where_no_number_of_meetings_is_planned(
    season: Competition, olive: User, reader: Client
) -> None:
    assert "No meeting is over yet." in words_of(reader.get(page_of(season)))
    competition_change(competition=season, actor=olive, planned_rounds=None)
    assert "Nobody has said how many meetings" in words_of(reader.get(page_of(season)))


def test_it_is_of_seasons_alone(tournament: Competition, reader: Client, olive_client: Client) -> None:
    assert reader.get(page_of(tournament)).status_code == 404
    assert olive_client.get(at("outlook", tournament)).status_code == 404


def test_it_takes_few_queries(
    evenings: Competition, olive: User, reader: Client, django_assert_max_num_queries: Any
) -> None:
    season = set_to(evenings, olive, **NETS)
    with django_assert_max_num_queries(12):
        reader.get(page_of(season))
    with django_assert_max_num_queries(4):
        reader.get(page_of(season))
