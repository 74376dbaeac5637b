"""Who pays whom, penalties included."""

from typing import Any

import pytest

from scoring import Counted, MalformedHand, RuleSet, SettlementError, load_rules, ruleset_ids, score, settle
from scoring.rules import bind
from scoring.settlement import Penalty
from tests.scoring.test_rules import broken

VALUES = {"E": 20, "S": 80, "W": 60, "N": 40}


def paid(winners: list[str], rules: RuleSet, **more: Any) -> list[tuple[str, str, int, str]]:
    settled = settle(VALUES, winners, rules, **more)
    return [(each.payer, each.payee, each.amount, each.reason) for each in settled.payments]


def test_it_settles_the_worked_example_of_the_source(rules: RuleSet) -> None:
    assert paid(["S"], rules) == [
        ("E", "S", 160, "win"),
        ("W", "S", 80, "win"),
        ("N", "S", 80, "win"),
        ("E", "W", 80, "difference"),
        ("E", "N", 40, "difference"),
        ("N", "W", 20, "difference"),
    ]
    assert settle(VALUES, ["S"], rules).net == {"E": -280, "S": 320, "W": 20, "N": -60}


@pytest.mark.parametrize(
    ("source", "ruleset", "options", "limit"),
    [
        ("001:260-263", "polish-136", {"limit": 300}, 300),
        ("001:260-263", "polish-136", {"limit": 500}, 500),
        ("000:231", "bmja-tournament", {}, 1000),
    ],
)
def test_it_pays_east_twice_the_limit(source: str, ruleset: str, options: dict[str, Any], limit: int) -> None:
    settled = settle({"E": limit, "S": 0, "W": 0, "N": 0}, ["E"], load_rules(ruleset, options))

    assert [payment.amount for payment in settled.payments] == [2 * limit] * 3, source


def test_it_doubles_for_the_seat_that_is_east(rules: RuleSet) -> None:
    assert ("N", "S", 160, "win") in paid(["S"], rules, east="N")


def test_it_pays_nothing_in_a_draw(rules: RuleSet) -> None:
    assert paid([], rules) == []


def test_it_pays_each_player_misled(rules: RuleSet) -> None:
    penalties = [{"code": "misnamed_discard", "offender": "W", "misled": ["N", "E"]}]

    assert paid([], rules, penalties=penalties) == [
        ("W", "N", 50, "misnamed_discard"),
        ("W", "E", 50, "misnamed_discard"),
    ]


@pytest.mark.parametrize("code", ["cannon", "misnamed_discard_mahjong"])
def test_it_lets_the_offender_pay_what_all_three_owe(code: str, rules: RuleSet) -> None:
    assert paid(["S"], rules, penalties=[{"code": code, "offender": "N"}]) == [("N", "S", 320, code)]
    assert settle(VALUES, ["E"], rules, penalties=[{"code": code, "offender": "N"}]).net["E"] == 3 * 40


def test_it_keeps_other_penalties_beside_a_cannon(rules: RuleSet) -> None:
    penalties = [
        {"code": "cannon", "offender": "N"},
        {"code": "misnamed_discard", "offender": "W", "misled": ["N"]},
    ]

    assert paid(["S"], rules, penalties=penalties) == [
        ("W", "N", 50, "misnamed_discard"),
        ("N", "S", 320, "cannon"),
    ]


@pytest.mark.parametrize(
    "code", ["short_hand", "long_hand", "false_mahjong", "wrong_claim", "fishing_not_declared"]
)
def test_it_charges_nothing_for_errors_that_cost_nothing_by_themselves(code: str, rules: RuleSet) -> None:
    assert paid(["S"], rules, penalties=[{"code": code, "offender": "N"}]) == paid(["S"], rules)


def test_it_charges_half_the_limit_for_a_false_mahjong_with_exposed_tiles(rules: RuleSet) -> None:
    penalties = [{"code": "false_mahjong_exposed", "offender": "E"}]
    doubled = load_rules("bmja-tournament", {"penalty_doubles_east": True})

    assert settle(VALUES, [], rules, penalties=penalties).net == {"E": -1500, "S": 500, "W": 500, "N": 500}
    assert settle(VALUES, [], doubled, penalties=penalties).net["E"] == -3000
    other = [{"code": "false_mahjong_exposed", "offender": "S"}]
    assert settle(VALUES, [], doubled, penalties=other).net == {"E": 1000, "S": -2000, "W": 500, "N": 500}


