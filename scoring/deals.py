"""A whole deal: its four hands checked together, counted, settled, and the position that follows.

Seats are the letters of the start; a `Position` says what wind each has now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.cannon import DISCARDS, cannon
from scoring.hands import CLAIMED, WIN_SOURCES, Counted, Hand, Reader
from scoring.layout import Layout, lay_out
from scoring.play import FIFTH, Position, advance
from scoring.problems import MalformedHand, Problem
from scoring.readings import EXPOSED, KONG, PUNG
from scoring.rules import RuleSet, at_table
from scoring.scored import ScoredHand
from scoring.settlement import Penalty, Settlement, penalty_problems, settle
from scoring.tiles import COPIES, INDEX, JOKER, KINDS, WINDS
from scoring.valuation import score
from scoring.wording import _

OUTCOMES: Final = ("win", "draw", "ended")
DERIVED: Final = ("own_wind", "round_wind", "is_winner", "win_source", "previous", "favoured", "wild")
SEATS: Final = (*WINDS, FIFTH)
Previous = Mapping[str, Sequence[str | None]]


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as a table submits it: how it ended, the hands by seat, the penalties entered.

    `ended` is a deal that a penalty broke off: nobody won, nobody counts. `dropped` are the players who
    showed a mah-jong below the minimum; their hands say how it was won. `wild` are the wild tiles of a
    goulash, for all hands alike.
    """

    outcome: str
    winners: tuple[str, ...] = ()
    discarder: str | None = None
    win_source: str | None = None
    hands: Mapping[str, Hand | Counted] = field(default_factory=dict)
    events: tuple[Penalty, ...] = ()
    dropped: tuple[str, ...] = ()
    wild: str | None = None

    @classmethod
    def from_json(cls, obj: Any) -> Deal:
        """Parse a deal; raise MalformedHand with every fault of its shape."""
        reader = Reader(obj, "deal", cls.__slots__)
        deal = cls(
            outcome=_one_of(reader, "outcome", OUTCOMES) or "draw",
            winners=_seats(reader, "winners"),
            dropped=_seats(reader, "dropped"),
            discarder=_one_of(reader, "discarder", SEATS, optional=True),
            win_source=reader.text("win_source"),
            wild=reader.text("wild"),
            hands=_hands(reader),
            events=_events(reader),
        )
        reader.finish()
        return deal

    def to_json(self) -> dict[str, Any]:
        """Print the canonical form: what follows from the position and the deal itself is left out."""
        printed: dict[str, Any] = {
            "outcome": self.outcome,
            "winners": list(self.winners),
            "discarder": self.discarder,
            "win_source": self.source,
            "hands": {
                seat: _canonical(self.hands[seat], seat in self.dropped)
                for seat in SEATS
                if seat in self.hands
            },
            "events": [event.to_json() for event in self.events],
        }
        rare = {"dropped": list(self.dropped), "wild": self.wild_tiles}
        return printed | {key: value for key, value in rare.items() if value}

    @property
    def source(self) -> str | None:
        """Tell how the winning tile was won, as the deal says it or else the winner's hand."""
        hands = [self.hands.get(seat) for seat in self.winners]
        told = [hand.win_source for hand in hands if isinstance(hand, Hand) and hand.win_source]
        return self.win_source or next(iter(told), None)

    @property
    def wild_tiles(self) -> str | None:
        """Tell which tiles are wild, as the deal says it or else its hands."""
        told = [hand.wild for hand in self.hands.values() if isinstance(hand, Hand) and hand.wild]
        return self.wild or next(iter(told), None)


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal counted and settled, or every fault of its hands and of the deal.

    `cannon` are the letters of the rules the winning discard broke, `robbed_from` the seat whose kong was
    robbed, `next` the position of the deal to follow (None: the game is over, or there are problems).
    """

    problems: tuple[Problem, ...]
    hands: Mapping[str, ScoredHand]
    values: Mapping[str, int | None]
    settlement: Settlement | None = None
    cannon: str = ""
    robbed_from: str | None = None
    next: Position | None = None

    @property
    def net(self) -> Mapping[str, int]:
        """Give what each seat has from the deal; empty if it could not be settled."""
        return self.settlement.net if self.settlement else {}

    def to_json(self) -> dict[str, Any]:
        """Print the result."""
        return {
            "valid": not self.problems,
            "errors": [problem.to_json() for problem in self.problems],
            "hands": {seat: hand.to_json() for seat, hand in self.hands.items()},
            "values": dict(self.values),
            "payments": [payment.to_json() for payment in self.settlement.payments]
            if self.settlement
            else [],
            "net": dict(self.net),
            "cannon": list(self.cannon),
            "robbed_from": self.robbed_from,
            "next": self.next.to_json() if self.next else None,
        }


def score_deal(
    deal: Deal, position: Position, rules: RuleSet, *, previous: Previous | None = None
) -> ScoredDeal:
    """Check, count and settle a deal played from a position.

    `previous` gives by seat the special hands (None: ordinary) of that player's earlier mah-jongs, in
    order of play; it goes before what a hand says of itself.
    """
    seats, players = position.playing, len(position.places)
    hands = {
        seat: _fitted(seat, deal, position, rules, (previous or {}).get(seat))
        for seat in seats
        if seat in deal.hands
    }
    layouts = {seat: lay_out(hand) for seat, hand in hands.items() if isinstance(hand, Hand)}
    scored = {seat: score(hand, rules, players=players) for seat, hand in hands.items()}
    robbed_from = _robbed_from(deal, hands, layouts)
    problems = (
        *_deal_faults(deal, position, at_table(rules, players)),
        *(problem.at(seat) for seat, hand in scored.items() for problem in hand.problems),
        *_minimum_faults(deal, scored, rules),
        *_goulash_faults(deal, position, rules),
        *_wind_faults(deal, position),
        *_shared_tiles(deal, layouts, hands, rules),
        *_robbing_faults(deal, hands, layouts, robbed_from),
    )
    counting = _is_counted(deal, rules)
    values = {seat: scored[seat].value if counting and seat in scored else None for seat in seats}
    if problems:
        return ScoredDeal(problems, scored, values, robbed_from=robbed_from)
    settlement = settle(
        {seat: value or 0 for seat, value in values.items()},
        deal.winners,
        rules,
        penalties=deal.events,
        dropped=deal.dropped if counting else (),
        players=players,
        east=position.east,
        favoured=position.favoured(rules),
    )
    winners = [hands[seat] for seat in deal.winners] if "cannon" in rules.penalties else []
    letters = "".join(cannon(hand) for hand in winners if isinstance(hand, Hand))
    following = advance(position, deal.winners, rules)
    return ScoredDeal((), scored, values, settlement, letters, robbed_from, following)


def _is_counted(deal: Deal, rules: RuleSet) -> bool:
    """Tell whether the hands count: somebody won, or the rules count a draw too."""
    return deal.outcome == "win" or (deal.outcome == "draw" and bool(rules.play["draws_counted"]))


def _one_of(reader: Reader, key: str, allowed: Sequence[str], optional: bool = False) -> str | None:
    value = reader.text(key)
    if value in allowed or (value is None and optional):
        return value
    reader.fault(key, " | ".join(allowed))
    return None


def _seats(reader: Reader, key: str) -> tuple[str, ...]:
    seats = reader.codes(key)
    if all(seat in SEATS for seat in seats) and len(set(seats)) == len(seats):
        return seats
    reader.fault(key, "a list of different seats")
    return ()


def _hands(reader: Reader) -> dict[str, Hand | Counted]:
    found: dict[str, Hand | Counted] = {}
    given = reader.obj.get("hands", {})
    if not isinstance(given, dict) or any(seat not in SEATS for seat in given):
        reader.fault("hands", "hands by seat")
        return found
    for seat, obj in given.items():
        try:
            found[seat] = hand_from_json(obj, f"hands.{seat}")
        except MalformedHand as malformed:
            reader.faults.extend(problem.at(seat) for problem in malformed.problems)
    return found


def hand_from_json(obj: Any, where: str = "hand") -> Hand | Counted:
    """Parse a hand of tiles or a value already counted; raise MalformedHand for another shape."""
    if isinstance(obj, dict) and "points" in obj:
        return Counted.from_json(obj, where)
    return Hand.from_json(obj, where)


def _events(reader: Reader) -> tuple[Penalty, ...]:
    found = []
    for place, obj in enumerate(reader.items("events")):
        try:
            found.append(Penalty.from_json(obj, f"events[{place}]"))
        except MalformedHand as malformed:
            reader.faults.extend(malformed.problems)
    return tuple(found)


def _canonical(hand: Hand | Counted, dropped: bool) -> dict[str, Any]:
    printed = hand.to_json()
    if isinstance(hand, Hand):
        printed["flags"] = [flag for flag in hand.flags if flag != "goulash"]
    derived = {*DERIVED} if printed.get("winning_tile") else {*DERIVED, "winning_tile"}
    if dropped:
        derived.remove("win_source")
    return {key: value for key, value in printed.items() if key not in derived}


def _won(seat: str, deal: Deal) -> bool:
    """Tell whether a seat won: the deal says so, or its hand, or, where nobody is named, its winning tile."""
    hand = deal.hands.get(seat)
    if seat in deal.winners or seat in deal.dropped or not isinstance(hand, Hand):
        return seat in deal.winners
    return hand.is_winner or (deal.outcome == "win" and not deal.winners and hand.winning_tile is not None)


def _laid_as_winner(seat: str, deal: Deal) -> bool:
    """Tell whether to read a hand as a winner's; of several named only those that show a winning tile."""
    hand = deal.hands[seat]
    shows = isinstance(hand, Hand) and (hand.is_winner or hand.winning_tile is not None)
    return _won(seat, deal) and (shows or len(deal.winners) < 2)


