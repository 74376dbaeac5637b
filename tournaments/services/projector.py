"""Choose what the projector of the hall turns through; open projectors follow within a second or two."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from tournaments.models import Competition
from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def projector_choose(
    *, competition: Competition, parts: Iterable[str], seconds: int, actor: User | None
) -> Competition:
    """Choose the parts, in the order they turn, and how long each page stays; chosen again is no change."""
    locks.take_competition(competition)
    wanted = set(parts)
    chosen = [part for part in Competition.Projected.values if part in wanted]
    if (competition.projector, competition.projector_seconds) == (chosen, seconds):
        return competition
    competition.projector, competition.projector_seconds = chosen, seconds
    competition.save(update_fields=["projector", "projector_seconds"])
    log(competition, "projector_choose", actor=actor, parts=chosen, seconds=seconds)
    return competition
