"""Tables of two, three and five: rotation, who comes and goes, settlement, claims, whose hand it was."""

from typing import Any

import pytest

from scoring import (
    Claim,
    Deal,
    MalformedHand,
    Position,
    SettlementError,
    advance,
    first_position,
    gathered,
    handed_over,
    joined,
    left,
    load_rules,
    play,
    precedence,
    score_deal,
    seated_at,
    settle,
)
from scoring.rules import at_table
from scoring.settlement import Penalty

CLUB = load_rules("bmja-club")
TOURNAMENT = load_rules("bmja-tournament")

# Twelve deals of each: E S W N (- the dummy), round wind (g: a goulash), who rests, how it ended.
TWO = """
A - B - E   B
B - A - E   A
A - B - S   A
A - B - S   draw
A - B - Sg  B
B - A - S   A
A - B - W   A
A - B - W   B
B - A - W   B
B - A - W   A
A - B - N   ended
A - B - N   A
A - B - N
"""
THREE = """
A B C - E   B
B C - A E   B
B C - A E   A
C - A B E   draw
C - A B Eg  C
C - A B E   C
C - A B E   void
C - A B E   B
A B C - S   A
A B C - S   B
B C - A S   A
C - A B S   C
C - A B S
"""
DRAWN_SOUTH = """
A - B C E   B
B C A - E   C
C A - B E   A
A - B C S
"""
FIVE = """
A B C D E  R=E A
A B C D E  R=E C
B C D E E  R=A E
C D E A E  R=B draw
C D E A Eg R=B D
D E A B E  R=C B
E A B C E  R=D B
A B C D S  R=E C
B C D E S  R=A C
C D E A S  R=B E
D E A B S  R=C D
D E A B S  R=C A
E A B C S  R=D
"""
ROTATIONS = [
    ("000:217-220", ["A", "B"], TWO),
    ("000:221-222; decision 33", ["A", "B", "C"], THREE),
    ("000:221-222; decision 33", ["A", "B", "C", None], THREE),
    ("000:221-222; decision 33", ["A", None, "B", "C"], DRAWN_SOUTH),
    ("000:223-226; decision 38", ["A", "B", "C", "D", "E"], FIVE),
]


def line_of(deal: dict[str, Any], outcome: Any) -> str:
    """Write a deal as the tables above do."""
    seats = " ".join(deal["seats"].get(wind, "-") for wind in "ESWN")
    rests = f"R={deal['resting']}" if deal["resting"] else ""
    ended = outcome if isinstance(outcome, str) else "".join(outcome)
    return " ".join(f"{seats} {deal['round_wind']}{'g' * deal['goulash']} {rests} {ended}".split())


@pytest.mark.parametrize(("source", "players", "table"), ROTATIONS)
def test_it_passes_the_winds_as_the_table_of_twelve_deals_says(
    source: str, players: list[str | None], table: str
) -> None:
    lines = [" ".join(line.split()) for line in table.split("\n") if line]
    ended = [line.split()[-1] for line in lines[:-1]]
    outcomes = [[each] if len(each) == 1 else each for each in ended]
    game = play(players, outcomes, CLUB)

    assert [line_of(*pair) for pair in zip(game["deals"], [*outcomes, ""], strict=True)] == lines, source


@pytest.mark.parametrize(("players", "passes"), [(2, 8), (3, 12), (4, 16), (5, 20)])
def test_it_is_over_when_everybody_was_east_four_times(players: int, passes: int) -> None:
    position: Position | None = first_position(players)
    east = []
    while position is not None:
        east.append(position.east)
        position = advance(position, [next(seat for seat in position.playing if seat != position.east)], CLUB)

    assert len(east) == passes
    assert {east.count(seat) for seat in east} == {4}


SETTLED = [
    ("two: the winner pays back what he lacks", "000:217-220", 2, {"E": 448, "W": 512}, "E", (384, -384)),
    ("two: East neither pays nor is paid double", "000:217-220", 2, {"E": 448, "W": 12}, "E", (448, -448)),
    ("three", "000:221-222", 3, {"E": 176, "S": 224, "W": 24}, "E", (704, -152, -552)),
    ("five", "000:223-226", 5, {"E": 8, "S": 72, "W": 30, "N": 14}, "W", (-200, 156, 120, -76)),
    ("five, of which one has left", "000:223-226", 4, {"E": 8, "W": 72, "N": 30, "R": 14}, "N", None),
]


