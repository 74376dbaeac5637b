"""Every fault of a deal across its four hands: planted one by one into sound deals, and found again, no more.

A fault is planted at a seat or in the deal itself; what is found must be exactly what was planted.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from scoring import KINDS, Deal, Hand, Meld, Position, load_rules, ruleset_ids, score_deal
from scoring.settlement import Penalty
from tests.scoring.strategies import legal_deals

RULES = {name: load_rules(name) for name in ruleset_ids()}
# To make a whole deal short takes minutes; as found it is long, but tells enough.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
PATIENT = settings(deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
START = Position(1, "E", "E")
Planted = tuple[Hand, str]
"""A hand with a fault in it, and the code of the fault."""


def unknown(told: Hand) -> Planted:
    return replace(told, concealed=(*told.concealed[1:], "Z9")), "unknown_tile"


def unknown_on_the_table(told: Hand) -> Planted:
    assume(told.melds)
    melds = [replace(meld, tiles=("B0", *meld.tiles[1:])) for meld in told.melds[:1]]
    return replace(told, melds=(*melds, *told.melds[1:])), "unknown_tile"


def flower_in_the_rack(told: Hand) -> Planted:
    return replace(told, concealed=(*told.concealed[1:], "F2")), "bonus_in_hand"


def joker(told: Hand) -> Planted:
    return replace(told, concealed=(*told.concealed[1:], "J")), "joker_not_allowed"


def one_short(told: Hand) -> Planted:
    assume(told.flags in ((), ("fishing",)))
    return replace(told, concealed=told.concealed[1:]), "too_few_tiles"


def no_set(told: Hand) -> Planted:
    rack = list(told.concealed)
    pair = [tile for tile in rack if rack.count(tile) == 1][:2]
    assume(len(pair) == 2 and len(rack) > 4)
    other = next(tile for tile in rack if tile not in pair)
    for tile in (*pair, other):
        rack.remove(tile)
    tiles = tuple(sorted((*pair, other)))
    at = sorted(KINDS.index(tile) for tile in tiles)
    assume(at[0] >= 27 or [at[0], at[0] + 1, at[0] + 2] != at)
    return replace(told, concealed=tuple(rack), melds=(*told.melds, Meld(tiles))), "bad_meld"


def unknown_flag(told: Hand) -> Planted:
    return replace(told, flags=(*told.flags, "sleepy")), "unknown_flag"


def fortune_of_a_loser(told: Hand) -> Planted:
    return replace(told, flags=(*told.flags, "twofold_fortune")), "flag_does_not_fit"


def winning_tile_of_a_loser(told: Hand) -> Planted:
    return replace(told, winning_tile=told.concealed[0]), "win_source_does_not_fit"


def other_wind(told: Hand) -> Planted:
    return replace(told, round_wind="N"), "wind_does_not_fit"


def no_wind(told: Hand) -> Planted:
    return replace(told, own_wind="Q"), "unknown_wind"


def special_hand_there_is_not(told: Hand) -> Planted:
    return replace(told, waived=("tea_party",)), "unknown_special_hand"


LOSERS_FAULTS: list[Callable[[Hand], Planted]] = [
    *(unknown, unknown_on_the_table, flower_in_the_rack, joker, one_short, no_set, unknown_flag),
    *(fortune_of_a_loser, winning_tile_of_a_loser, other_wind, no_wind, special_hand_there_is_not),
]


def dead(told: Hand) -> Planted:
    return replace(told, flags=("dead_hand",)), "dead_hand"


def undeclared(told: Hand) -> Planted:
    return replace(told, undeclared=True), "fishing_not_declared"


def no_winning_tile(told: Hand) -> Planted:
    return replace(told, winning_tile=None), "winning_tile_missing"


def winning_tile_elsewhere(told: Hand) -> Planted:
    missing = next(tile for tile in KINDS if tile not in told.concealed)
    return replace(told, winning_tile=missing), "winning_tile_not_in_rack"


def broken_pair(told: Hand) -> Planted:
    left = list(told.concealed)
    left.remove(told.winning_tile or "")
    return replace(told, concealed=(*left, "Z9"), winning_tile="Z9"), "unknown_tile"


WINNERS_FAULTS: list[Callable[[Hand], Planted]] = [
    *(dead, undeclared, no_winning_tile, winning_tile_elsewhere, broken_pair, unknown_flag, other_wind),
    *(no_wind, special_hand_there_is_not),
]
DEALS_FAULTS = {
    "unknown_penalty": lambda deal: replace(deal, events=(*deal.events, Penalty("tea", deal.winners[0]))),
    "no_winner": lambda deal: replace(deal, winners=()),
    "malformed": lambda deal: replace(deal, hands={**deal.hands, "R": Hand()}),
}


def of_all_rule_sets(examples: int) -> Callable[[Any], Any]:
    """Ask a test so often under each rule set, by its name, for what it draws."""

    def entered(test: Any) -> Any:
        return pytest.mark.parametrize("name", RULES)(
            settings(PATIENT, max_examples=examples)(given(data=st.data())(test))
        )

    return entered


def sound_wins(name: str) -> st.SearchStrategy[Deal]:
    """Deals that somebody won and that have no fault."""

    def sound(deal: Deal) -> bool:
        return deal.outcome == "win" and score_deal(deal, START, RULES[name]).problems == ()

    return legal_deals(RULES[name]).filter(sound)


@of_all_rule_sets(40)
def test_it_finds_every_fault_of_the_four_hands_and_no_other(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    deal = data.draw(sound_wins(name))
    seats = data.draw(st.sets(st.sampled_from("ESWN"), min_size=1))
    hands, planted = dict(deal.hands), []
    for seat in sorted(seats):
        told = hands[seat]
        assert isinstance(told, Hand)
        faults = WINNERS_FAULTS if seat in deal.winners else LOSERS_FAULTS
        hands[seat], code = data.draw(st.sampled_from(faults))(told)
        planted.append((code, seat))
    found = score_deal(replace(deal, hands=hands), START, rules).problems

    assert sorted((problem.code, problem.seat) for problem in found) == sorted(planted)
    assert all("{" not in problem.message and problem.message.endswith(".") for problem in found)


@pytest.mark.parametrize("code", DEALS_FAULTS)
@of_all_rule_sets(10)
def test_it_finds_a_fault_of_the_deal_itself(name: str, code: str, data: st.DataObject) -> None:
    found = score_deal(DEALS_FAULTS[code](data.draw(sound_wins(name))), START, RULES[name]).problems

    assert [problem.code for problem in found] == [code]


@of_all_rule_sets(10)
def test_it_finds_a_tile_that_the_hands_together_hold_five_times(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    deal = data.draw(sound_wins(name))
    held = {seat: tiles_of(told) for seat, told in deal.hands.items()}
    seat = data.draw(st.sampled_from([seat for seat in held if seat not in deal.winners]))
    tile = data.draw(st.sampled_from(held[deal.winners[0]]))
    more = 5 - sum(tiles.count(tile) for tiles in held.values())
    rack = [each for each in deal.hands[seat].concealed if each != tile]
    assume(held[seat].count(tile) + more <= 4 and len(rack) >= more)
    crowded = [*deal.hands[seat].concealed, *(tile,) * more]
    for each in rack[:more]:
        crowded.remove(each)
    hands = {**deal.hands, seat: replace(deal.hands[seat], concealed=tuple(crowded))}
    (problem,) = score_deal(replace(deal, hands=hands), START, rules).problems

    assert (problem.code, problem.tiles) == ("too_many_of_kind_in_deal", (tile,) * 5)
    assert {seat, deal.winners[0]} <= set(problem.facts["seats"])


def tiles_of(told: Hand) -> list[str]:
    return [*told.concealed, *(tile for meld in told.melds for tile in meld.tiles)]
