"""The next season from the last: members, settings and what is carried; once though pressed twice."""

from fractions import Fraction
from functools import partial
from uuid import uuid4

import pytest

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tests.tournaments.test_writes import told
from tournaments.models import Competition
from tournaments.selectors.following import following_of, next_name
from tournaments.selectors.standings import standings_of
from tournaments.services.chain import chain_check
from tournaments.services.competitions import entry_change
from tournaments.services.following import LIKE, season_follow
from tournaments.services.policies import season_facts_set

__all__ = ["evenings"]  # a fixture
pytestmark = pytest.mark.django_db


def follow(season, olive, **more):
    about = {"name": "Next", "day": season.date, "seen": following_of(season).mark, "key": uuid4()}
    return season_follow(competition=season, actor=olive, **about | more)


def test_it_has_the_members_the_settings_and_half_the_points(evenings, olive):
    season = set_to(evenings, olive, **CLUB, roll_over={"carry": "1/2"})
    entry_change(entry=season.entries.get(number=9), actor=olive, status="withdrawn")
    before = {row.number: row.total for row in standings_of(season).rows}
    made = follow(season, olive)
    made.refresh_from_db()
    assert [getattr(made, name) for name in LIKE] == [getattr(season, name) for name in LIKE]
    assert list(made.entries.values_list("number", flat=True)) == list(range(1, 9))
    after = {row.number: row.total for row in standings_of(made).rows}
    assert after == {number: before[number] / 2 for number in after}
    season.refresh_from_db()
    assert [broken for one in (season, made) for broken in chain_check(one)[1]] == []


def test_it_moves_between_divisions(evenings, olive):
    divisions = [{"name": "A", "down": 1}, {"name": "B", "up": 1}]
    season = set_to(evenings, olive, **CLUB, divisions=divisions)
    season_facts_set(competition=season, facts={"divisions": dict.fromkeys("12", "A")}, actor=olive)
    season.refresh_from_db()
    moved = {one.player: one.division for _name, one in following_of(season).begins}
    assert moved[1] == "A"
    assert moved[2] == "B"
    assert follow(season, olive).season_facts == {"divisions": {str(n): name for n, name in moved.items()}}


@pytest.mark.parametrize(("carry", "share"), [("", 0), ("half", Fraction(1, 2)), ("all", 1)])
def test_it_carries_a_share_over_though_only_single_settings_are_chosen(
    evenings, olive, olive_client, carry, share
):
    assert evenings.policy is None
    before = {row.number: row.total for row in standings_of(evenings).rows}
    shown = olive_client.get(at("season-follow", evenings), {"carry": carry})
    fields = {name: shown.context["form"][name].value() for name in ("name", "date", "seen", "key", "carry")}
    assert olive_client.post(at("season-follow", evenings), fields).status_code == 302
    made = Competition.objects.get(name="Severn League 2027")
    rows = standings_of(made).rows
    begun = {row.number: row.total or 0 for row in rows}
    assert begun == {number: before[number] * share for number in begun}
    assert any(row.total for row in rows) is bool(share)
    assert chain_check(made)[1] == []


def test_the_share_is_asked_for_once_and_only_where_the_rules_leave_it_open(evenings, olive, olive_client):
    shown = olive_client.get(at("season-follow", evenings), {"carry": "half"})
    page = shown.content.decode()
    assert page.count('name="carry"') == 1, "a second field would overrule the choice"
    assert '<input type="hidden" name="carry" value="half"' in page
    assert "What they bring" in words_of(shown)
    asked = olive_client.get(at("season-follow", set_to(evenings, olive, **CLUB)))
    assert [field.name for field in asked.context["form"].visible_fields()] == ["name", "date"]
    assert "What they bring" not in words_of(asked)


def test_it_goes_by_the_meetings_that_the_rules_as_data_name(evenings, olive):
    season = set_to(evenings, olive, **CLUB | {"meetings": 4})
    season.planned_rounds = 3  # a single setting from before the rules were data: as many as were played
    season.save(update_fields=["planned_rounds"])
    assert told(partial(follow, season, olive)) == "season_goes_on"


def test_it_is_refused_while_meetings_are_to_come_or_the_table_is_another(evenings, olive):
    season = set_to(evenings, olive, **CLUB | {"meetings": 4})
    assert told(partial(follow, season, olive)) == "season_goes_on"
    season = set_to(season, olive, **CLUB)
    assert told(partial(follow, season, olive, seen="another")) == "season_moved"
    assert Competition.objects.filter(league=season.league).count() == 1


def test_it_is_given_again_under_its_key_and_refused_under_another(evenings, olive):
    key = uuid4()
    made = follow(evenings, olive, key=key)
    assert follow(evenings, olive, key=key) == made
    assert told(partial(follow, evenings, olive)) == "season_followed"
    assert told(partial(follow, evenings, olive, key=key, name="Other")) == "key_reused"


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_season_comes_and_the_other_is_told(evenings, olive):
    seen = following_of(evenings).mark
    heard = at_once(*(partial(told, partial(follow, evenings, olive, seen=seen)) for _ in range(2)))
    assert sorted(heard) == ["done", "season_followed"]
    assert Competition.objects.filter(name="Next").count() == 1


@pytest.mark.parametrize(
    ("name", "then"),
    [("League 2026", "League 2027"), ("League 2025/26", "League 2026/27"), ("Winter", "Winter 2")],
)
def test_it_names_the_next_one(name, then):
    assert next_name(name) == then


def test_the_page_shows_it_first_and_makes_it_once(evenings, olive, olive_client):
    season = set_to(evenings, olive, **CLUB, roll_over={"carry": "1/2"})
    page = at("season-follow", season)
    shown = olive_client.get(page)
    assert "Severn League 2027" in shown.content.decode()
    fields = {name: shown.context["form"][name].value() for name in ("name", "date", "seen", "key")}
    for _press in range(2):
        assert olive_client.post(page, fields).status_code == 302
    made = Competition.objects.get(name="Severn League 2027")
    assert (made.published, made.entries.count()) == (False, 9)
    refused = olive_client.post(page, fields | {"key": uuid4()})
    assert (refused.status_code, "there already" in refused.content.decode()) == (409, True)


def test_the_page_tells_that_meetings_are_to_come(season, olive_client):
    assert "Meetings are to come." in olive_client.get(at("season-follow", season)).content.decode()


def test_the_page_says_where_points_to_carry_over_are_set(evenings, olive, olive_client):
    rules = f'href="{at("season-rules", evenings)}#part-parts"'
    season = set_to(evenings, olive, **CLUB)
    assert rules in olive_client.get(at("season-follow", season)).content.decode()
    season = set_to(evenings, olive, **CLUB, roll_over={"carry": "1/2"})
    assert rules not in olive_client.get(at("season-follow", season)).content.decode()
