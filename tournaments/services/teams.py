"""Say who plays for which team, and how many of a team count."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Competition, Team
from tournaments.refusals import Refusal
from tournaments.selectors import teams as selectors
from tournaments.selectors.vouched import settings_now, teams_now
from tournaments.services import locks
from tournaments.services.announce import log, revise

Wanted = Sequence[tuple[str, Collection[int]]]  # names, each with the numbers of the members


@locks.write
def teams_set(
    *,
    competition: Competition,
    teams: Wanted,
    best: int | None,
    seen: str,
    actor: User | None,
    score: str | None = None,
) -> Competition:
    """Make the teams these, of which the `best` so many members count (None: all).

    `score` says what they add up (None: what they do); with line-ups `best` is how many one has at most.
    A team keeps its key with its name. The same again is no change; raises Refusal where somebody changed the
    teams after they were `seen` (`teams_changed`), or for who is nobody or in two teams.
    """
    locks.take_competition(competition)
    score = score or competition.team_score
    if _as_wanted(competition, teams, best, score):
        return competition
    if seen != selectors.mark_of(competition):
        raise Refusal("teams_changed")
    _check(competition, teams)
    if score == Competition.TeamScore.NAMED and not competition.is_season:
        raise Refusal("line_ups_of_a_season")
    facts: dict[str, Any] = {"teams_before": teams_now(competition)}
    facts |= _set(competition, team_best=best, team_score=score)
    _keep(competition, teams)
    facts["teams_now"] = teams_now(competition)
    log(competition, "teams_set", actor=actor, settings=settings_now(competition), **facts)
    revise(competition)
    return competition


def _set(competition: Competition, **wanted: Any) -> dict[str, Any]:
    """Keep the settings; give those that changed, as they were and as they are."""
    changed = {name: value for name, value in wanted.items() if value != getattr(competition, name)}
    before = {name: str(getattr(competition, name)) for name in changed}
    for name, value in changed.items():
        setattr(competition, name, value)
    competition.save(update_fields=list(wanted))
    after = {name: str(value) for name, value in changed.items()}
    return {"before": before, "after": after} if changed else {}


def _as_wanted(competition: Competition, teams: Wanted, best: int | None, score: str) -> bool:
    there = {
        team.name: {one.number for one in members}
        for team, members in selectors.teams_of(competition).items()
    }
    now = (there, competition.team_best, competition.team_score)
    return now == ({name: set(numbers) for name, numbers in teams}, best, score)


def _check(competition: Competition, teams: Wanted) -> None:
    numbers = [number for _name, members in teams for number in members]
    names = [name for name, _members in teams]
    twice = {one for one in numbers if numbers.count(one) > 1}
    strange = set(numbers) - set(competition.entries.exclude(player=None).values_list("number", flat=True))
    if twice:
        raise Refusal("in_two_teams", numbers=", ".join(map(str, sorted(twice))))
    if strange:
        raise Refusal("nobody_has_number", numbers=", ".join(map(str, sorted(strange))))
    if len(set(names)) < len(names):
        raise Refusal("team_twice")


def _keep(competition: Competition, teams: Wanted) -> None:
    known = {team.name: team for team in competition.teams.all()}
    competition.entries.update(team=None)
    for name, numbers in teams:
        team = known.pop(name, None) or Team.objects.create(competition=competition, name=name)
        competition.entries.filter(number__in=list(numbers)).update(team=team)
    gone = Team.objects.filter(pk__in=[team.pk for team in known.values()])
    if named := gone.exclude(line_ups=None).first():
        raise Refusal("team_named", name=named.name)
    gone.delete()
