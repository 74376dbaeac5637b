"""Recorded deals under another reading of the rules: what each would come to, and by which line.

Pure: deals in, differences out, in the order of play; nothing is remembered but the mah-jongs that forbid a
special hand. Winds, seats and who sat where stay as they were played: they are facts, not readings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import scoring
from scoring import Position
from tournaments.deal.reckon import TOTALS, Reckoned, reckon

Key = tuple[int, int, int]  # round, table, deal


class Recorded(NamedTuple):
    """A deal as it counts: what was declared, where the table was, and by seat who sat there, by number."""

    key: Key
    content: dict[str, Any]
    position: Position
    sitting: Mapping[str, int]


class LineMoved(NamedTuple):
    """A line of a hand that stands under one of the readings only (`gone`: not under the other)."""

    seat: str
    gone: bool
    sentence: str
    source: str


class Hand(NamedTuple):
    """What the hand of a seat is worth under both readings."""

    seat: str
    before: int | None
    after: int | None


class Changed(NamedTuple):
    """A deal that would come to something else: nets by number of the entry, hands, and the lines why."""

    key: Key
    nets: tuple[tuple[int, int, int], ...]
    hands: tuple[Hand, ...]
    lines: tuple[LineMoved, ...]


class Reason(NamedTuple):
    """Why rules do not take a deal as it was entered, and whose hand it is about, by number of the entry."""

    number: int | None
    problem: scoring.Problem


class Refused(NamedTuple):
    """A deal that would be refused as it was entered, with each reason."""

    key: Key
    reasons: tuple[Reason, ...]


class Unworked(NamedTuple):
    """A deal that the rules of now do not take as it stands either: somebody ruled on it."""

    key: Key
    reasons: tuple[Reason, ...]


Outcome = Changed | Refused | Unworked | None


def otherwise(
    deals: Iterable[Recorded], now: scoring.RuleSet, other: scoring.RuleSet
) -> Iterator[tuple[Recorded, Outcome]]:
    """Work each deal out under both readings, in the order of play; None where it comes to the same."""
    was, would = _Counted(now), _Counted(other)
    for deal in deals:
        before, after = was.of(deal), would.of(deal)
        if before.problems:
            yield deal, Unworked(deal.key, _reasons(deal, before))
        elif after.problems:
            yield deal, Refused(deal.key, _reasons(deal, after))
        else:
            yield deal, _compared(deal, before, after)


class _Counted:
    """Rules with the mah-jongs that were made under them so far, by number of the entry."""

    def __init__(self, rules: scoring.RuleSet) -> None:
        self.rules = rules
        self.made: dict[int, list[tuple[int, str | None]]] = defaultdict(list)

    def of(self, deal: Recorded) -> Reckoned:
        """Count a deal, with what its players won before it where that can forbid a special hand."""
        reckoned = reckon(deal.content, deal.position, self.rules)
        if self.rules.repeat and set(reckoned.specials) & set(reckoned.winners):
            reckoned = reckon(deal.content, deal.position, self.rules, self._previous(deal))
        for seat in reckoned.winners if not reckoned.content.get("void") else ():
            self.made[deal.sitting[seat]].append((deal.key[0], reckoned.specials.get(seat)))
        return reckoned

    def _previous(self, deal: Recorded) -> dict[str, list[str | None]]:
        everywhere = self.rules.options.get("repeat_scope", "competition") == "competition"
        return {
            seat: [one for round_, one in self.made[number] if everywhere or round_ == deal.key[0]]
            for seat, number in deal.sitting.items()
            if seat in deal.position.playing
        }


def _reasons(deal: Recorded, reckoned: Reckoned) -> tuple[Reason, ...]:
    problems = reckoned.problems
    return tuple(Reason(deal.sitting.get(one.seat) if one.seat else None, one) for one in problems)


def _compared(deal: Recorded, before: Reckoned, after: Reckoned) -> Changed | None:
    nets = tuple(
        (number, before.net.get(seat, 0), after.net.get(seat, 0))
        for seat, number in deal.sitting.items()
        if before.net.get(seat, 0) != after.net.get(seat, 0)
    )
    hands = tuple(
        Hand(seat, before.values.get(seat), after.values.get(seat))
        for seat in deal.sitting
        if before.values.get(seat) != after.values.get(seat)
    )
    if not nets and not hands:
        return None
    return Changed(deal.key, nets, hands, tuple(_lines(before, after)))


def _lines(before: Reckoned, after: Reckoned) -> Iterator[LineMoved]:
    """Yield the lines of hands that stand under one reading only, those that fall away first."""
    if before.content.get("outcome") == TOTALS:
        return
    for seat in before.position.playing:
        was, would = (Counter(_told(one, seat)) for one in (before, after))
        for gone, more in ((True, was - would), (False, would - was)):
            yield from (LineMoved(seat, gone, sentence, source) for sentence, source in more.elements())


def _told(reckoned: Reckoned, seat: str) -> Iterator[tuple[str, str]]:
    hand = reckoned.result.get("hands", {}).get(seat) or {}
    for line in hand.get("lines", ()):
        yield line["text"], line["source"]
