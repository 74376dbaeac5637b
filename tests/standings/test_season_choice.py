"""What counts, what it comes to, who has attended enough, and who is ahead; sums worked out by hand."""

import pytest

from tests.standings.seasoning import NETS, POINTS, evening, evenings, line, made, order, own, row, states

CHOICES = [
    # "with -400, absent, -100 and best 2 the total is -500"
    ([-400, None, -100], {"best_of": 2}, "cac", "-500"),
    ([-400, None, -100], {"best_of": 2, "absence_replaces": True}, "dzc", "-100"),
    # Best 7 of 5 held: five results or zeros; 7 held, 5 attended: two zeros.
    ([1, 2, None, 3, None], {"best_of": 7}, "cczcz", "6"),
    ([1, 2, None, 3, None, 4, 5, None], {"best_of": 7}, "cczczcca", "15"),
    # 5, 3, absent, 2: best 2 of 4: 8; "0,1,1,2": 8; all: 10; mean 10/3; trimmed 1 and 1: 3.
    ([5, 3, None, 2], {"best_of": 2}, "ccad", "8"),
    ([5, 3, None, 2], {"discards": "0,1,1,2"}, "ccad", "8"),
    ([5, 3, None, 2], {}, "ccac", "10"),
    ([5, 3, None, 2], {"aggregate": "mean"}, "ccac", "10/3"),
    ([5, 3, None, 2], {"trimmed": {"best": 1, "worst": 1}}, "dcad", "3"),
    # One result short of the two that count: the first absence is a zero.
    ([5, None, None, None], {"discards": "0,1,1,2"}, "czaa", "5"),
    # The last figure holds on.
    ([5, 4, 3, 2], {"discards": "0,1"}, "cccd", "12"),
    ([5], {"discards": "0,1"}, "c", "5"),
    # n - floor((n - from)/every): 9 played, best 7.
    (
        [9, 8, 7, 6, 5, 4, 3, 2, 1],
        {"discard_every": {"every": 2, "from": 5, "of": "attended"}},
        "cccccccdd",
        "42",
    ),
    (
        [9, 8, 7, 6, None, None, None],
        {"discard_every": {"every": 2, "from": 3, "of": "attended"}},
        "ccccaaa",
        "30",
    ),
    (
        [9, 8, 7, 6, None, None, None],
        {"discard_every": {"every": 2, "from": 3, "of": "held"}},
        "cccczaa",
        "30",
    ),
    ([9, 8, 7, 6, 5], {"discard_every": {"every": 2, "from": 3, "of": "held"}}, "ccccd", "30"),
    # Rising: all before the first pair, then the figure of the last that has begun.
    ([3, 2], {"rising": [[3, 1], [5, 2]]}, "cc", "5"),
    ([3, 2, 1], {"rising": [[3, 1], [5, 2]]}, "cdd", "3"),
    ([3, 2, 1, 0], {"rising": [[3, 1], [5, 2]]}, "cddd", "3"),
    ([3, 2, 1, 0, 0], {"rising": [[3, 1], [5, 2]]}, "ccddd", "5"),
    ([3, None, None], {"rising": [[3, 2], [5, 3]]}, "cza", "3"),
    # Trimmed by one at each end for every three results; nothing is dropped if nothing would remain.
    ([3, 2], {"trimmed": {"per": 3}}, "cc", "5"),
    ([3, 2, 1], {"trimmed": {"per": 3}}, "dcd", "2"),
    ([3, 2, 1, None, 9, 7], {"trimmed": {"per": 3}}, "ccdadc", "12"),
    ([3, 2], {"trimmed": {"best": 1, "worst": 1}}, "cc", "5"),
    ([3, None], {"trimmed": {"best": 1, "worst": 0}}, "ca", "3"),
    # With absences that replace: 3, 0, 0, -1 are four results; the first zero is better than the second.
    ([3, None, None, -1], {"trimmed": {"per": 3}, "absence_replaces": True}, "dzzd", "0"),
    ([3, None, -1], {"absence_replaces": True}, "czc", "2"),
    ([0, None, -1], {"absence_replaces": True, "best_of": 1}, "cad", "0"),
    ([None, 0, -1], {"absence_replaces": True, "best_of": 2}, "zcd", "0"),
    # Means: of what counts, of zeros too where they replace or as many as are wanted, and of nothing.
    ([6, None, 3], {"aggregate": "mean", "best_of": 3}, "cac", "9/2"),
    ([6, None, 3], {"aggregate": "mean", "absence_replaces": True}, "czc", "3"),
    (
        [6, 3, None, 3, None, None],
        {"aggregate": "mean", "best_of": 5, "divide_by": "wanted"},
        "cczcza",
        "12/5",
    ),
    ([6, None], {"aggregate": "mean", "best_of": 5, "divide_by": "wanted"}, "cz", "3"),
    ([None, None], {"aggregate": "mean", "best_of": 5, "divide_by": "wanted"}, "zz", "0"),
    ([None, None], {"aggregate": "mean"}, "aa", None),
    ([None, None], {}, "aa", "0"),
]


