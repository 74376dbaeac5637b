"""Do the hands of a deal agree with each other and with how it is said to have ended?

Whether each hand is sound by itself is for `scoring.validation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.cannon import DISCARDS
from scoring.declaration import SEATS, Deal
from scoring.hands import CLAIMED, WIN_SOURCES, Counted, Hand
from scoring.layout import Layout
from scoring.play import Position
from scoring.problems import Problem
from scoring.readings import EXPOSED, KONG, PUNG
from scoring.rules import RuleSet
from scoring.scored import ScoredHand
from scoring.settlement import penalty_problems
from scoring.tiles import COPIES, INDEX, JOKER, KINDS, WINDS
from scoring.wording import _

BEFORE_ANY_CLAIM: Final = frozenset({"dealt", "first_discard"})
UNDECLARED: Final = "fishing_not_declared"
Hands = Mapping[str, Hand | Counted]
Layouts = Mapping[str, Layout]


def disagreements(
    deal: Deal,
    position: Position,
    rules: RuleSet,
    hands: Hands,
    layouts: Layouts,
    scored: Mapping[str, ScoredHand],
) -> Iterator[Problem]:
    """Find what is wrong with the hands together; `hands` as they count in the deal, laid out, scored."""
    if rules.minimum:
        yield from _minimum_faults(deal, scored, rules)
    yield from _goulash_faults(deal, position, rules)
    yield from _wind_faults(deal, position)
    yield from _shared_tiles(deal, layouts, hands, rules)
    yield from _robbing_faults(deal, position, hands, layouts)
    if deal.source in BEFORE_ANY_CLAIM:
        yield from _early_faults(deal, hands)


def deal_faults(deal: Deal, position: Position, rules: RuleSet) -> Iterator[Problem]:
    """Find what is wrong with a deal whatever its hands hold."""
    winners = tuple(seat for seat in SEATS if deal.won(seat))
    if deal.outcome == "win":
        yield from _winner_faults(deal, winners, rules)
    elif winners:
        yield Problem("winner_does_not_fit", facts={"seats": winners})
    if deal.is_counted(rules):
        yield from (Problem("hand_missing", seat=seat) for seat in position.playing if seat not in deal.hands)
    yield from _seat_faults(deal, position)
    if deal.dropped and not rules.minimum:
        yield Problem("dropping_not_allowed", facts={"seats": deal.dropped})
    if rules.settlement["several_winners"]:
        yield from _same_tile_faults(deal)
    yield from _source_faults(deal, winners)
    reason = _discarder_misfit(deal, winners, position)
    if reason:
        yield Problem("discarder_does_not_fit", seat=deal.discarder, facts={"reason": reason})
    yield from penalty_problems(deal.events, winners, rules, position.playing)
    yield from _undeclared_faults(deal, rules)
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
        yield _source_fault(deal.source or "-", None, _("several players win only on a tile of another’s"))


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
            yield _source_fault(hand.win_source or "", seat, _("the deal and the winner’s hand disagree"))


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
        return _("the first discard is East’s")
    return ""


def _whole_payer_faults(deal: Deal, rules: RuleSet) -> Iterator[Problem]:
    for event in deal.events:
        row = rules.penalties.get(event.code)
        pays_for_all = row is not None and row.pays == "winner" and deal.winners
        if pays_for_all and event.offender != deal.discarder and event.offender not in deal.winners:
            facts = {"penalty": event.code, "reason": _("it falls on who discarded the winning tile")}
            yield Problem("penalty_does_not_fit", seat=event.offender, facts=facts)


def _undeclared_faults(deal: Deal, rules: RuleSet) -> Iterator[Problem]:
    """Find those who had not declared fishing by the end and won all the same, or are paid for fishing.

    What East is dealt and East's first discard leave no time to declare (000:91, 000:105, bmja.md The hand).
    """
    forgot = {event.offender for event in deal.events if event.code == UNDECLARED} if _asks(rules) else ()
    for seat in (seat for seat in SEATS if seat in forgot):
        hand = deal.hands.get(seat)
        if deal.won(seat) and deal.source not in BEFORE_ANY_CLAIM:
            yield Problem("fishing_not_declared", seat=seat)
        elif isinstance(hand, Hand) and "fishing" in hand.flags:
            yield Problem("flag_does_not_fit", seat=seat, facts={"flag": "fishing"})


def _asks(rules: RuleSet) -> bool:
    """Tell whether the rules ask a player to declare fishing before a win."""
    return UNDECLARED in rules.penalties


def _wind_faults(deal: Deal, position: Position) -> Iterator[Problem]:
    for seat, hand in deal.hands.items():
        if not isinstance(hand, Hand) or seat not in position.playing:
            continue
        for wind, expected in (
            (hand.own_wind, position.own_wind(seat)),
            (hand.round_wind, position.round_wind),
        ):
            if wind not in (None, expected):
                code = "wind_does_not_fit" if wind in WINDS else "unknown_wind"
                yield Problem(code, seat=seat, facts={"wind": wind, "expected_wind": expected})


def _shared_tiles(deal: Deal, layouts: Layouts, hands: Hands, rules: RuleSet) -> Iterator[Problem]:
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


def _taken_together(deal: Deal, hands: Hands) -> list[str | None]:
    """List the winning tile once for each of several winners."""
    told = [hand for seat in deal.winners if isinstance(hand := hands.get(seat), Hand)]
    return [hand.winning_tile for hand in told] if len(deal.winners) > 1 else []


def _shared_bonus(hands: Hands) -> Iterator[Problem]:
    owners: dict[str, list[str]] = {}
    for seat, hand in hands.items():
        for tile in sorted(set(hand.bonus)) if isinstance(hand, Hand) else ():
            owners.setdefault(tile, []).append(seat)
    for tile, seats in owners.items():
        if len(seats) > 1:
            yield Problem("bonus_repeated", (tile,) * len(seats), facts={"tile": tile, "seats": tuple(seats)})


def _shared_jokers(hands: Hands) -> Iterator[Problem]:
    held = {seat: _jokers(hand) for seat, hand in hands.items() if isinstance(hand, Hand)}
    count = sum(held.values())
    if count > COPIES >= max(held.values()):
        facts = {"tile": JOKER, "count": count, "seats": tuple(seat for seat in held if held[seat])}
        yield Problem("too_many_of_kind_in_deal", (JOKER,) * count, facts=facts)


def _jokers(hand: Hand) -> int:
    return hand.concealed.count(JOKER) + sum(meld.tiles.count(JOKER) for meld in hand.melds)


def _robbed_tile(deal: Deal, hands: Hands, layouts: Layouts) -> int | None:
    seat = deal.winners[0] if deal.winners else ""
    hand = hands.get(seat)
    if not isinstance(hand, Hand) or hand.win_source != "robbed_kong":
        return None
    kind = INDEX.get(hand.winning_tile or "")
    return kind if kind is not None and layouts[seat].rack[kind] else None


def robbed_from(deal: Deal, hands: Hands, layouts: Layouts) -> str | None:
    """Find the seat where the other three tiles of a robbed kong lie exposed as a pung (decision 23)."""
    tile = _robbed_tile(deal, hands, layouts)
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


def _robbing_faults(deal: Deal, position: Position, hands: Hands, layouts: Layouts) -> Iterator[Problem]:
    """Miss the robbed kong only where every hand is there: one that is not may hold it."""
    unread = any(each.strange or each.broken for each in layouts.values())
    missing = any(seat not in layouts for seat in position.playing)
    if unread or missing or _robbed_tile(deal, hands, layouts) is None:
        return
    if robbed_from(deal, hands, layouts) is None:
        reason = _("nobody has the other three tiles of the robbed kong")
        yield _source_fault("robbed_kong", deal.winners[0], reason)


def _early_faults(deal: Deal, hands: Hands) -> Iterator[Problem]:
    """Find sets that others had claimed, where the deal was won before any discard but the winning one."""
    for seat, hand in hands.items():
        claimed = hand.melds if isinstance(hand, Hand) and seat not in deal.winners else ()
        if not all(meld.concealed for meld in claimed):
            yield _source_fault(deal.source or "-", seat, _("nobody had claimed a discard yet"))
