"""Keep ratings up with the results: after a round, a correction of one that is over, or by a command.

Nothing here is truth: every list can be worked out anew, and comes to the same.
"""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from players.models import Club
from tournaments.models import Competition, League, RatingList, RatingStep
from tournaments.ranking import skill
from tournaments.ranking.skill import Step
from tournaments.selectors import ratings
from tournaments.services import locks

HEAP = 1000  # rows a statement


def rate_stale() -> int:
    """Bring up to date the lists whose results have changed since, and return how many those were."""
    for club in _without_lists():
        lists_of(club)
    stale = ratings.stale()
    for one in stale:
        list_rate(one)
    return len(stale)


def _without_lists() -> QuerySet[Club]:
    """Find the clubs that have published something of which there is no list."""
    shown = Competition.objects.filter(published=True)
    no_own = ~Q(rating_lists__league=None, rating_lists__isnull=False)
    of_leagues = shown.exclude(league=None).filter(league__rating_list=None).values("club")
    return Club.objects.filter(Q(pk__in=of_leagues) | Q(no_own, pk__in=shown.values("club")))


@locks.write
def lists_of(club: Club) -> list[RatingList]:
    """Give the list of a club and those of its leagues; what is not there yet is made."""
    locks.take_club(club)
    leagues = League.objects.filter(club=club, seasons__published=True).distinct().order_by("pk")
    return [RatingList.objects.get_or_create(club=club, league=league)[0] for league in (None, *leagues)]


@locks.write
def list_rate(listed: RatingList, *, anew: bool = False) -> int:
    """Rate what has changed and all that came after it, or everything `anew`; return how many games.

    Who rates at the same moment waits and finds nothing left to do.
    """
    locks.take_club(listed.club)
    seen = ratings.seen_now(listed)
    wanted = ratings.games_of(listed)
    first = 0 if anew else skill.kept(ratings.stored(listed), wanted)
    listed.steps.filter(position__gte=first).delete()
    _keep(listed, first, skill.steps(wanted[first:], ratings.skills_before(listed, first)))
    listed.seen = seen
    listed.save(update_fields=["seen"])
    return len(wanted) - first


def _keep(listed: RatingList, first: int, games: Sequence[tuple[Step, ...]]) -> None:
    rows = (_row(listed, position, step) for position, steps in enumerate(games, first) for step in steps)
    RatingStep.objects.bulk_create(rows, batch_size=HEAP)


def _row(listed: RatingList, position: int, step: Step) -> RatingStep:
    return RatingStep(
        list=listed,
        position=position,
        table_id=step.table,
        player_id=step.player,
        place=step.place,
        **step.skill._asdict(),
    )
