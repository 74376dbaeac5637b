"""Time the board at several depths of the call stack, with room made for a request's calls beside without.

CPython maps its stack in small pieces: without room, what a page takes depends on where the edges of
the pieces happen to lie among its calls, which every program around it moves.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import override_settings

from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_board import hall
from tests.conftest import signed_in
from tests.organiser.conftest import at

DEPTHS, RUNS = range(0, 40, 3), 4
ROOM = "config.middleware.room_for_calls"
UNEVEN = 1.25  # the worst depth may take so many times what the best does


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_a_page_takes_as_long_at_every_depth() -> None:
    """Print the best and the worst depth of both, in milliseconds of this processor."""
    competition, user = hall(8), get_user_model().objects.create_superuser("olive")
    without = [one for one in settings.MIDDLEWARE if one != ROOM]
    print()
    missed = []
    for kind, middleware in (("without", without), ("with", settings.MIDDLEWARE)):
        with override_settings(MIDDLEWARE=middleware):
            client = signed_in(user)
            for name in ("board", "board-fragment"):
                best, worst = extremes(lambda: client.get(at(name, competition)))  # noqa: B023
                print(f"{name}, {kind} room: {best:.0f} to {worst:.0f} ms, {worst / best:.2f} times")
                missed += [f"{name} {worst / best:.2f}"] if kind == "with" and worst > UNEVEN * best else []
    print(verdict(missed))


def extremes(work: Callable[[], Any]) -> tuple[float, float]:
    """Give the best of some runs at the best and at the worst depth; the first run fills what is kept.

    A machine's busy moment lasts longer than some runs: each depth has its runs twice, at different times.
    """
    work()
    rounds = [[min(timed(depth, work) for _ in range(RUNS)) for depth in DEPTHS] for _ in range(2)]
    taken = [min(each) for each in zip(*rounds, strict=True)]
    return min(taken), max(taken)


def timed(depth: int, work: Callable[[], Any]) -> float:
    """Do something so many calls further down."""
    if depth:
        return timed(depth - 1, work)
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)
