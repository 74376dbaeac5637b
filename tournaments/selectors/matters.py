"""What was disputed, called for and decided in an event, by matters: each with its steps in order of time.

A deal is one matter, however often somebody came back to it; so are a penalty and its reversal, a warning, a
ruling, an adjusted score, seats put right, an objection, a call that was about no deal. Which lines are
decisions is for `decisions`; what is under review for `review`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from tournaments.deal import consent
from tournaments.models import Action, Competition, Confirmation, DealVersion, Round
from tournaments.selectors import closing, decisions, rulings
from tournaments.selectors.confirmed import open_at
from tournaments.selectors.decisions import Decision
from tournaments.selectors.rule_lines import RuleLine
from tournaments.selectors.undoing import REVERSED
from tournaments.wording import calls

DISPUTED = ("deal_dispute", "deal_dispute_kept")
CONFIRMED = "deal_confirm"
CALLED, TAKEN_BACK, ANSWERED = "referee_called", "referee_call_taken_back", decisions.CALLS[0]
SEATS = ("seats_swap", "seats_cross")
RAISED = (*DISPUTED, CALLED, TAKEN_BACK, *SEATS, closing.OBJECTED)
PUBLIC = (  # the verbs that readers see: who was warned knows it, and no table of the standings says it
    *(*DISPUTED, CONFIRMED, CALLED, TAKEN_BACK, ANSWERED, *SEATS, *decisions.DISPUTES, *decisions.CHANGES),
    *("held_accepted", *rulings.FINES, *rulings.RULINGS, *rulings.ADJUSTED),
)
Key = tuple[Any, ...]  # a kind, and what tells matters of it apart


class Kind(StrEnum):
    """What a matter is about."""

    DEAL = "deal"
    CALL = "call"
    SEATS = "seats"
    OBJECTION = "objection"
    ON_A_DEAL = "on_a_deal"
    PENALTY = "penalty"
    WARNING = "warning"
    RULING = "ruling"
    ADJUSTED = "adjustment"


class State(StrEnum):
    """How far a matter is."""

    OPEN = "open"
    DECIDED = "decided"
    BACK = "back"


class Step(NamedTuple):
    """One thing that was said or done: its line of the log, with what is known of a decision.

    The word of a player who disputed a deal and now confirms it has no line here; `word` is that.
    """

    at: datetime
    verb: str
    line: Action | None = None
    decision: Decision | None = None
    word: Confirmation | None = None

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.line.facts if self.line else {}


class Matter(NamedTuple):
    """A matter with its steps, the oldest first."""

    kind: Kind
    key: Key
    steps: tuple[Step, ...]
    state: State

    @property
    def place(self) -> dict[str, int]:
        """Say of which round, table and deal it is, as far as it is of one."""
        if self.kind == Kind.DEAL:
            facts: Mapping[str, Any] = dict(zip(decisions.DEAL, self.key[1:], strict=True))
        else:
            facts = next((one.facts for one in self.steps if one.line), {})
        return {name: facts[name] for name in decisions.DEAL if facts.get(name)}

    @property
    def people(self) -> list[int]:
        """List the numbers of those whom it is about."""
        numbers = {number for one in self.steps for number in _people(one.facts)}
        return sorted(numbers)

    @property
    def rule(self) -> RuleLine | None:
        """Give the line of the rules that its last decision names."""
        named = (one.decision.rule for one in reversed(self.steps) if one.decision)
        return next((rule for rule in named if rule), None)


def _people(facts: Mapping[str, Any]) -> Iterator[int]:
    yield from (int(number) for number in facts.get("amounts", {}))
    yield from facts.get("entries", ())
    if facts.get("entry"):
        yield facts["entry"]


def matters_of(
    competition: Competition, rules: Mapping[str, RuleLine], rounds: Iterable[Round]
) -> list[Matter]:
    """List the matters of an event, what is open first, then the newest, in six queries or fewer.

    A disputed deal is open as `review` has it, in those of its rounds that are given.
    """
    verbs = (*decisions.DECIDED, *RAISED)
    found = Action.objects.filter(competition=competition, verb__in=verbs).order_by("pk")
    lines = list(found.select_related("actor", "device"))
    raised, waiting = _raised(lines)
    gathered = _gathered([*raised, *_decided(lines, competition, rules), *_words(lines, competition)])
    unplayed = _unplayed(gathered, competition)
    under = {(Kind.DEAL, one.round, one.table, one.number) for one in open_at(rounds, consent.NOBODY)}
    under |= {key for key in waiting if key in gathered and gathered[key][-1].verb != decisions.VOIDED}
    matters = [_matter(key, steps, under) for key, steps in gathered.items() if key not in unplayed]
    return sorted(matters, key=lambda one: (one.state == State.OPEN, one.steps[-1].at), reverse=True)


def _unplayed(gathered: Mapping[Key, Sequence[Step]], competition: Competition) -> set[Key]:
    """Say which deals were only called about, and are not recorded: whatever a table wrote, they are none."""
    mere = {key for key, steps in gathered.items() if key[0] == Kind.DEAL and _is_mere_call(steps)}
    if not mere:
        return set()
    there = DealVersion.objects.filter(competition=competition, number__in={key[-1] for key in mere})
    played = there.order_by().values_list("table__round__number", "table__number", "number").distinct()
    return mere - {(Kind.DEAL, *place) for place in played}


def _is_mere_call(steps: Iterable[Step]) -> bool:
    return all(one.verb in (CALLED, TAKEN_BACK, ANSWERED) for one in steps)


def seen_by_readers(matters: Iterable[Matter], rounds: Collection[int]) -> list[Matter]:
    """Keep what is public, of rounds whose results are out."""
    shown = (
        one._replace(steps=tuple(step for step in one.steps if step.verb in PUBLIC))
        for one in matters
        if one.kind not in (Kind.OBJECTION, Kind.CALL) and one.place.get("round") in rounds
    )
    return [one for one in shown if one.steps]


def are_on_deals(**deals: int) -> Exists:
    """Ask of each table whether deals of it, or these, were disputed or changed; most were not."""
    versions = DealVersion.objects.filter(table=OuterRef("pk"), **deals)
    return Exists(versions.filter(Q(version__gt=1) | Q(confirmations__answer=consent.DISPUTE)))


def on_deal(matters: Iterable[Matter], round: int, table: int, deal: int | None = None) -> list[Matter]:
    """Keep what is about a table, or a deal of it."""
    where = {"round": round, "table": table} | ({"deal": deal} if deal else {})
    return [one for one in matters if where.items() <= one.place.items()]


def _matter(key: Key, steps: Sequence[Step], under: Collection[Key]) -> Matter:
    kind, ordered = Kind(key[0]), tuple(sorted(steps, key=lambda step: step.at))
    return Matter(kind, key, ordered, _state(kind, key, ordered, under))


def _state(kind: Kind, key: Key, steps: Sequence[Step], under: Collection[Key]) -> State:
    last = steps[-1].verb
    if key in under or last == closing.OBJECTED or (kind == Kind.CALL and last == CALLED):
        return State.OPEN
    gone = last in (*REVERSED, TAKEN_BACK) and kind != Kind.DEAL
    if kind == Kind.SEATS:
        gone = len(steps) % 2 == 0  # each step but the first takes the one before it back
    is_back = gone or any(one.decision.taken_back for one in steps if one.decision)
    return State.BACK if is_back else State.DECIDED


def _gathered(steps: Iterable[tuple[Key, Step]]) -> dict[Key, list[Step]]:
    by_matter: dict[Key, list[Step]] = defaultdict(list)
    for key, step in steps:
        by_matter[key].append(step)
    return by_matter


# ------------------------------------------------------------------ what was raised
def _raised(lines: Iterable[Action]) -> tuple[list[tuple[Key, Step]], set[Key]]:
    """List what players and tables said, and calls with their answers; and what a call still waits for."""
    waiting: dict[Key, list[Key]] = {}  # by table: what its call is about
    seated: dict[int, Key] = {}  # by line: its matter of seats, to which what takes it back belongs
    told = list[tuple[Key, Step]]()
    for one in lines:
        if one.verb in SEATS:
            seated[one.pk] = seated.get(one.facts.get("undoes", 0), (Kind.SEATS, one.pk))
            told.append((seated[one.pk], Step(one.at, one.verb, one)))
        elif one.verb in (*RAISED, ANSWERED):
            keys = dict.fromkeys(_about(one, waiting))
            told += ((key, Step(one.at, one.verb, one)) for key in keys)
    return told, {key for keys in waiting.values() for key in keys}


def _about(line: Action, waiting: dict[Key, list[Key]]) -> list[Key]:
    """Say which matters a line is of; a call waits at its table until it is answered or taken back."""
    table = line.facts.get("round"), line.facts.get("table")
    if line.verb == CALLED:
        keys = _called_about(line)
        waiting[table] = [*waiting.get(table, ()), *keys]
        return keys
    if line.verb in (TAKEN_BACK, ANSWERED):
        return waiting.pop(table, [(Kind.CALL, line.pk)])
    return [_raised_about(line)]


def _called_about(line: Action) -> list[Key]:
    """Say which deals a call is about; one about none is a matter of its own."""
    deals = sorted(calls.disputed_in(line.reason))
    table = line.facts.get("round"), line.facts.get("table")
    return [(Kind.DEAL, *table, deal) for deal in deals] or [(Kind.CALL, line.pk)]


def _raised_about(line: Action) -> Key:
    return (Kind.OBJECTION, line.pk) if line.verb == closing.OBJECTED else _deal(line)


def _deal(line: Action) -> Key:
    return (Kind.DEAL, *(line.facts.get(name) for name in decisions.DEAL))


# ------------------------------------------------------------------ what was decided
def _decided(
    lines: Sequence[Action], competition: Competition, rules: Mapping[str, RuleLine]
) -> Iterator[tuple[Key, Step]]:
    """Yield the decisions; answers to calls are told with the calls."""
    for one in decisions.decisions_among(lines, competition, rules):
        if one.line.verb != ANSWERED:
            yield _decided_about(one), Step(one.line.at, one.line.verb, one.line, one)


def _decided_about(decision: Decision) -> Key:
    line, penalty = decision.line, decision.penalty
    if line.verb == closing.ANSWERED and decision.objection:
        return Kind.OBJECTION, decision.objection.pk
    if line.verb in (*rulings.GIVEN, *REVERSED):
        return rulings.meant(line)
    if penalty and (penalty.reverses_id or penalty.event_index is None):
        return Kind.ON_A_DEAL, penalty.reverses_id or penalty.pk
    return _deal(line)  # a penalty that was declared with its deal is taken back in the deal's own matter


def _words(lines: Iterable[Action], competition: Competition) -> Iterator[tuple[Key, Step]]:
    """Yield the words of players who disputed a version and confirmed it later; a query if anybody did."""
    if not any(one.verb in DISPUTED for one in lines):
        return
    words = Confirmation.objects.filter(version__competition=competition, answer=consent.CONFIRM)
    after = words.exclude(seat="").filter(
        version__confirmations__answer=consent.DISPUTE,
        version__confirmations__seat=F("seat"),
        version__confirmations__pk__lt=F("pk"),
    )
    for word in after.select_related("version__table__round").order_by("pk").distinct():
        table = word.version.table
        key = Kind.DEAL, table.round.number, table.number, word.version.number
        yield key, Step(word.at, CONFIRMED, word=word)


