"""Deals and corrections that a tablet could not send: scanned, pasted or from its file, each answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse

from tournaments import access
from tournaments.api.saved_deals import SavedDeal, saved_deals
from tournaments.deal.reckon import declaration_in
from tournaments.forms.saved_deals import SavedDealsForm
from tournaments.models import DealVersion, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal, sentence
from tournaments.selectors import late, tables
from tournaments.selectors.called import called
from tournaments.selectors.recorded import TableRecord
from tournaments.services.corrections import REPLAY
from tournaments.services.deals import Receipt, submission_of
from tournaments.services.saved_deals import saved_correction_take, saved_deal_take
from tournaments.services.table_corrections import correction_of
from tournaments.views.organiser.held import declared
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, OfCompetition, said_of, tell


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one deal or correction; `receipt` is None when it was refused.

    Of a refused correction the staff see what it says, and its deal; with `anew` they make it themselves.
    """

    saved: SavedDeal
    receipt: Receipt | None
    message: str = ""
    problems: tuple[str, ...] = ()
    told: Mapping[str, Any] | None = None
    deal_address: str = ""
    correct_address: str = ""
    anew: Mapping[str, Any] = field(default_factory=dict)


class SavedDeals(FormPage, OfCompetition):
    """The form for what a tablet exported, and the answers to it."""

    only_changes = True
    template_name = "organiser/saved_deals.html"
    tab = "tablets"
    form_class = SavedDealsForm
    power = Power.SCORE

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
            return Answer(
                saved, None, refusal.message, tuple(map(said_of, refusal.problems)), **self._lost(saved)
            )

    def _answer(self, saved: SavedDeal) -> Answer:
        receipt = self._taken(saved, self._table(saved))
        held = receipt.held
        return Answer(saved, receipt, sentence(held.code, held.facts) if held else "")

    def _table(self, saved: SavedDeal) -> Table:
        if saved.competition != self.competition.slug:
            raise Refusal("saved_elsewhere", competition=saved.competition)
        if not self.rights.at_table(Power.SCORE, self.competition, saved.table):
            raise Refusal("table_not_yours", table=saved.table)
        return access.table_meant(self.competition, saved.table, saved.body["seating_version"])

    def _taken(self, saved: SavedDeal, table: Table) -> Receipt:
        if saved.is_correction:
            correction = correction_of(saved.body)
            return saved_correction_take(table=table, correction=correction, actor=self.actor)
        return saved_deal_take(table=table, submission=submission_of(saved.body), actor=self.actor)

    def _lost(self, saved: SavedDeal) -> dict[str, Any]:
        """Say what a refused correction wanted, and where its deal is; nothing where that is not here."""
        body, number = saved.body, saved.body["deal"]
        if not saved.is_correction or saved.competition != self.competition.slug:
            return {}
        table = tables.table_seated(self.competition.pk, saved.table, body["seating_version"])
        known = TableRecord(table) if table else None
        found = [one for one in known.versions if one.number == number] if known else []
        if table is None or known is None or not found:
            return {}
        place, shown = {"round": table.round.number, "table": table.number}, late.sat_as_shown(body, known)
        is_seated = shown == {seat: one.entry for seat, one in known.sitting(number).items()}
        return {
            "told": declared(declaration_in(body), called(shown)),
            "deal_address": self.address("deal", **place, deal=number),
            "correct_address": self.address("deal-correct", **place, deal=number),
            "anew": _anew(body, found[0]) if is_seated and "totals" not in body else {},
        }


def _anew(body: Mapping[str, Any], now: DealVersion) -> dict[str, Any]:
    """Fill in the staff's form of a correction with what the table wanted, to be looked at and saved."""
    content = declaration_in(body)
    typed = {"declared": json.dumps(content), "outcome": content["outcome"], "reason": body["reason"]}
    return {**typed, "mode": REPLAY, "seen_version": now.version, "key": uuid4()}
