"""Make the next season from the last: members, settings, and the points that its rules carry over."""

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tournaments.deal import hashes
from tournaments.models import Action, Competition, Entry
from tournaments.ranking import figures
from tournaments.refusals import Refusal
from tournaments.selectors.following import Following, followed_by, following_of, is_over
from tournaments.selectors.vouched import entries_now
from tournaments.services import locks
from tournaments.services.announce import log, revise
from tournaments.services.competitions import competition_create

LIKE = (  # what the next season has of the last
    *("kind", "league", "ruleset", "ruleset_options", "entry_level", "deals_per_round", "winds_per_round"),
    *("minutes_per_round", "last_deal", "criteria", "credit_scheme", "table_points", "attendance_points"),
    *("rested", "rested_points", "planned_rounds", "best_of", "minimum_attendance", "policy"),
    *("substitute_policy", "confirmed_by", "confirmed_when", "official_when", "visibility", "hidden_rounds"),
    *("projector", "projector_seconds", "prizes", "prize_currency", "team_best", "team_score"),
)


@locks.write
def season_follow(
    *,
    competition: Competition,
    name: str,
    day: date,
    seen: str,
    key: UUID,
    actor: User | None,
    carry: str = "",
) -> Competition:
    """Make the next season; made under a key, it is given again. `carry` is as in `following_of`.

    Raises Refusal (`policy_of_a_season`), where there is one already (`season_followed`), where meetings
    are to come (`season_goes_on`), or where it would begin with something else than `seen` (`season_moved`).
    """
    locks.take_competition(competition, in_archive=True)
    told = hashes.sha256([name, str(day), seen, *filter(None, [carry])])
    if done := _made_under(competition, key, told):
        return done
    if not competition.is_season:
        raise Refusal("policy_of_a_season")
    if there := followed_by(competition):
        raise Refusal("season_followed", name=there.name)
    if not is_over(competition, list(competition.rounds.all())):
        raise Refusal("season_goes_on")
    following = following_of(competition, carry)
    if following.mark != seen:
        raise Refusal("season_moved")
    made = _made(competition, following, name, day, actor)
    log(competition, "season_follow", actor=actor, next=made.pk, key=str(key), fields=told)
    revise(competition)
    return made


def _made_under(competition: Competition, key: UUID, told: str) -> Competition | None:
    """Find what was made by the same press of the same form."""
    made = Action.objects.filter(competition=competition, verb="season_follow", facts__key=str(key)).first()
    if made is None:
        return None
    if made.facts["fields"] != told:
        raise Refusal("key_reused", key=str(key))
    return Competition.objects.get(pk=made.facts["next"])


def _made(
    competition: Competition, following: Following, name: str, day: date, actor: User | None
) -> Competition:
    """Found the season with its members under the numbers they have."""
    like: dict[str, Any] = {field: getattr(competition, field) for field in LIKE}
    facts = _brought(following) if following.carries or following.has_divisions else {}
    made = competition_create(
        club=competition.club, actor=actor, name=name, date=day, season_facts=facts, **like
    )
    numbers = [one.player for _name, one in following.begins]
    players = competition.entries.filter(number__in=numbers).values_list("number", "player_id")
    entries = Entry.objects.bulk_create(
        Entry(competition=made, number=number, player_id=player) for number, player in players
    )
    log(made, "entries_add", actor=actor, numbers=sorted(numbers), entered=entries_now(entries))
    revise(made)
    return made


def _brought(following: Following) -> dict[str, Any]:
    """Note what the tables of the next season will not tell: points carried over, and divisions."""
    listed = [one for _name, one in following.begins]
    carried = {str(one.player): figures.text(one.carried) for one in listed if one.carried}
    divisions = {str(one.player): one.division for one in listed if one.division}
    return {key: told for key, told in (("carried", carried), ("divisions", divisions)) if told}
