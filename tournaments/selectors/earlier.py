"""What an event takes over from an earlier one, beside its settings and rules; people and seatings never."""

from datetime import date
from typing import Any

from tournaments.models import Competition, Opening
from tournaments.selectors.timetable import Point, kept, timetable_of

TAKEN = ("projector", "projector_seconds", "prizes", "prize_currency", "team_best")


def taken_over(like: Competition | None, first: date) -> dict[str, Any]:
    """Give what another event begins with whose first day is another: its timetable moves along."""
    if like is None:
        return {}
    moved = [
        Point(first + (day - like.date), *point[1:]) for day, points in timetable_of(like) for point in points
    ]
    return {name: getattr(like, name) for name in TAKEN} | {"timetable": kept(moved)}


def opening_before(competition: Competition) -> Opening | None:
    """Give how registration was opened for the club's latest event of this kind, to begin with its words."""
    others = Opening.objects.filter(competition__club=competition.club_id)
    alike = others.filter(competition__kind=competition.kind)
    return alike.exclude(competition=competition).order_by("-competition__date", "-pk").first()
