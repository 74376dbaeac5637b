"""What the finals made of an event, as its own pages tell the public: decided, or still being played."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Q

from tournaments import access
from tournaments.models import Competition
from tournaments.selectors import stages
from tournaments.selectors.finals import Placed, placed
from tournaments.selectors.public import standings_shown


class Outcome(NamedTuple):
    """The finals that readers may see; `placed`, over all stages, is empty until all of them are over."""

    finals: tuple[Competition, ...]
    placed: tuple[Placed, ...]
    provisional: bool

    @property
    def first(self) -> tuple[Placed, ...]:
        """List the three first places."""
        return tuple(one for one in self.placed if (one.row.rank or 0) <= 3)[:3]


def outcome_of(competition: Competition) -> Outcome | None:
    """Say what finals made of an event, those of finals too; None where no final has begun."""
    below = Q(part_of=competition) | Q(part_of__part_of=competition)
    made = access.visible_competitions().filter(below, part=Competition.Part.FINAL)
    found = list(stages.counted(made.exclude(decides_from=None)).order_by("decides_from", "pk"))
    if not any(_begun(one) for one in found):
        return None
    direct = [one for one in found if one.part_of_id == competition.pk]
    over = _placed(competition, found) if all(map(_is_over, found)) else ()
    shown = [one for one in (competition, *found) if access.results_through(one) is not None]
    provisional = any(standings_shown(one).provisional for one in found)
    return Outcome(tuple(direct), () if shown else over, provisional)


def _begun(final: Any) -> bool:
    return bool(final.running or final.closed)


def _is_over(final: Any) -> bool:
    """Tell whether all is played that was planned."""
    done = final.closed and not final.running and not final.waiting
    return bool(done and (final.archived_at or final.closed >= (final.planned_rounds or 0)))


def _placed(competition: Competition, found: Iterable[Competition]) -> tuple[Placed, ...]:
    def finals_of(one: Competition) -> list[Competition]:
        return [final for final in found if final.part_of_id == one.pk]

    return tuple(placed(competition, finals_of, standings_shown))
