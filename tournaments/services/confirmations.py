"""Take people's word on recorded deals: confirmed or disputed, bound to the content that was seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects

from tournaments.deal import consent
from tournaments.models import Competition, Confirmation, DealVersion, Device, Table
from tournaments.refusals import Refusal
from tournaments.selectors import confirmed, tables
from tournaments.selectors.typed import typist
from tournaments.services import locks
from tournaments.services.announce import keep, log, revise, tell
from tournaments.services.corrections import find, reason_given
from tournaments.services.devices import answer_by_ruling, check_paired
from tournaments.wording import reasons

MOST_WORDS = 30  # of one seat on one version; then the word said last stands, and the referee decides


@dataclass(frozen=True, slots=True)
class Seen:
    """A recorded deal as somebody saw it."""

    table: Table
    number: int
    sha256: str


@locks.write
def word_say(
    *, table: Table, number: int, seat: str, word: str, sha256: str, device: Device | None = None
) -> DealVersion:
    """Note what a seat says of a deal; the same word twice is one word.

    Raises Refusal: `deal_not_found`, `version_changed` if the content is no longer what was seen,
    `seat_not_asked`, `deal_settled` after the staff have confirmed it, `too_many_words`, or
    `not_authenticated` for a tablet that was revoked.
    """
    table = locks.take_table(table)
    check_paired(device)
    return _say(Seen(table, number, sha256), seat, word, device)


@locks.write
def deals_confirm(
    *, table: Table, seat: str, seen: Sequence[tuple[int, str]], device: Device | None = None
) -> list[DealVersion]:
    """Note that a seat confirms several deals at once, each as it was seen: all of them, or none.

    Raises Refusal as `word_say` does, of the first deal that cannot be confirmed.
    """
    table = locks.take_table(table)
    check_paired(device)
    return [_say(Seen(table, *one), seat, consent.CONFIRM, device) for one in seen]


def _say(seen: Seen, seat: str, word: str, device: Device | None) -> DealVersion:
    version = _as_seen(seen.table, seen.number, seen.sha256)
    words = confirmed.words_on(version)
    if seat not in confirmed.people_at(version):
        raise Refusal("seat_not_asked", seat=seat)
    if consent.STAFF in words:
        raise Refusal("deal_settled", deal=seen.number)
    if words.get(seat) != word:
        _check_words(version, seat)
        _note(version, Confirmation(seat=seat, answer=word, device=device))
    return version


def _check_words(version: DealVersion, seat: str) -> None:
    """Stop a seat that says one thing and the other without end: no row of these is ever deleted."""
    if version.confirmations.filter(seat=seat).count() >= MOST_WORDS:
        raise Refusal("too_many_words", deal=version.number)


@locks.write
def deals_settle(*, seen: Sequence[Seen], reason: str, actor: User) -> None:
    """Confirm deals in the players' stead, disputed or not; for each it is as if all had confirmed."""
    reason = reason_given(reason)
    taken = locks.take_tables(one.table for one in seen)  # all at once: tablets submit at them meanwhile
    for one in seen:
        version = _as_seen(taken[one.table.pk], one.number, one.sha256)
        if consent.STAFF not in confirmed.words_on(version):
            word = Confirmation(seat=consent.STAFF, answer=consent.CONFIRM, actor=actor, reason=reason)
            _note(version, word)
            answer_by_ruling(version.table, one.number, actor)


@locks.write
def deal_check(*, seen: Seen, actor: User) -> Confirmation | None:
    """Confirm a deal that somebody else of the staff typed, as it was read beside the paper.

    Returns the staff's word that was there already, and stands; else nothing. Raises Refusal: `typed_by_you`,
    `typed_by_nobody` where no staff typed it, `check_disputed`, or `version_changed`. Whoever checks changes
    nothing.
    """
    version = _as_seen(locks.take_table(seen.table), seen.number, seen.sha256)
    before = version.confirmations.filter(seat=consent.STAFF).select_related("actor").last()
    if before is None:
        _insist_on_check(version, actor)
        told = {"actor": actor, "reason": reasons.CHECKED}
        _note(version, Confirmation(seat=consent.STAFF, answer=consent.CONFIRM, **told))
    return before


def _insist_on_check(version: DealVersion, actor: User) -> None:
    """Insist that somebody else of the staff typed what a version says, and that nobody disputes it."""
    versions = DealVersion.objects.filter(table=version.table, number=version.number)
    who = typist(list(versions.prefetch_related("confirmations").order_by("version")))
    if who is None:
        raise Refusal("typed_by_nobody", deal=version.number)
    if who == actor.pk:
        raise Refusal("typed_by_you", deal=version.number)
    if consent.DISPUTE in confirmed.words_of_seats(version).values():
        raise Refusal("check_disputed", deal=version.number)


def _as_seen(table: Table, number: int, sha256: str) -> DealVersion:
    """Find the version that counts at a table that is taken; raises Refusal if it is not the one seen."""
    version = find(tables.current_versions(table), number, table)
    if version.sha256 != sha256:
        raise Refusal("version_changed", deal=number, version=version.version)
    version.table = table
    prefetch_related_objects([version], "scores__entry")
    return version


def _note(version: DealVersion, word: Confirmation) -> None:
    """Write a word; readers are told of a new revision where it is official no longer, or disputed."""
    table, competition = version.table, version.table.round.competition
    policy = competition.confirmed_by
    before = confirmed.verdict_on(version, policy).state
    word.version, word.sha256 = version, version.sha256
    keep(word, competition)
    _log(competition, table, version, word)
    if confirmed.verdict_on(version, policy).state == before != consent.DISPUTED:
        tell(competition, table=table.number, device=word.device)
    else:
        revise(competition, table=table.number, device=word.device)


def _log(competition: Competition, table: Table, version: DealVersion, word: Confirmation) -> None:
    facts: dict[str, Any] = {
        "round": table.round.number,
        "table": table.number,
        "deal": version.number,
        "version": version.version,
    }
    verb = f"deal_{word.answer}" if word.seat else "deal_settled"
    seat = {"seat": word.seat} if word.seat else {}
    log(competition, verb, actor=word.actor, device=word.device, reason=word.reason, **facts, **seat)
    if word.answer == consent.CONFIRM and confirmed.is_said_at_once(version):
        log(competition, "deal_haste", device=word.device, **facts)
