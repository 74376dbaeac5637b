"""Which recorded deals are confirmed and which are not: the words of the ledger, judged by `consent`.

A word belongs to one version. What was said of an earlier one counts no more and is asked for again.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet

from tournaments.deal import consent
from tournaments.deal.consent import Verdict
from tournaments.models import Confirmation, DealVersion, Round, ScoreRow, Table

HASTE = timedelta(seconds=2)  # four people read four figures in more than that
FOUR = 4


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A recorded deal that is not confirmed, or that somebody disputes."""

    version: DealVersion
    verdict: Verdict

    @property
    def number(self) -> int:
        return self.version.number

    @property
    def disputed(self) -> bool:
        return self.verdict.state == consent.DISPUTED

    @property
    def awaited(self) -> list[str]:
        """Name those whose word is still needed."""
        return [row.entry.name for row in self.version.scores.all() if row.seat in self.verdict.awaited]

    @property
    def disputers(self) -> list[str]:
        """Name those who dispute it."""
        words = words_on(self.version)
        return [row.entry.name for row in self.version.scores.all() if words.get(row.seat) == consent.DISPUTE]


def words_on(version: DealVersion) -> dict[str, str]:
    """Say what was said last of a version by each seat, and by the staff (`consent.STAFF`)."""
    return {row.seat: row.answer for row in sorted(version.confirmations.all(), key=lambda row: row.pk)}


def answers_to(version: DealVersion) -> dict[str, str]:
    """Say what each seat said last of a version: `confirm` or `dispute`."""
    return {seat: word for seat, word in words_on(version).items() if seat != consent.STAFF}


def people_at(version: DealVersion) -> list[str]:
    """List the seats where somebody sat who can be asked: a house player who is nobody cannot."""
    return [row.seat for row in version.scores.all() if row.entry.player_id]


def verdict_on(version: DealVersion, policy: str) -> Verdict:
    """Judge one version; the caller has fetched scores, entries and words where there are many."""
    return consent.verdict(
        policy,
        words_on(version),
        winners=[row.seat for row in version.scores.all() if row.mahjong],
        people=people_at(version),
        ruled=is_ruled(version, policy),
    )


def is_ruled(version: DealVersion, policy: str) -> bool:
    """Say whether the staff decided it: they annul, and where they confirm, what they wrote is confirmed."""
    return version.void or (policy == consent.REFEREE and version.actor_id is not None)


def open_deals(rounds: Iterable[Round], policy: str) -> list[OpenDeal]:
    """List what stands between these rounds and official standings, by round, table and number."""
    candidates = _candidates(list(rounds), policy)
    rows = candidates.select_related("table__round").prefetch_related(
        "scores__entry__player", "confirmations"
    )
    judged = (OpenDeal(one, verdict_on(one, policy)) for one in rows)
    return [one for one in judged if not one.verdict.settled]


def count_open(rounds: Iterable[Round], policy: str) -> int:
    """Count what `open_deals` lists, without its names: standings ask at every change of thousands."""
    candidates = _candidates(list(rounds), policy).order_by().values_list("pk", flat=True)
    versions = list(candidates)  # asked once: the grouping is what takes time
    words: dict[int, dict[str, str]] = defaultdict(dict)
    people: dict[int, list[str]] = defaultdict(list)
    winners: dict[int, list[str]] = defaultdict(list)
    said = Confirmation.objects.filter(version__in=versions).order_by("pk")
    for version, seat, answer in said.values_list("version", "seat", "answer"):
        words[version][seat] = answer
    rows = ScoreRow.objects.filter(version__in=versions).order_by()
    for version, seat, won, player in rows.values_list("version", "seat", "mahjong", "entry__player"):
        people[version] += [seat] if player else []
        winners[version] += [seat] if won else []
    judged = (
        consent.verdict(policy, words[one], winners=winners[one], people=people[one]) for one in list(people)
    )
    return sum(not one.settled for one in judged)


def _candidates(rounds: Sequence[Round], policy: str) -> QuerySet[DealVersion]:
    """Leave out what is settled at a glance: nobody asks, or the staff or all four said so."""
    order = ("table__round__number", "table__number", "number")
    current = DealVersion.objects.current().filter(table__round__in=rounds, void=False).order_by(*order)
    said = Confirmation.objects.filter(version__table__round__in=rounds).order_by().values("version")
    if policy == consent.NOBODY:
        return current.filter(pk__in=said.filter(answer=consent.DISPUTE))
    if policy == consent.REFEREE:  # what the staff wrote is their word already
        return current.filter(actor__isnull=True).exclude(pk__in=said.filter(seat=consent.STAFF))
    return current.exclude(pk__in=_at_a_glance(said))


def _at_a_glance(said: QuerySet[Any]) -> QuerySet[Any]:
    """Find the versions of which the staff or all four said that they are right, and nobody anything else."""
    counted = said.annotate(
        staff=Count("pk", filter=Q(seat=consent.STAFF)),
        seats=Count("seat", distinct=True),
        disputes=Count("pk", filter=Q(answer=consent.DISPUTE)),
    )
    agreed: QuerySet[Any] = counted.filter(Q(staff__gt=0) | Q(seats=FOUR, disputes=0))
    return agreed.values("version")


def hasty_deals(**where: Any) -> dict[int, list[int]]:
    """List by table the deals that four seats confirmed within two seconds: one hand may have done it."""
    words = Confirmation.objects.filter(
        version__superseded_by__isnull=True, answer=consent.CONFIRM, **where
    ).exclude(seat=consent.STAFF)
    given = words.order_by().values("version__table", "version__number")
    timed = given.annotate(seats=Count("seat", distinct=True), first=Min("at"), last=Max("at"))
    found: dict[int, list[int]] = defaultdict(list)
    for row in timed.filter(seats=FOUR).order_by("version__number"):
        if row["last"] - row["first"] < HASTE:
            found[row["version__table"]].append(row["version__number"])
    return found


def asked_again(table: Table) -> dict[int, list[str]]:
    """List by deal the seats that confirmed a version which has been replaced since."""
    old = Confirmation.objects.filter(
        version__table=table, version__superseded_by__isnull=False, answer=consent.CONFIRM
    ).exclude(seat=consent.STAFF)
    found: dict[int, list[str]] = defaultdict(list)
    for number, seat in old.order_by("seat").values_list("version__number", "seat").distinct():
        found[number].append(seat)
    return found
