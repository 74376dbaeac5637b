"""An address that a club has told of its events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Hook
from tournaments.refusals import Refusal

OF_THE_ADDRESS = ("hook_address_unfit", "hook_address_unknown", "hook_address_private")


class HookForm(forms.Form):
    """Where to send, and what."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        help_text=_("On the public internet; each message is posted there as JSON."),
    )
    events = forms.MultipleChoiceField(
        label=_("It is told when"), choices=Hook.Event.choices, widget=forms.CheckboxSelectMultiple
    )

    def fields_of(self, refusal: Refusal) -> list[str]:
        """Say which field a refusal is about."""
        return ["url"] if refusal.code in OF_THE_ADDRESS else []

    @property
    def told(self) -> dict[str, Any]:
        return {"url": self.cleaned_data["url"], "events": self.cleaned_data["events"]}