@pytest.mark.parametrize(("nets", "rules", "expected", "total"), CHOICES)
def test_it_counts_what_the_rules_say(nets, rules, expected, total):
    found = own({**NETS, **rules}, evenings(*nets))
    assert (states(found), found["total"]) == (expected, total)


class TestRatio:
    POLICY = {"meetings": 5, "credit_scheme": "percent", "aggregate": "percent", "penalties": "always"}

    def test_it_takes_a_ratio_of_sums(self):
        # 45/30 and 45/60 give 90/90 = 100, not the mean 225/2.
        meetings = [
            evening(1, [row(1, 15, opening=30), row(2, -15, opening=30)]),
            evening(2, [row(1, -15, opening=60), row(2, 15, opening=60)]),
        ]
        found = own(self.POLICY, meetings)
        assert (found["total"], [each["credit"] for each in found["meetings"]]) == ("100", ["150", "75"])
        assert own({**self.POLICY, "aggregate": "mean"}, meetings)["total"] == "225/2"

    def test_it_counts_the_best_meetings_by_their_own_ratio(self):
        meetings = [
            evening(1, [row(1, 15, opening=30), row(2, -15, opening=30)]),
            evening(
                2, [row(1, -15, opening=60), row(2, 15, opening=60)], penalties=[{"player": 1, "amount": -9}]
            ),
        ]
        found = own({**self.POLICY, "best_of": 1}, meetings)
        assert (states(found), found["total"]) == ("cd", "141")

    def test_it_has_no_ratio_of_nothing_and_puts_it_last(self):
        found = made(self.POLICY, [evening(1, [row(1, -30, opening=30), row(2, 30, opening=30)])], 3)
        assert order(found) == [(2, 1), (1, 2), (3, 3)]
        assert (line(found, 1)["total"], line(found, 3)["total"]) == ("0", None)


class TestOrderOfChoosing:
    @pytest.mark.parametrize(
        ("criteria", "kept"),
        [
            (["total"], 3),  # then net
            (["total", "mahjongs", "net"], 1),
            (["total", "given"], 2),
            (["total", "head_to_head", "firsts"], 3),  # 2 and 3 are first: then net
        ],
    )
    def test_it_never_chooses_by_the_credit_alone(self, criteria, kept):
        # Equal points each evening: 5 at a table of equals of several sizes, chosen by what he did.
        meetings = [
            evening(1, [row(1, 1, mahjongs=3, given=2), row(2, 9), row(3, -10)]),
            evening(2, [row(1, 2, mahjongs=1, given=0), row(2, -2)]),
            evening(3, [row(1, 8, mahjongs=1, given=1), row(2, -8)]),
        ]
        policy = {**POINTS, "table_points": [2, 2, 0], "criteria": criteria, "best_of": 1}
        found = own(policy, meetings)
        assert [each["meeting"] for each in found["meetings"] if each["state"] == "counted"] == [kept]

    def test_it_takes_the_earlier_of_equal_ones(self):
        assert states(own({**NETS, "best_of": 2}, evenings(5, 5, 5))) == "ccd"

    def test_it_gives_no_figures_to_a_result_without_play(self):
        policy = {**NETS, "rested": {"formula": "fixed", "amount": 5}, "best_of": 1}
        meetings = [evening(1, {2: 0, 3: 0}, rested=[1]), evening(2, {1: 5, 2: -5})]
        assert states(own(policy, meetings)) == "dc"  # net 5 beats net 0

    def test_it_decides_places_by_figures_of_what_counts(self):
        # Both have 5 + 5; of player 1 the evening with net 9 is dropped or counted by the rules.
        meetings = [evening(1, {1: 5, 2: 3, 3: -8}), evening(2, {1: -9, 2: 0, 3: 9})]
        policy = {**POINTS, "table_points": [2, 2, 0], "best_of": 1, "criteria": ["total", "net"]}
        season, counted = made(policy, meetings, 3), made({**policy, "figures_of": "counted"}, meetings, 3)
        assert [line(season, each)["net"] for each in (1, 2, 3)] == [-4, 3, 1]
        assert [line(counted, each)["net"] for each in (1, 2, 3)] == [5, 3, 9]


