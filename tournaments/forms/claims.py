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


TURNS = {
    "ESWN": _("four who play"),
    "ESW": _("three, nobody is North"),
    "ESN": _("three, nobody is West"),
    "EWN": _("three, nobody is South"),
    "EW": _("two"),
}


class ClaimsForm(forms.Form):
    """Who discarded, and what each player calls; `claims` is what the engine takes.

    Who plays is asked where the rules have tables that are not of four; `turns` are their winds in turn.
    """

    discarder = forms.ChoiceField(label=_("Who discarded the tile"), choices=list(WIND_NAMES.items()))

    def __init__(self, *bound: Any, rules: scoring.RuleSet, **named: Any) -> None:
        super().__init__(*bound, **named)
        choices = [("", gettext("nothing")), *((code, CALLS[code]) for code in calls_of(rules))]
        if len(rules.players) > 1:
            asked = _("Who plays")
            self.fields["turns"] = forms.ChoiceField(label=asked, choices=list(TURNS.items()), required=False)
        for seat in scoring.SEATS:
            label = gettext("%(wind)s calls") % {"wind": wind_name(seat)}
            self.fields[seat] = forms.ChoiceField(label=label, choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Stop a discard of somebody who does not play."""
        cleaned = super().clean() or {}
        discarder = cleaned.get("discarder")
        if discarder and discarder not in self.turns:
            fault = forms.ValidationError(gettext("Nobody plays there."), code="plays_not")
            self.add_error("discarder", fault)
        return cleaned

    @property
    def calls(self) -> list[Any]:
        """List the bound fields of what each player calls."""
        return [self[seat] for seat in scoring.SEATS]

    @property
    def facts(self) -> list[Any]:
        """List the bound fields of the others."""
        return [self[name] for name in self.fields if name not in scoring.SEATS]

    @property
    def turns(self) -> str:
        """Give the winds of those who play, in turn."""
        return self.cleaned_data.get("turns") or scoring.ESWN

    @property
    def claims(self) -> list[Claim]:
        """Give the calls that were made, by seat."""
        called = {seat: self.cleaned_data[seat] for seat in self.turns if self.cleaned_data[seat]}
        return [Claim(seat, *code.split(":")) for seat, code in called.items()]

    def under(self, rules: scoring.RuleSet) -> dict[str, str]:
        """Give the same situation as another rule set asks for it."""
        known = calls_of(rules)
        called = {claim.seat: code_of(claim) for claim in self.claims}
        said = {seat: code if code in known else code.split(":")[0] for seat, code in called.items()}
        turns = {"turns": self.turns} if len(rules.players) > 1 and self.turns != scoring.ESWN else {}
        return {"discarder": self.cleaned_data["discarder"], **turns, **said}


def calls_of(rules: scoring.RuleSet) -> list[str]:
    """List the calls that the rules tell apart, in their order; a mah-jong may always be called as such."""
    ranked = [call for calls in rules.claims["order"] for call in calls]
    return [code for code in CALLS if code in ranked or code == "mahjong"]


def code_of(claim: Claim) -> str:
    """Write a call as the form and the tables of the rules do."""
    return f"{claim.call}:{claim.completes}" if claim.completes else claim.call
