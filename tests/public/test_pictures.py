"""Pictures on public pages: they say what the tables say, and nothing of what is held back."""

import re
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.public.pages import rows_of, words_of
from tournaments.models import Competition
from tournaments.selectors import courses
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, rounds
from tournaments.services.competitions import competition_change

pytestmark = pytest.mark.django_db
PLACES = 'aria-labelledby="places-1"'


@pytest.fixture
def three(running, play, olive):
    """Three rounds of a tournament, all closed, with other winners in each."""
    for number in (1, 2, 3):
        one = running.rounds.filter(number=number).first()
        if one is None:
            (one,) = rounds.round_draw(competition=running, rounds=1, actor=olive)
        if one.is_draft:
            one = rounds.round_start(round=rounds.round_publish(round=one, actor=olive), actor=olive)
        for table in one.tables.all():
            play(table, declared.won("ESWN"[(number + table.number) % 4], None))
            play(table, declared.won("ESWN"[number % 4], "ESWN"[(number + 1) % 4]))
        rounds.round_close(round=one, actor=olive, anyway=True)
    running.refresh_from_db()
    return running


def page(reader, competition, query=""):
    return reader.get(f"/c/{competition.slug}/standings/{query}")


def as_ranked(competition, number):
    """What the standings say after a round, by number of the entry."""
    rows = standings_of(competition, round_number=number).rows
    return {row.number: row.rank for row in rows if row.deals and row.rank}


def test_its_places_are_those_of_the_standings_after_each_round(three):
    (field,) = courses.fields_of(three)
    assert field.rounds == (1, 2, 3)
    for n, number in enumerate(field.rounds):
        assert {one.number: one.places[n] for one in field.courses} == as_ranked(three, number)
    assert [one.places[-1] for one in field.courses] == sorted(one.places[-1] for one in field.courses)


def test_its_places_are_those_of_a_season_after_each_meeting(meetings, olive):
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    meetings.refresh_from_db()
    (field,) = courses.fields_of(meetings)
    for n, number in enumerate(field.rounds):
        ranked = as_ranked(meetings, number)
        assert {one.number: one.places[n] for one in field.courses if one.places[n]} == ranked
    assert any(one.places[0] is None for one in field.courses)  # number 9 came to the second meeting


def test_it_follows_a_correction_of_an_earlier_round(three, rafe):
    before = courses.fields_of(three)
    table = three.rounds.get(number=1).tables.select_related("round__competition").get(number=3)
    told = {"mode": "as_played", "reason": "Seen.", "actor": rafe}
    corrections.deal_correct(table=table, number=1, content=declared.won("N", "E"), **told)
    three = Competition.objects.get(pk=three.pk)
    (after,) = courses.fields_of(three)
    assert (after,) != before
    assert {one.number: one.places[0] for one in after.courses} == as_ranked(three, 1)
    courses.KEPT.clear()
    assert courses.fields_of(three) == (after,)


def test_it_works_out_no_round_again_that_nothing_has_touched(three, monkeypatch):
    worked = []
    rank = courses.rank_asked
    monkeypatch.setattr(courses, "rank_asked", lambda *given: worked.append(given[0].number) or rank(*given))
    courses.fields_of(three)
    courses.fields_of(three, 2)
    courses.fields_of(three)
    assert worked == [1, 2, 3]


def test_its_page_draws_it_with_a_table_beneath(reader, three):
    answer = page(reader, three)
    assert answer.content.decode().count('<svg class="chart"') == 2  # for a desk, for a telephone
    assert "Round 1 to Round 3" in words_of(answer)
    head = ["Player", "R1", "R2", "R3"]
    table = rows_of(answer)[rows_of(answer).index(head) + 1 :]
    (field,) = courses.fields_of(three)
    assert table[0] == [field.courses[0].name, *map(str, field.courses[0].places)]


def test_its_page_draws_as_far_as_its_table_goes(reader, three):
    assert ["Player", "R1", "R2"] in rows_of(page(reader, three, "?round=2"))
    for query in ("?round=1", "?round=2&alone=1"):
        assert PLACES not in page(reader, three, query).content.decode()


def test_it_draws_nothing_of_a_round_that_is_being_played(reader, meetings):
    assert [one.rounds for one in courses.fields_of(meetings)] == [(1, 2)]
    assert "Meeting 1 to Meeting 2" in words_of(page(reader, meetings))


def test_it_draws_nothing_of_rounds_that_are_held_back(reader, three, olive):
    competition_change(competition=three, actor=olive, planned_rounds=3, hidden_rounds=1)
    three.refresh_from_db()
    assert [one.rounds for one in courses.fields_of(three)] == [(1, 2)]
    assert ["Player", "R1", "R2"] in rows_of(page(reader, three))
    competition_change(competition=three, actor=olive, hidden_rounds=2)
    three.refresh_from_db()
    assert courses.fields_of(three) == ()
    assert PLACES not in page(reader, three).content.decode()


def test_it_asks_as_often_for_many_rounds_as_for_few(reader, three):
    page(reader, three)
    courses.KEPT.clear()
    with CaptureQueriesContext(connection) as queries:
        page(reader, three, "?round=3")
    assert len(queries) <= 12


def test_it_tells_bearers_of_one_name_apart():
    from tournaments.views.public.pictures import places_over_rounds

    same = tuple(courses.Course(n, "Ann", (n, n)) for n in (1, 2))
    season = SimpleNamespace(is_season=True)
    (chart,) = places_over_rounds(season, [courses.Field("Premier", (1, 2), same)])
    assert [row[0] for row in chart.rows] == ["Ann (1)", "Ann (2)"]
    assert chart.words.title == "Places after each meeting: Premier"


def test_of_a_large_field_it_draws_those_in_front():
    from tournaments.views.public.pictures import places_over_rounds

    many = tuple(courses.Course(n, f"No. {n}", (41 - n, n)) for n in range(1, 41))
    (chart,) = places_over_rounds(SimpleNamespace(is_season=False), [courses.Field("", (1, 2), many)])
    assert len(chart.rows) == 16
    assert len(re.findall("<circle", chart.wide)) == 32
    assert "The first 16 are drawn." in chart.words.desc
