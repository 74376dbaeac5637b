"""What a meeting gives: scheme, attendance, bonuses, penalties, codes, rest, substitutes; sums by hand."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.standings.casting import competitions
from tests.standings.seasoning import NETS, POINTS, document, evening, line, made, own, parts, row, states
from tournaments.exchange.season_files import answer
from tournaments.ranking.seasons.crediting import evenings, fully
from tournaments.ranking.seasons.facts import Meeting, Player, Row
from tournaments.ranking.seasons.policy import Policy

EVEN = {1: 50, 5: 50, 2: -20, 3: -80}
PLACES = {"meetings": 10, "credit_scheme": "place_points"}
PERCENT = {"meetings": 10, "credit_scheme": "percent", "aggregate": "mean", "opening": 30}


class TestScheme:
    @pytest.mark.parametrize(
        ("policy", "tables", "expected"),
        [
            # (4 + 2)/2 + 1 each, 1 + 1 = 2, 1/2 + 1 = 3/2: the example of the contract.
            (
                {**POINTS, "table_points": [4, 2, 1, "1/2"], "attendance_points": 1},
                *([EVEN], {1: "4", 5: "4", 2: "2", 3: "3/2"}),
            ),
            # A table of three uses the first three; a place beyond the list gives 0.
            (POINTS, [{1: 5, 2: 0, 3: -5}], {1: "4", 2: "2", 3: "1"}),
            (POINTS, [{1: 9, 2: 5, 3: 0, 4: -5, 5: -9}], {1: "4", 2: "2", 3: "1", 4: "0", 5: "0"}),
            (POINTS, [{1: 9, 2: 5, 3: 0, 4: -7, 5: -7}], {4: "0", 5: "0"}),
            # Three share the places 2 to 4: (2 + 1 + 0)/3; all four: 7/4.
            (POINTS, [{1: 9, 2: -3, 3: -3, 4: -3}], {1: "4", 2: "1", 3: "1", 4: "1"}),
            (POINTS, [{1: 0, 2: 0, 3: 0, 4: 0}], {1: "7/4", 4: "7/4"}),
            # Lists by the number of seats.
            (
                {**POINTS, "table_points_of": {"3": [3, 1, 0]}},
                [{1: 5, 2: 0, 3: -5}],
                {1: "3", 2: "1", 3: "0"},
            ),
            # Nets of all tables are added: 1 has 5 - 2, 2 has -5 + 8, 3 has -6; 20, 20 share 20 + 19.
            (
                {**PLACES, "place_points": {"first": 20, "step": 1}},
                *([{1: 5, 2: -5}, {1: -2, 2: 8, 3: -6}], {1: "39/2", 2: "39/2", 3: "18"}),
            ),
            ({**PLACES, "place_points": [5, 3]}, [{1: 9, 2: 1, 3: -10}], {1: "5", 2: "3", 3: "0"}),
            (
                {**PLACES, "place_points": {"first": 2, "step": 1, "least": 1}},
                [{1: 9, 2: 1, 3: -10}],
                {3: "1"},
            ),
            # Part net for each table.
            (NETS, [{1: 5, 2: -5}, {1: -2, 2: 2}], {1: "3", 2: "-3"}),
            # (30 + 15)/30 = 150 %; two tables: (60 + 15 - 30)/60 = 75 %.
            (PERCENT, [{1: 15, 2: -15}], {1: "150", 2: "50"}),
            (PERCENT, [{1: 15, 2: -15}, {1: -30, 2: 30}], {1: "75", 2: "125"}),
        ],
    )
    def test_it_credits_a_meeting(self, policy, tables, expected):
        found = made(policy, [evening(1, *tables)], 5)
        assert {player: line(found, player)["meetings"][0]["credit"] for player in expected} == expected

    def test_it_says_the_parts_of_each_table(self):
        found = own({**NETS, "attendance_points": 3}, [evening(1, {1: 5, 2: -5}, {1: -2, 2: 2})])
        assert found["meetings"][0]["parts"] == [
            {"code": "net", "amount": "5", "table": 1},
            {"code": "net", "amount": "-2", "table": 2},
            {"code": "attendance", "amount": "3"},
        ]

    def test_it_says_place_and_sharers(self):
        found = made({**PLACES, "place_points": [5, 3]}, [evening(1, {1: 1, 2: 1, 3: -2})])
        assert line(found, 2)["meetings"][0]["parts"] == [
            {"code": "place_points", "amount": "4", "place": 1, "sharers": 2}
        ]

    def test_it_ranks_two_people_in_one_seat_as_two_but_counts_one_seat(self):
        table = [row(1, 4), row(5, 3, sat_for=1), row(2, 1), row(3, -3), row(4, -5)]
        policy = {**POINTS, "table_points_of": {"5": [9, 8, 7, 6, 5]}}
        found = made(policy, [evening(1, table)], 5)
        assert [line(found, each)["total"] for each in (1, 5, 2, 3, 4)] == ["4", "2", "1", "0", "0"]

    def test_it_leaves_out_who_takes_no_place(self):
        players = {1: {}, 2: {"status": "guest"}, 3: {}, 4: {}}
        policy = {**POINTS, "places_without": ["guest"], "attendance_points": 1}
        found = made(policy, [evening(1, {2: 9, 1: 3, 3: -5, 4: -7})], players)
        assert [line(found, each)["total"] for each in (1, 3, 4, 2)] == ["5", "3", "2", "1"]
        assert line(found, 2)["net"] == 9

    @pytest.mark.parametrize("status", ["guest", "substitute", "withdrawn"])
    def test_it_leaves_places_to_all_others(self, status):
        players = {1: {}, 2: {"status": status}, 3: {}, 4: {}}
        found = made(POINTS, [evening(1, {2: 9, 1: 3, 3: -5, 4: -7})], players)
        assert [line(found, each)["total"] for each in (2, 1, 3)] == ["4", "2", "1"]
        assert (line(found, 2)["rank"], line(found, 2)["status"], line(found, 1)["rank"]) == (None, status, 1)

    def test_it_counts_no_result_from_a_table_that_does_not_add_up(self):
        policy = {**NETS, "wrong_sum": "not_counted", "attendance_points": 2}
        found = own(policy, [evening(1, {1: 9, 2: -8}), evening(2, {1: 5, 2: -4}, {1: 1, 3: -1})])
        assert (states(found), found["total"], found["net"], found["attended"]) == ("nc", "5", 1, 2)
        assert parts(found, 1) == [("attendance", "2")]


class TestAttendance:
    RATA = {**NETS, "attendance_points": 30, "attendance_pro_rata": True}

    @pytest.mark.parametrize(
        ("rows", "given"),
        [
            ([row(1, 0, deals=16)], "30"),
            ([row(1, 0, deals=8)], "15"),
            ([row(1, 0, deals=20)], "30"),
            ([row(1, 0)], "30"),
            ([row(1, 0, deals=5)], "75/8"),
        ],
    )
    def test_it_gives_points_for_the_deals_played(self, rows, given):
        found = own(self.RATA, [evening(1, [*rows, row(2), row(3)], deals=16)])
        assert parts(found)[-1] == ("attendance", given)

    def test_it_gives_them_once_for_several_sessions(self):
        found = own(self.RATA, [evening(1, [row(1, 0, deals=4)], [row(1, 0, deals=8)], deals=16)])
        assert found["total"] == "45/2"

    def test_it_gives_all_of_it_to_who_rested_or_has_a_credit(self):
        found = made(
            self.RATA, [evening(1, {2: 0}, deals=16, rested=[1], credits=[{"player": 3, "amount": 7}])]
        )
        assert parts(line(found, 1)) == [("rested", "0"), ("attendance", "30")]
        assert parts(line(found, 3)) == [("credit", "7"), ("attendance", "30")]


class TestBonusesAndPenalties:
    def test_it_counts_facts_up_to_the_most(self):
        policy = {
            **NETS,
            "bonuses": [{"fact": "limit", "each": 20, "most": 2}, {"fact": "kong", "each": "1/2"}],
        }
        tables = [
            [row(1, 5, facts={"limit": 1, "kong": 1}), row(2, -5)],
            [row(1, 0, facts={"limit": 2}), row(3, 0)],
        ]
        found = own(policy, [evening(1, *tables)])
        assert found["meetings"][0]["parts"][2:] == [
            {"code": "bonus", "amount": "40", "fact": "limit"},
            {"code": "bonus", "amount": "1/2", "fact": "kong"},
        ]
        assert found["total"] == "91/2"

    def test_it_adds_what_is_given_by_hand(self):
        found = own(
            NETS, [evening(1, {1: 5, 2: -5}, bonuses=[{"player": 1, "amount": 3, "reason": "brave"}])]
        )
        assert (parts(found), found["total"]) == ([("net", "5"), ("bonus", "3")], "8")

    def test_it_drops_a_penalty_with_its_meeting(self):
        fined = [{"player": 1, "amount": -10, "reason": "late"}]
        meetings = [evening(1, {1: 12, 2: -12}, penalties=fined), evening(2, {1: 5, 2: -5})]
        found = own({**NETS, "best_of": 1}, meetings)
        assert (states(found), found["total"], found["extras"]) == ("dc", "5", [])

    def test_it_always_counts_a_penalty_where_that_is_said(self):
        fined = [{"player": 1, "amount": -10, "reason": "late"}]
        meetings = [evening(1, {1: 12, 2: -12}, penalties=fined), evening(2, {1: 5, 2: -5})]
        found = own({**NETS, "best_of": 1, "penalties": "always"}, meetings)
        assert (states(found), found["total"]) == ("cd", "2")
        assert found["extras"] == [{"code": "adjustment", "amount": "-10", "meeting": 1}]

    def test_it_changes_no_place_and_pays_nobody(self):
        fined = [{"player": 1, "amount": -10, "reason": "late"}]
        found = made(POINTS, [evening(1, {1: 3, 2: 1, 3: -1, 4: -3}, penalties=fined)])
        assert [line(found, each)["total"] for each in (1, 2, 3, 4)] == ["-6", "2", "1", "0"]

    @pytest.mark.parametrize("penalties", ["with_meeting", "always"])
    def test_it_fines_who_was_absent(self, penalties):
        fined = [{"player": 1, "amount": -10, "reason": "did not say so"}]
        found = own({**NETS, "penalties": penalties}, [evening(1, {2: 0}, penalties=fined)])
        assert (states(found), found["total"], found["attended"]) == ("a", "-10", 0)

    def test_it_adds_what_is_of_the_season(self):
        adjusted = [{"player": 1, "amount": "-1/2", "reason": "fixture"}]
        players = {1: {"carried": 4}, 2: {}}
        found = own(NETS, [evening(1, {1: 3, 2: -3})], players, adjustments=adjusted)
        assert (found["total"], found["extras"]) == (
            "13/2",
            [{"code": "carried", "amount": "4"}, {"code": "adjustment", "amount": "-1/2"}],
        )


class TestGivenCredits:
    def test_it_takes_a_given_credit_for_a_result_attended(self):
        policy = {**POINTS, "attendance_points": 1, "best_of": 1}
        meetings = [evening(1, {1: 5, 2: -5}), evening(2, {2: 0}, credits=[{"player": 1, "amount": "9/2"}])]
        found = own(policy, meetings)
        assert (states(found), found["total"], found["attended"], found["net"]) == ("dc", "11/2", 2, 5)


class TestAbsenceCodes:
    CODES = {
        **POINTS,
        "attendance_points": 1,
        "absence": {
            "none": {"formula": "none"},
            "fixed": {"formula": "fixed", "amount": "3/2"},
            "average": {"formula": "average"},
            "best": {"formula": "average_of_best", "of": 2},
            "last": {"formula": "as_last"},
            "duty": {"formula": "average", "most": 1, "attended": True, "attendance_points": True},
        },
    }
    # Points of player 1: 4, 1, 2; then absent with a code, while the others get 4, 2, 1.
    PLAYED = [
        evening(1, {1: 9, 2: 1, 3: -4, 4: -6}),
        evening(2, {2: 9, 3: 1, 1: -4, 4: -6}),
        evening(3, {2: 9, 1: 1, 3: -4, 4: -6}),
    ]

    @pytest.mark.parametrize(
        ("code", "state", "gives", "total", "attended"),
        [
            ("none", "a", [], "10", 3),
            ("fixed", "c", [("absence", "3/2")], "23/2", 3),
            ("average", "c", [("absence", "7/3")], "37/3", 3),  # (4 + 1 + 2)/3
            ("best", "c", [("absence", "3")], "13", 3),  # (4 + 2)/2
            ("last", "c", [("absence", "1")], "11", 3),
            ("duty", "c", [("absence", "7/3"), ("attendance", "1")], "40/3", 4),
        ],
    )
    def test_it_gives_what_the_formula_says(self, code, state, gives, total, attended):
        absent = [{"player": 1, "code": code}]
        found = own(self.CODES, [*self.PLAYED, evening(4, {2: 5, 3: 0, 4: -5}, absent=absent)])
        assert (states(found)[3], parts(found, 4), found["total"], found["attended"]) == (
            state,
            gives,
            total,
            attended,
        )

    def test_it_takes_the_example_of_the_contract(self):
        # 4 + 1 and 1 + 1, then duty: (4 + 1)/2 = 5/2, with attendance 7/2.
        absent = [{"player": 1, "code": "duty"}]
        found = own(self.CODES, [*self.PLAYED[:2], evening(3, {2: 5, 3: 0, 4: -5}, absent=absent)])
        assert (parts(found, 3), found["meetings"][2]["credit"]) == (
            [("absence", "5/2"), ("attendance", "1")],
            "7/2",
        )

    def test_it_changes_with_every_evening_played_also_later_ones(self):
        absent = [{"player": 1, "code": "average"}]
        first = evening(1, {2: 5, 3: 0, 4: -5}, absent=absent)
        later = {**self.PLAYED[0], "number": 2}
        assert parts(own(self.CODES, [first])) == [("absence", "0")]
        assert parts(own(self.CODES, [first, later])) == [("absence", "4")]

    def test_it_takes_bonuses_and_given_credits_but_no_penalty_into_the_mean(self):
        policy = {**self.CODES, "bonuses": [{"fact": "limit", "each": 6}]}
        meetings = [
            evening(1, [row(1, 5, facts={"limit": 1}), row(2, -5)], penalties=[{"player": 1, "amount": -3}]),
            evening(2, {2: 0}, credits=[{"player": 1, "amount": 7}], bonuses=[{"player": 1, "amount": 1}]),
            evening(3, {2: 0}, absent=[{"player": 1, "code": "average"}]),
        ]
        assert parts(own(policy, meetings), 3) == [("absence", "9")]  # (4 + 6 + 7 + 1)/2

    def test_it_leaves_rested_coded_and_void_meetings_out_of_the_mean(self):
        policy = {**self.CODES, "rested": {"formula": "fixed", "amount": 9}, "members_needed": 3}
        meetings = [
            evening(1, {1: 5, 2: 0, 3: -5}),
            evening(2, {2: 0, 3: 0}, rested=[1]),
            evening(3, {1: -5, 2: 5}),
            evening(4, {2: 0, 3: 0, 4: 0}, absent=[{"player": 1, "code": "fixed"}]),
            evening(5, {2: 0, 3: 0, 4: 0}, absent=[{"player": 1, "code": "average"}]),
        ]
        found = made(policy, meetings)
        assert (found["void"], parts(line(found, 1), 5)) == ([3], [("absence", "4")])

    def test_it_means_dropped_meetings_too(self):
        absent = [{"player": 1, "code": "average"}]
        found = own({**self.CODES, "best_of": 1}, [*self.PLAYED, evening(4, {2: 0, 3: 0}, absent=absent)])
        assert (states(found), parts(found, 4)) == ("cddd", [("absence", "7/3")])

    def test_it_counts_only_the_first_uses(self):
        duty = [{"player": 1, "code": "duty"}]
        found = own(self.CODES, [*self.PLAYED[:1], *(evening(at, {2: 0}, absent=duty) for at in (2, 3))])
        assert (states(found), found["attended"], found["total"]) == ("cca", 2, "10")

    def test_it_uses_no_code_up_on_who_came(self):
        duty = [{"player": 1, "code": "duty"}]
        came = evening(1, {1: 5, 2: -5}, absent=duty)
        found = own(self.CODES, [came, evening(2, {2: 0}, absent=duty)])
        assert (parts(found, 1), parts(found, 2)[0]) == (
            [("table_points", "4"), ("attendance", "1")],
            ("absence", "4"),
        )

    def test_it_takes_the_lowest_that_a_member_got(self):
        players = {1: {}, 2: {}, 3: {"status": "guest"}, 4: {"status": "withdrawn"}, 5: {}}
        absent = [{"player": 1, "code": "last"}]
        found = own(self.CODES, [evening(1, {2: 9, 5: 5, 3: -6, 4: -8}, absent=absent)], players)
        assert parts(found) == [("absence", "2")]

    def test_it_gives_as_last_0_where_no_member_played(self):
        absent = [{"player": 1, "code": "last"}]
        assert parts(own(self.CODES, [evening(1, rested=[2], absent=absent)])) == [("absence", "0")]

    @pytest.mark.parametrize(("best_of", "state", "total"), [(2, "cdc", "5"), (1, "ddc", "0")])
    def test_it_always_counts_what_is_not_discardable(self, best_of, state, total):
        codes = {"late": {"formula": "fixed", "amount": 0, "discardable": False}}
        policy = {**NETS, "absence": codes, "best_of": best_of}
        late = [{"player": 1, "code": "late"}]
        meetings = [evening(1, {1: 5, 2: -5}), evening(2, {1: 3, 2: -3}), evening(3, {2: 0}, absent=late)]
        found = own(policy, meetings)
        assert (states(found), found["total"]) == (state, total)

    def test_it_counts_them_beyond_the_number_too(self):
        codes = {"late": {"formula": "fixed", "amount": -1, "discardable": False}}
        late = [{"player": 1, "code": "late"}]
        meetings = [evening(1, {1: 5, 2: -5}), *(evening(at, {2: 0}, absent=late) for at in (2, 3))]
        found = own({**NETS, "absence": codes, "best_of": 1}, meetings)
        assert (states(found), found["total"]) == ("dcc", "-2")

    def test_it_adds_a_penalty_to_what_a_code_gives(self):
        absent, fined = [{"player": 1, "code": "fixed"}], [{"player": 1, "amount": -1}]
        found = own(self.CODES, [evening(1, {2: 0}, absent=absent, penalties=fined)])
        assert (found["meetings"][0]["credit"], found["meetings"][0]["parts"][0]["absence"]) == (
            "1/2",
            "fixed",
        )


class TestRested:
    MEETINGS = [evening(1, {1: -8, 2: 8}), evening(2, {1: -4, 2: 4}), evening(3, {2: 0, 3: 0}, rested=[1])]

    @pytest.mark.parametrize(
        ("rested", "state", "gives", "total"),
        [
            (None, "c", [("rested", "0"), ("attendance", "1")], "-9"),
            ({"formula": "fixed", "amount": 2}, "c", [("rested", "2"), ("attendance", "1")], "-7"),
            ({"formula": "average"}, "c", [("rested", "-6"), ("attendance", "1")], "-15"),
            ({"formula": "average_of_best", "of": 1}, "c", [("rested", "-4"), ("attendance", "1")], "-13"),
            ({"formula": "as_last"}, "c", [("rested", "0"), ("attendance", "1")], "-9"),
            ({"formula": "none"}, "n", [("attendance", "1")], "-9"),
        ],
    )
    def test_it_gives_what_is_set(self, rested, state, gives, total):
        found = own({**NETS, "attendance_points": 1, "rested": rested}, self.MEETINGS)
        assert (states(found)[2], parts(found, 3), found["total"], found["attended"]) == (
            state,
            gives,
            total,
            3,
        )

    def test_it_beats_a_bad_evening_by_default(self):
        found = own({**NETS, "attendance_points": 1, "best_of": 1}, self.MEETINGS)
        assert (states(found), found["total"]) == ("ddc", "1")

    def test_it_is_neither_chosen_nor_dropped_where_it_gives_none(self):
        policy = {**NETS, "attendance_points": 1, "best_of": 1, "rested": {"formula": "none"}}
        found = own(policy, self.MEETINGS)
        assert (states(found), found["total"]) == ("dcn", "-2")  # -4 + 1, and 1 for attending the third

    def test_it_is_nothing_to_who_sat(self):
        found = own(NETS, [evening(1, {1: 5, 2: -5}, rested=[1])])
        assert parts(found) == [("net", "5")]


class TestSubstitutes:
    # 5 sits in for 1 all evening: +6 is second.
    TABLE = [row(2, 9), row(5, 6, sat_for=1, mahjongs=2, given=1), row(3, -5), row(4, -10)]
    ILL = {"ill": {"formula": "fixed", "amount": "1/2"}}

    @pytest.mark.parametrize(
        ("policy", "absent_one", "substitute"),
        [
            ("nobody", ("c", "1/2", 0, 0), ("n", "1", 1, 0)),
            ("fixed", ("c", "3", 0, 0), ("n", "1", 1, 0)),
            ("absent", ("c", "2", 0, 2), ("n", "1", 1, 0)),
            ("himself", ("c", "1/2", 0, 0), ("c", "3", 1, 2)),
        ],
    )
    def test_it_gives_the_result_by_the_policy(self, policy, absent_one, substitute):
        fixed = {"substitute_fixed": 3} if policy == "fixed" else {}
        rules = {**POINTS, "attendance_points": 1, "absence": self.ILL, "substitute_policy": policy, **fixed}
        found = made(rules, [evening(1, self.TABLE, absent=[{"player": 1, "code": "ill"}])], 5)
        for player, expected in ((1, absent_one), (5, substitute)):
            of = line(found, player)
            assert (states(of), of["total"], of["attended"], of["mahjongs"]) == expected
        assert [line(found, each)["total"] for each in (2, 3, 4)] == ["5", "2", "1"]

    def test_it_says_what_a_substitute_brings(self):
        rules = {**POINTS, "substitute_policy": "fixed", "substitute_fixed": 3}
        assert parts(own(rules, [evening(1, self.TABLE)], 5)) == [("substitute", "3")]

    def test_it_fixes_nothing_for_who_sat_himself(self):
        rules = {**NETS, "substitute_policy": "fixed", "substitute_fixed": 3}
        table = [row(2, 4), row(1, 2), row(5, -1, sat_for=1), row(3, -5)]
        found = made(rules, [evening(1, table)], 5)
        assert (parts(line(found, 1)), parts(line(found, 5)), line(found, 5)["net"]) == (
            [("net", "2")],
            [],
            0,
        )

    def test_it_adds_a_substitutes_play_to_the_own_row(self):
        rules = {**POINTS, "substitute_policy": "absent", "attendance_points": 1}
        table = [row(2, 4), row(1, 2), row(5, 3, sat_for=1), row(3, -9)]
        found = made(rules, [evening(1, table)], 5)
        assert parts(line(found, 1)) == [("table_points", "4"), ("attendance", "1")]
        assert (line(found, 1)["net"], line(found, 1)["attended"], line(found, 2)["total"]) == (5, 1, "3")

    def test_it_leaves_a_penalty_with_who_earned_it(self):
        rules = {**NETS, "substitute_policy": "absent"}
        fined = [{"player": 5, "amount": -7}]
        found = made(rules, [evening(1, self.TABLE, penalties=fined)], 5)
        assert (line(found, 1)["total"], line(found, 5)["total"], states(line(found, 5))) == ("6", "-7", "n")

    def test_it_takes_a_substitutes_play_into_the_mean_of_the_absent_player(self):
        codes = {"ill": {"formula": "average"}}
        ill = [{"player": 1, "code": "ill"}]
        meetings = [evening(1, self.TABLE), evening(2, {2: 0}, absent=ill)]
        found = made({**NETS, "substitute_policy": "absent", "absence": codes}, meetings, 5)
        assert parts(line(found, 1), 2) == [("absence", "6")]

    def test_it_holds_places_of_the_evening_for_nobody(self):
        rules = {**PLACES, "place_points": [9, 5, 3, 1], "substitute_policy": "nobody"}
        found = made(rules, [evening(1, self.TABLE)], 5)
        assert [line(found, each)["total"] for each in (2, 5, 3, 4)] == ["9", "0", "3", "1"]

    def test_it_shows_a_substitute_who_is_no_member_unranked(self):
        players = {1: {}, 2: {}, 3: {}, 4: {}, 5: {"status": "substitute"}}
        found = made(NETS, [evening(1, self.TABLE)], players)
        assert (line(found, 5)["rank"], line(found, 5)["total"], line(found, 5)["status"]) == (
            None,
            "6",
            "substitute",
        )

    def test_it_counts_who_stood_in_besides_his_own_table_once(self):
        rules = {**NETS, "substitute_policy": "nobody", "attendance_points": 1}
        found = made(rules, [evening(1, [row(5, 4), row(2, -4)], [row(5, 6, sat_for=1), row(3, -6)])], 5)
        assert parts(line(found, 5)) == [("net", "4"), ("attendance", "1")]


class TestMembersNeeded:
    @pytest.mark.parametrize(
        ("meeting", "is_void"),
        [
            (evening(1, {1: 0, 2: 0, 3: 0}), False),
            (evening(1, {1: 0, 2: 0, 5: 0}), True),  # 5 is a guest
            (evening(1, {1: 0, 2: 0, 6: 0}), False),  # 6 withdrew later
            (evening(1, {1: 0, 2: 0}, rested=[3]), False),
            (evening(1, {1: 0, 2: 0}, credits=[{"player": 3, "amount": 1}]), False),
            (evening(1, {1: 0, 2: 0}, absent=[{"player": 3, "code": "ill"}]), True),
            (evening(1, [row(1), row(2), row(3, sat_for=4)]), False),
            (evening(1, [row(1), row(2), row(5, sat_for=3)]), True),
        ],
    )
    def test_it_counts_members_who_came(self, meeting, is_void):
        players = {1: {}, 2: {}, 3: {}, 4: {}, 5: {"status": "guest"}, 6: {"status": "withdrawn"}}
        policy = {**NETS, "members_needed": 3, "absence": {"ill": {"formula": "fixed", "amount": 1}}}
        found = made(policy, [meeting], players)
        assert (found["held"], found["void"]) == (([], [1]) if is_void else ([1], []))

    @pytest.mark.parametrize("penalties", ["with_meeting", "always"])
    def test_it_forgets_everything_of_a_void_meeting(self, penalties):
        policy = {**NETS, "members_needed": 3, "attendance_points": 1, "penalties": penalties}
        void = evening(1, {1: 5, 2: -5}, penalties=[{"player": 1, "amount": -3}])
        found = own(policy, [void, evening(2, {1: 1, 2: -1, 3: 0})])
        assert (found["total"], found["attended"], found["net"], found["extras"]) == ("2", 1, 1, [])


def test_it_takes_meetings_in_any_order():
    meetings = [evening(2, {1: 5, 2: -5}), evening(1, {1: 1, 2: -1})]
    assert [each["meeting"] for each in own(NETS, meetings)["meetings"]] == [1, 2]


def test_it_reads_amounts_as_numbers_or_text():
    found = answer(document({**NETS, "attendance_points": "3/2"}, [evening(1, {1: "1/2", 2: "-1/2"})]))[0]
    assert (line(found, 1)["total"], line(found, 1)["net"]) == ("2", "1/2")


@given(competitions(), st.sampled_from(["net", "table_points"]), st.booleans(), st.sampled_from([0, 1]))
def test_it_credits_a_plain_meeting_in_one_pass_as_any_other(tallies, scheme, balanced, attending):
    policy = Policy(scheme, attendance_points=attending, opening=30)
    tables = defaultdict(list)
    for tally in tallies:
        tables[tally.round, tally.table].append(Row(tally.entry, tally.net, tally.mahjongs, tally.given, 8))
    for rows in tables.values() if balanced else ():
        rows[-1] = rows[-1]._replace(net=rows[-1].net - sum(row.net for row in rows))
    for number in {number for number, _table in tables}:
        own = tuple(tuple(rows) for (held, _table), rows in sorted(tables.items()) if held == number)
        sat = {row.player for table in own for row in table}
        meeting = Meeting(number, own, 8, frozenset({min(sat), 40}), {min(sat): "ill", 41: "ill", 42: None})
        players = [Player(each) for each in {*sat, 40, 41, 42}]
        assert said(evenings(policy, meeting, players)) == said(fully(policy, meeting, players))


def said(found):
    """Say all of each evening, made as it is asked for."""
    made = ("parts", "scheme", "nets", "sat")
    kept = ("came", "is_result", "played", "rested", "code", "attended", "discardable", "credit", "extras")
    figures = ("earned", "net", "mahjongs", "given", "firsts", "opening", "gained", "player", "meeting")
    return {
        number: [getattr(one, name) for name in (*made, *kept, *figures)] for number, one in found.items()
    }
