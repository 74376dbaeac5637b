"""Meetings that are to come: from a calendar, with their place; who comes, fixtures, a table re-arranged."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import declared
from tests.organiser.conftest import at
from tests.public.pages import words_of
from tournaments.models import CheckIn, Competition, MeetingAnswer, Round, Table
from tournaments.refusals import Refusal
from tournaments.selectors import seatings
from tournaments.selectors.standings import standings_of
from tournaments.services import coming, entering, meetings, rounds

CALENDAR = {"date": "2026-09-03", "meetings": "3", "weeks": "2", "begins": "19:30", "announced": "on"}
PLACE = {"venue": "Village hall", "host": "Ann"}


@pytest.fixture
def reader(client: Client) -> Client:
    return client


@pytest.fixture
def autumn(season: Competition, olive_client: Client) -> Competition:
    """A season with three evenings announced."""
    answer = olive_client.post(at("seating", season), {**CALENDAR, **PLACE})
    assert answer.headers["Location"] == at("seating", season)
    return season


@pytest.fixture
def door(autumn: Competition, olive: User) -> str:
    return f"/coming/{coming.link_open(competition=autumn, actor=olive).token}/"


def test_it_adds_meetings_from_a_calendar(autumn: Competition) -> None:
    days = list(autumn.rounds.values_list("number", "date", "venue", "announced"))
    first = date(2026, 9, 3)
    assert days == [
        (nth + 1, first + nth * timedelta(weeks=2), "Village hall", True) for nth in range(3)
    ]


def test_it_offers_hour_and_place_of_the_last_meeting(autumn: Competition, olive_client: Client) -> None:
    offered = olive_client.get(at("seating", autumn)).context["form"].initial
    assert (str(offered["begins"]), offered["venue"], offered["announced"]) == (
        "19:30:00",
        "Village hall",
        True,
    )


def test_readers_know_an_announced_meeting_and_nobody_who_sits_there(
    autumn: Competition, olive: User, reader: Client
) -> None:
    meetings.fixtures_draw(competition=autumn, actor=olive)
    page = words_of(reader.get(f"/c/{autumn.slug}/"))
    assert "Next meetings" in page
    assert "Thursday 3 September 2026, 19:30 · Village hall · Host: Ann" in page
    assert "not published yet" in words_of(reader.get(f"/c/{autumn.slug}/seating/"))
    file = reader.get(f"/c/{autumn.slug}/calendar.ics").content.decode()
    assert (file.count("BEGIN:VEVENT"), file.count("LOCATION:Village hall")) == (3, 3)
    assert "DTSTART:20260903T" in file
    assert "Host: Ann" in file


def test_it_keeps_a_meeting_to_the_staff_that_is_not_announced(
    autumn: Competition, olive_client: Client, reader: Client
) -> None:
    address = at("meeting-place", autumn, round=2)
    olive_client.post(address, {"date": "2026-09-18", "venue": "Nowhere Inn"})
    changed = autumn.rounds.get(number=2)
    assert (str(changed.date), changed.announced) == ("2026-09-18", False)
    assert "Nowhere Inn" not in reader.get(f"/c/{autumn.slug}/").content.decode()
    assert "Nowhere Inn" not in reader.get(f"/c/{autumn.slug}/calendar.ics").content.decode()


def test_a_member_says_without_an_account_whether_they_come(
    autumn: Competition, door: str, olive_client: Client
) -> None:
    phone = Client()
    names = phone.get(door).content.decode()
    assert f"{door}?who=1" in names
    for comes, said in (("yes", "You are coming. 1 comes by now."), ("no", "You are not coming. 0 come")):
        answer = phone.post(door, {"who": "1", "round": "2", "comes": comes}, follow=True)
        assert said in words_of(answer)
    phone.post(door, {"who": "2", "round": "2", "comes": "yes"})
    asked = olive_client.get(at("members", autumn)).context["asked"]
    found = [(len(one.coming), len(one.away), len(one.silent)) for one in asked]
    assert found == [(0, 0, 9), (1, 1, 7), (0, 0, 9)]


def test_who_said_so_is_ticked_only_when_that_is_asked_for(
    autumn: Competition, olive_client: Client
) -> None:
    second = autumn.rounds.get(number=2)
    entry = autumn.entries.get(number=4)
    coming.answer_give(round=second, entry=entry, comes=True)
    address = at("meeting", autumn, round=2)
    page = olive_client.get(address)
    assert page.context["form"].initial["present"] == []
    assert "said: comes" in words_of(page)
    assert "1 said that they come. Tick them" in words_of(page)
    assert olive_client.get(address + "?said=1").context["form"].initial["present"] == [entry.pk]
    assert not CheckIn.objects.exists()


def test_nobody_answers_for_a_meeting_that_is_not_announced_or_has_begun(
    autumn: Competition, door: str, olive: User, olive_client: Client
) -> None:
    hidden, begun = autumn.rounds.filter(number__in=(1, 2))
    Round.objects.filter(pk=hidden.pk).update(announced=False)
    form = {"who": "1", "comes": "yes"}
    assert Client().post(door, {**form, "round": "1"}).status_code == 404
    Round.objects.filter(pk=begun.pk).update(state=Round.State.RUNNING)
    refused = Client().post(door, {**form, "round": "2"})
    assert "Meeting 2 has begun" in words_of(refused)
    assert not MeetingAnswer.objects.exists()


def test_strangers_and_numbers_that_are_nobodys_find_nothing(autumn: Competition, door: str) -> None:
    for address in ("/coming/nothing/", door + "?who=99", door + "?who=x", door + "?who=1%27"):
        assert Client().get(address).status_code == 404
    assert Client().post(door, {"who": "1", "round": "²", "comes": "yes"}).status_code == 404


def test_a_closed_link_leads_nowhere(autumn: Competition, door: str, olive: User) -> None:
    coming.link_close(competition=autumn, actor=olive)
    assert Client().get(door).status_code == 404
    with pytest.raises(Refusal, match="members_link_closed"):
        coming.link_close(competition=autumn, actor=olive)
    assert coming.link_open(competition=autumn, actor=olive).token not in door


def test_a_meeting_that_does_not_happen_is_taken_away_with_its_answers(
    autumn: Competition, olive: User
) -> None:
    last = autumn.rounds.get(number=3)
    coming.answer_give(round=last, entry=autumn.entries.get(number=1), comes=True)
    rounds.round_remove(round=last, actor=olive)
    assert not MeetingAnswer.objects.exists()


def test_it_draws_fixtures_of_all_members(autumn: Competition, olive_client: Client) -> None:
    assert "Draw the tables of 3 meetings" in words_of(olive_client.get(at("seating", autumn)))
    done = olive_client.post(at("fixtures", autumn), follow=True)
    assert "Tables drawn for meetings: 3." in words_of(done)
    drawn = [one.numbers() for one in seatings.seated_rounds(autumn)]
    assert [len(tables) for tables in drawn] == [3, 3, 3]
    again = olive_client.post(at("fixtures", autumn))
    assert "No meeting waits for its tables" in words_of(again)


def _running(season: Competition, olive: User) -> Round:
    [first, *_later] = meetings.fixtures_draw(competition=season, actor=olive)
    rounds.round_publish(round=first, actor=olive)
    return rounds.round_start(round=first, actor=olive)


def test_a_round_closes_without_a_table_that_was_re_arranged_and_its_deals_count_later(
    autumn: Competition, olive: User, olive_client: Client, reader: Client, play: Any
) -> None:
    first = _running(autumn, olive)
    late, *others = first.tables.select_related("round__competition").order_by("number")
    answer = olive_client.post(
        at("table-move", autumn, round=1, table=late.number), {"day": "2026-09-10", "reason": "Snow."}
    )
    assert answer.status_code == 302
    assert "10 Sep" in words_of(olive_client.get(at("round", autumn, round=1)))
    assert "plays on 10 September" in words_of(reader.get(f"/c/{autumn.slug}/seating/"))
    for table in others:
        play(table)
        play(table)
    rounds.round_close(round=first, actor=olive)
    before = {row.number: row.deals for row in standings_of(_anew(autumn)).rows}
    late = Table.objects.select_related("round__competition").get(pk=late.pk)
    entering.deal_enter(table=late, submission=declared.submission(late), actor=olive)
    after = {row.number: row.deals for row in standings_of(_anew(autumn)).rows}
    played = {number for number, deals in after.items() if deals != before[number]}
    seated = set(late.seatings.values_list("entry__number", flat=True))
    assert played == {one for one in seated if one in after} != set()


def test_a_table_that_plays_later_is_entered_on_its_page_and_found_from_its_meeting(
    autumn: Competition, olive: User, olive_client: Client
) -> None:
    [first, *_later] = meetings.fixtures_draw(competition=autumn, actor=olive)
    rounds.round_publish(round=first, actor=olive)
    table = at("table", autumn, round=1, table=1)
    assert table in olive_client.get(at("round", autumn, round=1)).content.decode()
    assert at("table-move", autumn, round=1, table=1) in olive_client.get(table).content.decode()
    olive_client.post(at("table-move", autumn, round=1, table=1), {"day": "2026-09-10", "reason": "Ill."})
    rounds.round_start(round=first, actor=olive)
    rounds.round_close(round=first, actor=olive, anyway=True)
    enter = at("deal-enter", autumn, round=1, table=1)
    assert enter in olive_client.get(table).content.decode()
    assert olive_client.get(enter).status_code == 200
    other = olive_client.get(at("table", autumn, round=1, table=2)).content.decode()
    assert at("deal-enter", autumn, round=1, table=2) not in other


def test_a_table_of_a_closed_round_takes_no_deal_that_was_not_re_arranged(
    autumn: Competition, olive: User
) -> None:
    first = _running(autumn, olive)
    rounds.round_close(round=first, actor=olive, anyway=True)
    table = Table.objects.select_related("round__competition").filter(round=first).first()
    assert table is not None
    with pytest.raises(Refusal):
        entering.deal_enter(table=table, submission=declared.submission(table), actor=olive)


def _anew(season: Competition) -> Competition:
    return Competition.objects.get(pk=season.pk)
