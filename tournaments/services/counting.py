"""Count what pages over many events show: feats of rounds, and final places; behind the ledger by a minute.

Whatever is counted follows from the ledger, so nothing here is locked, and nobody who plays waits for it:
what is read while somebody else writes is found to be behind, and counted again. Workers that count at once
write the same.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet

from tournaments.models import (
    Competition,
    Counted,
    DealVersion,
    Feat,
    Placing,
    Round,
    RoundCount,
    ScoreRow,
    in_turn,
)
from tournaments.ranking import feats
from tournaments.ranking.feats import Dealt, Found, Score
from tournaments.selectors.placings import Final, final_places, played_on

OF_A_DEAL = ("version_id", "version__table_id")
OF_A_SCORE = ("seat", "entry_id", "value", "special", "net", "mahjong")
NOBODYS = Q(entry__player=None) | Q(entry__player__erased_at__isnull=False)


def catch_up() -> int:
    """Count every competition that has changed since it was counted, and return how many those were.

    One that fails does not stop the others; their errors are raised together at the end.
    """
    changed = list(behind().select_related("part_of__part_of"))
    failed: list[Exception] = []
    for competition in changed:
        try:
            count(competition)
        except Exception as error:  # noqa: BLE001 - raised below, when the others have had their turn
            failed.append(error)
    if failed:
        raise ExceptionGroup("counting failed", failed)
    return len(changed)


def behind() -> QuerySet[Competition]:
    """List the competitions that have changed since they were counted."""
    return Competition.objects.filter(Q(counted=None) | ~Q(counted__revision=F("revision"))).order_by("pk")


def count(competition: Competition) -> None:
    """Count the rounds of a competition that have news, and the places that may be others by that."""
    for round_ in _with_news(competition):
        count_round(round_)
    for one in _with_what_is_above(competition):
        keep_places(one)
    Counted.objects.update_or_create(competition=competition, defaults={"revision": competition.revision})


def forget(competition: Competition | None = None) -> None:
    """Throw away what is counted, of one competition or of all; `catch_up` makes it anew from the ledger."""
    whose = {} if competition is None else {"competition": competition}
    Counted.objects.filter(**whose).delete()
    RoundCount.objects.filter(**{f"round__{name}": value for name, value in whose.items()}).delete()
    Placing.objects.filter(**{f"entry__{name}": value for name, value in whose.items()}).delete()


def _with_news(competition: Competition) -> list[Round]:
    """List the rounds whose counts would be others now: new versions, another day, somebody erased."""
    last = Max("tables__deal_versions__sequence")
    rounds = competition.rounds.exclude(state=Round.State.DRAFT).annotate(last=last).exclude(last=None)
    gone = Feat.objects.filter(count__round__competition=competition, entry__player__erased_at__isnull=False)
    erased = set(gone.values_list("count__round", flat=True))
    joined = rounds.select_related("count", "competition").order_by(*in_turn())
    return [one for one in joined if one.pk in erased or _is_behind(one)]


def _is_behind(one: Any) -> bool:
    counted: RoundCount | None = getattr(one, "count", None)
    return counted is None or counted.sequence < one.last or counted.day != played_on(one)


def _with_what_is_above(competition: Competition | None) -> Iterator[Competition]:
    while competition is not None:
        yield competition
        competition = competition.part_of


def count_round(round: Round) -> None:
    """Count one round from the ledger: read first, then written in one go."""
    versions = DealVersion.objects.filter(table__round=round)
    sequence = versions.aggregate(last=Max("sequence"))["last"] or 0
    deals = [] if round.competition.takes_totals else list(dealt(round))
    told = {"sequence": sequence, "day": played_on(round), **feats.sums(deals)}
    with transaction.atomic():
        counted, _new = RoundCount.objects.update_or_create(round=round, defaults=told)
        counted.feats.all().delete()
        Feat.objects.bulk_create(_feat(counted, one) for one in feats.feats(deals))


def _feat(counted: RoundCount, one: Found) -> Feat:
    keys = {"version_id": one.version, "entry_id": one.entry}
    return Feat(count=counted, kind=one.kind, amount=one.amount, seat=one.seat, special=one.special, **keys)


def dealt(round: Round) -> Iterator[Dealt]:
    """Read the deals of a round that count, in order of tables and of play; house players are nobody."""
    rows = ScoreRow.objects.filter(
        version__table__round=round, version__superseded_by=None, version__void=False
    ).exclude(own_wind="")
    nobody = set(rows.filter(NOBODYS).values_list("entry_id", flat=True))
    ordered = rows.order_by("version__table__number", "version__number", "pk")
    read = ordered.values_list(*OF_A_DEAL, *OF_A_SCORE)
    for (version, table), run in groupby(read, key=lambda row: row[:2]):
        scores = (Score(row[2], None if row[3] in nobody else row[3], *row[4:]) for row in run)
        yield Dealt(version, table, tuple(scores))


def keep_places(competition: Competition) -> None:
    """Keep the places of an event that is over; of any other there are none."""
    places = final_places(competition)
    there = Placing.objects.filter(entry__competition=competition)
    known = {one.entry_id: Final(one.entry_id, one.place, one.shared, one.among) for one in there}
    new = [one for one in places if known.get(one.entry) != one]
    with transaction.atomic():
        there.exclude(entry__in=[one.entry for one in places]).delete()
        Placing.objects.bulk_create(
            [Placing(entry_id=one.entry, place=one.place, shared=one.shared, among=one.among) for one in new],
            update_conflicts=True,
            unique_fields=["entry"],
            update_fields=["place", "shared", "among"],
        )
