"""The seating: drawn as a draft, looked at, changed by hand, drawn again."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.forms.rounds import (
    MOST_SEED,
    DrawForm,
    ExchangeForm,
    Groups,
    MeetingForm,
    ReplaceForm,
    TakeBackForm,
    as_lines,
    places_as_lines,
)
from tournaments.models import Competition, Entry, Round, Seating
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import (
    arrivals,
    drafts,
    meetings,
    odd_tables,
    overview,
    people,
    seatings,
    tables,
    teams,
)
from tournaments.services import drafts as services
from tournaments.services import redraws, rounds, searches, seats
from tournaments.services.draws import HOUSE
from tournaments.services.meetings import meetings_add
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.drawn import filled_up, outdated_for
from tournaments.views.organiser.page import (
    UNPROCESSABLE,
    Button,
    FormPage,
    OfCompetition,
    OfRound,
    retold,
    with_tag,
)
from tournaments.wording.rounds import round_name
from tournaments.wording.tiles import wind_name

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
                    "number": self.next_number(),
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
        last = self.seated[-1].round if self.seated else None
        same = ("begins", "venue") if last else ()
        hidden = last is not None and last.is_draft and not last.announced
        return {name: getattr(last, name) for name in same} | {"announced": not hidden}

    def next_number(self) -> int:
        """Give the number that the next meeting gets."""
        return 1 + max(self.competition.rounds.values_list("number", flat=True), default=0)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever is told that the meeting is there add one more."""
        if refusal.code == "round_is_there":
            return retold(form, number=self.next_number())
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


class SearchFragment(OfCompetition):
    """How far a search is, for a page that waits for it."""

    power = Power.SEATING

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        search = drafts.search_of(self.competition)
        context = {"competition": self.competition, "search": search, "waited": True}
        return with_tag(request, render(request, "organiser/search.html", context))


class Redraw(Button, OfCompetition):
    """Draw the rounds again that no longer fit who plays, those that are published too."""

    power = Power.SEATING
    stands_on = SeatingPage

    def act(self) -> str:
        seed, reason = secrets.randbelow(MOST_SEED) + 1, _("Who plays has changed.")
        drawn = redraws.rounds_redraw(
            competition=self.competition, actor=self.actor, seed=seed, reason=reason
        )
        listed = ", ".join(round_name(self.competition, one.number) for one in drawn)
        said = _("Drawn again with seed %(seed)s: %(rounds)s. Nobody else sees it before you publish it.")
        self.say(" ".join(filter(None, (said % {"seed": seed, "rounds": listed}, filled_up(drawn)))))
        return self.address("seating")


class SearchStop(Button, OfCompetition):
    """Stop a search with the best so far."""

    power = Power.SEATING
    stands_on = SeatingPage

    def act(self) -> str:
        searches.search_stop(competition=self.competition, actor=self.actor)
        self.say(_("The search stops with the best so far."))
        return self.address("seating")


class Draft(OfCompetition):
    """A kept draft beside the drafts of the rounds: what each is worth, and who would sit where."""

    template_name = "organiser/draft.html"
    tab = "seating"
    power = Power.SEATING

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        self.draft = named["draft"]

    def here(self) -> str:
        return self.address("draft", draft=self.draft)

    def context(self) -> dict[str, Any]:
        entries = list(self.competition.entries.select_related("player__club").order_by("number"))
        seated = seatings.seated_rounds(self.competition)
        listed = drafts.kept_drafts(self.competition, seated, entries)
        kept = next((one for one in listed if one.row.pk == self.draft), None)
        if kept is None:
            raise Refusal("draft_gone")
        beside = drafts.beside(seated, drafts.tables_of(kept.row, entries))
        return {**super().context(), "kept": kept, "beside": beside}


class DraftButton(Button, OfCompetition):
    """A button about a kept draft."""

    power = Power.SEATING
    stands_on = SeatingPage


class DraftTake(DraftButton):
    """Let a kept draft be that of the rounds."""

    def act(self) -> str:
        services.draft_take(competition=self.competition, draft=self.kwargs["draft"], actor=self.actor)
        self.say(_("The rounds have this draft now; the one before is kept beside it."))
        return self.address("seating")


class DraftDrop(DraftButton):
    """Throw a kept draft away."""

    def act(self) -> str:
        services.draft_drop(competition=self.competition, draft=self.kwargs["draft"], actor=self.actor)
        self.say(_("The draft is thrown away."))
        return self.address("seating")


