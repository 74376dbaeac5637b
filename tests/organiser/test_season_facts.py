"""What no table tells is noted on a page: a reason of absence, points, a division, a lot."""

import pytest

from tests.organiser.conftest import at
from tests.public.pages import words_of
from tests.tournaments.test_policies import CLUB, evenings, set_to
from tournaments.selectors.lineups import presence
from tournaments.selectors.standings import standings_of
from tournaments.services.chain import chain_check

__all__ = ["evenings"]  # a fixture
pytestmark = pytest.mark.django_db

RULES = CLUB | {
    "absence": {"duty": {"formula": "fixed", "amount": 3}},
    "divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}],
    "criteria": ["total", "lot"],
}


@pytest.fixture
def ruled(evenings, olive):
    return set_to(evenings, olive, **RULES)


def note(client, season, kind, player, value, meeting=""):
    told = {"kind": kind, "player": player, "value": value, "meeting": meeting}
    return client.post(at("season-facts", season), told)


def facts(season):
    season.refresh_from_db()
    return season.season_facts


def test_it_notes_each_kind_and_takes_it_away(ruled, olive_client, django_assert_max_num_queries):
    for kind, value, meeting in (
        ("absent", "duty", "2"),
        ("bonuses", "5/2", "1"),
        ("adjustments", "-4", ""),
        ("divisions", "A", ""),
        ("lots", "3", ""),
    ):
        assert note(olive_client, ruled, kind, 1, value, meeting).status_code == 302
    assert facts(ruled) == {
        "absent": {"2": {"1": "duty"}},
        "bonuses": {"1": {"1": "5/2"}},
        "adjustments": {"1": "-4"},
        "divisions": {"1": "A"},
        "lots": {"1": 3},
    }
    with django_assert_max_num_queries(12):
        page = olive_client.get(at("season-facts", ruled)).content.decode()
    assert "Meeting 2: absent with a reason: duty" in page
    assert note(olive_client, ruled, "absent", 1, "", "2").status_code == 302
    assert "absent" not in facts(ruled)
    assert chain_check(ruled)[1] == []


def test_it_says_that_a_reason_changes_nothing_for_who_was_there(ruled, olive_client):
    rows = standings_of(ruled).rows
    here, away = (next(row for row in rows if presence(row, 2) == how) for how in ("played", "absent"))
    said = {}
    for row in (here, away):
        note(olive_client, ruled, "absent", row.number, "duty", "2")
        said[row.number] = words_of(olive_client.get(at("season-facts", ruled)))
    sentence = "It is noted, and changes nothing: {} was there at meeting 2."
    assert sentence.format(here.name) in said[here.number]
    assert "It is noted." in said[away.number]


def test_what_is_noted_counts_in_the_table(ruled, olive_client):
    before = {row.number: row.total for row in standings_of(ruled).rows}
    note(olive_client, ruled, "adjustments", 2, "7/2")
    ruled.refresh_from_db()
    after = {row.number: row.total for row in standings_of(ruled).rows}
    assert {one for one in after if after[one] != before[one]} == {2}


@pytest.mark.parametrize(
    ("kind", "value", "meeting"),
    [("absent", "duty", ""), ("absent", "whim", "1"), ("lots", "1/2", ""), ("bonuses", "much", "1")],
)
def test_it_refuses_what_the_rules_do_not_know(ruled, olive_client, kind, value, meeting):
    assert note(olive_client, ruled, kind, 1, value, meeting).status_code == 422
    assert facts(ruled) == {}


def test_it_offers_only_what_the_rules_look_at(evenings, olive_client):
    page = olive_client.get(at("season-facts", evenings))
    offered = [key for key, _name in page.context["form"].fields["kind"].choices]
    assert offered == ["bonuses", "credits", "adjustments", "carried"]
