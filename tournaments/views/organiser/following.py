"""The next season, made from the last: who plays on, with which points, in which division."""

from typing import Any

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.forms.following import FollowForm
from tournaments.models import Competition
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors.following import (
    SHARES,
    Following,
    followed_by,
    following_of,
    is_over,
    next_name,
)
from tournaments.services.following import season_follow
from tournaments.views.organiser.page import FormPage, address, retold
from tournaments.views.organiser.policies import OfSeason

CARRIED = (("", _lazy("nothing")), ("half", _lazy("half of the total")), ("all", _lazy("the whole total")))


class SeasonFollow(FormPage, OfSeason):
    """See with what the next season would begin, and make it."""

    template_name = "organiser/season_follow.html"
    form_class = FollowForm
    tab = "standings"
    power = Power.CREATE
    works_in_archive = True

    @cached_property
    def following(self) -> Following:
        return following_of(self.competition, self.carry)

    @property
    def carry(self) -> str:
        """Give the share that is asked for, where the rules are single settings."""
        asked = (self.request.POST if self.request.method == "POST" else self.request.GET).get("carry", "")
        return asked if self.competition.policy is None and asked in SHARES else ""

    @cached_property
    def made(self) -> Competition | None:
        return followed_by(self.competition)

    def form_arguments(self) -> dict[str, Any]:
        name, day = next_name(self.competition.name)[:100], timezone.localdate()
        return {"initial": {"name": name, "date": day, "seen": self.following.mark, "carry": self.carry}}

    def context(self) -> dict[str, Any]:
        names = {one.player: name for name, one in self.following.begins}
        open_moves = [
            (one, ", ".join(names[number] for number in one.players if number in names))
            for one in self.following.undecided
        ]
        return {
            **super().context(),
            "following": self.following,
            "open_moves": open_moves,
            "made": self.made,
            "shares": [(code, said, code == self.carry) for code, said in CARRIED]
            if self.competition.policy is None
            else [],
            "why_not": self.why_not(),
        }

    def why_not(self) -> str:
        """Say why none can be made of it now, as whoever tried would be told; nothing where one can."""
        if self.made is not None:
            return Refusal("season_followed", name=self.made.name).message
        if not is_over(self.competition, list(self.competition.rounds.all())):
            return Refusal("season_goes_on").message
        return ""

    def act(self, form: Any) -> str:
        told = form.cleaned_data
        made = season_follow(
            competition=self.competition,
            name=told["name"],
            day=told["date"],
            seen=told["seen"],
            key=told["key"],
            actor=self.actor,
            carry=self.carry,
        )
        said = _("%(name)s is made, with its members. Nobody sees it before you publish it.")
        self.say(said % {"name": made})
        return address("players", slug=made.slug)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now seen another table make the season of that."""
        if refusal.code == "season_moved":
            return retold(form, seen=self.following.mark)
        return super().renewed(form, refusal)
