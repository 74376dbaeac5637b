"""Who has won, who can still win, what he needs: rows by hand, and every outcome of small seasons tried."""

import random
from fractions import Fraction
from itertools import product
from time import perf_counter

import pytest

from tests.standings.seasoning import NETS, POINTS, document, evening
from tournaments.exchange.season_files import answer
from tournaments.ranking.seasons.prospects import orders

PLAYERS = {number: {} for number in range(1, 5)}


def answered(policy, meetings, players=4, **more):
    """Return what the program says of a situation."""
    situation = {"id": "s", **document(policy, meetings, players), **more}
    return answer({"situations": [situation]})[0][0]


def of(found, player):
    """Return the answers for one player as a row."""
    each = next(each for each in found["answers"] if each["player"] == player)
    return tuple(each[key] for key in ("won", "safe", "can_win", "needs", "clinches_with"))


def credited(number, **amounts):
    """Write a meeting in which players have these credits."""
    given = [{"player": int(name[1:]), "amount": amount} for name, amount in amounts.items()]
    return {"number": number, "tables": [], "credits": given}


LEAD = {**POINTS, "meetings": 2, "attendance_points": 1, "criteria": ["total"]}


class TestNotDrawn:
    def test_it_takes_the_example_of_the_contract(self):
        # 13 against 8, at most 5: safe, not won; 1 clinches, just by coming.
        policy = {**LEAD, "attendance_points": 0, "table_points": [5, 3, 2, 1]}
        found = answered(policy, [credited(1, p1=13, p2=8)], remaining=1)
        assert of(found, 1) == (False, True, True, "absent", "1")
        assert of(found, 2) == (False, False, True, "5", None)

    def test_it_has_won_who_nobody_can_reach(self):
        found = answered(LEAD, [credited(1, p1=14, p2=8, p3=8)], remaining=1)
        assert of(found, 1) == (True, True, True, "absent", "absent")
        assert of(found, 2) == (False, False, False, None, None)

    def test_it_counts_a_rival_only_if_he_can_reach_the_minimum(self):
        # Player 2 has attended once; three are asked for, and one is to come.
        policy = {**LEAD, "meetings": 4, "minimum_attendance": 3}
        meetings = [credited(1, p1=3, p2=50), credited(2, p1=3), credited(3, p1=3)]
        assert of(answered(policy, meetings, remaining=1), 1) == (True, True, True, "absent", "absent")
        assert of(answered({**policy, "minimum_attendance": 2}, meetings, remaining=1), 1)[:3] == (
            False,
            False,
            True,
        )

    def test_it_asks_a_player_to_come_until_the_minimum_is_reached(self):
        policy = {**LEAD, "minimum_attendance": 2}
        found = answered(policy, [credited(1, p1=30)], remaining=1)
        assert of(found, 1) == (False, False, True, "1", "1")

    def test_it_may_cost_to_come_where_points_are_below_zero(self):
        policy = {**LEAD, "attendance_points": 0, "table_points": [2, 0, -1, -3]}
        found = answered(policy, [credited(1, p1=9, p2=6)], remaining=1)
        # Staying away leaves 9 against at most 8; coming last leaves 6.
        assert of(found, 1)[:4] == (False, False, True, "absent")
        assert of(found, 1)[4] == "-1/2"  # 17/2 against 8; -2/3 and less are not enough: 9 - 1 = 8

    def test_it_knows_that_more_is_dropped_later(self):
        # After 3 held nothing is dropped, after 4 one: 9 + 1 loses the 1.
        policy = {**LEAD, "discards": "0,0,0,1", "meetings": 4, "attendance_points": 0}
        meetings = [credited(at, p1=amount) for at, amount in enumerate((9, 3, 1), 1)]
        found = answered(policy, meetings, remaining=1)
        assert of(found, 1) == (True, True, True, "absent", "absent")
        closer = [credited(1, p1=4, p2=3), credited(2, p1=4, p2=3), credited(3, p1=4, p2=3)]
        # Absent: 8 + 4 = 12 of 12; three count. 2 can have 3 + 3 + 4 = 10.
        assert of(answered(policy, closer, remaining=1), 1)[:2] == (True, True)

    def test_it_is_about_members_only(self):
        players = {1: {}, 2: {"status": "guest"}, 3: {"status": "withdrawn"}}
        found = answered(LEAD, [credited(1, p1=1, p2=50, p3=60)], players, remaining=1)
        assert [each["player"] for each in found["answers"]] == [1]
        assert of(found, 1) == (True, True, True, "absent", "absent")

    def test_it_needs_nothing_where_nothing_remains(self):
        found = answered({**LEAD, "meetings": 1}, [credited(1, p1=5, p2=5, p3=1)], remaining=0)
        assert (of(found, 1), of(found, 3)) == (
            (False, True, True, None, None),
            (False, False, False, None, None),
        )

    def test_it_decides_nets_only_when_nothing_remains(self):
        meetings = [evening(1, {1: 5, 2: -5})]
        assert answered(NETS, meetings, remaining=1) == {"id": "s", "exact": False, "why": "unbounded"}
        assert of(answered(NETS, meetings, remaining=0), 1)[:3] == (True, True, True)


