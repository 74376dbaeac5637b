"""Seasons drawn at random come to what a slow reference makes of them, which asks the raw facts anew."""

import random

import pytest

from tests.standings.seasoning import row
from tests.standings.slow_season import Slow
from tournaments.exchange.season_files import answer

WAYS = [
    *({}, {"best_of": 2}, {"best_of": 4}, {"discards": "0,1,1,2"}, {"discards": "0,0,1"}),
    *({"trimmed": {"best": 1, "worst": 1}}, {"trimmed": {"per": 3}}, {"rising": [[1, 1], [3, 2], [5, 4]]}),
    {"rising": [[3, 2]]},
    *({"discard_every": {"every": 2, "from": 2, "of": of}} for of in ("attended", "held")),
]
CODES = {
    "plain": {"formula": "none"},
    "fixed": {"formula": "fixed", "amount": "3/2", "most": 1},
    "duty": {"formula": "average", "most": 2, "attended": True, "attendance_points": True},
    "ill": {"formula": "average_of_best", "of": 2},
    "late": {"formula": "as_last", "discardable": False},
}
CRITERIA = [
    "net",
    "mahjongs",
    "given",
    "firsts",
    "attended",
    "best_round",
    "countback",
    "head_to_head",
    "lot",
]
PLAYERS = 9


def policy(chance):
    """Draw rules, most of which stand."""
    scheme = chance.choice(["net", "table_points", "table_points", "place_points"])
    aggregate = chance.choice(["sum", "sum", "mean"])
    way = chance.choice(WAYS)
    made = {
        "meetings": 8,
        "credit_scheme": scheme,
        "place_points": chance.choice([[5, 3, 2, 1], {"first": 6, "step": "3/2", "least": 0}]),
        "criteria": ["total", *chance.sample(CRITERIA, chance.randint(0, 4))],
        "aggregate": aggregate,
        "figures_of": chance.choice(["season", "counted"]),
        "penalties": chance.choice(["with_meeting", "always"]),
        "attendance_points": chance.choice([0, 1, "1/2", 3]),
        "absence": CODES,
        "absence_replaces": chance.random() < 0.25,
        "wrong_sum": "not_counted",
        "members_needed": chance.choice([0, 0, 4]),
        "substitute_policy": chance.choice(["himself", "absent", "nobody", "fixed"]),
        "rested": chance.choice(
            [
                {"formula": "fixed", "amount": 0},
                {"formula": "none"},
                {"formula": "average"},
                {"formula": "as_last"},
            ]
        ),
        "minimum_attendance": chance.choice([0, 3, "50%", {"rising": [[1, 1], [4, 3]]}]),
        "unqualified": chance.choice(["unranked", "after"]),
        "places_without": chance.choice([[], [], ["guest"]]),
        "bonuses": chance.choice([[], [{"fact": "limit", "each": 2, "most": 1}]]),
        **chance.choice([{}, {}, {"table_points_of": {"3": [3, 1, 0], "5": [5, 4, 3, 2, 1]}}]),
        **way,
    }
    if made["attendance_points"]:
        made["attendance_pro_rata"] = chance.random() < 0.3
    if made["substitute_policy"] == "fixed":
        made["substitute_fixed"] = "5/2"
    if aggregate == "mean" and way and "trimmed" not in way:
        made["divide_by"] = chance.choice(["counted", "wanted"])
    if way and "trimmed" not in way and chance.random() < 0.3:
        made["criteria"].append("next_best")
    return made


def meeting(chance, number):
    """Draw an evening: tables of two to five, somebody standing in, a rest, reasons, penalties, gifts."""
    numbers = chance.sample(range(1, PLAYERS + 1), PLAYERS)
    tables = [
        table(chance, [numbers.pop() for _seat in range(size)])
        for size in chance.choice([[4], [4, 3], [5, 2]])
    ]
    if chance.random() < 0.2:
        tables.append(table(chance, [each["player"] for each in tables[0]][:3]))
    if numbers and chance.random() < 0.5:
        at = chance.choice(tables[0])
        tables[0].append(row(numbers.pop(), 0, sat_for=at["player"], deals=3))
    elif len(numbers) > 1 and chance.random() < 0.6:
        tables[0][0]["for"] = numbers.pop()
        away = [tables[0][0]["for"]]
        return {"number": number, "deals": 8, "tables": tables, **around(chance, numbers, away)}
    return {"number": number, "deals": 8, "tables": tables, **around(chance, numbers, [])}


def table(chance, players):
    """Draw nets that are often equal and rarely do not add up."""
    nets = [chance.randint(-2, 2) for _player in players[1:]]
    nets = [-sum(nets) + (chance.random() < 0.08), *nets]
    return [
        row(
            player,
            net,
            mahjongs=chance.randint(0, 2),
            given=chance.randint(0, 2),
            facts={"limit": chance.randint(0, 2)},
            **({"deals": chance.choice([2, 8])} if chance.random() < 0.7 else {}),
        )
        for player, net in zip(players, nets, strict=True)
    ]


def around(chance, left, away):
    rested = [left.pop()] if left and chance.random() < 0.3 else []
    absent = [
        {"player": each, "code": chance.choice([*CODES])} for each in [*left, *away] if chance.random() < 0.6
    ]
    anybody = range(1, PLAYERS + 1)
    return {
        "rested": rested,
        "absent": absent,
        "penalties": [{"player": chance.choice(anybody), "amount": -1}] if chance.random() < 0.3 else [],
        "bonuses": [{"player": chance.choice(anybody), "amount": "1/2"}] if chance.random() < 0.2 else [],
        "credits": [{"player": chance.choice(anybody), "amount": 2}] if chance.random() < 0.15 else [],
    }


def season(seed):
    """Draw a season file that is not refused."""
    chance = random.Random(seed)
    statuses = {8: "guest", 9: "withdrawn"}
    players = [
        {"number": number, "carried": chance.choice([0, 0, "1/2"]), "lot": chance.choice([None, 1, 2])}
        | ({"status": statuses[number]} if number in statuses else {})
        for number in range(1, PLAYERS + 1)
    ]
    meetings = [meeting(chance, number) for number in range(1, chance.randint(1, 6) + 1)]
    return {"season": policy(chance), "players": players, "meetings": meetings}


def text(amount):
    return None if amount is None else str(amount)


@pytest.mark.parametrize("batch", range(6))
def test_it_comes_to_what_a_slow_reference_makes_of_it(batch):
    looked = 0
    for seed in range(batch * 40, batch * 40 + 40):
        document = season(seed)
        found, said = answer(document)
        if said:
            continue
        looked += 1
        slow = Slow(document)
        assert (found["held"], found["void"]) == (list(slow.held), slow.void), seed
        for line, expected in zip(found["lines"], slow.table(), strict=True):
            names = ("player", "rank", "shared", "status", "decided_by", "attended", "qualification")
            names += ("net", "mahjongs", "given")
            assert {name: line[name] for name in names} == {name: expected[name] for name in names}, seed
            assert line["total"] == text(expected["total"]), (seed, line["player"])
            assert [each["state"] for each in line["meetings"]] == expected["states"], (seed, line["player"])
            credits = [each["credit"] or "0" for each in line["meetings"]]
            assert credits == [text(each) for each in expected["credits"]], (seed, line["player"])
    assert looked > 20
