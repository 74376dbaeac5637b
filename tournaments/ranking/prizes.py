"""Prizes by place: who share a place share the sums of the places they take, equally, down to a hundredth."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

CENTS = 100


@dataclass(frozen=True, slots=True)
class Share:
    """What each of `count` people gets who take the places from `first` on, and the sums of these places.

    `rest` is what cannot be shared out in hundredths: whoever pays decides about it.
    """

    first: int
    count: int
    sums: tuple[Fraction, ...]
    each: Fraction

    @property
    def last(self) -> int:
        """Give the last of the places."""
        return self.first + self.count - 1

    @property
    def pot(self) -> Fraction:
        """Give what there is to share."""
        return sum(self.sums, Fraction(0))

    @property
    def rest(self) -> Fraction:
        """Give what is left over."""
        return self.pot - self.each * self.count


def shares(ranks: Iterable[int], sums: Sequence[Fraction]) -> Mapping[int, Share]:
    """Share the sums, that of the first place first, among people of these ranks; by rank, if there is any.

    >>> found = shares([1, 2, 2, 4], [Fraction(500), Fraction(300), Fraction(200)])
    >>> [(rank, int(share.each)) for rank, share in found.items()]
    [(1, 500), (2, 250)]
    """
    found = {}
    for rank, count in sorted(Counter(ranks).items()):
        if taken := tuple(sums[rank - 1 : rank - 1 + count]):
            each = Fraction(sum(taken, Fraction(0)) * CENTS // count, CENTS)
            found[rank] = Share(rank, count, taken, each)
    return found
