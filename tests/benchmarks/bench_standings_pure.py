"""Time the pure arithmetic of standings for 200 players and 12 rounds."""

import random
from collections.abc import Callable
from time import perf_counter

from tournaments.ranking.credit import Scheme, of_rounds, parts_of
from tournaments.ranking.standings import Tally, lines, rank

PLAYERS, ROUNDS = 200, 12
CRITERIA = ("total", "mahjongs", "given", "head_to_head")
CLUB = Scheme("table_points", attendance=1)


def tallies() -> list[Tally]:
    """Seat everybody at random in every round, with random results."""
    chance = random.Random(1)
    return [
        Tally(
            entry,
            number,
            chance.randint(-2000, 2000),
            chance.randint(0, 4),
            chance.randint(0, 4),
            12,
            at // 4,
        )
        for number in range(1, ROUNDS + 1)
        for at, entry in enumerate(chance.sample(range(1, PLAYERS + 1), PLAYERS))
    ]


def best_of_five(work: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return the shortest of five runs in milliseconds."""
    times = []
    for _run in range(5):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times) * 1000


def test_standings_of_no_database() -> None:
    """Print a line for each kind of standings."""
    played = tallies()
    work: dict[str, Callable[[], object]] = {
        "sum of nets": lambda: rank(lines(played), CRITERIA),
        "sum of nets, every figure with its parts": lambda: [
            s.figures for s in rank(lines(played), CRITERIA)
        ],
        "table points": lambda: rank(lines(played, credits=parts_of(of_rounds(played, CLUB))), CRITERIA),
    }
    print(f"\n{PLAYERS} players, {ROUNDS} rounds, pure arithmetic")
    for name, each in work.items():
        print(f"{name:45} {best_of_five(each):7.1f} ms")
