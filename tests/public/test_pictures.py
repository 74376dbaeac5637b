"""Pictures on public pages: they say what the tables say, and nothing of what is held back."""

import re
from collections import Counter, defaultdict
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.public.pages import rows_of, words_of
from tournaments.models import Competition, DealVersion
from tournaments.selectors import courses, statistics
from tournaments.selectors.standings import standings_of
from tournaments.services import corrections, rounds
from tournaments.services.competitions import competition_change, entries_add
from tournaments.services.seats import substitute

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


def test_a_deal_of_a_running_round_lets_no_closed_round_be_worked_out_again(three, play, olive, monkeypatch):
    courses.fields_of(three)
    (fourth,) = rounds.round_draw(competition=three, rounds=1, actor=olive)
    fourth = rounds.round_start(round=rounds.round_publish(round=fourth, actor=olive), actor=olive)
    three = Competition.objects.get(pk=three.pk)
    before = courses.fields_of(three)
    play(fourth.tables.select_related("round__competition").first())
    monkeypatch.setattr(courses, "rank_asked", lambda *given: pytest.fail("worked out again"))
    three = Competition.objects.get(pk=three.pk)
    assert courses.fields_of(three) == before
    assert [one.rounds for one in before] == [(1, 2, 3)]


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


# ------------------------------------------------------------------ sums over deals
def test_a_tables_page_draws_what_each_had_after_each_deal(reader, played, table):
    answer = reader.get(f"/c/{played.slug}/r1/t3/")
    assert answer.content.decode().count('<svg class="chart"') == 2
    names = {seat: table.seatings.get(seat=seat).entry.name for seat in "ESWN"}
    rows = rows_of(answer)
    at = rows.index(["Deal", *names.values()])
    assert rows[at + 3] == ["3", "−122", "+76", "+128", "−82"]  # as the totals of the page
    assert f"After deal 3: {names['E']} −122, {names['S']} +76" in words_of(answer)


def test_it_draws_no_sums_of_one_deal_or_of_a_round_that_is_held_back(reader, running, table, play, olive):
    play(table)
    assert '<svg class="chart"' not in reader.get(f"/c/{running.slug}/r1/t3/").content.decode()
    play(table)
    assert '<svg class="chart"' in reader.get(f"/c/{running.slug}/r1/t3/").content.decode()
    competition_change(competition=running, actor=olive, visibility="round")
    assert '<svg class="chart"' not in reader.get(f"/c/{running.slug}/r1/t3/").content.decode()


def test_who_took_a_seat_over_has_a_line_of_his_own(reader, played, table, play, olive):
    told = {"given": "Sam", "family": "Stead", "status": "substitute"}
    (sub,) = entries_add(competition=played, people=[told], actor=olive)
    substitute(table=table, seat="N", from_deal=4, entry=sub, actor=olive)
    play(table, declared.won("S", "E"))
    rows = rows_of(reader.get(f"/c/{played.slug}/r1/t3/"))
    head = next(row for row in rows if row[0] == "Deal" and row[-1] == "Sam Stead")
    third, fourth = rows[rows.index(head) + 3 : rows.index(head) + 5]
    assert (third[0], third[-1], fourth[4]) == ("3", "–", "–")
    assert fourth[-1] not in ("–", "")


# ------------------------------------------------------------------ hand values and winds
def recounted(competition):
    """Count from the ledger itself: values of winning hands, and deals, mah-jongs and nets by own wind."""
    values, winds = Counter(), defaultdict(Counter)
    for version in DealVersion.objects.current().filter(competition=competition, void=False):
        for score in version.scores.all():
            own = winds[score.own_wind]
            own.update(deals=1, mahjongs=score.mahjong, given=score.gave, net=score.net)
            if score.mahjong:
                values[score.value] += 1
    return values, winds


def test_it_counts_hands_and_winds_as_the_ledger_has_them(three, rafe):
    table = three.rounds.get(number=1).tables.select_related("round__competition").get(number=3)
    told = {"mode": "as_played", "reason": "Seen.", "actor": rafe}
    corrections.deal_correct(table=table, number=1, content=declared.won("N", "E"), **told)
    corrections.deal_void(table=table, number=2, mode="as_played", reason="Not played.", actor=rafe)
    values, winds = recounted(three)
    assert statistics.values_won(three) == values
    for one in statistics.by_wind(three):
        assert dict(zip(("deals", "mahjongs", "given", "net"), one[1:], strict=True)) == dict(winds[one.wind])
    assert sum(one.net for one in statistics.by_wind(three)) == 0


def test_its_page_draws_hands_and_winds(reader, three):
    answer = reader.get(f"/c/{three.slug}/statistics/")
    assert answer.content.decode().count('<svg class="chart"') == 4
    rows = rows_of(answer)
    at = rows.index(["Own wind", "Deals", "Mah-jongs", "Discards", "Net of a deal"])
    assert [row[0] for row in rows[at + 1 : at + 5]] == ["East", "South", "West", "North"]
    hands = sum(int(row[1]) for row in rows[1:at])
    assert hands == sum(statistics.values_won(three).values())


