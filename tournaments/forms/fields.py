"""Fields that several forms share: exact numbers, names, lists of points."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players import names
from scoring import Position
from scoring.tiles import WINDS
from tournaments.wording.tiles import wind_name

NAME_FAULTS = {
    "name_unfit": _("This name has characters that cannot be shown."),
    "name_too_long": _("This name is too long."),
    "name_without_letter": _("A name has at least one letter."),
}
LONGEST_FRACTION = 12


class WholeNumber(forms.IntegerField):
    """A whole number in plain digits; Python's own liberties (1_000, digits of other scripts) are refused."""

    def to_python(self, value: Any) -> int | None:
        text = str(value).strip() if value is not None else ""
        if text and not (text.isascii() and text.lstrip("+-").isdigit()):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text)


class CalendarDay(forms.DateField):
    """A day in the browser's own field, which reads one format, whatever language the page is in."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Name(forms.CharField):
    """A name that can be shown: composed, single-spaced, without signs nobody sees."""

    def to_python(self, value: Any) -> str:
        # Not stripped by the parent first: a control character must be told, not swallowed.
        text = "" if value in self.empty_values else str(value)
        try:
            return self.read(text)
        except names.UnfitName as unfit:
            raise ValidationError(NAME_FAULTS[unfit.code], code=unfit.code) from unfit

    def read(self, text: str) -> str:
        """Write a name as it is kept; raises UnfitName."""
        return names.clean(text, self.max_length or names.LENGTH)


class PersonName(Name):
    """A person's given or family name: one without a letter is none."""

    def read(self, text: str) -> str:
        return names.clean_person(text)


class Points(forms.CharField):
    """One exact amount: 7, 1/2 or 0.5; kept as text."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value)
        return str(amount(text)) if text else ""


class PointsList(forms.CharField):
    """Amounts by place, best first, with spaces, commas or semicolons between; kept as a list of texts."""

    def prepare_value(self, value: Any) -> Any:
        return "  ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        if isinstance(value, list):
            return value
        text = super().to_python(value) or ""
        return [str(amount(word)) for word in text.replace(",", " ").replace(";", " ").split()]


def choose_from(form: forms.BaseForm, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Say what can be chosen in a field of a form that was just made."""
    cast(forms.ChoiceField, form.fields[name]).choices = choices


def seats_by_wind(playing: Mapping[str, str], position: Position) -> list[tuple[str, str]]:
    """List who plays a deal in the order of their winds in it: the chair, and `East: Ann Lee`."""
    chairs = {wind: seat for seat, wind in position.winds.items()}
    return [(chairs[wind], f"{wind_name(wind)}: {playing[chairs[wind]]}") for wind in WINDS if wind in chairs]


def amount(text: str) -> Fraction:
    """Read an exact amount; raises ValidationError."""
    try:
        if len(text) > LONGEST_FRACTION or not text.isascii() or "_" in text or "e" in text.lower():
            raise ValueError(text)
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError) as error:
        raise ValidationError(
            _("“%(text)s” is not a number or a fraction."), params={"text": text}
        ) from error
