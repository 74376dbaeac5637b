"""Time a deal whose rows `models.rows` writes beside the same deal written by the ORM, in turns, in one run.

Both go through `deal_submit` on real transactions; statements are counted, the time of the processor is this
process's own. `ROWS=orm` lets the servers of the other benchmarks write by the ORM, and those
of `make load ARGS=crowd`, which then says whether a hall notices.
"""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from statistics import median

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import declared
from tests.benchmarks.congress import event
from tests.benchmarks.plain import plain
from tournaments.models import Competition, Round, Table
from tournaments.selectors import standings
from tournaments.services import rounds
from tournaments.services.deals import deal_submit

PLAYERS, DEALS = 96, 6
WAYS: dict[str, Callable[[], AbstractContextManager[None]]] = {"rows.py": nullcontext, "the ORM": plain}
Taken = dict[str, list[tuple[float, float]]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_a_deal_by_rows_and_by_the_orm() -> None:
    """Print milliseconds and statements of each way, and how much more the ORM takes."""
    tables = running(event(PLAYERS, 1, 1))
    asked = {name: statements(tables.pop(), way) for name, way in WAYS.items()}
    taken: Taken = {name: [] for name in WAYS}
    for turn in range(DEALS):
        for at, table in enumerate(tables):
            name = list(WAYS)[(turn + at) % 2]
            taken[name].append(record(table, WAYS[name]))
    competition = tables[0].round.competition
    competition.refresh_from_db()
    assert standings.standings_of(competition) == standings.summed(competition)
    show(taken, asked)


def show(taken: Taken, asked: dict[str, int]) -> None:
    """Print the table of one run."""
    print(f"\n{connection.vendor}: {sum(map(len, taken.values()))} deals, in turns")
    print(f"{'':12}{'statements':>12}{'median ms':>12}{'of processor':>14}")
    for name, times in taken.items():
        whole, own = (median(each) for each in zip(*times, strict=True))
        print(f"{name:12}{asked[name]:>12}{whole:>12.2f}{own:>14.2f}")
    ratios = [
        median(each) / median(base)
        for base, each in zip(*(zip(*times, strict=True) for times in taken.values()), strict=True)
    ]
    print(f"the ORM takes {ratios[0]:.2f} times as long, and {ratios[1]:.2f} times as much of the processor")


def running(competition: Competition) -> list[Table]:
    """Start a round in which everybody plays."""
    people = list(competition.entries.order_by("number"))
    fours = [people[at : at + 4] for at in range(0, PLAYERS, 4)]
    drawn = rounds.round_seat(competition=competition, number=2, tables=fours)
    one = rounds.round_start(round=rounds.round_publish(round=drawn, actor=None), actor=None)
    Round.objects.filter(pk=one.pk).update(deals=DEALS)
    return list(Table.objects.filter(round=one).select_related("round__competition"))


def record(table: Table, way: Callable[[], AbstractContextManager[None]]) -> tuple[float, float]:
    """Submit a table's next deal; give the milliseconds, and those of the processor."""
    submission = declared.submission(table, declared.won())
    with way():
        begun, used = time.perf_counter(), time.process_time()
        assert deal_submit(table=table, submission=submission).status == "recorded"
        return (time.perf_counter() - begun) * 1000, (time.process_time() - used) * 1000


def statements(table: Table, way: Callable[[], AbstractContextManager[None]]) -> int:
    """Count what one deal asks of the database."""
    submission = declared.submission(table, declared.won())
    with way(), CaptureQueriesContext(connection) as asked:
        deal_submit(table=table, submission=submission)
    return len(asked)
