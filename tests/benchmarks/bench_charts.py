"""Time the pictures against the standings beside which they stand, in one run: a ratio, not a clock."""

import random
from collections.abc import Callable
from time import perf_counter

import pytest

from tests import declared
from tests.benchmarks.bars import verdict
from tests.benchmarks.congress import event
from tournaments import charts
from tournaments.charts import Bar, Course, Mark, Run, Words
from tournaments.models import Competition, Round
from tournaments.ranking.standings import Tally, lines, rank
from tournaments.selectors import courses as places
from tournaments.selectors import newest, standings
from tournaments.services import rounds
from tournaments.services.deals import deal_submit

WORDS = Words("k", "Places after each round", "Łukasz Żółć leads.")
MOST_MS = 20.0
MOST_SHARE = 2.0  # of ranking 200 players over 12 rounds, which each of these pages does anyway
PLAYERS, ROUNDS, DEALS = 200, 12, 40


def courses() -> list[Course]:
    """Give sixteen players twelve places each."""
    chance = random.Random(1)
    orders = [chance.sample(range(1, 17), 16) for _round in range(ROUNDS)]
    return [Course(f"Ágnes Fehérvári-Szabó {n}", tuple(one[n] for one in orders)) for n in range(16)]


def sums() -> list[Run]:
    """Give five players forty deals each."""
    chance = random.Random(2)
    return [
        Run(f"Søren {n}", tuple((d, chance.randint(-900, 900)) for d in range(DEALS + 1))) for n in range(5)
    ]


def ranked() -> object:
    """Rank a congress, the baseline."""
    chance = random.Random(1)
    played = [
        Tally(entry, number, chance.randint(-2000, 2000), 2, 2, 12, at // 4)
        for number in range(1, ROUNDS + 1)
        for at, entry in enumerate(chance.sample(range(1, PLAYERS + 1), PLAYERS))
    ]
    return rank(lines(played), ("total", "mahjongs", "given"))


def best_of_nine(work: Callable[[], object]) -> float:
    """Return the shortest of nine runs in milliseconds."""
    times = []
    for _run in range(9):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times) * 1000


def test_pictures_against_the_ranking_beside_them() -> None:
    """Print each picture's milliseconds and its share of the baseline."""
    columns = [f"R{n}" for n in range(1, ROUNDS + 1)]
    bars = [Bar(f"{n}00", n * 7 % 31, str(n * 7 % 31)) for n in range(20)]
    winds = [Bar(wind, net, str(net)) for wind, net in zip("ESWN", (40, -10, 5, -35), strict=True)]
    work: dict[str, Callable[[], object]] = {
        "places over rounds, 16 × 12": lambda: charts.bump(courses(), columns, WORDS, "Player"),
        "sums over deals, 5 × 40": lambda: charts.runs(sums(), [Mark(1, "East")], WORDS, "Deal", str),
        "hand values, 20 bars": lambda: charts.bars(bars, WORDS, ("Value", "Hands")),
        "balance of winds": lambda: charts.balance(winds, WORDS, ("Wind", "Net")),
    }
    baseline, missed = best_of_nine(ranked), []
    print(f"\nbaseline: {PLAYERS} players, {ROUNDS} rounds ranked {baseline:7.2f} ms")
    for name, each in work.items():
        took = best_of_nine(each)
        print(f"{name:30} {took:7.2f} ms, {took / baseline:5.2f} of the baseline")
        if took > MOST_MS or took / baseline > MOST_SHARE:
            missed.append(name)
    print(verdict(missed))
    assert not missed


MOST_COLD = 8.0  # of the standings worked out once: eleven more tables of fewer rounds
MOST_LATER = 1.0  # of the standings after one more deal: nothing is worked out again


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(0)
def test_places_after_each_round_of_a_large_event() -> None:
    """Print what the way of places costs a process that has just begun, and after one more deal."""
    competition = event()
    for kept in (standings.KEPT, standings.WORKED, newest.KEPT, places.KEPT):
        kept.clear()  # type: ignore[attr-defined]
    cold = timed(lambda: standings.standings_of(competition))
    first = timed(lambda: places.fields_of(competition))
    competition = one_more(competition)
    later = timed(lambda: standings.standings_of(competition))
    again = best_of_nine(lambda: places.fields_of(competition))
    print(f"\nstandings, cold {cold:6.1f} ms; places over rounds {first:6.1f} ms, {first / cold:5.2f} of it")
    print(f"after one more deal {later:6.1f} ms; places {again:6.1f} ms, {again / later:5.2f} of it")
    missed = [f"cold {first / cold:.2f}"] if first / cold > MOST_COLD else []
    missed += [f"later {again / later:.2f}"] if again / later > MOST_LATER else []
    print(verdict(missed))
    assert not missed


def one_more(competition: Competition) -> Competition:
    """Play a deal in a further round, which the standings have seen begin."""
    people = list(competition.entries.order_by("number"))
    fours = [people[at : at + 4] for at in range(0, len(people), 4)]
    drawn = rounds.round_seat(competition=competition, number=ROUNDS + 1, tables=fours)
    rounds.round_start(round=rounds.round_publish(round=drawn, actor=None), actor=None)
    competition = Competition.objects.get(pk=competition.pk)
    places.fields_of(competition)
    table = Round.objects.get(pk=drawn.pk).tables.select_related("round__competition").first()
    deal_submit(table=table, submission=declared.submission(table, declared.won()))
    return Competition.objects.get(pk=competition.pk)


def timed(work: Callable[[], object]) -> float:
    """Give the milliseconds of one run: a second one would find what the first kept."""
    begun = perf_counter()
    work()
    return (perf_counter() - begun) * 1000
