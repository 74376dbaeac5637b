"""Periods and the year, finals, divisions, and what goes over into the next season; worked out by hand."""

import pytest

from tests.standings.seasoning import NETS, evening, line, made, order, states

HALVES = [{"name": "A", "first": 1, "last": 2}, {"name": "B", "first": 3, "last": 4}]
THIRDS = [{"name": name, "first": at, "last": at} for at, name in enumerate("ABC", 1)]
LEAGUE = {**NETS, "meetings": 4, "criteria": ["total", "net"], "periods": HALVES}
NIGHTS = [
    evening(1, {1: 5, 2: 1, 3: -6}),
    evening(2, {1: -3, 2: 2, 3: 1}),
    evening(3, {1: 4, 3: -4}),
    evening(4, {1: -2, 3: 2}),
]


def year(found):
    """Return number, total and place of each line of the year."""
    return [(each["player"], each["total"], each["rank"]) for each in found["year"]["lines"]]


def of_periods(found, player):
    """Return amount and state of each period."""
    own = next(each for each in found["year"]["lines"] if each["player"] == player)
    return [(each["amount"], each["state"][0]) for each in own["periods"]]


class TestPeriods:
    def test_it_chooses_within_each_period(self):
        found = made({**LEAGUE, "best_of": 1, "year": {"from": "totals"}}, NIGHTS, 3)
        first, second = found["periods"]
        assert (states(line(first, 1)), line(first, 1)["total"]) == ("cd", "5")
        assert (states(line(second, 1)), line(second, 1)["total"]) == ("cd", "4")
        assert (line(first, 1)["net"], line(first, 1)["attended"]) == (2, 2)
        assert year(found) == [(1, "9", 1), (3, "3", 2), (2, "2", 3)]
        assert of_periods(found, 2) == [("2", "c"), (None, "a")]

    def test_it_leaves_carried_points_and_adjustments_to_the_year(self):
        players = {1: {"carried": "1/2"}, 2: {}, 3: {}}
        adjusted = [{"player": 1, "amount": -2, "reason": "rule 4"}]
        found = made({**LEAGUE, "year": {"from": "totals"}}, NIGHTS, players, adjustments=adjusted)
        assert [line(each, 1)["extras"] for each in found["periods"]] == [[], []]
        own = line(found["year"], 1)
        assert own["total"] == "5/2"  # 2 + 2 + 1/2 - 2
        assert [each["code"] for each in own["extras"]] == ["carried", "adjustment"]

    def test_it_counts_the_best_periods_the_earlier_of_equal_ones(self):
        policy = {**LEAGUE, "periods": THIRDS, "meetings": 3, "year": {"from": "totals", "best_of": 2}}
        nights = [evening(at, {1: net, 2: -net}) for at, net in enumerate((1, 3, 1), 1)]
        found = made(policy, nights, 2)
        assert (of_periods(found, 1), of_periods(found, 2)) == (
            [("1", "c"), ("3", "c"), ("1", "d")],
            [("-1", "c"), ("-3", "d"), ("-1", "c")],
        )
        assert year(found) == [(1, "4", 1), (2, "-2", 2)]

    def test_it_gives_nothing_for_a_period_missed_not_even_its_penalties(self):
        policy = {**LEAGUE, "minimum_attendance": 2, "penalties": "always", "year": {"from": "totals"}}
        fined = [{"player": 2, "amount": -9}]
        nights = [evening(1, {1: 5, 2: 1, 3: -6}, penalties=fined), NIGHTS[1], *NIGHTS[2:]]
        nights[1] = evening(2, {1: -3, 3: 3})
        found = made(policy, nights, 3)
        assert line(found["periods"][0], 2)["total"] == "-8"
        assert (of_periods(found, 2), year(found)[1]) == ([(None, "a"), (None, "a")], (2, "0", 2))

    def test_it_counts_a_running_period_as_it_stands_and_none_that_has_not_begun(self):
        policy = {**LEAGUE, "minimum_attendance": 2, "year": {"from": "totals"}}
        found = made(policy, NIGHTS[:1], 3)
        assert line(found["periods"][0], 1)["qualification"] == "open"
        assert of_periods(found, 1) == [("5", "c"), (None, "a")]
        assert order(found["periods"][1]) == [(1, 1), (2, 1), (3, 1)]

    def test_it_gives_points_by_place_in_the_period(self):
        policy = {**LEAGUE, "criteria": ["total"], "year": {"from": "places", "points": [10, 8, 6]}}
        nights = [evening(1, {1: 5, 2: 1, 3: 1, 4: -7}), evening(3, {2: 3, 1: -1, 3: -1, 5: -1})]
        players = {1: {}, 2: {}, 3: {}, 4: {}, 5: {"status": "guest"}}
        found = made(policy, nights, players)
        # A: 10; 2 and 3 share (8 + 6)/2; 4 has 0. B: 2 has 10; 4, who stayed away, holds the second place
        # with a total of 0 and has no result; 1 and 3 share (6 + 0)/2; the guest nothing.
        assert of_periods(found, 1) == [("10", "c"), ("3", "c")]
        assert of_periods(found, 3) == [("7", "c"), ("3", "c")]
        assert of_periods(found, 4) == [("0", "c"), (None, "a")]
        assert of_periods(found, 5) == [(None, "a"), (None, "a")]
        assert year(found) == [(2, "17", 1), (1, "13", 2), (3, "10", 3), (4, "0", 4), (5, "0", None)]

    def test_it_makes_a_table_of_all_meetings_with_its_own_choice(self):
        policy = {**LEAGUE, "best_of": 1, "year": {"from": "meetings", "best_of": 3, "minimum_attendance": 3}}
        found = made(policy, NIGHTS, {1: {"carried": 1}, 2: {}, 3: {}})
        lines = {each["player"]: each for each in found["year"]["lines"]}
        assert (states(lines[1]), lines[1]["total"]) == ("cdcc", "8")  # 5 + 4 - 2, and 1 carried
        assert (lines[2]["rank"], lines[2]["status"]) == (None, "minimum_attendance")

    @pytest.mark.parametrize(
        ("criterion", "best_of", "first"), [("countback", None, 1), ("next_best", 1, 1), ("net", None, 2)]
    )
    def test_it_compares_periods_or_the_figures_of_all_meetings(self, criterion, best_of, first):
        rules = {"from": "totals"} if best_of is None else {"from": "totals", "best_of": best_of}
        policy = {**LEAGUE, "periods": THIRDS, "meetings": 3, "criteria": ["total", criterion], "year": rules}
        players = {1: {}, 2: {}, 3: {"status": "guest"}}
        if criterion == "next_best":
            nights = [evening(1, {1: 4, 2: 4, 3: -8}), evening(2, {1: 2, 2: 1, 3: -3})]
        else:
            nights = [evening(1, {1: 4, 2: 3, 3: -7}), evening(2, {1: 0, 2: 1, 3: -1})]
        if criterion == "net":
            gift = [{"player": 1, "amount": 3}]
            nights = [evening(1, {1: 0, 2: 3, 3: -3}, bonuses=gift)]
        assert year(made(policy, nights, players))[0][::2] == (first, 1)

    def test_it_ranks_who_is_below_the_minimum_in_the_year(self):
        policy = {**LEAGUE, "minimum_attendance": 2, "year": {"from": "totals"}}
        found = made(policy, [NIGHTS[0], evening(2, {1: 0, 3: 0}), *NIGHTS[2:]], 3)
        assert (line(found["periods"][0], 2)["rank"], year(found)[1]) == (None, (2, "0", 2))

    def test_it_means_other_periods_too(self):
        codes = {"ill": {"formula": "average", "most": 1}}
        ill = [{"player": 1, "code": "ill"}]
        nights = [NIGHTS[0], evening(2, {2: 0, 3: 0}, absent=ill), NIGHTS[2], evening(4, {2: 0}, absent=ill)]
        found = made({**LEAGUE, "absence": codes}, nights, 3)
        assert line(found["periods"][0], 1)["meetings"][1]["credit"] == "9/2"  # (5 + 4)/2
        assert line(found["periods"][1], 1)["meetings"][1]["state"] == "absent"  # used up in the first

    def test_it_judges_a_percentage_by_the_length_of_the_period(self):
        policy = {**LEAGUE, "minimum_attendance": "50%"}
        found = made(policy, [NIGHTS[0], evening(2, {1: 0, 3: 0})], 3)
        assert line(found["periods"][0], 2)["qualification"] == "reached"


