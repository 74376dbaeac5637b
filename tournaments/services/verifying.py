"""Verify everything that is recorded: each competition's ledger, what is settled, and what is kept of it.

The chain says whether rows are as they were recorded (`chain`). Here is asked besides whether payments sum to
zero, whether the standings come to the same in both ways in which the program works them out, whether places
and counts that are kept follow from the ledger, and whether what the outbox calls done was done.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Max, Q, Sum
from django.utils import timezone

from tournaments.models import (
    Competition,
    Counted,
    Export,
    Letter,
    Outbox,
    Placing,
    Round,
    RoundCount,
)
from tournaments.ranking import feats
from tournaments.selectors.placings import Final, final_places
from tournaments.selectors.standings import standings_of, summed
from tournaments.services import notes
from tournaments.services.chain import Broken, chain_check, said
from tournaments.services.counting import dealt
from tournaments.wording.rounds import round_name

NETS = ("net_e", "net_s", "net_w", "net_n", "net_r")
FILES = (Outbox.Topic.EXPORT, Outbox.Topic.PAPERS, Outbox.Topic.SITE)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found of one competition: so many rows in its ledger, and all that is wrong."""

    slug: str
    name: str
    rows: int
    faults: list[Broken] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        faults = [{"code": one.code, "where": one.where} for one in self.faults]
        return {"competition": self.slug, "rows": self.rows, "faults": faults}


def verify(competitions: Iterable[Competition]) -> Iterator[Verified]:
    """Verify one competition after the other; the caller sees to it that all is read at one moment.

    Codes beside those of `Broken`: `unsettled` (payments that do not sum to zero), `standings`, `placings`
    and `counts` (not what the ledger gives), `undone` (done as the outbox says, without its effect),
    `unmarked` (the effect is there, and would come again).
    """
    for competition in competitions:
        rows, broken = chain_check(competition)
        others = (_unsettled, _standings, _placings, _counts, _outbox)
        found = [fault for check in others for fault in check(competition)]
        yield Verified(competition.slug, competition.name, rows, [*broken, *found])


def verification_note(found: Iterable[Verified]) -> None:
    """Keep how the whole site was found, for the page that tells how it is."""
    each = [(one.rows, len(one.faults)) for one in found]
    told = {
        "competitions": len(each),
        "rows": sum(rows for rows, _ in each),
        "faults": sum(faults for _, faults in each),
    }
    notes.note(notes.Name.VERIFIED, told, timezone.now())


def _unsettled(competition: Competition) -> Iterator[Broken]:
    """Find deals whose nets, as such or by their score rows, do not sum to zero."""
    versions = competition.deal_versions.order_by("pk")
    total = sum((F(name) for name in NETS[1:]), F(NETS[0]))
    summed_up = versions.annotate(total=total, rows=Sum("scores__net"))
    for version in summed_up.exclude(total=0, rows=0).select_related("table__round"):
        yield Broken("unsettled", said(version))


def _standings(competition: Competition) -> Iterator[Broken]:
    """Compare the standings as readers see them with those summed up anew from the whole ledger."""
    if standings_of(competition).rows != summed(competition).rows:
        yield Broken("standings", str(competition))


def _placings(competition: Competition) -> Iterator[Broken]:
    """Compare the final places that are kept with those of the ledger, unless they are behind it."""
    if not Counted.objects.filter(competition=competition, revision=competition.revision).exists():
        return
    there = Placing.objects.filter(entry__competition=competition)
    kept = {Final(one.entry_id, one.place, one.shared, one.among) for one in there}
    if kept != set(final_places(competition)):
        yield Broken("placings", str(competition))


def _counts(competition: Competition) -> Iterator[Broken]:
    """Compare what is counted of each round with its deals, unless it is behind them."""
    last = Max("round__tables__deal_versions__sequence")
    counted = RoundCount.objects.filter(round__competition=competition).annotate(last=last)
    for one in counted.filter(sequence=F("last")).select_related("round__competition"):
        if _counted_now(one.round) != {name: getattr(one, name) for name in feats.sums([])}:
            yield Broken("counts", round_name(competition, one.round.number))


def _counted_now(round: Round) -> dict[str, Any]:
    return dict(feats.sums([] if round.competition.takes_totals else list(dealt(round))))


def _outbox(competition: Competition) -> Iterator[Broken]:
    """Find promises that are marked as done and were not kept, and kept ones without the mark."""
    done, waits = Q(outbox__done_at__isnull=False), Q(outbox__done_at__isnull=True)
    files = Export.objects.filter(competition=competition, outbox__topic__in=FILES)
    letters = Letter.objects.filter(registration__competition=competition, outbox__isnull=False)
    searches = competition.searches.all()
    undone = (
        *files.filter(done, body__isnull=True),
        *letters.filter(done, state=Letter.State.UNSENT),
        *searches.filter(done, ended_at__isnull=True),
    )
    unmarked = (
        *files.filter(waits, body__isnull=False).defer("body"),
        *letters.filter(waits, state=Letter.State.SENT),
        *searches.filter(waits, ended_at__isnull=False),
    )
    yield from (Broken("undone", _promise(one)) for one in undone)
    yield from (Broken("unmarked", _promise(one)) for one in unmarked)


def _promise(row: Any) -> str:
    return f"{row._meta.verbose_name} {row.pk} · outbox {row.outbox_id}"