@pytest.mark.parametrize(
    ("values", "winners", "penalties", "codes"),
    [
        ({"E": 1, "S": 1, "W": 1}, ["E"], [], ["wrong_number_of_players"]),
        ({"E": 1, "S": 1, "W": 1, "X": 1}, ["E"], [], ["malformed"]),
        (VALUES | {"E": 1.0}, ["S"], [], ["malformed"]),
        (VALUES | {"E": True}, ["S"], [], ["malformed"]),
        (VALUES | {"E": -1}, ["S"], [], ["malformed"]),
        (VALUES | {"E": 1001}, ["S"], [], ["malformed"]),
        (VALUES, ["Q"], [], ["malformed"]),
        (VALUES, ["S", "W"], [], ["several_winners_not_allowed"]),
        (VALUES, ["S"], [{"code": "tea", "offender": "W"}], ["unknown_penalty"]),
        (VALUES, ["S"], [{"code": "cannon", "offender": "S"}], ["penalty_does_not_fit"]),
        (VALUES, [], [{"code": "cannon", "offender": "S"}], ["penalty_does_not_fit"]),
        (VALUES, ["S"], [{"code": "cannon", "offender": "Q"}], ["penalty_does_not_fit"]),
        (VALUES, ["S"], [{"code": "false_mahjong_exposed", "offender": "W"}], ["penalty_does_not_fit"]),
        (VALUES, ["S"], [{"code": "misnamed_discard", "offender": "W"}], ["penalty_does_not_fit"]),
        (
            VALUES,
            ["S"],
            [{"code": "misnamed_discard", "offender": "W", "misled": ["W"]}],
            ["penalty_does_not_fit"],
        ),
        (
            VALUES,
            ["S"],
            [{"code": "misnamed_discard", "offender": "W", "misled": ["E", "E"]}],
            ["penalty_does_not_fit"],
        ),
        (
            VALUES,
            ["S"],
            [{"code": "cannon", "offender": "E"}, {"code": "misnamed_discard_mahjong", "offender": "W"}],
            ["penalty_does_not_fit"],
        ),
    ],
)
def test_it_refuses(
    values: dict[str, Any], winners: list[str], penalties: list[Any], codes: list[str], rules: RuleSet
) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(values, winners, rules, penalties=penalties)

    assert [problem.code for problem in refused.value.problems] == codes
    assert all("{" not in problem.message for problem in refused.value.problems)


REFUSED: list[tuple[list[str], dict[str, Any], list[str]]] = [
    (
        ["S"],
        {"penalties": [{"code": "tea", "offender": "W"}, {"code": "cake", "offender": "W"}]},
        ["The rules know no penalty called tea.", "The rules know no penalty called cake."],
    ),
    (
        ["S"],
        {"penalties": [{"code": "cannon", "offender": "Q"}]},
        ["The penalty cannon does not fit this deal: a seat is E, S, W or N."],
    ),
    (
        ["S"],
        {"penalties": [{"code": "misnamed_discard", "offender": "W"}]},
        ["The penalty misnamed discard does not fit this deal: it is not said who was misled."],
    ),
    (
        ["S"],
        {"penalties": [{"code": "misnamed_discard", "offender": "W", "misled": ["W"]}]},
        [
            "The penalty misnamed discard does not fit this deal: "
            "each player misled is another one than the offender, named once."
        ],
    ),
    (
        [],
        {"penalties": [{"code": "cannon", "offender": "W"}]},
        ["The penalty cannon does not fit this deal: another player must have won."],
    ),
    (
        ["S"],
        {"penalties": [{"code": "false_mahjong_exposed", "offender": "W"}]},
        ["it ends the deal without a winner."],
    ),
    (
        ["S"],
        {
            "penalties": [
                {"code": "cannon", "offender": "E"},
                {"code": "misnamed_discard_mahjong", "offender": "W"},
            ]
        },
        ["misnamed for mah-jong does not fit this deal: only one player can pay for all."],
    ),
    (["Q"], {}, ["seat: E, S, W, N expected."]),
    (["S"], {"dropped": ["W"]}, ["dropped: rules with a minimum expected."]),
    (["S"], {"players": 3}, ["These rules are for 4 players, not for 3."]),
]


@pytest.mark.parametrize(("winners", "more", "told"), REFUSED)
def test_it_says_why_it_refuses(
    winners: list[str], more: dict[str, Any], told: list[str], rules: RuleSet
) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(VALUES, winners, rules, **more)

    problems = refused.value.problems
    assert len(problems) == len(told)
    assert all(problem.message.endswith(end) for problem, end in zip(problems, told, strict=True)), problems


