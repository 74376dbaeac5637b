"""What the staff ask the page of rulings, and a ruling that they write down."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.deals import CHOOSE, LoggedReasonForm, ReasonForm
from tournaments.forms.fields import WholeNumber, choose_from
from tournaments.models import Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors.rule_lines import RuleLine
from tournaments.services.penalties import MOST_POINTS
from tournaments.wording.rounds import round_name
from tournaments.wording.tiles import wind_name

ALL = ("", _("all"))
NONE = ("", _("none"))
BESIDE = {"table_not_found": ["table"], "deal_not_found": ["deal"]}
MOST = 999  # tables, deals


class AdjustForm(ReasonForm):
    """Points for who sits at a table, for a deal or the whole round."""

    deal = WholeNumber(
        label=_("Deal"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=_("Leave it empty for the whole round."),
    )
    seen_seats = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def __init__(self, *bound: Any, names: Mapping[str, str], **named: Any) -> None:
        super().__init__(*bound, **named)
        for seat, name in names.items():
            told: dict[str, Any] = {"label": f"{wind_name(seat)}: {name}", "required": False}
            self.fields[f"amount_{seat}"] = WholeNumber(**told, min_value=-MOST_POINTS, max_value=MOST_POINTS)
        self.order_fields(["deal", *(f"amount_{seat}" for seat in names), "reason"])

    @property
    def amounts(self) -> dict[str, int]:
        """Give the points of each seat as the services take them."""
        told = self.cleaned_data
        return {name[-1]: told[name] or 0 for name in self.fields if name.startswith("amount_")}


class OfRoundForm(forms.Form):
    """Which round, table and person."""

    round = forms.ChoiceField(label=_("Round"))
    table = WholeNumber(label=_("Table"), min_value=1, max_value=MOST, required=False)
    entry = forms.ChoiceField(label=_("Player"), required=False)

    def __init__(
        self, *bound: Any, rounds: Sequence[Round], entries: Sequence[Entry], season: bool, **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        if season:
            self.fields["round"].label = _("Meeting")
        choose_from(self, "round", [(str(r.number), round_name(r.competition, r.number)) for r in rounds])
        choose_from(self, "entry", [(str(one.number), str(one)) for one in entries])

    def offer_first(self, name: str, choice: tuple[str, Any]) -> None:
        """Offer something above all choices."""
        choose_from(self, name, [choice, *self.fields[name].choices])  # type: ignore[attr-defined]


class RulingAskedForm(OfRoundForm):
    """Which rulings a reader looks for."""

    round = forms.ChoiceField(label=_("Round"), required=False)

    def __init__(self, *bound: Any, **named: Any) -> None:
        super().__init__(*bound, **named)
        for name in ("round", "entry"):
            self.offer_first(name, ALL)

    @property
    def asked(self) -> dict[str, int | None]:
        """Give what is looked for, by numbers."""
        told = self.cleaned_data
        return {name: int(told[name]) if told[name] else None for name in ("round", "table", "entry")}


    @property
    def said(self) -> str:
        """Say in an address what is looked for, for the next page of it."""
        told = self.asked if self.is_bound and self.is_valid() else {}
        return "".join(f"&{name}={number}" for name, number in told.items() if number)


class WriteRulingForm(OfRoundForm, LoggedReasonForm):
    """A ruling without any other effect."""

    field_order = ("round", "table", "deal", "entry", "question", "ruling", "rule")
    reason = None  # type: ignore[assignment]
    deal = WholeNumber(label=_("Deal"), min_value=1, max_value=MOST, required=False)
    question = forms.CharField(label=_("Question"), max_length=120, required=False)
    ruling = forms.CharField(
        label=_("Ruling"), max_length=170, help_text=_("The staff and the table can read it.")
    )
    rule = forms.ChoiceField(label=_("Line of the rules"), required=False)

    def __init__(self, *bound: Any, rules: Sequence[tuple[str, Sequence[RuleLine]]], **named: Any) -> None:
        super().__init__(*bound, **named)
        self.offer_first("entry", NONE)
        lines = [(heading, [(one.anchor, one.name) for one in group]) for heading, group in rules if group]
        choose_from(self, "rule", [NONE, *lines])
        if len(self.fields["round"].choices) > 1:  # type: ignore[attr-defined]
            self.offer_first("round", CHOOSE)

    def fields_of(self, refusal: Refusal) -> list[str]:
        """Name the field that a refusal is about."""
        return BESIDE.get(refusal.code, [])
