"""A competition as a whole: its overview, its settings, published or not."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.forms.competition import CompetitionForm
from tournaments.forms.timetable import TimetableForm
from tournaments.models import Competition, Round
from tournaments.powers import Power
from tournaments.ranking.seasons.described import described
from tournaments.refusals import Refusal
from tournaments.selectors import overview, seatings, timetable
from tournaments.selectors.confirmed import count_open
from tournaments.selectors.cuts import of_finals
from tournaments.selectors.differences import differences
from tournaments.selectors.outdated import Outdated
from tournaments.selectors.season_facts import policy_of
from tournaments.services import competitions
from tournaments.services.counted import otherwise_in
from tournaments.services.reckoning import rules_of
from tournaments.services.timetable import timetable_set
from tournaments.views.organiser.board import BoardPage
from tournaments.views.organiser.drawn import outdated_for
from tournaments.views.organiser.page import Button, FormPage, OfCompetition, retold
from tournaments.views.organiser.parts import listed


def _says(competition: Competition) -> tuple[str, ...]:
    """Say the rules of a season that are written as data; its single settings say themselves."""
    return () if competition.policy is None else described(policy_of(competition), _)


class Overview(OfCompetition):
    """How far the competition is and what comes next."""

    template_name = "organiser/overview.html"
    tab = "overview"
    power = Power.LOOK

    def here(self) -> str:
        return self.address("overview")

    def context(self) -> dict[str, Any]:
        progress, rules = overview.progress_of(self.competition), rules_of(self.competition)
        told: dict[str, Any] = {"rules_name": rules.name, "differences": differences(rules)}
        told |= {"says": _says(self.competition), "progress": progress}
        told["outdated"] = self.outdated() if progress.to_start else None
        told["otherwise"] = otherwise_in(self.competition)
        parts = listed(self.competition)
        known = [one for one, _stage in parts]
        told["finals"] = of_finals(self.competition, known) if parts or self.competition.is_final else None
        return {**super().context(), **told, "parts": parts}

    def outdated(self) -> Outdated | None:
        """Say what no longer fits before a round is started from here."""
        return outdated_for(self.competition, seatings.seated_rounds(self.competition))


class Settings(FormPage, OfCompetition):
    """Change the settings; the rules are fixed once deals are recorded."""

    template_name = "organiser/settings.html"
    tab = "settings"
    form_class = CompetitionForm
    power = Power.SETTINGS

    def form_arguments(self) -> dict[str, Any]:
        return {"season": self.competition.is_season, "competition": self.competition}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "says": _says(self.competition)}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if form.rules_changed:
            return self.show(form=form, rules_changed=True)
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        before = self.competition.confirmed_by
        changed = competitions.competition_change(
            competition=self.competition, actor=self.actor, **form.fields_of_competition()
        )
        self.say(_("The settings are saved."))
        if order := form.said_of_order():
            self.say(order)
        if changed.confirmed_by != before:
            self.say_what_waits()
        return self.address("settings")

    def say_what_waits(self) -> None:
        """Say how many deals of closed rounds wait for words that nobody asked for when they were played."""
        closed = self.competition.rounds.filter(state=Round.State.CLOSED)
        waiting = count_open(closed, self.competition.confirmed_by)
        if waiting:
            told = _("The standings are provisional: deals of closed rounds now wait to be confirmed: %(n)s.")
            self.say(told % {"n": waiting})


class Timetable(FormPage, OfCompetition):
    """Write down what happens when, and where."""

    template_name = "organiser/timetable.html"
    tab = "settings"
    power = Power.SETTINGS
    form_class = TimetableForm

    def form_arguments(self) -> dict[str, Any]:
        shown = {"lines": timetable.written(self.competition), "seen": timetable.mark_of(self.competition)}
        return {"first": self.competition.date, "initial": shown}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "days": timetable.timetable_of(self.competition)}

    def act(self, form: Any) -> str:
        points, seen = form.cleaned_data["lines"], form.cleaned_data["seen"]
        timetable_set(competition=self.competition, points=points, seen=seen, actor=self.actor)
        self.say(_("The timetable is saved."))
        return self.address("timetable")

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now heard of another timetable overwrite it."""
        if refusal.code == "timetable_changed":
            return retold(form, seen=timetable.mark_of(self.competition))
        return super().renewed(form, refusal)


class Publish(Button, OfCompetition):
    """Show the competition to everybody."""

    stands_on = Overview
    power = Power.SETTINGS
    published = True

    def act(self) -> str:
        competitions.competition_publish(
            competition=self.competition, actor=self.actor, published=self.published
        )
        self.say(_("Everybody can see it now.") if self.published else _("Only the staff can see it now."))
        return self.address("overview")


class ResultsPublish(Button, OfCompetition):
    """Let readers see the results that are held back."""

    stands_on = BoardPage
    power = Power.SETTINGS

    def act(self) -> str:
        told = self.request.POST.get("through", "")
        through = int(told) if told.isdecimal() and len(told) < 5 else 0
        competitions.results_publish(competition=self.competition, through=through, actor=self.actor)
        self.say(_("Readers see the results now."))
        return self.address("board")


class Unpublish(Publish):
    """Take the competition from the public pages."""

    published = False


class Archive(Button, OfCompetition):
    """Put the competition away, finished."""

    stands_on = Overview
    power = Power.SETTINGS

    def act(self) -> str:
        competitions.competition_archive(
            competition=self.competition,
            actor=self.actor,
            unconfirmed="unconfirmed" in self.request.POST,
            without_drafts="without_drafts" in self.request.POST,
        )
        self.say(_("The competition is in the archive. Its pages stay as they are."))
        return self.address("overview")


class Unarchive(Button, OfCompetition):
    """Take the competition out of the archive."""

    stands_on = Overview
    power = Power.SETTINGS
    works_in_archive = True

    def act(self) -> str:
        competitions.competition_unarchive(competition=self.competition, actor=self.actor)
        self.say(_("The competition can be changed again."))
        return self.address("overview")
