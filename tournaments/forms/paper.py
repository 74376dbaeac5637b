"""How papers are printed: of which round, on sheets of which size."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import choose_from
from tournaments.models import Round
from tournaments.wording.rounds import round_name

SIZES = {"A4": _("A4"), "letter": _("US Letter")}
ALL = ("", _("all"))


class BundleForm(forms.Form):
    """On sheets of which size all papers are drawn."""

    size = forms.ChoiceField(
        label=_("Paper"), choices=SIZES.items(), required=False, widget=forms.RadioSelect
    )


class PaperForm(BundleForm):
    """What every paper of the page is written for."""

    round = forms.ChoiceField(label=_("Rounds"), required=False)

    def __init__(self, *bound: Any, rounds: Iterable[Round], **named: Any) -> None:
        super().__init__(*bound, **named)
        named_rounds = [(str(one.number), round_name(one.competition, one.number)) for one in rounds]
        choose_from(self, "round", [ALL, *named_rounds])

    @property
    def wanted(self) -> int | None:
        """Give the number of the one round that is wanted; None: all."""
        return int(self.cleaned_data["round"]) if self.cleaned_data["round"] else None
