"""Write down what the places are worth. No figure of the standings rests on it."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from tournaments.models import Competition
from tournaments.services import locks
from tournaments.services.announce import log


@locks.write
def prizes_choose(
    *, competition: Competition, sums: Iterable[str], currency: str, actor: User | None
) -> Competition:
    """Keep the sums by place, best first, and what they are counted in; the same again is no change."""
    locks.take_competition(competition)
    chosen = list(sums)
    if (competition.prizes, competition.prize_currency) == (chosen, currency):
        return competition
    before = " ".join([*competition.prizes, competition.prize_currency]).strip()
    competition.prizes, competition.prize_currency = chosen, currency
    competition.save(update_fields=["prizes", "prize_currency"])
    after = " ".join([*chosen, currency]).strip()
    log(competition, "prizes_choose", actor=actor, before={"prizes": before}, after={"prizes": after})
    return competition
