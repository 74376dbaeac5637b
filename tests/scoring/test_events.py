"""Whole events, deal by deal: values, special hands, payments, cannon, what follows, refusals."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring import Deal, Position, RuleSet, ScoredDeal, load_rules, score_deal, seated_at

EVENTS = Path(__file__).parents[1] / "events"
TOLD = ("outcome", "winners", "discarder", "win_source", "hands", "events")
Place = tuple[int, int, int]


def lines(event: str, name: str) -> list[dict[str, Any]]:
    path = EVENTS / event / name
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


def place(row: dict[str, Any]) -> Place:
    return row["round"], row["table"], row["deal"]


def played(event: str, rules: RuleSet) -> Iterator[tuple[Place, Position, ScoredDeal, list[Any]]]:
    """Play an event through: of each deal its place, position, result and the claims refused before it."""
    drawn = json.loads((EVENTS / event / "event.json").read_text(encoding="utf-8"))["rounds"]
    players = {
        (each["number"], number): dict(zip("ESWNR", table, strict=False))
        for each in drawn
        for number, table in enumerate(each["tables"], 1)
    }
    refused = lines(event, "refused.jsonl")
    positions: dict[tuple[int, int], Position] = {}
    previous: defaultdict[int, list[str | None]] = defaultdict(list)
    for row in sorted(lines(event, "deals.jsonl"), key=place):
        seats = players[place(row)[:2]]
        position = positions.get(place(row)[:2], seated_at(seats))
        earlier = {seat: previous[player] for seat, player in seats.items()}
        claims = [
            (claim, told(claim, position, rules, earlier)) for claim in refused if place(claim) == place(row)
        ]
        scored = told(row, position, rules, earlier)
        yield place(row), position, scored, claims
        for seat in row["winners"]:
            previous[seats[seat]].append(scored.hands[seat].special)
        if scored.next:
            positions[place(row)[:2]] = scored.next


def following(scored: ScoredDeal) -> dict[str, Any] | None:
    """Say what follows as the files do, which do not tell who sits at the table."""
    told = scored.next.to_json() if scored.next else {}
    return {key: value for key, value in told.items() if key not in ("ring", "places")} or None


def told(
    row: dict[str, Any], position: Position, rules: RuleSet, earlier: dict[str, list[str | None]]
) -> ScoredDeal:
    return score_deal(Deal.from_json({key: row[key] for key in TOLD}), position, rules, previous=earlier)


RULES = {"club16": "bmja-tournament", "open24": "bmja-tournament", "evening13": "bmja-club"}


@pytest.mark.parametrize("event", RULES)
def test_it_comes_to_the_result_of_every_deal(event: str) -> None:
    rules = load_rules(RULES[event])
    expected = json.loads((EVENTS / event / "expected.json").read_text(encoding="utf-8"))["deals"]
    results = {}
    for where, position, scored, _claims in played(event, rules):
        assert not scored.problems, (where, [problem.message for problem in scored.problems])
        counted = any(value is not None for value in scored.values.values())
        results[where] = {
            "east": position.east,
            "round_wind": position.round_wind,
            "goulash": position.goulash,
            "winds": {seat: position.own_wind(seat) for seat in position.playing},
            "resting": position.resting,
            "values": dict(scored.values) if counted else None,
            "special": {
                seat: hand.special for seat, hand in scored.hands.items() if counted and hand.special
            },
            "net": dict(scored.net),
            "cannon": list(scored.cannon),
            "robbed_from": scored.robbed_from,
            "next": following(scored),
        }

    wanted = {place(row): {"cannon": [], "robbed_from": None} | row for row in expected}
    assert results == {
        where: {key: wanted[where].get(key, result[key]) for key in result}
        for where, result in results.items()
    }
    assert results.keys() == wanted.keys()


@pytest.mark.parametrize("event", ["club16", "open24"])
def test_it_refuses_a_third_claim_of_the_same_special_hand(event: str, rules: RuleSet) -> None:
    claims = [claim for _where, _position, _scored, claims in played(event, rules) for claim in claims]

    assert len(claims) == len(lines(event, "refused.jsonl"))
    for claim, refused in claims:
        expected = claim["expected"]
        (problem,) = refused.problems
        assert (problem.code, problem.seat) == (expected["code"], expected["seat"])
        assert problem.facts["special"] == expected["special"]
        assert problem.facts["alternative"] == expected["alternative"]
