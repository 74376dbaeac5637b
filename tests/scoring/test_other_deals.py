"""Whole deals of the other rule sets: several winners, counted draws, dropped players, small tables."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import (
    Counted,
    Deal,
    Hand,
    Position,
    ScoredDeal,
    SettlementError,
    advance,
    first_position,
    load_rules,
    score,
    score_deal,
    settle,
)
from scoring.settlement import Penalty
from tests.scoring.declaring import hand

DANISH, CLASSIC, CLUB = (load_rules(name) for name in ("danish", "hungarian-classic", "bmja-club"))
PREMIUM = load_rules("hungarian-premium")
LOW = "B2B2B2 C3C4C5 D4D5D6 | B6 B7 B8 C8 C8"
LOSER = hand("| B1 B4 B7 C1 C4 C7 D1 D4 D7 WE WS WW DR")


def won(tiles: str, tile: str, source: str = "discard") -> Hand:
    told = hand(tiles, f"{source} {tile}")
    return replace(told, own_wind=None, round_wind=None, is_winner=False, win_source=None)


def bare(told: Hand) -> Hand:
    return replace(told, own_wind=None, round_wind=None)


def shared(deal: Deal, rules: Any = DANISH, position: Position | None = None) -> ScoredDeal:
    return score_deal(deal, position or first_position(), rules)


TWO = Deal(
    "win",
    ("S", "W"),
    "E",
    "discard",
    {
        "E": Counted(0),
        "S": won("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "B8"),
        "W": won("C2C2C2 D3D3D3 D6D6D6 | B6 B7 B8 C9 C9", "B8"),
        "N": Counted(8),
    },
)


def codes(scored: ScoredDeal) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.seat) for problem in scored.problems]


def test_it_pays_several_winners_of_one_discard() -> None:
    scored = shared(TWO)

    assert scored.problems == ()
    assert scored.net == {"E": -104 - 16, "S": 104 - 26, "W": 104 - 26, "N": -52 + 16}
    assert scored.next == Position(2, "S", "E")
    assert Deal.from_json(TWO.to_json()).winners == ("S", "W")


def test_it_lets_east_stay_as_one_of_several_winners() -> None:
    hands = {**TWO.hands, "E": TWO.hands["S"], "S": Counted(0)}
    scored = shared(replace(TWO, winners=("E", "W"), discarder="N", hands=hands))

    assert scored.next == Position(2, "E", "E")


def test_it_counts_a_tile_that_two_winners_took_once() -> None:
    fifth = hand("B8B8B8 | B1 B4 C1 C4 C7 D1 D7 WE WS DR")
    one_too_many = replace(TWO, hands={**TWO.hands, "N": bare(fifth)})
    ninth = replace(
        TWO, hands={**TWO.hands, "N": bare(fifth), "E": bare(hand("| B8 " + "C9 " * 2 + "D9 " * 10))}
    )

    assert codes(shared(one_too_many)) == []
    assert ("too_many_of_kind_in_deal", None) in codes(shared(ninth))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {"hands": {**TWO.hands, "W": won("C2C2C2 D3D3D3 D6D6D6 | B6 B7 B8 C9 C9", "C9")}},
            "win_source_does_not_fit",
        ),
        ({"win_source": "wall", "discarder": None}, "win_source_does_not_fit"),
        ({"discarder": "S"}, "discarder_does_not_fit"),
        ({"winners": ("S", "R")}, "malformed"),
        ({"dropped": ("N",)}, "dropping_not_allowed"),
    ],
)
def test_it_refuses_several_winners_who_do_not_agree(changes: dict[str, Any], code: str) -> None:
    assert code in {told for told, _seat in codes(shared(replace(TWO, **changes)))}


def test_it_finds_the_kong_that_two_players_rob() -> None:
    hands = {**TWO.hands, "E": bare(hand("B8B8B8 | B1 B4 C1 C4 C7 D1 D7 WE WS DR"))}
    scored = shared(replace(TWO, discarder=None, win_source="robbed_kong", hands=hands))

    assert (scored.robbed_from, codes(scored)) == ("E", [])
    assert [scored.hands[seat].value for seat in "SW"] == [52, 52]


def test_it_counts_a_draw_where_the_rules_do() -> None:
    counted = {"E": Counted(20), "S": Counted(4), "W": Counted(4), "N": Counted(10)}
    scored = shared(Deal("draw", hands=counted))

    assert scored.net == {"E": 32 + 32 + 20, "S": -32 - 6, "W": -32 - 6, "N": -20 + 12}
    assert scored.next == Position(2, "S", "E")
    assert codes(shared(Deal("draw", hands={"E": Counted(20)}))) == [("hand_missing", seat) for seat in "SWN"]
    assert shared(Deal("ended")).net == dict.fromkeys("ESWN", 0)


DROPPED = Deal(
    "win",
    ("S",),
    "N",
    "discard",
    {
        "E": replace(won(LOW, "B8"), win_source="discard"),
        "S": won("B2B2B2B2 C6C6C6 D8D8D8 | WW WW WW C9 C9", "C9"),
        "W": Counted(4),
        "N": Counted(10),
    },
    dropped=("E",),
)


def test_it_lets_a_dropped_player_pay_the_winner_nothing() -> None:
    hands = {**DROPPED.hands, "S": won("B9B9B9 C6C6C6 D8D8D8 | WW WW WW C9 C9", "C9")}
    scored = shared(replace(DROPPED, hands=hands), CLASSIC)

    assert scored.problems == ()
    assert scored.hands["E"].notes[0].code == "below_minimum"
    assert scored.values == {"E": 22, "S": 36, "W": 4, "N": 10}
    assert scored.net == {"E": 36 + 24, "S": 72, "W": -36 - 36 - 6, "N": -36 - 24 + 6}
    told = replace(DROPPED, hands=hands)
    assert Deal.from_json(told.to_json()) == told


def test_it_scores_nobody_in_a_draw_with_dropped_players() -> None:
    draw = Deal("draw", hands={"E": DROPPED.hands["E"]}, dropped=("E",))

    assert shared(draw, CLASSIC).net == dict.fromkeys("ESWN", 0)


def test_it_refuses_a_winner_below_the_minimum() -> None:
    hands = {**DROPPED.hands, "S": won(LOW, "B8"), "E": Counted(0)}
    scored = shared(replace(DROPPED, hands=hands, dropped=()), CLASSIC)

    assert codes(scored) == [("below_minimum", "S")]
    assert "22" in scored.problems[0].message


def test_it_refuses_to_drop_a_mahjong_that_is_good_enough() -> None:
    hands = {**DROPPED.hands, "E": Counted(26)}

    assert codes(shared(replace(DROPPED, hands=hands), CLASSIC)) == [("dropped_does_not_fit", "E")]


def test_it_refuses_a_winner_who_dropped() -> None:
    both = replace(DROPPED, dropped=("S",))

    assert ("dropped_does_not_fit", None) in codes(shared(both, CLASSIC))


SHOWN = replace(won("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "B8"), win_source="discard")


@pytest.mark.parametrize("told", [Counted(10), bare(LOSER), SHOWN])
@pytest.mark.parametrize("rules", [DANISH, CLUB, PREMIUM])
def test_it_says_that_nobody_drops_out_where_there_is_no_minimum(rules: Any, told: Any) -> None:
    hands = {**DROPPED.hands, "E": told, "S": Counted(200)}
    (problem,) = shared(replace(DROPPED, hands=hands), rules).problems

    assert problem.code == "dropping_not_allowed"
    assert problem.message == "Nobody drops out of a deal under these rules: East."


def test_it_doubles_for_the_favoured_seat() -> None:
    deal = Deal(
        "win", ("N",), "S", "discard", {**TWO.hands, "N": TWO.hands["S"], "S": Counted(0), "W": Counted(0)}
    )
    scored = shared(deal, PREMIUM)

    assert scored.hands["N"].doubles == 1
    assert scored.net == {"E": -104, "S": -104, "W": -104, "N": 312}
    assert scored.next == Position(2, "S", "E", counted=1)
    assert scored.next.favoured(PREMIUM) == "E"


def test_it_favours_each_player_four_times_in_sixteen_counted_deals() -> None:
    position: Position | None = first_position()
    seen = []
    while position is not None:
        seen.append(position.favoured(PREMIUM))
        drawn = advance(position, (), PREMIUM)
        assert drawn is not None
        assert drawn.favoured(PREMIUM) == seen[-1]
        position = advance(drawn, ("W",), PREMIUM)

    assert seen == list("NESW") * 4


def test_it_forbids_chows_in_the_deal_after_a_draw() -> None:
    chow = Deal("win", ("S",), "E", "discard", {**TWO.hands, "W": Counted(0)})

    assert codes(shared(chow, CLUB)) == []
    assert codes(shared(replace(chow, wild="J"), CLUB, GOULASH)) == [("too_many_chows", "S")]
    assert advance(first_position(), (), CLUB) == GOULASH


@pytest.mark.parametrize("position", [None, Position(2, "E", "E", goulash=True)])
@pytest.mark.parametrize(("outcome", "goulash"), [("draw", True), ("ended", False)])
def test_it_plays_a_goulash_only_after_a_used_up_wall(
    outcome: str, goulash: bool, position: Position | None
) -> None:
    events = (Penalty("false_mahjong_exposed", "W"),) if outcome == "ended" else ()
    scored = shared(Deal(outcome, events=events), CLUB, position)

    assert scored.problems == ()
    assert scored.next is not None
    assert (scored.next.goulash, scored.next.east) == (goulash, "E"), "decision 32"


GOULASH = Position(2, "E", "E", goulash=True)
JOKERS = Deal.from_json(
    {
        "outcome": "win",
        "winners": ["S"],
        "win_source": "wall",
        "wild": "J",
        "hands": {
            "E": {"concealed": ["J", "C4", "C7", "D1", "D4", "D7", "B1", "B4", "B7", "WE", "WS", "WW", "DR"]},
            "S": {
                "concealed": ["C1"] * 3 + ["C5"] * 3 + ["C8"] * 3 + ["D9", "D9", "J", "DW", "DW"],
                "winning_tile": "J",
            },
            "W": {"points": 0},
            "N": {"points": 0},
        },
    }
)


def test_it_counts_a_goulash_with_the_wild_tiles_said_once() -> None:
    scored = shared(JOKERS, CLUB, GOULASH)

    assert scored.problems == ()
    assert scored.next == Position(3, "S", "E")
    assert Deal.from_json(JOKERS.to_json()) == JOKERS
    in_each = Deal.from_json(
        {
            **JOKERS.to_json(),
            "wild": None,
            "hands": {
                seat: hand if "points" in hand else {**hand, "wild": "J", "flags": ["goulash"]}
                for seat, hand in JOKERS.to_json()["hands"].items()
            },
        }
    )
    assert in_each.to_json() == JOKERS.to_json()
    assert shared(in_each, CLUB, GOULASH).net == scored.net


def _with(hands: dict[str, Any], **changes: Any) -> Deal:
    told = JOKERS.to_json()
    return Deal.from_json({**told, "hands": {**told["hands"], **hands}, **changes})


FOUR = {"concealed": ["J", "J", "J", "J", "B1", "B4", "B7", "C3", "C6", "C9", "WE", "WS", "WW"]}


@pytest.mark.parametrize(
    ("deal", "position", "rules", "code"),
    [
        (JOKERS, first_position(), CLUB, "not_a_goulash"),
        (_with({}, wild=None), GOULASH, CLUB, "wild_missing"),
        (_with({"E": {**FOUR, "wild": "B2"}}), GOULASH, CLUB, "wild_missing"),
        (_with({"W": FOUR}), GOULASH, CLUB, "too_many_of_kind_in_deal"),
        (_with({seat: {"points": 0} for seat in "ESWN"}), first_position(), DANISH, "goulash_not_allowed"),
        (_with({}, wild="C3"), GOULASH, CLUB, "unknown_tile"),
    ],
)
def test_it_refuses_wild_tiles_that_do_not_fit_the_deal(
    deal: Deal, position: Position, rules: Any, code: str
) -> None:
    assert code in [told for told, _seat in codes(shared(deal, rules, position))]


PAIR = Deal(
    "win",
    ("E",),
    None,
    "wall",
    {"E": won("| C1 C1 C1 C5 C5 C5 C8 C8 C8 DR DR DR DW DW", "C5", "wall"), "W": Counted(8)},
)


def test_it_settles_a_deal_of_two_players() -> None:
    scored = shared(PAIR, CLUB, first_position(2))

    assert scored.problems == ()
    assert scored.net == {"E": 1000, "W": -1000}
    assert scored.next == Position(2, "E", "E", "EW")
    assert advance(first_position(2), ("W",), CLUB) == Position(2, "W", "E", "EW")


@pytest.mark.parametrize(
    ("players", "chows", "refused"), [(2, 1, True), (3, 1, True), (4, 2, True), (5, 1, False), (5, 2, True)]
)
def test_it_allows_so_many_chows_at_a_table_of_so_many(players: int, chows: int, refused: bool) -> None:
    sets = ["B2B3B4", "C6C7C8"][:chows] + ["DRDRDR", "DGDGDG", "WEWEWE"][: 3 - chows]
    told = hand(f"{' '.join(sets)} | DW DW DW C5 C5", "wall C5", winds="EE")

    codes = {problem.code for problem in score(told, CLUB, players=players).problems}
    assert ("too_many_chows" in codes) is refused


def test_it_wants_half_the_limit_of_a_special_hand_of_two_players() -> None:
    told = hand("B2B2B2B2^ B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "discard B8")

    assert score(told, CLUB).value == 44 * 8
    (problem,) = score(told, CLUB, players=2).problems
    assert problem.code == "not_enough_for_two_players"


def test_it_needs_four_doubles_of_two_players() -> None:
    poor = won("C1C1C1 C5C5C5 C8C8C8 | B6 B6 B6 C9 C9", "B6", "wall")
    scored = shared(replace(PAIR, hands={"E": poor, "W": Counted(8)}), CLUB, first_position(2))

    assert codes(scored) == [("not_enough_for_two_players", "E")]
    half = hand("| B1 B1 B9 B9 C1 C1 WE WE DR DR DG DG DW DW", "wall B1")
    assert score(half, CLUB, players=2).value == 500
    purity = hand("C1C1C1 C5C5C5 C8C8C8 | C6 C6 C6 C9 C9", "last_discard C6")
    assert score(purity, CLUB, players=2).special == "purity"


def test_it_settles_a_deal_of_three_players() -> None:
    three = Deal(
        "win",
        ("S",),
        "E",
        "discard",
        {"E": Counted(6), "S": won("B2B2B2 C3C3C3 D4D4D4 | B6 B6 B6 C8 C8", "C8"), "W": Counted(2)},
    )
    scored = shared(three, CLUB, first_position(3))

    assert scored.problems == ()
    assert scored.values["S"] == (2 + 2 + 2 + 4 + 22) * 2
    assert scored.net == {"E": -128 + 8, "S": 192, "W": -64 - 8}


def test_it_settles_a_deal_of_five_players_while_one_rests() -> None:
    five = first_position(5)
    after = advance(five, ("W",), CLUB)
    counted = {seat: Counted(10) for seat in "ESWN"}

    assert (five.resting, five.playing) == ("R", ("E", "S", "W", "N"))
    assert after is not None
    assert (after.resting, after.own_wind("R")) == ("E", "N")
    deal = Deal("win", ("R",), None, None, {seat: Counted(10) for seat in "SWNR"})
    scored = shared(deal, CLUB, after)
    assert scored.problems == ()
    assert scored.net == {"S": -20, "W": -10, "N": -10, "R": 40}
    assert codes(shared(Deal("win", ("R",), hands=counted), CLUB, five)) == [("malformed", "R")]


@pytest.mark.parametrize(
    ("ruleset", "told", "players"),
    [
        ("danish", {"dropped": ["E"]}, 4),
        ("hungarian-classic", {"dropped": ["S"]}, 4),
        ("hungarian-classic", {"dropped": ["E", "E"]}, 4),
        ("bmja-tournament", {}, 3),
    ],
)
def test_it_refuses_to_settle(ruleset: str, told: dict[str, Any], players: int) -> None:
    values = {"E": 40, "S": 40, "W": 40, "N": 40}
    with pytest.raises(SettlementError):
        settle(values, ["S"], load_rules(ruleset), players=players, **told)


@pytest.mark.parametrize(
    ("ruleset", "favoured", "paid"),
    [("hungarian-classic", None, 60), ("hungarian-premium", "E", 60), ("hungarian-premium", "W", 30)],
)
def test_it_doubles_among_losers_unless_told_otherwise(ruleset: str, favoured: Any, paid: int) -> None:
    """004:94; decision 5."""
    rules = load_rules(ruleset)
    settled = settle({"E": 10, "S": 40, "W": 0, "N": 0}, ["N"], rules, favoured=favoured)
    assert ("E", "S", paid) in [(pay.payer, pay.payee, pay.amount) for pay in settled.payments]


@pytest.mark.parametrize(("value", "wins"), [(25, False), (26, True)])  # 002:74
def test_it_wants_26_for_a_mahjong(value: int, wins: bool) -> None:
    hands = {seat: Counted(0) for seat in "EWN"} | {"S": Counted(value)}
    scored = shared(replace(DROPPED, dropped=(), hands=hands), load_rules("hungarian-classic"))
    assert codes(scored) == ([] if wins else [("below_minimum", "S")])


@pytest.mark.parametrize("rules", [PREMIUM, CLASSIC, CLUB])  # 000:95; 002:70; decision 27
def test_it_pays_nobody_for_a_draw(rules: Any) -> None:
    drawn = Deal(
        "draw", (), None, None, {"E": Counted(40), "S": Counted(0), "W": Counted(8), "N": Counted(4)}
    )
    assert shared(drawn, rules).net == dict.fromkeys("ESWN", 0)


def test_it_settles_without_a_limit_and_above_it() -> None:
    values = {"E": 26624, "S": 0, "W": 0, "N": 0}
    assert settle(values, ["E"], PREMIUM).net["E"] == 3 * 2 * 26624
    assert settle(values, ["E"], PREMIUM, favoured="S").net["E"] == 4 * 26624
    with pytest.raises(SettlementError):
        settle(values, ["E"], DANISH)


def test_it_doubles_for_east_among_losers_by_option() -> None:
    single = load_rules("hungarian-classic", {"east_doubles_between_losers": False})
    values = {"E": 10, "S": 40, "W": 0, "N": 0}

    assert settle(values, ["S"], single).net["E"] == -80 + 20
    assert settle(values, ["S"], CLASSIC).net["E"] == -80 + 40


@pytest.mark.parametrize(
    ("pairs", "players", "points"),
    [
        ("DR DR DR B5 B5", 2, 32 + 2),
        ("DR DR DR B5 B5", 4, 32),
        ("DR DR DR DG DG", 2, 34),
    ],
)
def test_it_takes_for_the_only_tile_what_alone_makes_enough_doubles(
    pairs: str, players: int, points: int
) -> None:
    told = hand(f"WEWEWE C3C3C3 D7D7D7 | {pairs}", "discard DR", winds="EE")

    assert score(told, CLUB, players=players).points == points
