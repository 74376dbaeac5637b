"""A club's own list: special hands switched on and off for a season, and hands of its own, typed as text."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

import scoring
from players.models import Club
from tests.organiser.conftest import at
from tournaments.forms.competition import CompetitionForm
from tournaments.forms.househands import UnreadableLine, code_of, parse, write
from tournaments.models import Competition, Table

ONES = "All the ones = 1/2, fishing 1/5: pairs; tiles B1 C1 D1 WE WS WW WN"


# ------------------------------------------------------------------ hands as text
@pytest.mark.parametrize(
    ("line", "value", "fishing", "hand"),
    [
        (ONES, "1/2", "1/5", {"pairs": True, "tiles": ["B1", "C1", "D1", "WE", "WS", "WW", "WN"]}),
        ("Kongs = 300: kongs 2; no honours", 300, None, {"kongs": 2, "honours": False}),
        (
            "Ruby = 1: sets 1 of DR; tiles DR B157",
            1,
            None,
            {"sets": [["DR"], 1], "tiles": ["DR", "B1", "B5", "B7"]},
        ),
        (
            "Pair = 5: pair we ws; concealed ; chows",
            5,
            None,
            {"pair": ["WE", "WS"], "concealed": True, "chows": True},
        ),
        (
            "Steps = 9: exactly X123 Y123 Z123 X45 Y4 Z4 X6",
            9,
            None,
            {"exactly": ["X1", "X2", "X3", "Y1", "Y2", "Y3", "Z1", "Z2", "Z3", "X4", "X5", "Y4", "Z4", "X6"]},
        ),
    ],
)
def test_it_reads_a_hand_from_a_line(line: str, value: Any, fishing: Any, hand: Any) -> None:
    row = parse(line)
    assert (row["value"], row.get("fishing"), row["hand"]) == (value, fishing, hand)
    assert parse(write(row)) == row


@pytest.mark.parametrize(
    "line",
    [
        "",
        "All the ones",
        "X = : pairs",
        "X = much: pairs",
        " = 1: pairs",
        "X = 1: flying",
        "X = 1: tiles Q1",
        "X = 1: kongs two",
        "X = 1: kongs ٣",
        "X = 1: sets of DR",
        "X = 1: tiles",
        "X = 1/2, fishing: pairs",
    ],
)
def test_it_refuses_a_line_that_is_no_hand(line: str) -> None:
    with pytest.raises(UnreadableLine):
        parse(line)


WORDS = {
    "pairs": st.just(True),
    "chows": st.just(True),
    "concealed": st.just(True),
    "honours": st.booleans(),
    "kongs": st.integers(0, 4),
    "suits": st.integers(0, 3),
    "tiles": st.lists(st.sampled_from(scoring.KINDS), min_size=1, max_size=9),
    "pair": st.lists(st.sampled_from(scoring.KINDS), min_size=1, max_size=3),
    "sets": st.tuples(
        st.lists(st.sampled_from(scoring.KINDS), min_size=1, max_size=3), st.integers(0, 4)
    ).map(list),
}
NAMES = st.from_regex(r"[A-Za-z0-9żŁé]+( [A-Za-z0-9'’:;]+){0,3}", fullmatch=True)


@given(
    name=NAMES,
    code=st.none() | st.from_regex(r"[a-z_][a-z0-9_]{0,9}", fullmatch=True),
    value=st.integers(0, 9999) | st.sampled_from(["1/2", "2/5"]),
    fishing=st.none() | st.integers(0, 9999) | st.sampled_from(["1/5"]),
    hand=st.fixed_dictionaries({}, optional=WORDS),
)
def test_it_writes_what_it_reads(name: str, code: Any, value: Any, fishing: Any, hand: Any) -> None:
    row = {"code": code or code_of(name), "name": name, "value": value, "hand": hand}
    row |= {"fishing": fishing} if fishing is not None else {}
    assert parse(write(row)) == row


# ------------------------------------------------------------------ in the settings
def test_it_switches_hands_off_and_adds_the_clubs_own(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, house_hands=ONES)
    form["special_hands_on"] = [code for code in form["special_hands_on"] if code != "knitting"]
    assert olive_client.post(address, form).status_code == 302
    tournament.refresh_from_db()
    rules = scoring.load_rules(tournament.ruleset, tournament.ruleset_options)
    codes = [row.code for row in rules.special]
    assert ("knitting" in codes, "all_the_ones" in codes) == (False, True)
    assert tournament.ruleset_hash == rules.content_hash
    again = typed(olive_client, address)
    assert (again["house_hands"], "knitting" in again["special_hands_on"]) == (ONES, False)


def test_it_keeps_the_hash_when_nothing_is_switched(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    before = tournament.ruleset_hash
    olive_client.post(at("settings", tournament), typed(olive_client, at("settings", tournament)))
    tournament.refresh_from_db()
    assert (tournament.ruleset_hash, tournament.ruleset_options) == (before, {})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("All the ones", "Not understood"),
        ("Purity = 1/2: pairs", "a code of its own"),
        ("Halves = 1/3: pairs", "a value in points or as a part of the limit"),
        ("Both = 1: pairs; chows", "sets or tiles, not both"),
        ("Short = 1: exactly B1 B2", "exactly fourteen tiles"),
    ],
)
def test_it_says_what_is_wrong_with_a_hand_of_the_clubs_own(
    olive_client: Client, tournament: Competition, typed: Any, line: str, said: str
) -> None:
    refused = olive_client.post(
        at("settings", tournament), typed(olive_client, at("settings", tournament), house_hands=line)
    )
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["house_hands"]
    assert said in refused.content.decode()
    assert line in unescape(refused.content.decode())


def test_it_refuses_to_switch_hands_once_a_deal_is_recorded(
    olive_client: Client, table: Table, play: Any, typed: Any
) -> None:
    address = at("settings", table.round.competition)
    form = typed(olive_client, address)
    play(table)
    form["special_hands_on"] = form["special_hands_on"][1:]
    refused = olive_client.post(address, form)
    assert refused.status_code == 422
    assert "Deals have been recorded; this can no longer be changed." in refused.content.decode()


def test_it_shows_every_option_with_type_usual_value_and_source(
    olive_client: Client, tournament: Competition
) -> None:
    page = unescape(olive_client.get(at("settings", tournament)).content.decode())
    for spec in scoring.load_rules("bmja-tournament").option_specs.values():
        assert spec.about in page
    assert "A whole number, usually 2. Source: British rules, line 127; choice 4." in page
    assert "One of a few, usually competition." in page


def test_it_begins_with_the_usual_options_of_rules_newly_chosen(
    olive_client: Client, tournament: Competition, typed: Any
) -> None:
    address = at("settings", tournament)
    form = typed(olive_client, address, ruleset="polish-136", options_of="bmja-tournament", name="Kept")
    answer = olive_client.post(address, form)
    assert re.search(r'<details [^>]*id="options" open>', answer.content.decode())
    assert re.search(r'id="rules-changed"[^>]* autofocus', answer.content.decode())
    shown: CompetitionForm = answer.context["form"]
    assert shown["option_special_hands"].value() in (True, "True")
    assert shown["option_limit"].value() == "500"
    assert len(shown["special_hands_on"].value()) == 8
    assert shown["name"].value() == "Kept"
    tournament.refresh_from_db()
    assert tournament.ruleset == "bmja-tournament"


@pytest.mark.parametrize(
    ("changes", "created"),
    [
        ({}, True),
        ({"option_only_possible_tile": "4"}, False),
        ({"option_claim_completes_concealed_pung": "on"}, False),
        ({"house_hands": "Ones = 1/2: pairs; tiles B1 C1 D1 WE"}, False),
    ],
)
def test_it_creates_at_one_press_under_rules_newly_chosen_unless_options_were_typed(
    olive_client: Client, club: Club, typed: Any, changes: Any, created: bool
) -> None:
    address = at("tournament-create", club=club.slug)
    before = olive_client.get(address).context["form"].rules_shown
    form = typed(olive_client, address, name="Cup", options_of=before)
    other = "polish-136" if before != "polish-136" else "bmja-tournament"
    answer = olive_client.post(address, form | {"ruleset": other} | changes, follow=True)
    assert Competition.objects.filter(name="Cup", ruleset=other).exists() is created
    said = "Where clubs read its rules differently it plays as usual" in answer.content.decode()
    assert said is created
    assert ('id="rules-changed"' in answer.content.decode()) is not created
