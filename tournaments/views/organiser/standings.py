"""The standings for the staff: all rounds, those too that readers do not see yet, and those of any moment."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.access import results_through
from tournaments.forms.fields import WholeNumber
from tournaments.powers import Power
from tournaments.selectors import then
from tournaments.selectors.outlook import outlook_of
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import standings_of
from tournaments.views.organiser.page import UNPROCESSABLE, OfCompetition


class MomentForm(forms.Form):
    """Which standings are wanted beside those of now: of a moment, or after an entry of the ledger."""

    at = forms.DateTimeField(
        label=_("As they stood at"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S"),
    )
    entry = WholeNumber(
        label=_("or after entry of the ledger"),
        min_value=1,
        max_value=1_000_000,
        required=False,
        help_text=_("The overview for readers tells how many entries there are."),
    )


class StandingsThen(OfCompetition):
    """Look at the standings of now, or compare them with those of another moment."""

    template_name = "organiser/standings.html"
    tab = "standings"
    power = Power.RULE

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = MomentForm(request.GET or None)
        at = self.moment(form) if form.is_valid() else None
        return self.show(UNPROCESSABLE if form.errors else 200, form=form, **self.tables(at))

    def moment(self, form: MomentForm) -> datetime | None:
        """Give the moment that was asked for; an entry that is not there is a fault beside its field."""
        entry, at = form.cleaned_data["entry"], form.cleaned_data["at"]
        if entry is None:
            return at  # type: ignore[no-any-return]
        found = then.moment_of(self.competition, entry)
        if found is None:
            form.add_error("entry", _("The ledger has no such entry."))
        return found

    def tables(self, at: datetime | None) -> dict[str, Any]:
        """Give what is shown: both tables, or the one of now."""
        known = then.compared(self.competition, at) if at else None
        through, table = results_through(self.competition), standings_of(self.competition)
        worth = worth_of(self.competition, list(self.competition.rounds.all()), table)
        return {"then": known, "table": table, "through": through, **worth._asdict()}


class OutlookPage(OfCompetition):
    """See what can still happen in a season, by all its results."""

    template_name = "organiser/outlook.html"
    tab = "standings"
    power = Power.RULE

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def context(self) -> dict[str, Any]:
        through = results_through(self.competition)
        return {**super().context(), "outlook": outlook_of(self.competition), "through": through}
