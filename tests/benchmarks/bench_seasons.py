"""Time the arithmetic of a season of 500 players and 100 meetings, beside adding up its nets alone."""

import random
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial
from threading import enumerate as enumerate_threads
from time import perf_counter, process_time

from tests.benchmarks.bars import verdict
from tests.benchmarks.bench_standings_pure import best_of_five
from tournaments.ranking.seasons.facts import Facts, Meeting, Player, Row
from tournaments.ranking.seasons.policy import Choosing, Policy
from tournaments.ranking.seasons.tables import Lines, prepared, season
from tournaments.selectors import outlook

PLAYERS, MEETINGS = 500, 100
COLD, MORE = 300, 20  # milliseconds of this processor
LEAST = 6.0  # times as fast as the whole table, with one deal more
POLICY = Policy(
    "table_points", MEETINGS, attendance_points=1, choosing=Choosing(best_of=70), criteria=("total", "net")
)


def rows() -> list[list[list[tuple[int, int]]]]:
    """Draw a season: meetings, their tables, the players there with their nets."""
    chance = random.Random(1)
    drawn = []
    for _meeting in range(MEETINGS):
        numbers = chance.sample(range(1, PLAYERS + 1), PLAYERS)
        tables = [numbers[at : at + 4] for at in range(0, PLAYERS, 4)]
        nets = [[chance.randint(-900, 900) for _three in range(3)] for _table in tables]
        drawn.append(
            [
                list(zip(table, [*own, -sum(own)], strict=True))
                for table, own in zip(tables, nets, strict=True)
            ]
        )
    return drawn


def test_seasons() -> None:
    """Print what a whole season takes, cold, from meetings credited before, and with one deal more."""
    drawn = rows()
    meetings = tuple(
        Meeting(number, tuple(tuple(Row(*each, 1, 1, 8) for each in table) for table in tables))
        for number, tables in enumerate(drawn, 1)
    )
    facts = Facts(tuple(Player(number) for number in range(1, PLAYERS + 1)), meetings)
    ready, lines = prepared(POLICY, facts), Lines()
    season(POLICY, facts, ready, lines)
    later = with_another_deal(facts)
    best = partial(best_of_five, clock=process_time)
    base = best(lambda: sums(facts))
    cold = best(lambda: season(POLICY, facts))
    taken = best(lambda: season(POLICY, facts, ready))
    more = best(lambda: season(POLICY, later, prepared(POLICY, later, ready), Lines(lines)))
    print(f"\n{PLAYERS} players, {MEETINGS} meetings, milliseconds of this processor")
    print(f"the nets of each player added up         {base:7.1f} ms")
    print(f"the whole table                          {cold:7.1f} ms, {cold / base:.1f} times that")
    print(f"from meetings credited before            {taken:7.1f} ms")
    print(f"with one deal more in the last meeting   {more:7.1f} ms, {cold / more:.1f} times as fast")
    slow = [] if cold >= LEAST * more else [f"only {cold / more:.1f} times as fast"]
    late = [f"{took:.1f} ms over {bar}" for took, bar in ((cold, COLD), (more, MORE)) if took > bar]
    print(verdict(slow + late))


def sums(facts: Facts) -> dict[int, int | Fraction]:
    """Add up the nets of each player over all meetings: no place, no points, nothing left out."""
    found: dict[int, int | Fraction] = defaultdict(int)
    for meeting in facts.meetings:
        for table in meeting.tables:
            for row in table:
                found[row.player] += row.net
    return found


def with_another_deal(facts: Facts) -> Facts:
    """Play one more deal at the first table of the last meeting."""
    last = facts.meetings[-1]
    rows = last.tables[0]
    moved = (rows[0]._replace(net=rows[0].net + 40), rows[1]._replace(net=rows[1].net - 40), *rows[2:])
    return replace(facts, meetings=(*facts.meetings[:-1], replace(last, tables=(moved, *last.tables[1:]))))


def test_outlook() -> None:
    """Print what the first reader of what can still happen waits for, and what is played meanwhile."""
    policy = replace(POLICY, credit_scheme="net", meetings=MEETINGS + 1)
    drawn = (tuple(tuple(Row(*each, 1, 1, 8) for each in table) for table in tables) for tables in rows())
    meetings = tuple(Meeting(number, tables) for number, tables in enumerate(drawn, 1))
    facts = Facts(tuple(Player(number) for number in range(1, PLAYERS + 1)), meetings)
    began = perf_counter()
    answer = outlook._played(0, (policy, facts, 1))
    waited, began = 1000 * (perf_counter() - began), perf_counter()
    next(one for one in enumerate_threads() if one.name == "outlook").join()
    print(f"\nthe first reader waits for               {waited:7.1f} ms")
    print(f"the simulation meanwhile takes           {perf_counter() - began:7.1f} s")
    assert answer is None
    assert waited < MORE
    assert outlook._played(0, (policy, facts, 1)) is not None
