"""Teams: written down, added up by the best of their members, kept apart, and seen by readers."""

from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.organiser.test_paper import finished, published
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tournaments.models import Action, Competition, Team
from tournaments.refusals import Refusal
from tournaments.selectors import projector
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import groups_of, mark_of, standings_of_teams, teams_of
from tournaments.services import competitions, teams
from tournaments.services.chain import chain_check

__all__ = ["finished", "published"]  # fixtures
pytestmark = pytest.mark.django_db
TYPED = "Dragons: 1, 2, rosa calder\nWinds: Sian Dunne, 5,6"


def posted(client: Client, competition: Competition, **more: Any) -> Any:
    told = {"teams": TYPED, "best": "2", "seen": mark_of(competition), **more}
    return client.post(at("teams", competition), told)


def members(competition: Competition) -> dict[str, list[int]]:
    return {team.name: [one.number for one in there] for team, there in teams_of(competition).items()}


def changed(
    competition: Competition, actor: User, *wanted: tuple[str, list[int]], best: int | None = None
) -> None:
    seen = mark_of(competition)
    teams.teams_set(competition=competition, teams=wanted, best=best, seen=seen, actor=actor)


def test_they_are_written_down_by_numbers_or_names(olive_client: Client, finished: Competition) -> None:
    for _ in range(2):  # a double click is one change
        assert posted(olive_client, finished).status_code == 302
    assert members(finished) == {"Dragons": [1, 2, 3], "Winds": [4, 5, 6]}
    assert Action.objects.filter(verb="teams_set").count() == 1
    line = olive_client.get(at("log", finished)).context["lines"][0]
    assert ("Dragons", "", "1, 2, 3") in line.changes
    assert ("members of a team that count", "", "2") in line.changes
    form = olive_client.get(at("teams", finished)).context["form"]
    assert form["teams"].value() == "Dragons: 1, 2, 3\nWinds: 4, 5, 6"
    assert "In no team: Vera Garth 7" in words_of(olive_client.get(at("teams", finished)))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Dragons 1, 2", "Line 1: no name with a colon after it."),
        ("Dragons: 1\n: 2", "Line 2: no name with a colon after it."),
        ("Dragons: 99", "Line 1: “99” is nobody here."),
        ("Dragons: 1\nWinds: 1", "1 Pat Ashby is in two teams."),
        ("Dragons: 1\nDragons: 2", "Two teams are called “Dragons”."),
        (f"{'D' * 61}: 1", "Line 1: this is no name for a team."),
    ],
)
def test_it_names_every_fault(typed: str, said: str, olive_client: Client, running: Competition) -> None:
    refused = posted(olive_client, running, teams=typed)
    assert (refused.status_code, said in words_of(refused)) == (422, True)
    assert not Team.objects.exists()


def test_the_best_of_each_team_are_added_up(olive: User, finished: Competition) -> None:
    changed(finished, olive, ("Dragons", [1, 2, 3]), ("Winds", [4, 5, 6]), ("Lone", [7]), best=2)
    totals = {row.number: row.total for row in standings_of(finished).rows}
    rows = {row.name: row for row in standings_of_teams(finished, standings_of(finished))}
    for name, numbers in (("Dragons", [1, 2, 3]), ("Winds", [4, 5, 6])):
        assert rows[name].total == sum(sorted((totals[one] for one in numbers), reverse=True)[:2])
        assert (len(rows[name].count), len(rows[name].rest), rows[name].missing) == (2, 1, 0)
    assert (rows["Lone"].total, rows["Lone"].missing) == (totals[7], 1)
    assert [row.rank for row in rows.values()] == sorted(row.rank for row in rows.values())


def test_readers_see_them(olive: User, finished: Competition) -> None:
    address = f"/c/{finished.slug}/standings/teams/"
    reader = Client()
    assert reader.get(address).status_code == 404
    changed(finished, olive, ("Dragons", [1, 2]), ("Winds", [3, 4]), best=1)
    assert address in reader.get(f"/c/{finished.slug}/standings/").content.decode()
    assert "Rosa Calder" in words_of(reader.get(address))
    assert "The best total of each team counts." in words_of(reader.get(f"{address}fragment"))
    finished.projector = ["teams"]
    assert [slide.name for slide in projector.slides_of(finished)] == ["teams-1"]


def test_what_is_held_back_is_held_back_of_teams(olive: User, finished: Competition) -> None:
    changed(finished, olive, ("Dragons", [1, 2]))
    competitions.competition_change(competition=finished, actor=olive, planned_rounds=3, hidden_rounds=3)
    page = words_of(Client().get(f"/c/{finished.slug}/standings/teams/"))
    assert ("The standings are not shown yet." in page, "Dragons" in page) == (True, False)


def test_team_mates_are_kept_apart(olive_client: Client, olive: User, tournament: Competition) -> None:
    assert "teams" not in olive_client.get(at("seating", tournament)).context["form"].fields
    changed(tournament, olive, ("Dragons", [1, 5, 9, 13]), ("Winds", [2, 6]), ("Lone", [3]))
    assert sorted(map(sorted, groups_of(tournament))) == [[1, 5, 9, 13], [2, 6]]
    olive_client.post(at("seating", tournament), {"rounds": "3", "seed": "5", "teams": "on"})
    for table in (table for one in tournament.rounds.all() for table in one.tables.all()):
        seated = set(table.seatings.values_list("entry__number", flat=True))
        assert len(seated & {1, 5, 9, 13}) <= 1


def test_a_change_from_an_older_page_is_told(olive: User, olive_client: Client, running: Competition) -> None:
    older = mark_of(running)
    changed(running, olive, ("Dragons", [1, 2]))
    refused = posted(olive_client, running, seen=older)
    assert (refused.status_code, "Somebody else has changed the teams." in words_of(refused)) == (409, True)
    told = {name: refused.context["form"][name].value() for name in ("teams", "best", "seen")}
    assert olive_client.post(at("teams", running), told).status_code == 302


def test_the_chain_knows_who_plays_for_whom(olive: User, tournament: Competition) -> None:
    changed(tournament, olive, ("Dragons", [1, 2]), ("Winds", [3, 4]))
    competitions.entry_remove(entry=tournament.entries.get(number=4), actor=olive)
    changed(tournament, olive, ("Dragons", [1, 2, 5]))
    assert chain_check(tournament)[1] == []
    tournament.entries.filter(number=6).update(team=Team.objects.get(name="Dragons"))
    assert [one.code for one in chain_check(tournament)[1]] == ["teams"]
    changed(tournament, olive, ("Dragons", [1, 2]))
    assert [one.code for one in chain_check(tournament)[1]] == ["teams"], "a later change hides nothing"


@pytest.mark.postgres_only
@pytest.mark.django_db(transaction=True)
def test_of_two_who_change_them_at_once_one_is_told(running: Competition, olive: User) -> None:
    seen, heard = mark_of(running), []

    def change(name: str) -> None:
        try:
            one = Competition.objects.get(pk=running.pk)
            teams.teams_set(competition=one, teams=[(name, [1, 2])], best=None, seen=seen, actor=olive)
        except Refusal as refusal:
            heard.append(refusal.code)

    at_once(*[partial(change, name) for name in ("Dragons", "Winds")])
    assert (heard, Team.objects.count()) == (["teams_changed"], 1)
