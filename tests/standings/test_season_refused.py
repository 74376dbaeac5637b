"""Policies that contradict themselves are refused with every fault, and what is exact is accepted."""

import pytest

from tests.standings.seasoning import NETS, POINTS, document, evening, row
from tournaments.exchange.season_files import answer
from tournaments.ranking.seasons.faults import SENTENCES, Fault, sentence

PLAIN = {"meetings": 10, "credit_scheme": "table_points", "criteria": ["total"]}
NET = {"meetings": 10, "credit_scheme": "net", "criteria": ["total"]}
RATIO = {"meetings": 10, "credit_scheme": "percent", "aggregate": "percent", "penalties": "always"}
HALVES = [{"name": "x", "first": 1, "last": 5}, {"name": "y", "first": 6, "last": 10}]


def refused(season, **facts):
    """Return code and key of every fault."""
    judged = answer({"policies": [{"id": "p", "season": season, **facts}]})[0]
    return sorted((fault["code"], fault["key"]) for fault in judged[0]["refused"])


ONE = [
    # A word or an amount that cannot be read.
    ({**PLAIN, "table_point": [4]}, "unknown_key", "table_point"),
    ({**PLAIN, "absence": {"duty": {"formula": "none", "until": 3}}}, "unknown_key", "absence"),
    ({**PLAIN, "year": {"from": "totals", "points": [3]}, "periods": HALVES}, "unknown_key", "year"),
    ({**PLAIN, "credit_scheme": "points"}, "unknown_value", "credit_scheme"),
    ({**PLAIN, "absence": {"duty": {"formula": "mean"}}}, "unknown_value", "absence"),
    ({**PLAIN, "rested": {"formula": "rest"}}, "unknown_value", "rested"),
    ({**PLAIN, "criteria": ["total", "nets"]}, "unknown_value", "criteria"),
    ({**PLAIN, "substitute_policy": "both"}, "unknown_value", "substitute_policy"),
    ({**PLAIN, "figures_of": "all"}, "unknown_value", "figures_of"),
    ({**PLAIN, "places_without": ["visitor"]}, "unknown_value", "places_without"),
    ({**PLAIN, "attendance_pro_rata": 1, "attendance_points": 1}, "unknown_value", "attendance_pro_rata"),
    ({**PLAIN, "attendance_points": 0.5}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": 1.0}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": True}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": "0.5"}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": "half"}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": "1/0"}, "not_exact", "attendance_points"),
    ({**PLAIN, "attendance_points": " 1/2"}, "not_exact", "attendance_points"),
    ({**PLAIN, "table_points": [4, 2, 1.5, 0]}, "not_exact", "table_points"),
    ({**PLAIN, "table_points_of": {"3": [4, 2, 0.5]}}, "not_exact", "table_points_of"),
    ({**PLAIN, "best_of": 2.5}, "not_exact", "best_of"),
    ({**PLAIN, "best_of": True}, "not_exact", "best_of"),
    ({**PLAIN, "discards": "0,one"}, "not_exact", "discards"),
    ({**PLAIN, "discards": ""}, "not_exact", "discards"),
    ({**PLAIN, "minimum_attendance": "75"}, "not_exact", "minimum_attendance"),
    ({**PLAIN, "minimum_attendance": "7.5%"}, "not_exact", "minimum_attendance"),
    ({**PLAIN, "rising": [[1, 1.5]]}, "not_exact", "rising"),
    ({**PLAIN, "bonuses": [{"fact": "f", "each": 0.5}]}, "not_exact", "bonuses"),
    ({**PLAIN, "roll_over": {"carry": 0.5}}, "not_exact", "roll_over"),
    # What contradicts itself.
    ({"meetings": 10}, "credit_scheme_missing", "credit_scheme"),
    ({"meetings": 10, "credit_scheme": None}, "credit_scheme_missing", "credit_scheme"),
    ({**PLAIN, "credit_scheme": "place_points"}, "points_missing", "place_points"),
    ({**PLAIN, "table_points": []}, "points_missing", "table_points"),
    ({**PLAIN, "periods": HALVES, "year": {"from": "places"}}, "points_missing", "year"),
    ({**PLAIN, "table_points": [0, 1, 2, 4]}, "points_rise", "table_points"),
    ({**PLAIN, "table_points": [4, 2, 2, "5/2"]}, "points_rise", "table_points"),
    ({**PLAIN, "table_points_of": {"3": [1, 2, 3]}}, "points_rise", "table_points_of"),
    ({**PLAIN, "place_points": [1, 2]}, "points_rise", "place_points"),
    ({**PLAIN, "place_points": {"first": 1, "step": -1}}, "points_rise", "place_points"),
    ({**PLAIN, "periods": HALVES, "year": {"from": "places", "points": [1, 2]}}, "points_rise", "year"),
    ({**PLAIN, "best_of": 7, "discards": "0,1,1,2"}, "choose_twice", "discards"),
    ({**PLAIN, "best_of": 7, "trimmed": {"per": 3}}, "choose_twice", "trimmed"),
    ({**PLAIN, "rising": [[1, 1]], "discards": "0"}, "choose_twice", "rising"),
    ({**PLAIN, "best_of": 0}, "best_of_below_one", "best_of"),
    ({**PLAIN, "best_of": -3}, "best_of_below_one", "best_of"),
    ({**PLAIN, "best_of": 11}, "best_of_above_meetings", "best_of"),
    ({**PLAIN, "best_of": 6, "periods": HALVES}, "best_of_above_meetings", "best_of"),
    (
        {**PLAIN, "periods": HALVES, "year": {"from": "totals", "best_of": 3}},
        *("best_of_above_meetings", "year"),
    ),
    (
        {**PLAIN, "periods": HALVES, "year": {"from": "meetings", "best_of": 11}},
        *("best_of_above_meetings", "year"),
    ),
    (
        {**PLAIN, "periods": HALVES, "year": {"from": "places", "points": [3], "best_of": 0}},
        "best_of_below_one",
        "year",
    ),
    ({**PLAIN, "discards": "0,1,0"}, "discards_fall", "discards"),
    ({**PLAIN, "discards": "1"}, "discards_take_all", "discards"),
    ({**PLAIN, "discards": "0,1,3"}, "discards_take_all", "discards"),
    ({**PLAIN, "discard_every": {"every": 1, "from": 0, "of": "held"}}, "discards_take_all", "discard_every"),
    ({**PLAIN, "rising": [[1, 2], [1, 3]]}, "rising_falls", "rising"),
    ({**PLAIN, "rising": [[1, 2], [4, 1]]}, "rising_falls", "rising"),
    ({**PLAIN, "minimum_attendance": {"rising": [[3, 2], [5, 1]]}}, "rising_falls", "minimum_attendance"),
    ({**PLAIN, "trimmed": {"best": 5, "worst": 5}}, "trimmed_takes_all", "trimmed"),
    ({**PLAIN, "trimmed": {"per": 2}}, "trimmed_takes_all", "trimmed"),
    ({**PLAIN, "minimum_attendance": 11}, "minimum_above_meetings", "minimum_attendance"),
    ({**PLAIN, "minimum_attendance": "101%"}, "minimum_above_meetings", "minimum_attendance"),
    ({**PLAIN, "minimum_attendance": 6, "periods": HALVES}, "minimum_above_meetings", "minimum_attendance"),
    (
        {**PLAIN, "minimum_attendance": {"rising": [[1, 1], [3, 4]]}},
        "minimum_above_held",
        "minimum_attendance",
    ),
    (
        {**PLAIN, "minimum_attendance": "as_counted", "rising": [[1, 2]]},
        "minimum_above_held",
        "minimum_attendance",
    ),
    ({**PLAIN, "minimum_attendance": "as_counted"}, "minimum_as_counted_of_all", "minimum_attendance"),
    (
        {**PLAIN, "minimum_attendance": "as_counted", "discards": "0,1"},
        *("minimum_as_counted_of_all", "minimum_attendance"),
    ),
    ({"meetings": 10, "credit_scheme": "percent"}, "sum_of_percent", "aggregate"),
    ({**RATIO, "penalties": "with_meeting"}, "percent_with_points", "aggregate"),
    ({**RATIO, "attendance_points": 1}, "percent_with_points", "aggregate"),
    ({**RATIO, "bonuses": [{"fact": "f", "each": 1}]}, "percent_with_points", "aggregate"),
    ({**RATIO, "absence": {"ill": {"formula": "average"}}}, "percent_with_points", "absence"),
    ({**RATIO, "absence_replaces": True}, "percent_with_points", "absence"),
    ({**RATIO, "substitute_policy": "fixed", "substitute_fixed": 1}, "percent_with_points", "absence"),
    ({**RATIO, "credit_scheme": "net"}, "percent_without_opening", "aggregate"),
    ({**PLAIN, "divide_by": "wanted", "best_of": 3}, "divide_by_idle", "divide_by"),
    ({**PLAIN, "divide_by": "wanted", "aggregate": "mean"}, "divide_by_idle", "divide_by"),
    (
        {**PLAIN, "divide_by": "wanted", "aggregate": "mean", "trimmed": {"per": 3}},
        "divide_by_idle",
        "divide_by",
    ),
    ({**PLAIN, "attendance_pro_rata": True}, "pro_rata_of_nothing", "attendance_pro_rata"),
    ({**PLAIN, "absence": {"a": {"formula": "fixed"}}}, "formula_incomplete", "absence"),
    ({**PLAIN, "absence": {"a": {"formula": "average", "amount": 1}}}, "formula_incomplete", "absence"),
    ({**PLAIN, "absence": {"a": {"formula": "average_of_best"}}}, "formula_incomplete", "absence"),
    ({**PLAIN, "rested": {"formula": "fixed", "amount": 1, "of": 2}}, "formula_incomplete", "rested"),
    ({**PLAIN, "substitute_policy": "fixed"}, "substitute_fixed", "substitute_fixed"),
    ({**PLAIN, "substitute_fixed": 2}, "substitute_fixed", "substitute_fixed"),
    ({**PLAIN, "criteria": ["total", "net", "net"]}, "criterion_twice", "criteria"),
    ({**PLAIN, "criteria": ["net"]}, "criteria_without_total", "criteria"),
    ({**PLAIN, "criteria": []}, "criteria_without_total", "criteria"),
    ({**PLAIN, "criteria": ["total", "next_best"]}, "criterion_idle", "criteria"),
    ({**PLAIN, "criteria": ["total", "next_best"], "best_of": 10}, "criterion_idle", "criteria"),
    ({**PLAIN, "periods": [{"name": "x", "first": 1, "last": 6}, HALVES[1]]}, "periods_overlap", "periods"),
    ({**PLAIN, "periods": [HALVES[0]]}, "meeting_without_period", "periods"),
    ({**PLAIN, "year": {"from": "totals"}}, "year_without_periods", "year"),
    ({**PLAIN, "finals": {"from": "periods", "each": 2}}, "finals_without_periods", "finals"),
    ({**PLAIN, "periods": HALVES, "divisions": [{"name": "A"}]}, "divisions_with_periods", "divisions"),
    (
        {**PLAIN, "divisions": [{"name": "A", "down": 2}, {"name": "B", "up": 1}]},
        "promotion_unequal",
        "divisions",
    ),
    ({**PLAIN, "divisions": [{"name": "A", "up": 1}]}, "promotion_unequal", "divisions"),
    ({**PLAIN, "divisions": [{"name": "A", "down": 1}]}, "promotion_unequal", "divisions"),
]


