"""Keep what the site is told of itself: that its worker and beat go on, and how its ledgers were found.

Where one process does everything there is neither; its thread is asked itself (`works_itself`).
"""

import time
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments.live import waking
from tournaments.models import SiteNote

Name = SiteNote.Name
NOT_BEFORE = 20.0  # seconds: a busy worker is heard of after every deal

_heard = {"at": -NOT_BEFORE}


def note(name: str, told: dict[str, Any] | None = None, at: datetime | None = None) -> None:
    """Keep a note in place of the one before it."""
    SiteNote.objects.update_or_create(name=name, defaults={"at": at or timezone.now(), "told": told or {}})


def notes() -> dict[str, SiteNote]:
    """Read what is noted, by name."""
    return {one.name: one for one in SiteNote.objects.all()}


def worker_heard() -> None:
    """Note that a worker works, now and then; embedded there is none."""
    now = time.monotonic()
    if not settings.CELERY_TASK_ALWAYS_EAGER and now - _heard["at"] >= NOT_BEFORE:
        _heard["at"] = now
        note(Name.WORKER)


def beat_heard() -> None:
    """Note that beat asked for this."""
    note(Name.BEAT)


def works_itself() -> bool | None:
    """Tell whether the process that does everything looks after the work, too; None where workers do."""
    return waking.is_sweeping() if settings.CELERY_TASK_ALWAYS_EAGER else None
