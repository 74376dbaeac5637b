"""A whole deal: four hands checked together, counted, settled."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import (
    Counted,
    Deal,
    Hand,
    MalformedHand,
    Position,
    RuleSet,
    first_position,
    load_rules,
    score_deal,
)
from scoring.rules import bind
from scoring.settlement import Penalty
from tests.scoring.declaring import BMJA, hand

START = first_position()
WINNER = "B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8"
LOSERS = {
    "E": "WWWWWW | C1 C4 C7 D1 D7 B5 B9 DR DG WE",
    "W": "| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN DW",
    "N": "| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN DW",
}


def bare(text: str, won: str = "", **more: Any) -> Hand:
    """A hand as tablets send it, without what follows from the deal."""
    return replace(hand(text, won, **more), own_wind=None, round_wind=None, is_winner=False, win_source=None)


def deal(**changes: Any) -> Deal:
    hands = {seat: bare(text) for seat, text in LOSERS.items()} | {"S": bare(WINNER, "discard B7")}
    sound = Deal("win", ("S",), "E", "discard", hands)
    return replace(sound, **changes)


def with_hands(**hands: Hand | Counted) -> Deal:
    return deal(hands={**deal().hands, **hands})


def codes(told: Deal, rules: RuleSet, position: Position = START) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.seat) for problem in score_deal(told, position, rules).problems]


def test_it_counts_and_settles(rules: RuleSet) -> None:
    scored = score_deal(deal(), START, rules)

    assert scored.problems == ()
    assert scored.values == {"E": 4, "S": 28, "W": 0, "N": 0}
    assert scored.net == {"E": -56 + 16, "S": 112, "W": -28 - 8, "N": -28 - 8}
    assert scored.next == Position(2, "S", "E")
    assert scored.to_json()["next"] == {"deal": 2, "east": "S", "round_wind": "E"}


def test_it_gives_each_seat_its_wind_of_the_deal(rules: RuleSet) -> None:
    # West is East now: the exposed pung of the west wind is East's seat's, whose own wind is West.
    scored = score_deal(deal(discarder="W"), Position(3, "W", "W"), rules)

    assert scored.values["E"] == 4 * 2 * 2


def test_it_takes_values_counted_at_the_table(rules: RuleSet) -> None:
    told = deal(hands={seat: Counted(value) for seat, value in {"E": 20, "S": 80, "W": 60, "N": 40}.items()})

    assert score_deal(told, START, rules).net == {"E": -280, "S": 320, "W": 20, "N": -60}


def test_it_counts_nobody_in_a_draw(rules: RuleSet) -> None:
    hands = {seat: bare(text) for seat, text in LOSERS.items()}
    scored = score_deal(Deal("draw", hands=hands), START, rules)

    assert scored.values == dict.fromkeys("ESWN")
    assert scored.net == dict.fromkeys("ESWN", 0)
    assert scored.next == Position(2, "E", "E")


def test_it_lets_east_stay_and_the_offender_pay_when_a_false_mahjong_ends_the_deal(rules: RuleSet) -> None:
    told = Deal("ended", events=(Penalty("false_mahjong_exposed", "W"),))
    scored = score_deal(told, START, rules)

    assert scored.net == {"E": 500, "S": 500, "W": -1500, "N": 500}
    assert scored.next == Position(2, "E", "E")


@pytest.mark.parametrize("code", ["cannon", "misnamed_discard_mahjong"])
def test_it_lets_one_pay_for_all(code: str, rules: RuleSet) -> None:
    scored = score_deal(deal(events=(Penalty(code, "E"),)), START, rules)

    assert scored.net == {"E": -(56 + 28 + 28), "S": 112, "W": 0, "N": 0}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"winners": ()}, [("no_winner", None)]),
        ({"winners": ("S", "W")}, [("several_winners_not_allowed", None)]),
        ({"discarder": None}, [("discarder_does_not_fit", None)]),
        ({"discarder": "S"}, [("discarder_does_not_fit", "S")]),
        ({"win_source": "wall"}, [("discarder_does_not_fit", "E")]),
        ({"win_source": "robbed_kong"}, [("discarder_does_not_fit", "E"), ("win_source_does_not_fit", "S")]),
        ({"win_source": None}, [("win_source_missing", "S")]),
        ({"win_source": "luck"}, [("unknown_win_source", "S")]),
        ({"events": (Penalty("cannon", "W"),)}, [("penalty_does_not_fit", "W")]),
        ({"events": (Penalty("cannon", "S"),)}, [("penalty_does_not_fit", None)]),
        ({"events": (Penalty("spilt_tea", "W"),)}, [("unknown_penalty", None)]),
        ({"events": (Penalty("false_mahjong_exposed", "W"),)}, [("penalty_does_not_fit", None)]),
        ({"events": (Penalty("misnamed_discard", "W"),)}, [("penalty_does_not_fit", None)]),
    ],
)
def test_it_refuses_a_deal_that_does_not_agree_with_itself(
    changes: dict[str, Any], expected: list[tuple[str, str | None]], rules: RuleSet
) -> None:
    assert codes(deal(**changes), rules) == expected


FORGOT = "fishing_not_declared"
WONDERS = "| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW"


def test_it_lets_nobody_win_who_forgot_to_declare_fishing(rules: RuleSet) -> None:
    forgot = {"events": (Penalty(FORGOT, "S"),)}
    counted = {seat: Counted(4) for seat in "ESWN"}

    assert codes(deal(**forgot), rules) == [(FORGOT, "S")]
    assert codes(deal(**forgot, hands=counted), rules) == [(FORGOT, "S")]
    assert codes(deal(**forgot, win_source="first_discard", hands=counted), rules) == []
    assert codes(deal(**forgot), load_rules("danish")) == [("unknown_penalty", None)]


def test_it_pays_nobody_for_fishing_who_forgot_to_declare_it(rules: RuleSet) -> None:
    forgot, fishing = (Penalty(FORGOT, "N"),), bare(WONDERS, flags="fishing")
    told = with_hands(N=fishing)

    assert score_deal(told, START, rules).values["N"] == 400
    assert codes(replace(told, events=forgot), rules) == [("flag_does_not_fit", "N")]
    silent = score_deal(replace(with_hands(N=bare(WONDERS)), events=forgot), START, rules)
    assert (silent.problems, silent.values["N"]) == ((), 0)


def test_it_misses_a_robbed_kong_only_where_every_hand_is_there(rules: RuleSet) -> None:
    told = deal(win_source="robbed_kong", discarder=None)
    hands = {seat: hand for seat, hand in told.hands.items() if seat != "W"}

    assert codes(told, rules) == [("win_source_does_not_fit", "S")]
    assert codes(replace(told, hands=hands), rules) == [("hand_missing", "W")]


def test_it_asks_who_won_and_nothing_that_follows(rules: RuleSet) -> None:
    told = with_hands(S=replace(bare(WINNER, "discard B7"), is_winner=True))

    assert codes(replace(told, winners=()), rules) == [("no_winner", None)]


def test_it_refuses_two_hands_that_say_they_won(rules: RuleSet) -> None:
    second = replace(bare("D2D2D2 D3D3D3 D5D5D5 | B1 B1 B1 D8 D8", "discard B1"), is_winner=True)

    assert codes(with_hands(N=second), rules) == [("several_winners_not_allowed", None)]


@pytest.mark.parametrize("outcome", ["draw", "ended"])
def test_it_refuses_a_winner_of_a_deal_nobody_won(outcome: str, rules: RuleSet) -> None:
    assert codes(deal(outcome=outcome), rules)[0] == ("winner_does_not_fit", None)


def test_it_refuses_a_source_or_a_discarder_where_nobody_won(rules: RuleSet) -> None:
    assert codes(Deal("draw", win_source="wall"), rules) == [("win_source_does_not_fit", None)]
    assert codes(Deal("draw", discarder="E"), rules) == [("discarder_does_not_fit", "E")]


def test_it_needs_every_hand_of_a_won_deal(rules: RuleSet) -> None:
    hands = {seat: told for seat, told in deal().hands.items() if seat in "ES"}

    assert codes(deal(hands=hands), rules) == [("hand_missing", "W"), ("hand_missing", "N")]


def test_it_lets_only_east_discard_first(rules: RuleSet) -> None:
    winner = bare("| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8", "x B7")
    told = replace(with_hands(S=winner, E=Counted(0)), win_source="first_discard")

    assert codes(told, rules) == []
    assert codes(replace(told, discarder="W"), rules) == [("discarder_does_not_fit", "W")]
    assert score_deal(told, START, rules).hands["S"].special == "earths_blessing"


@pytest.mark.parametrize(
    ("seat", "others", "refused"),
    [
        ("E", "C1C1C1 | C4 C7 D1 D7 B5 B9 DR DG WE WS", True),
        ("E", "C1C1C1! | C4 C7 D1 D7 B5 B9 DR DG WE WS", True),
        ("E", "C1C1C1C1^ | C4 C7 D1 D7 B5 B9 DR DG WE WS", False),
        ("S", "C1C1C1 | C4 C7 D1 D7 B5 B9 DR DG WE WS", True),
        ("S", "C1C1C1^ | C4 C7 D1 D7 B5 B9 DR DG WE WS", False),
    ],
)
def test_it_finds_sets_claimed_before_there_was_anything_to_claim(
    seat: str, others: str, refused: bool, rules: RuleSet
) -> None:
    winner, nobody = bare("| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8", "x B7"), Counted(0)
    source, discarder = {"E": ("dealt", None), "S": ("first_discard", "E")}[seat]
    hands = {**dict.fromkeys("ESWN", nobody), seat: winner, "N": bare(others)}
    told = deal(hands=hands, winners=(seat,), win_source=source, discarder=discarder)

    assert codes(told, rules) == [("win_source_does_not_fit", "N")] * refused
    assert codes(replace(told, win_source="wall", discarder=None), rules) == []


def test_it_refuses_a_fifth_tile_across_the_hands(rules: RuleSet) -> None:
    told = with_hands(
        N=bare("| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN B2"), W=bare("| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN B2")
    )
    (problem,) = score_deal(told, START, rules).problems

    assert (problem.code, problem.seat, problem.tiles) == ("too_many_of_kind_in_deal", None, ("B2",) * 5)
    assert problem.facts["seats"] == ("E", "S", "W", "N")[1:]
    assert problem.message == "The four hands together hold 5 × 2 bamboo; there are only four."


def test_it_tells_a_fifth_tile_in_one_hand_once(rules: RuleSet) -> None:
    told = with_hands(W=bare("| B9 B9 B9 B9 B9 C1 C4 C7 D1 D7 DR DG WE"))

    assert codes(told, rules) == [("too_many_of_kind", "W")]


def test_it_tells_every_fault_of_all_hands_with_its_seat(rules: RuleSet) -> None:
    told = with_hands(
        E=bare("WWWWWE | C1 C4 C7 D1 D7 B5 B9 DR DG WE"),
        W=bare("| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN"),
        N=bare("| C1 C4 C7 D1 D7 B5 B9 DR DG WE WS WN XX"),
    )

    assert codes(replace(told, discarder=None), rules) == [
        ("discarder_does_not_fit", None),
        ("bad_meld", "E"),
        ("too_few_tiles", "W"),
        ("unknown_tile", "N"),
    ]


def test_it_refuses_winds_that_are_not_those_of_the_deal(rules: RuleSet) -> None:
    (problem,) = score_deal(with_hands(W=hand(LOSERS["W"], winds="NE")), START, rules).problems

    assert (problem.code, problem.seat) == ("wind_does_not_fit", "W")
    assert problem.message == "The hand names North; in this deal it is West."
    assert codes(with_hands(W=hand(LOSERS["W"], winds="XE")), rules) == [("unknown_wind", "W")]


def test_it_refuses_two_stories_of_how_the_tile_was_won(rules: RuleSet) -> None:
    told = with_hands(S=replace(bare(WINNER, "discard B7"), win_source="last_discard"))

    assert codes(told, rules) == [("win_source_does_not_fit", "S")]


def test_it_counts_a_robbed_tile_once_and_finds_the_robbed_kong(rules: RuleSet) -> None:
    robbed = bare("B7B7B7 | C1 C4 C7 D1 D7 B5 B9 DR DG WE")
    scored = score_deal(replace(with_hands(N=robbed), win_source="robbed_kong", discarder=None), START, rules)

    assert scored.problems == ()
    assert scored.robbed_from == "N"
    assert scored.hands["S"].doubles == 1


def test_it_refuses_a_robbed_kong_that_nobody_has(rules: RuleSet) -> None:
    told = deal(win_source="robbed_kong", discarder=None)

    assert codes(told, rules) == [("win_source_does_not_fit", "S")]
    unknown = replace(told, hands={**told.hands, "N": Counted(12)})
    assert codes(unknown, rules) == []


def test_it_does_not_miss_a_robbed_kong_where_a_set_cannot_be_read(rules: RuleSet) -> None:
    unread = bare("B7B7XX | C1 C4 C7 D1 D7 B5 B9 DR DG WE")
    told = replace(with_hands(N=unread), win_source="robbed_kong", discarder=None)

    assert codes(told, rules) == [("unknown_tile", "N")]


def test_it_finds_the_robbed_kong_of_a_tile_that_lies_shown(rules: RuleSet) -> None:
    robbed = bare("B7B7B7 | C1 C4 C7 D1 D7 B5 B9 DR DG WE")
    shown = bare("B2B2B2 C3C3C3 D4D4D4 B6B7B8^ | C8 C8", "robbed_kong B7")
    told = replace(with_hands(N=robbed, S=shown), win_source="robbed_kong", discarder=None)

    assert score_deal(told, START, rules).robbed_from == "N"


def test_it_refuses_the_robbed_tile_held_twice(rules: RuleSet) -> None:
    robbed = bare("B7B7B7B7 | C1 C4 C7 D1 D7 B5 B9 DR DG WE")

    assert codes(replace(with_hands(N=robbed), win_source="robbed_kong", discarder=None), rules) == [
        ("too_many_of_kind_in_deal", None)
    ]


def test_it_recognises_a_cannon_without_making_anybody_pay(rules: RuleSet) -> None:
    winner = bare("C1C1C1 C3C3C3 C5C5C5 | C7 C7 C7 WE WE", "discard C7")
    losers = {
        seat: bare(text.replace("C1", "B1").replace("C7", "B3").replace("WE", "B6"))
        for seat, text in LOSERS.items()
    }
    scored = score_deal(deal(hands={**losers, "S": winner}), START, rules)

    assert scored.cannon == "a"
    assert scored.net["W"] < 0


def test_it_ends_the_game_after_the_north_round(rules: RuleSet) -> None:
    told = replace(deal(), discarder="W")

    assert score_deal(told, Position(40, "N", "N"), rules).next is None


def test_it_prints_the_canonical_form_and_reads_it_back() -> None:
    printed = deal(events=(Penalty("misnamed_discard", "W", ("N",)),)).to_json()

    assert Deal.from_json(printed).to_json() == printed
    assert printed["hands"]["S"].keys() == {"melds", "concealed", "bonus", "winning_tile", "flags"}
    assert printed["hands"]["W"].keys() == {"melds", "concealed", "bonus", "flags"}


def test_it_knows_the_sources_of_a_winner_given_as_a_value(rules: RuleSet) -> None:
    told = deal(hands={seat: Counted(20) for seat in "ESWN"})

    assert codes(replace(told, win_source="luck"), rules) == [("unknown_win_source", None)]
    assert codes(replace(told, win_source="wall"), rules) == [("discarder_does_not_fit", "E")]
    assert codes(replace(told, win_source=None, discarder=None), rules) == []


def test_it_believes_the_record_before_the_hand_about_earlier_special_hands(rules: RuleSet) -> None:
    clean = replace(bare("B2B2B2 B4B4B4 | B5 B5 B5 B8 B8 B8 B1 B1", "discard B8"), previous=(None,))
    losers = {seat: bare(text.replace("B", "D")) for seat, text in LOSERS.items()}
    told, twice = deal(hands={**losers, "S": clean}), {"S": ["purity", "purity"]}

    assert score_deal(told, START, rules).problems == ()
    refused = score_deal(told, START, rules, previous=twice)
    assert [(problem.code, problem.seat) for problem in refused.problems] == [("special_hand_repeated", "S")]
    assert "previous" not in told.to_json()["hands"]["S"]


def test_it_finds_a_flower_that_two_hands_show() -> None:
    flowers = bind({**BMJA, "bonus_tiles": True}, load_rules("bmja-tournament").options)
    shown = replace(bare(LOSERS["W"]), bonus=("F1", "S2"))
    (problem,) = score_deal(with_hands(W=shown, N=replace(shown, bonus=("F1",))), START, flowers).problems

    assert (problem.code, problem.tiles) == ("bonus_repeated", ("F1", "F1"))
    assert problem.facts["seats"] == ("W", "N")
    twice = with_hands(W=replace(shown, bonus=("F1", "F1")))
    assert codes(twice, flowers) == [("bonus_repeated", "W")]


def test_it_keeps_how_the_tile_was_won_when_only_the_hand_said_it() -> None:
    told = replace(with_hands(S=replace(bare(WINNER, "x B7"), win_source="last_discard")), win_source=None)

    assert told.to_json()["win_source"] == "last_discard"


@pytest.mark.parametrize("wind", [None, "E"])
def test_it_refuses_the_hand_of_a_seat_where_nobody_sits(wind: str | None, rules: RuleSet) -> None:
    fifth = replace(bare("| B1"), own_wind=wind)

    assert codes(with_hands(R=fifth), rules) == [("malformed", "R")]


def test_it_refuses_the_hand_of_a_player_who_rests() -> None:
    told, club = deal(), load_rules("bmja-club")

    assert codes(with_hands(R=bare("| B1")), club, first_position(5)) == [("malformed", "R")]
    assert codes(told, club, first_position(5)) == []


@pytest.mark.parametrize(
    "broken",
    [
        [],
        {},
        {"outcome": "lost"},
        {"outcome": "draw", "winner": "S"},
        {"outcome": "win", "winners": ["S", "S"]},
        {"outcome": "win", "winners": ["X"]},
        {"outcome": "win", "winners": "S"},
        {"outcome": "win", "discarder": "Q"},
        {"outcome": "win", "hands": []},
        {"outcome": "win", "hands": {"Q": {}}},
        {"outcome": "win", "hands": {"E": {"points": 1.5}}},
        {"outcome": "win", "hands": {"E": {"points": True}}},
        {"outcome": "win", "hands": {"E": {"points": 3, "concealed": []}}},
        {"outcome": "win", "hands": {"E": {"concealed": "B1"}}},
        {"outcome": "draw", "events": [{"code": 1}]},
        {"outcome": "draw", "events": "cannon"},
    ],
)
def test_it_refuses_what_is_no_deal(broken: Any) -> None:
    with pytest.raises(MalformedHand) as refused:
        Deal.from_json(broken)

    assert {problem.code for problem in refused.value.problems} == {"malformed"}
