"""Who gets a discard that several want: by call, then by turn, as each table ranks the calls."""

from dataclasses import replace
from itertools import permutations

import pytest

from scoring import RuleSet, load_rules
from scoring.claims import Claim, precedence
from scoring.tables import check_table
from tests.scoring.test_rules import broken

BY_WHAT_IT_COMPLETES = {
    "order": [["mahjong:pung"], ["mahjong:pair"], ["mahjong:chow"], ["kong", "pung"], ["chow"]]
}


def claim(text: str) -> Claim:
    seat, call, *completes = text.split()
    return Claim(seat, call, *completes)


def told(claims: tuple[Claim, ...]) -> list[str]:
    return [" ".join(filter(None, (each.seat, each.call, each.completes))) for each in claims]


@pytest.mark.parametrize(
    ("discarder", "claims", "order"),
    [
        ("E", ["S chow", "N pung"], ["N pung", "S chow"]),
        ("E", ["S chow", "W kong"], ["W kong", "S chow"]),
        ("E", ["S chow"], ["S chow"]),
        ("E", ["S pung", "N mahjong"], ["N mahjong", "S pung"]),
        ("E", ["S mahjong", "N mahjong"], ["S mahjong", "N mahjong"]),
        ("W", ["S mahjong", "N mahjong"], ["N mahjong", "S mahjong"]),
        ("N", ["E chow", "S mahjong", "W pung"], ["S mahjong", "W pung", "E chow"]),
        ("S", ["E mahjong", "N mahjong", "W mahjong"], ["W mahjong", "N mahjong", "E mahjong"]),
        ("E", [], []),
    ],
)
def test_it_gives_the_discard_to_the_first_in_order(
    discarder: str, claims: list[str], order: list[str], rules: RuleSet
) -> None:
    for called in permutations(claims):
        ruled = precedence([claim(each) for each in called], discarder, rules)
        assert told(ruled.order) == order
        assert told(ruled.takers) == order[:1]
        assert ruled.problems == ()


@pytest.mark.parametrize(
    ("discarder", "claims", "order", "reason"),
    [
        ("E", ["W chow", "N pung"], ["N pung"], "only the next player may take a discard for a chow"),
        ("N", ["S chow"], [], "only the next player may take a discard for a chow"),
        ("E", ["E pung"], [], "nobody claims a discard of their own"),
        ("E", ["S pung", "S chow"], ["S pung"], "a player makes one call"),
    ],
)
def test_it_leaves_out_what_cannot_stand(
    discarder: str, claims: list[str], order: list[str], reason: str, rules: RuleSet
) -> None:
    ruled = precedence([claim(each) for each in claims], discarder, rules)

    assert told(ruled.order) == order
    assert [problem.code for problem in ruled.problems] == ["claim_does_not_stand"]
    assert reason in ruled.problems[0].message
    assert ruled.problems[0].seat in [each.split()[0] for each in claims]


@pytest.mark.parametrize(("discarder", "call"), [("E", "S flush"), ("E", "X pung"), ("X", "S pung")])
def test_it_refuses_what_is_no_claim(discarder: str, call: str, rules: RuleSet) -> None:
    ruled = precedence([claim(call)], discarder, rules)

    assert (ruled.takers, [problem.code for problem in ruled.problems]) == ((), ["malformed"])


def test_it_ranks_a_mahjong_by_what_it_completes_where_the_rules_do(rules: RuleSet) -> None:
    polish = replace(rules, claims=BY_WHAT_IT_COMPLETES)
    claims = [claim("S mahjong chow"), claim("W mahjong pair"), claim("N mahjong pung")]

    assert told(precedence(claims, "E", polish).order) == [
        "N mahjong pung",
        "W mahjong pair",
        "S mahjong chow",
    ]
    assert told(precedence(claims, "E", rules).order) == [
        "S mahjong chow",
        "W mahjong pair",
        "N mahjong pung",
    ]


WORKED = [
    ("001:162-165", "polish-136", "E", ["S mahjong chow", "W mahjong pair", "N mahjong pair"], "WNS"),
    ("001:153-158", "polish-136", "E", ["S mahjong chow", "W mahjong pair", "N mahjong pung"], "NWS"),
    ("001:153-158", "polish-136", "N", ["E chow", "S pung", "W mahjong chow"], "WSE"),
    ("001:153-158", "polish-136", "W", ["N chow", "E kong"], "EN"),
    ("002:44", "hungarian-classic", "S", ["W chow"], "W"),
    ("002:65", "hungarian-classic", "S", ["W chow", "N pung"], "NW"),
    ("002:66", "hungarian-classic", "S", ["W pung", "N mahjong"], "NW"),
    ("002:67", "hungarian-classic", "S", ["N mahjong pung", "W mahjong chow"], "WN"),
    ("004:182-184", "hungarian-premium", "E", ["S chow", "W kong", "N mahjong"], "NWS"),
    ("003:125-138", "danish", "E", ["S chow", "W pung"], "WS"),
    ("003:125-138", "danish", "E", ["S chow", "W pung", "N mahjong"], "NWS"),
    ("000:91", "bmja-club", "E", ["S chow", "W pung", "N mahjong"], "NWS"),
    ("000:91", "bmja-tournament", "N", ["S mahjong", "E mahjong", "W pung"], "ESW"),
]


@pytest.mark.parametrize(("source", "ruleset", "discarder", "claims", "order"), WORKED)
def test_it_orders_the_calls_as_the_source_does(
    source: str, ruleset: str, discarder: str, claims: list[str], order: str
) -> None:
    ruled = precedence([claim(each) for each in claims], discarder, load_rules(ruleset))

    assert (ruled.problems, "".join(each.seat for each in ruled.order)) == ((), order), source


@pytest.mark.parametrize("discarder", "NE")
def test_it_lets_west_chow_on_souths_discard_alone(discarder: str) -> None:
    ruled = precedence([claim("W chow")], discarder, load_rules("hungarian-classic"))

    assert [problem.code for problem in ruled.problems] == ["claim_does_not_stand"]


def test_it_asks_what_a_mahjong_completes_where_the_rules_do(rules: RuleSet) -> None:
    ruled = precedence([claim("S mahjong")], "E", replace(rules, claims=BY_WHAT_IT_COMPLETES))

    assert ruled.takers == ()
    assert "whether the tile completes a pung" in ruled.problems[0].message


def test_it_lets_several_take_it_where_several_may_win(rules: RuleSet) -> None:
    danish = replace(rules, settlement={**rules.settlement, "several_winners": True})
    claims = [claim("N mahjong"), claim("W pung"), claim("S mahjong")]

    assert told(precedence(claims, "E", danish).takers) == ["S mahjong", "N mahjong"]
    assert told(precedence(claims[1:2], "E", danish).takers) == ["W pung"]


def test_it_prints_a_ruling(rules: RuleSet) -> None:
    printed = precedence([claim("N mahjong pair"), claim("W chow")], "E", rules).to_json()

    assert printed["takers"] == printed["order"] == [{"seat": "N", "call": "mahjong", "completes": "pair"}]
    assert printed["errors"][0]["message"] == (
        "The call of West cannot stand: only the next player may take a discard for a chow."
    )


@pytest.mark.parametrize(
    "order", [[], [["mahjong"], ["pung"], ["chow"]], [["mahjong"], ["kong", "pung"], ["chow", "pair"]]]
)
def test_it_wants_every_call_in_the_order_of_a_table(order: list[list[str]]) -> None:
    (problem,) = check_table(broken(claims__order=order))

    assert "claims: the order needs mahjong, kong, pung, chow and nothing else" in problem.message
