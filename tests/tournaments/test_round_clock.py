"""The clock of a round: paused, let run on, given more time; told to tablets and readers."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.conftest import Tam
from tests.organiser.conftest import at
from tournaments.models import Action, Round
from tournaments.refusals import Refusal
from tournaments.services import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(first_round: Round) -> Round:
    """A running round of ninety minutes that began half an hour ago."""
    first_round.minutes, first_round.started_at = 90, timezone.now() - timedelta(minutes=30)
    first_round.save()
    return first_round


def left(round: Round) -> int:
    assert round.ends_at
    return int((round.ends_at - timezone.now()).total_seconds() / 60 + 0.5)


def test_it_ends_after_its_minutes(timed: Round) -> None:
    assert left(timed) == 60


def test_it_has_no_end_without_minutes(first_round: Round) -> None:
    assert first_round.ends_at is None


def test_it_adds_a_pause_when_the_clock_runs_on(timed: Round, olive: Any) -> None:
    paused = clock.clock_pause(round=timed, actor=olive)
    Round.objects.filter(pk=timed.pk).update(paused_at=timezone.now() - timedelta(minutes=7))
    resumed = clock.clock_resume(round=paused, actor=olive)
    assert (left(resumed), resumed.paused_at) == (67, None)
    assert list(Action.objects.order_by("pk").values_list("verb", flat=True))[-2:] == [
        "clock_pause",
        "clock_resume",
    ]


def test_it_is_given_more_time_and_every_reader_hears_of_it(timed: Round, olive: Any) -> None:
    before = timed.competition.revision
    extended = clock.clock_extend(round=timed, seen=0, actor=olive)
    assert left(extended) == 65
    extended.competition.refresh_from_db()
    assert extended.competition.revision > before


def test_it_refuses_what_makes_no_sense(timed: Round, olive: Any) -> None:
    with pytest.raises(Refusal, match="clock_is_running"):
        clock.clock_resume(round=timed, actor=olive)
    clock.clock_pause(round=timed, actor=olive)
    with pytest.raises(Refusal, match="clock_is_paused"):
        clock.clock_pause(round=timed, actor=olive)


def test_it_refuses_a_round_without_a_clock(first_round: Round, olive: Any) -> None:
    with pytest.raises(Refusal, match="round_has_no_clock"):
        clock.clock_extend(round=first_round, seen=0, actor=olive)


def test_it_is_moved_by_buttons_on_the_board(timed: Round, olive_client: Client) -> None:
    board = at("board", timed.competition)
    assert "5 minutes more" in olive_client.get(board).content.decode()
    for change in ("extend", "pause", "resume", "pause"):
        answer = olive_client.post(at("round-clock", timed.competition, round=1), {"change": change})
        assert answer.status_code == 302
    assert "Clock paused" in olive_client.get(board).content.decode()
    assert olive_client.post(at("round-clock", timed.competition, round=1), {}).status_code == 404


def test_of_two_who_give_more_time_at_once_the_second_is_told(timed: Round, olive_client: Client) -> None:
    page = at("round-clock", timed.competition, round=1)
    answers = [olive_client.post(page, {"change": "extend", "seen": "0"}) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [302, 409]
    assert "minutes added to its time by now: 5" in answers[1].content.decode()
    assert Round.objects.get(pk=timed.pk).added_seconds == 300
    assert olive_client.post(page, {"change": "extend", "seen": "300"}).status_code == 302


def test_it_is_told_to_everybody(timed: Round, client: Client) -> None:
    slug = timed.competition.slug
    assert "data-round-clock" in client.get(f"/c/{slug}/seating/").content.decode()
    [told, *_] = client.get(f"/api/v1/competitions/{slug}/rounds").json()["results"]
    assert timed.ends_at
    assert (told["ends_at"], told["paused_at"]) == (timed.ends_at.isoformat(), None)


def test_one_table_is_given_more_time_and_is_told(timed: Round, olive_client: Client, tam: Tam) -> None:
    table = timed.tables.get(number=3)
    page = at("table", table)
    assert "5 minutes more for this table" in olive_client.get(page).content.decode()
    form = {"seen": "0", "minutes": "5"}
    given = olive_client.post(at("table-time", table), form, follow=True).content.decode()
    assert "It has 5 minutes more than the others." in given
    again = olive_client.post(at("table-time", table), form)  # the same press once more
    assert (again.status_code, "by now: 5" in again.content.decode()) == (409, True)
    assert "5 min more" in olive_client.get(at("board", timed.competition)).content.decode()
    told = Client().get("/api/v1/table", headers=tam.headers).json()["round"]
    assert timed.ends_at
    assert (told["ends_at"], told["added_minutes"]) == ((timed.ends_at + clock.STEP).isoformat(), 5)
    assert Action.objects.get(verb="clock_give").facts == {"round": 1, "table": 3, "seconds": 300}
    timed.refresh_from_db()
    assert left(timed) == 60  # the others have what they had
    taken = olive_client.post(at("table-time", table), {"seen": "300", "minutes": "-5"}, follow=True)
    assert "than the others" not in taken.content.decode().split('id="time"')[1]
