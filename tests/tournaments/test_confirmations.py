"""Players' words on deals, and the staff's in their stead: what makes the standings official."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import declared
from tournaments.api.table.output import table_json
from tournaments.models import Action, Confirmation, DealVersion, Entry
from tournaments.refusals import Refusal
from tournaments.selectors.confirmed import count_open, open_deals, said_before
from tournaments.selectors.standings import standings_of
from tournaments.services import competitions, confirmations, corrections, rounds
from tournaments.services.confirmations import Seen
from tournaments.tilefaces import Look

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(running, olive):
    """The running tournament, in which all four confirm."""
    return competitions.competition_change(competition=running, actor=olive, confirmed_by="all")


def say(table, seats, word="confirm", number=1):
    version = DealVersion.objects.current().get(table=table, number=number)
    for seat in seats:
        confirmations.word_say(table=table, number=number, seat=seat, word=word, sha256=version.sha256)


def seen(table, number=1):
    return Seen(table, number, DealVersion.objects.current().get(table=table, number=number).sha256)


def settle(table, actor, number=1, reason="The players had left."):
    confirmations.deals_settle(seen=[seen(table, number)], reason=reason, actor=actor)


def provisional(competition):
    competition.refresh_from_db()
    table = standings_of(competition)
    return table.provisional, table.unconfirmed


def close(table, olive):
    rounds.round_close(round=table.round, actor=olive, anyway=True)


def test_it_makes_standings_official_with_the_last_word_of_a_closed_round(asking, table, play, olive):
    play(table)
    say(table, "ESW")
    assert provisional(asking) == (True, 0)  # the round is running
    close(table, olive)
    assert provisional(asking) == (True, 1)
    say(table, "N")
    assert provisional(asking) == (False, 0)


def test_it_hears_so_many_words_of_a_seat_on_one_deal(asking, table, play, olive):
    play(table)
    said = ["dispute", "confirm"] * (confirmations.MOST_WORDS // 2)
    for word in said:
        say(table, "E", word)
    say(table, "E", said[-1])  # the same word is no new one
    with pytest.raises(Refusal) as refused:
        say(table, "E", "dispute")
    assert (refused.value.code, refused.value.status) == ("too_many_words", 409)
    assert Confirmation.objects.count() == confirmations.MOST_WORDS
    say(table, "S", "dispute")  # another seat is heard
    settle(table, olive)
    assert Confirmation.objects.filter(seat="").count() == 1


def test_it_counts_a_new_revision_only_where_something_becomes_official(asking, table, play):
    play(table)
    asking.refresh_from_db()
    before = asking.revision
    say(table, "ESW")
    asking.refresh_from_db()
    assert asking.revision == before
    say(table, "N")
    asking.refresh_from_db()
    assert asking.revision == before + 1


def test_it_is_official_no_longer_when_somebody_disputes(asking, table, play, olive):
    play(table)
    say(table, "ESWN")
    close(table, olive)
    assert provisional(asking) == (False, 0)
    say(table, "W", "dispute")
    assert provisional(asking) == (True, 1)


def test_it_keeps_counting_what_is_not_confirmed(asking, table, play):
    play(table)
    asking.refresh_from_db()
    assert standings_of(asking).rows[0].total == 160


def test_it_asks_again_for_a_new_version_and_says_whom(asking, table, play, olive):
    play(table)
    say(table, "EN")
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=olive
    )
    [waiting] = open_deals([table.round], "all")
    assert waiting.verdict.awaited == set("ESWN")
    assert said_before(table) == {1: {"E": "confirm", "N": "confirm"}}


def test_it_knows_who_disputed_a_version_that_was_replaced(asking, table, play, olive):
    play(table)
    say(table, "ENW")
    say(table, "WS", "dispute")
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=olive
    )
    [deal] = table_json(table, asking, table.number, Look())["deals"]
    assert (deal["asked_again"], deal["disputed_before"], deal["answers"]) == (["E", "N"], ["S", "W"], {})


def test_it_asks_nobody_about_a_void_deal(asking, table, play, olive):
    play(table)
    corrections.deal_void(table=table, number=1, mode="replay", reason="Wrong wall.", actor=olive)
    assert open_deals([table.round], "all") == []


def test_it_asks_no_house_player(asking, table, play, olive):
    play(table)
    entry = table.seatings.get(seat="N").entry
    Entry.objects.filter(pk=entry.pk).update(status="house", player=None)
    say(table, "ESW")
    assert open_deals([table.round], "all") == []
    with pytest.raises(Refusal) as refused:
        say(table, "N")
    assert refused.value.code == "seat_not_asked"


def test_it_settles_a_dispute_with_a_reason_in_the_log(asking, table, play, rafe):
    play(table)
    say(table, "W", "dispute")
    with pytest.raises(Refusal) as refused:
        settle(table, rafe, reason=" ")
    assert refused.value.code == "reason_missing"
    settle(table, rafe)
    assert open_deals([table.round], "all") == []
    logged = Action.objects.get(verb="deal_settled")
    assert (logged.actor, logged.reason, logged.facts["deal"]) == (rafe, "The players had left.", 1)


def test_it_settles_once_and_takes_no_other_word_afterwards(asking, table, play, rafe):
    play(table)
    settle(table, rafe)
    settle(table, rafe)
    assert Confirmation.objects.count() == Action.objects.filter(verb="deal_settled").count() == 1
    with pytest.raises(Refusal) as refused:
        say(table, "W", "dispute")
    assert refused.value.code == "deal_settled"


def test_it_settles_only_what_was_looked_at(asking, table, play, rafe, olive):
    play(table)
    looked_at = seen(table)
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=olive
    )
    with pytest.raises(Refusal) as refused:
        confirmations.deals_settle(seen=[looked_at], reason="Gone.", actor=rafe)
    assert refused.value.code == "version_changed"
    assert not Confirmation.objects.exists()


def test_it_takes_what_a_referee_wrote_as_the_referees_word(running, table, play, rafe, olive):
    competitions.competition_change(competition=running, actor=olive, confirmed_by="referee")
    play(table)
    say(table, "ESWN")
    assert [one.number for one in open_deals([table.round], "referee")] == [1]
    corrections.deal_correct(
        table=table, number=1, content=declared.draw(), mode="replay", reason="A draw.", actor=rafe
    )
    assert open_deals([table.round], "referee") == []


@pytest.mark.parametrize(
    ("policy", "left"),
    [("all", [2, 3, 4]), ("winner", [3, 4]), ("referee", [1, 2, 3, 4]), ("nobody", [4])],
)
def test_it_lists_what_each_policy_still_waits_for(running, table, play, policy, left):
    for seats, word in (("ESWN", "confirm"), ("SE", "confirm"), ("", "confirm"), ("N", "dispute")):
        number = play(table).version.number
        say(table, seats, word, number)
    assert [one.number for one in open_deals([table.round], policy)] == left
    assert count_open([table.round], policy) == len(left)


def test_it_logs_four_words_given_within_two_seconds(asking, table, play, monkeypatch):
    play(table)
    play(table, declared.draw())
    say(table, "ESWN")
    say(table, "ESW", number=2)
    later = timezone.now() + timedelta(seconds=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    say(table, "N", number=2)
    assert [one.facts["deal"] for one in Action.objects.filter(verb="deal_haste")] == [1]