@pytest.mark.parametrize(
    "rules",
    [
        {"aggregate": "mean"},
        {"credit_scheme": "place_points", "place_points": [4, 2]},
        {"trimmed": {"per": 3}},
        {"absence": {"ill": {"formula": "fixed", "amount": 1}}},
        {"meetings": 2, "periods": [{"name": "A", "first": 1, "last": 2}]},
        {"divisions": [{"name": "A"}]},
        {"attendance_points": 1, "attendance_pro_rata": True},
        {"rested": {"formula": "none"}},
        {"bonuses": [{"fact": "limit", "each": 1}]},
        {"absence_replaces": True},
    ],
)
def test_it_says_what_only_a_simulation_can_tell(rules):
    players = {number: {"division": "A"} for number in range(1, 5)}
    found = answered({**POINTS, **rules}, [], players, remaining=1)
    assert found == {"id": "s", "exact": False, "why": "by_simulation"}


@pytest.mark.parametrize(("scheme", "aggregate"), [("net", "sum"), ("net", "mean"), ("percent", "mean")])
def test_it_says_that_nets_and_per_cents_have_no_bound(scheme, aggregate):
    found = answered({"meetings": 3, "credit_scheme": scheme, "aggregate": aggregate}, [], remaining=2)
    assert found == {"id": "s", "exact": False, "why": "unbounded"}


def test_it_refuses_a_situation_whose_rules_contradict_themselves():
    found = answered({**POINTS, "best_of": 11}, [], remaining=1)
    assert found == {"id": "s", "refused": [{"code": "best_of_above_meetings", "key": "best_of"}]}


class TestDrawn:
    def test_it_knows_that_four_cannot_all_be_last(self):
        # Four have 9 and share 4 + 2 + 1 + 0 at one table: one of them gets 7/4 at least.
        policy = {**POINTS, "meetings": 2, "criteria": ["total"]}
        players = {number: {} for number in range(1, 9)}
        drawn = [[[1, 2, 3, 4], [5, 6, 7, 8]]]
        for own, expected in ((6, (False, None)), (7, (True, "4"))):
            meetings = [credited(1, p1=9, p2=9, p3=9, p4=9, p5=own)]
            assert of(answered(policy, meetings, players, remaining=1, drawn=drawn), 5)[2:4] == expected
            assert of(answered(policy, meetings, players, remaining=1), 5)[2] is True

    def test_it_leaves_who_is_not_drawn_absent(self):
        policy = {**POINTS, "meetings": 2, "criteria": ["total"]}
        players = {number: {} for number in range(1, 6)}
        found = answered(policy, [credited(1, p5=9)], players, remaining=1, drawn=[[[1, 2, 3, 4]]])
        assert (of(found, 5), of(found, 1)) == (
            (True, True, True, "absent", "absent"),
            (False, False, False, None, None),
        )

    def test_it_says_so_where_the_outcomes_are_too_many(self):
        found = answered(POINTS, [], 7, remaining=1, drawn=[[[1, 2, 3, 4, 5, 6, 7]]])
        assert found == {"id": "s", "exact": False, "why": "by_simulation"}

    @pytest.mark.parametrize("seed", range(2))
    def test_it_answers_several_tables_of_several_meetings_in_time(self, seed):
        chance = random.Random(seed)
        players = {number: {} for number in range(1, 17)}
        meetings = [
            credited(at, **{f"p{each}": chance.choice([0, 1, 2, 4]) for each in players})
            for at in range(1, 6)
        ]
        drawn = []
        for _meeting in range(3):
            numbers = chance.sample(list(players), 16)
            drawn.append([numbers[at : at + 4] for at in range(0, 16, 4)])
        rules = [{}, {"best_of": 5}][seed % 2]
        begun = perf_counter()
        found = answered(
            {**POINTS, "criteria": ["total"], **rules}, meetings, players, remaining=3, drawn=drawn
        )
        assert found["exact"] in (True, False)
        assert perf_counter() - begun < 20


