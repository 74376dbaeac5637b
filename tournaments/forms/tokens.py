"""A token for a program: what it is called, for what it is, and how long."""

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Name, choose_from
from tournaments.models import Competition
from tournaments.powers import LENT, Power

LASTS = [(7, _("a week")), (30, _("a month")), (365, _("a year"))]


class TokenForm(forms.Form):
    """A new token."""

    name = Name(
        label=_("Program"),
        max_length=60,
        help_text=_("By which you know it again, for example “Results on our site”."),
    )
    event = forms.TypedChoiceField(label=_("For"), coerce=int, initial=0)
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=[(power.value, power.label) for power in LENT],
        initial=[Power.LOOK.value],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may yourself when it asks. Give it what it needs and no more."),
    )
    days = forms.TypedChoiceField(label=_("It works for"), choices=LASTS, coerce=int, initial=30)
    key = forms.UUIDField(widget=forms.HiddenInput)  # sent twice it is one token

    def __init__(self, *bound: Any, events: Iterable[Competition], **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)
        choose_from(self, "event", [(0, _("the whole club")), *((event.pk, event.name) for event in events)])
