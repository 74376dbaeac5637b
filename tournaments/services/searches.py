"""Longer searches for a seating, beside the requests: one seed after the other, a few seconds at a time.

Each seed is drawn as everybody draws it, so that the seed found reproduces the plan by itself. Nothing is
held meanwhile: letters and files have their turn between two shares, and whoever stops it is heard after each
seed.
"""

import time
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments import seating
from tournaments.live import waking
from tournaments.models import Competition, Draw, KeptDraft, Outbox, Search
from tournaments.refusals import Refusal
from tournaments.selectors.drafts import HOUSE
from tournaments.services import aside, draws, locks
from tournaments.services.announce import log

SHARE_SECONDS = 5.0
BUSY = timedelta(minutes=2)  # after which a worker that says nothing more has died


def search_start(
    *,
    competition: Competition,
    seconds: int,
    actor: User | None,
    rounds: int = 1,
    standings: bool = False,
    seed: int | None = None,
    wishes: draws.Wishes = draws.NO_WISHES,
) -> Search:
    """Promise a longer search for the rounds to come, or for a round by the standings.

    What it finds is kept beside the drafts. Raises Refusal as a draw does, and `search_runs`.
    """
    if standings:
        ground = draws.ranked_ground_of(competition, wishes)
    else:
        ground = draws.ground_of(competition, rounds, wishes)
    lot = competition.seed if seed is None else seed
    draws.planned(ground.basis, lot)  # what cannot be kept is refused now, not in a minute
    return _promised(competition, ground.basis, lot, seconds, actor)


@locks.write
def _promised(
    competition: Competition, basis: seating.Basis, seed: int, seconds: int, actor: User | None
) -> Search:
    locks.take_competition(competition)  # of two who start one at once the second is told so
    if competition.searches.filter(ended_at=None).exists():
        raise Refusal("search_runs")
    row = Outbox.objects.create(competition=competition, topic=Outbox.Topic.SEARCH)
    asked: dict[str, Any] = {"basis": basis.to_json(), "seed": seed, "seconds": seconds}
    search = Search.objects.create(competition=competition, outbox=row, **asked)
    log(competition, "search_start", actor=actor, seed=seed, seconds=seconds)
    transaction.on_commit(waking.wake_outbox)
    return search


@locks.write
def search_stop(*, competition: Competition, actor: User | None) -> None:
    """Stop a search: the best so far is kept as soon as the seed under way is drawn."""
    locks.take_competition(competition)
    if not competition.searches.filter(ended_at=None, stopped=False).update(stopped=True):
        raise Refusal("search_over")
    log(competition, "search_stop", actor=actor)
    transaction.on_commit(waking.wake_outbox)


def go_on() -> bool:
    """Give a search that nobody works on a few seconds; say whether there is more to do."""
    now = timezone.now()
    waiting = Search.objects.filter(Q(busy_until=None) | Q(busy_until__lt=now), ended_at=None)
    for key in waiting.order_by("pk").values_list("pk", flat=True):
        if waiting.filter(pk=key).update(busy_until=now + BUSY):
            _share(key)
            return Search.objects.filter(ended_at=None).exists()
    return False


def _share(key: int) -> None:
    """Work on a search for a while, then let others have it; one that fails is over."""
    until = time.monotonic() + SHARE_SECONDS
    try:
        over = _is_over(key)
        while not over:
            _try_next(key)
            over = _is_over(key)
            if time.monotonic() >= until:
                break
    except Exception:
        _end(key)
        raise
    if over:
        _end(key)
    else:
        Search.objects.filter(pk=key).update(busy_until=None)


def _is_over(key: int) -> bool:
    search = Search.objects.get(pk=key)
    perfect = search.worth is not None and seating.is_perfect(search.worth)
    return search.stopped or search.spent >= search.seconds or perfect


def _try_next(key: int) -> None:
    """Draw with the next seed, and keep in mind the best."""
    search, began = Search.objects.get(pk=key), time.monotonic()
    basis, seed = seating.basis_of(search.basis), search.seed + search.tried
    worth = seating.worth(basis.figures_of(basis.drawn(seed)))
    spent = search.spent + time.monotonic() - began
    found: dict[str, Any] = {"tried": search.tried + 1, "spent": spent, "busy_until": timezone.now() + BUSY}
    if search.worth is None or worth < search.worth:
        found |= {"best": seed, "worth": worth}
    Search.objects.filter(pk=key).update(**found)


@transaction.atomic
def _end(key: int) -> None:
    """Keep the best that was found beside the drafts, and be done; twice is once."""
    search = Search.objects.select_related("competition").get(pk=key)
    locks.take_competition(search.competition, in_archive=True)
    if not Search.objects.filter(pk=key, ended_at=None).update(ended_at=timezone.now(), busy_until=None):
        return
    if search.best is not None:
        _keep(search, search.best)
    Outbox.objects.filter(pk=search.outbox_id).update(done_at=timezone.now())


def _keep(search: Search, seed: int) -> None:
    basis = seating.basis_of(search.basis)
    made = basis.drawn(seed)
    told = {"seed": seed, "version": made.version, "basis": search.basis}
    draw = Draw.objects.create(competition=search.competition, **told)
    rounds = [
        {"nth": nth, "by_hand": False, "tables": [_named(table, made.ghosts) for table in tables]}
        for nth, tables in enumerate(made.rounds)
    ]
    aside.keep(search.competition, draw, rounds, KeptDraft.Origin.SEARCH, basis.played)


def _named(table: seating.Table, ghosts: frozenset[int]) -> list[int]:
    return [HOUSE if one in ghosts else one for one in table]
