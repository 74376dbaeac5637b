"""A competition is pinned to rules that its tables can play."""

from datetime import date
from uuid import uuid4

import pytest

import scoring
from tournaments.models import Competition
from tournaments.refusals import Refusal
from tournaments.services import competitions
from tournaments.services.reckoning import offered_rulesets

pytestmark = pytest.mark.django_db


def create(club, olive, **fields):
    cup = {"name": "Cup", "date": date(2026, 4, 18), **fields}
    return competitions.competition_create(club=club, actor=olive, **cup)


def test_it_offers_the_tournament_rules_first_of_all():
    assert "bmja-tournament" in offered_rulesets()


def test_it_offers_only_rules_for_four_players():
    for ruleset in offered_rulesets():
        assert 4 in scoring.load_rules(ruleset).players


def test_it_pins_the_rules_with_their_options(club, olive):
    competition = create(club, olive, ruleset_options={"penalty_doubles_east": True})
    pinned = scoring.load_rules("bmja-tournament", {"penalty_doubles_east": True}).content_hash
    assert competition.ruleset_hash == pinned != scoring.load_rules("bmja-tournament").content_hash


def test_it_refuses_rules_that_there_are_not(club, olive):
    with pytest.raises(Refusal) as refused:
        create(club, olive, ruleset="no-such-rules")
    assert refused.value.code == "rules_not_offered"
    assert not Competition.objects.exists()


def test_it_keeps_the_rules_once_a_deal_is_recorded(running, table, play, olive):
    play(table)
    with pytest.raises(Refusal) as refused:
        competitions.competition_change(competition=running, actor=olive, entry_level="points")
    assert refused.value.code == "competition_started"
    running.refresh_from_db()
    assert running.entry_level == "tiles"


def test_it_creates_one_for_two_presses_of_a_button(club, olive):
    key = uuid4()
    made = create(club, olive, key=key)
    assert create(club, olive, key=key) == made
    assert create(club, olive, key=uuid4()) != made
    assert Competition.objects.count() == 2


def test_it_refuses_other_fields_under_the_key_of_what_was_created(club, olive):
    key = uuid4()
    create(club, olive, key=key)
    with pytest.raises(Refusal) as refused:
        create(club, olive, key=key, name="Bowl")
    assert refused.value.code == "key_reused"
    assert Competition.objects.get().name == "Cup"