@pytest.mark.parametrize(("season", "code", "key"), ONE)
def test_it_refuses_with_the_code_and_the_key(season, code, key):
    assert refused(season) == [(code, key)]


@pytest.mark.parametrize(
    "season",
    [
        {"credit_scheme": "net"},
        {**PLAIN, "best_of": 10},
        {**PLAIN, "table_points": [4, 2, -1, "-5/2"]},
        {**PLAIN, "best_of": None},
        {**PLAIN, "discards": "0,1,1,2"},
        {**PLAIN, "discard_every": {"every": 2, "from": 5, "of": "attended"}},
        {**PLAIN, "rising": [[1, 2], [4, 4]]},
        {**PLAIN, "trimmed": {"best": 4, "worst": 5}},
        {**PLAIN, "minimum_attendance": "100%"},
        {**PLAIN, "minimum_attendance": {"rising": [[1, 1], [5, 4]]}},
        {**PLAIN, "minimum_attendance": "as_counted", "best_of": 7},
        {"meetings": 10, "credit_scheme": "percent", "aggregate": "mean", "attendance_points": 1},
        RATIO,
        {**PLAIN, "aggregate": "mean", "divide_by": "wanted", "best_of": 5},
        {**PLAIN, "criteria": ["total", "next_best"], "discards": "0,1"},
        {
            **PLAIN,
            "criteria": ["total", "next_best"],
            "periods": HALVES,
            "year": {"from": "totals", "best_of": 1},
        },
        {**PLAIN, "periods": HALVES, "year": {"from": "meetings", "best_of": 10, "minimum_attendance": 10}},
        {
            **PLAIN,
            "divisions": [
                {"name": "A", "down": 1},
                {"name": "B", "up": 1, "down": 2},
                {"name": "C", "up": 2},
            ],
        },
        {**PLAIN, "finals": {"from": "table", "first": 4}},
    ],
)
def test_it_accepts_what_stands(season):
    assert refused(season) == []


