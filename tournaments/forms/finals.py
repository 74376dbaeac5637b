"""A final of an event, and a competition beside it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import CalendarDay, Name, WholeNumber, choose_from
from tournaments.models import Competition, Entry
from tournaments.selectors.finals import LONGEST_REMARK, MOST_FINALISTS, MOST_GROUPS, Wanted

OUT = "out_"


class FinalForm(forms.Form):
    """Who goes on. It is shown what comes of it before it is made: `seen` marks what was."""

    name = Name(label=_("Name"), max_length=90)
    date = CalendarDay(label=_("Day"))
    size = WholeNumber(
        label=_("How many go on"),
        min_value=4,
        max_value=MOST_FINALISTS,
        help_text=_("Of all groups together. Tables seat four: a multiple of four needs no house players."),
    )
    groups = WholeNumber(
        label=_("Groups"),
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=_("One final, or several that are played at the same time."),
    )
    way = forms.ChoiceField(
        label=_("Several groups"),
        choices=[
            ("places", _("by place: the first group plays for the first places, the next for the next")),
            ("even", _("of equal strength: places are dealt out to and fro")),
        ],
        widget=forms.RadioSelect,
    )
    carry = forms.ChoiceField(
        label=_("What they bring along"), choices=Competition.Carry.choices, widget=forms.RadioSelect
    )
    rounds = WholeNumber(label=_("Rounds of the final"), min_value=1, max_value=60, required=False)
    order = forms.CharField(
        label=_("Among equals"),
        required=False,
        max_length=400,
        help_text=_("Only where people share a place at the edge: their numbers, the first to go on first."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, people: Mapping[int, str], **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        self.people = people

    def clean_order(self) -> tuple[int, ...]:
        words = [word for word in re.split(r"[\s,;]+", self.cleaned_data["order"]) if word]
        known = {str(number) for number in self.people}
        if strange := [word for word in words if word not in known]:
            raise ValidationError(_("Nobody here has these numbers: %s.") % ", ".join(strange))
        return tuple(map(int, words))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["out"] = self._out()
        size, groups = cleaned.get("size"), cleaned.get("groups")
        if size and groups and size % groups:
            self.add_error("groups", _("%(size)s cannot be parted equally.") % {"size": size})
        elif size and groups and size // groups < 4:
            self.add_error("groups", _("A group has four players at least."))
        return cleaned

    def _out(self) -> dict[int, str]:
        """Read why some stay out: a remark beside a name."""
        told = {number: self.data.get(f"{OUT}{number}", "").strip() for number in self.people}
        if any(len(remark) > LONGEST_REMARK for remark in told.values()):
            self.add_error(None, _("A remark has at most %s characters.") % LONGEST_REMARK)
        return {number: remark for number, remark in told.items() if remark}

    def wanted(self) -> Wanted:
        """Say which final is wanted."""
        told = self.cleaned_data
        return Wanted(
            told["size"], told["groups"], told["way"], told["carry"], told["out"], told["order"]
        )

    def fields_of(self, refusal: Any) -> list[str]:
        return {"final_undecided": ["order"], "final_too_few": ["size"]}.get(refusal.code, [])


class SideForm(forms.Form):
    """A competition beside an event, for all of its people or for some."""

    name = Name(label=_("Name"), max_length=100)
    date = CalendarDay(label=_("Day"))
    people = forms.MultipleChoiceField(
        label=_("Who plays in it"), widget=forms.CheckboxSelectMultiple, required=False
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, entries: Sequence[Entry], **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        choose_from(self, "people", [(str(one.number), str(one)) for one in entries])


class NextForm(forms.Form):
    """Who takes a free place in a final."""

    number = forms.TypedChoiceField(label=_("Let somebody in"), coerce=int)

    def __init__(self, *bound: Any, rows: Sequence[Any], **named: Any) -> None:
        super().__init__(*bound, **named)
        said = [(str(row.number), f"{row.rank}. {row.name} ({row.number})") for row in rows]
        choose_from(self, "number", said)
