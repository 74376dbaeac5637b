"""Time seating plans beside reference figures and a plain annealer.

The reference is what throw-away prototypes reached in a second; the plain annealer swaps players from a
random start, with the same budget, on the same machine, in the same run.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations
from random import Random
from time import perf_counter

from tournaments.seating import Plan, meeting, plan, replan, report
from tournaments.seating.anneal import SWAPS_PER_SECOND, count_meetings, drawn, improve, no_prices
from tournaments.seating.mixed import Past, mixed
from tournaments.seating.sizes import Sizes
from tournaments.seating.winds import seat_all

# players, rounds, reference repeats, table revisits, uncovered pairs
REFERENCE = [
    (16, 5, 0, 31, 0),
    (20, 6, 6, 20, 0),
    (20, 7, 20, 40, 0),
    (24, 7, 0, 44, 0),
    (24, 8, 18, 54, 0),
    (28, 9, 0, 56, 0),
    (32, 9, 0, 56, 0),
    (32, 10, 0, 76, 0),
    (36, 12, 27, 122, 0),
    (40, 10, 0, 51, 0),
    (40, 12, 0, 97, 0),
    (48, 3, 0, 0, 45),
    (48, 12, 0, 73, 0),
    (64, 3, 0, 0, 320),
    (64, 12, 0, 0, 0),
    (80, 4, 0, 0, 70),
    (100, 5, 0, 0, 0),
    (120, 5, 0, 0, 165),
    (160, 5, 0, 0, 1680),
    (172, 6, 0, 0, 602),
    (172, 12, 0, 0, 0),
]


def figures(rounds: object) -> str:
    """Write repeats / table revisits / uncovered / wind spread at the end and at worst."""
    counted = report(rounds)  # type: ignore[arg-type]
    winds = f"{counted.wind_spread},{counted.wind_spread_worst}"
    return f"{counted.repeats}/{counted.table_revisits}/{counted.uncovered} {winds}"


def plain(players: int, rounds: int, seconds: float) -> str:
    """Anneal from a random start and count."""
    rng = Random(1)
    draft, prices = drawn(players, rounds, rng), no_prices(players)
    count_meetings(prices, draft)
    improve(draft, prices, rng, int(seconds * SWAPS_PER_SECOND))
    return figures(seat_all(draft, rng))


def test_plans() -> None:
    """Print one line for each cell: time, quality, reference, plain annealer."""
    print("\nrepeats/table revisits/uncovered, wind spread at the end, at worst")
    print(
        f"{'cell':>8} {'method':>11} {'quick ms':>9} {'ms':>6}  {'plan':<16} {'reference':<12} plain annealer"
    )
    for players, rounds, *reference in REFERENCE:
        begun = perf_counter()
        plan(players, rounds, seconds=0.02)
        quick, begun = perf_counter() - begun, perf_counter()
        made = plan(players, rounds)
        taken = perf_counter() - begun
        print(
            f"{players:>5}x{rounds:<2} {made.method:>11} {quick * 1000:9.1f} {taken * 1000:6.0f}  "
            f"{figures(made.rounds):<16} {'/'.join(map(str, reference)):<12} {plain(players, rounds, 1.0)}"
        )


def test_other_draws() -> None:
    """Print the time of an evening of 60 and of the rest of an event after withdrawals."""
    print()
    begun = perf_counter()
    meeting(range(60), met={}, winds={})
    print(f"evening of 60: {(perf_counter() - begun) * 1000:.0f} ms")
    before = plan(100, 10, seconds=0.1).rounds[:5]
    begun = perf_counter()
    rest = replan(before, range(1, 89), 5)
    taken = perf_counter() - begun
    counted = report([*before, *rest.rounds], ghosts=range(89, 101))
    print(f"100 players to 88 after 5 of 10 rounds: {taken * 1000:.0f} ms, {counted.repeats} repeats")


SIZES = (
    *(16, 17, 18, 19, 20, 23, 24, 28, 29, 30, 32, 35, 36, 40, 43, 44, 48, 50),
    *(61, 64, 80, 99, 100, 128, 170, 172),
)
ROUNDS = range(3, 13)


def test_grid() -> None:
    """Print, for each size and number of rounds, what a draw reaches beside a random seating of the same.

    A cell is excess meetings (those over what the numbers force) / wind spread at the end / spread of the
    house players (most minus fewest times that somebody sits with one); the last columns are the seconds of
    the row, and its repeats in part of those of random seatings.
    """
    print("\nexcess meetings / wind spread / house players' spread")
    heads = " ".join(f"R={rounds:<6}" for rounds in ROUNDS)
    print(f"{'n':>4} {heads}{'seconds':>8} {'of random':>10}")
    for players in SIZES:
        begun = perf_counter()
        made = [plan(players, rounds) for rounds in ROUNDS]
        taken = perf_counter() - begun
        ratio = sum(repeats(one.rounds, one.ghosts) for one in made) / sum(
            repeats(at_random(players, rounds), range(players + 1, players + 4)) for rounds in ROUNDS
        )
        cells = " ".join(f"{cell(players, one):<8}" for one in made)
        print(f"{players:>4} {cells}{taken:8.1f} {ratio:10.3f}")


def cell(players: int, made: Plan) -> str:
    """Write what a draw reached; three opponents a round are met by as many as there are at most."""
    counted = report(made.rounds, ghosts=made.ghosts)
    excess = counted.repeats - forced_repeats(made)
    return f"{excess}/{counted.wind_spread}/{spread_of_ghosts(made)}"


def forced_repeats(made: Plan) -> int:
    """Count the repeats without which nobody could play: meetings beyond all pairs that there are."""
    people = list(range(1, made.players + 1))
    met = sum(
        len(here) * (len(here) - 1) // 2
        for tables in made.rounds
        for four in tables
        if (here := [one for one in four if one not in made.ghosts])
    )
    return max(0, met - len(people) * (len(people) - 1) // 2)


def spread_of_ghosts(made: Plan) -> int:
    """Say how much more often somebody sits with a house player than somebody else."""
    times = Counter(dict.fromkeys(range(1, made.players + 1), 0))
    for tables in made.rounds:
        for four in tables:
            if set(four) & set(made.ghosts):
                times.update(one for one in four if one not in made.ghosts)
    return max(times.values()) - min(times.values())


def repeats(rounds: object, ghosts: Collection[int]) -> int:
    """Count the meetings after the first of each pair."""
    return report(rounds, ghosts=ghosts).repeats  # type: ignore[arg-type]


def at_random(players: int, rounds: int) -> list[list[list[int]]]:
    """Seat people without looking; house players fill the last table up."""
    rng, whole = Random(1), -(-players // 4) * 4
    orders = (rng.sample(range(1, whole + 1), whole) for _ in range(rounds))
    return [[order[at : at + 4] for at in range(0, whole, 4)] for order in orders]


def test_odd_tables() -> None:
    """Time an evening with tables of five beside the annealing of its tables of four alone."""
    print("\nevening with tables of five, after one more: ms in all, of it for the tables of four, ratio")
    for players in (21, 61, 101, 201):
        fives = players % 4
        sizes = Sizes(tuple([5] * fives + [4] * (players // 4 - fives)))
        first = mixed(range(1, players + 1), sizes, Past())
        met = Counter(frozenset(pair) for table in first.tables for pair in combinations(table, 2))
        past = Past(met=met, last_met=[*met])
        whole = shortest(range(1, players + 1), sizes, past)
        left = [one for table in first.tables if len(table) == 4 for one in table]
        fours = shortest(left, Sizes((4,) * (len(left) // 4)), past)
        print(f"{players:4}  {1000 * whole:6.0f} {1000 * fours:6.0f}  {whole / fours:5.2f}")


def shortest(present: Sequence[int], sizes: Sizes, past: Past) -> float:
    """Give the seconds of the quickest of three evenings."""
    took = []
    for _ in range(3):
        began = perf_counter()
        mixed(present, sizes, past, seed=1)
        took.append(perf_counter() - began)
    return min(took)
