"""Say that somebody has looked at a hint, with a word, and take that back: lines of the log."""

from django.contrib.auth.models import User

from tournaments.models import Action, Competition
from tournaments.refusals import Refusal
from tournaments.selectors.hints import AGAIN, LOOKED, hints_in, looked_at
from tournaments.services import corrections, locks
from tournaments.services.announce import log
from tournaments.services.reckoning import rules_of


@locks.write
def hint_looked(*, competition: Competition, mark: str, word: str, actor: User | None) -> Action:
    """Note that a hint was looked at; it does not come back unless its deals change.

    Of two at once the second is told so (`hint_looked`); raises Refusal for one that is none any more
    (`hint_gone`).
    """
    competition = locks.take_competition(competition)
    if mark in looked_at(competition):
        raise Refusal("hint_looked")
    found = next((one for one in hints_in(competition, rules_of(competition)).open if one.mark == mark), None)
    if found is None:
        raise Refusal("hint_gone")
    reason = corrections.reason_given(word)
    round_, table, deal = found.deals[-1]  # the log leads to it
    log(competition, LOOKED, actor=actor, reason=reason, round=round_, table=table, deal=deal, hint=mark)
    return Action.objects.filter(competition=competition, verb=LOOKED).latest("pk")


@locks.write
def hint_look_again(*, competition: Competition, mark: str, actor: User | None) -> None:
    """Take back that a hint was looked at, so that it is worth a look again; of two the second is told."""
    competition = locks.take_competition(competition)
    if mark not in looked_at(competition):
        raise Refusal("already_reversed")
    log(competition, AGAIN, actor=actor, hint=mark)

