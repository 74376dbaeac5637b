"""Read one table: who sits where, what has been played, what comes next."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

import scoring
from scoring import Position
from tournaments import canonical
from tournaments.models import DealVersion, Entry, ScoreRow, Seating, Table


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat for one deal, and for whom."""

    entry: Entry
    stands_for: Entry | None = None


def current_versions(table: Table) -> list[DealVersion]:
    """List the deals that count, in order of number."""
    return list(
        DealVersion.objects.current().filter(table=table).select_related("supersedes").order_by("number")
    )


def sitters(table: Table, deal: int) -> dict[str, Sitter]:
    """Say who sits on each seat for a deal."""
    return sitters_among(seatings_of(table), deal)


def seatings_of(table: Table) -> list[Seating]:
    rows = Seating.objects.filter(table=table).select_related("entry__player", "stands_for__player")
    return list(rows.order_by("from_deal", "pk"))


def sitters_among(seatings: Iterable[Seating], deal: int) -> dict[str, Sitter]:
    """Pick for each seat the row with the greatest `from_deal` not after the deal."""
    found = {row.seat: Sitter(row.entry, row.stands_for) for row in seatings if row.from_deal <= deal}
    return {seat: found[seat] for seat in scoring.SEATS if seat in found}


def position_of(version: DealVersion) -> Position:
    """Say the winds a recorded deal was played with."""
    return Position(version.number, version.east, version.round_wind)


def position_after(version: DealVersion) -> Position | None:
    """Say the winds that follow a recorded deal; None when the game is over."""
    if not version.next_east:
        return None
    return Position(version.number + 1, version.next_east, version.next_round_wind)


def next_position(versions: list[DealVersion]) -> Position | None:
    """Say what the table plays next; None when the game is over."""
    return position_after(versions[-1]) if versions else scoring.first_position()


def context_hash(table: Table, position: Position) -> str:
    """Hash what a tablet must agree on before its deal is recorded: seating, number and winds."""
    return canonical.sha256(
        {
            "table": table.pk,
            "seating_version": table.round.seating_version,
            "deal": position.number,
            "east": position.east,
            "round_wind": position.round_wind,
        }
    )


def scores_so_far(table: Table) -> dict[str, int]:
    """Sum the nets of each seat over the deals that count."""
    totals = dict.fromkeys(scoring.SEATS, 0)
    for version in current_versions(table):
        for seat, net in version.net.items():
            totals[seat] += net
    return totals


def mahjongs_before(table: Table, deal: int, entries: Iterable[int]) -> dict[int, list[ScoreRow]]:
    """List each entry's mah-jongs in the competition before a deal, in order of play.

    A player sits at one table in a round, so rounds and then deals are the order of play.
    """
    rows = (
        ScoreRow.objects.filter(
            entry__in=list(entries),
            mahjong=True,
            version__superseded_by__isnull=True,
            version__table__round__number__lte=table.round.number,
        )
        .select_related("version__table__round")
        .order_by("version__table__round__number", "version__number")
    )
    found: dict[int, list[ScoreRow]] = {}
    for row in rows:
        if row.version.table.round_id != table.round_id or row.version.number < deal:
            found.setdefault(row.entry_id, []).append(row)
    return found


def previous_specials(
    won: Mapping[int, list[ScoreRow]], sitting: Mapping[str, Sitter]
) -> dict[str, list[str | None]]:
    """Turn the history into what the engine asks: the special hands of each seat's earlier mah-jongs."""
    return {
        seat: [row.special or None for row in won.get(sitter.entry.pk, [])]
        for seat, sitter in sitting.items()
    }


def table_deals(table: Table) -> QuerySet[DealVersion]:
    """List every version of every deal with its scores, for the table's page."""
    versions = DealVersion.objects.filter(table=table).prefetch_related(
        "scores__entry__player", "confirmations"
    )
    return versions.select_related("actor", "superseded_by").order_by("number", "version")


def answers_to(version: DealVersion) -> dict[str, str]:
    """Say what each seat said last of a version: `confirm` or `dispute`."""
    return {row.seat: row.answer for row in sorted(version.confirmations.all(), key=lambda row: row.pk)}
