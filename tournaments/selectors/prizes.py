"""Who gets which prize, with the reason in a sentence."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.ranking.prizes import CENTS, Share, shares
from tournaments.selectors.finals import placed_now
from tournaments.selectors.standings import Row

MOST_SAID = 8  # sums in one sentence


@dataclass(frozen=True, slots=True)
class Prize:
    """What somebody gets, and why."""

    row: Row
    each: str
    why: str


def prizes_of(competition: Competition) -> list[Prize]:
    """List who gets a prize by the standings as they are, over all stages where finals decide places."""
    rows = [one.row for one in placed_now(competition)]
    found = shares([row.rank for row in rows if row.rank], [Fraction(one) for one in competition.prizes])
    unit = competition.prize_currency
    return [
        Prize(row, money(share.each, unit), explained(share, unit))
        for row in rows
        if row.rank and (share := found.get(row.rank))
    ]


def money(amount: Fraction, unit: str = "") -> str:
    """Write a sum: without hundredths where there are none.

    >>> money(Fraction(1500), "€"), money(Fraction(100, 3) // Fraction(1, 100) / 100)
    ('1,500 €', '33.33')
    """
    places = 0 if amount.denominator == 1 else 2
    hundredths = Decimal(amount.numerator * CENTS // amount.denominator) / CENTS
    said = number_format(hundredths, decimal_pos=places, use_l10n=True, force_grouping=True)
    return f"{said} {unit}".strip()


def explained(share: Share, unit: str) -> str:
    """Say how a sum came about; who is alone on a place has its sum."""
    if share.count == 1:
        return _("place %(place)s") % {"place": share.first}
    said = [money(one) for one in share.sums]
    facts = {
        "first": share.first,
        "last": share.last,
        "sums": " + ".join(said if len(said) <= MOST_SAID else [*said[:2], "…", said[-1]]),
        "pot": money(share.pot, unit),
        "count": share.count,
        "each": money(share.each, unit),
    }
    told = _("places %(first)s to %(last)s: %(sums)s = %(pot)s, shared by %(count)s: %(each)s each") % facts
    if not share.rest:
        return told
    return _("%(shared)s; %(rest)s is left over") % {"shared": told, "rest": money(share.rest, unit)}
