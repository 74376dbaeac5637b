"""Pair tablets with tables, and let go of them."""

import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from tournaments.live.callers import network_of
from tournaments.models import Competition, Device, PairingCode, RefereeCall, Table, Throttle
from tournaments.models.devices import digest
from tournaments.refusals import Refusal
from tournaments.selectors import confirmed
from tournaments.services import locks, sealing
from tournaments.services.announce import log, revise, tell
from tournaments.wording import calls

SHORT_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"  # 20 letters without vowels: 8 of them are about 34 bits
SHORT_LENGTH = 8
NAME_LENGTH = 3  # of a typed code: they say which one is meant, the other five are its secret
SCANNED = re.compile(r"[\w-]{32}", re.ASCII)  # 192 bits: nobody guesses them
LIFETIME = timedelta(minutes=10)
BURST = 5  # wrong typed codes that are looked at at once, of one address and for one code
EACH_OF_ADDRESS = timedelta(minutes=3)  # and then one in so long a time
EACH_OF_CODE = timedelta(minutes=1)
FORMS_AT_ONCE = 20  # registrations from one address: a club may share it
EACH_OF_FORMS = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class IssuedCode:
    """A fresh code in the clear; only its hashes are stored."""

    long: str
    short: str
    expires_at: Any


@dataclass(frozen=True, slots=True)
class Paired:
    """A paired tablet and the token it must keep; only the token's hash is stored."""

    device: Device
    token: str


@locks.write
def pairing_code_issue(
    *, competition: Competition, table_number: int, actor: User, takes_over: bool = False
) -> IssuedCode:
    """Make a single-use code for a table's tablet, good for ten minutes.

    A code that `takes_over` lets go of the tablet that the table has; no other code does.
    """
    locks.take_competition(competition)
    long, short = (
        secrets.token_urlsafe(24),
        "".join(secrets.choice(SHORT_ALPHABET) for _ in range(SHORT_LENGTH)),
    )
    code = PairingCode.objects.create(
        competition=competition,
        table_number=table_number,
        long_hash=digest(long),
        short_name=short[:NAME_LENGTH],
        short_hash=digest(short),
        created_by=actor,
        expires_at=timezone.now() + LIFETIME,
        takes_over=takes_over,
    )
    log(competition, "take_over_code" if takes_over else "pairing_code", actor=actor, table=table_number)
    return IssuedCode(long, short, code.expires_at)


def device_pair(*, code: str, address: str, label: str = "") -> Paired:
    """Exchange a code, scanned or typed, for a token.

    Raises Refusal: `code_wrong`, `too_many_codes`, or `table_taken` for a good code, which stays good.
    """
    found = _scanned(code) if SCANNED.fullmatch(code) else _typed(code, address)
    if found is None:
        raise Refusal("code_wrong")
    try:
        paired = _exchange(found, label)
    except IntegrityError as race:  # another tablet was paired with the table between our look and our insert
        raise Refusal("table_taken") from race
    if paired is None:
        raise Refusal("table_taken")
    return paired


@locks.write
def _exchange(found: PairingCode, label: str) -> Paired | None:
    """Take the code and pair the tablet; None, and nothing is taken, where the table has a tablet already."""
    locks.take_competition(found.competition)  # as for `device_revoke`: this may let go of the tablet before
    if not found.takes_over and _tablets_there(found).exists():
        return None
    now = timezone.now()
    # The update is the lock: of two tablets with one code only one sees it unused.
    if not PairingCode.objects.filter(pk=found.pk, used_at__isnull=True).update(used_at=now):
        raise Refusal("code_wrong")
    _tablets_there(found).update(revoked_at=sealing.moment(found.competition))
    token = secrets.token_urlsafe(32)
    device = Device.objects.create(
        competition=found.competition,
        table_number=found.table_number,
        token_hash=digest(token),
        label=label[:80],
        last_seen=now,
    )
    log(found.competition, "tablet_paired", device=device, table=found.table_number)
    tell(found.competition)
    return Paired(device, token)


def _fresh() -> QuerySet[PairingCode]:
    return PairingCode.objects.filter(used_at__isnull=True, expires_at__gt=timezone.now())


def _scanned(code: str) -> PairingCode | None:
    """Find a scanned code; whoever else was wrong here, it is never counted and never refused."""
    return _fresh().filter(long_hash=digest(code)).first()


def _typed(code: str, address: str) -> PairingCode | None:
    """Find a typed code among those of its name.

    A wrong one counts against the code of that name, however many addresses guess at it, and against the
    address it came from. A right one passes there all the same: a whole hall may share an address.
    """
    typed = "".join(letter for letter in code.upper() if letter in SHORT_ALPHABET)
    if len(typed) != SHORT_LENGTH:
        return None  # no code looks like that
    for meant in _fresh().filter(short_name=typed[:NAME_LENGTH]):
        tried = PairingCode.objects.filter(pk=meant.pk)
        _try(tried, EACH_OF_CODE)
        if secrets.compare_digest(meant.short_hash, digest(typed)):
            tried.update(tried_until=F("tried_until") - EACH_OF_CODE)
            return meant
    _try(_counting(network_of(address)), EACH_OF_ADDRESS)
    return None


def slow_down(address: str) -> None:
    """Count a public form from an address; raises Refusal (`too_many_forms`) for too many at once."""
    _try(_counting(f"form {network_of(address)}"), EACH_OF_FORMS, FORMS_AT_ONCE, "too_many_forms")


