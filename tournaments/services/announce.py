"""Say what happened: one log line, and a new revision where readers could see it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.live import ready, stream, waking
from tournaments.models import Action, Competition, Confirmation, Device, Penalty
from tournaments.models.rows import update
from tournaments.models.seals import Sealed
from tournaments.services import locks, sealing

LAST = {Confirmation: "last_word", Penalty: "last_penalty"}  # so that standings need not look for new ones
ROUND_OVER = "round_close"  # what a backup follows

# Other sites want to hear of these at once, of the rest at the next look (`hook_calls`).
TOLD_TO_OTHERS = frozenset(
    {"publish", "round_publish", "round_close", "results_publish", "results_sign", "tournament_count"}
)

_taken_back = ContextVar[int | None]("taken_back", default=None)


@contextmanager
def taking_back(line: Action) -> Iterator[None]:
    """Have every line that is written meanwhile say that it takes this one back (`undoes`)."""
    before = _taken_back.set(line.pk)
    try:
        yield
    finally:
        _taken_back.reset(before)


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
    if undoes := _taken_back.get():
        facts["undoes"] = undoes
    line = Action(competition=competition, verb=verb, actor=actor, device=device, reason=reason, facts=facts)
    if competition is None:
        line.save(force_insert=True)
    else:
        keep(line, competition)
        if verb in TOLD_TO_OTHERS:
            transaction.on_commit(waking.wake_hooks)
        if verb == ROUND_OVER:
            transaction.on_commit(waking.wake_backup, robust=True)


def keep(row: Sealed, competition: Competition) -> None:
    """Write a new row of the ledger and tie it to the chain, under the competition's lock."""
    locks.take_competition(competition, in_archive=True)  # it, too, keeps what tablets send
    sealing.tie(row, competition)
    row.save(force_insert=True)
    last = LAST.get(type(row))
    if last:
        setattr(competition, last, row.pk)
    update(competition, *sealing.COUNTERS, *filter(None, [last]))


def revise(competition: Competition, *, table: int | None = None, device: Device | None = None) -> int:
    """Count a change that readers can see, and tell them as `tell` does; call it last in the transaction."""
    locks.take_competition(competition, in_archive=True)  # whoever writes has asked about that
    competition.revision += 1
    competition.chain_head = competition.chain_end
    update(competition, "revision", "chain_head")
    tell(competition, table=table, device=device)
    return competition.revision


def revise_with_event(competition: Competition) -> None:
    """Count a change that shows on the pages of the event too that a competition is a part of."""
    revise(competition)
    if competition.part_of is not None:
        revise(competition.part_of)


def tell(competition: Competition, *, table: int | None = None, device: Device | None = None) -> None:
    """Wake readers once the transaction is safe: a hint, never truth.

    Tablets all hear of it, unless the change is of one table (its number); the device whose request it was
    does not, because the answer tells it.
    """
    asking = device.pk if device else None
    transaction.on_commit(lambda: stream.publish(competition.pk, competition.revision, table, asking))
    if competition.is_final:
        transaction.on_commit(lambda: _tell_events(competition))
    if not competition.published:
        transaction.on_commit(lambda: ready.withdraw(competition.pk))


def _tell_events(final: Competition) -> None:
    """Wake the readers of the events that a final decides places of: their pages say who won it."""
    above = Competition.objects.filter(parts=final).values_list("pk", "part_of")
    for key in (key for keys in above for key in keys if key):
        stream.publish_beside(key)