@pytest.mark.parametrize(("what", "source", "players", "values", "winner", "net"), SETTLED)
def test_it_settles(
    what: str, source: str, players: int, values: dict[str, int], winner: str, net: tuple[int, ...] | None
) -> None:
    settled = settle(values, [winner], CLUB, players=players)

    expected = net or (-200, 156, 120, -76)
    assert settled.net == dict(zip(values, expected, strict=True)), (what, source)


PENALTIES = [
    ("decision 30", 2, {"E": 448, "W": 512}, "E", {"code": "cannon", "offender": "W"}, (448, -448)),
    ("decision 37", 2, {"E": 0, "W": 0}, "", {"code": "false_mahjong_exposed", "offender": "E"}, (-500, 500)),
    (
        "decision 37",
        3,
        {"E": 0, "S": 0, "N": 0},
        "",
        {"code": "false_mahjong_exposed", "offender": "N"},
        (500, 500, -1000),
    ),
    (
        "decision 37",
        3,
        {"E": 176, "S": 224, "W": 24},
        "E",
        {"code": "misnamed_discard_mahjong", "offender": "W"},
        (704, 0, -704),
    ),
    (
        "decision 37",
        5,
        {"S": 0, "W": 0, "N": 0, "R": 0},
        "",
        {"code": "misnamed_discard", "offender": "R", "misled": ["S", "N"]},
        (50, 0, 50, -100),
    ),
]


@pytest.mark.parametrize(("source", "players", "values", "winner", "penalty", "net"), PENALTIES)
def test_it_charges_penalties_among_those_who_play(
    source: str,
    players: int,
    values: dict[str, int],
    winner: str,
    penalty: dict[str, Any],
    net: tuple[int, ...],
) -> None:
    east = next(iter(values))
    settled = settle(values, [*winner], CLUB, players=players, penalties=[penalty], east=east)

    assert settled.net == dict(zip(values, net, strict=True)), source


@pytest.mark.parametrize(
    ("players", "values", "penalty", "idle"),
    [
        (5, "ESWN", {"code": "false_mahjong_exposed", "offender": "R"}, ("R",)),
        (5, "ESWN", {"code": "misnamed_discard", "offender": "S", "misled": ["R"]}, ("R",)),
        (5, "SWNR", {"code": "wrong_claim", "offender": "E"}, ("E",)),
        (3, "ESW", {"code": "false_mahjong_exposed", "offender": "N"}, ("N",)),
        (3, "ESN", {"code": "misnamed_discard", "offender": "E", "misled": ["W", "S"]}, ("W",)),
    ],
)
def test_it_refuses_a_penalty_that_names_who_does_not_play(
    players: int, values: str, penalty: dict[str, Any], idle: tuple[str, ...]
) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(dict.fromkeys(values, 0), [], CLUB, players=players, penalties=[penalty], east=values[0])

    (problem,) = refused.value.problems
    assert (problem.code, problem.seat, problem.facts["seats"]) == ("penalty_does_not_fit", idle[0], idle)
    assert problem.message.endswith("does not fit this deal: who does not play the deal is no party to it.")


@pytest.mark.parametrize(
    ("players", "values", "more", "expected"),
    [
        (4, "ESWN", {"east": "R"}, "E, S, W, N"),
        (5, "SWNR", {}, "S, W, N, R"),
        (2, "EN", {}, "E, W"),
    ],
)
def test_it_refuses_to_settle_with_an_east_or_a_seat_that_is_none(
    players: int, values: str, more: dict[str, str], expected: str
) -> None:
    with pytest.raises(SettlementError) as refused:
        settle(dict.fromkeys(values, 0), [], CLUB, players=players, **more)

    assert [(one.code, one.facts["expected"]) for one in refused.value.problems] == [("malformed", expected)]


def test_it_knows_no_fifth_seat_where_four_play() -> None:
    values = dict.fromkeys("EWNR", 0)

    assert settle(values, [], CLUB).net == values
    with pytest.raises(SettlementError):
        settle(values, [], TOURNAMENT)


@pytest.mark.parametrize(("players", "seat"), [(5, "R"), (3, "N"), (2, "S")])
def test_it_refuses_the_own_wind_of_who_does_not_play(players: int, seat: str) -> None:
    with pytest.raises(MalformedHand) as refused:
        first_position(players).own_wind(seat)

    (problem,) = refused.value.problems
    assert (problem.code, problem.seat) == ("seat_does_not_play", seat)
    assert problem.message.startswith(("R has no hand", "North has no hand", "South has no hand"))


