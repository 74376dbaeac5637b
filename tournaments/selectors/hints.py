"""What is worth a look in an event, from stored facts, with who has looked at it already.

A process keeps the deals of each round as they were read and reads a round anew when something was recorded
there: a deal more costs one round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import gcd
from typing import Any, NamedTuple

from django.db.models import Count, Max
from django.utils.dateparse import parse_datetime

import scoring
from tournaments.deal import hashes
from tournaments.models import Action, Competition, DealVersion, Round, ScoreRow
from tournaments.ranking.plausible import (
    Hint,
    Limits,
    Played,
    Seat,
    following_each_other,
    hints_of,
    may_be_same,
)

LOOKED, AGAIN = "hint_looked", "hint_look_again"
MOST_KEPT = 32
AT_ONCE = 500  # versions that are looked up together
ALIKE = ("outcome", "winners", "discarder", "win_source", "hands")
NAMES = (
    *("version_id", "version__table__round_id", "version__table__round__number", "version__table__number"),
    *("version__number", "version__sha256", "version__at", "version__client_time", "version__device_id"),
    *("version__kind", "seat", "entry__number", "value", "special", "net", "mahjong", "gave"),
)
Level = Competition.EntryLevel
Mark = tuple[int, int]


class Looked(NamedTuple):
    """That somebody looked at a hint: the line of the log, when, and the word."""

    line: int
    at: datetime
    word: str


@dataclass(frozen=True, slots=True)
class Hints:
    """What is worth a look, and what was looked at and has not changed since."""

    open: tuple[Hint, ...]
    looked: tuple[tuple[Hint, Looked], ...]


@dataclass(slots=True)
class Kept:
    """Rounds as they were read, each by the mark of then, and the hints of all of them."""

    rounds: dict[int, tuple[Mark, tuple[Played, ...]]] = field(default_factory=dict)
    hints: tuple[Hint, ...] = ()
    about: object = None
    end: tuple[int, str] = (0, "")  # the number and the chain of the last version that was read


KEPT: dict[int, Kept] = {}  # first in, first out, both
FOUND: dict[int, tuple[object, Hints]] = {}


def hints_in(competition: Competition, rules: scoring.RuleSet) -> Hints:
    """List what is worth a look; worked out once for an end of the chain, to which every line is tied."""
    key = competition.chain_end, competition.entry_level, rules.content_hash
    known = FOUND.pop(competition.pk, None)
    if known is None or known[0] != key:
        looked, found = looked_at(competition), _hints(competition, rules)
        answered = tuple((one, looked[one.mark]) for one in found if one.mark in looked)
        known = key, Hints(tuple(one for one in found if one.mark not in looked), answered)
    FOUND[competition.pk] = known
    for old in list(FOUND)[:-MOST_KEPT]:
        FOUND.pop(old, None)
    return known[1]


def looked_at(competition: Competition) -> dict[str, Looked]:
    """Read which hints were looked at, by their marks; what was taken back is not."""
    lines = Action.objects.filter(competition=competition, verb__in=(LOOKED, AGAIN)).order_by("pk")
    found: dict[str, Looked] = {}
    for pk, verb, at, facts, reason in lines.values_list("pk", "verb", "at", "facts", "reason"):
        if verb == LOOKED:
            found[facts["hint"]] = Looked(pk, at, reason)
        else:
            found.pop(facts["hint"], None)
    return found


def _hints(competition: Competition, rules: scoring.RuleSet) -> tuple[Hint, ...]:
    """Work the hints out anew where a round has changed."""
    known = KEPT.pop(competition.pk, None) or Kept()
    marks = _marks(competition)
    last = max((mark[0] for mark in marks.values()), default=0)
    chains = _chains(competition, last, known.end[0])
    if chains.get(known.end[0]) != known.end[1]:
        known = Kept()  # of another history, as of a transaction that was taken back
    end = last, chains.get(last, "")
    stale = [key for key, mark in marks.items() if known.rounds.get(key, (None,))[0] != mark]
    read = _played(stale, competition) if stale else {}
    rounds = {key: (mark, read[key] if key in read else known.rounds[key][1]) for key, mark in marks.items()}
    about = (rules.content_hash, competition.entry_level, tuple(marks.items()))
    if known.about != about:
        deals = [one for _mark, played in rounds.values() for one in played]
        known = Kept(rounds, tuple(hints_of(deals, limits_of(rules))), about, end)
    KEPT[competition.pk] = known
    for old in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(old, None)
    return known.hints


def _chains(competition: Competition, *sequences: int) -> dict[int, str]:
    """Give the chain at some versions, by their numbers."""
    versions = DealVersion.objects.filter(competition=competition, sequence__in=sequences).order_by()
    return dict(versions.values_list("sequence", "chain"))


def _marks(competition: Competition) -> dict[int, Mark]:
    """Say of each round how far its ledger is."""
    versions = DealVersion.objects.filter(competition=competition).order_by().values_list("table__round_id")
    marks = versions.annotate(last=Max("sequence"), many=Count("pk"))
    return {key: (last, many) for key, last, many in marks}


def _played(rounds: Sequence[int], competition: Competition) -> dict[int, tuple[Played, ...]]:
    """Read the deals of some rounds, which are not drafts any more once somebody played there."""
    rows = ScoreRow.objects.filter(
        version__table__round__in=rounds,
        version__superseded_by=None,
        version__void=False,
        version__table__round__state__in=(Round.State.RUNNING, Round.State.CLOSED),
    )
    found: dict[int, list[Played]] = {key: [] for key in rounds}
    group: list[Any] = []
    for row in rows.order_by("version_id", "pk").values_list(*NAMES):
        if group and group[0][0] != row[0]:
            found[group[0][1]].append(_deal(group, competition.entry_level))
            group = []
        group.append(row)
    if group:
        found[group[0][1]].append(_deal(group, competition.entry_level))
    contents = _declared([one for played in found.values() for one in played])
    return {
        key: tuple(one._replace(content=contents.get(one.version, "")) for one in played)
        for key, played in found.items()
    }


def _declared(deals: Sequence[Played]) -> dict[int, str]:
    """Hash what was declared of deals that may have been entered twice, which are few."""
    ordered = sorted(deals, key=lambda one: (one.round, one.table, one.deal))
    pairs = [pair for pair in following_each_other(ordered) if may_be_same(*pair)]
    wanted = list({one.version for pair in pairs for one in pair})
    found: dict[int, str] = {}
    for at in range(0, len(wanted), AT_ONCE):
        rows = DealVersion.objects.filter(pk__in=wanted[at : at + AT_ONCE]).values_list("pk", "content")
        found |= {pk: hashes.sha256({name: told.get(name) for name in ALIKE}) for pk, told in rows}
    return found


def _deal(rows: Sequence[Sequence[Any]], level: str) -> Played:
    pk, _round, round_, table, deal, sha256, at, told, device, kind = rows[0][:10]
    timed = device is not None and kind == DealVersion.Kind.PLAY and level != Level.TOTALS
    seats = tuple(_seat(row[10:], level) for row in rows)
    when = (_time(told) or at) if timed else None
    return Played(round_, table, deal, sha256, when, seats, version=pk)


def _seat(row: Sequence[Any], level: str) -> Seat:
    seat, entry, value, special, net, won, gave = row
    typed = level == Level.POINTS or (level == Level.WINNER and not won)
    return Seat(seat, entry, value, special, net, bool(won), bool(gave), typed)


def _time(told: str) -> datetime | None:
    """Read the tablet's own time, which is right also where a deal was sent late."""
    try:
        found = parse_datetime(told) if told else None
    except ValueError:
        return None
    return found if found is not None and found.tzinfo is not None else None


def limits_of(rules: scoring.RuleSet) -> Limits:
    """Say which values hands can come to: sums of the points of the rows, doubled; and the fixed ones."""
    step = gcd(*(row.amount for row in rules.points)) if rules.points else 1
    fixed = {one for row in rules.special for one in (row.value, row.fishing) if one is not None}
    tops: Iterable[int | None] = (rules.limit,)
    return Limits(max(step, 1), frozenset(fixed | {one for one in tops if one}), bool(rules.repeat))
