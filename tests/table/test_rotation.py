"""Without the server the tablet passes the winds on by itself: as the engine does, under every rule set."""

import random
from typing import Any

import pytest

import scoring

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAY = """(() => {
  const [rotation, outcomes, seats] = v;
  const shown = [];
  let position = { deal: 1, east: "E", round_wind: "E", counted: 0, goulash: false, ...seats };
  for (const ended of outcomes) {
    position = m.advance(position, ended, rotation);
    shown.push(position);
    if (!position) break;
  }
  return shown;
})()"""
RULES = [rules for rules in map(scoring.load_rules, scoring.ruleset_ids()) if 4 in rules.players]
WINDS = [("E", "E", "E"), ("E", "S", "N"), ("N", "S", "W"), ("S", "N", "W")]


CLUB = scoring.load_rules("bmja-club")
OTHER_TABLES = [
    scoring.first_position(2),
    scoring.first_position(3),
    scoring.seated_at("EWN"),
    scoring.first_position(5),
    scoring.Position(1, "E", "E", "ESRWN", ring="ESRWN"),
    scoring.Position(1, "E", "E", "EWR", ring="EWNR"),
]


def outcomes(seed: int) -> list[dict[str, Any]]:
    """Draws, deals broken off, wins of one, now and then of two; long enough that every game ends."""
    chance = random.Random(seed)
    won = [chance.sample("ESWN", chance.choice([0, 0, 1, 1, 1, 1, 1, 2])) for _ in range(90)]
    return [{"winners": each, "outcome": "win" if each else chance.choice(["draw", "ended"])} for each in won]


def played(rules: scoring.RuleSet, deals: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
    position: scoring.Position | None = scoring.first_position()
    shown: list[dict[str, Any] | None] = []
    for deal in deals:
        ended = deal["outcome"] == "ended"
        position = scoring.advance(position, deal["winners"], rules, broken_off=ended) if position else None
        if position is None:
            return [*shown, None]
        shown.append({**position.to_json(), "counted": position.counted, "goulash": position.goulash})
    return shown


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_it_passes_the_winds_on_as_the_engine_does(run: Any, rules: scoring.RuleSet) -> None:
    names = ("round_winds", "east_stays", "counted_deals", "goulash_after_draw")
    rotation = {name: rules.play.get(name) for name in names}
    for seed in range(20):
        deals = outcomes(seed)
        assert run("deal/rotation", PLAY, [rotation, deals]) == played(rules, deals)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_it_writes_a_position_as_the_server_does_and_says_who_pays_double(
    run: Any, rules: scoring.RuleSet
) -> None:
    positions = [
        scoring.Position(1, "E", "E"),
        scoring.Position(7, "W", "S", goulash=True),
        scoring.Position(9, "N", "E", counted=6),
        scoring.first_position(5),
        scoring.first_position(3),
    ]
    told = [[vars_of(one), {"favoured": rules.play.get("favoured")}] for one in positions]
    ask = "v.map(([one, turns]) => [m.positionJson(one), m.favoured(one, turns)])"
    said = run("deal/rotation", ask, told)
    favoured = [one.favoured(rules) if "favoured" in rules.play else None for one in positions]
    assert said == [[one.to_json(), pays] for one, pays in zip(positions, favoured, strict=True)]


def vars_of(one: scoring.Position) -> dict[str, Any]:
    return {**one.to_json(), "counted": one.counted, "goulash": one.goulash}


@pytest.mark.parametrize(("seat", "east", "wind"), WINDS)
def test_it_says_which_wind_a_seat_has(run: Any, seat: str, east: str, wind: str) -> None:
    assert run("deal/rotation", "m.windOf(...v)", [seat, east]) == wind
    assert scoring.Position(1, east, "E").own_wind(seat) == wind


def at_other_tables(first: scoring.Position) -> tuple[list[dict[str, Any]], list[dict[str, Any] | None]]:
    """Play a game of another number of players: how its deals ended, and where the table was after each."""
    chance, position, ended, shown = random.Random(len(first.places)), first, [], []
    while position is not None:
        won = chance.sample(position.playing, chance.choice([0, 1, 1, 1]))
        outcome = "win" if won else chance.choice(["draw", "ended"])
        ended.append({"winners": won, "outcome": outcome})
        after = scoring.advance(position, won, CLUB, broken_off=outcome == "ended")
        winds = {seat: after.own_wind(seat) for seat in after.playing} if after else {}
        shown.append(
            after and {"east": after.east, "round": after.round_wind, "rests": after.resting, **winds}
        )
        position = after
    return ended, shown


AT_OTHER_TABLES = PLAY.replace(
    "shown.push(position);",
    """const winds = (at) => m.playingAt(at).map((seat) => [seat, m.windOf(seat, at.east, at)]);
    shown.push(position && { east: position.east, round: position.round_wind, rests: m.restingAt(position),
      ...Object.fromEntries(winds(position)) });""",
)


@pytest.mark.parametrize("first", OTHER_TABLES, ids=lambda one: one.places)
def test_it_passes_the_winds_at_tables_of_two_three_and_five(run: Any, first: scoring.Position) -> None:
    ended, shown = at_other_tables(first)
    rotation = {"round_winds": list(CLUB.play["round_winds"]), "east_stays": list(CLUB.play["east_stays"])}
    seats = {"ring": first.ring, "places": first.places}

    assert run("deal/rotation", AT_OTHER_TABLES, [rotation, ended, seats]) == shown
