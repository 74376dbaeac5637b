"""Tell hooks of what happened, from the log: each line once, each message until somebody takes it.

The log is written in the transaction of its cause, so nothing is told that did not happen, and nothing that
did is forgotten. Calls go side by side, one at a time for each hook: a dead receiver delays nobody else.
"""

import random
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urljoin

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Action, Competition, Delivery, Hook
from tournaments.publishing import calling
from tournaments.selectors.hooks import KINDS, is_to_be_told
from tournaments.services.hooks import new_key, secret_of, written

State = Delivery.State
RETRIES = (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)  # seconds, as the standard proposes
CHANCE = 0.1  # of the time, more or less: not all at once when a receiver is back
BUSY = timedelta(minutes=2)  # after which a worker that says nothing more has died
SLACK = 500  # lines: one that is committed late has a smaller number than others that were seen
LATE = timedelta(hours=1)
AT_ONCE = 8
LOCKED_AWAY = "The site's key has changed: make a new secret."
PLACE = ("round", "table", "deal")


class Sent(NamedTuple):
    """What became of one call: the answer, or why there was none."""

    answer: calling.Answer | None
    fault: str = ""


def run() -> float | None:
    """Write down what is to be told and send all that is due; return in how many seconds more is due."""
    for hook in Hook.objects.filter(off="").select_related("club"):
        look(hook)
    _send_all()
    left = Delivery.objects.filter(state=State.WAITING, hook__off="").order_by("due_at")
    due = left.values_list("due_at", flat=True).first()
    return max(1.0, (due - timezone.now()).total_seconds()) if due else None


# ------------------------------------------------------------------ what is to be told
@transaction.atomic
def look(hook: Hook) -> None:
    """Write a message for each line of the log that a hook is to be told of, once."""
    last = Action.objects.aggregate(last=Max("pk"))["last"] or 0
    if last <= hook.seen:
        return
    since = max(hook.begins_after, hook.seen - SLACK)
    lately = Q(pk__gt=hook.seen) | Q(at__gte=timezone.now() - LATE)  # what was told before is tidied away
    lines = Action.objects.filter(lately, pk__gt=since, competition__club=hook.club, verb__in=KINDS)
    told = set(hook.deliveries.filter(action__gt=since).values_list("action", "kind"))
    for line in lines.select_related("competition__club").order_by("pk"):
        for kind in KINDS[line.verb]:
            if kind in hook.events and (line.pk, kind) not in told:
                _write(hook, line, kind)
    Hook.objects.filter(pk=hook.pk).update(seen=last)


def _write(hook: Hook, line: Action, kind: str) -> None:
    told = {"type": kind, "timestamp": line.at.isoformat(), "data": _facts(hook, line)}
    state = State.WAITING if is_to_be_told(line, kind) else State.NOT_TOLD
    fresh = {"key": new_key(), "body": written(told), "state": state}
    Delivery.objects.get_or_create(hook=hook, action=line, kind=kind, defaults=fresh)


def _facts(hook: Hook, line: Action) -> dict[str, Any]:
    """Name the event and the place, and where the rest is to be read; people are in no message."""
    competition = line.competition
    assert competition is not None  # noqa: S101 - lines of no competition are not looked at
    place = {name: line.facts[name] for name in PLACE if name in line.facts}
    return {"event": _named(competition), **place, "links": _links(hook, competition)}


def _named(competition: Competition) -> dict[str, str]:
    return {"id": competition.slug, "name": competition.name, "club": competition.club.name}


def _links(hook: Hook, competition: Competition) -> dict[str, str]:
    pages = {"page": "public:competition", "standings": "public:standings", "file": "public:event-file"}
    return {name: urljoin(hook.site, reverse(page, args=[competition.slug])) for name, page in pages.items()}


# ------------------------------------------------------------------ sending
def _send_all() -> None:
    """Keep as many calls going as there are hooks with something due, each hook's one after the other."""
    going: dict[Future[Sent], Delivery] = {}
    with ThreadPoolExecutor(AT_ONCE, "hooks") as pool:
        while True:
            for delivery in _claimed(AT_ONCE - len(going), {one.hook_id for one in going.values()}):
                if (message := _message(delivery)) is None:
                    _note(delivery, Sent(None, LOCKED_AWAY))
                else:
                    going[pool.submit(_call, *message)] = delivery
            if not going:
                return
            for done in wait(going, return_when=FIRST_COMPLETED).done:
                _note(going.pop(done), done.result())


def _claimed(most: int, busy: set[int]) -> Iterator[Delivery]:
    """Take the first message that is due of each hook to which no call is going, here or elsewhere."""
    now = timezone.now()
    free = Q(busy_until=None) | Q(busy_until__lt=now)
    calling_now = Delivery.objects.filter(busy_until__gte=now).values("hook")
    due = Delivery.objects.filter(free, state=State.WAITING, due_at__lte=now, hook__off="")
    waiting = due.exclude(hook__in=busy).exclude(hook__in=calling_now).select_related("hook__club")
    hooks: set[int] = set()
    for delivery in waiting.order_by("due_at", "pk"):
        if len(hooks) < most and delivery.hook_id not in hooks:
            mine = Delivery.objects.filter(free, pk=delivery.pk, state=State.WAITING)
            if mine.update(busy_until=now + BUSY):
                hooks.add(delivery.hook_id)
                yield delivery


def _message(delivery: Delivery) -> tuple[str, str, str, bytes] | None:
    """Give what a call needs; None where the secret lies under a key that the site has no more."""
    try:
        secret = secret_of(delivery.hook)
    except InvalidToken:
        return None
    return delivery.hook.url, secret, delivery.key, delivery.body.encode()


def _call(url: str, secret: str, key: str, body: bytes) -> Sent:
    """Check the address anew and call it; in a thread that knows no database."""
    try:
        target = calling.target_of(url)
        return Sent(calling.post(target, body, calling.headers_of(secret, key, body)))
    except calling.NotCalled as refused:
        return Sent(None, refused.code)
    except OSError as error:
        return Sent(None, f"{type(error).__name__}: {error}")


@transaction.atomic
def _note(delivery: Delivery, sent: Sent) -> None:
    """Note what became of a call, and when the next try is, if any."""
    now, answer = timezone.now(), sent.answer
    tries = delivery.tries + 1
    told: dict[str, Any] = {"tries": tries, "tried_at": now, "busy_until": None}
    told["status"] = answer.status if answer else None
    told["answer"] = _plain(answer.text if answer else sent.fault)
    if answer and answer.is_taken:
        told["state"] = State.DELIVERED
    elif (answer and answer.is_gone) or tries > len(RETRIES):
        told["state"] = State.FAILED
    else:
        told["due_at"] = _next(now, tries)
    Delivery.objects.filter(pk=delivery.pk).update(**told)
    if answer and answer.is_gone:
        Hook.objects.filter(pk=delivery.hook_id, off="").update(off=Hook.Off.GONE)


def _next(now: datetime, tries: int) -> datetime:
    seconds = RETRIES[tries - 1] * random.uniform(1 - CHANCE, 1 + CHANCE)
    return now + timedelta(seconds=seconds)


def _plain(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)[:300]
