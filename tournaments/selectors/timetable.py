"""What happens when at an event, and where."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.deal.hashes import sha256
from tournaments.models import Competition
from tournaments.wording.rounds import round_name

BEGIN, BREAK = time(10), timedelta(minutes=15)
USUAL = 90  # minutes of a round of which nothing is known


class Point(NamedTuple):
    """One thing that happens: on which day, when, what, and in which room."""

    day: date
    at: time
    what: str
    room: str


def kept(points: Iterable[Point]) -> list[list[str]]:
    """Write points as a competition keeps them."""
    return [[one.day.isoformat(), one.at.strftime("%H:%M"), one.what, one.room] for one in points]


def mark_of(competition: Competition) -> str:
    """Mark the timetable as it is, so that a form knows whether somebody changed it meanwhile."""
    return sha256(competition.timetable)


def timetable_of(competition: Competition) -> list[tuple[date, list[Point]]]:
    """List what happens by day."""
    points = [
        Point(date.fromisoformat(day), time.fromisoformat(at), what, room)
        for day, at, what, room in competition.timetable
    ]
    return [(day, list(run)) for day, run in groupby(points, key=lambda one: one.day)]


def written(competition: Competition) -> str:
    """Write the timetable as the form reads it; of an event without one, what it could be."""
    days = timetable_of(competition) or [(competition.date, proposed(competition))]
    lines = []
    for day, points in days:
        if day != competition.date or len(days) > 1:
            lines.append(day.isoformat())
        lines += [f"{one.at:%H:%M} {one.what}{f' ({one.room})' if one.room else ''}" for one in points]
    return "\n".join(lines)


def proposed(competition: Competition) -> list[Point]:
    """Propose check-in, the rounds planned one after another, and the prize-giving."""
    day, length = competition.date, timedelta(minutes=competition.minutes_per_round or USUAL)
    at = datetime.combine(day, BEGIN)
    points = [Point(day, (at - 2 * BREAK).time(), _("Check-in"), "")]
    for number in range(1, (competition.planned_rounds or 0) + 1):
        points.append(Point(day, at.time(), round_name(competition, number), ""))
        at += length + BREAK
    return [*points, Point(day, at.time(), _("Prize-giving"), "")] if at.date() == day else points[:1]
