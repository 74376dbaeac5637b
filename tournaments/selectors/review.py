"""What is under review: deals that somebody disputes, or for whose dispute the referee was called."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments import sittings
from tournaments.access import results_through
from tournaments.deal import consent
from tournaments.models import Competition, DealVersion, RefereeCall, Round, Table
from tournaments.selectors.confirmed import open_at
from tournaments.wording import calls

Deals = Mapping[int, set[int]]  # by key of the table


class Review(NamedTuple):
    """A table with its deals that are under review."""

    round: int
    table: int
    deals: tuple[int, ...]


def shown_under_review(
    competition: Competition,
    *,
    round_number: int | None = None,
    alone: bool = False,
    rounds: Sequence[Round] | None = None,
) -> list[Review]:
    """List what is under review in the rounds that readers see, in those that such standings are made of.

    `rounds` are those of the competition, for who has read them already.
    """
    rounds = list(competition.rounds.all()) if rounds is None else rounds
    asked = round_number and sittings.last_of(round_number, [one.number for one in rounds])
    ends = [one for one in (results_through(competition, rounds), asked) if one is not None]
    last, only = min(ends, default=None, key=sittings.turn), asked if alone else None
    return under_review(one for one in rounds if _is_between(one, only, last))


def _is_between(one: Round, only: int | None, last: int | None) -> bool:
    """Tell whether a round comes no later than the `last`, and is of that meeting, if of one alone."""
    is_meant = only is None or one.meeting == sittings.meeting_of(only)
    return not one.is_draft and is_meant and sittings.through(one.number, last)


def deals_under_review(table: Table) -> tuple[int, ...]:
    """List the deals of a table that are under review; the caller may show its results."""
    return next((one.deals for one in under_review([table.round]) if one.table == table.number), ())


def under_review(rounds: Iterable[Round]) -> list[Review]:
    """List what is under review in some rounds, by round and table, in five queries or fewer."""
    listed = list(rounds)
    found = _disputed(listed)
    for table, deals in _called_for(listed).items():
        found[table] |= deals
    tables = Table.objects.filter(pk__in=list(found)).select_related("round") if found else ()
    reviews = (Review(one.round.number, one.number, tuple(sorted(found[one.pk]))) for one in tables)
    return sorted(reviews)


def _disputed(rounds: list[Round]) -> dict[int, set[int]]:
    """Give the disputed deals by table; whoever has to confirm, a dispute waits for the referee."""
    found: dict[int, set[int]] = defaultdict(set)
    for one in open_at(rounds, consent.NOBODY):
        found[one.table_id].add(one.number)
    return found


def _called_for(rounds: list[Round]) -> Deals:
    """Give the recorded deals for whose dispute a call still waits; a deal that was voided is decided."""
    waiting = RefereeCall.objects.filter(table__round__in=rounds, answered_at__isnull=True)
    meant = {table: calls.disputed_in(reason) for table, reason in waiting.values_list("table", "reason")}
    about = {table: deals for table, deals in meant.items() if deals}
    if not about:
        return {}
    recorded: dict[int, set[int]] = defaultdict(set)
    current = DealVersion.objects.current().filter(table__in=list(about), void=False).order_by()
    for table, number in current.values_list("table", "number"):
        recorded[table].add(number)
    return {table: deals & recorded[table] for table, deals in about.items() if deals & recorded[table]}
