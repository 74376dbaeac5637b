"""A table is under review while a deal of it is disputed, or its call for that waits."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.public.pages import words_of
from tournaments.models import Competition, DealVersion, RefereeCall, Table
from tournaments.selectors.review import Review, deals_under_review, shown_under_review
from tournaments.services import confirmations, corrections, devices
from tournaments.services.competitions import competition_change
from tournaments.wording.calls import disputed_in

PAGES = ("", "standings/", "standings/fragment", "r1/t3/", "r1/t3/d2/")
MARK = "Under review"


def say(table: Table, word: str, number: int = 2, seat: str = "W") -> None:
    version = DealVersion.objects.current().get(table=table, number=number)
    confirmations.word_say(table=table, number=number, seat=seat, word=word, sha256=version.sha256)


def call(table: Table, reason: str) -> RefereeCall:
    return devices.referee_call(table=table, device=None, reason=reason)


def marked(event: Competition) -> set[str]:
    reader = Client()
    return {part for part in PAGES if MARK in words_of(reader.get(f"/c/{event.slug}/{part}"))}


def told(event: Competition) -> Any:
    return Client().get(f"/api/v1/competitions/{event.slug}/standings").json()["under_review"]


def test_it_is_marked_everywhere_while_a_dispute_is_open(played: Competition, table: Table) -> None:
    assert (marked(played), told(played)) == (set(), [])
    say(table, "dispute")
    assert marked(played) == set(PAGES)
    assert told(played) == [{"round": 1, "table": 3, "deals": [2]}]
    assert MARK not in words_of(Client().get(f"/c/{played.slug}/r1/t3/d1/"))
    assert MARK in words_of(Client().get(f"/embed/c/{played.slug}/"))
    say(table, "confirm")
    assert (marked(played), told(played)) == (set(), [])


def test_it_ends_when_the_staff_decide(played: Competition, table: Table, rafe: User) -> None:
    say(table, "dispute")
    seen = confirmations.Seen(table, 2, DealVersion.objects.current().get(table=table, number=2).sha256)
    confirmations.deals_settle(seen=[seen], reason="I watched it.", actor=rafe)
    assert shown_under_review(played) == []
    say(table, "dispute", number=3)
    corrections.deal_void(table=table, number=3, mode="replay", reason="Not played.", actor=rafe)
    assert shown_under_review(played) == []


def test_a_call_for_a_recorded_deal_is_one_and_other_calls_are_none(
    played: Competition, table: Table, rafe: User
) -> None:
    waiting = call(table, "Tea was spilt.")
    assert deals_under_review(table) == ()
    devices.referee_answer(call=waiting, actor=rafe)
    call(table, "Deal 2 is disputed. Deal 9 is disputed.")  # nobody has played a ninth
    assert (deals_under_review(table), marked(played)) == ((2,), set(PAGES))
    devices.referee_call_take_back(table=table, device=None)
    assert (deals_under_review(table), marked(played)) == ((), set())


@pytest.mark.parametrize(
    ("reason", "deals"),
    [
        ("Deal 1 is disputed.", {1}),
        ("Deal 11 is disputed. Deal 3 is disputed.", {11, 3}),
        ("Undeal 3 is disputed.", set()),
        ("The totals are disputed.", {1}),
        ("Referee, please.", set()),
    ],
)
def test_it_reads_what_a_tablet_wrote(reason: str, deals: set[int]) -> None:
    assert disputed_in(reason) == deals


def test_it_is_of_the_rounds_that_the_table_is_made_of(played: Competition, table: Table) -> None:
    say(table, "dispute")
    assert shown_under_review(played, round_number=1, alone=True) == [Review(1, 3, (2,))]
    assert shown_under_review(played, round_number=2, alone=True) == []
    assert shown_under_review(played, round_number=2) == [Review(1, 3, (2,))]


def test_readers_are_told_nothing_of_it_where_the_round_is_held_back(
    played: Competition, table: Table, olive: User
) -> None:
    competition_change(competition=played, actor=olive, visibility="round")
    say(table, "dispute")
    assert shown_under_review(Competition.objects.get(pk=played.pk)) == []
    assert (marked(played), told(played)) == (set(), [])
