"""Impose and reverse penalties, between the players of a deal or against the standings."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.deals import (
    DealPenaltyForm,
    LoggedReasonForm,
    ReasonForm,
    SeenDealForm,
    StandingsPenaltyForm,
    WarningForm,
)
from tournaments.models import Competition, Entry, Penalty, Round
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import explained, people, rulings
from tournaments.services import penalties, warned
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.page import FormPage, OfCompetition, retold
from tournaments.views.organiser.tables import OfDeal
from tournaments.wording import citations

ALIKE = 409


class Imposing(FormPage, OfCompetition):
    """A form that imposes a penalty, and asks again if a like one was imposed a moment ago."""

    power = Power.RULE

    def alike(self, form: Any) -> Penalty | None:
        """Find the penalty that this one may repeat."""
        raise NotImplementedError

    def impose(self, form: Any) -> None:
        """Impose it."""
        raise NotImplementedError

    def done_address(self) -> str:
        """Give the address to go to afterwards."""
        raise NotImplementedError

    def seen_now(self, form: Any) -> Any:
        """Let a form that is shown again say that its reader saw how things are now."""
        return form

    def post(self, request: Any, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if form.is_valid() and request.POST.get("anyway") != "yes":
            alike = None if _is_done(form.cleaned_data["key"]) else self.alike(form)
            if alike:
                return self.show(ALIKE, form=self.seen_now(form), alike=alike)
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        self.impose(form)
        self.say(self.done(form))
        return self.done_address()

    def done(self, form: Any) -> str:
        """Say what was done."""
        return _("The penalty is imposed.")


class Penalties(Imposing):
    """All penalties, and the form for one against the standings."""

    template_name = "organiser/penalties.html"
    tab = "penalties"

    @cached_property
    def played(self) -> list[Round]:
        """List the rounds a penalty can belong to, the latest first."""
        return list(self.competition.rounds.exclude(state=Round.State.DRAFT).in_turn().reverse())

    @cached_property
    def entries(self) -> list[Entry]:
        return list(people.entries_of(self.competition).exclude(status=Entry.Status.HOUSE))

    def form(self, data: Any = None, files: Any = None) -> StandingsPenaltyForm:
        return StandingsPenaltyForm(
            data, files, entries=self.entries, rounds=self.played, season=self.competition.is_season
        )

    def context(self) -> dict[str, Any]:
        listed = [(one, _what(one.penalty)) for one in rulings.listed(self.competition)]
        warned = _warnings(self.competition)
        return {**super().context(), "penalties": listed, "warnings": warned, "rounds": self.played}

    def _entry(self, form: Any) -> Entry:
        return next(entry for entry in self.entries if str(entry.pk) == form.cleaned_data["entry"])

    def alike(self, form: Any) -> Penalty | None:
        return rulings.alike_in_standings(self._entry(form))

    def impose(self, form: Any) -> None:
        told = form.cleaned_data
        penalties.standings_penalty(
            entry=self._entry(form),
            round=next(r for r in self.played if str(r.number) == told["round"]),
            amount=-told["amount"],
            reason=told["reason"],
            actor=self.actor,
            key=told["key"],
        )

    def done_address(self) -> str:
        return self.address("penalties")


def _warnings(competition: Competition) -> list[tuple[rulings.Warned, str]]:
    """List the warnings, each with what it is about."""
    sources = {code: citations.written(row.source) for code, row in rules_of(competition).penalties.items()}
    listed = rulings.warnings_of(competition, sources)
    return [(one, explained.penalty_name(one.code) if one.code else "") for one in listed]


class WarningGive(FormPage, OfCompetition):
    """Warn a player; it costs no point."""

    only_changes = True
    template_name = "organiser/warning.html"
    tab = "penalties"
    power = Power.RULE

    @cached_property
    def played(self) -> list[Round]:
        """List the rounds a warning can belong to, the latest first."""
        return list(self.competition.rounds.exclude(state=Round.State.DRAFT).in_turn().reverse())

    @cached_property
    def entries(self) -> list[Entry]:
        return list(people.entries_of(self.competition).exclude(status=Entry.Status.HOUSE))

    def form(self, data: Any = None, files: Any = None) -> WarningForm:
        codes = [(code, explained.penalty_name(code)) for code in rules_of(self.competition).penalties]
        lists = {"entries": self.entries, "rounds": self.played, "codes": codes}
        return WarningForm(data, files, **lists, season=self.competition.is_season)

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        entry = next(one for one in self.entries if str(one.pk) == told["entry"])
        told["round"] = next(one for one in self.played if str(one.number) == told["round"])
        warned.warning_give(**{**told, "entry": entry}, actor=self.actor)
        self.say(_("%(name)s is warned.") % {"name": entry.name})
        return self.address("penalties")


class WarningReverse(FormPage, OfCompetition):
    """Take a warning back."""

    only_changes = True
    template_name = "organiser/warning_reverse.html"
    tab = "penalties"
    power = Power.RULE
    form_class = LoggedReasonForm
    warned: rulings.Warned | None
    taken: dict[str, Any]  # what is taken back, and whose it is

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        found = (one for one in _warnings(self.competition) if one[0].line.pk == named["warning"])
        self.warned, self.what = next(found, (None, ""))
        if self.warned is None or (entry := self.warned.entry) is None:
            raise Http404
        self.taken = {"warning": self.warned.line, "entry": entry}

    def context(self) -> dict[str, Any]:
        return {**super().context(), "warned": self.warned, "what": self.what}

    def act(self, form: Any) -> str:
        warned.warning_take_back(**self.taken, reason=form.cleaned_data["reason"], actor=self.actor)
        self.say(_("The warning is taken back."))
        return self.address("penalties")


def _what(penalty: Penalty) -> str:
    return explained.penalty_name(penalty.event["code"]) if penalty.event else _("against the standings")


class DealPenalty(Imposing, OfDeal):
    """Impose a penalty between the players of a deal."""

    only_changes = True
    template_name = "organiser/deal_penalty.html"
    tab = "board"

    def form(self, data: Any = None, files: Any = None) -> DealPenaltyForm:
        told: dict[str, Any] = {"names": self.players, "position": self.version.position}
        codes, first = rules_of(self.competition).penalties, {"seen_version": self.version.version}
        return DealPenaltyForm(data, files, codes=codes, initial=first, **told)

    def seen_now(self, form: Any) -> Any:
        return retold(form, seen_version=self.version.version)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        return self.seen_now(super().renewed(form, refusal))

    def context(self) -> dict[str, Any]:
        return {**super().context(), "rules": rules_of(self.competition)}

    def alike(self, form: Any) -> Penalty | None:
        return rulings.alike_on_deal(self.table, self.version.number, form.event)

    def impose(self, form: Any) -> None:
        told = form.cleaned_data
        penalties.penalty_impose(
            table=self.table,
            deal=self.version.number,
            event=form.event,
            reason=told["reason"],
            actor=self.actor,
            key=told["key"],
            seen_version=told["seen_version"],
        )

    def done(self, form: Any) -> str:
        if form.rows[form.cleaned_data["code"]].pays == "nobody":
            return _("The penalty is noted. By these rules nothing is paid for it.")
        return super().done(form)

    def done_address(self) -> str:
        return self.deal_address()


class Reversing(FormPage, OfCompetition):
    """Take a penalty back; whoever comes too late, or through Back once more, is led on and told so."""

    only_changes = True
    template_name = "organiser/penalty_reverse.html"
    power = Power.RULE
    form_class = ReasonForm

    def is_taken_back(self) -> bool:
        """Say whether there is nothing left to take back."""
        raise NotImplementedError

    def done_address(self) -> str:
        """Give the address to go to afterwards."""
        raise NotImplementedError

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        return self._told() if self.is_taken_back() else super().get(request, **named)

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        again = form.is_valid() and _is_done(form.cleaned_data["key"])
        return super().post(request, **named) if again or not self.is_taken_back() else self._told()

    def _told(self) -> HttpResponse:
        messages.info(self.request, _("This penalty was taken back already."))
        return redirect(self.done_address())


def _is_done(key: UUID) -> bool:
    """Say whether something was done under a form's key: a second click, which is answered as the first."""
    return Penalty.objects.filter(key=key).exists()


