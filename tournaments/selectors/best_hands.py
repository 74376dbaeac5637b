"""The hand of the round: of all that won in it the one that was worth most, as it was laid."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import DealVersion, Round, ScoreRow
from tournaments.models.ledger import scores_with_people
from tournaments.selectors.called import called_in
from tournaments.selectors.history import WinningHand, winning_hand


class BestHand(NamedTuple):
    """The hand, and the deal in which it was laid."""

    version: DealVersion
    hand: WinningHand


def best_hands(rounds: Iterable[Round]) -> dict[int, BestHand]:
    """Give by key of the round its dearest hand, the earliest of equals; the caller may show these rounds.

    A round in which nobody went mah-jong with a hand that was counted has none.
    """
    won = ScoreRow.objects.filter(
        Q(entry__player=None) | Q(entry__player__erased_at=None),
        version__table__round=OuterRef("pk"),
        version__superseded_by__isnull=True,
        version__void=False,
        mahjong=True,
        value__isnull=False,
    ).order_by("-value", "version__sequence", "pk")
    asked: QuerySet[Round] = Round.objects.filter(pk__in=[one.pk for one in rounds])
    asked = asked.annotate(won=Subquery(won.values("pk")[:1]))
    rows = dict(asked.exclude(won=None).values_list("won", "pk"))
    versions = DealVersion.objects.filter(scores__in=list(rows)).select_related(
        "table__round", "competition__club"
    )
    found = {}
    for version in versions.prefetch_related(scores_with_people()):
        row = next(row for row in version.scores.all() if row.pk in rows)
        name = called_in(version)[row.seat]
        found[rows[row.pk]] = BestHand(version, winning_hand(version, row, name))
    return found
