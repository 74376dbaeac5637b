"""What is known of a person, and which two are one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players import imports
from players.models import Player
from tournaments.forms.fields import Name, PersonName, choose_from
from tournaments.forms.staff import LASTS

SHOWN = [(one.value, one.label) for one in Player.Shown if one != Player.Shown.ERASED]


class DetailsForm(forms.Form):
    """A person's details; what others read of the name is the person's choice."""

    given = PersonName(label=_("Given name"), required=False)
    family = PersonName(label=_("Family name"))
    shown = forms.ChoiceField(
        label=_("Others read"), choices=SHOWN, help_text=_("On all pages, screens and lists, past ones too.")
    )
    alias = PersonName(label=_("Other name"), required=False)
    across = forms.ChoiceField(
        label=_("A page across all events shows"),
        choices=Player.Across.choices,
        required=False,
        help_text=_("Only with the person’s consent. Results within each event are shown anyway."),
    )
    of = Name(label=_("Club"), max_length=100, required=False)
    country = forms.RegexField(
        r"^[A-Za-z]{2,3}$",
        label=_("Country"),
        required=False,
        help_text=_("Two or three letters, such as PL."),
        error_messages={"invalid": _("Two or three letters.")},
    )
    ema = forms.RegexField(
        imports.EMA_NUMBER,
        label=_("EMA number"),
        required=False,
        help_text=_("Of the European Mahjong Association: digits only. For the EMA results file."),
        error_messages={"invalid": _("Six to ten digits.")},
    )
    email = forms.EmailField(label=_("E-mail"), required=False, help_text=_("Never shown to others."))
    phone = forms.CharField(
        label=_("Phone"), max_length=30, required=False, help_text=_("Never shown to others.")
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        self.fields["of"].widget.attrs["list"] = "clubs"
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("across"):
            cleaned.pop("across", None)  # a form of an older page: consent stays what it is
        if cleaned.get("shown") == Player.Shown.ALIAS and not cleaned.get("alias"):
            self.add_error("alias", _("Say which other name."))
        return cleaned


class ProfileForm(DetailsForm):
    """What a person changes of the own profile; names and club are the club's to correct."""

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        for name in ("given", "family", "of"):
            del self.fields[name]
        self.fields["across"].label = _("A page of mine across all events shows")
        self.fields["across"].help_text = _("To everybody. My results within each event are shown anyway.")


class OfferForm(forms.Form):
    """Where a link to a profile goes, and how long it works."""

    days = forms.TypedChoiceField(label=_("It works for"), choices=LASTS, coerce=int, initial=7)


class EraseForm(forms.Form):
    """The word that it is meant."""

    sure = forms.BooleanField(label=_("Yes, erase this person for ever"))


class MergeForm(forms.Form):
    """The double of a person."""

    double = forms.ChoiceField(
        label=_("The same person"), help_text=_("What this one played becomes the other’s; it can be undone.")
    )

    def __init__(self, *bound: Any, others: list[Player], **named: Any) -> None:
        super().__init__(*bound, **named)
        choose_from(self, "double", [(one.pk, f"{one.full_name} · {one.club or '–'}") for one in others])
