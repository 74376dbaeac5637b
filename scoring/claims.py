"""Who gets a discard that several players want; the order of the calls is in the table of the rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.problems import Problem
from scoring.rules import RuleSet
from scoring.tiles import WINDS
from scoring.wording import CALL_NAMES, _

MAHJONG: Final = "mahjong"


@dataclass(frozen=True, slots=True)
class Claim:
    """A call for a discard; of a mah-jong also which group the tile completes, where the rules ask."""

    seat: str
    call: str
    completes: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Print the claim; `completes` only where it was said."""
        printed = {"seat": self.seat, "call": self.call}
        return printed | {"completes": self.completes} if self.completes else printed


@dataclass(frozen=True, slots=True)
class Precedence:
    """Who gets the discard: `takers` (several only where several may win), all sound claims in order.

    `problems` are the claims that cannot stand.
    """

    takers: tuple[Claim, ...]
    order: tuple[Claim, ...]
    problems: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Print takers, order and problems."""
        return {
            "takers": [claim.to_json() for claim in self.takers],
            "order": [claim.to_json() for claim in self.order],
            "errors": [problem.to_json() for problem in self.problems],
        }


def precedence(
    claims: Sequence[Claim], discarder: str, rules: RuleSet, turns: Sequence[str] = WINDS
) -> Precedence:
    """Put the claims for one discard in order: by call as the rules rank them, then nearer in turn.

    A chow is only for the next player, unless it completes a mah-jong. `turns` are the seats that play, in
    turn: a dummy is skipped, who rests makes no call; `rules` as they hold at the table.

    >>> from scoring import load_rules
    >>> wanted = [Claim("S", "chow"), Claim("N", "pung")]
    >>> precedence(wanted, "E", load_rules("bmja-tournament")).takers
    (Claim(seat='N', call='pung', completes=None),)
    """
    problems = [_problem(place, claims, discarder, rules, turns) for place in range(len(claims))]
    sound = [claim for claim, problem in zip(claims, problems, strict=True) if problem is None]
    order = sorted(sound, key=lambda claim: (rank(claim, rules), _turns(claim.seat, discarder, turns)))
    return Precedence(_takers(order, rules), tuple(order), tuple(filter(None, problems)))


def _takers(order: list[Claim], rules: RuleSet) -> tuple[Claim, ...]:
    if rules.settlement["several_winners"] and order and order[0].call == MAHJONG:
        return tuple(claim for claim in order if claim.call == MAHJONG)
    return tuple(order[:1])


def rank(claim: Claim, rules: RuleSet) -> int | None:
    """Find the place of a call in the order of the rules, from 0; some rank a mah-jong by what it completes.

    None where the rules ask what it completes and the claim does not say.

    >>> from scoring import load_rules
    >>> rank(Claim("S", "mahjong", "pair"), load_rules("polish-136"))
    1
    """
    exact = f"{claim.call}:{claim.completes}"
    ranks = enumerate(rules.claims["order"])
    return next((place for place, calls in ranks if exact in calls or claim.call in calls), None)


def _turns(seat: str, discarder: str, turns: Sequence[str]) -> int:
    return (turns.index(seat) - turns.index(discarder)) % len(turns)


def _problem(
    place: int, claims: Sequence[Claim], discarder: str, rules: RuleSet, turns: Sequence[str]
) -> Problem | None:
    claim = claims[place]
    if not {claim.seat, discarder}.issubset(turns) or claim.call not in CALL_NAMES:
        facts = {"where": "claim", "expected": f"{', '.join(turns)}; {', '.join(CALL_NAMES)}"}
        return Problem("malformed", facts=facts)
    reason = _misfit(claim, claims[:place], discarder, rules, turns)
    if not reason:
        return None
    return Problem("claim_does_not_stand", seat=claim.seat, facts={"seat": claim.seat, "reason": reason})


def _misfit(
    claim: Claim, earlier: Sequence[Claim], discarder: str, rules: RuleSet, turns: Sequence[str]
) -> str:
    """Say why a claim cannot stand; an empty text if it can."""
    if claim.seat == discarder:
        return _("nobody claims a discard of their own")
    if any(other.seat == claim.seat for other in earlier):
        return _("a player makes one call")
    if claim.call == "chow" and not rules.chows:
        return _("chows are not allowed in this deal")
    if claim.call == "chow" and _turns(claim.seat, discarder, turns) != 1:
        return _("only the next player may take a discard for a chow")
    if rank(claim, rules) is None:
        return _("these rules ask whether the tile completes a pung, a pair or a chow")
    return ""
