"""Deals that a tablet could not send: scanned, pasted or from its file, each answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments import access
from tournaments.api.saved_deals import SavedDeal, saved_deals
from tournaments.forms.saved_deals import SavedDealsForm
from tournaments.refusals import Refusal, sentence
from tournaments.services.deals import Receipt, submission_of
from tournaments.services.saved_deals import saved_deal_take
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, OfCompetition, tell
from tournaments.wording.tiles import wind_name


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one deal; `receipt` is None when it was refused."""

    saved: SavedDeal
    receipt: Receipt | None
    message: str = ""
    problems: tuple[str, ...] = ()


class SavedDeals(FormPage, OfCompetition):
    """The form for what a tablet exported, and the answers to it."""

    only_changes = True
    template_name = "organiser/saved_deals.html"
    tab = "tablets"
    form_class = SavedDealsForm
    organisers_only = True

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST, request.FILES)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            found = saved_deals(form.exported)
        except Refusal as refusal:
            tell(form, refusal)
            return self.show(refusal.status, form=form)
        return self.show(form=self.form(), answers=[self._take(saved) for saved in found])

    def _take(self, saved: SavedDeal) -> Answer:
        """Take one deal over; a refused one does not stand in the way of the others."""
        try:
            return self._answer(saved)
        except Refusal as refusal:
            return Answer(saved, None, refusal.message, tuple(map(_told, refusal.problems)))

    def _answer(self, saved: SavedDeal) -> Answer:
        if saved.competition != self.competition.slug:
            raise Refusal("saved_elsewhere", competition=saved.competition)
        submission = submission_of(saved.body)
        table = access.table_meant(self.competition, saved.table, submission.seating_version)
        receipt = saved_deal_take(table=table, submission=submission, actor=self.actor)
        held = receipt.held
        return Answer(saved, receipt, sentence(held.code, held.facts) if held else "")


def _told(problem: Mapping[str, Any]) -> str:
    """Say a fault with the seat it concerns."""
    seat = problem.get("seat")
    return f"{wind_name(seat)}: {problem['message']}" if seat else str(problem["message"])
