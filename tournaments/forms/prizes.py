"""The prizes of an event: a sum for each place."""

import unicodedata
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players import names
from tournaments.forms.fields import PointsList
from tournaments.ranking.prizes import CENTS

MOST, LARGEST = 200, 10_000_000


class Sums(PointsList):
    """Sums of money by place, in hundredths at the finest."""

    def prepare_value(self, value: Any) -> Any:
        return "  ".join(map(plain, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        said = super().to_python(value)
        found = [Fraction(one) for one in said]
        if any(not 0 <= one <= LARGEST or (one * CENTS).denominator != 1 for one in found):
            raise ValidationError(_("Each sum is an amount of money, such as 150 or 12.50."))
        if len(found) > MOST:
            raise ValidationError(_("These are too many places."))
        return [plain(str(one)) for one in found]


class Currency(forms.CharField):
    """The sign or the name of a currency, such as £, € or zł."""

    def to_python(self, value: Any) -> str:
        text = " ".join(unicodedata.normalize("NFC", "" if value is None else str(value)).split())
        if any(unicodedata.category(sign) in names.REFUSED for sign in text) or (text and not has_unit(text)):
            raise ValidationError(_("Write the currency’s sign, or its name in letters: £, € or zł."))
        return text


def has_unit(text: str) -> bool:
    """Tell whether a letter or a currency's sign stands in a text."""
    return any(sign.isalpha() or unicodedata.category(sign) == "Sc" for sign in text)


def plain(text: str) -> str:
    """Write a sum as it is typed: `12.50`, `300`."""
    amount = Fraction(text)
    return str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"


class PrizesForm(forms.Form):
    """What the places are worth, best first."""

    sums = Sums(
        label=_("Sums by place"),
        required=False,
        max_length=2000,
        help_text=_("The first place first, with spaces between, such as: 500 300 200 100"),
    )
    currency = Currency(
        label=_("Currency"), required=False, max_length=12, help_text=_("For example £, € or zł")
    )
