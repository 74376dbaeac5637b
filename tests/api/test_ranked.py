"""Ratings and rankings as JSON: what their pages show, with the sum behind it, of whom it is told."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests import declared
from tests.api import described
from tests.public.conftest import meetings
from tests.public.test_ranking import NOTHING, PAT, PLACES, QUIN, ROSA, SIAN, ended, people, three, today
from tests.public.test_ratings import rated
from tournaments.models import Competition, RatingStep
from tournaments.services import corrections, ratings

__all__ = ["ended", "meetings", "people", "rated", "three"]  # fixtures
pytestmark = pytest.mark.django_db
CLUB, LEAGUE = "/clubs/{slug}", "/leagues/{slug}"
SLUGS = {CLUB: "severn-winds", LEAGUE: "severn-league"}


@pytest.fixture(scope="module")
def document():
    return described.document()


def asked(path, *, player=0, query="", **headers):
    of = next(slug for begins, slug in SLUGS.items() if path.startswith(begins))
    return Client().get(f"/api/v1{path.format(slug=of, player=player)}{query}", headers=headers)


def told(document, path, **more):
    answer = asked(path, **more)
    assert (answer.status_code, described.faults(document, path, answer)) == (200, [])
    return answer.json()


def consent(player, across):
    Player.objects.filter(pk=player).update(across=across)


# ------------------------------------------------------------------ ratings
@pytest.mark.parametrize("of", [CLUB, LEAGUE])
def test_it_lists_ratings_as_their_page_does(document, rated, of):
    page = Client().get(f"{of.format(slug=SLUGS[of])}/ratings/").context["lines"]
    found = told(document, f"{of}/ratings")
    assert [(one["place"], one["name"], one["rating"], one["games"]) for one in found["results"]] == [
        (line.place, line.player.name, line.skill.shown, line.skill.games) for line in page
    ]
    assert found["count"] == len(page) == 9
    assert {one["player"] for one in found["results"]} == {None}


@pytest.mark.parametrize("of", [CLUB, LEAGUE])
def test_it_tells_a_rating_with_its_sum_and_its_games(document, rated, of):
    player = RatingStep.objects.order_by("-mu").first().player_id
    consent(player, "all")
    own = told(document, f"{of}/ratings/{{player}}", player=player)
    line, games = own["line"], own["history"]
    reckoned = own["begins"] + round(own["scale"] * (line["strength"] - own["doubts"] * line["doubt"]))
    assert line["player"] == player
    assert line["rating"] == reckoned == games[0]["rating"] == 1000 + sum(one["change"] for one in games)
    assert own["said"].endswith(f"= {reckoned}")
    assert [one["game"] for one in games] == list(range(line["games"], 0, -1))
    assert {(one["competition"], len(one["others"])) for one in games} == {(rated.slug, 3)}


@pytest.mark.parametrize("across", ["nothing", "places", "all"])
def test_it_tells_the_games_of_who_wants_it_alone(rated, across):
    player = RatingStep.objects.first().player_id
    consent(player, across)
    listed = {one["player"] for one in asked(f"{LEAGUE}/ratings").json()["results"]}
    status = asked(f"{LEAGUE}/ratings/{{player}}", player=player).status_code
    assert (status, player in listed) == ((200, True) if across == "all" else (404, False))


def test_it_lists_nobody_who_is_erased(rated):
    person = RatingStep.objects.first().player
    gone = {"erased_at": "2026-01-01T00:00Z", "shown": "erased", "across": "all"}
    blank = dict.fromkeys(("given", "family", "alias", "email", "phone", "ema"), "")
    Player.objects.filter(pk=person.pk).update(**gone, **blank)
    assert asked(f"{CLUB}/ratings").json()["count"] == 8
    assert asked(f"{CLUB}/ratings/{{player}}", player=person.pk).status_code == 404


def test_it_answers_304_until_a_correction_changes_a_rating(rated, rafe):
    first = asked(f"{CLUB}/ratings")
    told = {"If-None-Match": first.headers["ETag"]}
    assert asked(f"{CLUB}/ratings", **told).status_code == 304
    won = {"number": 1, "content": declared.won("N", None), "mode": "as_played", "reason": "North."}
    corrections.deal_correct(table=rated.rounds.get(number=2).tables.first(), actor=rafe, **won)
    ratings.rate_stale()
    assert asked(f"{CLUB}/ratings", **told).status_code == 200


# ------------------------------------------------------------------ the ranking
def test_it_lists_the_ranking_as_its_page_does(document, three, people):
    found = told(document, f"{CLUB}/ranking")
    keys = ("place", "name", "score", "tournaments", "moved")
    assert [tuple(one[key] for key in keys) for one in found["results"]] == [
        (1, "Pat Ashby", "600.89", 3, 1),
        (2, "Quin Barrow", "592.63", 3, -1),
        (3, "Rosa Calder", "567.24", 3, 1),
        (4, "Sian Dunne", "524.95", 3, -1),
    ]
    # As `test_it_ranks_by_the_formulas`: 2366 over 4.5 and over 3.5, half of each.
    exact = Fraction(2366) * (Fraction(2, 9) + Fraction(2, 7)) / 2
    assert Fraction(found["results"][0]["exact"]) == exact


def test_it_is_there_as_of_any_day_that_is_not_to_come(document, three):
    then = f"?on={today() - timedelta(days=6)}"
    found = told(document, f"{CLUB}/ranking", query=then)["results"]
    assert [one["name"].split()[0] for one in found] == ["Quin", "Pat", "Sian", "Rosa"]
    for query, names in (("", ["May", "Spring", "Old"]), (then, ["Spring", "Old"])):
        events = told(document, f"{CLUB}/ranking/events", query=query)["results"]
        assert [one["name"] for one in events] == names
    for query, status in (("2999-01-01", 404), ("x", 422), ("2026-13-01", 422)):
        assert asked(f"{CLUB}/ranking", query=f"?on={query}").status_code == status


def test_it_tells_how_a_score_came_about(document, three, people):
    consent(people[PAT].pk, PLACES)
    own = told(document, f"{CLUB}/ranking/{{player}}", player=people[PAT].pk)
    results = [(one["competition"], one["place"], one["base"], one["age"]) for one in own["results"]]
    assert results == [("may", 2, 933, "1"), ("spring", 2, 933, "1"), ("old", 1, 1000, "1/2")]
    # Half of 1000, and 933 twice, over 2.5 and the missing.
    assert [Fraction(own[part]["mean"]) for part in "ab"] == [Fraction(2366 * 2, 9), Fraction(2366 * 2, 7)]
    assert [(own[part]["taken"], own[part]["missing"]) for part in "ab"] == [(3, 2), (3, 1)]
    assert own["said"][-1] == "Score, half of each: ½ × 525.78 + ½ × 676.00 = 600.89"
    assert (own["history"][0]["score"], own["history"][0]["came"]) == ("600.89", ["may"])
    first = {"date": str(today() - timedelta(days=400)), "score": None, "came": ["old"]}
    assert own["history"][-1] == first | {"halved": [], "ended": []}


def test_it_tells_of_who_has_one_result_that_there_is_no_line(document, ended, people):
    ended("Alone", 3, (1,))
    consent(people[PAT].pk, PLACES)
    own = told(document, f"{CLUB}/ranking/{{player}}", player=people[PAT].pk)
    assert (own["line"], own["a"], own["b"], own["said"], len(own["results"])) == (None, None, None, [], 1)


def test_it_tells_the_way_of_those_only_who_show_their_places(three, people):
    path = f"{CLUB}/ranking/{{player}}"
    for person, across, status in ((PAT, NOTHING, 404), (QUIN, PLACES, 200), (ROSA, "all", 200)):
        consent(people[person].pk, across)
        assert asked(path, player=people[person].pk).status_code == status
    listed = [one["player"] for one in asked(f"{CLUB}/ranking").json()["results"]]
    assert listed == [None, people[QUIN].pk, people[ROSA].pk, None]
    assert asked(path, player=people[SIAN].pk).status_code == 404


# ------------------------------------------------------------------ all of it
EVERY = [f"{CLUB}/ranking", f"{CLUB}/ranking/events", f"{CLUB}/ratings", f"{LEAGUE}/ratings"]
OWN = [f"{CLUB}/ranking/{{player}}", f"{CLUB}/ratings/{{player}}", f"{LEAGUE}/ratings/{{player}}"]


@pytest.mark.parametrize("path", [*EVERY, *OWN])
def test_it_asks_the_database_twelve_times_at_most(rated, three, people, path):
    consent(people[PAT].pk, "all")
    with CaptureQueriesContext(connection) as questions:
        assert asked(path, player=people[PAT].pk).status_code == 200
    assert len(questions) <= 12


@pytest.mark.parametrize("path", [*EVERY, *OWN])
def test_there_is_nothing_of_who_has_published_nothing(rated, people, path):
    consent(people[PAT].pk, "all")
    Competition.objects.update(published=False)
    ratings.rate_stale()
    assert asked(path, player=people[PAT].pk).status_code == 404


@pytest.mark.parametrize("path", EVERY)
def test_it_answers_with_nobody_before_anybody_is_rated(running, season, path):
    assert asked(path).json()["results"] == []