def _fitted(
    seat: str, deal: Deal, position: Position, rules: RuleSet, previous: Sequence[str | None] | None
) -> Hand | Counted:
    """Give a hand the winds of its seat and, to a winner, how the deal was won."""
    hand = deal.hands[seat]
    if isinstance(hand, Counted):
        return hand
    winner = _laid_as_winner(seat, deal)
    goulash = position.goulash and "goulash" not in hand.flags
    return replace(
        hand,
        own_wind=position.own_wind(seat),
        round_wind=position.round_wind,
        is_winner=winner or seat in deal.dropped,
        win_source=(hand.win_source or deal.win_source) if winner else hand.win_source,
        previous=hand.previous if previous is None else tuple(previous),
        favoured=seat == position.favoured(rules) if "favoured" in rules.play else None,
        wild=hand.wild or (deal.wild_tiles if position.goulash else None),
        flags=(*hand.flags, "goulash") if goulash else hand.flags,
    )


def _deal_faults(deal: Deal, position: Position, rules: RuleSet) -> Iterator[Problem]:
    winners = tuple(seat for seat in SEATS if _won(seat, deal))
    if deal.outcome == "win":
        yield from _winner_faults(deal, winners, rules)
    elif winners:
        yield Problem("winner_does_not_fit", facts={"seats": winners})
    if _is_counted(deal, rules):
        yield from (Problem("hand_missing", seat=seat) for seat in position.playing if seat not in deal.hands)
    yield from _seat_faults(deal, position)
    if rules.settlement["several_winners"]:
        yield from _same_tile_faults(deal)
    yield from _source_faults(deal, winners)
    reason = _discarder_misfit(deal, winners, position)
    if reason:
        yield Problem("discarder_does_not_fit", seat=deal.discarder, facts={"reason": reason})
    yield from penalty_problems(deal.events, winners, rules)
    yield from _whole_payer_faults(deal, rules)


