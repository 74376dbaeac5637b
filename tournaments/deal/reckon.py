"""What a deal comes to, from its declaration: on the server as in the tablet's browser (`offline`).

Standard library and engine only; which rules, which position, whose earlier mah-jongs is for others to say.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

import scoring
from scoring import Position

Content = dict[str, Any]
NET_LIMIT = 1_000_000  # far above what a hand can move in one deal, doubled and without a limit of the rules
DECLARED = ("outcome", "winners", "discarder", "win_source", "hands", "events", "dropped", "wild", "totals")
TOTALS = "totals"  # the outcome of no deal: the nets of a whole table, entered at its end
WON_FROM_A_DISCARD = ("discard", "last_discard", "first_discard")


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a deal comes to at its place in the game: winds before and after, values, nets, working.

    With `problems` it comes to nothing: no values, no nets, no winds to follow.
    """

    content: Content
    position: Position
    following: Position | None
    values: Mapping[str, int | None]
    specials: Mapping[str, str]
    net: Mapping[str, int]
    winners: Sequence[str] = ()
    giver: str | None = None
    result: dict[str, Any] = field(default_factory=dict)
    problems: tuple[scoring.Problem, ...] = ()

    @property
    def winds(self) -> Mapping[str, str]:
        """Give the wind of each seat that played, by seat; totals are of all who sat, a fifth's is R."""
        if self.content.get("outcome") != TOTALS:
            return self.position.winds
        return {seat: seat for seat in self.position.places} | self.position.winds


def declaration_in(body: Mapping[str, Any]) -> Content:
    """Take the declaration out of what was sent, without the place it is meant for."""
    return {name: body[name] for name in DECLARED if name in body}


def reckon(
    content: Content,
    position: Position,
    rules: scoring.RuleSet,
    previous: Mapping[str, Sequence[str | None]] | None = None,
) -> Reckoned:
    """Score and settle a declaration at its position; faults are in `problems`, not raised."""
    if content.get("void"):
        return _void(content, position)
    if content.get("outcome") == TOTALS:
        return _totals(content, position, rules)
    deal = scoring.Deal.from_json(played(content))
    scored = scoring.score_deal(deal, position, rules, previous=previous or {})
    problems = scored.problems or tuple(_beyond_the_ledger(scored))
    if problems:
        return _faulty(content, position, deal, replace(scored, problems=problems))
    return _sound(content, deal, scored, position, rules)


def played(content: Content) -> Content:
    """Leave out the penalties that were reversed: the engine sees only what counts.

    What is no list of events is left as it is, for the engine to refuse.
    """
    events = content.get("events", [])
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        return content
    return {**content, "events": [bare(event) for event in events if not event.get("reversed")]}


def bare(event: Any) -> Any:
    """Take from an event what staff wrote to it; what is no event is left as it is."""
    if not isinstance(event, Mapping):
        return event
    return {name: value for name, value in event.items() if name not in ("penalty", "reversed")}


def _void(content: Content, position: Position) -> Reckoned:
    """A void deal passes no winds and ends no game: what it was is played again."""
    return Reckoned(content, position, position.again(), {}, {}, dict.fromkeys(position.places, 0))


def _totals(content: Content, position: Position, rules: scoring.RuleSet) -> Reckoned:
    """Take what a whole table came to; what is paid for penalties imposed later comes on top."""
    totals, nothing = totals_in(content, position.places), dict.fromkeys(position.playing, 0)
    try:
        paid = scoring.settle(
            nothing,
            (),
            rules,
            penalties=played(content).get("events", []),
            players=len(position.places),
            east=position.east,
        )
    except scoring.SettlementError as fault:
        return Reckoned(content, position, None, {}, {}, nothing, problems=fault.problems)
    net = {seat: totals[seat] + paid.net.get(seat, 0) for seat in position.places}
    payments = [payment.to_json() for payment in paid.payments]
    return Reckoned(
        content={**_NO_DEAL, "totals": totals, "events": content.get("events", [])},
        position=position,
        following=None,
        values={},
        specials={},
        net=net,
        result={"values": {}, "payments": payments, "net": net},
    )


_NO_DEAL: Content = {
    "outcome": TOTALS,
    "winners": [],
    "discarder": None,
    "win_source": None,
    "hands": {},
}


def totals_in(content: Content, seats: str = scoring.ESWN) -> dict[str, int]:
    """Take the totals of a declaration; raises MalformedHand where there is not a number for each seat."""
    told = content.get("totals")
    totals = told if isinstance(told, Mapping) else {}
    numbers = (type(total) is int and abs(total) <= NET_LIMIT for total in totals.values())
    if {*totals} == {*seats} and all(numbers):
        return {seat: totals[seat] for seat in seats}
    count = "four" if len(seats) == len(scoring.SEATS) else len(seats)
    facts = {"where": "totals", "expected": f"{count} whole numbers up to {NET_LIMIT}"}
    raise scoring.MalformedHand([scoring.Problem("malformed", facts=facts)])


def _beyond_the_ledger(scored: scoring.ScoredDeal) -> Iterator[scoring.Problem]:
    """Find what no column holds: rules may have no limit, the ledger has one."""
    if any(abs(net) > NET_LIMIT for net in scored.net.values()):
        seat, points = max(((seat, value or 0) for seat, value in scored.values.items()), key=itemgetter(1))
        facts = {"limit": NET_LIMIT // 6, "points": points}  # three others pay double at most
        yield scoring.Problem("points_out_of_range", seat=seat, facts=facts)


def _faulty(content: Content, position: Position, deal: scoring.Deal, scored: scoring.ScoredDeal) -> Reckoned:
    return Reckoned(
        content=content,
        position=position,
        following=None,
        values={},
        specials={seat: hand.special for seat, hand in scored.hands.items() if hand.special},
        net=dict.fromkeys(position.places, 0),
        winners=deal.winners,
        problems=scored.problems,
    )


def _sound(
    content: Content,
    deal: scoring.Deal,
    scored: scoring.ScoredDeal,
    position: Position,
    rules: scoring.RuleSet,
) -> Reckoned:
    kept = {**deal.to_json(), "events": content.get("events", [])}
    giver = deal.discarder if deal.win_source in WON_FROM_A_DISCARD else None
    return Reckoned(
        content=kept,
        position=position,
        following=scored.next,
        values=scored.values,
        specials=_counting_specials(scored),
        net=scored.net,
        winners=deal.winners,
        giver=giver if deal.winners else None,
        result=scored.to_json() | _circumstances(position, rules),
    )


def _circumstances(position: Position, rules: scoring.RuleSet) -> dict[str, Any]:
    """Tell of the position what explains a result under some rules: a goulash, who pays double but East."""
    told = {"goulash": True} if position.goulash else {}
    return told | ({"favoured": position.favoured(rules)} if "favoured" in rules.play else {})


def _counting_specials(scored: scoring.ScoredDeal) -> dict[str, str]:
    """Name the special hands that give a value; in a draw hands may lie open, but nobody counts."""
    return {
        seat: hand.special
        for seat, hand in scored.hands.items()
        if hand.special and scored.values.get(seat) is not None
    }
