"""Say what happened: one log line, a new revision where readers could see it, and the outbox."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournaments import live
from tournaments.models import Action, Competition, Device, Outbox


def log(
    competition: Competition | None,
    verb: str,
    *,
    actor: User | None = None,
    device: Device | None = None,
    reason: str = "",
    **facts: Any,
) -> Action:
    """Write a line of the log; facts are ids and numbers, and names where people need them."""
    return Action.objects.create(
        competition=competition, verb=verb, actor=actor, device=device, reason=reason, facts=facts
    )


def revise(competition: Competition) -> int:
    """Count a change that readers can see, promise the snapshot, tell the streams after commit.

    Locks the competition's row: call it last in the transaction (order of locks: round, table,
    competition).
    """
    locked = Competition.objects.select_for_update().get(pk=competition.pk)
    locked.revision += 1
    locked.save(update_fields=["revision"])
    competition.revision = locked.revision
    if locked.published:
        Outbox.objects.create(
            competition=locked, topic=Outbox.Topic.SNAPSHOT, payload={"revision": locked.revision}
        )
    tell(locked)
    return locked.revision


def tell(competition: Competition) -> None:
    """Wake readers and the outbox once the transaction is safe; both are hints, never truth."""
    from tournaments.tasks import wake_outbox  # imported late: tasks call services

    transaction.on_commit(lambda: live.publish(competition.pk, competition.revision))
    transaction.on_commit(wake_outbox)
