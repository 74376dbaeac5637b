"""All that a referee decided, on one page; and rulings that have no other effect, written down."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.deals import LoggedReasonForm, ReasonForm
from tournaments.forms.rulings import AdjustForm, RulingAskedForm, WriteRulingForm
from tournaments.models import Action, Entry, Penalty, Round, Seat
from tournaments.powers import Power
from tournaments.refusals import Refusal, sentence
from tournaments.selectors import decisions, log, people, rule_lines, rulings, tables
from tournaments.selectors.board import count_waiting
from tournaments.selectors.called import called_of
from tournaments.selectors.matters import matters_of
from tournaments.selectors.rule_lines import RuleLine
from tournaments.services import adjustments, ruled
from tournaments.services.reckoning import rules_of
from tournaments.views.matters import Teller
from tournaments.views.organiser.page import FormPage, OfCompetition, OfTable, retold
from tournaments.wording import citations, reasons

LINES = 50


@dataclass(frozen=True, slots=True)
class Shown:
    """A decision, ready to read."""

    decision: decisions.Decision
    line: log.LogLine
    address: str
    undo: str

    @property
    def what(self) -> str:
        return self.decision.what or self.line.what

    @property
    def source(self) -> str:
        """Say where the rule is written that the decision names."""
        return citations.written(self.decision.rule.source) if self.decision.rule else ""


class OfRulings(OfCompetition):
    """A page that knows the rounds and the people a ruling can be about."""

    tab = "rulings"
    power = Power.RULE

    @cached_property
    def played(self) -> list[Round]:
        """List the rounds that a ruling can belong to, the latest first."""
        rounds = self.competition.rounds.exclude(state=Round.State.DRAFT).select_related("competition")
        return list(rounds.in_turn().reverse())

    @cached_property
    def everybody(self) -> list[Entry]:
        return list(people.entries_of(self.competition))

    @property
    def entries(self) -> list[Entry]:
        """List who can be meant."""
        return [one for one in self.everybody if one.status != Entry.Status.HOUSE]

    @cached_property
    def rules(self) -> dict[str, RuleLine]:
        """Give the lines of the rules by their places."""
        return rule_lines.by_anchor(rules_of(self.competition))

    def lists(self) -> dict[str, Any]:
        """Give what forms offer."""
        return {"rounds": self.played, "entries": self.entries, "season": self.competition.is_season}


class Rulings(OfRulings):
    """What was decided, newest first, of a round, a table or a person if the reader asks so."""

    template_name = "organiser/rulings.html"

    def context(self) -> dict[str, Any]:
        form = RulingAskedForm(self.request.GET or None, **self.lists())
        asked = decisions.Asked(**form.asked) if form.is_bound and form.is_valid() else decisions.Asked()
        found = decisions.decisions_of(self.competition, self.rules, asked)
        shown = Paginator(found, LINES).get_page(self.request.GET.get("page"))
        told = {"form": form, "shown": shown, "rulings": self.told(list(shown.object_list))}
        undecided = not (found or form.is_bound or self.competition.archived_at)
        waiting = count_waiting(self.competition, self.played) if undecided else 0
        return {**super().context(), **told, "can_write": bool(self.played), "waiting": waiting}

    def told(self, listed: list[decisions.Decision]) -> list[Shown]:
        """Put decisions into words, with the ways to their deals and to what takes them back."""
        why = partial(sentence, of=self.competition)
        said = log.lines([one.line for one in listed], self.competition, why, self.everybody)
        pairs = zip(listed, said, strict=True)
        return [Shown(one, line, self.leads_to(one), self.leads_back(one)) for one, line in pairs]

    def leads_to(self, decision: decisions.Decision) -> str:
        """Give the address of the deal that was decided on, or of its table."""
        where = decision.deal
        return self.address("deal" if "deal" in where else "table", **where) if where else ""

    def leads_back(self, decision: decisions.Decision) -> str:
        """Give the address of the page that takes a decision back."""
        way = None if self.competition.archived_at else decision.undo
        return self.address(way.page, **way.named) if way and self.may[way.power] else ""


class Timeline(OfRulings):
    """What was disputed and decided, by matters, each with its steps in order of time."""

    template_name = "organiser/timeline.html"

    def context(self) -> dict[str, Any]:
        found = matters_of(self.competition, self.rules, self.played)
        shown = Paginator(found, LINES).get_page(self.request.GET.get("page"))
        told = Teller(self.competition, self.everybody, named=True).told(shown.object_list)
        return {**super().context(), "shown": shown, "matters": told}


class RulingWrite(FormPage, OfRulings):
    """Write a ruling down that has no other effect."""

    only_changes = True
    template_name = "organiser/ruling.html"

    def form(self, data: Any = None, files: Any = None) -> WriteRulingForm:
        first = {name: self.request.GET.get(name, "") for name in ("round", "table", "deal")}
        lines = rule_lines.citable(rules_of(self.competition))
        return WriteRulingForm(data, files, rules=lines, initial=first, **self.lists())

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        told["round"] = next(one for one in self.played if str(one.number) == told["round"])
        told["entry"] = next((one for one in self.entries if str(one.number) == told["entry"]), None)
        ruled.ruling_write(**told, actor=self.actor)
        self.say(_("The ruling is written down."))
        return self.address("rulings")


class RulingReverse(FormPage, OfRulings):
    """Take a ruling back that was written down."""

    only_changes = True
    template_name = "organiser/ruling_reverse.html"
    form_class = LoggedReasonForm
    ruling: Action

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        mine = Action.objects.filter(competition=self.competition, verb=ruled.GIVEN, pk=named["ruling"])
        if (found := mine.first()) is None:
            raise Http404
        self.ruling = found

    def context(self) -> dict[str, Any]:
        [line] = log.lines([self.ruling], self.competition)
        return {**super().context(), "line": line, "words": reasons.said(self.ruling.reason)}

    def act(self, form: Any) -> str:
        told = {"reason": form.cleaned_data["reason"], "actor": self.actor}
        ruled.ruling_take_back(ruling=self.ruling, competition=self.competition, **told)
        self.say(_("The ruling is taken back."))
        return self.address("rulings")


class ScoresAdjust(FormPage, OfTable):
    """Give a table's players points for what they could not play or finish."""

    only_changes = True
    template_name = "organiser/adjust.html"
    tab = "board"
    power = Power.RULE

    @property
    def seen_now(self) -> str:
        """Say which seats the page shows."""
        return tables.digest_of(tables.seatings_of(self.table))

    def form(self, data: Any = None, files: Any = None) -> AdjustForm:
        return AdjustForm(data, files, names=self.names(), initial={"seen_seats": self.seen_now})

    def names(self) -> dict[str, str]:
        """Say for each seat who sits there, and since when where somebody took over."""
        rows = tables.seatings_of(self.table)
        called, told = called_of(row.entry for row in rows), dict[str, str]()
        for row in rows:
            later = {"deal": row.from_deal, "name": called[row.entry.number]}
            said = _("from deal %(deal)s %(name)s") % later if row.seat in told else later["name"]
            told[row.seat] = ", ".join(filter(None, (told.get(row.seat), str(said))))
        return {seat: told[seat] for seat in Seat.values if seat in told}

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        return retold(super().renewed(form, refusal), seen_seats=self.seen_now)

    def act(self, form: Any) -> str:
        told = {name: form.cleaned_data[name] for name in ("deal", "reason", "key", "seen_seats")}
        adjustments.scores_adjust(table=self.table, amounts=form.amounts, actor=self.actor, **told)
        self.say(_("The scores are adjusted."))
        return self.table_address()


class AdjustmentReverse(FormPage, OfRulings):
    """Take an adjusted score back, of the whole table."""

    only_changes = True
    template_name = "organiser/adjustment_reverse.html"
    form_class = ReasonForm
    penalty: Penalty

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        mine = rulings.penalties_of(self.competition).filter(reverses=None, amount__isnull=False)
        self.penalty = get_object_or_404(mine.filter(event__isnull=False), pk=named["adjustment"])

    def context(self) -> dict[str, Any]:
        told = {"penalty": self.penalty, "together": adjustments.together(self.penalty)}
        return {**super().context(), **told}

    def act(self, form: Any) -> str:
        told = {"reason": form.cleaned_data["reason"], "key": form.cleaned_data["key"], "actor": self.actor}
        adjustments.adjustment_reverse(penalty=self.penalty, **told)
        self.say(_("The adjusted score is taken back."))
        return self.address("rulings")
