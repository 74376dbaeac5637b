"""The projector of the hall: the full-screen page, the part of it that changes, and what it is to show."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.forms.rounds import ProjectorForm
from tournaments.powers import Power
from tournaments.selectors import projector
from tournaments.services.projector import projector_choose
from tournaments.views.organiser.page import FormPage, OfCompetition, with_tag


class OfProjector(OfCompetition):
    """What a projector shows; a helper's account is enough to open it in the hall."""

    power = Power.LOOK

    def context(self) -> dict[str, Any]:
        return {**super().context(), "slides": projector.slides_of(self.competition)}


class Projector(OfProjector):
    """Turn through the pages on a whole screen."""

    template_name = "organiser/projector.html"


class ProjectorFragment(OfProjector):
    """The pages alone; answers 304 while nothing changed that can be seen."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return with_tag(request, render(request, "organiser/projector_slides.html", self.context()))


class ProjectorChoose(FormPage, OfCompetition):
    """Choose what the projector turns through, and how fast."""

    template_name = "organiser/projector_choose.html"
    tab = "board"
    power = Power.ROUNDS
    only_changes = True
    form_class = ProjectorForm

    def form_arguments(self) -> dict[str, Any]:
        shown = {"parts": self.competition.projector, "seconds": self.competition.projector_seconds}
        return {"initial": shown}

    def act(self, form: Any) -> str:
        projector_choose(competition=self.competition, actor=self.actor, **form.cleaned_data)
        self.say(_("The projector shows it now."))
        return self.address("projector-choose")
