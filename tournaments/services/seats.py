"""Change who sits where once a round is drawn: places, substitutes, seats put right when it is found late."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

import scoring
from tournaments.models import Action, CheckIn, DealVersion, Entry, Round, Seating, Table
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.vouched import rounds_now
from tournaments.services import competitions, corrections, draws, ledger, locks, rounds
from tournaments.services.announce import log, revise
from tournaments.wording import reasons


@locks.write
def seats_exchange(
    *,
    round: Round,
    first: Seating,
    second: Seating,
    actor: User | None,
    reason: str = "",
    seen_seats: str | None = None,
) -> None:
    """Let two people of a round that has not started change places; a published one asks for a reason.

    `seen_seats` is the digest of the round's seats as they were looked at (`check_seen`).
    """
    round = rounds.check_not_started(round, reason)
    if seen_seats is not None and seen_seats != tables.digest_of(tables.seatings_of_round(round)):
        raise Refusal("seats_moved", of=round.competition, round=round.number)
    if first.round_id != round.pk or second.round_id != round.pk:
        raise Refusal("seat_not_found")
    if any(_sits_elsewhere(seat) for seat in (first, second)):
        raise Refusal("seats_moved", of=round.competition, round=round.number)
    moved = [(first, second.entry, second.stands_for), (second, first.entry, first.stands_for)]
    Seating.objects.filter(pk__in=[first.pk, second.pk]).delete()
    Seating.objects.bulk_create(
        Seating(
            pk=row.pk,
            round=round,
            table_id=row.table_id,
            seat=row.seat,
            entry=entry,
            stands_for=stands_for,
            from_deal=row.from_deal,
        )
        for row, entry, stands_for in moved
    )
    log(
        round.competition,
        "seats_exchange",
        actor=actor,
        reason=reason.strip(),
        round=round.number,
        entries=[first.entry.number, second.entry.number],
        rounds_now=rounds_now([round]),
    )
    rounds.seats_changed(round)


@locks.write
def seat_replace(
    *, round: Round, seat: Seating, entry: Entry | None, actor: User | None, reason: str = ""
) -> Seating:
    """Give a seat of a round that has not started to somebody else; to a house player where nobody is named.

    Of a meeting, who comes in is here and who goes out is not. A published round asks for a reason.
    """
    round = rounds.check_not_started(round, reason)
    if seat.round_id != round.pk:
        raise Refusal("seat_not_found")
    if _sits_elsewhere(seat):
        raise Refusal("seats_moved", of=round.competition, round=round.number)
    out, into = seat.entry, entry or _free_house_player(round)
    _check_can_take(seat, into)
    if into.status == Entry.Status.WITHDRAWN:
        raise Refusal("round_seats_withdrawn", of=round.competition, round=round.number, names=into.name)
    seat.entry, seat.stands_for = into, None
    seat.save(update_fields=["entry", "stands_for"])
    if CheckIn.objects.filter(round=round, entry=out).delete()[0] and entry:
        CheckIn.objects.get_or_create(round=round, entry=entry)
    facts: dict[str, Any] = {"round": round.number, "seat": seat.seat, "out": out.number, "into": into.number}
    facts["rounds_now"] = rounds_now([round])
    log(round.competition, "seat_replace", actor=actor, reason=reason.strip(), **facts)
    rounds.seats_changed(round)
    return seat


def _free_house_player(round: Round) -> Entry:
    """Give a house player who has no seat in the round: of one more than sit there one is free."""
    seated = set(Seating.objects.filter(round=round).values_list("entry", flat=True))
    house = Seating.objects.filter(round=round, entry__status=Entry.Status.HOUSE).count()
    known = draws.house_players(round.competition, house + 1)
    return next(entry for entry in known if entry.pk not in seated)


def _sits_elsewhere(seen: Seating) -> bool:
    """Tell whether somebody else has changed a place since it was looked at."""
    return not Seating.objects.filter(pk=seen.pk, entry=seen.entry_id, stands_for=seen.stands_for_id).exists()


@locks.write
def substitute(*, table: Table, seat: str, from_deal: int, entry: Entry, actor: User | None) -> Seating:
    """Let an entry take over a seat from a deal on."""
    table = locks.take_table(table)
    out = _seated_at(table, seat, from_deal)
    _check_can_take(out, entry)
    absent = out.stands_for or out.entry
    taken, _ = Seating.objects.update_or_create(
        table=table,
        seat=seat,
        from_deal=from_deal,
        defaults={
            "round": table.round,
            "entry": entry,
            "stands_for": None if absent == entry else absent,  # who comes back plays for himself again
        },
    )
    log(
        table.round.competition,
        "substitute",
        actor=actor,
        round=table.round.number,
        table=table.number,
        seat=seat,
        from_deal=from_deal,
        out=out.entry.number,
        into=entry.number,
        rounds_now=rounds_now([table.round]),
    )
    revise(table.round.competition)
    return taken


def _seated_at(table: Table, seat: str, deal: int) -> Seating:
    rows = Seating.objects.filter(table=table, seat=seat, from_deal__lte=deal).select_related("round")
    found = rows.order_by("-from_deal").first()
    if found is None:
        raise Refusal("seat_not_found")
    return found


def _check_can_take(out: Seating, entry: Entry) -> None:
    """Stop somebody of another competition, and somebody who sits in this round already."""
    if entry.competition_id != out.round.competition_id:
        raise Refusal("not_found")
    elsewhere = Seating.objects.filter(round=out.round, entry=entry).exclude(table=out.table, seat=out.seat)
    if elsewhere.exists() or out.entry_id == entry.pk:
        raise Refusal("player_twice", number=entry.number, names=str(entry))


@locks.write
def seat_hand_over(
    *,
    table: Table,
    seat: str,
    from_deal: int,
    who: Entry | Mapping[str, Any],
    actor: User,
    seen_seats: str | None = None,
) -> Seating:
    """Seat a substitute from a deal on; deals recorded since then become theirs, as new versions.

    `who` is an entry, or a person who is entered as a substitute in the same transaction. `seen_seats` is the
    digest of the seats that were looked at (409 if it is stale): somebody else may sit on that chair by now.
    Who sits there already stays, as where the form is sent again after going back.
    """
    table = locks.take_table(table)
    check_seen(table, seen_seats)
    check_played(table, from_deal)
    entry = who if isinstance(who, Entry) else entered(table, who, actor)
    if (sitting := _seated_at(table, seat, from_deal)).entry_id == entry.pk:
        return sitting
    taken = substitute(table=table, seat=seat, from_deal=from_deal, entry=entry, actor=actor)
    origin = ledger.Origin(actor=actor, reason=reasons.of_substitute(entry.number, from_deal))
    for version in tables.current_versions(table):
        if version.number >= from_deal:
            corrections.reseat(table, version, origin)
    return taken


@locks.write
def substitute_take_back(
    *, table: Table, seat: str, from_deal: int, entry: Entry, reason: str, actor: User | None
) -> None:
    """Give a seat back to `entry`, who sat there before somebody took it over from a deal on.

    Deals recorded since then become theirs again, as new versions. Refused (`seats_changed`) where nobody
    took the seat over from that deal.
    """
    table, reason = locks.take_table(table), corrections.reason_given(reason)
    row = Seating.objects.filter(table=table, seat=seat, from_deal=from_deal).select_related("entry").first()
    if row is None or row.entry_id == entry.pk:
        raise Refusal("seats_changed", table=table.number)
    _check_can_take(row, entry)
    out, absent = row.entry, row.stands_for_id or row.entry_id
    if from_deal > 1 and _seated_at(table, seat, from_deal - 1).entry_id == entry.pk:
        row.delete()
    else:
        row.entry, row.stands_for_id = entry, None if absent == entry.pk else absent
        row.save(update_fields=["entry", "stands_for"])
    facts: dict[str, Any] = {"round": table.round.number, "table": table.number, "seat": seat}
    facts |= {"from_deal": from_deal, "out": out.number, "into": entry.number}
    facts["rounds_now"] = rounds_now([table.round])
    log(table.round.competition, "substitute_reversed", actor=actor, reason=reason, **facts)
    for version in tables.current_versions(table):
        if version.number >= from_deal:
            corrections.reseat(table, version, ledger.Origin(actor=actor, reason=reason))
    revise(table.round.competition)


def check_seen(table: Table, seen_seats: str | None) -> None:
    """Stop a change of seats that look otherwise by now; None: nobody looked."""
    if seen_seats is not None and seen_seats != tables.digest_of(tables.seatings_of(table)):
        raise Refusal("seats_changed", table=table.number)


def check_played(table: Table, from_deal: int) -> None:
    """Refuse a deal that the table will never play: the seat would seem taken over, and nobody would come."""
    following = 1 + max((version.number for version in tables.current_versions(table)), default=0)
    last = max(following, table.round.deals or 0)
    if from_deal > last:
        raise Refusal("deal_beyond_round", deal=from_deal, table=table.number, last=last)


def entered(table: Table, person: Mapping[str, Any], actor: User | None) -> Entry:
    """Enter somebody as a substitute, or find them if they are entered already."""
    competition = table.round.competition
    wanted = {**person, "status": Entry.Status.SUBSTITUTE}
    competitions.entries_add(competition=competition, people=[wanted], actor=actor)
    return competition.entries.get(player=competitions.player_named(wanted))


@locks.write
def seats_swap(
    *,
    table: Table,
    seats: tuple[str, str],
    from_deal: int,
    reason: str,
    actor: User | None,
    key: UUID | None = None,
    seen_seats: str | None = None,
) -> list[DealVersion]:
    """Give two seats' results to each other's people from a deal on; the deals themselves stay.

    A swap done twice is none, so the same key does it once, and is refused for another swap.
    `seen_seats` is that of `seat_hand_over`.
    """
    table, reason = locks.take_table(table, with_round=True), corrections.reason_given(reason)
    facts: dict[str, Any] = {
        "round": table.round.number,
        "table": table.number,
        "seats": list(seats),
        "from_deal": from_deal,
        "key": str(key) if key else None,
    }
    if _is_the_same(swap_of(table, key), facts, reason):
        return []
    check_seen(table, seen_seats)
    origin = ledger.Origin(actor=actor, reason=reason)
    versions = tables.current_versions(table)
    _check_swap(table, seats, from_deal, len(versions) + 1)
    facts["entries"] = _numbers_at(table, seats, from_deal)
    _exchange(table, seats, from_deal)
    later = [version for version in versions if version.number >= from_deal]
    written = [corrections.reseat(table, version, origin) for version in later]
    seated_anew(table.round)
    log(
        table.round.competition,
        "seats_swap",
        actor=actor,
        reason=reason,
        rounds_now=rounds_now([table.round]),
        **facts,
    )
    revise(table.round.competition)
    return written


def _numbers_at(table: Table, seats: Iterable[str], deal: int) -> list[int]:
    sitting = tables.sitters(table, deal)
    return [sitting[seat].entry.number for seat in seats]


def swap_of(table: Table, key: UUID | None) -> Action | None:
    """Find the swap done under a key; `seats_swap` asks again under the lock."""
    done = Action.objects.filter(competition=table.round.competition, verb="seats_swap")
    return done.filter(facts__key=str(key)).first() if key else None


def _is_the_same(done: Action | None, facts: Mapping[str, Any], reason: str) -> bool:
    """Tell whether this very swap is done; the key of another one is refused."""
    if done and ({name: done.facts.get(name) for name in facts}, done.reason) != (facts, reason):
        raise Refusal("key_reused", key=facts["key"])
    return done is not None


def _check_swap(table: Table, seats: tuple[str, str], from_deal: int, next_deal: int) -> None:
    if set(seats) - set(scoring.CHAIRS) or seats[0] == seats[1]:
        raise Refusal("seat_not_found")
    if not 1 <= from_deal <= next_deal:
        raise Refusal("deal_not_found", deal=from_deal, table=table.number)


def seated_anew(round: Round) -> None:
    """Let tablets look at the seating again."""
    rounds.give_up_seating(round)
    round.seating_version = rounds.next_seating_version(round.competition)
    round.save(update_fields=["seating_version"])


def _exchange(table: Table, seats: tuple[str, str], from_deal: int) -> None:
    """Swap who sits on two seats from a deal on, substitutes that come later included.

    Who is back where they sat before has taken over nothing.
    """
    rows = tables.seatings_of(table)
    breaks = sorted({from_deal} | {row.from_deal for row in rows if row.from_deal > from_deal})
    swapped = {at: tables.sitters_among(rows, at) for at in breaks}
    Seating.objects.filter(table=table, seat__in=seats, from_deal__gte=from_deal).delete()
    for seat, other in (seats, seats[::-1]):
        before = tables.sitters_among(rows, from_deal - 1).get(seat) if from_deal > 1 else None
        for at, sitting in swapped.items():
            now, last = sitting[other], before
            before = now
            if now != last:
                told = {"entry": now.entry, "stands_for": now.stands_for, "from_deal": at}
                Seating.objects.create(round=table.round, table=table, seat=seat, **told)
