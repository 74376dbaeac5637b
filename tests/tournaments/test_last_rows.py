"""A competition says which word and which penalty came last, so that standings need not look for new ones."""

from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps

from tournaments.models import Confirmation, Penalty
from tournaments.selectors import newest, standings
from tournaments.services import competitions, confirmations
from tournaments.services.chain import chain_check
from tournaments.services.penalties import standings_penalty

pytestmark = pytest.mark.django_db
LAST = {"last_word": Confirmation, "last_penalty": Penalty}


@pytest.fixture
def said(running, table, play, olive):
    """A deal that two have confirmed, and a penalty against the standings."""
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    version = play(table).version
    for seat in "ES":
        confirmations.word_say(table=table, number=1, seat=seat, word="confirm", sha256=version.sha256)
    facts = {"entry": running.entries.first(), "round": table.round, "amount": -50, "reason": "Late."}
    standings_penalty(actor=olive, key=uuid4(), **facts)
    running.refresh_from_db()
    return running


def test_it_names_the_last_row_of_each(said):
    assert all(getattr(said, name) == model.objects.latest("pk").pk for name, model in LAST.items())


@pytest.mark.parametrize("name", LAST)
def test_it_is_found_out_where_it_names_another(said, name):
    assert chain_check(said)[1] == []
    setattr(said, name, getattr(said, name) - 1)
    assert [each.code for each in chain_check(said)[1]] == ["head"]


def test_it_is_taken_from_the_rows_that_a_competition_has_already(said):
    type(said).objects.update(**dict.fromkeys(LAST, 0))
    import_module("tournaments.migrations.0020_last_rows").take_from_rows(apps, None)
    said.refresh_from_db()
    assert chain_check(said)[1] == []


def test_it_asks_three_times_for_the_standings_after_one_more_deal(
    said, table, play, django_assert_num_queries
):
    newest.KEPT.clear()
    standings.standings_of(said)
    play(table)
    said.refresh_from_db()
    with django_assert_num_queries(3):
        found = standings.standings_of(said)
    assert found == standings.summed(said)
