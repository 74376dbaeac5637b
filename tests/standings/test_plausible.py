"""What is worth a look among deals: each kind seen where it is, and not where all is usual."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import scoring
from tournaments.ranking import plausible
from tournaments.ranking.plausible import Limits, Played, Seat, at_least, concerns, hints_of
from tournaments.selectors.hints import limits_of

BEGIN = datetime(2026, 5, 30, 10, tzinfo=UTC)
SEATS = "ESWN"
USUAL = (40, 48, 52, 60, 64, 72, 80, 44, 56, 68, 76, 84)


def deal(number=1, winner="S", giver="E", values=(10, 60, 20, 8), **more):
    seats = tuple(
        Seat(seat, place + 1, value, more.get("special", "") if seat == winner else "", value, *_how, True)
        for place, (seat, value) in enumerate(zip(SEATS, values, strict=True))
        for _how in [(seat == winner, seat == giver)]
    )
    at = BEGIN + more.get("gap", timedelta(minutes=9)) * number
    where = more.get("round", 1), more.get("table", 1), number
    return Played(*where, more.get("sha256", f"{where}"), at, seats, more.get("content", f"{where}"))


EVEN = Limits(2)


def kinds(deals, limits=EVEN):
    return [one.kind for one in hints_of(deals, limits)]


def usual():
    """An evening without anything to look at: winners and discarders take turns."""
    turns = ["ES", "SW", "WN", "NE", "EW", "SN", "WE", "NS", "EN", "SE", "WS", "NW"]
    return [
        deal(number, *turn, values=[value if seat == turn[0] else 12 for seat in SEATS])
        for number, (turn, value) in enumerate(zip(turns, USUAL, strict=True), 1)
    ]


def test_a_usual_evening_has_nothing_to_look_at():
    assert kinds(usual()) == []


def test_a_nought_too_many_is_seen_by_what_is_usual():
    slipped = deal(13, "S", "W", values=(12, 640, 12, 12))
    (hint,) = hints_of([*usual(), slipped], Limits(2))
    assert (hint.kind, hint.deals) == ("digit", ((1, 1, 13),))
    assert (hint.facts["value"], hint.facts["near"]) == (640, [64])
    assert kinds([*usual(), deal(13, "S", "W", values=(12, 320, 12, 12))]) == []
    assert kinds([*usual(), slipped], Limits(2, frozenset({640}))) == []  # worth just that by the rules
    assert kinds([slipped]) == []  # nobody knows what is usual


def test_a_value_that_no_hand_comes_to_is_seen_with_what_it_may_have_been():
    (hint,) = hints_of([deal(1, values=(10, 63, 20, 8))], Limits(2))
    assert (hint.kind, hint.facts["entry"], hint.facts["step"]) == ("digit", 2, 2)
    assert set(hint.facts["near"]) <= {60, 62, 64, 66, 68}
    tiles = deal(1, values=(10, 63, 20, 8))
    tiles = tiles._replace(seats=tuple(seat._replace(typed=False) for seat in tiles.seats))
    assert kinds([tiles]) == []  # counted by the program


def test_what_counts_can_be_divided_by_comes_from_the_rules():
    assert limits_of(scoring.load_rules("bmja-tournament")).step == 2
    assert 1000 in limits_of(scoring.load_rules("bmja-tournament")).fixed


def test_a_deal_entered_twice_is_seen_though_the_winds_passed():
    once = deal(1, content="same")
    again = deal(2, values=(10, 120, 20, 8), content="same")
    assert [(one.kind, one.deals) for one in hints_of([once, again], Limits(2))] == [
        ("twice", ((1, 1, 1), (1, 1, 2)))
    ]
    assert kinds([once, deal(2, content="other")]) == []
    assert kinds([once, deal(3, content="same")]) == []  # another deal between
    assert kinds([once, deal(2, table=2, content="same")]) == []


def test_the_same_special_hand_twice_running_says_that_a_third_is_forbidden():
    first, second = deal(1, special="purity"), deal(2, winner="S", giver="W", special="purity", round=2)
    (hint,) = hints_of([first, second], Limits(2, repeat_forbidden=True))
    assert (hint.kind, hint.facts["special"], hint.facts["forbidden"]) == ("special", "purity", True)
    between = deal(2, "S", "N")
    assert kinds([first, between, second]) == []
    assert kinds([first, deal(2, "S", "N", special="knitting")]) == []


def test_one_pair_is_seen_by_the_numbers():
    """12 of 12 on one neighbour's discards: chance gives each a third, so 3 to the power of 12 is 531,441."""
    deals = [deal(number, "S", "W") for number in range(1, 13)]
    (hint,) = hints_of(deals, Limits(2))
    told = {name: hint.facts[name] for name in ("winner", "giver", "many", "of", "one_in")}
    assert told == {"winner": 2, "giver": 3, "many": 12, "of": 12, "one_in": 3**12}
    assert kinds(deals[:6]) == []
    assert kinds([deal(n, "S", "EWN"[n % 3]) for n in range(1, 31)]) == []


def test_a_hint_of_a_pair_is_about_each_deal_of_theirs_and_others_about_the_deals_they_name():
    deals = [deal(number, "S", "W") for number in range(1, 13)]
    (pair,) = hints_of(deals, Limits(2))
    assert all(concerns(pair, (1, 1, number), [2], [3]) for number in (1, 12, 13))
    assert not any(concerns(pair, (1, 1, 12), *who) for who in (([2], [1]), ([2], []), ([2, 4], [3])))
    (digit,) = hints_of([deal(1, values=(10, 63, 20, 8))], Limits(2))
    assert [concerns(digit, (1, 1, number), [2], [3]) for number in (1, 2)] == [True, False]


@pytest.mark.parametrize(("many", "of", "by_hand"), [(2, 2, 1 / 9), (1, 2, 5 / 9), (0, 5, 1.0)])
def test_the_probability_is_that_of_so_many_or_more(many, of, by_hand):
    assert at_least(many, of, 1 / 3) == pytest.approx(by_hand)


def test_deals_quicker_than_tiles_can_be_played_are_seen_as_a_run():
    quick = [deal(n, "ESWN"[n % 4], "SWNE"[n % 4], gap=timedelta(seconds=20)) for n in range(1, 6)]
    (hint,) = hints_of(quick, Limits(2))
    assert (hint.kind, hint.facts["many"], hint.deals[0]) == ("quick", 4, (1, 1, 2))
    assert kinds(quick[:3]) == []  # two may have been kept by a tablet and sent late
    assert kinds([one._replace(at=None) for one in quick]) == []  # the staff enter from paper


def test_another_version_of_a_deal_makes_another_mark():
    one, other = deal(1, values=(10, 63, 20, 8)), deal(1, values=(10, 63, 20, 8), sha256="other")
    marks = [hints_of([each], Limits(2))[0].mark for each in (one, one, other)]
    assert marks[0] == marks[1] != marks[2]
    assert replace(Limits(2), step=1) == Limits(1)
    assert {plausible.DIGIT, plausible.TWICE} < set(plausible.KINDS)
