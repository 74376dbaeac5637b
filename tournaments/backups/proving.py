"""What a site is told by: the ends of its ledgers and its standings, worked out anew from the ledger.

Of the standings a hash is kept, of exact figures only: names and words may be of another program or language.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection

from tournaments.backups.faults import Fault
from tournaments.deal import hashes
from tournaments.models import Competition
from tournaments.selectors.standings import Row, exact, summed
from tournaments.services.chain import chain_check

ENDS = ("revision", "sequence", "links", "chain_head", "chain_end")


def events() -> dict[str, dict[str, Any]]:
    """Say of each competition where its ledger ends and, as a hash, what its standings come to."""
    return {one.slug: told(one) for one in Competition.objects.order_by("pk")}


def told(competition: Competition) -> dict[str, Any]:
    """Say it of one."""
    ends = {name: getattr(competition, name) for name in ENDS}
    rows = [figures(row) for row in summed(competition).rows]
    return {**ends, "standings": hashes.sha256(rows), "ranked": len(rows)}


def figures(row: Row) -> list[Any]:
    """List what a row of the standings comes to, exactly: its number and its rank first."""
    total = None if row.total is None else exact(row.total)
    return [row.number, row.rank, total, row.net, row.adjustment, exact(row.carried), row.mahjongs, row.deals]


def counts_differ(counts: Mapping[str, int]) -> Iterator[Fault]:
    """Compare how many rows there are with how many there should be."""
    with connection.cursor() as cursor:
        for table, count in sorted(counts.items()):
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - known
            [found] = cursor.fetchone()
            if found != count:
                yield Fault("count", f"{table}: {found} / {count}")


def events_differ(recorded: Mapping[str, Mapping[str, Any]] | None) -> Iterator[Fault]:
    """Check every ledger, and compare ends and standings with those recorded; all that differs.

    None was recorded where the database was behind its program.
    """
    there = {one.slug: one for one in Competition.objects.order_by("pk")}
    for slug, competition in there.items():
        for each in chain_check(competition)[1]:
            yield Fault("chain", f"{slug}: {each.code} · {each.where}")
    if recorded is not None:
        yield from (Fault("event", slug) for slug in sorted(set(there) ^ set(recorded)))
        for slug in sorted(set(there) & set(recorded)):
            yield from _differs(there[slug], recorded[slug])


def _differs(competition: Competition, recorded: Mapping[str, Any]) -> Iterator[Fault]:
    now = told(competition)
    if any(now[name] != recorded.get(name) for name in ENDS):
        yield Fault("head", competition.slug)
    if now["standings"] != recorded.get("standings"):
        yield Fault("standings", competition.slug)
