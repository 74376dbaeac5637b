"""The timetable: typed a line each, read by days, on the event's page, on the projector and on paper."""

from datetime import date, time
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.organiser.conftest import at
from tests.organiser.test_paper import pages
from tests.public.pages import words_of
from tests.tournaments.test_deal_submit_races import at_once
from tests.tournaments.test_writes import told
from tournaments.models import Action, Competition
from tournaments.refusals import Refusal
from tournaments.selectors import projector
from tournaments.selectors.timetable import Point, mark_of, timetable_of
from tournaments.services.timetable import timetable_set

pytestmark = pytest.mark.django_db
DAY = date(2026, 4, 18)
TYPED = (
    "9.30 Check-in\n12:45 Lunch (Room 2, upstairs)\n10:00 Round 1 (Main hall)\n\n"
    "2026-04-19\n11:00 Prize-giving"
)
READ = [
    Point(DAY, time(9, 30), "Check-in", ""),
    Point(DAY, time(10), "Round 1", "Main hall"),
    Point(DAY, time(12, 45), "Lunch", "Room 2, upstairs"),
    Point(date(2026, 4, 19), time(11), "Prize-giving", ""),
]


def posted(client: Client, event: Competition, lines: str) -> Any:
    event.refresh_from_db()
    return client.post(at("timetable", event), {"lines": lines, "seen": mark_of(event)})


def test_it_is_written_down_and_read_everywhere(olive_client: Client, tournament: Competition) -> None:
    proposed = olive_client.get(at("timetable", tournament)).context["form"]["lines"].value()
    assert proposed.splitlines()[0] == "09:30 Check-in"
    assert "Timetable" not in words_of(Client().get(f"/c/{tournament.slug}/"))
    for _ in range(2):  # a double click is one
        assert posted(olive_client, tournament, TYPED).status_code == 302
    assert Action.objects.filter(verb="timetable_set").count() == 1
    tournament.refresh_from_db()
    days = timetable_of(tournament)
    assert [one for _day, points in days for one in points] == READ
    assert [day for day, _points in days] == [DAY, date(2026, 4, 19)]
    page = words_of(Client().get(f"/c/{tournament.slug}/"))
    assert "Saturday 18 April 09:30 Check-in 10:00 Round 1 Main hall 12:45 Lunch Room 2, upstairs" in page
    assert "Sunday 19 April 11:00 Prize-giving" in page
    shown = olive_client.get(at("timetable", tournament)).context["form"]["lines"].value()
    assert shown.startswith("2026-04-18\n09:30 Check-in\n10:00 Round 1 (Main hall)")
    assert posted(olive_client, tournament, shown).status_code == 302
    assert Action.objects.filter(verb="timetable_set").count() == 1  # as it was shown is no change
    assert "Main hall" in "".join(pages(olive_client, "timetable", tournament))
    tournament.projector = ["timetable"]
    assert [one.what for slide in projector.slides_of(tournament) for one in slide.shown][:2] == [
        "Check-in",
        "Round 1",
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Round 1", "Line 1: write a time and what happens"),
        ("10:00 Round 1\n25:00 Supper", "Line 2: there is no such time."),
        ("10:00", "Line 1: write a time and what happens"),
        ("2026-13-40", "Line 1: there is no such day."),
        ("10:00 " + "x" * 81, "Line 1: this is too long"),
        ("\n".join(["10:00 Tea"] * 61), "At most 60 lines."),
    ],
)
def test_what_is_no_time_is_said_with_its_line(
    olive_client: Client, tournament: Competition, lines: str, said: str
) -> None:
    answer = posted(olive_client, tournament, lines)
    assert answer.status_code == 422
    assert said in words_of(answer)


def test_a_proposal_has_the_rounds_that_are_planned(olive_client: Client, tournament: Competition) -> None:
    Competition.objects.filter(pk=tournament.pk).update(planned_rounds=2, minutes_per_round=60)
    proposed = olive_client.get(at("timetable", tournament)).context["form"]["lines"].value()
    assert proposed.splitlines() == ["09:30 Check-in", "10:00 Round 1", "11:15 Round 2", "12:30 Prize-giving"]


def test_who_saw_an_older_one_is_told_and_may_overwrite(
    olive_client: Client, tournament: Competition, olive: User
) -> None:
    old = mark_of(tournament)
    assert posted(olive_client, tournament, "10:00 Round 1").status_code == 302
    late = olive_client.post(at("timetable", tournament), {"lines": "11:00 Round 1", "seen": old})
    assert late.status_code == 409
    again = {"lines": "11:00 Round 1", "seen": late.context["form"]["seen"].value()}
    assert olive_client.post(at("timetable", tournament), again).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_two_who_write_at_once_one_is_told(tournament: Competition, olive: User) -> None:
    def write(what: str) -> Any:
        points, event = [Point(DAY, time(10), what, "")], Competition.objects.get(pk=tournament.pk)
        return told(partial(timetable_set, competition=event, points=points, seen=seen, actor=olive))

    seen = mark_of(tournament)
    assert sorted(at_once(partial(write, "Tea"), partial(write, "Coffee"))) == ["done", "timetable_changed"]
    with pytest.raises(Refusal, match="timetable_changed"):
        timetable_set(competition=tournament, points=[], seen=seen, actor=olive)
