"""What is worth a look: what was seen, why it is unusual, and whoever looked at it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.models import Competition, DealVersion
from tournaments.powers import Power
from tournaments.ranking.plausible import Hint, concerns
from tournaments.selectors.explained import special_name
from tournaments.selectors.hints import Looked, hints_in
from tournaments.selectors.ranked import people_of
from tournaments.services.looked import hint_look_again, hint_looked
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.page import Button, OfCompetition, OfTable, with_tag

ON_THE_BOARD = 3


class Told(NamedTuple):
    """A hint with the names of whom it is about, and the word of who looked at it."""

    hint: Hint
    name: str
    other: str
    special: str
    looked: Looked | None = None


def told_of(competition: Competition, meant: Callable[[Hint], bool] | None = None) -> dict[str, list[Told]]:
    """Put names to what is worth a look in an event, or to those hints of it that are meant."""
    found = hints_in(competition, rules_of(competition))
    open_ = [one for one in found.open if meant is None or meant(one)]
    answered = [(one, looked) for one, looked in found.looked if meant is None or meant(one)]
    some = open_ or answered
    names = {number: one.name for number, one in people_of(competition).items()} if some else {}
    return {
        "open": [_told(one, names) for one in open_],
        "looked": [_told(one, names, looked) for one, looked in answered],
    }


def _told(hint: Hint, names: Mapping[int, str], looked: Looked | None = None) -> Told:
    facts: Mapping[str, Any] = hint.facts
    who, other = facts.get("entry", facts.get("winner")), facts.get("giver")
    special = special_name(facts["special"]) if "special" in facts else ""
    return Told(hint, names.get(who or 0, ""), names.get(other or 0, ""), special, looked)


class HintsPage(OfCompetition):
    """See all that is worth a look, and what was looked at."""

    template_name = "organiser/hints.html"
    tab = "board"
    power = Power.RULE

    def here(self) -> str:
        return self.address("hints")

    def context(self) -> dict[str, Any]:
        return {**super().context(), **told_of(self.competition)}


class DealHints(OfTable):
    """What is worth a look of one deal, which its page asks for when it stands, as the board does."""

    power = Power.RULE

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        played = DealVersion.objects.current().filter(table=self.table, number=named["deal"])
        rows = played.values_list("scores__entry__number", "scores__mahjong", "scores__gave")
        if not rows:
            raise Http404
        self.place = self.table.round.number, self.table.number, named["deal"]
        self.winners = [entry for entry, won, _gave in rows if won]
        self.givers = [entry for entry, _won, gave in rows if gave]

    def get(self, request: HttpRequest, **named: Any) -> HttpResponse:
        told = told_of(self.competition, self._is_meant)
        context = {"competition": self.competition, "page": self, "hints": told["open"] + told["looked"]}
        return with_tag(request, render(request, "organiser/deal_hints.html", context))

    def _is_meant(self, hint: Hint) -> bool:
        return concerns(hint, self.place, self.winners, self.givers)


class HintLooked(Button, OfCompetition):
    """Note that somebody looked at it, with a word."""

    stands_on = HintsPage
    power = Power.RULE

    def act(self) -> str:
        sent = self.request.POST
        hint_looked(
            competition=self.competition,
            mark=sent.get("mark", ""),
            word=sent.get("word", ""),
            actor=self.actor,
        )
        self.say(_("It is noted, and stays away unless the deal changes."))
        return self.address("hints")


class HintAgain(Button, OfCompetition):
    """Take back that somebody looked at it."""

    stands_on = HintsPage
    power = Power.RULE

    def act(self) -> str:
        hint_look_again(
            competition=self.competition, mark=self.request.POST.get("mark", ""), actor=self.actor
        )
        self.say(_("It is worth a look again."))
        return self.address("hints")
