"""The ruling on what was held: what was sent, what it comes to and would change, and the referee's word."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring import Position
from tournaments.deal.reckon import declaration_in
from tournaments.forms.deals import RulingForm
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.powers import Power
from tournaments.refusals import Refusal, sentence
from tournaments.selectors import endings, explained, late, tables
from tournaments.selectors.called import called, called_at
from tournaments.selectors.recorded import TableRecord
from tournaments.services import corrections, foresight, held
from tournaments.services.deals import reckon_at
from tournaments.views.organiser.page import UNPROCESSABLE, FormPage, OfCompetition, retold, tell
from tournaments.wording.tiles import wind_name

THEN_CORRECT = "-then-correct"


class HeldPage(FormPage, OfCompetition):
    """A submission that could not be recorded: accept it, let it replace what is recorded, or decline it."""

    template_name = "organiser/held.html"
    tab = "board"
    form_class = RulingForm
    power = Power.RULE
    held: HeldSubmission

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        mine = HeldSubmission.objects.filter(competition=self.competition, pk=named["held"])
        found = mine.select_related("table__round__competition", "ruling__actor").first()
        if found is None:
            raise Http404
        self.held = found

    # ------------------------------------------------------------------ what is there
    @cached_property
    def table(self) -> Table | None:
        """Give the table of the round that the deal was sent under; None where no round has had that."""
        return tables.table_of_held(self.held)

    @cached_property
    def known(self) -> TableRecord | None:
        """Give what is recorded of that table, read once for all that is shown."""
        return TableRecord(self.table) if self.table else None

    @cached_property
    def recorded(self) -> DealVersion | None:
        """Give what is recorded under the deal's number."""
        return next((one for one in self.versions if one.number == self.held.deal), None)

    @property
    def versions(self) -> list[DealVersion]:
        """List the table's deals that count."""
        return self.known.versions if self.known else []

    @property
    def sitting(self) -> Mapping[str, tables.Sitter]:
        return self.known.sitting(self.held.deal) if self.known else {}

    @cached_property
    def names(self) -> dict[str, str]:
        return called_at(self.sitting)

    @cached_property
    def shown_names(self) -> dict[str, str]:
        """Name the people as the tablet showed them when it sent the deal."""
        if self.known is None:
            return {}
        return called(late.sat_as_shown(self.held.body, self.known))

    @cached_property
    def is_open(self) -> bool:
        """Say whether a ruling is still to come, and can be made."""
        return not hasattr(self.held, "ruling") and not self.competition.archived_at

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "held": self.held,
            "recorded": self.recorded,
            "table": self.table,
            "why": sentence(self.held.code, self.held.facts, of=self.competition),
            "names": [(self._wind(seat), name) for seat, name in self.shown_names.items()],
            "moved": self._moved(),
            "sent": declared(declaration_in(self.held.body), self.shown_names),
            "counted": self._counted(),
            "shown": self._shown(),
            "was": _explained(self.recorded, self.names, self.words) if self.recorded else None,
            "rules_url": self.rules_address,
        }

    @property
    def words(self) -> str:
        """The club's words for the suits."""
        return self.competition.club.suit_words

    def _wind(self, seat: str) -> str:
        """Name the wind that a seat had in this deal; nothing while the deals before it are not there."""
        position = self._position()
        return wind_name(position.winds.get(seat, "")) if position else ""

    def _moved(self) -> list[tuple[str, str, str]]:
        """List the seats where others sit by today's seating: the wind, who is there, who was shown."""
        return [
            (self._wind(seat), self.names[seat], shown)
            for seat, shown in self.shown_names.items()
            if self.names[seat] != shown
        ]

    def _shown(self) -> list[tuple[str, int]]:
        """Give the nets that the tablet showed, where the server counts differently."""
        shown = (self.held.body.get("expected") if self.held.code == "score_mismatch" else None) or {}
        return [(name, shown[seat]) for seat, name in self.shown_names.items() if seat in shown]

    def _counted(self) -> explained.ExplainedDeal | None:
        """Explain what was sent, as it counts where it belongs; None where that is nowhere, or refused."""
        position = self._position()
        if self.known is None or position is None:
            return None
        content, sitting = declaration_in(self.held.body), self.sitting
        try:
            found = reckon_at(self.known.table, content, position, sitting, self.known.made)
        except Refusal:
            return None  # `ahead` says why
        return explained.explain(
            found.content,
            found.result,
            names=self.shown_names,
            position=position,
            net=found.net,
            words=self.words,
        )

    def _position(self) -> Position | None:
        if self.recorded:
            return tables.position_of(self.recorded)
        upcoming = self.known.following() if self.known else None
        return upcoming if upcoming and upcoming.number == self.held.deal else None

    # ------------------------------------------------------------------ what accepting brings
    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if not self.is_open:
            return self.show(form=self.form())
        try:
            return self._look({"mode": corrections.REPLAY, "reason": ""})
        except Refusal as refusal:
            return self.show(form=self.form(), stands_against=refusal)

    def _look(self, told: Mapping[str, Any]) -> HttpResponse:
        ahead = self._ahead(told["mode"])
        return self.show(form=RulingForm(initial={**told, "seen_plan": ahead.digest}), ahead=ahead)

    def _ahead(self, mode: str) -> foresight.Foresight:
        if self.known is None:
            raise Refusal("held_of_no_round", deal=self.held.deal)
        if self.recorded is None:
            return foresight.accepting(self.known, self.held)
        return foresight.correcting(self.known, self.held, mode)

    # ------------------------------------------------------------------ the ruling
    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(UNPROCESSABLE, form=form)
        try:
            return self._rule(form, request.POST.get("step", ""))
        except Refusal as refusal:
            if refusal.code == "already_ruled":  # by somebody else at the same time: the page has the ruling
                messages.warning(request, refusal.message)
                return redirect(request.path)
            tell(form, refusal)
            if refusal.code == "reason_missing":
                return self._without_reason(form, refusal)
            return self.show(refusal.status, form=form)

    def _without_reason(self, form: Any, refusal: Refusal) -> HttpResponse:
        """Ask for the reason beside what was looked at, which stays."""
        try:
            ahead = self._ahead(form.cleaned_data["mode"])
        except Refusal as against:
            return self.show(refusal.status, form=form, stands_against=against)
        return self.show(refusal.status, form=retold(form, seen_plan=ahead.digest), ahead=ahead)

    def _rule(self, form: Any, step: str) -> HttpResponse:
        reason, actor = form.cleaned_data["reason"], self.actor
        does, corrects = step.removesuffix(THEN_CORRECT), step.endswith(THEN_CORRECT)
        if does == "accept":
            ruling = held.held_accept(held=self.held, actor=actor, reason=reason)
        elif does == "decline":
            ruling = held.held_decline(held=self.held, actor=actor, reason=reason)
        elif (
            does == "correct"
            and form.cleaned_data["seen_plan"] == self._ahead(form.cleaned_data["mode"]).digest
        ):
            mode = form.cleaned_data["mode"]
            ruling = held.held_accept_as_correction(held=self.held, mode=mode, reason=reason, actor=actor)
        else:
            return self._look(form.cleaned_data)
        self.say(
            _("Ruled on deal %(deal)s of table %(table)s.")
            % {"deal": self.held.deal, "table": self.held.table_number}
        )
        version = ruling.version if corrects else None
        return redirect(self._correction_of(version) if version else self.address("board"))

    def _correction_of(self, version: DealVersion) -> str:
        """Give the page where what was just accepted is corrected."""
        place = {"round": version.table.round.number, "table": version.table.number}
        return self.address("deal-correct", **place, deal=version.number)


def _explained(version: DealVersion, names: dict[str, str], words: str) -> explained.ExplainedDeal:
    position, net = version.position, version.net
    return explained.explain(
        version.content, version.result, names=names, position=position, net=net, words=words
    )


def declared(content: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Give a declaration as a template shows it: the sentence and the four hands."""
    hands = [(seat, name, content.get("hands", {}).get(seat)) for seat, name in names.items()]
    return {
        "outcome": endings.outcome_sentence(content, {}, names),
        "hands": [] if "totals" in content else hands,
        "totals": [(seat, name, content.get("totals", {}).get(seat)) for seat, name in names.items()],
        "events": explained.events_of(content, names),
    }