class TestMinimum:
    @pytest.mark.parametrize(
        ("minimum", "held", "attended", "qualification", "is_ranked"),
        [
            (0, 2, 0, "reached", True),
            (3, 6, 3, "reached", True),
            (8, 6, 4, "open", True),  # 4 to come
            (9, 6, 4, "missed", False),
            ("75%", 6, 4, "open", True),  # 75 % of 10: 8
            ("75%", 6, 3, "missed", False),
            ("70%", 10, 7, "reached", True),
            ("71%", 10, 7, "missed", False),  # 7.1: the next whole number up
            ({"rising": [[1, 1], [5, 4]]}, 4, 1, "reached", True),
            ({"rising": [[1, 1], [5, 4]]}, 5, 1, "below", False),  # 5 to come
            ({"rising": [[1, 1], [5, 4], [10, 8]]}, 5, 1, "missed", False),  # 1 + 5 < 8
            ({"rising": [[3, 1]]}, 2, 0, "reached", True),
        ],
    )
    def test_it_judges_what_was_attended(self, minimum, held, attended, qualification, is_ranked):
        nets = [1] * attended + [None] * (held - attended)
        found = own({**NETS, "minimum_attendance": minimum}, evenings(*nets))
        assert (found["attended"], found["qualification"]) == (attended, qualification)
        assert (found["rank"] is not None, found["status"]) == (
            is_ranked,
            None if is_ranked else "minimum_attendance",
        )

    @pytest.mark.parametrize(
        ("ways", "held", "attended", "qualification"),
        [
            ({"rising": [[1, 1], [5, 4]]}, 5, 3, "below"),
            ({"rising": [[1, 1], [5, 4]]}, 5, 4, "reached"),
            ({"rising": [[1, 1], [5, 4]]}, 10, 3, "missed"),
            ({"best_of": 7}, 7, 6, "below"),
            ({"best_of": 7}, 7, 3, "missed"),
        ],
    )
    def test_it_asks_for_as_many_as_count(self, ways, held, attended, qualification):
        nets = [1] * attended + [None] * (held - attended)
        found = own({**NETS, **ways, "minimum_attendance": "as_counted"}, evenings(*nets))
        assert found["qualification"] == qualification

    def test_it_asks_less_where_meetings_were_void(self):
        # 75 % of 10 is 8; two void ones: 6. Void ones are not to come any more.
        void = [evening(at, {1: 0, 4: 0}) for at in (1, 2)]
        played = [evening(at, {2: 0, 3: 0, 4: 0, **({1: 0} if at <= 6 else {})}) for at in range(3, 9)]
        policy = {**NETS, "minimum_attendance": "75%", "members_needed": 3}
        found = made(policy, [*void, *played])
        assert (line(found, 1)["attended"], line(found, 1)["qualification"]) == (4, "open")
        assert line(found, 2)["qualification"] == "reached"
        later = [*void, *played, evening(9, {2: 0, 3: 0, 4: 0})]
        assert line(made(policy, later), 1)["qualification"] == "missed"

    def test_it_counts_who_came_for_one_deal(self):
        table = [row(1, 1, deals=1), row(5, 2, deals=15, sat_for=1), row(2, -3, deals=16)]
        found = made({**NETS, "minimum_attendance": 10}, [evening(1, table, deals=16)], 5)
        assert [line(found, each)["attended"] for each in (1, 5, 2)] == [1, 1, 1]

    MEETINGS = (evening(1, {1: 9, 2: 3, 3: -5, 4: -7}), evening(2, {2: 1, 3: 0, 4: -1}))

    @pytest.mark.parametrize(
        ("unqualified", "expected"),
        [
            ("unranked", [(2, 1), (3, 2), (4, 3), (1, None)]),
            ("after", [(2, 1), (3, 2), (4, 3), (1, 4)]),
        ],
    )
    def test_it_puts_who_missed_it_where_it_is_said(self, unqualified, expected):
        policy = {**NETS, "meetings": 2, "minimum_attendance": 2, "unqualified": unqualified}
        found = made(policy, list(self.MEETINGS))
        assert order(found) == expected
        assert (line(found, 1)["status"], line(found, 1)["decided_by"]) == (
            ("minimum_attendance", None) if unqualified == "unranked" else (None, "qualified")
        )

    def test_it_keeps_the_status_of_who_is_not_ranked_anyhow(self):
        players = {1: {"status": "guest"}, 2: {}, 3: {}, 4: {}}
        policy = {**NETS, "meetings": 2, "minimum_attendance": 2}
        assert own(policy, list(self.MEETINGS), players)["status"] == "guest"

    def test_it_takes_the_meetings_held_for_the_plan_if_none_is_said(self):
        found = own({"credit_scheme": "net", "minimum_attendance": "50%"}, evenings(1, None, None))
        assert found["qualification"] == "missed"