FIVE_SEATS = first_position(5)
COMING = [
    # a fifth stands before the seat that is East and comes in as North when that East goes out (decision 40)
    (Position(3, "W", "E"), "R", "ESRWN", "R", "NESR"),
    (Position(3, "S", "S"), "R", "ERSWN", "R", "WNER"),
    (Position(1, "E", "E"), "R", "ESWNR", "R", "SWNR"),
    # a fourth takes the dummy's place and wind
    (Position(4, "S", "E", "ESW"), "N", "ESWN", None, "WNES"),
    (Position(4, "W", "E", "EWN"), "S", "ESWN", None, "NESW"),
    (Position(4, "R", "E", "EWR", ring="EWNR"), "N", "EWNR", None, "EWNR"),
]


@pytest.mark.parametrize(("before", "seat", "ring", "resting", "after_a_pass"), COMING)
def test_it_seats_who_comes_late(
    before: Position, seat: str, ring: str, resting: str | None, after_a_pass: str
) -> None:
    here = joined(before, seat)
    other = next(each for each in here.playing if each != here.east)
    after = advance(here, [other], CLUB)

    assert (here.ring, here.resting, here.east, here.number) == (ring, resting, before.east, before.number)
    assert {*here.places} == {*before.places, seat}
    assert after is not None
    by_wind = {after.own_wind(each): each for each in after.playing}
    assert "".join(by_wind[wind] for wind in "ESWN") == after_a_pass


LEAVING = [
    # of five: the ring closes, all follow in order from East
    (FIVE_SEATS, "S", "EWNR", "EWNR", "E"),
    (FIVE_SEATS, "R", "ESWN", "ESWN", "E"),
    (FIVE_SEATS, "E", "SWNR", "SWNR", "S"),
    (Position(9, "R", "S", "ESWNR", ring="ESWNR"), "R", "ESWN", "ESWN", "E"),
    # of four: the place is the dummy's
    (Position(5, "W", "E"), "N", "ESWN", "ESW", "W"),
    (Position(5, "W", "E"), "W", "ESWN", "ESN", "N"),
    (Position(5, "N", "W"), "N", "ESWN", "ESW", "E"),
    (Position(5, "W", "E", "EWNR", ring="EWNR"), "R", "EWNR", "EWN", "W"),
]


@pytest.mark.parametrize(("before", "seat", "ring", "places", "east"), LEAVING)
def test_it_lets_somebody_go(before: Position, seat: str, ring: str, places: str, east: str) -> None:
    goulash = Position(before.number, before.east, before.round_wind, before.places, True, 0, before.ring)
    after = left(goulash, seat)

    assert after is not None
    assert (after.ring, after.places, after.east, after.resting) == (ring, places, east, None)
    assert (after.number, after.goulash) == (before.number, True), "a goulash due stays due"
    passed = before.east == seat and before.east in "NR"
    assert (after.round_wind != before.round_wind) is passed


def test_it_gives_those_who_follow_the_next_winds_when_one_of_five_leaves() -> None:
    after = left(Position(4, "W", "E", "ESWNR", ring="ESWNR"), "N")

    assert after is not None
    assert {seat: after.own_wind(seat) for seat in after.playing} == {"W": "E", "R": "S", "E": "W", "S": "N"}


def test_it_ends_the_game_with_the_last_east_who_leaves() -> None:
    assert left(Position(30, "N", "N"), "N") is None


@pytest.mark.parametrize(
    ("before", "comes", "goes"),
    [
        (FIVE_SEATS, "N", ""),
        (FIVE_SEATS, "X", ""),
        (first_position(4), "X", ""),
        (first_position(4), "E", ""),
        (first_position(3), "R", ""),
        (first_position(2), "S", ""),
        (first_position(3), "", "S"),
        (first_position(2), "", "W"),
        (first_position(3), "", "N"),
    ],
)
def test_it_has_a_new_table_drawn_where_the_seats_do_not_fit(before: Position, comes: str, goes: str) -> None:
    with pytest.raises(MalformedHand) as refused:
        gathered(before, comes, goes)

    assert [problem.code for problem in refused.value.problems] == ["seat_cannot_change"]


def test_it_lets_nobody_come_or_go_where_four_play() -> None:
    for comes, goes in (("R", ""), ("", "N")):
        with pytest.raises(MalformedHand):
            gathered(first_position(), comes, goes, TOURNAMENT.players)


