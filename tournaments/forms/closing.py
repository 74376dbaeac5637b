"""What it takes to make results official: the time for objections, objections and their answers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.deals import LoggedReasonForm
from tournaments.forms.fields import WholeNumber, choose_from
from tournaments.models import Competition, Entry, Round, Table
from tournaments.services.closing import MOST_MINUTES
from tournaments.wording.rounds import round_name

PLACE = ("round", "table", "deal")


class AnnounceForm(forms.Form):
    """How long objections may be made."""

    minutes = WholeNumber(
        label=_("Minutes for objections"),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=15,
        help_text=_("Counted from now. Readers see until when."),
    )


class ObjectionForm(LoggedReasonForm):
    """An objection: who makes it, against which deal, and the words."""

    field_order = ("entry", "round", "table", "deal", "reason")
    entry = forms.ChoiceField(label=_("Who objects"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    table = WholeNumber(label=_("Table"), min_value=1, max_value=999, required=False)
    deal = WholeNumber(label=_("Deal"), min_value=1, max_value=999, required=False)
    reason = forms.CharField(label=_("Objection"), max_length=300, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(
        self, *bound: Any, competition: Competition, entries: list[Entry], rounds: list[Round], **named: Any
    ) -> None:
        super().__init__(*bound, **named)
        self.competition = competition
        if competition.is_season:
            self.fields["round"].label = _("Meeting")
        nobody = ("", _("somebody else"))
        choose_from(self, "entry", [nobody, *[(str(one.number), str(one)) for one in entries]])
        called = [(str(one.number), round_name(competition, one.number)) for one in rounds]
        choose_from(self, "round", [("", _("all of it")), *called])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("deal") and not cleaned.get("table"):
            self.add_error("table", _("Say at which table the deal was."))
        if cleaned.get("table") and not cleaned.get("round"):
            self.add_error("round", _("Say in which round that was."))
        if not self.errors and cleaned.get("table"):
            self._check_there(cleaned)
        return cleaned

    def _check_there(self, cleaned: dict[str, Any]) -> None:
        tables = Table.objects.filter(round__competition=self.competition, round__number=cleaned["round"])
        found = tables.filter(number=cleaned["table"])
        if not found.exists():
            self.add_error("table", _("There was no such table in that round."))
        elif cleaned["deal"] and not found.filter(deal_versions__number=cleaned["deal"]).exists():
            self.add_error("deal", _("This table has no such deal."))

    @property
    def about(self) -> dict[str, int]:
        """Say by numbers what it is about, as the service takes it."""
        told = {name: self.cleaned_data.get(name) for name in ("entry", *PLACE)}
        return {name: int(number) for name, number in told.items() if number}


class AnswerForm(LoggedReasonForm):
    """What an official answers to an objection."""

    upheld = forms.ChoiceField(
        label=_("The objection is"),
        choices=[("yes", _("upheld")), ("no", _("not upheld"))],
        widget=forms.RadioSelect,
    )
    field_order = ("upheld", "reason")
    reason = forms.CharField(label=_("Answer"), max_length=300, widget=forms.Textarea(attrs={"rows": 3}))