def _counting(name: str) -> QuerySet[Throttle]:
    """Find the row that counts for a name, made where there is none."""
    Throttle.objects.bulk_create([Throttle(name=name)], ignore_conflicts=True)
    return Throttle.objects.filter(name=name)


def _try(rows: QuerySet[Any], each: timedelta, burst: int = BURST, code: str = "too_many_codes") -> None:
    """Count a try before it is looked at, so that parallel guesses cannot all be looked at uncounted.

    Each try moves the row's time on by `each`, from now at the earliest; a time too far ahead takes none.
    """
    now = timezone.now()
    taking = rows.filter(tried_until__lte=now + (burst - 1) * each)
    if not taking.update(tried_until=Greatest(F("tried_until"), Value(now)) + each):
        raise Refusal(code, seconds=int(each.total_seconds()))


def _tablets_there(code: PairingCode) -> QuerySet[Device]:
    """Find the tablet that the code's table has: one table has one writer."""
    return Device.objects.filter(
        competition=code.competition, table_number=code.table_number, revoked_at__isnull=True
    )


@locks.write
def device_revoke(*, device: Device, actor: User) -> None:
    """Let go of a tablet; its next request is refused.

    The time is taken when the competition is: a deal on its way is recorded before, or not at all.
    """
    locks.take_competition(device.competition)
    paired = Device.objects.filter(pk=device.pk, revoked_at__isnull=True)
    if not paired.update(revoked_at=sealing.moment(device.competition)):  # somebody else has let go of it
        return
    log(device.competition, "tablet_revoked", actor=actor, device=device, table=device.table_number)
    tell(device.competition)


def heartbeat(*, device: Device, facts: dict[str, Any]) -> None:
    """Note what a tablet says of itself: unsent deals, battery, version, storage."""
    Device.objects.filter(pk=device.pk).update(
        last_seen=timezone.now(),
        unsent=facts.get("unsent"),
        battery=facts.get("battery"),
        app_version=str(facts.get("version") or "")[:20],
        persisted=facts.get("persisted"),
    )


def check_paired(device: Device | None) -> None:
    """Look at a tablet again under the lock: it may have been revoked while the request waited."""
    if device and not Device.objects.filter(pk=device.pk, revoked_at__isnull=True).exists():
        raise Refusal("not_authenticated")


@locks.write
def referee_call(
    *, table: Table, device: Device | None, reason: str, actor: User | None = None
) -> RefereeCall:
    """Call the referee to a table; a call that still waits is not made twice; raises Refusal."""
    table = locks.take_table(table)  # of ten who call at once nine find the call that waits
    check_paired(device)
    waiting = RefereeCall.objects.filter(table=table, answered_at__isnull=True).first()
    if waiting:
        return waiting
    call = RefereeCall.objects.create(table=table, device=device, reason=reason[:200])
    where: dict[str, Any] = {"round": table.round.number, "table": table.number}
    told: dict[str, Any] = {"device": device, "actor": actor, "reason": reason[:200]}
    log(table.round.competition, "referee_called", **told, **where)
    _tell_call(call.reason, table, device)
    return call


@locks.write
def referee_call_take_back(*, table: Table, device: Device | None) -> None:
    """Take a table's call back while nobody has answered it; two who take it back are one."""
    table = locks.take_table(table)
    check_paired(device)
    call = RefereeCall.objects.filter(table=table, answered_at__isnull=True).first()
    if call is None:
        return
    RefereeCall.objects.filter(pk=call.pk).update(answered_at=timezone.now())  # by nobody: it is taken back
    where: dict[str, Any] = {"round": table.round.number, "table": table.number}
    log(table.round.competition, "referee_call_taken_back", device=device, **where)
    _tell_call(call.reason, table, device)


def _tell_call(reason: str, table: Table, device: Device | None) -> None:
    """Tell of a call, readers too where its deal is under review by it."""
    spread = revise if calls.disputed_in(reason) else tell
    spread(table.round.competition, table=table.number, device=device)


@locks.write
def referee_answer(*, call: RefereeCall, actor: User) -> bool:
    """Note that the referee came; two who answer at once are one. False: the table took its call back."""
    locks.take_table(call.table)
    waiting = RefereeCall.objects.filter(pk=call.pk, answered_at__isnull=True)
    if not waiting.update(answered_at=timezone.now(), answered_by=actor):
        return not RefereeCall.objects.filter(pk=call.pk, answered_by__isnull=True).exists()
    _tell_answered(call.table, actor)
    return True


def answer_by_ruling(table: Table, deal: int, actor: User | None) -> None:
    """Answer the call that a table made for the dispute of a deal on which somebody has just ruled.

    It still waits where another deal of the table is disputed. The caller holds the table's lock.
    """
    waiting = RefereeCall.objects.filter(table=table, answered_at__isnull=True)
    about = [call.pk for call in waiting if calls.is_of_dispute(call.reason, deal)]
    if actor is None or not about or _is_disputed(table):
        return
    waiting.filter(pk__in=about).update(answered_at=timezone.now(), answered_by=actor)
    _tell_answered(table, actor)


def _is_disputed(table: Table) -> bool:
    waiting = confirmed.open_at([table.round], table.round.competition.confirmed_by)
    return any(one.disputed for one in waiting if one.table_id == table.pk)


def _tell_answered(table: Table, actor: User) -> None:
    competition = table.round.competition
    log(competition, "referee_answered", actor=actor, round=table.round.number, table=table.number)
    revise(competition, table=table.number)  # so that the tablet looks again
