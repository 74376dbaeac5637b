"""Speed of the rules engine in processor time: `python tests/benchmarks/bench_scoring.py`.

Each figure stands beside a baseline of the same moment, a loop of plain Python that is run before and after
the work: the ratio is how many turns of the loop one piece of work costs, on any machine and under any load.
No hand is scored twice. With `--profile` it says where the time goes, with `--memory` what a million hands
leave behind.

The command line is run in this process, `score` as a program would call it: its own loop reads lines of JSON
a piece at a time and writes the answers to a file. The clock stands still between two pieces and for the
first half of them, so that neither the start of a process nor the warming up is counted. Beside it stands
what `json` alone takes to read the same lines and to write the same answers.
"""

import cProfile
import json
import pstats
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median
from typing import TypeVar
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from scoring import Counted, Deal, Hand, Meld, first_position, load_rules, score, score_deal, wait_values
from scoring.commands import main
from scoring.tiles import KINDS

Work = TypeVar("Work")
TURNS = 20_000
PIECE = 50
HANDS = 4_000
REFERENCE = 30e-9
"""Seconds of one turn on the machine the targets are set for: ten million turns in 0.3 s."""
BAR = 12_500
"""Hands a second that the command line is to answer on that machine."""
SCORED, WRITTEN, ASKED = (
    "winners (validated, all readings, best value, lines)",
    "bare json of the same lines and answers",
    "JSON to JSON by the command line",
)


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


class Watch:
    """Hands out work in pieces and times what is done with each beside the baseline; half is to warm up."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.turns: list[float] = []

    def pieces(self, work: Sequence[Work]) -> Iterator[Sequence[Work]]:
        """Hand out a piece; the next is asked for when it is done."""
        for start in range(0, len(work), PIECE):
            before, started = baseline(), time.process_time()
            yield work[start : start + PIECE]
            seconds = (time.process_time() - started) / PIECE
            if start >= len(work) // 2:
                self.seconds.append(seconds)
                self.turns.append(2 * seconds / (before + baseline()))

    def read(self) -> tuple[float, float]:
        """Give the medians of seconds and of turns for one."""
        return median(self.seconds), median(self.turns)


def measure(work: Sequence[Work], do: Callable[[Work], object]) -> tuple[float, float]:
    """Do half the work to warm up, time the other half; give the medians of seconds and of turns for one."""
    watch = Watch()
    for piece in watch.pieces(work):
        for each in piece:
            do(each)
    return watch.read()


class Lines:
    """The standard input of the command line: a piece of lines whenever it asks for more."""

    def __init__(self, lines: Sequence[bytes], watch: Watch) -> None:
        self.buffer, self._pieces = self, watch.pieces(lines)

    def read1(self, _most: int = -1) -> bytes:
        """Give the next piece; nothing at the end."""
        return b"".join(next(self._pieces, ()))


def command_line(lines: Sequence[bytes]) -> tuple[tuple[float, float], list[str]]:
    """Measure `python -m scoring score` on lines; give its answers as well."""
    watch = Watch()
    with tempfile.TemporaryFile("w+") as answers:
        with patch.object(sys, "stdin", Lines(lines, watch)), redirect_stdout(answers):
            assert main(["score"]) == 0
        answers.seek(0)
        return watch.read(), answers.readlines()


def rows(hands: int) -> Iterator[tuple[str, float, float]]:
    """Measure each kind of work on so many hands: its name, seconds and turns of the baseline."""
    dice, rules, position = random.Random(20260530), load_rules("bmja-tournament"), first_position()

    def made(make: Callable[[random.Random], Work], part: int = 1) -> list[Work]:
        return [make(dice) for _work in range(2 * hands // part)]

    def scored(hand: Hand) -> object:
        return score(hand, rules)

    yield SCORED, *measure(made(winner), scored)
    yield "losers with fishing analysis", *measure(made(fisher), scored)
    yield (
        "whole deals (four hands checked, scored, settled)",
        *measure(made(deal, 8), lambda each: score_deal(each, position, rules)),
    )
    yield (
        "waits of a 13-tile hand with their values",
        *measure(made(fisher, 4), lambda hand: wait_values(hand, rules)),
    )
    yield (
        "winners from JSON to JSON",
        *measure(
            [hand.to_json() for hand in made(winner, 4)],
            lambda obj: score(Hand.from_json(obj), rules).to_json(),
        ),
    )
    lines = [f"{json.dumps(hand.to_json())}\n".encode() for hand in made(winner)]
    asked, answers = command_line(lines)
    yield ASKED, *asked
    both = list(zip(lines, map(json.loads, answers), strict=True))
    assert all(answer["valid"] for _line, answer in both)
    yield WRITTEN, *measure(both, lambda pair: (json.loads(pair[0]), json.dumps(pair[1])))


def test_scoring() -> None:
    """Print the table: what this machine does, what a turn of 30 ns would make of it, turns for one."""
    print(f"\n{'baseline: one turn of x += 1':<54}{baseline() * 1e9:>22.1f} ns")
    needed = {}
    for name, seconds, turns in rows(HANDS):
        needed[name] = turns
        rates = f"{1 / seconds:>9,.0f} /s {1 / turns / REFERENCE:>9,.0f} /s"
        print(f"{name:<54}{rates} {seconds * 1e3:>9.3f} ms {turns:>8,.0f} turns")
    bare, alone = needed[ASKED] / needed[WRITTEN], needed[ASKED] / needed[SCORED]
    print(
        f"{ASKED}: {1 / needed[ASKED] / REFERENCE:,.0f} /s at 30 ns a turn, the bar is {BAR:,};"
        f" {bare:.2f} times bare json, {alone:.2f} times scoring alone"
    )


def memory(most: int = 1_000_000) -> None:
    """Print what the process has used at most after ever more different hands, winners and fishers."""
    dice, rules = random.Random(20260530), load_rules("bmja-tournament")
    print(f"{'after importing':<24}{peak():>8.1f} MB")
    for scored in range(1, most + 1):
        score((winner if scored % 2 else fisher)(dice), rules)
        if scored in (1_000, 10_000, 100_000, 300_000, most):
            print(f"{f'after {scored:,} hands':<24}{peak():>8.1f} MB", flush=True)


def peak() -> float:
    """Give the most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def profile() -> None:
    """Print where the time of winners goes."""
    dice, rules = random.Random(20260530), load_rules("bmja-tournament")
    hands = [winner(dice) for _hand in range(4 * HANDS)]
    for hand in hands[HANDS:]:
        score(hand, rules)
    with cProfile.Profile(time.process_time) as watched:
        for hand in hands[:HANDS]:
            score(hand, rules)
    pstats.Stats(watched).strip_dirs().sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    {"--memory": memory, "--profile": profile}.get(sys.argv[-1], test_scoring)()
