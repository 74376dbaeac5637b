"""What a meeting gave a player and why it counts or not, in one sentence; for every policy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.wording import written
from tournaments.ranking.figures import OCCASIONS, PHRASES, PLUS, THEN, Amount, Part, _, phrase
from tournaments.ranking.seasons.choosing import ABSENT, COUNTED, DROPPED, NO_RESULT, ZERO
from tournaments.ranking.seasons.lines import Held
from tournaments.ranking.seasons.policy import Choosing, Policy

NOTHING_COUNTS = _("Nothing counts yet, so there is no mean.")
OF_MEAN = _("The mean of what counts: {sum} / {n}. With what always counts the total is {total}.")
OF_RATIO = _("100 × {final} / {opening}, final by opening scores. With what always counts: {total}.")
OF_PERIODS = _("{parts}. With what belongs to the year the total is {total}.")
OF_PERIOD = {
    "counted": _("{name}: {amount}, counts"),
    "dropped": _("{name}: {amount}, dropped because better periods count"),
    "absent": _("{name}: nothing"),
}
PRESENCE = ("played", "rested", "substituted", "absent")


@dataclass(frozen=True, slots=True)
class Told:
    """Say one meeting of a player: what it gave, its state, and the key of the phrase that says why.

    `best` is how many count; `why` is empty where everything counts and nothing needs saying.
    """

    held: Held
    why: str
    best: int

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return what the meeting gave; a penalty that always counts is part of no meeting's credit."""
        return self.held.parts

    @property
    def amount(self) -> Amount:
        """Return the sum of the parts, 0 for absence without any."""
        return 0 if self.held.evening is None else self.held.evening.credit

    @property
    def presence(self) -> str:
        """Give one of PRESENCE: `rested` came and sat nowhere, `substituted` had somebody else sit there."""
        evening = self.held.evening
        if evening is None:
            return "absent"
        if evening.came:
            return "rested" if evening.rested else "played"
        return "substituted" if evening.played else "absent"

    def sentence(self, occasion: str, translate: Callable[[str], str] = str) -> str:
        """Say in one sentence what the meeting gave and what became of it."""
        extras = self.held.evening.extras if self.held.evening else ()
        parts = (*self.parts, *extras)
        said = [PLUS.join(phrase(part, translate) for part in parts)]
        if self.why:
            said.append(translate(PHRASES[self.why]).format(best=self.best))
        told = THEN.join(each for each in said if each)
        return translate(OCCASIONS[occasion]).format(round=self.held.meeting, parts=told)


def told(policy: Policy, choosing: Choosing, meetings: Sequence[Held]) -> tuple[Told, ...]:
    """Say all meetings of a line, each with what decided about it."""
    best = sum(each.state in (COUNTED, ZERO) for each in meetings)
    if choosing.best_of is not None:
        best = choosing.best_of
    counted = [each.evening.credit for each in meetings if each.state == COUNTED and each.evening]
    middle = max(counted, default=0)
    chooses = bool(choosing.given)
    return tuple(Told(each, _why(policy, choosing, each, chooses, middle), best) for each in meetings)


def _why(policy: Policy, choosing: Choosing, held: Held, chooses: bool, middle: Amount) -> str:
    evening = held.evening
    if held.state == NO_RESULT:
        return NO_RESULT if evening is not None and evening.rested else "without_result"
    if held.state == ZERO:
        return "zero_replaces" if policy.absence_replaces else ZERO
    if held.state == DROPPED and choosing.trimmed is not None and evening is not None:
        return "dropped_best" if evening.credit > middle else "dropped_worst"
    if held.state == COUNTED and evening is not None and not evening.discardable and chooses:
        return "kept"
    if held.state == ABSENT or chooses or evening is None or not evening.parts:
        return held.state
    return ""


def total_said(policy: Policy, line: Any, translate: Callable[[str], str] = str) -> str:
    """Say how a total comes from what counts, where it is more than a sum; else nothing."""
    if line.total is None:
        return translate(NOTHING_COUNTS)
    if hasattr(line, "periods"):
        parts = "; ".join(_period_said(each, translate) for each in line.periods)
        return translate(OF_PERIODS).format(parts=parts, total=written(line.total))
    counted = [each.evening for each in line.meetings if each.state == COUNTED and each.evening]
    if policy.aggregate == "percent":
        opening, gained = sum(each.opening for each in counted), sum(each.gained for each in counted)
        facts = {"final": written(opening + gained), "opening": written(opening)}
        return translate(OF_RATIO).format(**facts, total=written(line.total))
    if policy.aggregate == "mean":
        zeros = sum(each.state == ZERO for each in line.meetings)
        facts = {"sum": written(sum(each.credit for each in counted)), "n": len(counted) + zeros}
        return translate(OF_MEAN).format(**facts, total=written(line.total))
    return ""


def _period_said(period: Any, translate: Callable[[str], str]) -> str:
    amount = "–" if period.amount is None else written(period.amount)
    return translate(OF_PERIOD[period.state]).format(name=period.name, amount=amount)
