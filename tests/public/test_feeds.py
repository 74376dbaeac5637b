"""What programs follow: calendars, feeds of results, the list of pages, what search engines read."""

import json
import re
from datetime import date, timedelta
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from players.models import Player
from scoring.wording import written
from tournaments.models import Competition, Round
from tournaments.services import rounds
from tournaments.services.competitions import competition_change, competition_publish, results_publish

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ATOM = "{http://www.w3.org/2005/Atom}"
CALENDARS = ["/c/spring-day/calendar.ics", "/clubs/severn-winds/calendar.ics"]
FEEDS = ["/c/spring-day/results.atom", "/clubs/severn-winds/results.atom"]


def events_in(answer: Any) -> list[dict[str, str]]:
    """Read a calendar as a program does: unfold, then the lines of each event by name."""
    lines = answer.content.decode().replace("\r\n ", "").split("\r\n")
    text = "\n".join(lines)
    return [
        dict(line.split(":", 1) for line in event.strip().split("\n"))
        for event in re.findall(r"BEGIN:VEVENT\n(.*?)END:VEVENT", text, re.DOTALL)
    ]


def titles_in(answer: Any) -> list[str]:
    feed = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    return [str(entry.findtext(f"{ATOM}title")) for entry in feed.iter(f"{ATOM}entry")]


@pytest.fixture
def today(played: Competition) -> Competition:
    Competition.objects.filter(pk=played.pk).update(date=timezone.localdate())
    played.refresh_from_db()
    return played


@pytest.fixture
def closed(played: Competition, olive: User) -> Competition:
    rounds.round_close(round=played.rounds.get(number=1), actor=olive, anyway=True)
    played.refresh_from_db()
    return played


# ------------------------------------------------------------------ calendars
@pytest.mark.parametrize("address", CALENDARS)
def test_a_calendar_has_the_event_all_day_where_no_time_is_known(
    reader: Client, today: Competition, address: str
) -> None:
    answer = reader.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = [one for one in events_in(answer) if one["SUMMARY"] == "Spring Day"]
    assert event["DTSTART;VALUE=DATE"] == f"{today.date:%Y%m%d}"
    assert event["DTEND;VALUE=DATE"] == f"{today.date + timedelta(days=1):%Y%m%d}"
    assert event["URL"] == "http://testserver/c/spring-day/"


def test_a_timetable_gives_the_time_and_what_happens_when(reader: Client, today: Competition) -> None:
    day = today.date.isoformat()
    points = [[day, "10:00", "Round 1", "Hall"], [day, "17:30", "Prizes; cake, tea", ""]]
    Competition.objects.filter(pk=today.pk).update(timetable=points)
    [event] = events_in(reader.get(CALENDARS[0]))
    offset = timezone.localtime(timezone.now()).utcoffset() or timedelta()
    assert event["DTSTART"].endswith(f"T{10 - offset.seconds // 3600:02}0000Z")
    assert event["DTEND"].endswith(f"T{17 - offset.seconds // 3600:02}3000Z")
    assert event["DESCRIPTION"].endswith("\\n10:00 Round 1 (Hall)\\n17:30 Prizes\\; cake\\, tea")


def test_a_league_has_each_meeting_whose_seating_is_out(reader: Client, meetings: Competition) -> None:
    day = timezone.localdate()
    for one in meetings.rounds.all():
        Round.objects.filter(pk=one.pk).update(date=day + timedelta(weeks=one.number))
    Round.objects.filter(competition=meetings, number=3).update(state=Round.State.DRAFT)
    found = events_in(reader.get("/leagues/severn-league/calendar.ics"))
    assert [one["SUMMARY"] for one in found] == [f"Severn League 2026: Meeting {n}" for n in (1, 2)]
    assert len({one["UID"] for one in found}) == 2


def test_a_player_has_the_own_events_until_withdrawn_and_nothing_once_erased(
    reader: Client, today: Competition
) -> None:
    entry = today.entries.get(number=5)
    address = f"/players/{entry.player_id}/calendar.ics"
    assert address in reader.get(f"/c/{today.slug}/entries/5/").content.decode()
    assert [one["SUMMARY"] for one in events_in(reader.get(address))] == ["Spring Day"]
    today.entries.filter(number=5).update(status="withdrawn")
    assert events_in(reader.get(address)) == []
    erased = {"erased_at": timezone.now(), "given": "", "family": "", "shown": "erased"}
    Player.objects.filter(pk=entry.player_id).update(**erased)
    assert reader.get(address).status_code == 404