@pytest.mark.parametrize(
    ("ruleset", "value", "told"),
    [
        ("bmja-tournament", -1, "values.E: a whole number from 0 to 1000 expected."),
        ("bmja-tournament", 1001, "values.E: a whole number from 0 to 1000 expected."),
        ("hungarian-premium", -1, "values.E: a whole number expected."),
    ],
)
def test_it_says_what_a_value_may_be(ruleset: str, value: int, told: str) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(VALUES | {"E": value}, ["S"], load_rules(ruleset))

    (problem,) = refused.value.problems
    assert (problem.message, problem.seat) == (told, "E")


def test_it_says_how_many_values_there_are(rules: RuleSet) -> None:
    with pytest.raises(SettlementError) as refused:
        settle({"E": 1, "S": 1, "W": 1}, ["E"], rules)

    assert refused.value.problems[0].message == "These rules are for 4 players, not for 3."


@pytest.mark.parametrize("dropped", [["S"], ["E", "E"]])
def test_it_drops_nobody_twice_and_no_winner(dropped: list[str]) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(VALUES, ["S"], load_rules("hungarian-classic"), dropped=dropped)

    (problem,) = refused.value.problems
    assert problem.message == "dropped: other seats than the winner's, once expected."


def test_it_refuses_a_winner_whose_value_is_missing() -> None:
    with pytest.raises(SettlementError) as refused:
        settle({"E": 1, "S": 1, "W": 1}, ["N"], load_rules("bmja-club"), players=3)

    assert [problem.code for problem in refused.value.problems] == ["malformed"]


def test_it_favours_nobody_where_east_is_who_doubles(rules: RuleSet) -> None:
    assert settle(VALUES, ["S"], rules, favoured="S") == settle(VALUES, ["S"], rules)


def test_it_charges_nothing_for_a_penalty_that_pays_nobody() -> None:
    table = broken(penalties__4__amount=10)
    harsh = bind(table, load_rules("bmja-tournament").options)

    assert harsh.penalties["false_mahjong"].amount == 10
    assert paid(["S"], harsh, penalties=[{"code": "false_mahjong", "offender": "N"}]) == paid(["S"], harsh)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([], "penalty: an object expected."),
        ({"offender": "E"}, "penalty.code: a text expected."),
        ({"code": "cannon"}, "penalty.offender: a text expected."),
        ({"code": 1, "offender": "E"}, "penalty.code: a text expected."),
    ],
)
def test_it_asks_for_the_code_and_the_offender_of_a_penalty(given: Any, told: str) -> None:
    with pytest.raises(MalformedHand) as refused:
        Penalty.from_json(given)

    assert told in [problem.message for problem in refused.value.problems]


@pytest.mark.parametrize(
    "printed",
    [
        {"code": "cannon", "offender": "E"},
        {"code": "misnamed_discard", "offender": "E", "misled": ["S", "N"]},
    ],
)
def test_it_reads_back_the_penalty_it_prints(printed: dict[str, Any]) -> None:
    assert Penalty.from_json(printed).to_json() == printed


def test_it_refuses_a_penalty_that_is_none(rules: RuleSet) -> None:
    with pytest.raises(MalformedHand):
        settle(VALUES, ["S"], rules, penalties=[["cannon"]])  # type: ignore[list-item]


def test_it_refuses_another_number_of_players(rules: RuleSet) -> None:
    with pytest.raises(SettlementError) as refused:
        settle({"E": 1, "W": 2}, ["E"], rules, players=2)

    assert [problem.code for problem in refused.value.problems] == ["wrong_number_of_players"]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_it_lets_several_players_win_a_danish_deal_alone(ruleset: str) -> None:
    if ruleset == "danish":
        assert settle(VALUES, ["S", "W"], load_rules(ruleset)).net["S"] > 0
        return
    with pytest.raises(SettlementError) as refused:
        settle(VALUES, ["S", "W"], load_rules(ruleset))
    assert [problem.code for problem in refused.value.problems] == ["several_winners_not_allowed"]


@pytest.mark.parametrize(
    ("source", "ruleset", "most"),
    [
        ("000:147", "bmja-tournament", 1000),
        ("000:147", "bmja-club", 1000),
        ("001:260-263", "polish-136", 500),
        ("003:215", "danish", 2000),
    ],
)
def test_it_takes_no_value_above_the_highest_there_is(source: str, ruleset: str, most: int) -> None:
    rules = load_rules(ruleset)

    assert score(Counted(most), rules).value == most, source
    assert [problem.code for problem in score(Counted(most + 1), rules).problems] == ["points_out_of_range"]
