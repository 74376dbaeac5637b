"""What the staff typed from paper, and whether somebody else has read it beside the paper since.

Seats put right, a penalty and the replay after a correction make a new version of a deal, but say nothing
anew of what was declared: who typed that, and whether it was checked, is asked of the versions beneath.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.contrib.auth.models import User

from tournaments.deal import consent
from tournaments.models import DealVersion, Round
from tournaments.selectors.confirmed import words_of_seats, words_on

DECLARED = (DealVersion.Kind.PLAY, DealVersion.Kind.CORRECT)
Deal = Sequence[DealVersion]  # all versions of one deal, the oldest first, with their words


class Typed(NamedTuple):
    """A version that counts, and who typed what it says."""

    version: DealVersion
    who: User


def to_check(deals: Iterable[Deal], reader: int) -> list[Typed]:
    """List the deals that others of the staff typed and nobody has checked, none of them disputed."""
    calm = [one for one in deals if consent.DISPUTE not in words_of_seats(one[-1]).values()]
    return _by_others(calm, {reader})


def typed_unseen(round: Round, ruling: Collection[int]) -> list[Typed]:
    """List the deals of a round that staff other than `ruling` typed and nobody has checked."""
    mine = DealVersion.objects.filter(table__round=round).select_related("table").defer("content")
    listed = mine.prefetch_related("confirmations").order_by("table__number", "number", "version")
    deals = (tuple(one) for _place, one in groupby(listed, key=attrgetter("table_id", "number")))
    return _by_others(deals, ruling)


def _by_others(deals: Iterable[Deal], but: Collection[int]) -> list[Typed]:
    typed = [(one[-1], who) for one in deals if (who := typist(one)) and who not in but]
    people = User.objects.in_bulk({who for _version, who in typed}) if typed else {}
    return [Typed(version, people[who]) for version, who in typed]


def typist(deal: Deal) -> int | None:
    """Say by key who typed what a deal says now; nobody where a tablet told it, or where it was checked."""
    if deal[-1].void:
        return None
    for one in reversed(deal):
        if consent.STAFF in words_on(one):
            return None
        if one.kind in DECLARED:
            return one.actor_id if one.device_id is None else None
    return None
