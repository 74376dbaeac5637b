"""The board of tables, and what is done from it: answer a call, rule on what was held."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.deal.reckon import declaration_in
from tournaments.forms.deals import RulingForm
from tournaments.models import HeldSubmission, RefereeCall, Table
from tournaments.refusals import Refusal, sentence
from tournaments.selectors import board, endings, explained, tables
from tournaments.selectors.called import called_at
from tournaments.services import corrections, devices, foresight, held
from tournaments.views.organiser.page import UNPROCESSABLE, Button, FormPage, OfCompetition, tell, with_tag
from tournaments.wording.tiles import wind_name


class BoardPage(OfCompetition):
    """All tables of the running round at a glance."""

    template_name = "organiser/board.html"
    tab = "board"

    def here(self) -> str:
        return self.address("board")

    def context(self) -> dict[str, Any]:
        return {**super().context(), "board": board.board_of(self.competition)}


class BoardFragment(OfCompetition):
    """The live part of the board; answers 304 while nothing changed that can be seen."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        context = {"competition": self.competition, "board": board.board_of(self.competition), "page": self}
        return with_tag(request, render(request, "organiser/board_body.html", context))


class BoardPulse(OfCompetition):
    """Tell open boards, which ask every second, whether to look again; says nothing else."""

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return JsonResponse({"revision": board.pulse_of(self.competition)})


class CallAnswer(Button, OfCompetition):
    """Note that the referee came to a table."""

    stands_on = BoardPage

    def act(self) -> str:
        mine = RefereeCall.objects.filter(table__round__competition=self.competition, pk=self.kwargs["call"])
        call = mine.select_related("table__round__competition").first()
        if call is None:
            raise Http404
        devices.referee_answer(call=call, actor=self.actor)
        self.say(_("The call of table %(table)s is answered.") % {"table": call.table.number})
        return self.address("board")


class HeldPage(FormPage, OfCompetition):
    """A submission that could not be recorded: accept it, let it replace what is recorded, or decline it."""

    template_name = "organiser/held.html"
    tab = "board"
    form_class = RulingForm
    held: HeldSubmission

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        mine = HeldSubmission.objects.filter(competition=self.competition, pk=named["held"])
        found = mine.select_related("table__round__competition", "ruling__actor", "device").first()
        if found is None:
            raise Http404
        self.held = found

    def context(self) -> dict[str, Any]:
        table = self.table
        recorded = (
            next((v for v in tables.current_versions(table) if v.number == self.held.deal), None)
            if table
            else None
        )
        sitting = tables.sitters(table, self.held.deal) if table else {}
        names = called_at(sitting)
        content = declaration_in(self.held.body)
        return {
            **super().context(),
            "held": self.held,
            "recorded": recorded,
            "table": table,
            "why": sentence(self.held.code, self.held.facts),
            "names": [(wind_name(seat), name) for seat, name in names.items()],
            "sent": declared(content, names),
            "was": declared(recorded.content, names) if recorded else None,
        }

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self._rule(form, request.POST.get("step", ""))
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)

    def _rule(self, form: Any, step: str) -> HttpResponse:
        reason, actor = form.cleaned_data["reason"], self.actor
        if step == "accept":
            held.held_accept(held=self.held, actor=actor, reason=reason)
        elif step == "decline":
            held.held_decline(held=self.held, actor=actor, reason=reason)
        elif not self._replaced(form, step):
            return self._look(form)
        self.say(
            _("Ruled on deal %(deal)s of table %(table)s.")
            % {"deal": self.held.deal, "table": self.held.table_number}
        )
        return redirect(self.address("board"))

    def _replaced(self, form: Any, step: str) -> bool:
        """Save the correction if its consequences are still those that were looked at."""
        if step != "correct" or form.cleaned_data["seen_plan"] != self._ahead(form).digest:
            return False
        held.held_accept_as_correction(
            held=self.held,
            mode=form.cleaned_data["mode"],
            reason=form.cleaned_data["reason"],
            actor=self.actor,
        )
        return True

    def _ahead(self, form: Any) -> foresight.Foresight:
        content = declaration_in(self.held.body)
        return foresight.look_ahead(
            self.competition,
            lambda: corrections.deal_correct(
                table=self._known_table(),
                number=self.held.deal,
                content=content,
                mode=form.cleaned_data["mode"],
                reason=form.cleaned_data["reason"] or "-",
                actor=self.actor,
            ),
        )

    @cached_property
    def table(self) -> Table | None:
        """Give the table of the round that the deal was sent under; None where no round has had that."""
        return tables.table_of_held(self.held)

    def _known_table(self) -> Table:
        if self.table is None:
            raise Refusal("held_of_no_round", deal=self.held.deal)
        return self.table

    def _look(self, form: Any) -> HttpResponse:
        ahead = self._ahead(form)
        fresh = RulingForm(initial={**form.cleaned_data, "seen_plan": ahead.digest})
        return self.show(form=fresh, ahead=ahead)


def declared(content: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Give a declaration as a template shows it: the sentence and the four hands."""
    hands = [(seat, name, content.get("hands", {}).get(seat)) for seat, name in names.items()]
    return {
        "outcome": endings.outcome_sentence(content, {}, names),
        "hands": [] if "totals" in content else hands,
        "totals": [(seat, name, content.get("totals", {}).get(seat)) for seat, name in names.items()],
        "events": explained.events_of(content, names),
    }
