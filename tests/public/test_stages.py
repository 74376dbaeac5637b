"""Where a competition stands, who counts as its player and who is in front: the same on every page."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.public.conftest import Play
from tournaments.models import Competition, Entry, Round, Table
from tournaments.selectors import stages


def stage(competition: Competition) -> str:
    return stages.stage_of(stages.one(competition))


def rounds_in(competition: Competition, *states: str) -> None:
    competition.rounds.all().delete()
    for number, state in enumerate(states, start=1):
        Round.objects.create(competition=competition, number=number, state=state, seating_version=number)


@pytest.mark.parametrize(
    ("states", "planned", "expected"),
    [
        ((), None, stages.COMING),
        (("draft", "published"), None, stages.COMING),
        (("running",), None, stages.LIVE),
        (("closed", "closed"), None, stages.UNDER_WAY),  # who plans no meetings can hold another
        (("closed", "closed"), 2, stages.FINISHED),
        (("closed", "draft"), 2, stages.UNDER_WAY),
        (("closed",), 2, stages.UNDER_WAY),
    ],
)
def test_it_says_where_a_season_stands(
    season: Competition, states: tuple[str, ...], planned: int | None, expected: str
) -> None:
    rounds_in(season, *states)
    Competition.objects.filter(pk=season.pk).update(planned_rounds=planned)
    assert stage(season) == expected


@pytest.mark.parametrize(("days", "expected"), [(0, stages.UNDER_WAY), (1, stages.FINISHED)])
def test_it_ends_an_unplanned_tournament_with_its_day(
    tournament: Competition, days: int, expected: str
) -> None:
    rounds_in(tournament, "closed")
    day = timezone.localdate() - timedelta(days=days)
    Competition.objects.filter(pk=tournament.pk).update(planned_rounds=None, date=day)
    assert stage(tournament) == expected


def test_it_says_of_an_archived_tournament_that_it_ended_early(
    tournament: Competition, reader: Client
) -> None:
    rounds_in(tournament, "closed", "closed", "draft")
    Competition.objects.filter(pk=tournament.pk).update(
        planned_rounds=4, archived_at=timezone.now(), published=True
    )
    assert stage(tournament) == stages.FINISHED
    for address in (reverse("public:home"), reverse("public:competition", args=[tournament.slug])):
        page = reader.get(address).content.decode()
        assert "ended after 2 of 4" in page
        assert "between rounds" not in page


def test_it_counts_the_same_players_everywhere(
    played: Competition, reader: Client, olive_client: Client
) -> None:
    first, second = played.entries.order_by("-number")[:2]
    Entry.objects.filter(pk=first.pk).update(status=Entry.Status.WITHDRAWN)
    Entry.objects.filter(pk=second.pk).update(status=Entry.Status.SUBSTITUTE)
    number = played.entries.filter(status=Entry.Status.PLAYER).count()
    public = reader.get(reverse("public:competition", args=[played.slug])).content.decode()
    assert f"{number} players" in public
    assert f"{number} players" in olive_client.get(reverse("organiser:home")).content.decode()
    overview = olive_client.get(reverse("organiser:overview", args=[played.slug]))
    assert overview.context["progress"].players == number


def test_it_puts_nobody_in_front_who_is_not(
    running: Competition, table: Table, play: Play, reader: Client
) -> None:
    """One of three tables has played: its losers come after those who have not."""
    play(table)
    page = reader.get(reverse("public:competition", args=[running.slug]))
    assert [row.rank for row in page.context["top"]] == [1]
