"""Servers with a bug planted in them: what the proof must find. `PLANTED` names the bug.

Run as `uvicorn --factory tests.faults.planted:asgi` or `gunicorn 'tests.faults.planted:wsgi()'`.
"""

import os
import threading
import time
from dataclasses import replace
from types import ModuleType
from typing import Any

HESITATION = 0.05  # what a busy server takes between looking and acting


def asgi() -> Any:
    """Serve embedded, with threads enough for a race: alone in its line no deal can meet another."""
    from config import handler

    handler.THREADS["deals"] = 4
    from config.asgi import application  # imported late: it sets Django up and claims the database

    PLANTED[os.environ["PLANTED"]]()
    return application


def wsgi() -> Any:
    """Serve as in production."""
    from config.wsgi import application

    PLANTED[os.environ["PLANTED"]]()
    return application


def plant(module: ModuleType, name: str, bug: Any) -> None:
    """Put a bug where the program looks; a name that is gone would plant nothing, and say nothing."""
    if not hasattr(module, name):
        raise LookupError(f"{module.__name__}.{name}: nothing is there to plant a bug in.")
    setattr(module, name, bug)


def key_outside_the_transaction() -> None:
    """Look the key up before the transaction begins: of two deliveries at once neither finds it."""
    from tournaments.api.table import views as api
    from tournaments.services import deals

    submit, look, seen = deals.deal_submit, deals.glance, threading.local()

    def submitting(*, table: Any, submission: Any, device: Any = None) -> Any:
        seen.before = look(table, submission.key, device)
        time.sleep(HESITATION)
        return submit(table=table, submission=submission, device=device)

    def glancing(*asked: Any) -> Any:
        return replace(look(*asked), version=seen.before.version, held=seen.before.held)

    plant(api, "deal_submit", submitting)
    plant(deals, "glance", glancing)


def check_then_act() -> None:
    """Lock only to write: of two deliveries at once both find the deal missing and record it."""
    from tournaments.services import deals, locks

    reckon_at = deals.reckon_at

    def slowly(table: Any, *asked: Any) -> Any:
        reckoned = reckon_at(table, *asked)
        time.sleep(HESITATION)
        locks.take_competition(table.round.competition)
        return reckoned

    plant(locks, "wait_for_table", lambda table: None)
    plant(deals, "reckon_at", slowly)


def answer_before_the_commit() -> None:
    """Tell the tablet of some deals that they are recorded, and then record nothing."""
    from django.db import transaction

    from tournaments.api.table import views as api
    from tournaments.services import deals

    submit = deals.deal_submit

    def submitting(*, table: Any, submission: Any, device: Any = None) -> Any:
        with transaction.atomic():
            receipt = submit(table=table, submission=submission, device=device)
            transaction.set_rollback(submission.deal % 3 == 0)
            return receipt

    plant(api, "deal_submit", submitting)


def always_a_draw() -> None:
    """Record every mah-jong as a draw."""
    from tournaments.services import deals

    declaration_in = deals.declaration_in

    def altering(body: Any) -> Any:
        nobody = {"outcome": "draw", "winners": [], "discarder": None, "win_source": None, "hands": {}}
        return declaration_in(body) | nobody

    plant(deals, "declaration_in", altering)


PLANTED = {
    each.__name__: each
    for each in (key_outside_the_transaction, check_then_act, answer_before_the_commit, always_a_draw)
}
