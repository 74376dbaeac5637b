"""Time the arithmetic of a season of 500 players and 100 meetings."""

import random

from tests.benchmarks.bench_standings_pure import best_of_five
from tournaments.ranking.seasons.crediting import evenings
from tournaments.ranking.seasons.facts import Facts, Meeting, Player, Row
from tournaments.ranking.seasons.policy import Choosing, Policy
from tournaments.ranking.seasons.tables import prepared, season

PLAYERS, MEETINGS = 500, 100
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
    """Print what a whole season takes, cold, from meetings credited before, and after one meeting more."""
    drawn = rows()
    meetings = tuple(
        Meeting(number, tuple(tuple(Row(*each, 1, 1, 8) for each in table) for table in tables))
        for number, tables in enumerate(drawn, 1)
    )
    facts = Facts(tuple(Player(number) for number in range(1, PLAYERS + 1)), meetings)
    ready = prepared(POLICY, facts)
    taken = best_of_five(lambda: season(POLICY, facts, ready))
    one = best_of_five(lambda: evenings(POLICY, meetings[0], facts.players))
    cold = best_of_five(lambda: prepared(POLICY, facts))
    print(f"\n{PLAYERS} players, {MEETINGS} meetings")
    print(f"season from meetings credited before          {taken:7.1f} ms")
    print(f"crediting one meeting                         {one:7.1f} ms")
    print(f"crediting all of them                         {cold:7.1f} ms")
