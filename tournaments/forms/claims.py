"""Who called for a discard: a form that reads the address and changes nothing."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import scoring
from scoring.claims import Claim
from tournaments.wording.tiles import WIND_NAMES, wind_name

CALLS = {
    "mahjong": _("mah-jong"),
    "mahjong:pung": _("mah-jong, completing a pung"),
    "mahjong:pair": _("mah-jong, completing the pair"),
    "mahjong:chow": _("mah-jong, completing a chow"),
    "kong": _("kong"),
    "pung": _("pung"),
    "chow": _("chow"),
}


class ClaimsForm(forms.Form):
    """Who discarded, and what each player calls; `claims` is what the engine takes."""

    discarder = forms.ChoiceField(label=_("Who discarded the tile"), choices=list(WIND_NAMES.items()))

    def __init__(self, *bound: Any, rules: scoring.RuleSet, **named: Any) -> None:
        super().__init__(*bound, **named)
        choices = [("", gettext("nothing")), *((code, CALLS[code]) for code in calls_of(rules))]
        for seat in scoring.SEATS:
            label = gettext("%(wind)s calls") % {"wind": wind_name(seat)}
            self.fields[seat] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def claims(self) -> list[Claim]:
        """Give the calls that were made, by seat."""
        called = {seat: self.cleaned_data[seat] for seat in scoring.SEATS if self.cleaned_data[seat]}
        return [Claim(seat, *code.split(":")) for seat, code in called.items()]

    def under(self, rules: scoring.RuleSet) -> dict[str, str]:
        """Give the same situation as another rule set asks for it."""
        known = calls_of(rules)
        called = {claim.seat: code_of(claim) for claim in self.claims}
        said = {seat: code if code in known else code.split(":")[0] for seat, code in called.items()}
        return {"discarder": self.cleaned_data["discarder"], **said}


def calls_of(rules: scoring.RuleSet) -> list[str]:
    """List the calls that the rules tell apart, in their order; a mah-jong may always be called as such."""
    ranked = [call for calls in rules.claims["order"] for call in calls]
    return [code for code in CALLS if code in ranked or code == "mahjong"]


def code_of(claim: Claim) -> str:
    """Write a call as the form and the tables of the rules do."""
    return f"{claim.call}:{claim.completes}" if claim.completes else claim.call
