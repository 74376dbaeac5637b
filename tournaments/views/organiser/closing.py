"""The way to official results: announce them, take objections, sign; and back again."""

from typing import Any

from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.forms.closing import AnnounceForm, AnswerForm, ObjectionForm
from tournaments.forms.deals import LoggedReasonForm
from tournaments.models import Entry, Round
from tournaments.powers import Power
from tournaments.selectors import people
from tournaments.selectors.closing import Closing, Objection, closing_of
from tournaments.selectors.confirmed import open_at
from tournaments.selectors.cuts import of_finals
from tournaments.selectors.stages import worth_of
from tournaments.selectors.standings import standings_of
from tournaments.services import closing
from tournaments.views.organiser.page import Button, FormPage, OfCompetition


class OfClosing(OfCompetition):
    """A page about how official the results are."""

    tab = "standings"
    power = Power.RULE

    @cached_property
    def closing(self) -> Closing | None:
        return closing_of(self.competition, standings_of(self.competition))

    def here(self) -> str:
        return self.address("closing")


class ClosingPage(FormPage, OfClosing):
    """See how far the results are, and announce them."""

    template_name = "organiser/closing.html"
    form_class = AnnounceForm

    def context(self) -> dict[str, Any]:
        table, rounds = standings_of(self.competition), list(self.competition.rounds.all())
        worth = worth_of(self.competition, rounds, table)
        entries = {one.number: one for one in people.entries_of(self.competition)}
        found = self.closing.objections if self.closing else []
        return {
            **super().context(),
            "form": self.form(),
            "closing": self.closing,
            "finals": of_finals(self.competition),
            "state": worth.state,
            "unconfirmed": sorted({one.round for one in open_at(rounds, self.competition.confirmed_by)}),
            "table": table,
            "objections": [(one, entries.get(one.line.facts.get("entry"))) for one in found],
            "signed_by_me": self.closing and self.closing.signature_of(self.actor),
            "officials": access.officials_of(self.competition),
        }

    def act(self, form: Any) -> str:
        closing.results_announce(
            competition=self.competition, minutes=form.cleaned_data["minutes"], actor=self.actor
        )
        self.say(_("The results are announced."))
        return self.here()


class ObjectionNew(FormPage, OfClosing):
    """Write down what somebody holds against the results."""

    only_changes = True
    template_name = "organiser/objection.html"

    @cached_property
    def played(self) -> list[Round]:
        return list(self.competition.rounds.exclude(state=Round.State.DRAFT).in_turn().reverse())

    @cached_property
    def entries(self) -> list[Entry]:
        return list(people.entries_of(self.competition).exclude(status=Entry.Status.HOUSE))

    def form(self, data: Any = None, files: Any = None) -> ObjectionForm:
        return ObjectionForm(
            data, files, competition=self.competition, entries=self.entries, rounds=self.played
        )

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        closing.results_object(
            competition=self.competition,
            about=form.about,
            reason=told["reason"],
            actor=self.actor,
            key=told["key"],
        )
        self.say(_("The objection is written down."))
        return self.here()


class ObjectionAnswer(FormPage, OfClosing):
    """Answer an objection; a correction or a ruling that follows is made on its own page."""

    only_changes = True
    template_name = "organiser/objection_answer.html"
    form_class = AnswerForm
    objection: Objection

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        listed = self.closing.objections if self.closing else []
        found = next((one for one in listed if one.line.pk == named["objection"]), None)
        if found is None:
            raise Http404
        self.objection = found

    def context(self) -> dict[str, Any]:
        return {**super().context(), "objection": self.objection}

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        upheld = told["upheld"] == "yes"
        closing.results_answer(
            objection=self.objection.line, upheld=upheld, reason=told["reason"], actor=self.actor
        )
        self.say(_("The objection is answered."))
        return self.here()


class ResultsSign(Button, OfClosing):
    """Sign the results as they were looked at."""

    stands_on = ClosingPage

    def act(self) -> str:
        seen = self.request.POST.get("stands", "")
        closing.results_sign(competition=self.competition, seen=seen, actor=self.actor)
        self.say(_("You have signed the results."))
        return self.here()


class ResultsReopen(FormPage, OfClosing):
    """Take the announcement back, and the signatures with it."""

    only_changes = True
    template_name = "organiser/results_reopen.html"
    form_class = LoggedReasonForm

    def act(self, form: Any) -> str:
        closing.results_reopen(
            competition=self.competition, reason=form.cleaned_data["reason"], actor=self.actor
        )
        self.say(_("The announcement is taken back."))
        return self.here()