def _winner_faults(deal: Deal, winners: tuple[str, ...], rules: RuleSet) -> Iterator[Problem]:
    if not deal.winners:
        yield Problem("no_winner")
    elif len(winners) > 1 and not rules.settlement["several_winners"]:
        yield Problem("several_winners_not_allowed", facts={"seats": winners})


def _seat_faults(deal: Deal, position: Position) -> Iterator[Problem]:
    """Find the seats named where nobody sits or plays."""
    named = dict.fromkeys((*deal.hands, *deal.winners, *deal.dropped, *filter(None, (deal.discarder,))))
    for seat in named:
        if seat not in position.playing:
            facts = {"where": "seat", "expected": ", ".join(position.playing)}
            yield Problem("malformed", seat=seat, facts=facts)


def _same_tile_faults(deal: Deal) -> Iterator[Problem]:
    """Several players win only on one tile that is not theirs (danish.md)."""
    if len(deal.winners) < 2:
        return
    hands = [deal.hands.get(seat) for seat in deal.winners]
    if len({hand.winning_tile for hand in hands if isinstance(hand, Hand)}) > 1:
        yield _source_fault(deal.source or "-", None, _("the winners did not take the same tile"))
    if deal.source in WIN_SOURCES - CLAIMED:
        yield _source_fault(deal.source or "-", None, _("several players win only on a tile of another's"))