def test_what_was_put_away_has_no_days_after_that(reader: Client, today: Competition) -> None:
    later = today.date + timedelta(days=3)
    Competition.objects.filter(pk=today.pk).update(timetable=[[later.isoformat(), "10:00", "Final", ""]])
    assert len(events_in(reader.get(CALENDARS[1]))) == 2
    Competition.objects.filter(pk=today.pk).update(archived_at=timezone.now())
    assert len(events_in(reader.get(CALENDARS[1]))) == 1


# ------------------------------------------------------------------ results
@pytest.mark.parametrize("address", FEEDS)
def test_a_closed_round_is_news_with_who_did_best(reader: Client, closed: Competition, address: str) -> None:
    answer = reader.get(address)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert titles_in(answer) == ["Spring Day: Round 1"]
    text = answer.content.decode()
    assert "/c/spring-day/standings/?round=1" in text
    best = closed.rounds.get(number=1)
    assert best.closed_at
    assert best.closed_at.isoformat()[:10] in text
    assert "Best: " in text


def test_it_writes_fractions_as_the_pages_do(reader: Client, closed: Competition, olive: User) -> None:
    points = ["13/2", "2", "1", "0"]
    competition_change(competition=closed, actor=olive, credit_scheme="table_points", table_points=points)
    text = reader.get(FEEDS[0]).content.decode()
    assert (written(Fraction(13, 2)) in text, "13/2" in text) == (True, False)


@pytest.mark.parametrize("address", FEEDS)
def test_a_round_that_runs_or_is_held_back_is_no_news(
    reader: Client, played: Competition, olive: User, address: str
) -> None:
    assert titles_in(reader.get(address)) == []
    competition_change(competition=played, actor=olive, planned_rounds=1, hidden_rounds=1)
    rounds.round_close(round=played.rounds.get(number=1), actor=olive, anyway=True)
    assert titles_in(reader.get(address)) == []
    assert "Ashby" not in reader.get(address).content.decode()
    played.refresh_from_db()
    results_publish(competition=played, through=1, actor=olive)
    assert titles_in(reader.get(address)) == ["Spring Day: Round 1"]


def test_a_league_tells_of_its_meetings_the_newest_first(reader: Client, meetings: Competition) -> None:
    told = titles_in(reader.get("/leagues/severn-league/results.atom"))
    assert told == [f"Severn League 2026: Meeting {number}" for number in (2, 1)]


# ------------------------------------------------------------------ who finds them, and how they are kept
@pytest.mark.parametrize("address", [*CALENDARS, *FEEDS, "/sitemap.xml", "/robots.txt"])
def test_it_is_the_same_until_something_changes(reader: Client, closed: Competition, address: str) -> None:
    answer = reader.get(address)
    assert answer.status_code == 200
    again = reader.get(address, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert reader.get(f"{address}?x=evil").content == answer.content


@pytest.mark.parametrize("page", ["/c/spring-day/", "/c/spring-day/standings/", "/clubs/severn-winds/"])
def test_a_page_says_in_its_head_what_may_be_followed(reader: Client, closed: Competition, page: str) -> None:
    head = reader.get(page).content.decode().partition("</head>")[0]
    found = re.findall(r'<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"', head)
    assert {kind for kind, _ in found} >= {"application/atom+xml", "text/calendar"}
    assert all(reader.get(address).status_code == 200 for _, address in found)


@pytest.mark.parametrize("address", [*CALENDARS, *FEEDS])
def test_nothing_unpublished_is_followed(
    reader: Client, closed: Competition, olive: User, address: str
) -> None:
    competition_publish(competition=closed, actor=olive, published=False)
    assert reader.get(address).status_code == 404
    assert "spring-day" not in reader.get("/sitemap.xml").content.decode()


# ------------------------------------------------------------------ search engines
def test_robots_are_led_to_every_page_that_is_there(
    reader: Client, closed: Competition, meetings: Competition
) -> None:
    text = reader.get("/robots.txt").content.decode()
    assert "Disallow: /organise/" in text
    assert "Sitemap: http://testserver/sitemap.xml" in text
    listed = re.findall(r"<loc>http://testserver([^<]+)</loc>", reader.get("/sitemap.xml").content.decode())
    assert {"/", "/c/spring-day/", "/leagues/severn-league/", "/clubs/severn-winds/"} <= set(listed)
    assert all(reader.get(address).status_code == 200 for address in listed)


def structured(reader: Client) -> dict[str, Any]:
    page = reader.get("/c/spring-day/").content.decode()
    [text] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    told: dict[str, Any] = json.loads(text)
    return told


def test_search_engines_read_what_is_held_when_and_by_whom(reader: Client, played: Competition) -> None:
    name = "Spring </script> & Day"
    points = [["2026-04-19", "10:00", "Final", ""]]
    Competition.objects.filter(pk=played.pk).update(name=name, timetable=points)
    told = structured(reader)
    assert (told["@type"], told["name"]) == ("SportsEvent", name)
    assert (told["startDate"], told["endDate"]) == (date(2026, 4, 18).isoformat(), "2026-04-19")
    assert told["url"] == "http://testserver/c/spring-day/"
    assert told["organizer"]["address"] == "Worcester"


# ------------------------------------------------------------------ as their standards ask
NAME = re.compile(r"[A-Z0-9-]+(?:;[A-Z-]+=(?:\"[^\"]*\"|[^\";:,]*))*:")  # RFC 5545, 3.1: name, parameters
NEEDED = {"UID": r".+@.+", "DTSTAMP": r"\d{8}T\d{6}Z", "SUMMARY": r".+", "URL": r"https?://\S+"}
MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)"  # RFC 3339


