"""Finite fields and their products, and the columns they give: as many rounds as tables without a repeat.

Round r of the plan seats, at table t, slot (i, t + m_i * r) of each class i, where the four multipliers m_i
and all their differences are units. That needs a ring whose smallest field has at least five elements.
"""

from __future__ import annotations

from functools import cache
from itertools import product

# Lowest coefficients first, of x^k = ...: the relation that makes the field of p^k elements.
RELATIONS: dict[int, tuple[int, ...]] = {
    8: (1, 1, 0),
    16: (1, 1, 0, 0),
    32: (1, 0, 1, 0, 0),
    9: (1, 1),
    27: (2, 1, 0),
    25: (3, 1),
    49: (4, 1),
}
SMALLEST_FIELD = 5
MULTIPLIERS = (1, 2, 3, 4)


def prime_powers(order: int) -> list[tuple[int, int]]:
    """Factor a number into (prime, exponent)."""
    factors, prime = [], 2
    while order > 1:
        exponent = 0
        while order % prime == 0:
            order, exponent = order // prime, exponent + 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return factors


def digits(value: int, base: int, length: int) -> list[int]:
    """Write a number in a base, lowest digit first."""
    return [value // base**place % base for place in range(length)]


def number(figures: list[int], base: int) -> int:
    """Read digits, lowest first."""
    return sum(figure * base**place for place, figure in enumerate(figures))


def times(left: list[int], right: list[int], prime: int, relation: tuple[int, ...]) -> list[int]:
    """Multiply two field elements written as polynomials."""
    size = len(left)
    whole = [0] * (2 * size - 1)
    for (i, a), (j, b) in product(enumerate(left), enumerate(right)):
        whole[i + j] = (whole[i + j] + a * b) % prime
    for top in range(2 * size - 2, size - 1, -1):
        for place, factor in enumerate(relation):
            whole[top - size + place] = (whole[top - size + place] + whole[top] * factor) % prime
    return whole[:size]


@cache
def field_tables(prime: int, exponent: int) -> tuple[list[list[int]], list[list[int]]]:
    """Give the addition and multiplication tables of the field of prime**exponent elements."""
    order = prime**exponent
    relation = RELATIONS[order] if exponent > 1 else (0,)
    written = [digits(value, prime, exponent) for value in range(order)]
    plus = [
        [number([(a + b) % prime for a, b in zip(x, y, strict=True)], prime) for y in written]
        for x in written
    ]
    if exponent == 1:
        return plus, [[x * y % prime for y in range(order)] for x in range(order)]
    return plus, [[number(times(x, y, prime, relation), prime) for y in written] for x in written]


def is_ring_order(order: int) -> bool:
    """Say whether a product of fields of at least five elements has this many elements."""
    return all(
        prime**exponent >= SMALLEST_FIELD and (exponent == 1 or prime**exponent in RELATIONS)
        for prime, exponent in prime_powers(order)
    )


def is_prime(order: int) -> bool:
    """Say whether the cyclic group of this order is a field."""
    return prime_powers(order) == [(order, 1)]


def field_rounds(tables: int) -> list[list[int]]:
    """Give `tables` rounds over slots class * tables + value: no repeat and no table revisited."""
    fields = [(prime**exponent, field_tables(prime, exponent)) for prime, exponent in prime_powers(tables)]

    def sheared(table: int, multiplier: int, round_: int) -> int:
        value, scale = 0, 1
        for order, (plus, multiplied) in fields:
            step = multiplied[multiplier][round_ // scale % order]
            value += scale * plus[table // scale % order][step]
            scale *= order
        return value

    return [
        [
            row * tables + sheared(table, factor, round_)
            for table in range(tables)
            for row, factor in enumerate(MULTIPLIERS)
        ]
        for round_ in range(tables)
    ]
