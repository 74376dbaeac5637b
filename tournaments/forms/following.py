"""The season after one."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import CalendarDay, Name
from tournaments.selectors.following import SHARES


class FollowForm(forms.Form):
    """What the next season is called and when it begins; `seen` marks what it would begin with.

    The page chooses `carry` by links, so that what is looked at is what is made.
    """

    name = Name(label=_("Name"), max_length=100)
    date = CalendarDay(label=_("First day"))
    carry = forms.ChoiceField(
        choices=[(code, code) for code in ("", *SHARES)], required=False, widget=forms.HiddenInput
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *bound: Any, **named: Any) -> None:
        named["initial"] = {"key": uuid4(), **(named.get("initial") or {})}
        super().__init__(*bound, **named)