def test_it_says_every_fault_at_once():
    season = {
        **PLAIN,
        "table_points": [1, 2],
        "best_of": 12,
        "attendance_pro_rata": True,
        "criteria": ["net"],
    }
    codes = [code for code, _key in refused(season)]
    assert codes == sorted(
        ["points_rise", "best_of_above_meetings", "pro_rata_of_nothing", "criteria_without_total"]
    )


def test_it_looks_at_nothing_else_while_an_amount_or_a_word_is_unreadable():
    season = {**PLAIN, "best_of": 12, "attendance_points": 0.5, "substitute_policy": "both", "colour": 1}
    assert refused(season) == [
        ("not_exact", "attendance_points"),
        ("unknown_key", "colour"),
        ("unknown_value", "substitute_policy"),
    ]


TABLE = {1: 3, 2: 1, 3: -1, 4: -3}


class TestFacts:
    @pytest.mark.parametrize(
        ("season", "meeting", "code", "key"),
        [
            (PLAIN, evening(1, {1: 3, 2: 1, 3: -1, 4: -4}), "sum_not_zero", "wrong_sum"),
            (
                PLAIN,
                evening(1, TABLE, absent=[{"player": 5, "code": "ill"}]),
                "absence_code_unknown",
                "absence",
            ),
            (
                PLAIN,
                evening(1, TABLE, penalties=[{"player": 1, "amount": 2}]),
                "penalty_not_negative",
                "penalties",
            ),
            (
                PLAIN,
                evening(1, TABLE, penalties=[{"player": 1, "amount": 0}]),
                "penalty_not_negative",
                "penalties",
            ),
            (
                {**PLAIN, "attendance_points": 1, "attendance_pro_rata": True},
                *(evening(1, TABLE), "deals_missing", "attendance_pro_rata"),
            ),
            (RATIO, evening(1, TABLE), "opening_missing", "opening"),
            ({**PLAIN, "divisions": [{"name": "A"}]}, evening(1, TABLE), "division_unknown", "divisions"),
            (NET, evening(1, {1: 0.5, 2: -0.5}), "not_exact", "net"),
            (NET, evening(1, TABLE, credits=[{"player": 5, "amount": 1.5}]), "not_exact", "credits"),
        ],
    )
    def test_it_refuses_facts_that_cannot_be(self, season, meeting, code, key):
        assert refused(season, **facts([meeting])) == [(code, key)]

    def test_it_looks_at_facts_only_where_the_policy_stands(self):
        wrong = evening(1, {1: 3, 2: 1, 3: -1, 4: -4})
        assert refused({**PLAIN, "best_of": 12}, **facts([wrong])) == [("best_of_above_meetings", "best_of")]

    def test_it_counts_members_who_withdrew_for_those_needed(self):
        players = {1: {}, 2: {"status": "withdrawn"}, 3: {"status": "guest"}}
        known = {key: each for key, each in document(PLAIN, [], players).items() if key == "players"}
        assert refused({**PLAIN, "members_needed": 2}, **known) == []
        assert refused({**PLAIN, "members_needed": 3}, **known) == [
            ("members_needed_above_members", "members_needed")
        ]

    def test_it_takes_the_opening_of_the_season_for_a_row_that_has_none(self):
        table = [row(1, 3, opening=10), row(2, -3)]
        assert refused({**RATIO, "opening": 30}, **facts([evening(1, table)])) == []


def facts(meetings):
    made = document(PLAIN, meetings, 5)
    return {"players": made["players"], "meetings": meetings}


def test_it_has_a_sentence_for_every_fault():
    codes = {code for _season, code, _key in ONE} | {"absence_code_unknown", "penalty_not_negative"}
    more = {
        "deals_missing",
        "opening_missing",
        "sum_not_zero",
        "division_unknown",
        "members_needed_above_members",
    }
    assert codes | more == set(SENTENCES)


def test_it_proposes_what_would_do():
    fault = Fault("best_of_above_meetings", "best_of", {"most": 10})
    assert sentence(fault).endswith("at most 10 will do.")


def test_it_agrees_that_the_short_policies_of_other_tests_stand():
    assert [refused(POINTS), refused(NETS)] == [[], []]
