"""The next deal of a table entered by the staff: with the table's own entry, or written as text."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.api.table import replies
from tournaments.api.table.declared import declaration_read
from tournaments.deal import reckon
from tournaments.forms.deals import EnterDealForm, EnterTotalsForm
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import tables
from tournaments.selectors.called import called_at
from tournaments.services import deals, entering
from tournaments.views.organiser.correcting import entry_at, read_by
from tournaments.views.organiser.page import FormPage, OfTable, retold
from tournaments.views.organiser.tables import of_players
from tournaments.views.organiser.written import came_to, is_written, told_while_written

NO_TOTALS: dict[str, Any] = {"outcome": reckon.TOTALS, "totals": {}}


class DealEnter(FormPage, OfTable):
    """Enter what a table plays next; each save leads to the deal after it, until the table is looked at."""

    power = Power.SCORE
    only_changes = True
    template_name = "organiser/deal_enter.html"
    tab = "board"

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.look()

    def look(self) -> None:
        """See where the table is, and who plays; raises Refusal where nothing can be entered."""
        self.versions, self.seatings = tables.current_versions(self.table), tables.seatings_of(self.table)
        upcoming = tables.next_position(self.versions, self.seatings)
        self.position = entering.enterable(self.table, upcoming)
        self.sitting = tables.sitters_among(self.seatings, self.position.number)

    @property
    def place(self) -> dict[str, Any]:
        """Give what the form keeps of where the table is."""
        context = tables.context_hash(self.table, self.position, self.sitting)
        return {"deal": self.position.number, "context": context}

    def form(self, data: Any = None, files: Any = None) -> EnterDealForm | EnterTotalsForm:
        names, first = called_at(self.sitting), dict[str, Any](initial=self.place)
        if self.competition.takes_totals:
            return EnterTotalsForm(data, files, content=NO_TOTALS, names=names, **first)
        read, playing = read_by(self.competition, self.position), of_players(names, self.position)
        return EnterDealForm(data, files, content={}, names=playing, **first, **read)

    def context(self) -> dict[str, Any]:
        entry = None if self.competition.takes_totals else self.entry()
        resting = called_at(self.sitting).get(self.position.resting or "")
        return {**super().context(), "position": self.position, "entry": entry, "resting": resting}

    def entry(self) -> dict[str, Any]:
        """Give what the table's entry needs."""
        return entry_at(self.table, self.versions, self.seatings)

    def preview_address(self) -> str:
        """Give where the entry asks what it comes to."""
        return self.table_address("deal-enter-preview")

    def act(self, form: Any) -> str:
        version = entering.deal_enter(table=self.table, submission=self.submission(form), actor=self.actor)
        if self.competition.takes_totals:
            self.say(_("The totals are recorded."))
            return self.table_address()
        self.say(_("Deal %(deal)s is recorded.") % {"deal": version.number})
        on = "on" in self.request.POST and not self.finished()
        return self.table_address("deal-enter") if on else self.table_address()

    def finished(self) -> bool:
        """Tell whether the table has played what is planned, and say so to the reader."""
        versions = tables.current_versions(self.table)
        done = tables.is_finished(self.table.round, versions, tables.next_position(versions, self.seatings))
        if done:
            self.say(_("Table %(table)s has played all that is planned.") % {"table": self.table.number})
        return done

    def submission(self, form: Any) -> deals.Submission:
        """Give what was typed as the services take it."""
        told = form.cleaned_data
        return deals.Submission(
            key=told["key"],
            deal=told["deal"],
            seating_version=self.table.round.seating_version,
            context=told["context"],
            content=form.content,
            body={"deal": told["deal"], "context": told["context"], **form.content},
        )

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "table_went_on":
            return super().renewed(form, refusal)
        self.look()  # again: it was before the wait for the lock
        return retold(form, **self.place)


class DealEnterPreview(OfTable):
    """What the entry on that page comes to, asked by its script."""

    power = Power.SCORE
    only_changes = True

    def refused(self, refusal: Refusal) -> HttpResponse:
        return JsonResponse(refusal.to_json(), status=refusal.status)

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return redirect(self.table_address("deal-enter"))

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if is_written(request):
            return told_while_written(DealEnter.entered(request, **named).form(request.POST), self.written)
        words, content = self.competition.club.suit_words, declaration_read(request.body)
        try:
            foreseen = deals.deal_preview(table=self.table, content=content)
        except Refusal as refusal:
            part = replies.partial_json(self.table, content, words)
            return JsonResponse({**refusal.to_json(), **part}, status=refusal.status)
        return JsonResponse(replies.preview_json(foreseen, words))

    def written(self, content: dict[str, Any]) -> dict[str, Any]:
        """Give what a deal written as text comes to; raises Refusal."""
        foreseen = deals.deal_preview(table=self.table, content=content)
        return came_to(foreseen.reckoned, called_at(foreseen.sitting))
