"""Say what happened: one log line, a new revision where readers could see it, and the outbox."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.live import ready, stream, waking
from tournaments.models import Action, Competition, Device, Outbox
from tournaments.models.rows import insert, update
from tournaments.models.seals import Sealed
from tournaments.services import locks, sealing


def log(
    competition: Competition | None,
    verb: str,
    *,
    actor: User | None = None,
    device: Device | None = None,
    reason: str = "",
    **facts: Any,
) -> None:
    """Write a line of the log; facts are ids and numbers: a person's name could never be erased there.

    What belongs to no competition is in no chain.
    """
    line = Action(competition=competition, verb=verb, actor=actor, device=device, reason=reason, facts=facts)
    if competition is None:
        line.save(force_insert=True)
    else:
        keep(line, competition)


def keep(row: Sealed, competition: Competition) -> None:
    """Write a new row of the ledger and tie it to the chain, under the competition's lock."""
    locks.take_competition(competition)
    sealing.tie(row, competition)
    row.save(force_insert=True)
    update(competition, *sealing.COUNTERS)


def revise(competition: Competition) -> int:
    """Count a change that readers can see and promise to show it; call it last in the transaction."""
    locks.take_competition(competition)
    competition.revision += 1
    competition.chain_head = competition.chain_end
    update(competition, "revision", "chain_head")
    promise(competition)
    return competition.revision


def promise(competition: Competition) -> None:
    """Promise the snapshot of a revision that is counted already, and tell the streams after commit."""
    if competition.published:
        insert(
            Outbox(
                competition=competition,
                topic=Outbox.Topic.SNAPSHOT,
                payload={"revision": competition.revision},
            )
        )
    tell(competition)


def tell(competition: Competition) -> None:
    """Wake readers and the outbox once the transaction is safe; both are hints, never truth."""
    transaction.on_commit(lambda: stream.publish(competition.pk, competition.revision))
    if not competition.published:
        transaction.on_commit(lambda: ready.withdraw(competition.pk))
    transaction.on_commit(waking.wake_outbox)
