"""Speed of the rules engine in processor time: `python tests/benchmarks/bench_scoring.py`.

Each figure stands beside a baseline of the same run, a fixed loop of plain Python, so that runs on different
machines can be compared: the ratio is how many turns of the loop one piece of work costs.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Counted, Deal, Hand, Meld, first_position, load_rules, score, score_deal, wait_values
from scoring.tiles import KINDS

Work = TypeVar("Work")
TURNS = 1_000_000
HANDS = 4_000
WARM = 500


def baseline() -> float:
    """Count the seconds of one turn of `x += 1`."""
    started = time.process_time()
    x = 0
    for _turn in range(TURNS):
        x += 1  # noqa: SIM113 - this addition is what is measured
    return (time.process_time() - started) / TURNS


def winner(dice: random.Random) -> Hand:
    """Build an ordinary mah-jong of random sets, some of them on the table, won on a random tile."""
    while True:
        sets = [_set(dice, chows=place == 0 and dice.random() < 0.5) for place in range(4)]
        pair = [dice.choice(KINDS)] * 2
        tiles = [tile for each in sets for tile in each] + pair
        if all(tiles.count(tile) <= 4 for tile in tiles):
            break
    laid = dice.randrange(4)
    rack = [tile for each in sets[laid:] for tile in each] + pair
    dice.shuffle(rack)
    return Hand(
        concealed=tuple(rack),
        melds=tuple(Meld(tuple(each)) for each in sets[:laid]),
        winning_tile=rack[0],
        win_source=dice.choice(("wall", "discard")),
        own_wind=dice.choice("ESWN"),
        round_wind=dice.choice("ESWN"),
        is_winner=True,
    )


def _set(dice: random.Random, chows: bool) -> list[str]:
    if chows:
        first = dice.randrange(27)
        first -= max(0, first % 9 - 6)
        return [KINDS[first + step] for step in range(3)]
    return [dice.choice(KINDS)] * 3


def fisher(dice: random.Random) -> Hand:
    """Build a hand one tile short of an ordinary mah-jong, fishing declared."""
    won = winner(dice)
    return Hand(
        concealed=won.concealed[1:],
        melds=won.melds,
        own_wind=won.own_wind,
        round_wind=won.round_wind,
        flags=("fishing",),
    )


def deal(dice: random.Random) -> Deal:
    """Build a won deal of real tiles: a winner, a random rack of what is left for each other player."""
    while True:
        won = winner(dice)
        wall = [tile for tile in KINDS for _copy in range(4)]
        for tile in (*won.concealed, *(tile for meld in won.melds for tile in meld.tiles)):
            wall.remove(tile)
        dice.shuffle(wall)
        hands: dict[str, Hand | Counted] = {
            "E": Hand(won.concealed, won.melds, winning_tile=won.winning_tile)
        }
        for place, seat in enumerate("SWN"):
            hands[seat] = Hand(tuple(wall[13 * place : 13 * place + 13]), flags=("fishing",))
        return Deal("win", ("E",), win_source="wall", hands=hands)


def measure(work: Sequence[Work], do: Callable[[Work], object]) -> float:
    """Count the seconds of one piece of work, warm, the best of three rounds."""
    for each in work[:WARM]:
        do(each)
    rounds = []
    for _round in range(3):
        started = time.process_time()
        for each in work:
            do(each)
        rounds.append((time.process_time() - started) / len(work))
    return min(rounds)


def main() -> None:
    """Print the table."""
    dice, rules, position = random.Random(20260530), load_rules("bmja-tournament"), first_position()
    turn = baseline()
    print(f"{'baseline: one turn of x += 1':<58}{turn * 1e9:>12.1f} ns")
    fishers = [fisher(dice) for _hand in range(HANDS)]
    rows = (
        (
            "winners (validated, all readings, best value, lines)",
            measure([winner(dice) for _ in range(HANDS)], lambda hand: score(hand, rules)),
        ),
        ("losers with fishing analysis", measure(fishers, lambda hand: score(hand, rules))),
        (
            "whole deals (four hands checked, scored, settled)",
            measure([deal(dice) for _ in range(HANDS // 8)], lambda each: score_deal(each, position, rules)),
        ),
        (
            "waits of a 13-tile hand with their values",
            measure(fishers[: HANDS // 4], lambda hand: wait_values(hand, rules)),
        ),
        (
            "winners from JSON to JSON",
            measure(
                [winner(dice).to_json() for _ in range(HANDS // 4)],
                lambda obj: score(Hand.from_json(obj), rules).to_json(),
            ),
        ),
    )
    for name, seconds in rows:
        print(f"{name:<58}{1 / seconds:>10,.0f} /s {seconds * 1e3:>9.3f} ms {seconds / turn:>9,.0f} turns")


if __name__ == "__main__":
    main()