class Exchange(FormPage, OfRound):
    """Let two people of a draft change places, after seeing what it does."""

    only_changes = True
    template_name = "organiser/exchange.html"
    tab = "seating"
    power = Power.SEATING

    @cached_property
    def seated(self) -> list[seatings.SeatedRound]:
        return seatings.seated_rounds(self.competition)

    @cached_property
    def places(self) -> dict[str, Seating]:
        """Give the seats of this round by the text of their keys."""
        tables = next(one.tables for one in self.seated if one.round.pk == self.round.pk)
        return {str(seat.pk): seat for table in tables for seat in table.seats}

    def form(self, data: Any = None, files: Any = None) -> ExchangeForm:
        return ExchangeForm(data, files, seats=self.offered(), published=not self.round.is_draft)

    def offered(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """List who can be chosen, table by table."""
        by_table: dict[str, list[tuple[str, str]]] = {}
        for key, seat in self.places.items():
            label = f"{seat.table.number} {wind_name(seat.seat)}: {seat.entry}"
            by_table.setdefault(str(seat.table), []).append((key, label))
        return list(by_table.items())

    def show(self, status: int = 200, **more: Any) -> HttpResponse:
        """Show the form with the digest of the seats that the page shows."""
        form, shown = more["form"], tables.digest_of(tables.seatings_of_round(self.round))
        form.initial["seen_seats"] = shown
        if "reason" in form.fields:
            form.fields["reason"].required = True  # to change places, not to look
        more["form"] = retold(form, seen_seats=shown) if form.is_bound else form
        return super().show(status, **more)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        if refusal.code != "seats_moved":
            return super().renewed(form, refusal)
        del self.seated, self.places  # as they were before the wait for the lock
        form.offer(self.offered())
        return retold(form, first="", second="")

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        if "first" not in request.GET:
            return super().get(request, **named)
        form = self.form(request.GET)
        return (
            self.show(form=form, difference=self._difference(form))
            if form.is_valid()
            else self.show(UNPROCESSABLE, form=form)
        )

    def context(self) -> dict[str, Any]:
        here = next(one for one in self.seated if one.round.pk == self.round.pk)
        return {**super().context(), "seated": here}

    def _chosen(self, form: Any) -> tuple[Seating, Seating]:
        return self.places[form.cleaned_data["first"]], self.places[form.cleaned_data["second"]]

    def _difference(self, form: Any) -> dict[str, Any]:
        """Say which warnings an exchange would end and which it would bring."""
        first, second = self._chosen(form)
        before = seatings.quality(self.competition, self.seated)
        after = seatings.quality(
            self.competition, self.seated, seatings.exchanged(self.seated, first, second)
        )
        return {
            "first": first,
            "second": second,
            "before": before,
            "after": after,
            "ended": [each for each in before.told if each not in after.told],
            "new": [each for each in after.told if each not in before.told],
        }

    def post(self, request: HttpRequest, **named: Any) -> HttpResponse:
        form = self.form(request.POST)
        if form.is_valid() and request.POST.get("step") == "look":
            return self.show(form=form, difference=self._difference(form))
        return super().post(request, **named)

    def act(self, form: Any) -> str:
        first, second = self._chosen(form)
        why = {"reason": form.cleaned_data.get("reason", ""), "actor": self.actor}
        seen = form.cleaned_data["seen_seats"] or None
        seats.seats_exchange(round=self.round, first=first, second=second, seen_seats=seen, **why)
        self.say(
            _("%(first)s and %(second)s have changed places.")
            % {"first": first.entry, "second": second.entry}
        )
        return self.address("round", round=self.round.number)


class Replace(FormPage, OfRound):
    """Give a seat to somebody else, or to a house player, before the round starts."""

    only_changes = True
    template_name = "organiser/reseat.html"
    tab = "seating"
    power = Power.SEATING
    heading = _lazy("Replace somebody")
    act_word = _lazy("Replace")

    @cached_property
    def places(self) -> dict[str, Seating]:
        """Give the seats of the round by the text of their keys, those of people who withdrew first."""
        seats = Seating.objects.filter(round=self.round, from_deal=1).select_related("table", "entry__player")
        gone = Entry.Status.WITHDRAWN
        ordered = sorted(tables.by_seat(seats), key=lambda one: (one.entry.status != gone, one.table.number))
        return {str(seat.pk): seat for seat in ordered}

    @cached_property
    def entries(self) -> list[Entry]:
        """List who has no seat in the round and could take one."""
        seated = {seat.entry_id for seat in self.places.values()}
        gone = (Entry.Status.HOUSE, Entry.Status.WITHDRAWN)
        there = people.entries_of(self.competition).exclude(status__in=gone)
        return [entry for entry in there if entry.pk not in seated]

    def form(self, data: Any = None, files: Any = None) -> ReplaceForm:
        seats = [
            (key, f"{seat.table.number} {wind_name(seat.seat)}: {seat.entry}")
            for key, seat in self.places.items()
        ]
        return ReplaceForm(data, files, seats=seats, entries=self.entries, published=not self.round.is_draft)

    def act(self, form: Any) -> str:
        chosen = form.cleaned_data
        seat = self.places[chosen["seat"]]
        out = seat.entry.name
        entry = next((one for one in self.entries if str(one.pk) == chosen["entry"]), None)
        taken = seats.seat_replace(
            round=self.round, seat=seat, entry=entry, actor=self.actor, reason=chosen.get("reason", "")
        )
        self.say(_("%(entry)s sits there instead of %(out)s.") % {"entry": taken.entry, "out": out})
        return self.address("round", round=self.round.number)


class TakeBack(FormPage, OfRound):
    """Make a published seating a draft again."""

    only_changes = True
    template_name = "organiser/reseat.html"
    tab = "seating"
    power = Power.SEATING
    form_class = TakeBackForm
    heading = _lazy("Take the seating back")
    act_word = _lazy("Make it a draft again")

    def act(self, form: Any) -> str:
        rounds.round_take_back(round=self.round, actor=self.actor, reason=form.cleaned_data["reason"])
        self.say(_("It is a draft again: nobody else sees it."))
        return self.address("round", round=self.round.number)
