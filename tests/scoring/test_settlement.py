"""Who pays whom, penalties included."""

from typing import Any

import pytest

from scoring import MalformedHand, RuleSet, SettlementError, load_rules, settle

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
        ("001:260-264", "polish-136", {"limit": 300}, 300),
        ("001:260-264", "polish-136", {"limit": 500}, 500),
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


@pytest.mark.parametrize("code", ["short_hand", "long_hand", "false_mahjong", "wrong_claim"])
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
        (VALUES | {"E": -2}, ["S"], [], ["malformed"]),
        (VALUES | {"E": 1002}, ["S"], [], ["malformed"]),
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


def test_it_refuses_a_penalty_that_is_none(rules: RuleSet) -> None:
    with pytest.raises(MalformedHand):
        settle(VALUES, ["S"], rules, penalties=[["cannon"]])  # type: ignore[list-item]


def test_it_refuses_another_number_of_players(rules: RuleSet) -> None:
    with pytest.raises(SettlementError) as refused:
        settle({"E": 1, "W": 2}, ["E"], rules, players=2)

    assert [problem.code for problem in refused.value.problems] == ["wrong_number_of_players"]
