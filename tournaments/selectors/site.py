"""How the site is, in figures: what waits, which tablets are silent, how much room there is."""

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, Max, Min, Q, QuerySet

from tournaments.models import Competition, Device, HeldSubmission, Outbox, RefereeCall, Round
from tournaments.selectors.board import is_silent


@dataclass(frozen=True, slots=True)
class Backlog:
    """Work beside the requests that is not done: how much, since when, and when any was done last."""

    waiting: int
    since: datetime | None
    last_done: datetime | None


def backlog() -> Backlog:
    """Read what the outbox holds."""
    undone = Q(done_at=None)
    waiting, since = Count("pk", filter=undone), Min("at", filter=undone)
    return Backlog(**Outbox.objects.aggregate(waiting=waiting, since=since, last_done=Max("done_at")))


def silent_tablets(competitions: QuerySet[Competition]) -> list[Device]:
    """List the tablets of running rounds of some competitions that have not been heard of for a while."""
    running = Round.objects.filter(state=Round.State.RUNNING, competition__in=competitions)
    paired = Device.objects.filter(competition__in=running.values("competition"), revoked_at=None)
    listed = paired.select_related("competition").order_by("competition", "table_number")
    return [device for device in listed if is_silent(device)]


def held_back() -> int:
    """Count the deals that were held back and that nobody has ruled on."""
    return HeldSubmission.objects.waiting().count()


def open_calls() -> int:
    """Count the calls for a referee in running rounds that nobody has answered."""
    running = RefereeCall.objects.filter(table__round__state=Round.State.RUNNING)
    return running.filter(answered_at=None).count()


def free_bytes() -> int:
    """Say how much room the disk of the database has; of the site's own files where that is elsewhere."""
    named = str(connection.settings_dict["NAME"])
    is_file = connection.vendor == "sqlite" and Path(named).exists()
    return shutil.disk_usage(Path(named).parent if is_file else _existing(settings.DATA_DIR)).free


def _existing(folder: Path) -> Path:
    return folder if folder.exists() else _existing(folder.parent)
