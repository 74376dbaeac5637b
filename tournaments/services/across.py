"""Two people who sat at each other's tables: each gets what was played where they really sat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

import scoring
from tournaments.models import Action, DealVersion, Entry, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.vouched import rounds_now
from tournaments.services import corrections, ledger, locks, seats
from tournaments.services.announce import log, revise


@dataclass(frozen=True)
class Place:
    """A seat of a table from a deal on."""

    table: Table
    seat: str
    from_deal: int


@locks.write
def seats_cross(
    *,
    places: tuple[Place, Place],
    reason: str,
    actor: User | None,
    key: UUID | None = None,
    seen_seats: str | None = None,
) -> list[DealVersion]:
    """Let two people of one round change tables, each from a deal on; deals before that stay as they were.

    Done twice it is none, so the same key does it once. `seen_seats` is the digest of all seats of the round
    as they were looked at (409 if it is stale).
    """
    reason = corrections.reason_given(reason)
    here, _there = places = _taken(places)
    facts = _facts(places, key)
    if _is_the_same(cross_of(here.table, key), facts, reason):
        return []
    if seen_seats not in (None, tables.digest_of(tables.seatings_of_round(here.table.round))):
        raise Refusal("seats_changed", table=here.table.number)
    rows = [_row_at(place) for place in places]
    _exchange(places, rows)
    written = _reseated(places, ledger.Origin(actor=actor, reason=reason))
    seats.seated_anew(here.table.round)
    facts |= {"entries": [row.entry.number for row in rows], "rounds_now": rounds_now([here.table.round])}
    log(here.table.round.competition, "seats_cross", actor=actor, reason=reason, **facts)
    revise(here.table.round.competition)
    return written


@locks.write
def seat_move(*, table: Table, seat: str, from_deal: int, entry: Entry, actor: User | None) -> Seating:
    """Let somebody of the round sit on another chair from a deal on, before that deal is played.

    An event that is brought in tells one such move for each whose seat had been put right. Raises Refusal
    (`seat_not_found`, `player_twice`).
    """
    table = locks.take_table(table)
    out = tables.sitters(table, from_deal).get(seat)
    if out is None:
        raise Refusal("seat_not_found")
    own = Seating.objects.filter(round=table.round, entry=entry).order_by("from_deal").first()
    stands_for = own.stands_for if own else out.stands_for or out.entry
    taken = _seat(Place(table, seat, from_deal), entry, stands_for)
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number, "seat": seat}
    facts |= {"from_deal": from_deal, "out": out.entry.number, "into": entry.number}
    log(table.round.competition, "seat_move", actor=actor, rounds_now=rounds_now([table.round]), **facts)
    revise(table.round.competition)
    return taken


def cross_of(table: Table, key: UUID | None) -> Action | None:
    """Find the exchange done under a key; `seats_cross` asks again under the lock."""
    done = Action.objects.filter(competition=table.round.competition, verb="seats_cross")
    return done.filter(facts__key=str(key)).first() if key else None


def _taken(places: Sequence[Place]) -> tuple[Place, Place]:
    """Take both tables and their round, and give the places as they are then."""
    found = locks.take_tables([place.table for place in places], with_rounds=True)
    if len(found) != 2:
        raise Refusal("one_table_only" if places[0].table == places[1].table else "not_found")
    here, there = (Place(found[one.table.pk], one.seat, one.from_deal) for one in places)
    if here.table.round_id != there.table.round_id:
        raise Refusal("not_found")
    there.table.round = here.table.round  # one object: it is given a new version
    if here.table.round.state == Round.State.DRAFT:
        raise Refusal("round_is_draft", of=here.table.round.competition, round=here.table.round.number)
    return here, there


def _facts(places: Iterable[Place], key: UUID | None) -> dict[str, Any]:
    listed = list(places)
    return {
        "round": listed[0].table.round.number,
        "tables": [place.table.number for place in listed],
        "seats": [place.seat for place in listed],
        "from_deals": [place.from_deal for place in listed],
        "key": str(key) if key else None,
    }


def _is_the_same(done: Action | None, facts: Mapping[str, Any], reason: str) -> bool:
    """Tell whether this very exchange is done; the key of another one is refused."""
    if done and ({name: done.facts.get(name) for name in facts}, done.reason) != (facts, reason):
        raise Refusal("key_reused", key=facts["key"])
    return done is not None


def _row_at(place: Place) -> Seating:
    """Give who sits on a seat from a deal on to the end; refused where somebody takes over later."""
    recorded = len(tables.current_versions(place.table))
    if place.seat not in scoring.CHAIRS:
        raise Refusal("seat_not_found")
    if not 1 <= place.from_deal <= recorded + 1:
        raise Refusal("deal_not_found", deal=place.from_deal, table=place.table.number)
    rows = [row for row in tables.seatings_of(place.table) if row.seat == place.seat]
    sat = [row for row in rows if row.from_deal <= place.from_deal]
    if not sat:
        raise Refusal("seat_not_found")
    if len(sat) < len(rows) or sat[-1].left_from is not None:
        raise Refusal("seat_taken_over", table=place.table.number, deal=place.from_deal)
    return sat[-1]


def _exchange(places: Sequence[Place], rows: Sequence[Seating]) -> None:
    """Put each on the other's seat; who is back where they sat before has taken over nothing."""
    for place in places:
        Seating.objects.filter(table=place.table, seat=place.seat, from_deal=place.from_deal).delete()
    for place, into in zip(places, rows[::-1], strict=True):
        before = [row for row in tables.seatings_of(place.table) if row.seat == place.seat]
        if not before or _who(before[-1]) != _who(into):
            _seat(place, into.entry, into.stands_for)


def _who(row: Seating) -> tuple[int, int | None]:
    return row.entry_id, row.stands_for_id


def _seat(place: Place, entry: Entry, stands_for: Entry | None) -> Seating:
    """Seat somebody, who must not sit elsewhere in the round from that same deal on."""
    told = {"round": place.table.round, "entry": entry, "from_deal": place.from_deal}
    if Seating.objects.filter(**told).exists():
        raise Refusal("player_twice", number=entry.number, names=str(entry))
    return Seating.objects.create(table=place.table, seat=place.seat, stands_for=stands_for, **told)


def _reseated(places: Iterable[Place], origin: ledger.Origin) -> list[DealVersion]:
    """Write the deals of both tables from those on for the people who really played them."""
    return [
        corrections.reseat(place.table, version, origin)
        for place in places
        for version in tables.current_versions(place.table)
        if version.number >= place.from_deal
    ]