class Tried:
    """Answers by trying every outcome; the season is worked out in a few lines of its own."""

    def __init__(self, policy, credits, remaining, drawn):
        self.policy, self.credits, self.remaining = policy, credits, remaining
        self.held = max(len(own) for own in credits.values()) + remaining
        points = [Fraction(each) for each in policy["table_points"]]
        gives = Fraction(policy.get("attendance_points", 0))
        self.orders = [[sum(points[p - 1 : p - 1 + s]) / s + gives for p, s in order] for order in orders(4)]
        self.outcomes = [*self.futures(drawn)]

    def futures(self, drawn):
        """Yield what each player gets at each meeting to come, None for absence."""
        if drawn is None:
            free = [None, *sorted({credit for order in self.orders for credit in order})]
            for found in product(free, repeat=len(self.credits) * self.remaining):
                rows = [found[at :: self.remaining] for at in range(self.remaining)]
                yield [dict(zip(self.credits, row, strict=True)) for row in rows]
            return
        tables = [(at, table) for at, meeting in enumerate(drawn) for table in meeting]
        for found in product(self.orders, repeat=len(tables)):
            future = [dict.fromkeys(self.credits) for _meeting in drawn]
            for (at, table), order in zip(tables, found, strict=True):
                future[at].update(zip(table, order, strict=True))
            yield future

    def standing(self, player, future):
        """Return the total of a player, None if the minimum is not reached."""
        results = [each for each in self.credits[player] if each is not None]
        results += [each[player] for each in future if each[player] is not None]
        if len(results) < self.policy.get("minimum_attendance", 0):
            return None
        wanted = self.policy.get("best_of", self.held)
        if "discards" in self.policy:
            figures = [int(each) for each in self.policy["discards"].split(",")]
            wanted = self.held - (figures + figures[-1:] * self.held)[self.held - 1]
        return sum(sorted(results, reverse=True)[:wanted])

    def verdicts(self, player):
        """Yield the credit of the next meeting, whether he is ahead of all, and whether nobody is ahead."""
        for future in self.outcomes:
            own = self.standing(player, future)
            others = [self.standing(each, future) for each in self.credits if each != player]
            others = [each for each in others if each is not None]
            yield (
                future[0][player],
                own is not None and all(own > each for each in others),
                own is not None and all(own >= each for each in others),
            )

    def row(self, player):
        found = [*self.verdicts(player)]
        options = sorted(
            {first for first, _won, _safe in found}, key=lambda each: (each is not None, each or 0)
        )
        said = {first: "absent" if first is None else str(first) for first in options}
        needs = next(
            (said[each] for each in options if any(f == each and safe for f, _won, safe in found)), None
        )
        least = None
        for each in reversed(options):
            if not all(won for first, won, _safe in found if first == each):
                break
            least = said[each]
        everywhere = tuple(all(each[at] for each in found) for at in (1, 2))
        return (*everywhere, any(safe for _first, _won, safe in found), needs, least)


def situation(seed):
    """Draw a small situation: three players undrawn, or two tables drawn."""
    chance = random.Random(seed)
    drawn, remaining = None, 1
    players = [1, 2, 3]
    kind = chance.choice(["free", "free twice", "table", "twice", "two tables"])
    if kind != "free":
        remaining = 2 if "twice" in kind else 1
    if kind in ("table", "twice"):
        players = [1, 2, 3, 4, 5]
        drawn = [[chance.sample(players, 4)] for _meeting in range(remaining)]
    elif kind == "two tables":
        players = [*range(1, 9)]
        numbers = chance.sample(players, 8)
        drawn = [[numbers[:4], numbers[4:]]]
    elif kind == "free twice":
        players = [1, 2]
    points = chance.choice([[4, 2, 1, 0], [2, 0, 0, 0], [3, 1, -1, -2], [1, 1, 0, "-1/2"]])
    policy = {**POINTS, "meetings": 9, "table_points": points, "criteria": ["total"]}
    policy |= chance.choice([{}, {"attendance_points": 1}]) | chance.choice([{}, {"minimum_attendance": 3}])
    policy |= chance.choice([{}, {"best_of": 2}, {"discards": "0,1,1,2,2"}])
    held = 3
    credits = {each: [chance.choice([None, 0, 2, 4, 5]) for _held in range(held)] for each in players}
    return policy, credits, remaining, drawn


# All forty take a minute and a half.
@pytest.mark.parametrize(
    "seeds", [range(5, 8), pytest.param(range(40), marks=[pytest.mark.slow, pytest.mark.timeout(600)])]
)
def test_it_says_what_trying_every_outcome_says(seeds):
    for seed in seeds:
        policy, credits, remaining, drawn = situation(seed)
        gives = policy.get("attendance_points", 0)
        meetings = [
            credited(
                at + 1,
                **{f"p{each}": own[at] - gives for each, own in credits.items() if own[at] is not None},
            )
            for at in range(3)
        ]
        more = {} if drawn is None else {"drawn": drawn}
        found = answered(policy, meetings, len(credits), remaining=remaining, **more)
        tried = Tried(policy, credits, remaining, drawn)
        assert {each: of(found, each) for each in credits} == {each: tried.row(each) for each in credits}, (
            seed
        )
