"""Worth a look: shown to the staff with the deal, answered with a word, and back when a deal changes."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.conftest import signed_in
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import Action, Competition, Right, Table
from tournaments.powers import Role
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


# ------------------------------------------------------------------ on the page of a deal
def beside(client: Client, table: Table, deal: int) -> str:
    return words_of(client.get(at("deal-hints", table, deal=deal)))


def test_the_page_of_a_deal_says_what_concerns_it_and_the_word_of_who_looked(
    twice: Competition, table: Table, play: Any, rafe_client: Client, django_assert_max_num_queries: Any
) -> None:
    play(table, declared.draw())
    alike, here = "Both were declared alike", at("deal-hints", table, deal=2)
    assert f'data-fragment="{here}"' in rafe_client.get(at("deal", table, deal=2)).content.decode()
    for deal, told in ((1, True), (2, True), (3, False)):
        with django_assert_max_num_queries(12):
            assert (alike in beside(rafe_client, table, deal)) == told
    (hint,) = open_in(twice)
    rafe_client.post(at("hint-looked", twice), {"mark": hint.mark, "word": "It was so."})
    assert "Looked at: “It was so.”" in beside(rafe_client, table, 1)


def test_it_says_of_each_deal_of_a_pair_that_one_gives_the_other_most(
    running: Competition, table: Table, play: Any, rafe_client: Client
) -> None:
    for _ in range(9):
        play(table)  # South on East's discard, whatever the winds
    play(table, declared.won("N", "E"))
    names = {one.seat: one.entry.name for one in table.seatings.select_related("entry__player")}
    told = f"Of 9 mah-jongs that {names['S']} made on a discard, 9 were on one by {names['E']}."
    assert [told in beside(rafe_client, table, deal) for deal in (1, 9, 10)] == [True, True, False]


def test_it_is_for_who_rules_alone(twice: Competition, table: Table, club: Any, client: Client) -> None:
    hetty = User.objects.create_user("hetty")
    Right.objects.create(user=hetty, club=club, role=Role.HELPER)
    here, page = at("deal-hints", table, deal=2), at("deal", table, deal=2)
    seen = signed_in(hetty).get(page)
    assert here not in seen.content.decode()
    assert (seen.status_code, signed_in(hetty).get(here).status_code) == (200, 404)
    assert client.get(here).status_code == 302
    public = client.get(f"/c/{twice.slug}/r1/t3/d2/")
    assert (public.status_code, "declared alike" in public.content.decode()) == (200, False)
