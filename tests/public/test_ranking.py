"""A club's ranking on public pages: final places of tournaments that are out, as of any day, with consent."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.text import slugify

from players.models import Player
from tests.public.pages import links_of, rows_of, words_of
from tests.public.test_profiles import consent, over, page, sitting, south, told  # noqa: F401
from tournaments.models import Competition, Entry, Placing, RatingStep, Round
from tournaments.ranking import mers
from tournaments.selectors.club_ranking import ranking_of, story_of
from tournaments.services import counting, erasure, persons, ratings
from tournaments.services.competitions import competition_change, competition_publish

pytestmark = pytest.mark.django_db
ALL, PLACES, NOTHING = Player.Across.ALL, Player.Across.PLACES, Player.Across.NOTHING
LIST = "/clubs/severn-winds/ranking/"
PAT, QUIN, ROSA, SIAN = range(4)


def today():
    return timezone.localdate()


@pytest.fixture
def people(tournament):
    """Pat, Quin, Rosa and Sian, who play every time."""
    return [one.player for one in tournament.entries.select_related("player").order_by("number")[:4]]


@pytest.fixture
def ended(tournament, people):
    """Make a tournament that ended so many days ago, with these places of the four among so many."""

    def ending(name, days_ago, places, among=16, **fields):
        made = Competition.objects.get(pk=tournament.pk)
        made.pk, made.slug, made.name = None, slugify(name), name
        made.date = today() - timedelta(days=days_ago)
        for key, value in fields.items():
            setattr(made, key, value)
        made.save()
        for number, (person, place) in enumerate(zip(people, places, strict=False), 1):
            entry = Entry.objects.create(competition=made, player=person, number=number)
            Placing.objects.create(entry=entry, place=place, among=among)
        return made

    return ending


@pytest.fixture
def three(ended):
    """Three tournaments of sixteen: 1000, 933, 867 and 800 points for the first four places."""
    days = {"Old": (400, (1, 2, 3, 4)), "Spring": (100, (2, 1, 4, 3)), "May": (5, (2, 3, 1, 4))}
    return [ended(name, *one) for name, one in days.items()]


def listed(answer):
    return [row[:4] for row in rows_of(answer)][1:5]


def test_it_ranks_by_the_formulas(three, reader):
    """Each has three results, the first of them half: the sum over 2.5 and 2 zeros, and over 2.5 and 1.

    Pat: 500 + 933 + 933 is 2366, so 525.78 and 676.00. Quin: 466.5 + 1000 + 867 is 2333.5, so 518.56 and
    666.71. Rosa: 433.5 + 800 + 1000 is 2233.5, so 496.33 and 638.14. Sian: 400 + 867 + 800 is 2067, so
    459.33 and 590.57. Before May Pat had 1433, Quin 1466.5, Rosa 1233.5 and Sian 1267.
    """
    assert listed(reader.get(LIST)) == [
        ["1 up 1", "Pat Ashby", "600.89", "3"],
        ["1 down 2", "Quin Barrow", "592.63", "3"],
        ["1 up 3", "Rosa Calder", "567.24", "3"],
        ["1 down 4", "Sian Dunne", "524.95", "3"],
    ]


def test_it_says_who_moved_since_the_day_before_the_newest(three, people, club):
    found = ranking_of(club, today())
    assert (found.newest.competition.name, [one.moved for one in found.lines]) == ("May", [1, -1, 1, -1])
    before = ranking_of(club, today() - timedelta(days=6))
    assert [one.player for one in before.lines] == [people[n] for n in (QUIN, PAT, SIAN, ROSA)]
    assert [one.moved for one in before.lines] == [None] * 4  # one tournament alone lists nobody


def test_it_is_there_as_of_any_day(three, reader):
    day = today() - timedelta(days=6)
    then, now = (words_of(reader.get(LIST + more)) for more in (f"?on={day}", ""))
    assert ("Spring" in then, "May" in then, "May" in now) == (True, False, True)
    assert listed(reader.get(f"{LIST}?on={day}")) != listed(reader.get(LIST))
    assert "Nobody is ranked on this day." in words_of(reader.get(f"{LIST}?on=2020-01-31"))
    assert reader.get(f"{LIST}?on=").status_code == 200  # the field was emptied


@pytest.mark.parametrize("on", ["x", "2026-13-01", "20260101", "2026-W01-1", "2999-01-01", "2026-1-1"])
def test_it_knows_no_other_days(three, reader, on):
    assert reader.get(f"{LIST}?on={on}").status_code == 404


def test_a_tournament_is_weighed_by_days_players_and_countries(ended, tournament, people, club):
    event = ended("Two days", 3, (1, 2))
    event.timetable = [["2026-05-01", "10:00", "Round 1", ""], ["2026-05-02", "10:00", "Round 2", ""]]
    event.save()
    others = [one.player for one in tournament.entries.order_by("number")[8:13]]
    for number, person in enumerate(others, 10):
        Entry.objects.create(competition=event, number=number, player=person, status="substitute")
    Entry.objects.create(competition=event, number=9, player=people[ROSA], status=Entry.Status.GUEST)
    Player.objects.filter(pk=people[PAT].pk).update(country="HUN")
    Player.objects.filter(pk=people[ROSA].pk).update(country="hun")
    Player.objects.filter(pk=people[QUIN].pk).update(country="PL")
    Player.objects.filter(pk=people[SIAN].pk).update(country="DK")  # is not there
    [found] = ranking_of(club, date(2026, 5, 3)).events
    assert found.size == mers.Size(days=2, players=3, substitutes=5, countries=2)
    assert (found.day, found.size.counted, found.weight) == (date(2026, 5, 2), 6, 2 * mers.POINT)


def test_without_a_timetable_its_rounds_say_the_days_those_of_its_final_too(ended, club):
    event = ended("Long", 30, (1, 2))
    final = ended("Final", 30, (), part_of=event, part="final", decides_from=1)
    for one, number, day in ((event, 1, "2026-04-01"), (event, 2, "2026-04-02"), (final, 1, "2026-04-03")):
        closed = {"state": Round.State.CLOSED, "seating_version": number}
        Round.objects.create(competition=one, number=number, date=day, **closed)
    [found] = ranking_of(club, date(2026, 5, 1)).events
    assert (found.day, found.size.days) == (date(2026, 4, 3), 3)


def test_parts_seasons_and_other_clubs_are_none_of_its_own(ended, three, club, season):
    final = ended("Final", 4, (1, 2, 3, 4), part_of=three[0], part="final", decides_from=1)
    entry = season.entries.first()
    Placing.objects.create(entry=entry, place=1, among=9)
    assert final.pk not in [one.competition.pk for one in ranking_of(club, today()).events]
    assert len(ranking_of(club, today()).events) == 3


def test_nothing_counts_that_is_held_back_or_not_published(three, club, olive, reader):
    competition_publish(competition=three[2], actor=olive, published=False)
    assert len(ranking_of(club, today()).events) == 2
    closed = {"date": today(), "state": Round.State.CLOSED, "seating_version": 1}
    Round.objects.create(competition=three[1], number=1, **closed)
    competition_change(competition=three[1], actor=olive, planned_rounds=1, hidden_rounds=1)
    assert [one.competition.name for one in ranking_of(club, today()).events] == ["Old"]
    assert "Spring" not in words_of(reader.get(LIST))


def test_it_follows_a_tournament_that_is_played(over, south, reader, ended, people):  # noqa: F811
    entry = over.entries.get(player=south)
    other = ended("Before", 20, ())
    Placing.objects.create(
        entry=Entry.objects.create(competition=other, player=south, number=1), place=1, among=8
    )
    place = Placing.objects.get(entry=entry).place
    story = story_of(over.club, south, today())
    places = {event.competition.name: one.place for event, one in story.results}
    assert places == {"Before": 1, over.name: place}
    assert south.name in words_of(reader.get(LIST))


# ------------------------------------------------------------------ one player
def test_it_tells_the_way_of_those_only_who_show_their_places(three, people, reader):
    own = f"{LIST}{people[PAT].pk}/"
    for across, status in ((NOTHING, 404), (PLACES, 200), (ALL, 200)):
        consent(people[PAT], across)
        answer = reader.get(LIST)
        assert (reader.get(own).status_code, own in links_of(answer)) == (status, status == 200)
        assert "Pat Ashby" in words_of(answer)


def test_it_says_the_sum_and_the_way_there(three, people, reader):
    consent(people[PAT], PLACES)
    with CaptureQueriesContext(connection) as asked:
        answer = reader.get(f"{LIST}{people[PAT].pk}/")
    assert len(asked) <= 12
    said = words_of(answer)
    for sentence in (
        "Part A, all 3 and 2 missing, each 0: "
        "(1000 × 0.5 + 933 × 1 + 933 × 1 + 2 × 0) ÷ (0.5 + 1 + 1 + 2) = 525.78",
        "Part B, all 3 and 1 missing, each 0: "
        "(1000 × 0.5 + 933 × 1 + 933 × 1 + 1 × 0) ÷ (0.5 + 1 + 1 + 1) = 676.00",
        "Score, half of each: ½ × 525.78 + ½ × 676.00 = 600.89",
        "Old counts half from here on.",
        "Spring: place 2 of 16.",
        "Score over time",
    ):
        assert sentence in said, sentence
    assert f"{LIST}?on={today() - timedelta(days=100)}" in links_of(answer)


def test_whoever_has_one_result_is_told_that_it_takes_two(ended, people, reader):
    ended("Alone", 3, (1,))
    consent(people[PAT], PLACES)
    assert "Not on the list" in words_of(reader.get(f"{LIST}{people[PAT].pk}/"))
    consent(people[QUIN], ALL)
    assert reader.get(f"{LIST}{people[QUIN].pk}/").status_code == 404


def test_an_erased_person_is_in_none_of_it(three, people, reader, olive, club):
    consent(people[PAT], ALL)
    erasure.person_erase(person=people[PAT], club=club, actor=olive)
    answer = reader.get(LIST)
    assert "Ashby" not in words_of(answer)
    assert [row[0].split()[-1] for row in rows_of(answer)[1:4]] == ["1", "2", "3"]
    assert reader.get(f"{LIST}{people[PAT].pk}/").status_code == 404


def test_a_double_is_one_with_whom_it_is(ended, three, people, olive, club):
    double = Player.objects.create(given="Pat", family="Ashbie", club=club)
    other = ended("Other", 2, ())
    Placing.objects.create(
        entry=Entry.objects.create(competition=other, player=double, number=1), place=1, among=16
    )
    persons.persons_merge(kept=people[PAT], double=double, club=club, actor=olive)
    found = next(one for one in ranking_of(club, today()).lines if one.player == people[PAT])
    assert len(found.score.weighed) == 4


def test_it_asks_as_often_for_many_as_for_few(three, ended, reader):
    for n in range(8):
        ended(f"More {n}", 10 + n, (1, 2, 3, 4), visibility="round")
    with CaptureQueriesContext(connection) as asked:
        assert reader.get(LIST).status_code == 200
    assert len(asked) <= 12, [one["sql"] for one in asked]


# ------------------------------------------------------------------ ways between the pages
def test_ratings_rankings_and_profile_lead_to_each_other(over, south, reader):  # noqa: F811
    counting.catch_up()
    ratings.rate_stale()
    assert RatingStep.objects.filter(player=south).exists()
    rating, ranking = (f"/clubs/severn-winds/{part}/{south.pk}/" for part in ("ratings", "ranking"))
    profile = page(south)
    assert {rating, ranking} <= set(links_of(reader.get(profile)))
    assert profile in links_of(reader.get(rating))
    assert profile in links_of(reader.get(ranking))
    assert LIST in links_of(reader.get("/clubs/severn-winds/ratings/"))
    assert "/clubs/severn-winds/ratings/" in links_of(reader.get(LIST))
    assert LIST in links_of(reader.get("/clubs/severn-winds/"))
    consent(south, PLACES)
    found = links_of(reader.get(profile))
    assert (rating in found, ranking in found) == (False, True)
