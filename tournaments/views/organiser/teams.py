"""Teams: who plays for which, and how they stand."""

from collections import defaultdict
from typing import Any

from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.forms.teams import LineUpsForm, TeamsForm
from tournaments.models import Entry
from tournaments.powers import Power
from tournaments.refusals import Refusal
from tournaments.selectors import lineups, people, teams
from tournaments.selectors.standings import standings_of
from tournaments.services.lineups import line_ups_set
from tournaments.services.teams import teams_set
from tournaments.views.organiser.page import FormPage, OfCompetition, OfRound, retold


class Teams(FormPage, OfCompetition):
    """Write the teams down; see how they stand."""

    template_name = "organiser/teams.html"
    tab = "players"
    power = Power.PLAYERS

    @cached_property
    def entries(self) -> list[Entry]:
        return list(people.entries_of(self.competition).exclude(status=Entry.Status.HOUSE))

    def form(self, data: Any = None, files: Any = None) -> TeamsForm:
        there = {team.name: found for team, found in teams.teams_of(self.competition).items()}
        shown = self.of_clubs() if "clubs" in self.request.GET else there
        initial = {
            "teams": "\n".join(written(name, members) for name, members in shown.items()),
            "best": self.competition.team_best,
            "score": self.competition.team_score,
            "seen": teams.mark_of(self.competition),
        }
        told: dict[str, Any] = {"entries": self.entries, "season": self.competition.is_season}
        return TeamsForm(data, files, **told, initial=initial)

    def of_clubs(self) -> dict[str, list[Entry]]:
        """Propose a team for each club that more than one player comes from."""
        clubs: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            if entry.player and entry.player.club and entry.status in Entry.PLAYING:
                clubs[entry.player.club.name].append(entry)
        return {name: members for name, members in sorted(clubs.items()) if len(members) > 1}

    def context(self) -> dict[str, Any]:
        rows = teams.standings_of_teams(self.competition, standings_of(self.competition))
        without = [one for one in self.entries if one.team_id is None and one.status in Entry.PLAYING]
        return {**super().context(), "rows": rows, "without": without if rows else []}

    def act(self, form: Any) -> str:
        teams_set(competition=self.competition, actor=self.actor, **form.cleaned_data)
        self.say(_("The teams are saved."))
        return self.address("teams")

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now seen what somebody else saved go on."""
        if refusal.code == "teams_changed":
            return retold(form, seen=teams.mark_of(self.competition))
        return super().renewed(form, refusal)


class LineUps(FormPage, OfRound):
    """Name who counts for each team at a meeting."""

    template_name = "organiser/line_ups.html"
    tab = "seating"
    power = Power.PLAYERS

    def enter(self, **named: Any) -> None:
        super().enter(**named)
        if not self.competition.is_season:
            raise Http404

    def form(self, data: Any = None, files: Any = None) -> LineUpsForm:
        named = {team.pk: found for team, found in lineups.shown_of(self.competition, self.round).items()}
        there = {
            team: _with(members, named.get(team.pk, []))
            for team, members in teams.teams_of(self.competition).items()
        }
        initial = {f"team_{team}": [one.number for one in found] for team, found in named.items()}
        seen = {"seen": lineups.mark_of(self.round)}
        return LineUpsForm(data, files, round=self.round, teams=there, initial=initial | seen)

    def act(self, form: Any) -> str:
        line_ups_set(round=self.round, actor=self.actor, **form.cleaned_data)
        self.say(_("The line-ups are saved."))
        return self.address("line-ups", round=self.round.number)

    def renewed(self, form: Any, refusal: Refusal) -> Any:
        """Let whoever has now heard of other line-ups overwrite them."""
        if refusal.code == "line_ups_changed":
            return retold(form, seen=lineups.mark_of(self.round))
        return super().renewed(form, refusal)


def _with(members: list[Entry], named: list[Entry]) -> list[Entry]:
    """List who can be named, and who is named though in another team by now."""
    there = {one.number: one for one in (*named, *members)}
    return [there[number] for number in sorted(there)]


def written(name: str, members: list[Entry]) -> str:
    """Write a team as the form reads it."""
    return f"{name.replace(':', ' ')}: {', '.join(str(one.number) for one in members)}"
