"""The ranking by MERS, with numbers worked out by hand from the EMA's formulas (peers, 5.1)."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ranking import mers
from tournaments.ranking.mers import Result, Size

ON = date(2026, 6, 1)
HALF = Fraction(1, 2)


def result(event, place, among, weight=1, days_ago=0):
    return Result(event, ON - timedelta(days=days_ago), place, among, int(4 * weight))


@pytest.mark.parametrize(
    ("place", "among", "worth"),
    [
        (1, 40, 1000),
        (40, 40, 0),
        (2, 4, 667),  # 2000/3 = 666.67
        (3, 4, 333),  # 1000/3 = 333.33
        (10, 25, 625),  # 15000/24
        (16, 17, 63),  # 1000/16 = 62.5, half a point up
        (1, 2, 1000),
    ],
)
def test_it_gives_a_place_its_base(place, among, worth):
    assert mers.base(place, among) == worth


def test_it_gives_one_alone_no_base():
    with pytest.raises(ValueError, match="nobody was behind"):
        mers.base(1, 1)


@pytest.mark.parametrize(
    ("size", "weight"),
    [
        (Size(1, 16), 1),
        (Size(2, 40, countries=5), 2),
        (Size(2, 41), Fraction(5, 2)),
        (Size(2, 80), Fraction(5, 2)),
        (Size(3, 81), 4),
        (Size(1, 38, substitutes=3), Fraction(3, 2)),  # 38 and 3 are 41
        (Size(1, 37, substitutes=9), 1),  # three of the nine count: 40
        (Size(1, 16, countries=6), Fraction(3, 2)),
        (Size(1, 16, countries=10), Fraction(3, 2)),
        (Size(1, 16, countries=11), 2),
        (Size(5, 140, countries=12, qualifies=True), 6),  # 3 days at most, 1, 1 and 1
        (Size(0, 16), 1),
    ],
)
def test_it_weighs_a_tournament(size, weight):
    assert mers.weight(size) == 4 * weight  # quarters


@pytest.mark.parametrize(
    ("days_ago", "counts"), [(-1, 0), (0, 1), (364, 1), (365, HALF), (728, HALF), (729, 0), (2000, 0)]
)
def test_it_lets_a_tournament_age_by_weeks(days_ago, counts):
    assert mers.age(ON - timedelta(days=days_ago), ON) == 2 * counts  # halves


@pytest.mark.parametrize(
    ("results", "taken"), [(2, 5), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 9), (11, 10), (15, 13)]
)
def test_it_takes_five_and_four_fifths_of_the_others(results, taken):
    assert mers.room(results) == taken


def test_it_counts_what_is_missing_as_zeros():
    """1000 × 1 + 800 × (2 × ½) + 0 × 1 is 1800: over 3 and 2 zeros 360, over 3 and 1 zero 450."""
    score = mers.score(
        [result("spring", 1, 16), result("old", 4, 16, weight=2, days_ago=400), result("may", 16, 16)], ON
    )
    assert (score.a.mean, score.b.mean, score.value) == (360, 450, 405)
    assert (score.a.missing, score.b.missing, score.shown) == (2, 1, "405.00")


def test_it_takes_the_best_nine_of_ten_and_the_best_four():
    """Bases 1000, 900 … 100: without the last 5400 over 9, and 3400 over 4."""
    score = mers.score([result(n, n, 11) for n in range(1, 11)], ON)
    assert (score.a.mean, score.b.mean, score.value) == (600, 850, 725)
    assert [one.result.event for one in score.weighed if not one.in_a] == [10]
    assert [one.result.event for one in score.weighed if one.in_b] == [1, 2, 3, 4]


def test_it_lets_the_heavier_tournament_count_more():
    """667 × 2.5 + 333 × 1 is 2000.5: over 3.5 and 3 is 307.77, over 3.5 and 2 is 363.73; half of each."""
    score = mers.score([result("big", 2, 4, weight=Fraction(5, 2)), result("small", 3, 4)], ON)
    assert (mers.places(score.a.mean), mers.places(score.b.mean)) == ("307.77", "363.73")
    assert score.value == (Fraction(20005, 65) + Fraction(20005, 55)) / 2
    assert score.shown == "335.75"


def test_it_takes_the_later_of_equals_in_a_and_the_heavier_in_b():
    equal = [result(n, 2, 3, weight=1 + n, days_ago=n) for n in range(10)]  # all of base 500
    score = mers.score(equal, ON)
    assert [one.result.event for one in score.weighed if not one.in_a] == [9]
    assert [one.result.event for one in score.weighed if one.in_b] == [6, 7, 8, 9]


@pytest.mark.parametrize("results", [[], [result("one", 1, 8)], [result(1, 1, 8), result(2, 1, 8, 1, 729)]])
def test_it_lists_nobody_with_less_than_two(results):
    assert mers.score(results, ON) is None


def test_it_says_the_sum_in_words():
    score = mers.score([result("big", 2, 4, weight=Fraction(5, 2), days_ago=365), result("small", 3, 4)], ON)
    assert score.told(str) == (
        "Part A, all 2 and 3 missing, each 0: (667 × 1.25 + 333 × 1 + 3 × 0) ÷ (1.25 + 1 + 3) = 222.24",
        "Part B, all 2 and 2 missing, each 0: (667 × 1.25 + 333 × 1 + 2 × 0) ÷ (1.25 + 1 + 2) = 274.53",
        "Score, half of each: ½ × 222.24 + ½ × 274.53 = 248.38",
    )


def test_it_follows_a_score_from_its_first_result_to_its_end():
    first, second = result("first", 1, 3, days_ago=800), result("second", 2, 3, days_ago=700)
    told = mers.history([first, second], ON)
    ago = [(ON - turn.day).days for turn in told]
    assert ago == [800, 700, 435, 335, 71]  # the second one ends after that day
    scores = [turn.score and turn.score.value for turn in told]
    # 1500 over 5 and over 4; 500 + 500 over 1.5 + 3 and + 2; 500 + 250 over 1 + 3 and + 2; one is left
    means = [None, (300, 375), (Fraction(1000) / Fraction(9, 2), Fraction(1000) / Fraction(7, 2))]
    means += [(Fraction(750, 4), Fraction(750, 3)), None]
    assert scores == [pair and sum(pair) / Fraction(2) for pair in means]
    assert [(turn.came, turn.halved, turn.ended) for turn in told] == [
        ((first,), (), ()),
        ((second,), (), ()),
        ((), (first,), ()),
        ((), (second,), ()),
        ((), (), (first,)),
    ]


RESULTS = st.lists(
    st.tuples(st.integers(2, 140), st.integers(0, 800), st.sampled_from([1, Fraction(3, 2), 4])).flatmap(
        lambda told: st.tuples(st.integers(1, told[0]), *map(st.just, told))
    ),
    max_size=14,
)


@given(RESULTS, st.randoms())
def test_it_is_a_mean_whatever_the_order(told, random):
    results = [result(n, place, among, weight, ago) for n, (place, among, ago, weight) in enumerate(told)]
    score, mixed = mers.score(results, ON), random.sample(results, len(results))
    other = mers.score(mixed, ON)
    assert (score and score.value) == (other and other.value)
    if score:
        assert 0 <= score.value <= mers.MOST_BASE
        assert score.b.points == sum(sorted_points(results)[:4])


def sorted_points(results):
    counted = [(one, mers.age(one.day, ON)) for one in results if mers.age(one.day, ON)]
    best = sorted(counted, key=lambda pair: (-pair[0].base, -pair[0].weight * pair[1]))
    return [one.base * one.weight * halves // 2 for one, halves in best]
