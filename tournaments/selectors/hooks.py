"""Which lines of the log hooks are told of, and what the staff see of a club's hooks and their messages."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Max, QuerySet
from django.utils.translation import gettext

from players.models import Club
from tournaments import access, sittings
from tournaments.models import Action, Competition, Delivery, Hook
from tournaments.selectors.closing import SIGNED
from tournaments.selectors.stages import OFFICIAL, worth_of
from tournaments.selectors.standings import standings_of

SHOWN = 50
Event = Hook.Event
KINDS: dict[str, tuple[str, ...]] = {  # by verbs of the log
    "publish": (Event.PUBLISHED,),
    "round_publish": (Event.SEATED,),
    "round_close": (Event.RESULTS, Event.OFFICIAL),
    "tournament_count": (Event.RESULTS, Event.OFFICIAL),  # as a meeting of a season
    **dict.fromkeys(("tournament_recount", "tournament_uncount"), (Event.CORRECTED,)),
    "results_publish": (Event.RESULTS,),
    SIGNED: (Event.OFFICIAL,),
    **dict.fromkeys(
        (
            *("deal_correct", "deal_void", "deal_penalty", "standings_penalty", "standings_penalty_reversed"),
            *("adjustment", "adjustment_reversed"),
        ),
        (Event.CORRECTED,),
    ),
}


class Listed(NamedTuple):
    """A hook with what it is told of in words, and its last message."""

    hook: Hook
    events: tuple[str, ...]
    last: Delivery | None


def sent_to(hooks: Iterable[Hook]) -> QuerySet[Delivery]:
    """List what was sent or is to be sent, the newest first."""
    told = Delivery.objects.filter(hook__in=list(hooks)).exclude(state=Delivery.State.NOT_TOLD)
    return told.order_by("-pk")


def hooks_of(club: Club) -> list[Listed]:
    """List a club's hooks."""
    hooks = list(club.hooks.all())
    newest = sent_to(hooks).order_by().values("hook").annotate(newest=Max("pk")).values("newest")
    last = {one.hook_id: one for one in Delivery.objects.filter(pk__in=newest)}
    return [Listed(one, events_of(one), last.get(one.pk)) for one in hooks]


def events_of(hook: Hook) -> tuple[str, ...]:
    """Say what a hook is told of."""
    return tuple(str(one.label) for one in Hook.Event if one in hook.events)


def kind_of(delivery: Delivery) -> str:
    """Say what a message is about."""
    named = {Delivery.PING: gettext("a try"), **dict(Hook.Event.choices)}
    return str(named.get(delivery.kind, delivery.kind))


def is_to_be_told(line: Action, kind: str) -> bool:
    """Tell whether readers see what a line is about; decided once, when it is looked at."""
    competition = line.competition
    if competition is None or not competition.published:
        return False
    if kind in (Event.PUBLISHED, Event.SEATED):
        return True
    through = access.results_through(competition)
    if kind == Event.OFFICIAL:
        return through is None and _is_official(competition)
    number = line.facts.get("round", 0)
    return sittings.through(number, through)


def _is_official(competition: Competition) -> bool:
    rounds = list(competition.rounds.all())
    return worth_of(competition, rounds, standings_of(competition)).state == OFFICIAL
