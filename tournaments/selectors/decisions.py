"""Everything that a referee decided in an event, in one list: read from its log, narrowed to what is asked.

What each line says in words is for `log`, what can be taken back for `undoing`; here is which lines are
decisions, which rule each names, and what became of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from tournaments.models import Action, Competition, Penalty, Seating
from tournaments.selectors import closing, rulings
from tournaments.selectors.log import VERBS
from tournaments.selectors.rule_lines import RuleLine
from tournaments.selectors.rulings import ADJUSTED, FINES, GIVEN, ON_A_DEAL, RULINGS, WARNINGS, meant
from tournaments.selectors.undoing import REVERSED, Undo, of_corrections, of_penalty, of_ruling
from tournaments.wording import anchors

CALLS = ("referee_answered",)
ANSWERED = "deal_dispute_answered"
DISPUTED = "deal_dispute"
SETTLED = "deal_settled"  # in the players' stead, disputed or not; checked against paper, too
DISPUTES = (SETTLED, ANSWERED)
CORRECTED, VOIDED = "deal_correct", "deal_void"
CHANGES = (CORRECTED, VOIDED, ON_A_DEAL)
HELD_CORRECTION = "held_correction"
HELD = ("held_accepted", HELD_CORRECTION, "held_declined")
DECIDED = (closing.ANSWERED, *CALLS, *DISPUTES, *CHANGES, *HELD, *WARNINGS, *FINES, *RULINGS, *ADJUSTED)
DEAL = ("round", "table", "deal")


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the log by which a referee decided something.

    `objection` is what it answers, `penalty` the row behind a penalty of a deal, `rule` the line of the rules
    that it names; `held` says that a correction was a held deal, `disputed` that it answered a dispute,
    `taken_back` that another line takes it back, `undo` where that is done.
    """

    line: Action
    objection: Action | None
    penalty: Penalty | None
    held: bool
    rule: RuleLine | None
    disputed: bool
    taken_back: bool
    undo: Undo | None

    @property
    def what(self) -> str:
        """Say what was done, where the log does not tell it apart."""
        if self.held:
            return gettext(VERBS[HELD_CORRECTION])
        if self.penalty is None:
            return ""
        is_reversal = self.penalty.reverses_id or self.penalty.event_index is not None
        return gettext("took a penalty back") if is_reversal else gettext("imposed a penalty on a deal")

    @property
    def deal(self) -> dict[str, int] | None:
        """Say of which deal it is, or of which table."""
        facts = _about(self.line, self.objection)
        where = {name: facts[name] for name in DEAL if facts.get(name)}
        return where if {"round", "table"} <= set(where) else None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader looks for; None is everything."""

    round: int | None = None
    table: int | None = None
    entry: int | None = None


def decisions_of(competition: Competition, rules: Mapping[str, RuleLine], asked: Asked) -> list[Decision]:
    """List what was decided, newest first, in five queries; `rules` are the lines that can be named."""
    verbs = (*DECIDED, closing.OBJECTED)
    found = Action.objects.filter(competition=competition, verb__in=verbs, device=None)
    lines = list(found.select_related("actor", "device").order_by("pk"))
    behind = rulings.behind([one for one in lines if one.verb == ON_A_DEAL], competition)
    known = _Known(lines, behind, _disputed(lines, competition))
    sat = _Sat(competition, asked)
    listed = (one for one in lines if one.verb in DECIDED and not known.is_said_elsewhere(one))
    told = [one for one in listed if sat.is_asked(_about(one, known.objection(one)))]
    back = dict(of_corrections(told))
    return [known.decision(one, rules, back.get(one.pk)) for one in reversed(told)]


def decisions_among(
    lines: Sequence[Action], competition: Competition, rules: Mapping[str, RuleLine]
) -> list[Decision]:
    """List what was decided among lines that are read already, oldest first, in one query.

    Ways back from corrections are not looked for.
    """
    staff = [one for one in lines if one.device_id is None and one.verb in (*DECIDED, closing.OBJECTED)]
    behind = rulings.behind([one for one in staff if one.verb == ON_A_DEAL], competition)
    known = _Known(staff, behind, {_version(one) for one in lines if one.verb == DISPUTED})
    listed = (one for one in staff if one.verb in DECIDED and not known.is_said_elsewhere(one))
    return [known.decision(one, rules, None) for one in listed]


class _Known:
    """What the lines say of each other."""

    def __init__(
        self, lines: Iterable[Action], penalties: Mapping[int, Penalty], disputed: Set[tuple[Any, ...]]
    ) -> None:
        self.lines, self.penalties, self.disputed = tuple(lines), penalties, disputed
        self.objections = {one.pk: one for one in self.lines if one.verb == closing.OBJECTED}
        self.taken_back = {meant(one) for one in self.lines if one.verb in REVERSED}
        self.changed = {_version(one) for one in self.lines if one.verb in CHANGES}
        self.answered = {_version(one) for one in self.lines if one.verb == ANSWERED}
        last = {_deal(one): one.verb for one in self.lines if one.verb in CHANGES}
        self.void = {deal for deal, verb in last.items() if verb == VOIDED}
        self.corrected = {_why(one) for one in self.lines if one.verb == CORRECTED}
        self.accepted = {_why(one) for one in self.lines if one.verb == HELD_CORRECTION}

    def decision(self, line: Action, rules: Mapping[str, RuleLine], back: Undo | None) -> Decision:
        """Put together what is known of a line; `back` is the way back from a correction."""
        return Decision(
            line=line,
            objection=self.objection(line),
            penalty=self.penalties.get(line.pk),
            held=line.verb == CORRECTED and _why(line) in self.accepted,
            rule=rules.get(self.anchor(line)),
            disputed=self.is_of_dispute(line),
            taken_back=self.is_taken_back(line),
            undo=back or self.undo(line),
        )

    def objection(self, line: Action) -> Action | None:
        """Give the objection that a line answers."""
        return self.objections.get(line.facts.get("objection", 0))

    def undo(self, line: Action) -> Undo | None:
        """Give the way back from a decision that stands; a penalty of a void deal costs nothing any more."""
        if line.verb in GIVEN:
            return None if self.is_taken_back(line) else of_ruling(line)
        penalty = self.penalties.get(line.pk)
        return of_penalty(penalty) if penalty and _deal(line) not in self.void else None

    def is_said_elsewhere(self, line: Action) -> bool:
        """Say whether another line of the list tells the same: what answered a dispute, or was held."""
        if line.verb == ANSWERED:
            return _version(line) in self.changed
        return line.verb == HELD_CORRECTION and _why(line) in self.corrected

    def is_of_dispute(self, line: Action) -> bool:
        if line.verb == SETTLED:
            return _version(line) in self.disputed
        return line.verb == ANSWERED or (line.verb in CHANGES and _version(line) in self.answered)

    def is_taken_back(self, line: Action) -> bool:
        if line.verb in GIVEN:
            return meant(line) in self.taken_back
        return hasattr(self.penalties.get(line.pk), "reversed_by")

    def anchor(self, line: Action) -> str:
        """Give the place of the rule that a line names; empty where it names none."""
        behind = self.penalties.get(line.pk)
        code = behind.event["code"] if behind and behind.event else line.facts.get("code")
        if line.verb in (WARNINGS[0], ON_A_DEAL) and code:
            return anchors.of_penalty(code)
        return str(line.facts.get("rule", ""))


class _Sat:
    """Who sat where, as far as that decides what is asked."""

    def __init__(self, competition: Competition, asked: Asked) -> None:
        self.competition, self.asked = competition, asked

    def is_asked(self, facts: Mapping[str, Any]) -> bool:
        """Say whether what a line is about is of the round, the table and the person."""
        asked = self.asked
        if asked.round not in (None, facts.get("round")):
            return False
        if asked.table is not None and asked.table not in self._tables(facts):
            return False
        return asked.entry is None or asked.entry in self._people(facts)

    def _tables(self, facts: Mapping[str, Any]) -> Iterator[int]:
        """Give the table that a line is of, or where the person sat who is meant."""
        if "table" in facts:
            yield facts["table"]
        else:
            yield from (place[1] for place in self.seats if (place[0], place[2]) == _of_person(facts))

    def _people(self, facts: Mapping[str, Any]) -> Iterator[int]:
        """Give the person who is meant by a line, or who sat at the table that it is of."""
        if "entry" in facts:
            yield facts["entry"]
        else:
            here = facts.get("round"), facts.get("table")
            yield from (place[2] for place in self.seats if place[:2] == here)

    @cached_property
    def seats(self) -> set[tuple[int, int, int]]:
        rows = Seating.objects.filter(round__competition=self.competition).order_by()
        return set(rows.values_list("round__number", "table__number", "entry__number"))


def _disputed(lines: Iterable[Action], competition: Competition) -> set[tuple[Any, ...]]:
    """Find the versions that players disputed, where any was settled in their stead."""
    if not any(line.verb == SETTLED for line in lines):
        return set()
    return {_version(line) for line in Action.objects.filter(competition=competition, verb=DISPUTED)}


def _about(line: Action, objection: Action | None) -> Mapping[str, Any]:
    """Give the facts of a line; of an answer those of the objection, too."""
    return {**objection.facts, **line.facts} if objection else line.facts


def _of_person(facts: Mapping[str, Any]) -> tuple[Any, Any]:
    return facts.get("round"), facts.get("entry")


def _deal(line: Action) -> tuple[Any, ...]:
    return tuple(line.facts.get(name) for name in DEAL)


def _version(line: Action) -> tuple[Any, ...]:
    return (*_deal(line), line.facts.get("version"))


def _why(line: Action) -> tuple[Any, ...]:
    return (*_deal(line), line.reason, line.actor_id)
