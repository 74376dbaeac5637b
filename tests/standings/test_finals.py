"""Who goes on: by place or dealt out, without those who stay out, equals only in an order that was told."""

from fractions import Fraction

import pytest

from tournaments.ranking.finals import Undecided, carried, cut

TEN = [(number, place) for number, place in zip(range(11, 21), (1, 2, 2, 4, 5, 6, 7, 7, 7, 10), strict=True)]


def made(size, groups=1, way="places", out=(), order=()):
    return cut(TEN, size=size, groups=groups, way=way, out=out, order=order)


def test_the_first_go_on_and_others_move_up():
    assert made(4) == [[11, 12, 13, 14]]
    assert made(4, out=(12, 14)) == [[11, 13, 15, 16]]
    assert made(6, groups=2) == [[11, 12, 13], [14, 15, 16]]


def test_groups_of_equal_strength_are_dealt_to_and_fro():
    assert made(6, groups=3, way="even") == [[11, 16], [12, 15], [13, 14]]
    assert made(6, groups=2, way="even") == [[11, 14, 15], [12, 13, 16]]


@pytest.mark.parametrize(
    ("size", "groups", "sharing", "first"),
    [
        (7, 1, [17, 18, 19], [11, 12, 13, 14, 15, 16, 19]),
        (8, 1, [17, 18, 19], [11, 12, 13, 14, 15, 16, 19, 18]),
        (4, 2, [12, 13], [11, 13]),
    ],
)
def test_equals_at_an_edge_need_an_order(size, groups, sharing, first):
    with pytest.raises(Undecided) as undecided:
        made(size, groups=groups)
    assert undecided.value.entries == sharing
    with pytest.raises(Undecided):
        made(size, groups=groups, order=sharing[:1])  # who is second is not said
    assert made(size, groups=groups, order=sharing[::-1])[0] == first


def test_equals_within_a_group_need_none():
    assert made(9) == [[11, 12, 13, 14, 15, 16, 17, 18, 19]]
    assert made(7, out=(17, 19)) == [[11, 12, 13, 14, 15, 16, 18]]


def test_fewer_than_wanted_are_no_final():
    with pytest.raises(ValueError, match="3 are left"):
        made(4, out=(11, 12, 13, 14, 15, 16, 17))


@pytest.mark.parametrize(
    ("total", "carry", "brought"),
    [(7, "half", Fraction(7, 2)), (Fraction(3, 2), "half", Fraction(3, 4)), (-6, "half", -3), (5, "all", 5)],
)
def test_a_share_is_exact(total, carry, brought):
    assert carried(total, carry) == brought
    assert carried(total, "none") == 0
