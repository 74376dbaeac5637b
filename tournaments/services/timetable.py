"""Keep the timetable of an event. No figure rests on it."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from tournaments.models import Competition
from tournaments.refusals import Refusal
from tournaments.selectors.timetable import Point, kept, mark_of
from tournaments.services import locks
from tournaments.services.announce import log, revise


@locks.write
def timetable_set(
    *, competition: Competition, points: Iterable[Point], seen: str, actor: User | None
) -> Competition:
    """Make the timetable this; the same again is no change.

    `seen` marks what stood there before; raises Refusal (`timetable_changed`) where somebody else has written
    another since.
    """
    locks.take_competition(competition)
    wanted = kept(points)
    if competition.timetable == wanted:
        return competition
    if mark_of(competition) != seen:
        raise Refusal("timetable_changed")
    competition.timetable = wanted
    competition.save(update_fields=["timetable"])
    log(competition, "timetable_set", actor=actor, points=len(wanted))
    revise(competition)
    return competition
