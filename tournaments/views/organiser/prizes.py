"""Prizes: what the places are worth, and who has which by now."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.forms.prizes import PrizesForm
from tournaments.powers import Power
from tournaments.selectors.prizes import prizes_of
from tournaments.services.prizes import prizes_choose
from tournaments.views.organiser.page import FormPage, OfCompetition


class Prizes(FormPage, OfCompetition):
    """Enter the sums by place; see who would get them."""

    template_name = "organiser/prizes.html"
    tab = "paper"
    power = Power.SETTINGS
    form_class = PrizesForm

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"sums": self.competition.prizes, "currency": self.competition.prize_currency}}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "prizes": prizes_of(self.competition)}

    def act(self, form: Any) -> str:
        prizes_choose(competition=self.competition, actor=self.actor, **form.cleaned_data)
        self.say(_("The prizes are saved."))
        return self.address("prizes")
