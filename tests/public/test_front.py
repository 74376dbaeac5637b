"""The ways in: what home and a club's page lead with, the calendar, the archive, and the search."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import Player
from tests.public.pages import links_of, markup_of, words_of
from tournaments.models import Competition, DealVersion
from tournaments.selectors import days, front, searching
from tournaments.selectors.best_hands import best_hands
from tournaments.services import competitions, corrections, rounds

pytestmark = pytest.mark.django_db
CLUB = "/clubs/severn-winds/"


def front_of():
    return front.front_of(Competition.objects.filter(published=True).select_related("club", "league"))


def queries_of(reader, address):
    with CaptureQueriesContext(connection) as queries:
        assert reader.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("address", ["/", CLUB])
def test_it_leads_with_what_is_on_and_who_is_in_front(reader, played, address):
    page = words_of(reader.get(address))
    (one,) = front_of().live
    assert (one.competition, one.running.number) == (played, 1)
    assert "On now" in page
    assert "Round 1 is being played" in page
    assert all(row.name in page for row in one.top)
    assert f"/c/{played.slug}/standings/" in links_of(reader.get(address))


@pytest.mark.parametrize("address", ["/", CLUB])
def test_it_draws_the_hand_that_was_worth_most(reader, played, address):
    (hand,) = best_hands(played.rounds.filter(number=1)).values()
    worth = max(row.value for one in DealVersion.objects.all() for row in one.scores.all() if row.mahjong)
    assert hand.hand.value == worth
    page = markup_of(reader.get(address))
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert hand.hand.name in figure
    assert figure.count('<svg class="tile') == 14
    assert f"/c/{played.slug}/r1/t3/d{hand.version.number}/" in figure


def test_its_hand_is_none_that_was_made_void_or_superseded(played, table, rafe):
    before = best_hands([table.round])[table.round_id]
    for deal in (1, 2):
        corrections.deal_void(table=table, number=deal, reason="Nobody won.", mode="as_played", actor=rafe)
    assert before.hand.value
    assert best_hands([table.round]) == {}


def test_it_shows_the_latest_results_of_each_event_once(reader, meetings, olive):
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    (latest,) = front_of().latest
    assert (latest.news.competition, latest.news.round.number) == (meetings, 3)
    page = words_of(reader.get("/"))
    assert "Latest results" in page
    assert f"{meetings.name}, meeting 3" in page


def test_it_says_who_leads_what_is_between_meetings(reader, meetings, olive):
    Competition.objects.filter(pk=meetings.pk).update(planned_rounds=5)
    rounds.round_close(round=meetings.rounds.get(number=3), actor=olive)
    (one,) = front_of().leading
    assert one.competition == meetings
    assert one.top[0].rank == 1
    assert [row.rank for row in one.top] == sorted(row.rank for row in one.top)
    assert "after 3 of 5" in words_of(reader.get("/"))


def test_it_lists_what_comes_next(reader, club, olive):
    soon = timezone.localdate() + timedelta(days=9)
    made = competitions.competition_create(club=club, actor=olive, name="Winter Cup", date=soon)
    competitions.competition_publish(competition=made, actor=olive)
    for address in ("/", CLUB, "/calendar/", "/calendar/?club=severn-winds"):
        page = words_of(reader.get(address))
        assert "Winter Cup" in page
        assert soon.strftime("%A") in page
    assert reader.get("/calendar/?club=nobody").status_code == 404


def test_its_calendar_has_no_draft_and_no_day_that_is_over(reader, tournament, club, olive):
    past = competitions.competition_create(club=club, actor=olive, name="Long over", date="2020-01-02")
    competitions.competition_publish(competition=past, actor=olive)
    competitions.competition_create(club=club, actor=olive, name="A draft", date="2030-01-02")
    page = words_of(reader.get("/calendar/"))
    assert "Long over" not in page
    assert "A draft" not in page


@pytest.mark.parametrize("address", ["/", CLUB, "/leagues/severn-league/", "/embed/clubs/severn-winds/"])
def test_a_meeting_that_is_closed_is_not_next_whatever_its_day(reader, meetings, address):
    today = timezone.localdate()
    for number, later in ((1, 0), (2, 9), (3, 9)):  # the second was played ahead
        meetings.rounds.filter(number=number).update(date=today + timedelta(days=later), venue="Old School")
    (one,) = days_of(meetings)
    assert [round.number for round in one.meetings] == [3]
    page = words_of(reader.get(address))
    assert f"{meetings.name}: Meeting 3" in page
    assert all(f"Meeting {number}" not in page for number in (1, 2))
    meetings.rounds.update(state="closed")
    assert days_of(meetings) == []


def test_a_tournament_that_is_played_is_not_next(reader, played):
    Competition.objects.filter(pk=played.pk).update(date=timezone.localdate(), planned_rounds=1)
    (one,) = days_of(played)
    assert one.competition == played
    played.rounds.filter(number=1).update(state="closed")
    assert days_of(played) == []


def days_of(competition):
    return days.coming(days.dated(Competition.objects.filter(pk=competition.pk).select_related("club")))


def test_its_archive_has_the_events_of_a_year(reader, running, club, olive):
    past = competitions.competition_create(club=club, actor=olive, name="Long over", date="2020-01-02")
    competitions.competition_publish(competition=past, actor=olive)
    assert {"/archive/2020/", "/archive/2026/"} <= set(links_of(reader.get("/")))
    assert "Long over" in words_of(reader.get("/archive/2020/"))
    assert running.name not in words_of(reader.get("/archive/2020/"))
    assert running.name in words_of(reader.get(f"/archive/2026/?club={club.slug}"))
    for nowhere in ("/archive/2019/", "/archive/99999/", "/archive/2026/?club=nobody"):
        assert reader.get(nowhere).status_code == 404


@pytest.mark.parametrize("address", ["/", CLUB, "/calendar/", "/archive/2026/", "/search/?q=day"])
def test_it_asks_as_often_for_many_events_as_for_few(reader, event, olive, address):
    counts = []
    for names in (["Autumn Day"], ["Day two", "Day three", "Day four"]):
        for name in names:
            one = event(8, name=name)
            rounds.round_close(round=one.rounds.get(), actor=olive)
        reader.get(address)  # each table is added up once in a process
        cache.clear()
        counts.append(queries_of(reader, address))
    assert counts[0] == counts[1]
    assert counts[0] <= 12


def test_it_finds_people_events_leagues_and_clubs_without_a_script(reader, running, season):
    assert "Spring Day" in words_of(reader.get("/search/?q=spring"))
    assert f"/c/{running.slug}/" in links_of(reader.get("/search/?q=SPRING+day"))
    assert CLUB in links_of(reader.get("/search/?q=winds"))
    entry = running.entries.get(number=1)
    family = entry.player.family
    assert f"/c/{running.slug}/entries/1/" in links_of(reader.get(f"/search/?q={family}"))
    assert 'action="/search/"' in reader.get("/").content.decode()


def test_it_finds_letters_with_and_without_marks(reader, running):
    Player.objects.filter(entries=running.entries.get(number=1)).update(given="Róża", family="Łęcka")
    for wanted in ("lecka", "ŁĘCKA", "roza le"):
        assert "Róża Łęcka" in words_of(reader.get("/search/", {"q": wanted}))


def test_it_finds_nobody_by_a_name_that_others_do_not_read(reader, running):
    person = Player.objects.filter(entries=running.entries.get(number=1))
    person.update(given="Hidden", family="Secretname", shown="alias", alias="Jade Rabbit")
    assert "Secretname" not in words_of(reader.get("/search/?q=jade")).replace("“Secretname”", "")
    assert searching.found("secretname").is_empty
    assert [one.name for one in searching.found("jade rabbit").people] == ["Jade Rabbit"]
    person.update(shown="initial", alias="")
    assert searching.found("hidden").is_empty
    assert [one.name for one in searching.found("secretname").people] == ["H. Secretname"]


def test_it_leads_to_the_profile_of_who_wants_one(reader, running):
    person = running.entries.get(number=1).player
    address = f"/players/{person.pk}/"
    assert address not in links_of(reader.get("/search/", {"q": person.family}))
    Player.objects.filter(pk=person.pk).update(across="places")
    assert address in links_of(reader.get("/search/", {"q": person.family}))
    assert reader.get(address).status_code == 200


def test_it_finds_nothing_that_is_not_published(reader, tournament, running, season):
    Competition.objects.update(published=False)
    name = running.entries.get(number=1).player.family
    for wanted in (name, running.name, running.club.name):
        assert searching.found(wanted).is_empty


def test_it_finds_nobody_who_was_erased(running):
    person = Player.objects.filter(entries=running.entries.get(number=1))
    person.update(given="", family="", alias="", email="", ema="", shown="erased", erased_at=timezone.now())
    assert searching.found("erased").is_empty


@pytest.mark.parametrize("wanted", ["", "a", " ", "é"])
def test_it_asks_for_two_letters_at_least(reader, running, wanted):
    page = words_of(reader.get("/search/", {"q": wanted}))
    assert ("two letters" in page) == bool(wanted.strip())
    assert "Spring Day" not in page


def test_it_escapes_what_was_looked_for_and_cuts_it_off(reader, running):
    page = reader.get("/search/", {"q": "<script>" + "x" * 500}).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
    assert "x" * 80 not in page


def test_it_keeps_searches_out_of_search_engines(reader, running):
    assert 'content="noindex"' in reader.get("/search/?q=spring").content.decode()
    assert "Disallow: /search/" in reader.get("/robots.txt").content.decode()