def test_it_plays_a_game_with_people_who_come_and_go() -> None:
    game = play(
        ["A", "B", "C", "D"],
        [["B"], ["B"], ["C"], ["D"], "void"],
        CLUB,
        arrivals=[{"seat": "R", "from_deal": 2, "in": "F"}],
        departures=[{"seat": "W", "from_deal": 4}],
        substitutions=[{"seat": "E", "from_deal": 3, "in": "G"}],
    )

    assert [("".join(deal["seats"].values()), deal["resting"]) for deal in game["deals"]] == [
        ("ABCD", None),
        ("BCDA", "F"),
        ("BCDG", "F"),
        ("DGFB", None),  # the winds passed to C, who left; so they passed once more
        ("DGFB", None),
        ("DGFB", None),
    ]


def test_it_refuses_a_winner_who_rests_or_has_left() -> None:
    left_already: dict[str, Any] = {"departures": [{"seat": "N", "from_deal": 1}]}
    for players, more in ((["A", "B", "C", "D", "E"], {}), (["A", "B", "C", "E"], left_already)):
        with pytest.raises(MalformedHand):
            play(players, [["E"]], CLUB, **more)


@pytest.mark.parametrize(
    "moves",
    [
        {"arrivals": [{"seat": "R", "from_deal": 1}]},
        {"arrivals": [{"seat": "R", "from_deal": 9, "in": "F"}]},
        {"departures": [{"seat": "R", "from_deal": "1"}]},
        {"departures": "N"},
        {"departures": ["N"]},
    ],
)
def test_it_refuses_who_comes_or_goes_in_no_deal(moves: dict[str, Any]) -> None:
    with pytest.raises(MalformedHand) as refused:
        play(["A", "B", "C", "D"], [["A"]], CLUB, **moves)

    assert [problem.code for problem in refused.value.problems] == ["malformed"]


def test_it_hands_over_the_hand_of_who_rested_to_who_was_recorded_as_resting() -> None:
    recorded, known = FIVE_SEATS, Position(3, "W", "E", "ESWNR", ring="ESWNR")  # R rests; really S rested
    told = {
        "outcome": "win",
        "winners": ["S"],
        "discarder": "N",
        "hands": {"E": {"points": 1}, "S": {"points": 40}, "W": {"points": 2}, "N": {"points": 3}},
        "events": [
            {"code": "misnamed_discard", "offender": "S", "misled": ["S", "N"], "penalty": 7},
            {"code": "wrong_claim", "offender": "E"},
        ],
    }

    assert known.resting == "S"
    assert handed_over(told, recorded, known) == {
        "outcome": "win",
        "winners": ["R"],
        "discarder": "N",
        "hands": {"E": {"points": 1}, "R": {"points": 40}, "W": {"points": 2}, "N": {"points": 3}},
        "events": [
            {"code": "misnamed_discard", "offender": "R", "misled": ["R", "N"], "penalty": 7},
            {"code": "wrong_claim", "offender": "E"},
        ],
    }
    assert handed_over(told, recorded, recorded) == told
    assert handed_over({"void": True}, recorded, known) == {"void": True}
    assert handed_over(told, first_position(), first_position()) == told


def test_it_skips_the_dummy_and_who_rests_when_several_want_a_discard() -> None:
    three, five = seated_at("ESN"), Position(3, "W", "E", "ESWNR", ring="ESWNR")
    rules = at_table(CLUB, 3)

    wanted = [Claim("N", "pung"), Claim("E", "pung")]
    ruled = precedence(wanted, "S", rules, three.playing)
    assert [claim.seat for claim in ruled.order] == ["N", "E"]
    chow = precedence([Claim("N", "chow")], "S", rules, three.playing)
    assert "chows are not allowed in this deal" in chow.problems[0].message
    assert precedence([Claim("R", "chow")], "N", at_table(CLUB, 5), five.playing).problems == ()
    assert precedence([Claim("W", "pung")], "S", rules, three.playing).problems[0].code == "malformed"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_an_ordinary_deal_after_one_that_a_penalty_broke_off(players: int) -> None:
    position = first_position(players)
    for deal, goulash in (
        (Deal("draw"), True),
        (Deal("draw", events=(Penalty("false_mahjong", "E"),)), True),
        (Deal("draw", events=(Penalty("false_mahjong_exposed", "E"),)), False),
    ):
        following = score_deal(deal, position, CLUB).next
        assert following is not None
        assert (following.goulash, following.east) == (goulash, "E"), "decision 32"
