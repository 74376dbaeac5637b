"""The fee of an event, which is written as people read it: who has paid it, and what is due in all."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Opening, Registration

ONE_SUM = re.compile(r"\D*([0-9]+)(?:([.,])([0-9]{2}))?\D*")  # no other figure, and so no thousands apart


@dataclass(frozen=True, slots=True)
class Fees:
    """How many of those who have a place paid, how many owe, and what in all; "" where no sum is plain.

    Who withdrew is counted apart: whether they owe, or get it back, is for the club to say.
    """

    paid: int
    owing: int
    due: str
    withdrawn_paid: int = 0
    withdrawn_unpaid: int = 0

    @property
    def places(self) -> int:
        return self.paid + self.owing


def fees_of(opening: Opening | None, registrations: Iterable[Registration]) -> Fees | None:
    """Count what is paid and due of those who have a place; None where there is no fee, or nobody."""
    listed = list(registrations)
    has_paid = [one.paid_at is not None for one in listed if one.state == Registration.State.COMING]
    withdrawn = [one.paid_at is not None for one in listed if one.state == Registration.State.WITHDRAWN]
    if opening is None or not opening.fee or not (has_paid or withdrawn):
        return None
    owing = has_paid.count(False)
    due = times(opening.fee, owing)
    return Fees(has_paid.count(True), owing, due, withdrawn.count(True), withdrawn.count(False))


def times(fee: str, count: int) -> str:
    """Multiply the sum that a fee says; nothing where it says none, or several.

    >>> times("£7.50 at the door", 3)
    '22.50'
    """
    found = ONE_SUM.fullmatch(fee)
    if found is None:
        return ""
    whole, point, cents = found.groups(default="")
    if not point:
        return str(int(whole) * count)
    total = int(whole + cents) * count
    return f"{total // 100}{point}{total % 100:02}"