class TestOrder:
    def test_it_shares_the_better_place_and_skips_the_next(self):
        found = made(NETS | {"criteria": ["total"]}, [evening(1, {1: 5, 3: -2, 2: -2, 4: -1})])
        assert order(found) == [(1, 1), (4, 2), (2, 3), (3, 3)]
        assert [(each["shared"], each["decided_by"]) for each in found["lines"]] == [
            (False, None),
            (False, "total"),
            (True, "total"),
            (True, None),
        ]

    @pytest.mark.parametrize(
        ("criterion", "meetings", "first"),
        [
            ("net", [evening(1, {1: 5, 2: 7, 3: -12})], 2),
            ("mahjongs", [evening(1, [row(1), row(2, mahjongs=1)])], 2),
            ("given", [evening(1, [row(1, given=1), row(2)])], 2),
            ("attended", [evening(1, {2: 0, 3: 0})], 2),
            ("firsts", [evening(1, {1: 4, 3: 5, 4: -9}), evening(2, {2: 0, 4: 0})], 2),  # shared ones too
            ("best_round", [evening(1, {1: 4, 2: 5, 3: -9}), evening(2, {1: 4, 2: -4})], 2),
            ("best_round", [evening(1, {2: -4, 3: 4})], 2),  # none is worst
            ("lot", [], 2),
        ],
    )
    def test_it_breaks_ties(self, criterion, meetings, first):
        policy = {
            "meetings": 9,
            "credit_scheme": "table_points",
            "table_points": [0],
            "criteria": ["total", criterion],
        }
        players = {1: {"lot": 2}, 2: {"lot": 1}, 3: {"status": "guest"}, 4: {"status": "guest"}}
        found = made(policy, meetings, players)
        assert order(found)[:2] == [(first, 1), (3 - first, 2)]
        assert found["lines"][1]["decided_by"] == criterion

    def test_it_puts_who_has_no_lot_last(self):
        found = made({**NETS, "criteria": ["total", "lot"]}, [], {1: {}, 2: {"lot": 9}})
        assert order(found) == [(2, 1), (1, 2)]

    @pytest.mark.parametrize(
        ("criterion", "one", "other"),
        [
            ("countback", [5, 1, 0], [4, 2, 0]),
            ("countback", [4, 1, 0], [4, 1, None]),  # none is worst
            ("next_best", [4, 1, 0], [4, 1, -1]),
            ("next_best", [4, 1, 0], [4, 1, None]),
        ],
    )
    def test_it_compares_credits_one_by_one(self, criterion, one, other):
        best = {"best_of": 2} if criterion == "next_best" else {}
        meetings = [
            evening(
                at,
                [
                    *([] if first is None else [row(1, first)]),
                    *([] if second is None else [row(2, second)]),
                    row(3, -(first or 0) - (second or 0)),
                ],
            )
            for at, (first, second) in enumerate(zip(other, one, strict=True), 1)
        ]
        players = {1: {}, 2: {}, 3: {"status": "guest"}}
        found = made({**NETS, **best, "criteria": ["total", criterion]}, meetings, players)
        assert order(found)[:2] == [(2, 1), (1, 2)]
        assert found["lines"][1]["decided_by"] == criterion

    def test_it_compares_where_the_tied_met(self):
        # 1 and 2 have 0 each; where they met, 2 was ahead.
        meetings = [evening(1, {1: -3, 2: 1, 3: 2}), evening(2, {1: 3, 3: -3}), evening(3, {2: -1, 3: 1})]
        found = made(
            {**NETS, "criteria": ["total", "head_to_head"]}, meetings, {1: {}, 2: {}, 3: {"status": "guest"}}
        )
        assert order(found)[:2] == [(2, 1), (1, 2)]

    def test_it_compares_nobody_unless_every_two_met(self):
        # 1 met 2 and lost, but neither met 3: all three share the place.
        meetings = [
            *(evening(1, {1: -3, 2: 1, 4: 2}), evening(2, {1: 3, 4: -3}), evening(3, {2: -1, 4: 1})),
            evening(4, {3: 0, 4: 0}),
        ]
        players = {1: {}, 2: {}, 3: {}, 4: {"status": "guest"}}
        found = made({**NETS, "criteria": ["total", "head_to_head"]}, meetings, players)
        assert order(found)[:3] == [(1, 1), (2, 1), (3, 1)]

    def test_it_compares_once(self):
        # All three met; 3 is behind. Between 1 and 2 alone 2 would be ahead, which is not asked again.
        meetings = [evening(1, {1: -1, 2: 1}), evening(2, {1: 2, 3: -2}), evening(3, {2: 0, 3: 0})]
        levels = [evening(4, {1: -1, 4: 1}), evening(5, {2: -1, 4: 1}), evening(6, {3: 2, 4: -2})]
        players = {1: {}, 2: {}, 3: {}, 4: {"status": "guest"}}
        found = made({**NETS, "criteria": ["total", "head_to_head"]}, [*meetings, *levels], players)
        assert order(found)[:3] == [(1, 1), (2, 1), (3, 3)]

    def test_it_looks_only_at_counted_meetings_where_that_is_said(self):
        # The evening at which they met is dropped for player 1.
        meetings = [evening(1, {1: 1, 2: 2, 3: -3}), evening(2, {1: 2, 3: -2})]
        players = {1: {}, 2: {}, 3: {"status": "guest"}}
        policy = {**NETS, "best_of": 1, "criteria": ["total", "head_to_head"]}
        assert order(made(policy, meetings, players))[:2] == [(2, 1), (1, 2)]
        assert order(made({**policy, "figures_of": "counted"}, meetings, players))[:2] == [(1, 1), (2, 1)]

    def test_it_lists_who_is_not_ranked_in_the_same_order_without_places(self):
        players = {1: {}, 2: {"status": "guest"}, 3: {"status": "withdrawn"}, 4: {}}
        found = made({**NETS, "criteria": ["total"]}, [evening(1, {1: 1, 2: 2, 3: 5, 4: -8})], players)
        assert order(found) == [(1, 1), (4, 2), (3, None), (2, None)]
        assert {each["decided_by"] for each in found["lines"][2:]} == {None}

    def test_it_gives_nobodys_rows_to_nobody(self):
        policy = {**NETS, "substitute_policy": "nobody", "criteria": ["total"]}
        found = made(policy, [evening(1, [row(5, 9, sat_for=1, mahjongs=3, given=1), row(2, -9)])], 5)
        of = [
            (line(found, each)["net"], line(found, each)["mahjongs"], line(found, each)["given"])
            for each in (1, 5)
        ]
        assert of == [(0, 0, 0), (0, 0, 0)]
