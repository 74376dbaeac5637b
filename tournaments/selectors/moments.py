"""The moments of a competition that somebody may want its standings of: what happened, and where to cut.

A moment is told by a token: `now`, `before-r3` and `after-r3` of a round, `before-d12` and `after-d12` of the
version with that number in the ledger, `-p` of a penalty and `-a` of a line of the log; a number is that of
an entry of the ledger; anything else is a time. What belongs to a round that the reader may not see is no
moment.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, OuterRef, Subquery, prefetch_related_objects
from django.utils.translation import gettext

from tournaments import sittings
from tournaments.models import Action, Competition, DealVersion, Penalty, Round
from tournaments.ranking.seasons.described import described
from tournaments.selectors.log_changes import settings_said
from tournaments.selectors.season_facts import BY_MEETING, ELSEWHERE, policy_of
from tournaments.wording.rounds import round_name

NOW = "now"
SETTING = (
    *("competition_create", "competition_change", "policy_set", "season_facts_set"),
    *("tournament_count", "tournament_recount", "tournament_uncount"),
)
STANDING = (  # the settings by which a table is made of the ledger
    *("criteria", "credit_scheme", "table_points", "attendance_points", "rested", "rested_points", "policy"),
    *("planned_rounds", "best_of", "minimum_attendance", "substitute_policy", "season_facts", "entry_level"),
    "deals_per_round",
)
Told = tuple[str, str, str]  # what, before, after
RULES, RELEASED = "rules", "released"


class Cut(NamedTuple):
    """Where the ledger is cut: after a version of this number, and what else was written until that time.

    `before` leaves out what bears the very time; without a time nothing is cut off.
    """

    sequence: int
    at: datetime | None = None
    before: bool = False

    def has(self, at: datetime) -> bool:
        """Tell whether something was there already."""
        return self.at is None or (at < self.at if self.before else at <= self.at)


class Later(NamedTuple):
    """A later version of a deal: a correction, a void, or what was played anew after one."""

    sequence: int
    at: datetime
    kind: str
    round: int
    table: int
    deal: int
    reason: str

    @property
    def token(self) -> str:
        return f"d{self.sequence}"


class Fined(NamedTuple):
    """A penalty against the standings or an adjusted score, or the reversal of one."""

    key: int
    at: datetime
    entry: int
    round: int
    amount: int
    is_adjustment: bool
    reverses: int | None
    reason: str

    @property
    def token(self) -> str:
        return f"p{self.key}"


class Settled(NamedTuple):
    """A line of the log that changed by what rules the table is made; `told` says what was and is."""

    key: int
    at: datetime
    kind: str
    told: tuple[Told, ...] = ()
    through: int | None = None

    @property
    def token(self) -> str:
        return f"a{self.key}"


@dataclass(frozen=True, slots=True)
class Happened:
    """All that can be a moment, as far as the reader sees, and the settings as each line left them."""

    competition: Competition
    rounds: Sequence[Round]
    later: tuple[Later, ...]
    fined: tuple[Fined, ...]
    settled: tuple[Settled, ...]
    settings: tuple[tuple[int, datetime, Mapping[str, Any]], ...]

    def competition_at(self, cut: Cut) -> Competition:
        """Give the competition with the settings that were fixed at a moment; names are those of today."""
        found: Mapping[str, Any] = {}
        if cut.at is not None:
            known = [told for _key, at, told in self.settings if cut.has(at)]
            found = known[-1] if known else {}
        return settled(self.competition, {name: found[name] for name in STANDING if name in found})

    def corrections(self) -> list[Later]:
        """List what somebody did to deals; what was replayed by that follows it."""
        return [one for one in self.later if one.kind != DealVersion.Kind.REPLAY]


def settled(competition: Competition, settings: Mapping[str, Any]) -> Competition:
    """Give a competition with other settings, which is never saved."""
    tried = copy(competition)
    for name, value in settings.items():
        setattr(tried, name, value)
    return tried


def happened(competition: Competition, through: int | None) -> Happened:
    """Read what happened, in four queries; `through` is the last round that the reader sees."""
    prefetch_related_objects([competition], "rounds")
    lines = Action.objects.filter(competition=competition, verb__in=(*SETTING, "results_publish"))
    told = list(lines.order_by("pk").values_list("pk", "at", "verb", "facts"))
    settings = tuple((key, at, facts["settings"]) for key, at, _verb, facts in told if "settings" in facts)
    rounds = _seen_rounds(competition, through, [named for _key, _at, named in settings])
    seen = [one.pk for one in rounds]
    return Happened(
        competition,
        rounds,
        _later(competition, seen),
        _fined(competition, seen),
        tuple(_settled(competition, told, through)),
        settings,
    )


def _seen_rounds(
    competition: Competition, through: int | None, settings: Iterable[Mapping[str, Any]]
) -> list[Round]:
    """List the rounds that were begun, and those that a tournament counted as at any time."""
    facts = [named.get("season_facts") or {} for named in settings]
    counted = {number for told in facts for number in told.get(ELSEWHERE, ())}
    return [
        one
        for one in competition.rounds.all()
        if (one.is_running or one.is_closed or str(one.number) in counted)
        and sittings.through(one.number, through)
    ]


def _later(competition: Competition, rounds: Sequence[int]) -> tuple[Later, ...]:
    versions = DealVersion.objects.filter(competition=competition, version__gt=1, table__round__in=rounds)
    names = ("sequence", "at", "kind", "table__round__number", "table__number", "number", "reason")
    return tuple(Later(*one) for one in versions.order_by("sequence").values_list(*names))


def _fined(competition: Competition, rounds: Sequence[int]) -> tuple[Fined, ...]:
    rows = Penalty.objects.filter(competition=competition, amount__isnull=False, round__in=rounds)
    names = ("pk", "at", "entry__number", "round__number", "amount", "event", "reverses_id", "reason")
    found = []
    for key, at, entry, round_, amount, event, reverses, reason in rows.order_by("pk").values_list(*names):
        found.append(
            Fined(key, at, entry or 0, round_, amount or 0, event is not None, reverses, reason)
        )
    return tuple(found)


def _settled(
    competition: Competition, lines: Iterable[tuple[Any, ...]], through: int | None
) -> Iterable[Settled]:
    """Yield what changed the rules of the table, and what let readers see more."""
    before: Mapping[str, Any] | None = None
    for key, at, verb, facts in lines:
        if verb == "results_publish":
            if sittings.through(facts.get("round", 0), through):
                yield Settled(key, at, RELEASED, through=facts.get("round"))
            continue
        if "settings" not in facts:
            continue
        now = _seen(facts["settings"], through)
        if before is not None and before != now:
            yield Settled(key, at, RULES, tuple(_rules_said(competition, before, now)))
        before = now


def _seen(settings: Mapping[str, Any], through: int | None) -> dict[str, Any]:
    """Take what tables are made by; of notes on meetings those that the reader sees."""
    told = {name: settings[name] for name in STANDING if name in settings}
    facts = dict(told.get("season_facts") or {})
    for key in (key for key in (*BY_MEETING, ELSEWHERE) if key in facts and through is not None):
        seen = {number for number in facts[key] if sittings.through(int(number), through)}
        facts[key] = {number: one for number, one in facts[key].items() if number in seen}
    return told | {"season_facts": {key: one for key, one in facts.items() if one}}


def _rules_said(
    competition: Competition, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterable[Told]:
    """Say what of the rules became what: a season's in its sentences, else setting by setting."""
    from_, to = settled(competition, before), settled(competition, now)
    if competition.is_season:
        was, is_ = (list(described(policy_of(one), str)) for one in (from_, to))
        gone, new = [one for one in was if one not in is_], [one for one in is_ if one not in was]
        if gone or new:
            yield "", " ".join(gone), " ".join(new)
        yield from _tournaments_said(competition, from_.season_facts, to.season_facts)
        return
    names = [name for name in now if name != "season_facts" and before.get(name) != now[name]]
    yield from settings_said(
        {name: str(before.get(name, "")) for name in names}, {name: str(now[name]) for name in names}
    )


