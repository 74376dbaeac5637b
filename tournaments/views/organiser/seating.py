"""The seating: drawn as a draft and looked at, or the meetings of a season."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.rounds import (
    MOST_SEED,
    DrawForm,
    Groups,
    MeetingForm,
    as_lines,
    places_as_lines,
)
from tournaments.models import Competition, Entry, Round
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import (
    arrivals,
    drafts,
    meetings,
    next_step,
    odd_tables,
    overview,
    seatings,
    teams,
)
from tournaments.services import rounds, searches
from tournaments.services.draws import HOUSE
from tournaments.services.meetings import meetings_add
from tournaments.services.reckoning import rules_of, rules_of_other_sizes
from tournaments.sittings import last_meeting
from tournaments.views.organiser.drawn import filled_up, outdated_for
from tournaments.views.organiser.page import (
    FormPage,
    OfCompetition,
    retold,
)

MOST_TRIED = 100_000  # seeds that a search can come to


class SeatingPage(FormPage, OfCompetition):
    """All rounds with what the seating is worth; a tournament is drawn here, a season gets its meetings."""

    template_name = "organiser/seating.html"
    tab = "seating"
    power = Power.SEATING

    def form(self, data: Any = None, files: Any = None) -> Any:
        if self.competition.is_season:
            return MeetingForm(
                data,
                files,
                initial={
                    "deals": self.competition.deals_per_round,
                    "winds": self.competition.winds_per_round,
                    "minutes": self.competition.minutes_per_round,
                    "number": 1 + last_meeting(one.round.number for one in self.seated),
                    **self.like_the_last(),
                },
            )
        people = [entry for entry in self.entries if entry.status in Entry.PLAYING]
        drawn = [one for one in self.seated if one.round.is_draft]
        of = {
            "clubs": seatings.clubs_of(people, -(-len(people) // 4)),
            "teams": teams.groups_among(people),
        }
        number = len(drawn) or self.competition.planned_rounds or 4
        return DrawForm(
            data,
            files,
            initial={"rounds": number, **wished_last(self.competition, of)},
            by_standings=len(drawn) < len(self.seated),
            numbers=[entry.number for entry in people],
            ways=odd_tables.ways(len(people), self.sizes),
            way=self.way,
            **of,
        )

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.competition.entries.select_related("player__club", "arrival").order_by("number"))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Say how many sit at a table under the rules."""
        return rules_of(self.competition).players

    @property
    def other_sizes(self) -> list[str]:
        """Name the rule sets that have tables that are not of four, where these rules have none."""
        return rules_of_other_sizes(self.competition)

    @cached_property
    def way(self) -> str:
        """Give how those sat in the last draw who made no table of four."""
        last = seatings.last_drawn_from(self.competition)
        return last.odd_tables if last else HOUSE

    @cached_property
    def seated(self) -> list[seatings.SeatedRound]:
        return seatings.seated_rounds(self.competition)

    def context(self) -> dict[str, Any]:
        playing = sum(entry.status in Entry.PLAYING for entry in self.entries)
        drawn = any(one.tables for one in self.seated)
        return {
            **super().context(),
            "rounds": [replace(one, elsewhere=seatings.elsewhere(one, self.seated)) for one in self.seated],
            "lines": overview.lines_of(self.competition, self.seated),
            "undrawn": sum(one.round.is_draft and not one.tables for one in self.seated),
            "drafted": next((one.round for one in self.seated if one.round.is_draft and one.tables), None),
            "players": playing,
            "house": meetings.house_wanted(playing),
            "way_lost": "" if self.competition.is_season else odd_tables.lost(playing, self.sizes, self.way),
            "gone": seatings.withdrawn(self.seated),
            "outdated": outdated_for(self.competition, self.seated, self.entries),
            "absent": self.absent(),
            "quality": seatings.quality(self.competition, self.seated, entries=self.entries)
            if drawn
            else None,
            "kept": drafts.kept_drafts(self.competition, self.seated, self.entries),
            "again": next_step.over_now(self.competition, *seatings.with_tables(self.seated)),
            "search": drafts.search_of(self.competition),
        }

    def absent(self) -> list[Entry]:
        """List who is not checked in, while something can still be drawn."""
        drafted = any(one.round.is_draft for one in self.seated)
        to_draw = drafted or len(self.seated) < (self.competition.planned_rounds or 1)
        return arrivals.not_come(self.entries) if to_draw and not self.competition.is_season else []

    def act(self, form: Any) -> str:
        if self.competition.is_season:
            return self._add_meeting(form)
        if self.request.POST.get("step") == "search":
            return self._search(form)
        wanted = form.cleaned_data
        seed = secrets.randbelow(MOST_SEED) + 1 if wanted["seed"] is None else wanted["seed"]
        drawn = self._drawn(form, seed)
        said = _("Drawn with seed %(seed)s. It is a draft: nobody else sees it yet.") % {"seed": seed}
        self.say(" ".join(filter(None, (said, filled_up(drawn)))))
        return self.address("seating")

    def _search(self, form: DrawForm) -> str:
        """Have a better seating searched for, beside the requests."""
        wanted = form.cleaned_data
        searches.search_start(
            competition=self.competition,
            seconds=60 * (wanted["minutes"] or 1),
            actor=self.actor,
            rounds=wanted["rounds"],
            standings=wanted.get("how") == "standings",
            seed=secrets.randbelow(MOST_SEED - MOST_TRIED) + 1 if wanted["seed"] is None else wanted["seed"],
            wishes=form.wishes(),
        )
        self.say(_("The search is under way. What it finds is listed here, beside the drafts."))
        return self.address("seating")

    def _drawn(self, form: DrawForm, seed: int) -> list[Round]:
        whose: dict[str, Any] = {"competition": self.competition, "seed": seed, "actor": self.actor}
        if form.cleaned_data.get("how") == "standings":
            return [rounds.round_draw_by_standings(**whose, wishes=form.wishes())]
        return rounds.round_draw(rounds=form.cleaned_data["rounds"], **whose, wishes=form.wishes())

    def here(self) -> str:
        return self.address("seating")

    @classmethod
    def again(cls, request: HttpRequest, refusal: Refusal, **named: Any) -> HttpResponse:
        page = cls.entered(request, slug=named["slug"])
        return page.show(refusal.status, refusal=refusal, form=page.form())

    def like_the_last(self) -> dict[str, Any]:
        """Offer the hour and the place of the last meeting."""
        held = [one.round for one in self.seated if one.round.is_first_sitting]
        last = held[-1] if held else None
        same = ("begins", "venue") if last else ()
        hidden = last is not None and last.is_draft and not last.announced
        return {name: getattr(last, name) for name in same} | {"announced": not hidden}

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever is told that the meeting is there add one more."""
        if refusal.code == "round_is_there":
            there = self.competition.rounds.values_list("number", flat=True)  # somebody added one meanwhile
            return retold(form, number=1 + last_meeting(there))
        return super().renewed(form, refusal)

    def _add_meeting(self, form: MeetingForm) -> str:
        wanted = form.cleaned_data
        lasts = {name: wanted[name] for name in ("deals", "winds", "minutes")}
        plan = rounds.RoundPlan(**lasts, date=wanted["date"])
        added = meetings_add(
            competition=self.competition,
            places=form.places(),
            plan=plan,
            actor=self.actor,
            number=wanted["number"],
        )
        if len(added) == 1:
            return self.address("meeting", round=added[0].number)
        self.say(_("Meetings added: %(count)s.") % {"count": len(added)})
        return self.address("seating")


def wished_last(competition: Competition, of: Mapping[str, Groups]) -> dict[str, Any]:
    """Give what the last draw was to keep to, as it is typed; clubs and teams have boxes of their own."""
    last = seatings.last_drawn_from(competition)
    if last is None:
        return {}
    apart = [set(group) for group in last.apart]
    boxes = {name: [set(group) for group in groups] for name, groups in of.items() if groups}
    ticked = {name: all(group in apart for group in groups) for name, groups in boxes.items()}
    boxed = [group for groups in boxes.values() for group in groups]
    return {
        **ticked,
        "apart": as_lines(sorted(group) for group in apart if group not in boxed),
        "together": as_lines(last.together),
        "places": places_as_lines(last.places),
    }
