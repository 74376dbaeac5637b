"""Delete what has no more use, each kind after the age that the settings give it.

Nothing here belongs to the ledger. Each kind is one transaction of its own; what is done twice, or by two
processes at once, deletes nothing more.
"""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.models import (
    Delivery,
    Draw,
    Export,
    Invitation,
    KeptDraft,
    Opening,
    Outbox,
    PairingCode,
    Registration,
    Search,
    Throttle,
)
from tournaments.services import letters


def tidy(now: datetime | None = None) -> None:
    """Delete all that is old enough.

    A kind that fails does not stop the others; their errors are raised together at the end.
    """
    failed: list[Exception] = []
    for each in KINDS:
        try:
            with transaction.atomic():
                each(now or timezone.now())
        except Exception as error:  # noqa: BLE001 - raised below, when the other kinds have had their turn
            failed.append(error)
    if failed:
        raise ExceptionGroup("tidying failed", failed)


def exports(now: datetime) -> None:
    """Delete written exports, the file with its row: the log goes on saying that they were asked for."""
    Export.objects.filter(outbox__done_at__lt=now - settings.KEEP_EXPORTS).delete()


def outbox_rows(now: datetime) -> None:
    """Delete what is done, except where an export or a letter that is kept still names it."""
    done = Outbox.objects.filter(done_at__lt=now - settings.KEEP_OUTBOX)
    done.filter(export=None, letter=None, search=None).delete()


def deliveries(now: datetime) -> None:
    """Delete what hooks were told, but what is still to be sent."""
    past = Delivery.objects.filter(at__lt=now - settings.KEEP_DELIVERIES)
    past.exclude(state=Delivery.State.WAITING).delete()


def drafts(now: datetime) -> None:
    """Delete drafts that were put aside, and searches; what a round was drawn from stays with the round."""
    past = now - settings.KEEP_DRAFTS
    KeptDraft.objects.filter(at__lt=past).delete()
    Search.objects.filter(ended_at__lt=past).delete()
    Draw.objects.filter(at__lt=past, rounds=None, kept_drafts=None).delete()


def pairing_codes(now: datetime) -> None:
    """Delete codes that nobody can use any more."""
    PairingCode.objects.filter(expires_at__lt=now - settings.KEEP_CODES).delete()


def pairing_attempts(now: datetime) -> None:
    """Delete counts of wrong codes that slow nobody down any more.

    Not at the moment they end: a guess makes its row and counts in it in two statements.
    """
    Throttle.objects.filter(tried_until__lt=now - settings.KEEP_CODES).delete()


def invitations(now: datetime) -> None:
    """Delete invitations that are over, with the e-mail addresses they went to; the log keeps who came in."""
    Invitation.objects.filter(expires_at__lt=now - settings.KEEP_INVITATIONS).delete()


def registrations(now: datetime) -> None:
    """Delete what people told when they registered, long after registration closed; entries stay."""
    closed = Opening.objects.filter(closes_at__lt=now - settings.KEEP_REGISTRATIONS)
    letters.forget(Registration.objects.filter(competition__opening__in=closed))


def sessions(now: datetime) -> None:
    """Delete expired sessions, as Django's `clearsessions` does."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def logins(now: datetime) -> None:
    """Delete what is known of old log-ins and failed ones; never a lock that still holds."""
    until = now - max(settings.KEEP_LOGINS, settings.AXES_COOLOFF_TIME)
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(attempt_time__lt=until).delete()


KINDS: tuple[Callable[[datetime], None], ...] = (
    exports,
    registrations,
    drafts,
    deliveries,
    outbox_rows,  # after the exports, letters and searches that name them
    pairing_codes,
    pairing_attempts,
    invitations,
    sessions,
    logins,
)