def _tournaments_said(
    competition: Competition, before: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterable[Told]:
    """Say which tournaments count that did not, count no more, or were taken over anew."""
    was, is_ = before.get(ELSEWHERE, {}), now.get(ELSEWHERE, {})
    for number in sorted({*was, *is_}, key=int):
        if was.get(number) != is_.get(number):
            what = gettext("tournament that counts as %(meeting)s")
            meeting = round_name(competition, int(number), "inside")
            yield what % {"meeting": meeting}, _event_said(was.get(number)), _event_said(is_.get(number))


def _event_said(told: Mapping[str, Any] | None) -> str:
    if told is None:
        return ""
    as_of = gettext("%(name)s, as of its revision %(number)s")
    return as_of % {"name": told["name"], "number": told.get("revision", "–")}


def cuts_of(known: Happened, tokens: Sequence[str | datetime]) -> list[Cut | None]:
    """Find where moments cut the ledger; None where there is no such moment. One query, or none."""
    times = {one: one for one in tokens if isinstance(one, datetime)}
    entries = [one for one in tokens if isinstance(one, str) and one.isdigit()]
    named = {one: found for one in tokens if isinstance(one, str) and (found := _named(known, one))}
    times |= {cut.at: cut.at for cut in named.values() if cut.at is not None and cut.sequence < 0}
    found_at, found_in = _looked_up(known, list(times), entries)
    cuts: list[Cut | None] = []
    for token in tokens:
        if isinstance(token, datetime):
            cuts.append(Cut(found_at[token, False], token))
        elif token in entries:
            cuts.append(found_in.get(token))
        else:
            cut = named.get(token)
            if cut is not None and cut.at is not None and cut.sequence == TO_FIND:
                cut = cut._replace(sequence=found_at[cut.at, cut.before])
            cuts.append(cut)
    return cuts


TO_FIND = -1  # the sequence is asked for by the time


def _named(known: Happened, token: str) -> Cut | None:
    """Read a token that names something; the sequence is `TO_FIND` where only its time is known."""
    if token == NOW:
        return Cut(known.competition.sequence)
    side, _, what = token.partition("-")
    if side not in ("before", "after"):
        return None
    if what.startswith("r"):
        return _of_round(known, what[1:], side)
    if what.startswith("d"):
        return _of_deal(known, what, side)
    others = {one.token: one.at for one in known.fined} | {one.token: one.at for one in known.settled}
    return Cut(TO_FIND, others[what], side == "before") if what in others else None


def _of_round(known: Happened, number: str, side: str) -> Cut | None:
    for one in known.rounds:
        if str(one.number) == number:
            at = one.started_at if side == "before" else one.closed_at
            return Cut(TO_FIND, at, side == "before") if at else None
    return None


def _of_deal(known: Happened, token: str, side: str) -> Cut | None:
    """Cut at a correction; what was replayed by it belongs to it."""
    for place, one in enumerate(known.later):
        if one.token != token:
            continue
        if side == "before":
            return Cut(one.sequence - 1, one.at, before=True)
        last = one
        for follows in known.later[place + 1 :]:
            if follows.kind != DealVersion.Kind.REPLAY or follows.sequence != last.sequence + 1:
                break
            last = follows
        return Cut(last.sequence, last.at)
    return None


def _looked_up(
    known: Happened, times: Sequence[datetime], entries: Sequence[str]
) -> tuple[dict[tuple[datetime, bool], int], dict[str, Cut]]:
    """Ask which version was the newest at each time, and when versions of a number came, all in one query."""
    if not times and not entries:
        return {}, {}
    versions = DealVersion.objects.filter(competition=OuterRef("pk")).order_by()
    asked: dict[str, Any] = {}
    for place, at in enumerate(times):
        for name, there in (("upto", {"at__lte": at}), ("before", {"at__lt": at})):
            newest = versions.filter(**there).values("competition").annotate(last=Max("sequence"))
            asked[f"{name}{place}"] = Subquery(newest.values("last"))
    seen = versions.filter(table__round__in=[one.pk for one in known.rounds])
    for place, entry in enumerate(entries):
        asked[f"entry{place}"] = Subquery(seen.filter(sequence=int(entry)).values("at"))
    found: dict[tuple[datetime, bool], int] = {}
    row: Any = Competition.objects.filter(pk=known.competition.pk).order_by().values(**asked).get()
    for place, at in enumerate(times):
        found |= {(at, False): row[f"upto{place}"] or 0, (at, True): row[f"before{place}"] or 0}
    cuts = {entry: Cut(int(entry), row[f"entry{place}"]) for place, entry in enumerate(entries)}
    return found, {entry: cut for entry, cut in cuts.items() if cut.at is not None}
