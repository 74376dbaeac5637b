"""Which lines that changed a clock, a seat or who plays can be taken back: while all is as they left it.

What takes them back is `services.undoing`; rulings, corrections and rounds have their own pages (`undoing`).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments.models import Action, Competition, DealVersion, Entry
from tournaments.powers import Power
from tournaments.selectors.counted import kept_of
from tournaments.selectors.lineups import named_at
from tournaments.selectors.vouched import rounds_now

PAUSED, RESUMED, EXTENDED, GIVEN = CLOCK = ("clock_pause", "clock_resume", "clock_extend", "clock_give")
EXCHANGED, REPLACED = PLANNED = ("seats_exchange", "seat_replace")
SWAPPED, CROSSED, SUBSTITUTED = SEATED = ("seats_swap", "seats_cross", "substitute")
JOINED, LEFT = MOVED = ("seat_join", "seat_leave")
CHANGED = "entry_change"
COUNTED = ("tournament_count", "tournament_recount", "tournament_uncount")
NAMED = "line_ups_set"
POWERS = {
    **dict.fromkeys(CLOCK, Power.ROUNDS),
    **dict.fromkeys(PLANNED, Power.SEATING),
    **dict.fromkeys((*SEATED, *MOVED), Power.RULE),
    **dict.fromkeys((CHANGED, NAMED), Power.PLAYERS),
    **dict.fromkeys(COUNTED, Power.SETTINGS),
}
PLAYED = ("deal_play", "deal_correct", "deal_void", "deal_penalty", "deal_replay")


def as_left(competition: Competition, listed: Iterable[Action]) -> Iterator[Action]:
    """Give the lines after which nothing of what they changed was changed."""
    lines = [one for one in listed if one.verb in POWERS]
    yield from _clocks(competition, [one for one in lines if one.verb in CLOCK])
    yield from _withdrawals(competition, [one for one in lines if is_withdrawal(one)])
    yield from _counted(competition, [one for one in lines if one.verb in COUNTED])
    yield from _line_ups(competition, [one for one in lines if one.verb == NAMED])
    yield from _seats(competition, [one for one in lines if one.verb in (*PLANNED, *SEATED, *MOVED)])


def is_withdrawal(line: Action) -> bool:
    """Say whether a line took somebody out of an event."""
    before, after = (line.facts.get(side, {}).get("status") for side in ("before", "after"))
    return line.verb == CHANGED and after == Entry.Status.WITHDRAWN != before


def given_before(line: Action) -> int:
    """Say how many seconds a table had beyond the others before a line gave it some."""
    mine = Action.objects.filter(competition=line.competition_id, verb=GIVEN, pk__lt=line.pk)
    where = {f"facts__{name}": line.facts[name] for name in ("round", "table")}
    before = mine.filter(**where).order_by("pk").last()
    return int(before.facts["seconds"]) if before else 0


def _clocks(competition: Competition, lines: list[Action]) -> Iterator[Action]:
    """Keep the last change of each clock of a running round; less time is no gift to be taken back."""
    if not lines:
        return
    told = Action.objects.filter(competition=competition, verb__in=CLOCK).order_by("pk")
    last = {_clock(facts): key for key, facts in told.values_list("pk", "facts")}
    running = {one.number for one in competition.rounds.all() if one.is_running and one.ends_at}
    for line in lines:
        is_last = line.facts["round"] in running and last[_clock(line.facts)] == line.pk
        if is_last and (line.verb != EXTENDED or line.facts["seconds"] > 0):
            yield line


def _clock(facts: Mapping[str, Any]) -> tuple[int, int | None]:
    return facts["round"], facts.get("table")


def _at(facts: Mapping[str, Any]) -> list[tuple[int, int | None]]:
    """List the tables a change of seats is of; none for a round as a whole."""
    return [(facts["round"], table) for table in facts.get("tables") or [facts.get("table")]]


def _withdrawals(competition: Competition, lines: list[Action]) -> Iterator[Action]:
    if not lines:
        return
    told = Action.objects.filter(competition=competition, verb=CHANGED).order_by("pk")
    last = {facts["number"]: key for key, facts in told.values_list("pk", "facts")}
    here = set(competition.entries.values_list("number", flat=True))
    yield from (one for one in lines if last[number := one.facts["number"]] == one.pk and number in here)


def _counted(competition: Competition, lines: list[Action]) -> Iterator[Action]:
    """Keep those after which a tournament gives the season the same, and the meeting has no tables."""
    if not lines:
        return
    here = competition.rounds.filter(number__in=[one.facts["round"] for one in lines], tables=None)
    now = {one["number"]: one for one in rounds_now(here)}
    season = Competition.objects.only("season_facts").get(pk=competition.pk)
    for line in lines:
        [stood] = line.facts["rounds_now"]
        number = stood["number"]
        if now.get(number) == stood and kept_of(season, number) == line.facts["now"]:
            yield line


def _line_ups(competition: Competition, lines: list[Action]) -> Iterator[Action]:
    """Keep the last line-ups of each meeting that is there, as it left them."""
    if not lines:
        return
    told = Action.objects.filter(competition=competition, verb=NAMED).order_by("pk")
    last = {facts["round"]: key for key, facts in told.values_list("pk", "facts")}
    rounds = {one.number: one for one in competition.rounds.select_related("competition")}
    for line in lines:
        number = line.facts["round"]
        if last[number] != line.pk or number not in rounds or not competition.has_line_ups:
            continue
        if named_at(rounds[number]) == dict(line.facts["named_now"]):
            yield line


def _seats(competition: Competition, lines: list[Action]) -> Iterator[Action]:
    """Keep those after which the round has the same seats and state, and its table no deal more."""
    numbers = {one.facts["round"] for one in lines}
    now = {one["number"]: one for one in rounds_now(competition.rounds.filter(number__in=numbers))}
    same = [one for one in lines if one.facts.get("rounds_now") == [now.get(one.facts["round"])]]
    since = _played_since(competition, [one for one in same if one.verb in SEATED])
    moved = set(_not_played(competition, [one for one in same if one.verb in MOVED]))
    for line in same:
        if line.verb in MOVED and line.pk not in moved:
            continue
        meeting = line.verb == REPLACED and competition.is_season  # who is here would not come back with it
        if not meeting and all(since.get(at, 0) < line.pk for at in _at(line.facts)):
            yield line


def _not_played(competition: Competition, lines: list[Action]) -> Iterator[int]:
    """Keep those who come or go from a deal on that is not recorded yet."""
    for line in lines:
        at = {"table__round__number": line.facts["round"], "table__number": line.facts["table"]}
        recorded = DealVersion.objects.filter(competition=competition, **at)
        if not recorded.filter(number__gte=line.facts["from_deal"]).exists():
            yield line.pk


def _played_since(competition: Competition, lines: list[Action]) -> dict[tuple[int, int | None], int]:
    """Give the last line of each table that recorded or changed a deal since the first of some lines."""
    if not lines:
        return {}
    first = min(one.pk for one in lines)
    told = Action.objects.filter(competition=competition, verb__in=PLAYED, pk__gt=first)
    return {_clock(facts): key for key, facts in told.order_by("pk").values_list("pk", "facts")}
