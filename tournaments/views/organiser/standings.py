"""The standings for the staff: all rounds, those too that readers do not see, and of two moments."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.access import results_through
from tournaments.powers import Power
from tournaments.selectors.outlook import outlook_of
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import standings_of
from tournaments.views.moments import compared
from tournaments.views.organiser.page import UNPROCESSABLE, OfCompetition


class StandingsNow(OfCompetition):
    """Look at the standings of now."""

    template_name = "organiser/standings.html"
    tab = "standings"
    power = Power.RULE

    def context(self) -> dict[str, Any]:
        through, table = results_through(self.competition), standings_of(self.competition)
        worth = worth_of(self.competition, list(self.competition.rounds.all()), table)
        return {**super().context(), "table": table, "through": through, **worth._asdict()}


class MomentsPage(OfCompetition):
    """Compare the standings of two moments, by all results."""

    template_name = "organiser/moments.html"
    tab = "standings"
    power = Power.RULE

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        asked = compared(request, self.competition, None)
        status = 200 if asked.valid else UNPROCESSABLE
        return self.show(status, through=results_through(self.competition), **asked.context)


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
