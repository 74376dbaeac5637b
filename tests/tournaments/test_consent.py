"""Whose word makes a deal official, policy by policy."""

import pytest

from tournaments.deal.consent import DISPUTE, STAFF, verdict

# policy, winners, seats with a person, who confirmed -> state, words given, words needed, who is awaited
CASES = [
    ("all", "S", "ESWN", "", "open", 0, 4, "ESWN"),
    ("all", "S", "ESWN", "ESW", "open", 3, 4, "N"),
    ("all", "S", "ESWN", "ESWN", "confirmed", 4, 4, ""),
    ("all", "", "ESWN", "ESWN", "confirmed", 4, 4, ""),  # a draw
    ("all", "S", "ESW", "ESW", "confirmed", 3, 3, ""),  # a house player in North
    ("winner", "S", "ESWN", "", "open", 0, 2, "ESWN"),
    ("winner", "S", "ESWN", "S", "open", 1, 2, "EWN"),
    ("winner", "S", "ESWN", "EWN", "open", 1, 2, "S"),  # not without the winner
    ("winner", "S", "ESWN", "SN", "confirmed", 2, 2, ""),
    ("winner", "SW", "ESWN", "SE", "open", 2, 3, "W"),  # two won on one tile: both
    ("winner", "SW", "ESWN", "SWE", "confirmed", 3, 3, ""),
    ("winner", "", "ESWN", "E", "open", 1, 2, "SWN"),  # a draw has no winner: any two
    ("winner", "", "ESWN", "EN", "confirmed", 2, 2, ""),
    ("winner", "S", "EWN", "E", "open", 1, 2, "WN"),  # the house won: any two of the people
    ("winner", "S", "EWN", "EW", "confirmed", 2, 2, ""),
    ("winner", "S", "SE", "S", "open", 1, 2, "E"),
    ("winner", "S", "S", "S", "confirmed", 1, 1, ""),  # nobody else is there to ask
    ("referee", "S", "ESWN", "ESWN", "open", 0, 0, ""),
    ("nobody", "S", "ESWN", "", "confirmed", 0, 0, ""),
]


@pytest.mark.parametrize(
    ("policy", "winners", "people", "said", "state", "given", "needed", "awaited"), CASES
)
def test_it_knows_whose_word_is_missing(policy, winners, people, said, state, given, needed, awaited):
    found = verdict(policy, dict.fromkeys(said, "confirm"), winners=winners, people=people)
    assert (found.state, found.given, found.needed, found.awaited) == (state, given, needed, set(awaited))


@pytest.mark.parametrize("policy", ["all", "winner", "referee", "nobody"])
def test_it_is_disputed_whatever_the_others_say_until_the_staff_settle_it(policy):
    words = {"E": "confirm", "S": "confirm", "W": "confirm", "N": DISPUTE}
    assert verdict(policy, words, winners="S", people="ESWN").state == "disputed"
    assert verdict(policy, {**words, STAFF: "confirm"}, winners="S", people="ESWN").settled


@pytest.mark.parametrize("policy", ["all", "winner", "referee", "nobody"])
def test_it_asks_nobody_about_what_the_staff_decided(policy):
    found = verdict(policy, {}, winners="", people="ESWN", ruled=True)
    assert (found.state, found.awaited) == ("confirmed", set())


def test_it_counts_no_word_of_a_seat_where_nobody_can_be_asked():
    assert verdict("all", {"N": "dispute"}, winners="S", people="ESW").state == "open"
