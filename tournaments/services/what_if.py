"""What if a rule were read the other way: every deal, or a season's table, under another value of one option.

Nothing is written. A long event is worked out beside the pages, once for whoever asks; how far it is, and
then the report, are kept for a while for all processes.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Thread
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils.translation import get_language, gettext, override

import scoring
from scoring.rules import bind_chosen
from tournaments.deal import hashes
from tournaments.deal.chairs import placed
from tournaments.deal.otherwise import Changed, Reason, Recorded, Refused, Unworked, otherwise
from tournaments.models import Competition, DealVersion, Round, ScoreRow
from tournaments.ranking import between
from tournaments.ranking.between import Move
from tournaments.ranking.rounds import Work, told, work
from tournaments.ranking.seasons.described import described
from tournaments.ranking.seasons.reading import KEYS, read_policy
from tournaments.ranking.tallies import Tally
from tournaments.refusals import Refusal
from tournaments.selectors.between import stood
from tournaments.selectors.policies import setting_named, setting_said, written_now
from tournaments.selectors.ranked import Kept, Row, rank_tournament, scheme_of
from tournaments.selectors.ranked_seasons import rank_season
from tournaments.selectors.standings import Ground, ground_of
from tournaments.services.policies import judge_on, policy_judge
from tournaments.services.reckoning import rules_of
from tournaments.wording.settings import option_said

AT_ONCE = 300  # deals that are worked out while the reader waits: about a second
KEPT_SECONDS = 3600
BUSY_SECONDS = 120  # a worker says within this time that it is still there
MOST_TOLD = 500  # deals that come to something else, told one by one; all of them count
DEAL = ("pk", "table__number", "number", "content", "east", "round_wind", "goulash", "counted", "ring")
EACH = 50  # deals, after which it is said how far it is
Tell = Callable[[int, int], None]
Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Tried:
    """One option with another value: which rules it is of, what it decides, and both values in words."""

    option: str
    value: Any
    of_season: bool
    about: str
    source: str
    now: str
    other: str


@dataclass(frozen=True, slots=True)
class Report:
    """What would be otherwise: deals, deals that would be refused, places and totals; `names` by number.

    `deals` were looked at. Of those that come to something else at most `MOST_TOLD` are told, `changes`
    counts all; what would be refused is told whole, for no total shows it. `says` are the sentences of a
    season's rules that go and that come.
    """

    reading: Tried
    deals: int
    changes: int
    refusals: int
    changed: tuple[Changed, ...]
    refused: tuple[Refused, ...]
    unworked: tuple[Unworked, ...]
    moves: tuple[Move, ...]
    names: Mapping[int, str]
    says: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    bonuses_stay: bool = False

    @property
    def untold(self) -> int:
        """Count the deals that come to something else and are not told."""
        return self.changes - len(self.changed)

    def why(self, reasons: Iterable[Reason]) -> str:
        """Say, in the language of the reader, why a deal is not taken, each with whose hand it is about."""
        return " ".join(map(self._said, reasons))

    def _said(self, reason: Reason) -> str:
        sentence = scoring.say(reason.problem.template, reason.problem.facts, gettext)
        if reason.number is None:
            return sentence
        return f"{self.names.get(reason.number, reason.number)}: {sentence}"


class Progress(NamedTuple):
    """How far a long report is."""

    done: int
    of: int


# ------------------------------------------------------------------ what is asked
def tried_of(competition: Competition, option: str, value: str) -> Tried:
    """Read which rule is meant, and its other value.

    Raises Refusal (`what_if_unknown`, `what_if_value`, `what_if_same`, `what_if_contradicts`;
    `policy_refused` for a season's rules that would contradict themselves).
    """
    rules = rules_of(competition)
    if option in rules.option_specs:
        return _of_play(competition, rules, option, value)
    if competition.is_season and option in KEYS:
        return _of_season(competition, option, value)
    known = [*rules.option_specs, *(KEYS if competition.is_season else ())]
    raise Refusal("what_if_unknown", option=option, known=", ".join(known))


def _of_play(competition: Competition, rules: scoring.RuleSet, option: str, value: str) -> Tried:
    spec = rules.option_specs[option]
    try:
        taken = spec.take(value)
    except (ValueError, KeyError, TypeError):
        raise Refusal("what_if_value", option=option, value=value, values=values_of(spec)) from None
    if taken == rules.options[option]:
        raise Refusal("what_if_same", option=option, value=option_said(taken))
    try:
        _under(competition, rules, option, taken)
    except scoring.RuleSetError as fault:
        why = " ".join(str(one.facts.get("value", one.message)) for one in fault.problems)
        raise Refusal("what_if_contradicts", option=option, value=option_said(taken), why=why) from fault
    said = option_said(rules.options[option]), option_said(taken)
    return Tried(option, taken, False, gettext(spec.about), spec.source, *said)


def _under(competition: Competition, rules: scoring.RuleSet, option: str, value: Any) -> scoring.RuleSet:
    """Bind the rules of a competition to another value of an option; raises RuleSetError as `load_rules`."""
    return bind_chosen(rules.table, {**competition.ruleset_options, option: value})


def values_of(spec: scoring.OptionSpec) -> str:
    """Say which values an option can have, as they are written."""
    numbers = gettext("a whole number")
    return {"truth": "true, false", "integer": numbers}.get(spec.type, ", ".join(spec.choices))


def _of_season(competition: Competition, option: str, value: str) -> Tried:
    raw = written_now(competition)
    try:
        taken = json.loads(value) if value.strip() else None
    except ValueError:
        taken = value.strip()
    if raw.get(option) == taken:
        raise Refusal("what_if_same", option=setting_named(option), value=setting_said(raw, option))
    other = _with(raw, option, taken)
    policy_judge(other, judge_on(ground_of(competition)))
    was, now = (setting_said(one, option) for one in (raw, other))
    about = gettext("The rules of the season: %s") % setting_named(option)
    return Tried(option, taken, True, about, "", was, now)


def _with(raw: Mapping[str, Any], option: str, value: Any) -> dict[str, Any]:
    left = {name: one for name, one in raw.items() if name != option}
    return left if value is None else {**left, option: value}


# ------------------------------------------------------------------ the report
def report_of(competition: Competition, reading: Tried) -> Report | Progress:
    """Give the report, at once where it is short; else how far it is, and have it worked out beside."""
    key = _key(competition, reading)
    found: Report | None = cache.get(key)
    if found is not None:
        return found
    many = current_deals(competition).count()
    if reading.of_season or many <= AT_ONCE:
        made = worked_out(competition, reading)
        cache.set(key, made, KEPT_SECONDS)
        return made
    if cache.add(f"{key}:busy", True, BUSY_SECONDS):
        cache.set(f"{key}:far", (0, many), KEPT_SECONDS)
        told = competition.pk, reading, key, get_language()
        Thread(target=_aside, args=told, name="what-if", daemon=True).start()
    return Progress(*cache.get(f"{key}:far", (0, many)))


def _aside(competition: int, reading: Tried, key: str, language: str | None) -> None:
    """Work it out, in the reader’s language, while the reader is told to look again."""

    def tell(done: int, of: int) -> None:
        cache.set(f"{key}:far", (done, of), KEPT_SECONDS)
        cache.set(f"{key}:busy", True, BUSY_SECONDS)

    try:
        with override(language or settings.LANGUAGE_CODE):
            made = worked_out(Competition.objects.get(pk=competition), reading, tell)
        cache.set(key, made, KEPT_SECONDS)
    finally:
        cache.delete(f"{key}:busy")
        connections.close_all()


def _key(competition: Competition, reading: Tried) -> str:
    what = reading.option, repr(reading.value)
    asked = [competition.revision, competition.chain_head, *what, get_language() or settings.LANGUAGE_CODE]
    return f"what-otherwise:{competition.pk}:{hashes.sha256(asked)[:32]}"


def worked_out(competition: Competition, reading: Tried, tell: Tell = lambda done, of: None) -> Report:
    """Work the report out; `tell` hears how many deals of how many are done."""
    ground = ground_of(competition)
    if reading.of_season:
        return _season_report(ground, reading)
    return _deals_report(ground, reading, tell)


def _season_report(ground: Ground, reading: Tried) -> Report:
    raw = written_now(ground.competition)
    other = _with(raw, reading.option, reading.value)
    before, after = ground.under(ground.competition.policy), ground.under(other)
    was, would = (list(described(read_policy(one), gettext)) for one in (raw, other))
    says = tuple(one for one in was if one not in would), tuple(one for one in would if one not in was)
    tallies = [tally for each in ground.works for tally in each.told]
    return Report(
        reading, 0, 0, 0, (), (), (), _moved(before, after, tallies, tallies), _names(after), says
    )


def _deals_report(ground: Ground, reading: Tried, tell: Tell) -> Report:
    competition = ground.competition
    now = rules_of(competition)
    other = _under(competition, now, reading.option, reading.value)
    many, done = current_deals(competition).count(), 0
    told: dict[type, list[Any]] = {Changed: [], Refused: [], Unworked: []}
    changes, moved = 0, defaultdict[Key, int](int)
    for deal, outcome in otherwise(_recorded(ground.rounds), now, other):
        done += 1
        if done % EACH == 0:
            tell(done, many)
        if outcome is None:
            continue
        changes += isinstance(outcome, Changed)
        if len(told[Changed]) < MOST_TOLD or not isinstance(outcome, Changed):
            told[type(outcome)].append(outcome)
        for number, was, would in outcome.nets if isinstance(outcome, Changed) else ():
            moved[(*deal.key[:2], number)] += would - was
    works = [_shifted(each, moved, competition) for each in ground.works]
    before, after = _ranked(ground, ground.works), _ranked(ground, works)
    tallies = ([tally for each in one for tally in each.told] for one in (ground.works, works))
    return Report(
        reading,
        done,
        changes,
        len(told[Refused]),
        tuple(told[Changed]),
        tuple(told[Refused]),
        tuple(told[Unworked]),
        _moved(before, after, *tallies),
        _names(after),
        bonuses_stay=competition.is_season and bool((competition.policy or {}).get("bonuses")),
    )


def current_deals(competition: Competition) -> Any:
    """Choose the deals that count in the rounds that have begun."""
    begun = (Round.State.RUNNING, Round.State.CLOSED)
    return DealVersion.objects.current().filter(competition=competition, table__round__state__in=begun)


def _recorded(rounds: Iterable[Round]) -> Iterator[Recorded]:
    """Read deals round by round, in the order in which tables play them."""
    for one in rounds:
        counting = DealVersion.objects.current().filter(table__round=one)
        sitting: dict[int, dict[str, int]] = defaultdict(dict)
        rows = ScoreRow.objects.filter(version__in=counting).order_by("version", "pk")
        for version, seat, number in rows.values_list("version_id", "seat", "entry__number"):
            sitting[version][seat] = number
        ordered = counting.order_by("number", "table__number").values_list(*DEAL)
        for pk, table, number, content, *where in ordered.iterator(chunk_size=500):
            position = placed(number, *where)
            yield Recorded((one.number, table, number), content, position, sitting[pk])


def _shifted(each: Work, moved: Mapping[Key, int], competition: Competition) -> Work:
    """Give a round's work with the nets that its deals would have come to."""
    left, tallies = dict(moved), list[Tally]()
    for tally in each.told:
        more = left.pop((each.number, tally.table or 0, tally.entry), 0)
        tallies.append(tally._replace(net=tally.net + more) if more else tally)
    if competition.is_season:
        return told(each.number, tallies)
    return work(each.number, tallies, competition.substitute_policy, scheme_of(competition))


def _ranked(ground: Ground, works: Sequence[Work]) -> tuple[Row, ...]:
    competition = ground.competition
    if competition.is_season:
        return rank_season(competition, works, ground.people, ground.rounds, ground.rested)[0].rows
    return rank_tournament(competition, works, ground.people, Kept()).rows


def _moved(
    before: Sequence[Row], after: Sequence[Row], was: Iterable[Tally], would: Iterable[Tally]
) -> tuple[Move, ...]:
    return tuple(one for one in between.moves(stood(before), stood(after), was, would) if one.moved)


def _names(rows: Iterable[Row]) -> dict[int, str]:
    return {row.number: row.name for row in rows}