@pytest.mark.parametrize(
    "address", [*CALENDARS, "/leagues/severn-league/calendar.ics", "/c/severn-league-2026/calendar.ics"]
)
def test_a_calendar_is_as_rfc_5545_asks(
    reader: Client, today: Competition, meetings: Competition, address: str
) -> None:
    place = "Gemeindehaus „Zur alten Mühle“; Saal 2, hinten \\ sehr weit hinten"
    meetings.rounds.update(date=timezone.localdate(), venue=place, host="Ann, or Bob;", begins="19:30")
    written = reader.get(address).content
    assert written.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in written.replace(b"\r\n", b"")
    assert max(map(len, written.split(b"\r\n"))) <= 75
    lines = written.decode().replace("\r\n ", "").split("\r\n")[:-1]
    assert all(NAME.match(line) for line in lines)
    begun = [line.partition(":")[2] for line in lines if line.startswith("BEGIN:")]
    assert begun[0] == "VCALENDAR"
    assert set(begun[1:]) == {"VEVENT"}
    assert sorted(begun) == sorted(line.partition(":")[2] for line in lines if line.startswith("END:"))
    assert {"VERSION:2.0", "METHOD:PUBLISH"} < set(lines)
    for event in events_in(reader.get(address)):
        assert all(re.fullmatch(form, event[name]) for name, form in NEEDED.items())
        assert sum(name.startswith("DTSTART") for name in event) == 1
    told = [one["LOCATION"] for one in events_in(reader.get(address)) if "LOCATION" in one]
    assert all(re.sub(r"\\([\\;,n])", r"\1", one) == place for one in told)
    assert bool(told) is ("spring-day" not in address)


@pytest.mark.parametrize("address", [*FEEDS, "/leagues/severn-league/results.atom"])
def test_a_feed_is_as_rfc_4287_asks(
    reader: Client, closed: Competition, meetings: Competition, address: str
) -> None:
    feed = ElementTree.fromstring(reader.get(address).content)  # noqa: S314 - our own
    assert feed.tag == f"{ATOM}feed"
    entries = feed.findall(f"{ATOM}entry")
    assert entries
    for one in (feed, *entries):
        assert all(len(one.findall(f"{ATOM}{name}")) == 1 for name in ("id", "title", "updated"))
        assert re.fullmatch(MOMENT, str(one.findtext(f"{ATOM}updated")))
        links = [(link.get("rel", "alternate"), link.get("href", "")) for link in one.iter(f"{ATOM}link")]
        assert all(href.startswith("http://testserver/") for _rel, href in links)
    own = [link.get("rel") for link in feed.findall(f"{ATOM}link")]
    assert sorted(filter(None, own)) == ["alternate", "self"]
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    ids = [one.findtext(f"{ATOM}id") for one in (feed, *entries)]
    assert len(ids) == len(set(ids))
