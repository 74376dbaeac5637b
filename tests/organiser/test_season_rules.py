"""The rules of a season on their pages: each policy passes through the plain fields, is tried, then fixed."""

import json

import pytest
from django.forms import ChoiceField
from django.urls import reverse

from tests.tournaments.test_policies import CLUB, evenings
from tournaments.forms.competition import BY_RULES
from tournaments.forms.policies import PolicyForm
from tournaments.forms.policy_fields import fits
from tournaments.ranking.seasons.policy import CRITERIA
from tournaments.ranking.seasons.presets import presets
from tournaments.ranking.seasons.reading import read_policy
from tournaments.selectors.policies import mark_of, written_now
from tournaments.services.policies import policy_set

__all__ = ["evenings"]  # a fixture
pytestmark = pytest.mark.django_db

MORE = {
    "all of the rest": {
        **CLUB,
        "table_points_of": {"3": [3, 1, 0], "5": [5, 3, 2, 1, 0]},
        "places_without": ["guest"],
        "attendance_pro_rata": True,
        "bonuses": [{"fact": "limit_hands", "each": "1/2", "most": 2}],
        "rested": {"formula": "average_of_best", "of": 3},
        "rising": [[1, 1], [3, 2]],
        "minimum_attendance": {"rising": [[1, 1], [3, 2]]},
        "unqualified": "after",
        "figures_of": "counted",
        "divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}],
        "roll_over": {"carry": "1/2"},
        "substitute_policy": "fixed",
        "substitute_fixed": -2,
    },
    "a year": {
        **CLUB,
        "meetings": 4,
        "periods": [{"name": "Spring", "first": 1, "last": 2}, {"name": "Late 2", "first": 3, "last": 4}],
        "year": {"from": "places", "points": [10, "15/2"], "best_of": 1},
        "finals": {"from": "periods", "each": 2, "pass_down": True},
    },
    "a table of its own": {
        **CLUB,
        "finals": {"from": "table", "first": 4},
        "discard_every": {"every": 2, "from": 5, "of": "attended"},
    },
}
SHOWN = {**{code: preset.season for code, preset in presets().items()}, **MORE}


def sent(form):
    """Give what a browser sends of a form that was not touched."""
    data = {}
    for name in form.fields:
        value = form[name].value()
        if value is None and type(form.fields[name]) is ChoiceField:
            value = form.fields[name].choices[0][0]  # as a browser has it
        if value not in (None, "", False, []):
            shown = form.fields[name].prepare_value(value)
            data[name] = "on" if shown is True else shown
    return data


@pytest.mark.parametrize("raw", SHOWN.values(), ids=SHOWN)
def test_it_brings_every_policy_through_the_fields_as_it_was(raw):
    assert fits(raw)
    form = PolicyForm(sent(PolicyForm(policy=raw, seen="x")), policy={}, seen="x")
    assert form.is_valid(), form.errors
    assert read_policy(form.policy) == read_policy(raw)


def test_it_shows_as_data_what_the_fields_cannot():
    assert not fits({**CLUB, "table_points_of": {"4": [9, 1]}})
    assert not fits({**CLUB, "year": {"from": "meetings", "minimum_attendance": 3}})


def test_it_calls_what_decides_between_equal_ones_as_tables_do():
    choices = dict(PolicyForm(policy=CLUB, seen="x").fields["criterion_1"].choices)
    assert tuple(choices) == CRITERIA
    assert (choices["given"], choices["best_round"]) == ("Discards that others won on", "Best meeting")


def address(season, name="season-rules"):
    return reverse(f"organiser:{name}", args=[season.slug])


def fields(season, **policy):
    return sent(PolicyForm(policy={**written_now(season), **policy}, seen=mark_of(season)))


def text(answer):
    return " ".join(answer.content.decode().split())


def test_it_says_the_rules_of_now_and_offers_those_of_clubs(
    evenings, olive_client, django_assert_max_num_queries
):
    with django_assert_max_num_queries(12):
        page = text(olive_client.get(address(evenings), {"preset": "groene_hart"}))
    assert "Each player’s best 2 meetings count." in page
    assert "Filled in below: Groene Hart, after groenehartmahjong.com" in page
    assert page.count("<option value=") > 15


def test_it_shows_what_a_change_would_do_to_whom_and_saves_nothing(evenings, olive_client):
    answer = olive_client.post(address(evenings), {**fields(evenings, best_of=1), "try": "1"})
    assert answer.status_code == 200
    page = text(answer)
    assert "What the change would do" in page
    assert "Pat Ashby</th>" in page
    evenings.refresh_from_db()
    assert evenings.policy is None


