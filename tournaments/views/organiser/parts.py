"""The parts of an event: finals and competitions beside it, and in a final who brought what."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.finals import FinalForm, NextForm, SideForm
from tournaments.models import Competition, Entry, Round
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import cuts, finals, people, staff, stages
from tournaments.selectors.standings import Standings, standings_of
from tournaments.services import parts
from tournaments.views.organiser.page import (
    UNPROCESSABLE,
    Button,
    FormPage,
    OfCompetition,
    address,
    retold,
    tell,
)


def listed(competition: Competition) -> list[tuple[Competition, Any]]:
    """List the parts of an event, each with how far it is."""
    return [(one, stages.STAGES[stages.stage_of(one)]) for one in finals.parts_of(competition)]


class Parts(OfCompetition):
    """List the parts; in a final, what its players brought."""

    template_name = "organiser/parts.html"
    tab = "standings"
    power = Power.LOOK

    def here(self) -> str:
        return self.address("parts")

    def context(self) -> dict[str, Any]:
        told = {"parts": listed(self.competition), "placed": self.placed()}
        return {**super().context(), **told, **self.of_a_final()}

    def placed(self) -> list[finals.Placed]:
        return finals.placed(self.competition, finals.finals_made, standings_of)

    def of_a_final(self) -> dict[str, Any]:
        if not self.competition.is_final:
            return {}
        brought, free = finals.brought_to(self.competition), finals.next_in(self.competition)
        begun = self.competition.rounds.exclude(state=Round.State.DRAFT).exists()
        return {
            "cut": cuts.NOTHING if self.competition.archived_at else cuts.cut_now(self.competition),
            "brought": sorted(brought, key=lambda one: one.row.rank or 0 if one.row else 0),
            "differs": any(one.differs for one in brought),
            "next_form": NextForm(rows=free) if free else None,
            "may_give_up": not begun,
        }


def told_of(
    table: Standings,
    groups: list[list[int]],
    wanted: finals.Wanted,
    name: str,
    tied: Collection[int] = (),
) -> dict[str, Any]:
    """Say of everybody near an edge in which group they go on."""
    names = [parts.named(name, at, len(groups)) for at in range(len(groups))]
    listed = finals.candidates(table, groups, wanted)
    goes = [(one, "" if one.group is None else names[one.group]) for one in listed]
    return {"candidates": goes, "names": names, "tied": tied}


class FinalNew(FormPage, OfCompetition):
    """Look who goes on, then make the final."""

    template_name = "organiser/final_new.html"
    tab = "standings"
    power = Power.SETTINGS
    only_changes = True

    def context(self) -> dict[str, Any]:
        working = staff.colleagues(self.competition.club, self.competition)
        return {**super().context(), "working": working}

    @cached_property
    def people(self) -> dict[int, str]:
        found = people.entries_of(self.competition).exclude(player=None)
        return {one.number: one.name for one in found}

    def form(self, data: Any = None, files: Any = None) -> FinalForm:
        most = len(finals.eligible(standings_of(self.competition))) // 4 * 4
        initial = {
            "name": _("%(name)s: final") % {"name": self.competition.name[:80]},
            "date": max(timezone.localdate(), self.competition.date),
            "size": min(16, most) or 4,
            "groups": 1,
            "way": "places",
            "carry": "none",
        }
        return FinalForm(data, files, people=self.people, initial=initial)

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        """Show what would come of it, unless that was looked at and is wanted."""
        form = self.form(request.POST)
        if form.is_valid() and "save" not in request.POST:
            return self.look(form)
        return super().post(request, **named)

    def look(self, form: FinalForm) -> HttpResponse:
        wanted, name = form.wanted(), form.cleaned_data["name"]
        table = standings_of(self.competition)
        try:
            groups = parts.chosen(table, wanted)
        except Refusal as refusal:
            tell(form, refusal)
            tied = finals.tied_at_edges(table, wanted) if refusal.code == "final_undecided" else ()
            settled = replace(wanted, order=(*wanted.order, *tied))
            groups = finals.groups_of(table, settled) if tied else []
            told = told_of(table, groups, wanted, name, tied)
            return self.show(UNPROCESSABLE, form=form, **told)
        form, told = retold(form, seen=finals.mark_of(table, wanted)), told_of(table, groups, wanted, name)
        return self.show(form=form, looked=True, **told)

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        made = parts.finals_make(
            competition=self.competition,
            wanted=form.wanted(),
            name=told["name"],
            day=told["date"],
            rounds=told["rounds"],
            seen=told["seen"],
            key=told["key"],
            actor=self.actor,
        )
        self.say(_("Made: %(names)s. Now draw the seating.") % {"names": ", ".join(one.name for one in made)})
        return self.address("parts") if len(made) > 1 else address("parts", slug=made[0].slug)


class SideNew(FormPage, OfCompetition):
    """Make a competition beside an event."""

    template_name = "organiser/side_new.html"
    tab = "standings"
    power = Power.SETTINGS
    only_changes = True

    def form(self, data: Any = None, files: Any = None) -> SideForm:
        there = [one for one in people.entries_of(self.competition) if one.status in Entry.PLAYING]
        initial = {"date": self.competition.date, "people": []}
        return SideForm(data, files, entries=there, initial=initial)

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        made = parts.side_make(
            competition=self.competition,
            name=told["name"],
            day=told["date"],
            numbers=[int(one) for one in told["people"]],
            key=told["key"],
            actor=self.actor,
        )
        self.say(_("%(name)s is created. Look at its settings, then add players.") % {"name": made.name})
        return address("settings", slug=made.slug)


class CarriedRenew(Button, OfCompetition):
    """Take what finalists bring over anew."""

    stands_on = Parts
    power = Power.SETTINGS

    def act(self) -> str:
        parts.carried_renew(final=self.competition, actor=self.actor)
        self.say(_("What finalists bring is as the standings say now."))
        return self.address("parts")


class FinalistAdd(Button, OfCompetition):
    """Let the next one into a final."""

    stands_on = Parts
    power = Power.SETTINGS

    def act(self) -> str:
        entry = parts.finalist_add(
            final=self.competition, number=self.posted_number("number"), actor=self.actor
        )
        self.say(_("%(name)s plays in the final.") % {"name": entry.name})
        return self.address("parts")


class FinalGiveUp(Button, OfCompetition):
    """Give up a final that was made by mistake."""

    stands_on = Parts
    power = Power.SETTINGS

    def act(self) -> str:
        above, reason = self.competition.part_of, self.request.POST.get("reason", "")
        parts.final_give_up(final=self.competition, reason=reason, actor=self.actor)
        self.say(_("%(name)s is given up. It stays in the archive.") % {"name": self.competition.name})
        return address("parts", slug=above.slug) if above else self.address("parts")