class PenaltyReverse(Reversing):
    """Take back a penalty that the staff imposed."""

    tab = "penalties"
    penalty: Penalty

    def is_taken_back(self) -> bool:
        return hasattr(self.penalty, "reversed_by")

    def done_address(self) -> str:
        return self.address("penalties")

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        mine = rulings.penalties_of(self.competition).filter(reverses=None, event_index=None)
        mine = mine.filter(Q(amount=None) | Q(event__isnull=True))  # an adjusted score has its own page
        self.penalty = get_object_or_404(
            mine.select_related("table__round__competition"), pk=named["penalty"]
        )

    def context(self) -> dict[str, Any]:
        return {**super().context(), "penalty": self.penalty, "what": _what(self.penalty)}

    def act(self, form: Any) -> str:
        penalties.penalty_reverse(
            penalty=self.penalty,
            reason=form.cleaned_data["reason"],
            actor=self.actor,
            key=form.cleaned_data["key"],
        )
        self.say(_("The penalty is taken back."))
        return self.done_address()


class EventReverse(Reversing, OfDeal):
    """Take back a penalty that the table itself entered, or the staff on a deal."""

    tab = "board"
    form_class = SeenDealForm

    def form_arguments(self) -> dict[str, Any]:
        return {"initial": {"seen_version": self.version.version}}

    @property
    def event(self) -> dict[str, Any]:
        """Give the penalty that the address names in the version that counts now."""
        events = self.version.content.get("events", [])
        return events[self.kwargs["index"]] if self.kwargs["index"] < len(events) else {}

    def is_taken_back(self) -> bool:
        seen = self.request.POST.get("seen_version", self.version.version)
        return str(seen) == str(self.version.version) and bool(self.event.get("reversed"))

    def done_address(self) -> str:
        return self.deal_address()

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if self.request.method != "POST" and not self.event:
            raise Http404

    def context(self) -> dict[str, Any]:
        what = explained.penalized(self.event, self.names) if self.event else ""
        return {**super().context(), "what": what}

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code == "version_changed":
            raise refusal  # without the form: the address may name another player's penalty now
        return super().renewed(form, refusal)

    def act(self, form: Any) -> str:
        told = {name: form.cleaned_data[name] for name in ("reason", "key", "seen_version")}
        told["actor"] = self.actor
        imposed = Penalty.objects.filter(pk=self.event.get("penalty", 0)).first()
        if imposed:
            penalties.penalty_reverse(penalty=imposed, **told)
        else:
            penalties.event_reverse(
                table=self.table, deal=self.version.number, index=self.kwargs["index"], **told
            )
        self.say(_("The penalty is taken back."))
        return self.done_address()
