"""What is worth a look: what was seen, why it is unusual, and whoever looked at it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.ranking.plausible import Hint
from tournaments.selectors.explained import special_name
from tournaments.selectors.hints import Looked, hints_in
from tournaments.selectors.ranked import people_of
from tournaments.services.looked import hint_look_again, hint_looked
from tournaments.services.reckoning import rules_of
from tournaments.views.organiser.page import Button, OfCompetition

ON_THE_BOARD = 3


class Told(NamedTuple):
    """A hint with the names of whom it is about, and the word of who looked at it."""

    hint: Hint
    name: str
    other: str
    special: str
    looked: Looked | None = None


def told_of(competition: Competition) -> dict[str, list[Told]]:
    """Put names to what is worth a look in an event."""
    found = hints_in(competition, rules_of(competition))
    some = found.open or found.looked
    names = {number: one.name for number, one in people_of(competition).items()} if some else {}
    return {
        "open": [_told(one, names) for one in found.open],
        "looked": [_told(one, names, looked) for one, looked in found.looked],
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
