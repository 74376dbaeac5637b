"""Worth a look: shown to the staff with the deal, answered with a word, and back when a deal changes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Table
from tournaments.refusals import Refusal
from tournaments.selectors.hints import hints_in
from tournaments.services import corrections
from tournaments.services.looked import hint_look_again, hint_looked
from tournaments.services.reckoning import rules_of

pytestmark = pytest.mark.django_db


def open_in(competition: Competition) -> list[Any]:
    now = Competition.objects.get(pk=competition.pk)
    return list(hints_in(now, rules_of(now)).open)


@pytest.fixture
def twice(running: Competition, table: Table, play: Any) -> Competition:
    """The same deal in a row; South wins on East's discard, so the winds pass between."""
    play(table)
    assert open_in(running) == []
    play(table)
    return running


def test_a_deal_entered_twice_is_shown_and_linked(
    twice: Competition, table: Table, rafe_client: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12):
        answer = rafe_client.get(at("hints", twice))
    with django_assert_max_num_queries(12):
        board = rafe_client.get(at("board", twice)).content.decode()
    with django_assert_max_num_queries(12):
        there = rafe_client.get(at("board-hints", twice))
    assert f'data-fragment="{at("board-hints", twice)}"' in board
    assert "Perhaps one deal was entered twice." in words_of(answer)
    assert at("deal", table, deal=2) in answer.content.decode()
    assert "Perhaps one deal was entered twice." in words_of(there)


def test_who_looked_says_so_with_a_word_and_can_take_it_back(twice: Competition, rafe_client: Client) -> None:
    (hint,) = open_in(twice)
    said = {"mark": hint.mark, "word": "They asked me: it was so."}
    answer = rafe_client.post(at("hint-looked", twice), said, follow=True)
    words = words_of(answer)
    assert ("Nothing unusual." in words, "They asked me: it was so." in words) == (True, True)
    assert rafe_client.post(at("hint-looked", twice), said).status_code == 409
    line = Action.objects.get(verb="hint_looked")
    assert (line.facts["table"], line.facts["deal"], line.reason) == (3, 2, said["word"])
    rafe_client.post(at("hint-again", twice), {"mark": hint.mark})
    assert [one.mark for one in open_in(twice)] == [hint.mark]


def test_it_comes_back_when_the_deal_changes(
    twice: Competition, table: Table, rafe: User, play: Any
) -> None:
    (hint,) = open_in(twice)
    hint_looked(competition=twice, mark=hint.mark, word="It was so.", actor=rafe)
    play(table, declared.draw())
    assert open_in(twice) == []
    told = {"mode": "as_played", "actor": rafe}
    corrections.deal_correct(table=table, number=2, content=declared.won("N", None), reason="N won.", **told)
    assert open_in(twice) == []
    corrections.deal_correct(table=table, number=2, content=declared.won(), reason="After all.", **told)
    (again,) = open_in(twice)
    assert (again.kind, again.deals) == (hint.kind, hint.deals)
    assert again.mark != hint.mark


def test_what_is_no_hint_any_more_is_refused(twice: Competition, rafe: User) -> None:
    told = {"competition": twice, "actor": rafe}
    with pytest.raises(Refusal) as refused:
        hint_looked(**told, mark="twice-nothing", word="It was so.")
    assert refused.value.code == "hint_gone"
    with pytest.raises(Refusal) as refused:
        hint_look_again(**told, mark="twice-nothing")
    assert refused.value.code == "already_reversed"
    with pytest.raises(Refusal) as refused:
        hint_looked(**told, mark=open_in(twice)[0].mark, word=" ")
    assert refused.value.code == "reason_missing"