def _minimum_faults(deal: Deal, scored: Mapping[str, ScoredHand], rules: RuleSet) -> Iterator[Problem]:
    """Find winners below the minimum, and players who dropped out without such a mah-jong (decision 26)."""
    for seat, hand in scored.items():
        low = hand.value is not None and hand.value < rules.minimum
        if seat in deal.winners and low:
            yield Problem("below_minimum", seat=seat, facts={"value": hand.value, "minimum": rules.minimum})
        elif seat in deal.dropped and hand.value is not None and not low:
            yield Problem("dropped_does_not_fit", seat=seat, facts={"minimum": rules.minimum})
    if set(deal.dropped) & set(deal.winners):
        yield Problem("dropped_does_not_fit", facts={"minimum": rules.minimum})


def _goulash_faults(deal: Deal, position: Position, rules: RuleSet) -> Iterator[Problem]:
    """Find wild tiles where there is no goulash, and a goulash in which they are not told for all alike."""
    hands = [hand for hand in deal.hands.values() if isinstance(hand, Hand)]
    told = {wild for wild in (deal.wild, *(hand.wild for hand in hands)) if wild}
    if not rules.goulash:
        if deal.wild:
            yield Problem("goulash_not_allowed")
    elif not position.goulash:
        if told or any("goulash" in hand.flags for hand in hands):
            yield Problem("not_a_goulash")
    elif hands and len(told) != 1:
        yield Problem("wild_missing", facts={"tiles": tuple(rules.goulash_deal["wild"])})


def _source_faults(deal: Deal, winners: tuple[str, ...]) -> Iterator[Problem]:
    if deal.win_source is None:
        return
    if deal.outcome != "win":
        if not winners:
            yield _source_fault(deal.win_source, None, _("nobody won the deal"))
    elif deal.win_source not in WIN_SOURCES and not any(
        isinstance(deal.hands.get(seat), Hand) for seat in winners
    ):
        yield Problem("unknown_win_source", facts={"win_source": deal.win_source})
    for seat in winners:
        hand = deal.hands.get(seat)
        if isinstance(hand, Hand) and hand.win_source not in (None, deal.win_source):
            yield _source_fault(hand.win_source or "", seat, _("the deal and the winner's hand disagree"))


def _source_fault(source: str, seat: str | None, reason: str) -> Problem:
    return Problem("win_source_does_not_fit", seat=seat, facts={"win_source": source, "reason": reason})


def _discarder_misfit(deal: Deal, winners: tuple[str, ...], position: Position) -> str:
    source = deal.source
    if deal.outcome != "win":
        return _("nobody won on a discard") if deal.discarder and not winners else ""
    if source in WIN_SOURCES and source not in DISCARDS:
        return _("the winning tile was not discarded") if deal.discarder else ""
    if source in DISCARDS and deal.discarder is None:
        return _("it is not said who discarded the winning tile")
    if deal.discarder in winners:
        return _("nobody wins on a discard of their own")
    if source == "first_discard" and deal.discarder != position.east:
        return _("the first discard is East's")
    return ""


def _whole_payer_faults(deal: Deal, rules: RuleSet) -> Iterator[Problem]:
    for event in deal.events:
        row = rules.penalties.get(event.code)
        pays_for_all = row is not None and row.pays == "winner" and deal.winners
        if pays_for_all and event.offender != deal.discarder and event.offender not in deal.winners:
            facts = {"penalty": event.code, "reason": _("it falls on who discarded the winning tile")}
            yield Problem("penalty_does_not_fit", seat=event.offender, facts=facts)