class TestFinals:
    # First: 2, 1, 3, 4 and Second: 1, 3, 2, 4.
    TWO = (evening(1, {2: 9, 1: 3, 3: -5, 4: -7}), evening(2, {1: 9, 3: 3, 2: -5, 4: -7}))
    POLICY = {
        **NETS,
        "meetings": 2,
        "criteria": ["total"],
        "periods": [{"name": "First", "first": 1, "last": 1}, {"name": "Second", "first": 2, "last": 2}],
    }

    def finals(self, meetings, more=None, players=4, **wanted):
        policy = {**self.POLICY, **(more or {}), "finals": {"from": "periods", "each": 2, **wanted}}
        found = made(policy, list(meetings), players)["finals"]
        return (
            [(each["period"], each["player"], each["rank"]) for each in found["qualified"]],
            [(each["period"], each["players"], each["places"]) for each in found["undecided"]],
        )

    def test_it_lets_a_place_lapse(self):
        assert self.finals(self.TWO) == ([("First", 2, 1), ("First", 1, 2), ("Second", 3, 2)], [])

    def test_it_passes_a_place_down(self):
        expected = [("First", 2, 1), ("First", 1, 2), ("Second", 3, 2), ("Second", 4, 4)]
        assert self.finals(self.TWO, pass_down=True) == (expected, [])

    def test_it_waits_until_a_period_is_finished(self):
        assert self.finals(self.TWO[:1]) == ([("First", 2, 1), ("First", 1, 2)], [])
        longer = [{"name": "First", "first": 1, "last": 2}, {"name": "Second", "first": 3, "last": 3}]
        assert self.finals(self.TWO[:1], {"meetings": 3, "periods": longer}) == ([], [])

    def test_it_leaves_a_shared_place_across_the_line_open(self):
        shared = evening(1, {2: 9, 1: -1, 3: -1, 4: -7})
        qualified, undecided = self.finals([shared, self.TWO[1]])
        assert undecided == [("First", [1, 3], 1)]
        assert qualified == [("First", 2, 1), ("Second", 1, 1), ("Second", 3, 2)]

    def test_it_takes_a_shared_place_before_the_line(self):
        shared = evening(1, {2: 4, 1: 4, 3: -1, 4: -7})
        assert self.finals([shared]) == ([("First", 1, 1), ("First", 2, 1)], [])

    def test_it_leaves_out_who_is_not_ranked(self):
        players = {1: {}, 2: {"status": "guest"}, 3: {}, 4: {}}
        assert self.finals(self.TWO[:1], players=players)[0] == [("First", 1, 1), ("First", 3, 2)]

    def test_it_takes_the_first_of_a_table(self):
        policy = {**NETS, "criteria": ["total"], "finals": {"from": "table", "first": 2}}
        found = made(policy, [self.TWO[0]])["finals"]
        assert found["qualified"] == [
            {"period": None, "player": 2, "rank": 1},
            {"period": None, "player": 1, "rank": 2},
        ]

    def test_it_counts_a_void_meeting_as_taken_place(self):
        void = evening(1, {1: 0, 2: 0})
        qualified, _open = self.finals([void, self.TWO[1]], {"members_needed": 3})
        assert qualified[-2:] == [("Second", 1, 1), ("Second", 3, 2)]


