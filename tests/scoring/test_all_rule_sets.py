"""What holds for every deal under each of the six rule sets."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import (
    KINDS,
    Deal,
    Hand,
    Position,
    load_rules,
    ruleset_ids,
    score,
    score_deal,
    settle,
    wait_values,
)
from tests.scoring.comparing import add_up
from tests.scoring.strategies import dropped_deals, legal_deals, shared_deals

RULES = {name: load_rules(name) for name in ruleset_ids()}
UNHURRIED = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", RULES)
@UNHURRIED
@given(data=st.data(), east=st.sampled_from("ESWN"))
def test_it_settles_every_legal_deal_to_zero(name: str, data: st.DataObject, east: str) -> None:
    rules = RULES[name]
    deal = data.draw(legal_deals(rules, east))
    scored = score_deal(deal, Position(3, east, "S"), rules)

    assert {problem.code for problem in scored.problems} <= ({"below_minimum"} if rules.minimum else set())
    assert sum(scored.net.values()) == 0
    assert Deal.from_json(deal.to_json()).to_json() == deal.to_json()
    if deal.outcome == "draw" and not rules.play["draws_counted"]:
        assert set(scored.net.values()) == {0}


@UNHURRIED
@given(deal=shared_deals(), east=st.sampled_from("ESWN"))
def test_it_settles_deals_of_several_winners_to_zero(deal: Deal, east: str) -> None:
    scored = score_deal(deal, Position(3, east, "S"), RULES["danish"])

    assert scored.problems == ()
    assert sum(scored.net.values()) == 0
    assert all((scored.values[seat] or 0) > 0 for seat in deal.winners)


@UNHURRIED
@given(deal=dropped_deals(), east=st.sampled_from("ESWN"))
def test_it_settles_deals_of_dropped_players_to_zero(deal: Deal, east: str) -> None:
    scored = score_deal(deal, Position(3, east, "S"), RULES["hungarian-classic"])

    assert scored.problems == ()
    assert sum(scored.net.values()) == 0
    assert (scored.values[deal.dropped[0]] or 0) < 26
    assert scored.settlement is not None
    assert (deal.dropped[0], deal.winners[0]) not in {
        (payment.payer, payment.payee) for payment in scored.settlement.payments
    }


@pytest.mark.parametrize("name", RULES)
@UNHURRIED
@given(data=st.data(), dice=st.randoms(use_true_random=False))
def test_it_values_every_hand_the_same_in_any_order(name: str, data: st.DataObject, dice: Random) -> None:
    rules = RULES[name]
    deal = data.draw(legal_deals(rules))
    turned = dict(deal.hands)
    for seat, told in turned.items():
        assert isinstance(told, Hand)
        rack, laid, bonus = list(told.concealed), list(told.melds), list(told.bonus)
        for tiles in (rack, laid, bonus):
            dice.shuffle(tiles)
        turned[seat] = replace(told, concealed=tuple(rack), melds=tuple(laid), bonus=tuple(bonus))
    position = Position(1, "E", "E")
    first = score_deal(deal, position, rules)
    second = score_deal(replace(deal, hands=turned), position, rules)

    assert first.values == second.values
    assert first.net == second.net


@pytest.mark.parametrize("name", RULES)
@UNHURRIED
@given(data=st.data())
def test_it_explains_every_figure_of_every_hand(name: str, data: st.DataObject) -> None:
    rules = RULES[name]
    scored = score_deal(data.draw(legal_deals(rules)), Position(1, "E", "E"), rules)
    for hand in scored.hands.values():
        add_up(hand, rules)


@pytest.mark.parametrize("name", RULES)
@UNHURRIED
@given(
    values=st.fixed_dictionaries({seat: st.integers(0, 300) for seat in "ESWN"}),
    roles=st.permutations("ESWN"),
    several=st.integers(0, 3),
    away=st.integers(0, 2),
    east=st.sampled_from("ESWN"),
)
def test_it_settles_any_values_to_zero(
    name: str, values: dict[str, int], roles: list[str], several: int, away: int, east: str
) -> None:
    rules = RULES[name]
    winners = roles[: several if rules.settlement["several_winners"] else min(several, 1)]
    dropped = roles[3 - away : 3] if rules.minimum and away and len(winners) < 2 else []
    settled = settle(
        values, winners, rules, dropped=[seat for seat in dropped if seat not in winners], east=east
    )

    assert sum(settled.net.values()) == 0
    assert all(payment.amount > 0 for payment in settled.payments)


@pytest.mark.parametrize("name", [name for name in RULES if RULES[name].players != (4,)])
@pytest.mark.parametrize(
    ("players", "seats"), [(2, "EW"), (3, "ESW"), (3, "ESN"), (3, "EWN"), (5, "ESWN"), (5, "EWNR")]
)
def test_it_settles_tables_of_another_number_to_zero(name: str, players: int, seats: str) -> None:
    dice = Random(players)
    for _deal in range(50):
        values = {seat: dice.randrange(0, 500) for seat in seats}
        settled = settle(values, [dice.choice(seats)], RULES[name], players=players)
        assert sum(settled.net.values()) == 0


@pytest.mark.parametrize("name", RULES)
def test_it_waits_for_exactly_what_would_win(name: str) -> None:
    rules, dice = RULES[name], Random(20260602)
    for _hand in range(25):
        suit = dice.choice((0, 9, 18))
        wall = [tile for tile in (*KINDS[suit : suit + 9], *KINDS[27:30]) for _copy in range(4)]
        rack = tuple(dice.sample(wall, 13))
        fisher = Hand(rack, own_wind="S", round_wind="E", flags=("fishing",))
        found = {wait.tile for wait in wait_values(fisher, rules)}
        tried = {
            tile
            for tile in KINDS
            if rack.count(tile) < 4
            and score(
                Hand(
                    (*rack, tile),
                    winning_tile=tile,
                    win_source="wall",
                    own_wind="S",
                    round_wind="E",
                    is_winner=True,
                ),
                rules,
            ).valid
        }
        assert found == tried == set(score(fisher, rules).waits)
