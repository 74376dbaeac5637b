"""A tournament that counts as a meeting of a season, and how a place becomes a credit."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.fields import Points, PointsList, choose_from
from tournaments.models import Competition
from tournaments.ranking.figures import amount
from tournaments.ranking.seasons.elsewhere import PLACES, Way
from tournaments.wording.seasons import AMONG, BEYOND, BY


class CountForm(forms.Form):
    """Which tournament counts as which meeting, and what it gives; `seen` marks what was shown of that."""

    tournament = forms.TypedChoiceField(
        label=_("Tournament"),
        coerce=int,
        error_messages={"invalid_choice": _("This tournament can no longer be chosen.")},
    )
    meeting = forms.TypedChoiceField(
        label=_("Counts as"),
        coerce=int,
        help_text=_("A planned meeting without tables, or the one after the last."),
        error_messages={"invalid_choice": _("It has tables by now, or a tournament counts as it already.")},
    )
    by = forms.ChoiceField(label=_("What it gives"), choices=list(BY.items()))
    points = PointsList(
        label=_("Points by place"),
        required=False,
        max_length=1000,
        help_text=_("The first place first, such as 10 8 6 5 4. Who shares a place gets the mean, exactly."),
    )
    beyond = forms.ChoiceField(label=_("Who is placed behind these gets"), choices=list(BEYOND.items()))
    among = forms.ChoiceField(label=_("Places"), choices=list(AMONG.items()))
    factor = Points(
        label=pgettext_lazy("factor", "Times"),
        initial="1",
        help_text=_("1 for as it is; 1/2, 3/2 and so on."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self,
        *bound: Any,
        tournaments: Iterable[Competition],
        meetings: Iterable[tuple[int, str]],
        **named: Any,
    ) -> None:
        super().__init__(*bound, **named)
        self.tournaments = {one.pk: one for one in tournaments}
        listed = [(key, f"{one.name}, {one.date:%d.%m.%Y}") for key, one in self.tournaments.items()]
        choose_from(self, "tournament", listed)
        choose_from(self, "meeting", list(meetings))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        points = [amount(one) for one in cleaned.get("points") or ()]
        if "points" in cleaned and cleaned.get("by") == PLACES:
            if not points:
                self.add_error("points", _("Say what each place gives."))
            elif points != sorted(points, reverse=True):
                self.add_error("points", _("A worse place cannot give more than a better one."))
        return cleaned

    @property
    def chosen(self) -> Competition:
        return self.tournaments[self.cleaned_data["tournament"]]

    @property
    def way(self) -> Way:
        """Give the way of counting; the list of points is nothing to another one."""
        told = self.cleaned_data
        factor = amount(told["factor"])
        if told["by"] != PLACES:
            return Way(told["by"], among=told["among"], factor=factor)
        points = tuple(amount(one) for one in told["points"])
        return Way(PLACES, points, told["beyond"], told["among"], factor)


class CountedForm(forms.Form):
    """Take over anew what a tournament gives, or let it count no more: why, and what was seen of it."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
