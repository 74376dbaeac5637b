"""On which days a published event takes place, as far as readers know: what calendars and lists are made of.

Drafts are the organiser's: a meeting has its day here once its seating is out or it is announced, or by its
point in the timetable.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from players.models import Player
from tournaments import access
from tournaments.models import Competition, Entry, Round
from tournaments.selectors.stages import is_played
from tournaments.selectors.timetable import Point, timetable_of
from tournaments.wording.rounds import round_name

KEPT = timedelta(days=366)  # how long a day stays in calendars after it is over


class Day(NamedTuple):
    """One day of an event: what its timetable says of it, and the meetings that are seated for it."""

    competition: Competition
    day: date
    points: tuple[Point, ...]
    meetings: tuple[Round, ...]

    @property
    def name(self) -> str:
        """Name the event; of a season with the meetings of the day."""
        if not self.meetings:
            return self.competition.name
        numbers = dict.fromkeys(one.meeting for one in self.meetings)  # several sittings are one meeting
        called = ", ".join(round_name(self.competition, number) for number in numbers)
        return f"{self.competition.name}: {called}"

    @property
    def about(self) -> str:
        """Write the timetable of the day, a line for each point."""
        return "\n".join(
            f"{one.at:%H:%M} {one.what}{f' ({one.room})' if one.room else ''}" for one in self.points
        )

    @property
    def where(self) -> str:
        """Name the venues of its meetings."""
        return ", ".join(dict.fromkeys(one.venue for one in self.meetings if one.venue))

    @property
    def hosts(self) -> str:
        """Name who has its meetings at home."""
        return ", ".join(dict.fromkeys(one.host for one in self.meetings if one.host))

    @property
    def begins(self) -> datetime | None:
        if self.points:
            return self._moment(0)
        early = min((one.begins for one in self.meetings if one.begins), default=None)
        if early is None:
            return None
        return datetime.combine(self.day, early, timezone.get_default_timezone())

    @property
    def ends(self) -> datetime | None:
        """Say when the last point of the timetable is; None where there are not two."""
        return self._moment(-1) if len(self.points) > 1 else None

    def _moment(self, place: int) -> datetime:
        return datetime.combine(self.day, self.points[place].at, timezone.get_default_timezone())


def dated(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Read with published competitions the rounds that readers know of (`seated`)."""
    seated = Round.objects.exclude(state=Round.State.DRAFT, announced=False).in_turn()
    return competitions.prefetch_related(Prefetch("rounds", seated, to_attr="seated"))


def of_player(player: Player) -> QuerySet[Competition]:
    """List the published competitions in which a person is entered and has not withdrawn."""
    entries = Entry.objects.filter(player=player).exclude(status=Entry.Status.WITHDRAWN)
    return access.visible_competitions().filter(pk__in=entries.values("competition"))


def days_of(competitions: Iterable[Competition], since: date) -> list[Day]:
    """List the days of competitions that were read by `dated`, from a day on, in their order."""
    every = (day for one in competitions for day in _days(one, one.seated))  # type: ignore[attr-defined]
    found = (day for day in every if day.day >= since)
    return sorted(found, key=lambda one: (one.day, one.points[:1], one.name))


def coming(competitions: Iterable[Competition]) -> list[Day]:
    """List the days from today on, with the meetings that are not over; a day without any more is none."""
    found = days_of(competitions, timezone.localdate())
    return [_to_come(day) for day in found if not _is_over(day)]


def _is_over(day: Day) -> bool:
    if day.competition.is_season:
        return bool(day.meetings) and all(one.is_closed for one in day.meetings)
    seated: list[Round] = day.competition.seated  # type: ignore[attr-defined]
    return bool(day.competition.planned_rounds) and is_played(day.competition, seated)


def _to_come(day: Day) -> Day:
    return day._replace(meetings=tuple(one for one in day.meetings if not one.is_closed))


def kept(competitions: Iterable[Competition]) -> list[Day]:
    """List the days that a calendar has: those to come, and those of the last year."""
    return days_of(competitions, timezone.localdate() - KEPT)


def of_event(competition: Competition, seated: Iterable[Round]) -> list[Day]:
    """List the days of one event, in their order; `seated` are the rounds that readers know of."""
    return sorted(_days(competition, seated), key=lambda one: one.day)


def _days(competition: Competition, seated: Iterable[Round]) -> Iterable[Day]:
    """Yield the days of a tournament by its date and timetable, of a season by its meetings and timetable."""
    points = {day: tuple(listed) for day, listed in timetable_of(competition)}
    meetings: dict[date, list[Round]] = defaultdict(list)
    for one in seated:
        if one.date and competition.is_season and not one.is_elsewhere:  # a tournament has its own day
            meetings[one.date].append(one)
    known = {*points, *meetings}
    for day in known if competition.is_season and known else {competition.date, *known}:
        if competition.archived_at is None or day <= timezone.localdate(competition.archived_at):
            yield Day(competition, day, points.get(day, ()), tuple(meetings.get(day, ())))
