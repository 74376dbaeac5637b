"""The demonstration's tournament and league: created once, found again afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from django.db import transaction

from players.models import Club
from tournaments.exchange.importing import Tablet, event_import
from tournaments.exchange.reading import Event, Submitted, read_event
from tournaments.models import Competition, Entry, League, Round
from tournaments.services import competitions, rounds

FOLDER = Path(__file__).parent / "spring_day"
CLUB, TOWN = "Severn Winds Mah-Jong Club", "Worcester"
LEAGUE, SEASON_SLUG = "Thursday League", "thursday-league"

HALF_PLAYED = {1: 3, 2: 5, 3: 2, 4: 4}  # deals played so far at the tables of the running round
MEETINGS_HELD, MEETINGS_PLANNED, DEALS = 4, 6, 4
MEMBERS, GUEST = 13, 14
AWAY = {1: (4, 14), 2: (9, 14), 3: (2, 6, 14), 4: (11, 13)}  # who missed which meeting


def club_make() -> Club:
    """Find or found the club."""
    slug = competitions.free_slug(Club, CLUB)
    return Club.objects.get_or_create(name=CLUB, defaults={"slug": slug, "town": TOWN})[0]


@transaction.atomic
def tournament_make(today: date) -> Competition:
    """Create the tournament: two rounds played, the third one running with half-played tables."""
    event = spring_day()
    found = Competition.objects.filter(slug=event.id).first()
    if found:
        return found
    event = replace(event, date=today, refused=())
    return event_import(event, club=CLUB, published=True, stop_at=HALF_PLAYED).competition


@transaction.atomic
def season_make(club: Club, today: date) -> Competition:
    """Create the league with a season: four meetings held, the fifth to come."""
    found = Competition.objects.filter(slug=SEASON_SLUG).first()
    if found:
        return found
    first = today - timedelta(weeks=MEETINGS_HELD)
    season = _season(club, first)
    tables = _tables_of(spring_day())
    for number in range(1, MEETINGS_HELD + 1):
        _meeting(season, number, first + timedelta(weeks=number - 1), tables)
    to_come = rounds.RoundPlan(date=first + timedelta(weeks=MEETINGS_HELD))
    rounds.round_add(competition=season, plan=to_come, actor=None)
    return competitions.competition_publish(competition=season, actor=None)


def spring_day() -> Event:
    """Read the tournament's file."""
    return read_event(FOLDER)


def _season(club: Club, first: date) -> Competition:
    league = League.objects.filter(club=club, name=LEAGUE).first()
    season = competitions.competition_create(
        club=club,
        actor=None,
        league=league or competitions.league_create(club=club, name=LEAGUE, actor=None),
        kind=Competition.Kind.SEASON,
        name=f"{LEAGUE} {first.year}",
        slug=SEASON_SLUG,
        date=first,
        credit_scheme=Competition.CreditScheme.TABLE_POINTS,
        attendance_points="1",
        best_of=3,
        planned_rounds=MEETINGS_PLANNED,
        deals_per_round=DEALS,
    )
    people = [dict(player) for player in spring_day().players if player["number"] <= GUEST]
    people[GUEST - 1]["status"] = Entry.Status.GUEST
    competitions.entries_add(competition=season, people=people, actor=None)
    return season


def _tables_of(event: Event) -> Iterator[Sequence[Submitted]]:
    """Give the deals of one table after the other, as they were played in the tournament."""
    places = sorted({deal.place[:2] for deal in event.deals})
    for place in places:
        yield [deal for deal in event.deals if deal.place[:2] == place][:DEALS]


def _meeting(season: Competition, number: int, day: date, tables: Iterator[Sequence[Submitted]]) -> None:
    """Hold one meeting: who came, tables made up for the evening, deals, the end."""
    meeting = rounds.round_add(competition=season, plan=rounds.RoundPlan(date=day), actor=None)
    came = season.entries.exclude(number__in=AWAY[number]).exclude(status=Entry.Status.HOUSE)
    rounds.check_in(round=meeting, entries=came, actor=None)
    rounds.meeting_draw(round=meeting, actor=None)
    meeting.refresh_from_db()
    rounds.round_publish(round=meeting, actor=None)
    meeting = rounds.round_start(round=meeting, actor=None)
    _play(meeting, tables)
    rounds.round_close(round=meeting, actor=None, anyway=True)


def _play(meeting: Round, tables: Iterator[Sequence[Submitted]]) -> None:
    event = replace(spring_day(), id=SEASON_SLUG)
    for table in meeting.tables.select_related("round__competition"):
        tablet = Tablet(event, table)
        for deal in next(tables):
            place = (meeting.number, table.number, deal.place[2])
            tablet.must_record(Submitted(place, deal.content))
