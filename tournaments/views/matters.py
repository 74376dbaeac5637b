"""Matters in words, for readers and for the staff: who did what by which rule, what it changed, where it is.

Readers see offices and no names of officials, and free words only where the page “Changes” has them, too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.models import Competition, Entry
from tournaments.refusals import sentence
from tournaments.selectors import decisions, history, log, rulings
from tournaments.selectors.log_changes import Change, signed
from tournaments.selectors.matters import CONFIRMED, DISPUTED, SEATS, Kind, Matter, State, Step
from tournaments.selectors.rule_lines import RuleLine
from tournaments.wording import citations
from tournaments.wording.tiles import wind_name

KINDS = {
    Kind.CALL: _("A call for the referee"),
    Kind.SEATS: _("Seats put right"),
    Kind.OBJECTION: _("An objection"),
    Kind.ON_A_DEAL: _("A penalty on a deal"),
    Kind.PENALTY: _("A penalty against the standings"),
    Kind.WARNING: _("A warning"),
    Kind.RULING: _("A ruling"),
    Kind.ADJUSTED: _("Adjusted scores"),
}
STATES = {
    State.OPEN: (_("open"), "badge-held"),
    State.DECIDED: (_("decided"), "badge-official"),
    State.BACK: (_("taken back"), "badge-void"),
}
UNDER_REVIEW = (_("Under review"), "badge-disputed")
PLAYER = _("a player (%(seat)s)")
SAID_TO_ALL = (*decisions.CHANGES, *rulings.FINES, *rulings.ADJUSTED, *SEATS)  # free words for readers


class ToldStep(NamedTuple):
    """A step, ready to read."""

    at: datetime
    who: str
    what: str
    about: str
    changes: Sequence[Change]
    reason: str


class ToldMatter(NamedTuple):
    """A matter, ready to read; `address` is that of its deal or table."""

    kind: str
    place: Mapping[str, int]
    address: str
    people: Sequence[Entry]
    state: str
    badge: str
    rule: RuleLine | None
    source: str
    steps: Sequence[ToldStep]

    @property
    def begun(self) -> datetime:
        return self.steps[0].at


class Teller:
    """Put matters of one competition into words, for its readers or, `named`, for its staff."""

    def __init__(self, competition: Competition, entries: Sequence[Entry], *, named: bool) -> None:
        self.competition, self.entries, self.named = competition, entries, named
        self.people = {one.number: one for one in entries}

    def told(self, matters: Iterable[Matter]) -> list[ToldMatter]:
        """Put them into words, in five queries."""
        listed = list(matters)
        lines = [step.line for one in listed for step in one.steps if step.line]
        why = partial(sentence, of=self.competition)
        said = zip(lines, log.lines(lines, self.competition, why, self.entries), strict=True)
        by_line = {line.pk: told for line, told in said}
        roles = {} if self.named else history.roles_of(self.competition, lines)
        return [self._told(one, lambda step: self._step(step, by_line, roles)) for one in listed]

    def _told(self, matter: Matter, step: Callable[[Step], ToldStep]) -> ToldMatter:
        is_reviewed = matter.kind == Kind.DEAL and matter.state == State.OPEN
        state, badge = UNDER_REVIEW if is_reviewed else STATES[matter.state]
        is_said = self.named or matter.kind != Kind.RULING  # who and what of is half of it, without its words
        people = [self.people.get(number) for number in matter.people] if is_said else []
        rule = matter.rule if is_said else None
        return ToldMatter(
            kind=gettext(KINDS[matter.kind]) if matter.kind in KINDS else "",  # a deal says it by its place
            place=matter.place,
            address=self._address(matter),
            people=[one for one in people if one],
            state=gettext(state),
            badge=badge,
            rule=rule,
            source=citations.written(rule.source) if rule else "",
            steps=[step(one) for one in matter.steps],
        )

    def _address(self, matter: Matter) -> str:
        """Give the address of what it is about, for those who read it."""
        where = matter.place
        if "table" not in where:
            return ""
        space = "organiser" if self.named else "public"
        if "deal" in where and any(one.verb != "held_declined" for one in matter.steps):
            return self._reverse(f"{space}:deal", where, "round", "table", "deal")
        return self._reverse(f"{space}:table", where, "round", "table")

    def _reverse(self, name: str, where: Mapping[str, int], *parts: str) -> str:
        return reverse(name, args=[self.competition.slug, *(where[part] for part in parts)])

    def _step(self, step: Step, lines: Mapping[int, log.LogLine], roles: Mapping[int, str]) -> ToldStep:
        what = (step.decision and step.decision.what) or self._done(step)
        who = self._who(step, lines, roles)
        if step.line is None:
            return ToldStep(step.at, who, what, "", (), "")
        line = lines[step.line.pk]
        says_why = self.named or step.verb in SAID_TO_ALL
        return ToldStep(
            step.at, who, what, self._about(step), line.changes, line.reason if says_why else ""
        )

    def _done(self, step: Step) -> str:
        return gettext("took that back") if "undoes" in step.facts else gettext(log.VERBS[step.verb])

    def _who(self, step: Step, lines: Mapping[int, log.LogLine], roles: Mapping[int, str]) -> str:
        """Say who it was: a player by the seat, officials by name or by office."""
        seat = step.word.seat if step.word else step.facts.get("seat")
        if seat and step.verb in (*DISPUTED, CONFIRMED):
            return gettext(PLAYER) % {"seat": wind_name(seat)}
        if step.line is None:
            return ""
        return lines[step.line.pk].who if self.named else history.role_of(step.line, roles)

    def _about(self, step: Step) -> str:
        """Say what a step gave to whom, or which seats it put right."""
        facts = step.facts
        if step.verb in rulings.FINES:
            return signed(facts["amount"])
        if step.verb in rulings.ADJUSTED:
            amounts = ((self.people.get(int(n)), amount) for n, amount in facts["amounts"].items())
            return ", ".join(f"{entry.name} {signed(amount)}" for entry, amount in amounts if entry)
        return ", ".join(map(wind_name, facts.get("seats", ()))) if step.verb in SEATS else ""