def _wind_faults(deal: Deal, position: Position) -> Iterator[Problem]:
    for seat, hand in deal.hands.items():
        if not isinstance(hand, Hand):
            continue
        for wind, expected in (
            (hand.own_wind, position.own_wind(seat)),
            (hand.round_wind, position.round_wind),
        ):
            if wind not in (None, expected):
                code = "wind_does_not_fit" if wind in WINDS else "unknown_wind"
                yield Problem(code, seat=seat, facts={"wind": wind, "expected_wind": expected})


def _shared_tiles(
    deal: Deal, layouts: Mapping[str, Layout], hands: Mapping[str, Hand | Counted], rules: RuleSet
) -> Iterator[Problem]:
    """Find the tiles the hands together hold too often, none of them too often by itself.

    A tile that several winners took lies in each of their hands, and is one tile.
    """
    shared = _taken_together(deal, hands)
    for kind, held in enumerate(zip(*(layout.held for layout in layouts.values()), strict=True)):
        count = sum(held) - (shared.count(KINDS[kind]) - 1 if KINDS[kind] in shared else 0)
        if count > COPIES and max(held) <= COPIES:
            seats = tuple(seat for seat, each in zip(layouts, held, strict=True) if each)
            facts = {"tile": KINDS[kind], "count": count, "seats": seats}
            yield Problem("too_many_of_kind_in_deal", (KINDS[kind],) * count, facts=facts)
    if rules.bonus_tiles:
        yield from _shared_bonus(hands)
    if rules.goulash:
        yield from _shared_jokers(hands)


def _taken_together(deal: Deal, hands: Mapping[str, Hand | Counted]) -> list[str | None]:
    """List the winning tile once for each of several winners."""
    told = [hand for seat in deal.winners if isinstance(hand := hands.get(seat), Hand)]
    return [hand.winning_tile for hand in told] if len(deal.winners) > 1 else []


def _shared_bonus(hands: Mapping[str, Hand | Counted]) -> Iterator[Problem]:
    owners: dict[str, list[str]] = {}
    for seat, hand in hands.items():
        for tile in sorted(set(hand.bonus)) if isinstance(hand, Hand) else ():
            owners.setdefault(tile, []).append(seat)
    for tile, seats in owners.items():
        if len(seats) > 1:
            yield Problem("bonus_repeated", (tile,) * len(seats), facts={"tile": tile, "seats": tuple(seats)})


def _shared_jokers(hands: Mapping[str, Hand | Counted]) -> Iterator[Problem]:
    held = {seat: _jokers(hand) for seat, hand in hands.items() if isinstance(hand, Hand)}
    count = sum(held.values())
    if count > COPIES >= max(held.values()):
        facts = {"tile": JOKER, "count": count, "seats": tuple(seat for seat in held if held[seat])}
        yield Problem("too_many_of_kind_in_deal", (JOKER,) * count, facts=facts)


def _jokers(hand: Hand) -> int:
    return hand.concealed.count(JOKER) + sum(meld.tiles.count(JOKER) for meld in hand.melds)


def _robbed_tile(deal: Deal, hands: Mapping[str, Hand | Counted]) -> int | None:
    hand = hands.get(deal.winners[0]) if deal.winners else None
    if isinstance(hand, Hand) and hand.win_source == "robbed_kong":
        return INDEX.get(hand.winning_tile or "")
    return None


def _robbed_from(
    deal: Deal, hands: Mapping[str, Hand | Counted], layouts: Mapping[str, Layout]
) -> str | None:
    """Find the seat where the other three tiles of a robbed kong lie exposed as a pung (decision 23)."""
    tile = _robbed_tile(deal, hands)
    for seat, layout in layouts.items():
        for each in layout.sets:
            if (
                each.kind == tile
                and each.traits & EXPOSED
                and each.traits & (PUNG | KONG)
                and seat not in deal.winners
            ):
                return seat
    return None


def _robbing_faults(
    deal: Deal, hands: Mapping[str, Hand | Counted], layouts: Mapping[str, Layout], robbed_from: str | None
) -> Iterator[Problem]:
    if robbed_from is None and len(layouts) == len(hands) and _robbed_tile(deal, hands) is not None:
        yield _source_fault(
            "robbed_kong", deal.winners[0], _("nobody has the other three tiles of the robbed kong")
        )
