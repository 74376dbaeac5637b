"""Read the rows of a competition's chain in their order (what each puts into it: `models.seals`)."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.db.models import F, QuerySet, Window
from django.db.models.functions import Coalesce, Lag, RowNumber

from tournaments.models import Competition, DealVersion
from tournaments.models.seals import ERASED, WHOSE, Seal, older_hash

PAGE = 500  # rows of one table that are held at a time


@dataclass(frozen=True, slots=True)
class Step:
    """A link of the chain: the hash that it ties on, of one row or of all older rows together (None)."""

    sha256: str
    row: Any = None
    link: int = 0  # of older rows, whose order is that of the deals


@dataclass(slots=True)
class Ledger:
    """Every row of a competition's ledger: what is older than hash 2, and what is sealed, in order."""

    older: list[Any] = field(default_factory=list)
    sealed: list[tuple[Seal, Any]] = field(default_factory=list)
    unreadable: list[Any] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.older) + len(self.sealed) + len(self.unreadable)


def ledger_of(competition: Competition) -> Ledger:
    """Read every row of the chain, in the order in which the chain has them."""
    found = Ledger()
    for row in (row for rows in _tables(competition) for row in rows):
        if row.seal is None:
            found.older.append(row)
        elif seal := Seal.read(row.seal):
            found.sealed.append((seal, row))
        else:
            found.unreadable.append(row)
    found.sealed.sort(key=lambda pair: pair[0].link)
    return found


def older_rows(competition: Competition) -> list[Any]:
    """List what is older than hash 2; no ledger that was begun since has any."""
    return [row for rows in _tables(competition) for row in rows.filter(seal__isnull=True)]


def sealed_rows(competition: Competition) -> Iterator[tuple[Seal | None, Any]]:
    """Read what is sealed in the order of the chain, with None for a seal that cannot be read.

    A page at a time: however long the ledger is, little of it is held, and on SQLite nobody who writes waits
    for the end. Rows whose links do not ascend with their keys come out of order.
    """
    tables = [_linked(rows.filter(seal__isnull=False)) for rows in _tables(competition)]
    for _link, seal, row in heapq.merge(*tables, key=itemgetter(0)):
        yield seal, row


def misplaced_versions(competition: Competition) -> QuerySet[DealVersion]:
    """Find the versions that do not follow from the one before them of the same deal, or skip a number."""
    of_a_deal: Any = {"partition_by": [F("table"), F("number")], "order_by": F("pk").asc()}
    found = DealVersion.objects.filter(competition=competition).annotate(
        follows=Coalesce(F("supersedes_id"), 0),
        before=Coalesce(Window(Lag("pk"), **of_a_deal), 0),
        nth=Window(RowNumber(), **of_a_deal),
    )
    return found.exclude(before=F("follows"), version=F("nth")).select_related("competition", "table__round")


def _tables(competition: Competition) -> Iterator[QuerySet[Any]]:
    for name, whose in WHOSE.items():
        model = apps.get_model("tournaments", name)
        rows = model._default_manager.filter(**{whose: competition}).order_by("pk")
        if model is DealVersion:
            rows = rows.select_related("competition", "table__round").prefetch_related("scores")
        yield rows


def _linked(rows: QuerySet[Any]) -> Iterator[tuple[int, Seal | None, Any]]:
    link = 0
    for row in _paged(rows):
        seal = Seal.read(row.seal)
        link = seal.link if seal else link
        yield link, seal, row


def _paged(rows: QuerySet[Any]) -> Iterator[Any]:
    last, page = 0, [*rows[:PAGE]]
    while page:
        yield from page
        last = page[-1].pk
        page = [*rows.filter(pk__gt=last)[:PAGE]] if len(page) == PAGE else []


def is_erased(seal: Seal, row: Any) -> bool:
    return bool(seal.text) and not seal.salt and getattr(row, "reason", "") == ERASED


def steps(ledger: Ledger) -> Iterator[Step]:
    """List the links of the chain: the older deals, the older rows together, then one row after the other."""
    yield from older_steps(ledger.older)
    for seal, row in ledger.sealed:
        yield sealed_step(seal, row)


def older_steps(older: list[Any]) -> Iterator[Step]:
    """List the links of what is older than hash 2: its deals, then all of its rows together."""
    yield from (Step(row.sha256, row) for row in older if isinstance(row, DealVersion))
    if older:
        yield Step(older_hash(older))


def sealed_step(seal: Seal, row: Any) -> Step:
    """Give the link of one sealed row."""
    return Step(row.sha256 if isinstance(row, DealVersion) else seal.sha256, row, seal.link)