class TestDivisions:
    POLICY = {
        **NETS,
        "meetings": 1,
        "criteria": ["total"],
        "divisions": [{"name": "A", "down": 1}, {"name": "B", "up": 1}],
    }

    def divided(self, nets, more=None, guests=(), **policy):
        numbers = {1: "A", 2: "A", 3: "A", 4: "B", 5: "B", 6: "B"}
        players = {
            number: {
                "division": name,
                **({"status": "guest"} if number in guests else {}),
                **(more or {}).get(number, {}),
            }
            for number, name in numbers.items()
        }
        return made({**self.POLICY, **policy}, [evening(1, nets)], players)

    def test_it_moves_the_first_and_the_last(self):
        found = self.divided({1: 5, 2: 4, 3: -1, 4: 3, 5: -5, 6: -6})
        assert found["moves"] == [
            {"player": 3, "from": "A", "to": "B"},
            {"player": 4, "from": "B", "to": "A"},
        ]
        assert [order(each) for each in found["divisions"]] == [
            [(1, 1), (2, 2), (3, 3)],
            [(4, 1), (5, 2), (6, 3)],
        ]

    def test_it_leaves_a_shared_place_across_the_line_where_it_is(self):
        found = self.divided({1: 5, 2: -1, 3: -1, 4: 2, 5: 2, 6: -7})
        assert (found["moves"], found["undecided"]) == (
            [],
            [
                {"from": "A", "to": "B", "players": [2, 3], "places": 1},
                {"from": "B", "to": "A", "players": [4, 5], "places": 1},
            ],
        )

    def test_it_moves_only_who_is_ranked(self):
        found = self.divided({1: 5, 2: 4, 3: -1, 4: 3, 5: -5, 6: -6}, guests=(3, 4))
        assert [each["player"] for each in found["moves"]] == [2, 5]

    def test_it_lists_up_before_down_in_order_of_places(self):
        divisions = [
            {"name": "A", "down": 2},
            {"name": "B", "up": 2, "down": 1},
            {"name": "C", "up": 1},
        ]
        players = {number: {"division": "AAAABBBBCC"[number - 1]} for number in range(1, 11)}
        nets = {number: 6 - number for number in range(1, 11)} | {10: -5 - 10 + 5}
        nets[10] = -sum(net for number, net in nets.items() if number != 10)
        found = made({**self.POLICY, "divisions": divisions}, [evening(1, nets)], players)
        assert [(each["player"], each["to"]) for each in found["moves"]] == [
            *((3, "B"), (4, "B"), (5, "A"), (6, "A"), (8, "C"), (9, "B")),
        ]

    def test_it_rolls_over_to_the_next_season(self):
        nets = {1: 5, 2: 4, 3: -1, 4: 3, 5: -5, 6: -6}
        found = self.divided(nets, {6: {"status": "withdrawn"}}, guests=(2,), roll_over={"carry": "1/2"})
        assert found["next_season"] == [
            {"player": 1, "carried": "5/2", "division": "A"},
            {"player": 3, "carried": "-1/2", "division": "B"},
            {"player": 4, "carried": "3/2", "division": "A"},
            {"player": 5, "carried": "-5/2", "division": "B"},
        ]

    def test_it_carries_nothing_for_who_is_not_ranked(self):
        found = self.divided({1: 5, 2: -5}, roll_over={"carry": 1}, minimum_attendance=1)
        assert [each["carried"] for each in found["next_season"]] == ["5", "-5", "0", "0", "0", "0"]

    def test_it_never_drops_what_was_carried(self):
        policy = {**NETS, "best_of": 1, "roll_over": {"carry": 1}}
        found = made(policy, [evening(1, {1: -5, 2: 5})], {1: {"carried": -2}, 2: {}})
        assert found["next_season"] == [
            {"player": 1, "carried": "-7", "division": None},
            {"player": 2, "carried": "5", "division": None},
        ]