def test_it_fixes_what_was_chosen(evenings, olive_client):
    answer = olive_client.post(address(evenings), fields(evenings, best_of=1))
    assert answer.status_code == 302
    evenings.refresh_from_db()
    assert (evenings.policy["best_of"], evenings.policy["attendance_points"]) == (1, 1)
    assert "best meeting counts" in text(olive_client.get(address(evenings)))


def test_it_names_every_contradiction_beside_what_would_do(evenings, olive_client):
    wrong = {**fields(evenings, best_of=5), "minimum": "number", "minimum_value": "9"}
    for button in ({}, {"try": "1"}):
        answer = olive_client.post(address(evenings), {**wrong, **button})
        assert answer.status_code == 422
        assert "at most 3 will do" in text(answer)
        assert "“What counts: the best so many” counts more than there are to choose from" in text(answer)
        assert "The minimum is above the number of meetings" in text(answer)


@pytest.mark.parametrize("pasted", ["{", "[]", "3", '{"weather": 1}', "[" * 100_000])
def test_it_refuses_what_is_no_policy(evenings, olive_client, pasted):
    answer = olive_client.post(address(evenings), {**fields(evenings), "further": pasted})
    assert answer.status_code == 422


def test_it_takes_a_policy_pasted_as_data(evenings, olive_client):
    pasted = json.dumps({**CLUB, "trimmed": {"per": 3}})
    assert olive_client.post(address(evenings), {**fields(evenings), "further": pasted}).status_code == 302
    evenings.refresh_from_db()
    assert evenings.policy == {**CLUB, "trimmed": {"per": 3}}


def test_it_tells_the_second_of_two_and_then_lets_them_decide(evenings, olive, olive_client):
    data = fields(evenings, best_of=1)
    policy_set(competition=evenings, policy=CLUB, seen=mark_of(evenings), actor=olive)
    answer = olive_client.post(address(evenings), data)
    assert answer.status_code == 409
    evenings.refresh_from_db()
    again = answer.context["form"]["seen"].value()
    assert olive_client.post(address(evenings), {**data, "seen": again}).status_code == 302


def test_it_works_this_season_out_under_each_rule(evenings, olive_client, django_assert_max_num_queries):
    url = address(evenings, "season-rules-compare")
    with django_assert_max_num_queries(12):
        page = text(olive_client.get(url))
    for preset in presets().values():
        assert preset.name in page
        assert preset.source.replace("&", "&amp;") in page
    assert "Does not fit as it is:" in page


def test_it_is_no_page_of_a_tournament(running, olive_client):
    assert olive_client.get(address(running)).status_code == 404
    assert olive_client.get(address(running, "season-rules-compare")).status_code == 404


def test_it_goes_from_periods_to_divisions_by_what_is_pasted(evenings, olive, olive_client):
    periods = [{"name": "Spring", "first": 1, "last": 2}, {"name": "Autumn", "first": 3, "last": 3}]
    policy = {**CLUB, "periods": periods, "year": {"from": "totals"}}
    policy_set(competition=evenings, policy=policy, seen=mark_of(evenings), actor=olive)
    evenings.refresh_from_db()
    pasted = {**CLUB, "divisions": [{"name": "First", "down": 1}, {"name": "Second", "up": 1}]}
    answer = olive_client.post(address(evenings), {**fields(evenings), "further": json.dumps(pasted)})
    assert answer.status_code == 302, text(answer)
    evenings.refresh_from_db()
    assert evenings.policy == pasted


def test_settings_leave_to_the_rules_what_they_say(
    evenings, olive, olive_client, django_assert_max_num_queries
):
    """A second form for the same thing would be saved, and change nothing in the table."""
    policy = {**CLUB, "meetings": 4, "best_of": 2}
    policy_set(competition=evenings, policy=policy, seen=mark_of(evenings), actor=olive)
    with django_assert_max_num_queries(12):
        answer = olive_client.get(address(evenings, "settings"))
    form = answer.context["form"]
    assert not {*BY_RULES, "planned_rounds", "criterion_1"} & form.fields.keys()
    assert "best 2 meetings count" in text(answer)
    sent_back = {**sent(form), "hidden_rounds": "1", "best_of": "1", "planned_rounds": "9"}
    assert olive_client.post(address(evenings, "settings"), sent_back).status_code == 302
    evenings.refresh_from_db()
    assert (evenings.hidden_rounds, evenings.best_of, evenings.planned_rounds) == (1, 2, 4)
    assert evenings.policy == policy
    assert "best 2 meetings count" in text(olive_client.get(address(evenings, "overview")))


def test_what_was_tried_can_be_fixed_where_it_is_shown(evenings, olive_client):
    page = text(olive_client.post(address(evenings), {**fields(evenings, best_of=1), "try": "1"}))
    assert page.count('form="rules-form"') == page.count('id="rules-form"') == 1
