"""Drafts of the seating: drawn again, searched for beside the requests, compared with those kept."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.forms.rounds import MOST_SEED
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import drafts, seatings
from tournaments.services import drafts as services
from tournaments.services import redraws, searches
from tournaments.views.organiser.drawn import filled_up
from tournaments.views.organiser.page import Button, OfCompetition, with_tag
from tournaments.views.organiser.seating import SeatingPage
from tournaments.wording.rounds import round_name


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


class SearchFragment(OfCompetition):
    """How far a search is, for a page that waits for it."""

    power = Power.SEATING

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        search = drafts.search_of(self.competition)
        context = {"competition": self.competition, "search": search, "waited": True}
        return with_tag(request, render(request, "organiser/search.html", context))


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
