"""The board of tables, and the answer to a call that is given from it."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.models import Competition, RefereeCall
from tournaments.powers import Power
from tournaments.selectors import board, seatings
from tournaments.selectors.next_step import PUBLISH, START
from tournaments.services import devices
from tournaments.views.organiser.drawn import outdated_for
from tournaments.views.organiser.hints import ON_THE_BOARD, told_of
from tournaments.views.organiser.page import Button, OfCompetition, with_tag


class BoardPage(OfCompetition):
    """All tables of the running round at a glance."""

    template_name = "organiser/board.html"
    tab = "board"
    power = Power.LOOK

    def here(self) -> str:
        return self.address("board")

    def context(self) -> dict[str, Any]:
        return {**super().context(), **shown_of(self.competition)}


class BoardFragment(OfCompetition):
    """The live part of the board; answers 304 while nothing changed that can be seen."""

    power = Power.LOOK

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        context = {"competition": self.competition, "page": self, **shown_of(self.competition)}
        return with_tag(request, render(request, "organiser/board_body.html", context))


class BoardHints(OfCompetition):
    """What is worth a look, which the board asks for when it stands: it is worked out from all deals."""

    power = Power.RULE

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        hints = told_of(self.competition)["open"]
        told = {"hints": hints[:ON_THE_BOARD], "hinted": len(hints)}
        context = {"competition": self.competition, "page": self, **told}
        return with_tag(request, render(request, "organiser/board_hints.html", context))


def shown_of(competition: Competition) -> dict[str, Any]:
    """Give the board, with the rounds that no longer fit who plays where the next of them is up."""
    shown = board.board_of(competition)
    if shown.step.does not in (START, PUBLISH):
        return {"board": shown}
    return {"board": shown, "outdated": outdated_for(competition, seatings.seated_rounds(competition))}


class BoardPulse(OfCompetition):
    """Tell open boards, which ask every second, whether to look again; says nothing else."""

    power = Power.LOOK

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return JsonResponse({"revision": board.pulse_of(self.competition)})


class CallAnswer(Button, OfCompetition):
    """Note that the referee came to a table."""

    stands_on = BoardPage
    power = Power.RULE

    def act(self) -> str:
        mine = RefereeCall.objects.filter(table__round__competition=self.competition, pk=self.kwargs["call"])
        call = mine.select_related("table__round__competition").first()
        if call is None:
            raise Http404
        came = devices.referee_answer(call=call, actor=self.actor)
        answered = _("The call of table %(table)s is answered.")
        told = answered if came else _("Table %(table)s took its call back.")
        self.say(told % {"table": call.table.number})
        return self.address("board")
