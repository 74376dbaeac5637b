"""The fee of an event, which is written as people read it: who has paid it, and what is due in all."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Opening, Registration

ONE_SUM = re.compile(r"\D*([0-9]+)(?:([.,])([0-9]{2}))?\D*")  # no other figure, and so no thousands apart


@dataclass(frozen=True, slots=True)
class Fees:
    """How many of those who have a place paid, how many owe, and what in all; "" where no sum is plain."""

    paid: int
    owing: int
    due: str

    @property
    def places(self) -> int:
        return self.paid + self.owing


def fees_of(opening: Opening | None, registrations: Iterable[Registration]) -> Fees | None:
    """Count what is paid and due of those who have a place; None where there is no fee, or nobody."""
    coming = [one for one in registrations if one.state == Registration.State.COMING]
    if opening is None or not opening.fee or not coming:
        return None
    owing = sum(one.paid_at is None for one in coming)
    return Fees(len(coming) - owing, owing, times(opening.fee, owing))


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