def test_its_page_is_counted_once_for_a_revision(reader, three, table, rafe, monkeypatch):
    before = reader.get(f"/c/{three.slug}/statistics/")
    count, counted = statistics.values_won, []
    monkeypatch.setattr(statistics, "values_won", lambda one: counted.append(one) or count(one))
    assert reader.get(f"/c/{three.slug}/statistics/").content == before.content
    assert counted == []
    corrections.deal_void(table=table, number=2, mode="as_played", reason="Not played.", actor=rafe)
    assert reader.get(f"/c/{three.slug}/statistics/").content != before.content
    assert len(counted) == 1


def test_its_page_draws_who_came_to_each_meeting(reader, meetings):
    assert statistics.attendance(meetings) == ((1, 8), (2, 8), (3, 8))
    rows = rows_of(reader.get(f"/c/{meetings.slug}/statistics/"))
    assert rows[rows.index(["Meeting", "Players"]) + 1] == ["M1", "8"]


def test_its_page_says_nothing_of_rounds_that_are_held_back(reader, three, olive):
    competition_change(competition=three, actor=olive, planned_rounds=3, hidden_rounds=2)
    three.refresh_from_db()
    shown = sum(one.deals for one in statistics.by_wind(three))
    of_first = DealVersion.objects.current().filter(competition=three, table__round__number=1).count()
    assert shown == 4 * of_first
    competition_change(competition=three, actor=olive, hidden_rounds=3)
    answer = reader.get(f"/c/{three.slug}/statistics/")
    assert "held back" in words_of(answer)
    assert '<svg class="chart"' not in answer.content.decode()


def test_its_page_says_so_before_the_first_deal(reader, running):
    assert "No deal has been recorded yet." in words_of(reader.get(f"/c/{running.slug}/statistics/"))


def test_it_names_all_winds_that_brought_most():
    from tournaments.views.public.pictures import winds

    those = [statistics.OfWind(wind, 4, 1, 1, net) for wind, net in zip("ESWN", (8, -20, 8, 4), strict=True)]
    chart = winds(those)
    assert chart.words.desc == "A deal brought most as East, West: +2 on average."
    assert chart.rows[1] == ("South", "4", "1", "1", "−5")


def test_it_sums_no_winds_where_tables_enter_totals_only(three):
    three.entry_level = Competition.EntryLevel.TOTALS
    assert statistics.by_wind(three) == ()


@pytest.mark.parametrize(
    ("values", "labels", "counts"),
    [
        ({3: 1, 8: 2}, [str(n) for n in range(3, 9)], [1, 0, 0, 0, 0, 2]),
        ({0: 1, 999: 1, 1000: 3}, None, None),
    ],
)
def test_each_bar_holds_the_values_it_names(values, labels, counts):
    from tournaments.views.public.pictures import hand_values

    chart = hand_values(values)
    assert sum(int(row[1]) for row in chart.rows) == sum(values.values())
    if labels:
        assert [row[0] for row in chart.rows] == labels
        assert [int(row[1]) for row in chart.rows] == counts
    else:
        assert (chart.rows[0], chart.rows[9], chart.rows[10][1]) == (("0–99", "1"), ("900–999", "1"), "3")


def test_its_arrows_say_by_how_many_places_somebody_moved_since_the_round_before(three, reader):
    table = standings_of(three)
    ways = courses.ways_of(three, table)
    before, now = as_ranked(three, 2), as_ranked(three, 3)
    assert ways.since == 2
    assert {row.number: ways.moved(row) for row in table.rows} == {n: before[n] - now[n] for n in now}
    assert any(ways.moved(row) for row in table.rows)
    up = next(row for row in table.rows if ways.moved(row) > 0)
    line = next(one for one in rows_of(page(reader, three)) if len(one) > 1 and one[1].startswith(up.name))
    assert line[0].endswith(f"{ways.moved(up)} up")


def test_its_ways_are_the_places_before_and_end_where_the_table_does(three):
    ways = courses.ways_of(three, standings_of(three, round_number=2))
    assert (ways.since, ways.is_long) == (1, False)
    assert {number: places for (_group, number), places in ways.places.items()} == {
        number: (rank,) for number, rank in as_ranked(three, 1).items()
    }
    assert courses.ways_of(three, standings_of(three, round_number=1)) == courses.Ways()
    assert courses.ways_of(three, standings_of(three, round_number=3, alone=True)) == courses.Ways()


def test_it_draws_every_round_though_only_the_last_places_were_asked_for_before(three, monkeypatch):
    monkeypatch.setattr(courses, "MOST_BEFORE", 1)
    ways = courses.ways_of(three, standings_of(three))
    assert {len(places) for places in ways.places.values()} == {1}
    (field,) = courses.fields_of(three)
    for n, number in enumerate(field.rounds):
        assert {one.number: one.places[n] for one in field.courses} == as_ranked(three, number)
