"""Log in, found a club, create a league, a season and a tournament."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import Club
from scoring.house import OFF
from tests.conftest import PASSWORD, signed_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Competition, League, Right, Table
from tournaments.powers import Role
from tournaments.services import competitions, reckoning


def test_it_lets_an_organiser_in_and_out(olive: User, client: Client) -> None:
    entered = client.post(reverse("account_login"), {"login": "olive", "password": PASSWORD}, follow=True)
    assert entered.redirect_chain[-1][0] == at("home")
    assert b"Severn Winds" in entered.content
    assert client.post(reverse("account_logout")).status_code == 302
    assert client.get(at("home")).status_code == 302


def test_it_keeps_the_name_typed_when_the_password_is_wrong(olive: User, client: Client) -> None:
    response = client.post(reverse("account_login"), {"login": "olive", "password": "wrong"})
    assert response.status_code == 200
    assert response.context["form"]["login"].value() == "olive"


@pytest.fixture
def newcomer(db: None) -> Client:
    return signed_in(get_user_model().objects.create_user("nell", "nell@example.org", PASSWORD))


def test_it_lets_whoever_has_no_club_found_one(newcomer: Client) -> None:
    assert b"Found a club" in newcomer.get(at("home")).content
    assert newcomer.post(at("club-create"), {"name": "Łódź Sparrows", "town": "Łódź"}).status_code == 302
    club = Club.objects.get(name="Łódź Sparrows")
    assert Right.objects.get(club=club).role == Role.OWNER
    assert newcomer.get(at("club-create")).status_code == 404  # once is enough


def test_it_tells_who_founded_the_club_and_its_league(newcomer: Client, olive_client: Client) -> None:
    newcomer.post(at("club-create"), {"name": "Łódź Sparrows", "town": "Łódź"})
    club = Club.objects.get(name="Łódź Sparrows")
    newcomer.post(at("league-create", club=club.slug), {"name": "Thursday League"})
    olive_client.post(at("league-create", club="severn-winds"), {"name": "Friday League"})
    lines = newcomer.get(at("club-log", club=club.slug)).context["lines"]
    assert [(line.who, line.what, line.facts) for line in lines] == [
        ("nell", "founded a league", "name Thursday League"),
        ("nell", "founded the club", "name Łódź Sparrows"),
    ]
    assert at("club-log", club=club.slug) in newcomer.get(at("home")).content.decode()
    assert olive_client.get(at("club-log", club=club.slug)).status_code == 404


def test_it_refuses_a_second_club_of_the_same_name(newcomer: Client, club: Club) -> None:
    response = newcomer.post(at("club-create"), {"name": club.name, "town": "Leeds"})
    assert response.status_code == 422
    assert response.context["form"]["town"].value() == "Leeds"
    assert Club.objects.filter(name=club.name).count() == 1


def test_it_creates_a_tournament_with_the_rules_as_chosen(
    olive_client: Client, club: Club, typed: Any
) -> None:
    address = at("tournament-create", club=club.slug)
    form = typed(
        olive_client,
        address,
        name="Autumn Day",
        date="2026-10-03",
        deals_per_round="8",
        table_points="4; 2; 1; 1/2",
        option_only_possible_tile="4",
        criterion_2="given",
        criterion_3="mahjongs",
    )
    response = olive_client.post(address, form)
    made = Competition.objects.get(name="Autumn Day")
    assert response["Location"] == at("players", made)
    assert (made.kind, made.deals_per_round, made.table_points) == ("tournament", 8, ["4", "2", "1", "1/2"])
    assert made.criteria == ["total", "given", "mahjongs"]
    assert made.ruleset_options["only_possible_tile"] == 4
    assert olive_client.post(address, form)["Location"] == response["Location"], "pressed twice"
    assert Competition.objects.get().pk == made.pk
    assert len(made.ruleset_hash) == 64


def test_it_begins_with_the_settings_and_rules_of_an_earlier_one(
    olive_client: Client, olive: User, running: Competition, season: Competition, typed: Any
) -> None:
    settings: dict[str, Any] = {
        "entry_level": "counting",
        "deals_per_round": 8,
        "minutes_per_round": 45,
        "planned_rounds": 3,
        "hidden_rounds": 1,
        "criteria": ["total", "best_round"],
        "ruleset_options": {"only_possible_tile": 4, OFF: ["purity"]},
        "prizes": ["100", "50"],
        "prize_currency": "£",
        "projector": ["standings", "timetable"],
        "team_best": 3,
    }
    talks = [["2025-05-01", "09:30", "Check-in", "Foyer"], ["2025-05-02", "10:00", "Round 3", ""]]
    earlier = competitions.competition_create(
        club=running.club, actor=olive, name="Last Year", date=date(2025, 5, 1), timetable=talks, **settings
    )
    address = at("tournament-create", club=running.club.slug) + f"?like={earlier.slug}"
    page = olive_client.get(address)
    offered = [one.slug for one in page.context["earlier"]]
    assert (season.slug in offered, {running.slug, earlier.slug} <= set(offered)) == (False, True)
    form = typed(olive_client, address, name="This Year")
    assert form["date"] == timezone.localdate()
    form["date"] = "2026-05-02"
    olive_client.post(address, form)
    made = Competition.objects.get(name="This Year")
    del settings["ruleset_options"]  # may be said in another way
    assert {name: getattr(made, name) for name in settings} == settings
    assert reckoning.rules_of(made).options == reckoning.rules_of(earlier).options
    assert made.entries.count() == 0
    assert made.timetable == [["2026-05-02", *talks[0][1:]], ["2026-05-03", *talks[1][1:]]]


def test_it_plays_by_the_rules_that_it_showed_although_the_program_has_others_by_now(
    olive_client: Client, running: Competition, table: Table, play: Any, typed: Any, upgrade: Any
) -> None:
    play(table)
    upgrade("bmja-tournament", 'default = 2\nsource = "000:127; decision 4"', 'default = 4\nsource = "x"')
    address = at("tournament-create", club=running.club.slug) + f"?like={running.slug}"
    form = typed(olive_client, address, name="Next Year")
    assert int(form["option_only_possible_tile"]) == 2
    olive_client.post(address, form)
    made = Competition.objects.get(name="Next Year")
    assert reckoning.rules_of(made).options["only_possible_tile"] == 2


def test_it_begins_as_usual_where_there_is_nothing_like_it(
    olive_client: Client, club: Club, typed: Any
) -> None:
    stranger = Club.objects.create(name="Elsewhere", slug="elsewhere")
    Competition.objects.create(
        club=stranger, name="Foreign", slug="foreign", date="2025-05-01", deals_per_round=5, ruleset_hash="0"
    )
    address = at("tournament-create", club=club.slug)
    assert "deals_per_round" not in typed(olive_client, address + "?like=foreign")
    assert "Begin with the settings of" not in words_of(olive_client.get(address))


WRONG = [
    ({"name": ""}, "name"),
    ({"name": "A\u202eB"}, "name"),
    ({"date": "2026-13-01"}, "date"),
    ({"deals_per_round": "1_0"}, "deals_per_round"),
    ({"deals_per_round": "-1"}, "deals_per_round"),
    ({"deals_per_round": "٣"}, "deals_per_round"),
    ({"ruleset": "no-such"}, "ruleset"),
    ({"option_only_possible_tile": "2.5"}, "option_only_possible_tile"),
    ({"table_points": "4 x"}, "table_points"),
    ({"credit_scheme": "table_points", "table_points": ""}, "table_points"),
    ({"criterion_2": "total"}, "criterion_2"),
    ({"entry_level": "sums"}, "entry_level"),
    ({"table_points": "1/0"}, "table_points"),
    ({"table_points": "1e9"}, "table_points"),
]


@pytest.mark.parametrize(("change", "field"), WRONG)
def test_it_says_what_is_wrong_with_the_settings(
    olive_client: Client, club: Club, typed: Any, change: dict[str, str], field: str
) -> None:
    address = at("tournament-create", club=club.slug)
    response = olive_client.post(
        address, typed(olive_client, address, **{"name": "Day", "date": "2026-10-03", **change})
    )
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not Competition.objects.exists()


def test_it_says_one_thing_of_points_that_are_none(olive_client: Client, club: Club, typed: Any) -> None:
    address = at("tournament-create", club=club.slug)
    chosen = {"name": "Day", "credit_scheme": "table_points", "table_points": "4 2 bananas"}
    errors = olive_client.post(address, typed(olive_client, address, **chosen)).context["form"].errors
    assert errors["table_points"] == ["“bananas” is not a number or a fraction."]


def test_it_refuses_a_second_league_of_the_same_name(olive_client: Client, club: Club) -> None:
    answers = [olive_client.post(at("league-create", club=club.slug), {"name": "Thursdays"}) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "a league called Thursdays already" in answers[1].content.decode()
    assert club.leagues.filter(name="Thursdays").count() == 1


def test_it_creates_a_league_and_its_season(olive_client: Client, club: Club, typed: Any) -> None:
    response = olive_client.post(at("league-create", club=club.slug), {"name": "Thursday League"})
    league = League.objects.get(name="Thursday League")
    address = at("season-create", league=league.slug)
    assert response["Location"] == address
    form = typed(
        olive_client,
        address,
        name="Thursdays 2026",
        date="2026-01-08",
        credit_scheme="table_points",
        attendance_points="1",
        best_of="6",
        minimum_attendance="3",
        substitute_policy="absent",
    )
    olive_client.post(address, form)
    made = Competition.objects.get(name="Thursdays 2026")
    assert (made.kind, made.league, made.best_of, made.minimum_attendance) == ("season", league, 6, 3)
    assert (made.attendance_points, made.substitute_policy) == ("1", "absent")
