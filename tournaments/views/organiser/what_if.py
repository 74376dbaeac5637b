"""What if a rule were read the other way: a report for the committee; nothing is changed by it."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from tournaments.access import results_through
from tournaments.powers import Power
from tournaments.ranking.seasons.reading import KEYS
from tournaments.refusals import Refusal
from tournaments.selectors.policies import setting_named, setting_said, written_now
from tournaments.services.reckoning import rules_of
from tournaments.services.what_if import Progress, Report, report_of, tried_of
from tournaments.views.organiser.page import OfCompetition
from tournaments.wording.settings import option_said

LONGEST = 2000  # characters of a value
AGAIN_SECONDS = 3
ON_A_PAGE = 200  # deals that would be refused; all of a long event would take seconds


class Offered(NamedTuple):
    """An option that can be tried: what it decides, its value of now, and others where they are few."""

    name: str
    about: str
    now: str
    source: str
    others: tuple[tuple[str, str], ...]
    placeholder: str = ""


class WhatIf(OfCompetition):
    """Choose an option and another value, and read what would be otherwise."""

    template_name = "organiser/what_if.html"
    tab = "standings"
    power = Power.RULE

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        option, value = (request.GET.get(name, "")[:LONGEST] for name in ("option", "value"))
        if not option:
            return self.show()
        try:
            reading = tried_of(self.competition, option, value)
        except Refusal as refusal:
            return self.show(refusal.status, refusal=refusal)
        found = report_of(self.competition, reading)
        if isinstance(found, Progress):
            response = self.show(reading=reading, progress=found)
            response["Refresh"] = str(AGAIN_SECONDS)
            return response
        return self.show(reading=reading, report=found, **self._refused(found))

    def _refused(self, report: Report) -> dict[str, Any]:
        """Say what would be refused and why, a page of it, and all that was ruled on, which is little."""
        shown = Paginator(report.refused, ON_A_PAGE).get_page(self.request.GET.get("page"))
        told = {"refused": shown.object_list, "unworked": report.unworked}
        said = {name: [(key, report.why(reasons)) for key, reasons in them] for name, them in told.items()}
        asked = {"option": report.reading.option, "value": self.request.GET.get("value", "")[:LONGEST]}
        return {**said, "shown": shown, "asked": urlencode(asked)}

    def context(self) -> dict[str, Any]:
        offered = {"of_play": self._of_play(), "of_season": self._of_season()}
        return {**super().context(), **offered, "through": results_through(self.competition)}

    def _of_play(self) -> list[Offered]:
        rules = rules_of(self.competition)
        found = []
        for name, spec in rules.option_specs.items():
            now = rules.options[name]
            values: tuple[Any, ...] = {"truth": (True, False), "choice": spec.choices}.get(spec.type, ())
            written = [(str(one).lower() if spec.type == "truth" else str(one), one) for one in values]
            others = tuple((text, option_said(one)) for text, one in written if one != now)
            found.append(Offered(name, gettext(spec.about), option_said(now), spec.source, others))
        return found

    def _of_season(self) -> list[Offered]:
        if not self.competition.is_season:
            return []
        raw = written_now(self.competition)
        return [Offered(name, setting_named(name), setting_said(raw, name), "", ()) for name in KEYS]
