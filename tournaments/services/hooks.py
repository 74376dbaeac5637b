"""The addresses that a club has told of its events: made, changed, renewed, switched off and on, tried.

The secret is shown once, where it is made; what is sent is for `hook_calls`.
"""

import json
from collections.abc import Collection
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from players.models import Club
from tournaments.live import waking
from tournaments.models import Action, Delivery, Hook
from tournaments.publishing import calling
from tournaments.refusals import Refusal
from tournaments.services import locks
from tournaments.services.announce import log
from tournaments.services.boxes import box

PURPOSE = "sparrows hook"
MOST = 10  # of a club


def hook_make(
    *, club: Club, url: str, events: Collection[str], site: str, actor: User | None
) -> tuple[Hook, str]:
    """Have an address told of events; return it with its secret.

    Raises Refusal for an address that is unfit, unknown or not public, and for no events.
    """
    _check(url, events)
    secret = calling.new_secret()
    told: dict[str, Any] = {"url": url, "events": _in_order(events), "site": site, "secret": _boxed(secret)}
    return _kept(club, told, actor), secret


@locks.write
def _kept(club: Club, told: dict[str, Any], actor: User | None) -> Hook:
    locks.take_club(club)  # of two who make the last one the second is told so
    if club.hooks.count() >= MOST:
        raise Refusal("hooks_too_many", most=MOST)
    hook = Hook.objects.create(club=club, **told, **_from_now())
    log(None, "hook_make", actor=actor, club=club.pk, hook=hook.pk, events=hook.events)
    return hook


def hook_change(*, hook: Hook, url: str, events: Collection[str], actor: User | None) -> Hook:
    """Change the address or what it is told of; raises Refusal as `hook_make`."""
    _check(url, events)
    return _changed(hook, "hook_change", actor, url=url, events=_in_order(events))


def hook_switch(*, hook: Hook, on: bool, actor: User | None) -> Hook:
    """Switch a hook on or off; of what happened while it was off it is not told."""
    off = "" if on else Hook.Off.STAFF
    fresh = _from_now() if on and hook.off else {}
    return _changed(hook, "hook_on" if on else "hook_off", actor, off=off, **fresh)


def hook_renew(*, hook: Hook, actor: User | None) -> str:
    """Draw another secret, which signs all that is sent from now on; return it."""
    secret = calling.new_secret()
    _changed(hook, "hook_renew", actor, secret=_boxed(secret))
    return secret


@locks.write
def _changed(hook: Hook, verb: str, actor: User | None, **fields: Any) -> Hook:
    locks.take_club(hook.club)
    if not Hook.objects.filter(pk=hook.pk).update(**fields):
        raise Refusal("not_found")
    log(None, verb, actor=actor, club=hook.club_id, hook=hook.pk)
    hook.refresh_from_db()
    return hook


@locks.write
def hook_remove(*, hook: Hook, actor: User | None) -> None:
    """Forget a hook with all that was sent to it; twice is once."""
    locks.take_club(hook.club)
    if Hook.objects.filter(pk=hook.pk).delete()[0]:
        log(None, "hook_remove", actor=actor, club=hook.club_id, hook=hook.pk)


@locks.write
def hook_try(*, hook: Hook) -> Delivery:
    """Send a message that says nothing, to see whether it comes through."""
    locks.take_club(hook.club)
    _check_on(hook)
    told = {"type": Delivery.PING, "timestamp": timezone.now().isoformat(), "data": {"club": hook.club.name}}
    delivery = Delivery.objects.create(hook=hook, kind=Delivery.PING, key=new_key(), body=written(told))
    transaction.on_commit(waking.wake_hooks)
    return delivery


@locks.write
def delivery_resend(*, delivery: Delivery) -> Delivery:
    """Send a message again, under its own key: a receiver who has it knows it by that."""
    locks.take_club(delivery.hook.club)
    _check_on(delivery.hook)
    now = timezone.now()
    still = Delivery.objects.filter(pk=delivery.pk, busy_until__gt=now)
    if still.exists():
        raise Refusal("delivery_under_way")
    again = {"state": Delivery.State.WAITING, "tries": 0, "due_at": now, "busy_until": None}
    Delivery.objects.filter(pk=delivery.pk).update(**again)
    transaction.on_commit(waking.wake_hooks)
    delivery.refresh_from_db()
    return delivery


def _from_now() -> dict[str, int]:
    """Begin after the last line of the log."""
    last = Action.objects.aggregate(last=Max("pk"))["last"] or 0
    return {"begins_after": last, "seen": last}


def secret_of(hook: Hook) -> str:
    """Take the secret out of its box."""
    return box(PURPOSE).decrypt(hook.secret.encode()).decode()


def new_key() -> str:
    """Draw the key of a message."""
    return f"msg_{uuid4().hex}"


def written(told: dict[str, Any]) -> str:
    """Write a message; what is signed are these very bytes, at every try."""
    return json.dumps(told, ensure_ascii=False)


def _boxed(secret: str) -> str:
    return box(PURPOSE).encrypt(secret.encode()).decode()


def _check(url: str, events: Collection[str]) -> None:
    if not events or not {*events} <= {*Hook.Event.values}:
        raise Refusal("hook_events_missing")
    try:
        calling.target_of(url)
    except calling.NotCalled as refused:
        raise Refusal(refused.code) from refused


def _check_on(hook: Hook) -> None:
    if hook.off:
        raise Refusal("hook_is_off")


def _in_order(events: Collection[str]) -> list[str]:
    return [one for one in Hook.Event.values if one in events]
