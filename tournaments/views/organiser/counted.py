"""Tournaments that count as meetings of a season: seen before they count, compared with what they are now."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.counted import CountedForm, CountForm
from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import counted as selected
from tournaments.selectors.counted import Event, way_said
from tournaments.selectors.season_facts import ELSEWHERE
from tournaments.services.counted import (
    Compared,
    compared,
    meeting_judge,
    tournament_count,
    tournament_judge,
    tournament_recount,
    tournament_uncount,
)
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, retold, tell
from tournaments.views.organiser.policies import OfSeason
from tournaments.wording.rounds import round_name


class TournamentCount(FormPage, OfSeason):
    """Choose a tournament that is over, see what it would give to whom, and let it count."""

    template_name = "organiser/tournament_count.html"
    form_class = CountForm

    @cached_property
    def tournaments(self) -> list[Competition]:
        return selected.candidates(self.competition, self.seen)

    @property
    def seen(self) -> QuerySet[Competition]:
        return access.competitions_of(self.request.user, Power.LOOK)

    def form_arguments(self) -> dict[str, Any]:
        numbers = selected.free_meetings(self.competition)
        meetings = [(number, round_name(self.competition, number)) for number in numbers]
        return {"tournaments": self.tournaments, "meetings": meetings}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "tournaments": self.tournaments}

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if "try" not in request.POST:
            return super().post(request, **named)
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self._tried(form)
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)

    def _tried(self, form: CountForm) -> HttpResponse:
        meeting, tournament = form.cleaned_data["meeting"], form.chosen
        proposal = tournament_judge(self.competition, tournament, form.way)
        meeting_judge(self.competition, tournament, meeting)
        lines, counts = selected.foreseen(self.competition, meeting, proposal)
        return self.show(
            form=retold(form, seen=proposal.mark),
            proposal=proposal,
            chosen=tournament,
            meeting=meeting,
            way=way_said(form.way),
            worth=selected.worth_now(tournament),
            lines=lines,
            counts=counts,
        )

    def act(self, form: Any) -> str:
        tournament_count(
            season=self.competition,
            tournament=form.chosen,
            meeting=form.cleaned_data["meeting"],
            way=form.way,
            seen=form.cleaned_data["seen"],
            actor=self.actor,
        )
        self.say(_("%(name)s counts now.") % {"name": form.chosen.name})
        return self.address("season-facts")


class TournamentCounted(FormPage, OfSeason):
    """See what of a tournament that counts is otherwise now; take it over, or let it count no more."""

    template_name = "organiser/tournament_counted.html"
    form_class = CountedForm
    meeting: int

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.meeting = named["meeting"]
        if str(self.meeting) not in self.competition.season_facts.get(ELSEWHERE, {}):
            raise Refusal("counted_not", meeting=self.meeting)

    @cached_property
    def compared(self) -> Compared:
        [event] = [one for one in self.events.values() if one.meeting == self.meeting]
        return compared(self.competition, event)

    @property
    def events(self) -> dict[int, Event]:
        return selected.events_of(self.competition, Competition.objects.all())

    def form_arguments(self) -> dict[str, Any]:
        proposal = self.compared.proposal
        return {"initial": {"seen": proposal.mark if proposal else ""}}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "one": self.compared}

    def act(self, form: Any) -> str:
        told = {"season": self.competition, "meeting": self.meeting, "reason": form.cleaned_data["reason"]}
        if "away" in self.request.POST:
            tournament_uncount(**told, actor=self.actor)
            self.say(_("%(name)s counts no more.") % {"name": self.compared.event.name})
        else:
            tournament_recount(**told, seen=form.cleaned_data["seen"], actor=self.actor)
            self.say(_("The results of now are taken over."))
        return self.address("season-facts")

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now seen other results take those over."""
        self.__dict__.pop("compared", None)  # what the form was made with is no more
        if refusal.code == "counted_meanwhile" and self.compared.proposal:
            return retold(form, seen=self.compared.proposal.mark)
        return super().renewed(form, refusal)
