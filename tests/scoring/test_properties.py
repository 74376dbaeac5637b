"""What holds for every hand and every deal."""

from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from scoring import SEATS, Deal, Hand, Meld, Position, load_rules, score, score_deal, settle
from scoring.settlement import Penalty
from tests.scoring.comparing import add_up, compare
from tests.scoring.declaring import hand
from tests.scoring.strategies import KINDS, deals, held_too_often, losers, one_suit_racks, winds, winners

RULES = load_rules("bmja-tournament")
HANDS = st.one_of(losers(), winners(), one_suit_racks())
UNHURRIED = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))
JADE = hand("B2B2B2 | B3 B3 B3 B4 B4 B4 B6 B6 B6 DG DG", "discard B6")


def tiles_of(told: Hand) -> list[str]:
    return [*told.concealed, *(tile for meld in told.melds for tile in meld.tiles)]


@UNHURRIED
@given(HANDS, st.randoms(use_true_random=False))
@example(JADE, None)
def test_it_never_matters_in_what_order_the_tiles_lie(told: Hand, dice: Random | None) -> None:
    rack, laid = list(told.concealed), list(told.melds)
    if dice is None:
        rack.reverse()
        laid.reverse()
    else:
        dice.shuffle(rack)
        dice.shuffle(laid)
    turned = tuple(Meld(tuple(reversed(meld.tiles)), meld.concealed) for meld in laid)
    first, second = score(told, RULES), score(replace(told, concealed=tuple(rack), melds=turned), RULES)

    assert (first.value, first.points, first.doubles, first.special) == (
        second.value,
        second.points,
        second.doubles,
        second.special,
    )
    assert sorted(line.message for line in first.lines) == sorted(line.message for line in second.lines)
    assert {problem.code for problem in first.problems} == {problem.code for problem in second.problems}


@UNHURRIED
@given(HANDS)
@example(JADE)
def test_it_gives_the_best_reading(told: Hand) -> None:
    scored = score(told, RULES)
    assume(scored.valid)
    value = scored.value or 0

    assert all(value >= way.value for way in scored.beaten)
    assert 0 <= value <= RULES.limit


@UNHURRIED
@given(HANDS)
@example(JADE)
def test_it_explains_every_figure(told: Hand) -> None:
    scored = score(told, RULES)
    assume(scored.valid)
    add_up(scored, RULES)


@UNHURRIED
@given(HANDS, st.sampled_from(KINDS))
def test_it_always_refuses_a_fifth_copy(told: Hand, tile: str) -> None:
    rack = (tile,) * (5 - min(tiles_of(told).count(tile), 5))
    crowded = replace(told, concealed=rack + told.concealed)

    assert "too_many_of_kind" in {problem.code for problem in score(crowded, RULES).problems}


@UNHURRIED
@given(HANDS)
@example(
    hand(
        "B2B2B2! | B1",
        flags="dead_hand fishing",
        previous=("purity", None),
        waived=("purity",),
        undeclared=True,
    )
)
def test_it_reads_back_what_it_prints(told: Hand) -> None:
    assert Hand.from_json(told.to_json()) == told


@UNHURRIED
@given(deals(), winds, winds)
def test_it_settles_every_deal_to_zero(told: Deal, east: str, round_wind: str) -> None:
    scored = score_deal(told, Position(1, east, round_wind), RULES)

    assert scored.problems == ()
    assert sum(scored.net.values()) == 0
    assert Deal.from_json(told.to_json()).to_json() == told.to_json()


@UNHURRIED
@given(
    st.fixed_dictionaries({seat: st.integers(0, 1000) for seat in SEATS}),
    st.sampled_from(((), *SEATS)),
    st.sampled_from(SEATS),
    st.sampled_from(
        ("misnamed_discard", "false_mahjong", "cannon", "misnamed_discard_mahjong", "false_mahjong_exposed")
    ),
    winds,
)
def test_it_settles_any_values_and_penalties_to_zero(
    values: dict[str, int], winner: str, offender: str, code: str, east: str
) -> None:
    pays_winner = code in ("cannon", "misnamed_discard_mahjong")
    assume(
        bool(winner) and winner != offender
        if pays_winner
        else not (winner and code == "false_mahjong_exposed")
    )
    misled = tuple(seat for seat in SEATS if seat != offender) if code == "misnamed_discard" else ()
    settled = settle(values, tuple(winner), RULES, penalties=[Penalty(code, offender, misled)], east=east)

    assert sum(settled.net.values()) == 0
    assert all(payment.amount > 0 for payment in settled.payments)


@UNHURRIED
@given(st.one_of(winners(), one_suit_racks()))
@example(JADE)
@example(hand("| B1 B1 B1 B1 B2 B2 B2 B2 B3 B3 B3 B3 B4 B4", "wall B4"))
@example(hand("| B1 B2 B3 B4 B4 B4 B5 B5 B5 B6 B6 B6 B7 B7", "wall B4"))
@example(hand("| B2 B2 B2 B3 B3 B3 B4 B4 B4 WE WE WE DR DR", "discard B4"))
def test_it_counts_as_a_slow_search_does(told: Hand) -> None:
    assume(not held_too_often(tiles_of(told)))

    compare(told.to_json(), RULES)


def test_it_waits_for_exactly_what_would_win() -> None:
    racks = ("B1 B1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B9 B9", "B2 B2 B2 B3 B4 B4 B4 C5 C5 C5 DR DR DR")
    for rack, tile in product(racks, KINDS):
        told = tuple(rack.split())
        waiting = score(Hand(told, own_wind="E", round_wind="E", flags=("fishing",)), RULES).waits
        won = Hand(
            (*told, tile), winning_tile=tile, win_source="wall", own_wind="E", round_wind="E", is_winner=True
        )
        assert score(won, RULES).valid is (tile in waiting and not held_too_often(list(won.concealed)))
