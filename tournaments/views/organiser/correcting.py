"""A recorded deal declared anew by the staff: with the tiles of the table's own entry, or written as text."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from scoring import Position
from tournaments.api.table import output, replies
from tournaments.api.table.declared import declaration_read
from tournaments.forms.deals import DealForm, TotalsForm
from tournaments.forms.fields import seats_by_wind
from tournaments.models import Competition, DealVersion, Seating, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import explained
from tournaments.services import corrections
from tournaments.services.reckoning import rules_of
from tournaments.tilefaces import Look
from tournaments.views.organiser.tables import DealChange, OfDeal
from tournaments.views.organiser.written import came_to, is_written, told_while_written
from tournaments.views.table.words import drawing, names_and_words


def entry_at(table: Table, versions: list[DealVersion], seatings: list[Seating]) -> dict[str, Any]:
    """Give what the table's entry needs on a page: the table as its tablet is told it, words and pictures."""
    told = output.entry_json(table, Look.of(table.round.competition.club), versions, seatings)
    return {"table": told, "words": names_and_words(), "drawing": drawing()}


def read_by(competition: Competition, position: Position) -> dict[str, Any]:
    """Give what a form needs to read a declaration under the rules of a competition."""
    rules, words = rules_of(competition), competition.club.suit_words
    return {"rules": rules, "position": position, "suit_words": words, "read": declaration_read}


class DealCorrect(DealChange):
    """Declare a deal anew; without scripts, and for what no entry can show, as text."""

    template_name = "organiser/deal_correct.html"

    def form(self, data: Any = None, files: Any = None) -> DealForm | TotalsForm:
        told = {"content": self.version.content, "seen_version": self.version.version}
        if "totals" in self.version.content:
            return TotalsForm(data, files, names=self.names, **told)
        read = read_by(self.competition, self.version.position)
        return DealForm(data, files, names=self.players, **told, **read)

    def context(self) -> dict[str, Any]:
        hands = self.version.content.get("hands", {})
        seats = [seat for seat, _label in seats_by_wind(self.players, self.version.position)]
        events = explained.events_of(self.version.content, self.names)
        shown = zip(self.version.content.get("events", ()), events, strict=True)
        return {
            **super().context(),
            "imposed": [told.text for event, told in shown if "penalty" in event and not told.reversed],
            "hands": [(seat, self.players[seat], hands.get(seat)) for seat in seats],
            "entry": None if "totals" in self.version.content else self.entry(),
        }

    def entry(self) -> dict[str, Any]:
        """Give what the table's entry needs."""
        return entry_at(self.table, self.versions, self.seatings)

    def preview_address(self) -> str:
        """Give where the entry asks what it comes to."""
        return self.table_address("deal-correct-preview", deal=self.version.number)

    def change(self, form: Any, reason: str) -> Any:
        return corrections.deal_correct(**self.facts(form, reason), content=form.content)


class DealCorrectPreview(OfDeal):
    """What the entry on that page comes to and would change, asked by its script."""

    only_changes = True
    power = Power.RULE

    def refused(self, refusal: Refusal) -> HttpResponse:
        return JsonResponse(refusal.to_json(), status=refusal.status)

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return redirect(self.table_address("deal-correct", deal=self.version.number))

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if is_written(request):
            return told_while_written(DealCorrect.entered(request, **named).form(request.POST), self.written)
        words, number = self.competition.club.suit_words, self.version.number
        content, mode = declaration_read(request.body), request.GET.get("mode", corrections.REPLAY)
        try:
            plan = corrections.correction_plan(table=self.table, number=number, content=content, mode=mode)
        except Refusal as refusal:
            part = replies.partial_json(self.table, content, words, number)
            return JsonResponse({**refusal.to_json(), **part}, status=refusal.status)
        return JsonResponse(replies.correction_json(plan, words))

    def written(self, content: dict[str, Any]) -> dict[str, Any]:
        """Give what a correction written as text comes to; raises Refusal."""
        mode = self.request.GET.get("mode", corrections.REPLAY)
        plan = corrections.correction_plan(
            table=self.table, number=self.version.number, content=content, mode=mode
        )
        return came_to(plan.changes[0].after, self.names)
