"""Name who counts for which team at a meeting: until it begins, afterwards with a reason."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Competition, Entry, LineUp, Round, Team
from tournaments.refusals import Refusal
from tournaments.selectors.lineups import mark_of, named_at
from tournaments.selectors.vouched import line_ups_now
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.corrections import reason_given

Wanted = Mapping[int, Collection[int]]  # by key of the team: the numbers of those who are named


@locks.write
def line_ups_set(*, round: Round, wanted: Wanted, seen: str, actor: User | None, reason: str = "") -> Round:
    """Name for each team who counts for it at a meeting; a team that is left out names nobody.

    The same again is no change. Once the meeting has begun a reason is wanted, and anybody can be named who
    is entered: who played for a team then may be in another one since. Raises Refusal where somebody changed
    the line-ups after they were `seen` (`line_ups_changed`).
    """
    round = locks.take_round(round)
    competition = round.competition
    before, named = named_at(round), {team: sorted(those) for team, those in wanted.items() if those}
    if named == before:
        return round
    if seen != mark_of(round):
        raise Refusal("line_ups_changed")
    _check(round, named)
    why = reason_given(reason) if reason.strip() or not round.is_to_come else ""
    facts: dict[str, Any] = {"line_ups_before": line_ups_now(competition)}
    _keep(round, named)
    facts |= {"named_before": _listed(before), "named_now": _listed(named)}
    facts["line_ups_now"] = line_ups_now(competition)
    log(competition, "line_ups_set", actor=actor, round=round.number, reason=why, **facts)
    revise(competition)
    return round


def _listed(named: Mapping[int, list[int]]) -> list[list[Any]]:
    return [[team, numbers] for team, numbers in sorted(named.items())]


def _check(round: Round, named: Mapping[int, list[int]]) -> None:
    competition = round.competition
    if not competition.has_line_ups:
        raise Refusal("line_ups_not_kept")
    teams = {team.pk: team for team in competition.teams.all()}
    if strange := named.keys() - teams.keys():
        raise Refusal("line_up_not_of_team", name="?", numbers=", ".join(map(str, strange)))
    everybody = [number for numbers in named.values() for number in numbers]
    if twice := {one for one in everybody if everybody.count(one) > 1}:
        raise Refusal("in_two_teams", numbers=", ".join(map(str, sorted(twice))))
    for key, numbers in named.items():
        _check_team(teams[key], numbers, round, competition)


def _check_team(team: Team, numbers: list[int], round: Round, competition: Competition) -> None:
    here = competition.entries.exclude(player=None)
    if round.is_to_come:
        here = here.filter(team=team, status__in=Entry.COMING)
    if strange := set(numbers) - set(here.values_list("number", flat=True)):
        said = ", ".join(map(str, sorted(strange)))
        raise Refusal("line_up_not_of_team", name=team.name, numbers=said)
    if competition.team_best and len(numbers) > competition.team_best:
        raise Refusal("line_up_too_many", name=team.name, most=competition.team_best)


def _keep(round: Round, named: Mapping[int, list[int]]) -> None:
    keys = dict(round.competition.entries.values_list("number", "pk"))
    round.line_ups.all().delete()
    LineUp.objects.bulk_create(
        LineUp(round=round, team_id=team, entry_id=keys[number])
        for team, numbers in named.items()
        for number in numbers
    )
