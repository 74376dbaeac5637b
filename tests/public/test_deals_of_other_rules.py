"""Deals under the other rules in words: several winners, counted draws, flowers, goulash, dropped hands."""

import pytest

import scoring
from tests import declared
from tests.public.pages import rows_of, words_of

pytestmark = pytest.mark.django_db

DEAL, TABLE = "/c/spring-day/r1/t3/d1/", "/c/spring-day/r1/t3/"
NORTH = {
    "melds": [
        {"tiles": ["D2", "D2", "D2"], "concealed": False},
        {"tiles": ["C2", "C2", "C2"], "concealed": False},
    ],
    "concealed": ["DR", "DR", "DR", "B6", "B7", "B8", "WE", "WE"],
    "winning_tile": "B6",
}
NINES = {
    "code": "three_nines",
    "name": "Three Nines",
    "value": "1/2",
    "hand": {"sets": [["B9", "C9", "D9"], 3], "chows": True},
}
WEST = declared.rack("B1 B3 B5 B8 C1 C3 C5 C8 D1 D3 D5 D8 WN")


def name(table, seat):
    return table.seatings.get(seat=seat).entry.name


def test_it_names_every_winner(reader, under, play):
    table = under("danish")
    won = declared.with_hand("N", NORTH, winners=["S", "N"])
    play(table, {**won, "hands": {**won["hands"], "W": WEST}})
    both = f"{name(table, 'S')} and {name(table, 'N')} go mah-jong on one discard of {name(table, 'E')}."
    assert both in words_of(reader.get(DEAL))
    assert f"{name(table, 'S')} pays {name(table, 'N')} for the mah-jong" in words_of(reader.get(DEAL))
    shown = words_of(reader.get(TABLE))
    assert both in shown
    assert reader.get(TABLE).content.decode().count("winning tile") == 4  # each hand shows it, and says it


def test_it_says_that_a_draw_counts(reader, under, play):
    table = under("danish")
    hands = {seat: declared.rack(tiles) for seat, tiles in zip("ESW", declared.RACKS.values(), strict=True)}
    north = declared.rack("DR DR DR DG DG B2 C2 C9 D2 D9 WE WS WS")
    play(table, declared.draw(hands={**hands, "N": north}))
    words = words_of(reader.get(DEAL))
    assert "Nobody goes mah-jong: a draw, in which all four hands count." in words
    assert f"{name(table, 'S')} pays {name(table, 'N')} the difference of their hands" in words


def test_it_says_only_that_it_was_a_draw_where_draws_do_not_count(reader, table, play):
    play(table, declared.draw())
    assert "Nobody goes mah-jong: a draw. " in words_of(reader.get(DEAL))


def test_it_shows_flowers_and_what_they_bring(reader, under, play):
    table = under("bmja-club")
    play(table, declared.with_hand("S", {**declared.WINNER, "bonus": ["F2", "S4"]}))
    words = words_of(reader.get(DEAL))
    assert "bonus tiles" in words
    assert "orchid (flower 2)" in reader.get(DEAL).content.decode()
    assert "own flower" in words.lower()


def test_it_says_that_a_deal_was_a_goulash(reader, under, play):
    table = under("bmja-club")
    play(table, declared.draw())
    play(table, declared.goulash())
    assert "A goulash: no chows, and wild tiles (joker)." in words_of(reader.get("/c/spring-day/r1/t3/d2/"))


def test_it_says_who_dropped_out(reader, under, play):
    table = under("hungarian-classic")
    play(table, declared.with_hand("W", declared.LOW, dropped=["W"]))
    words = words_of(reader.get(DEAL))
    assert f"{name(table, 'W')} showed a mah-jong below the minimum and dropped out." in words
    assert f"{name(table, 'W')} pays {name(table, 'S')} for the mah-jong" not in words


def test_it_says_who_paid_double_instead_of_east(reader, under, play):
    table = under("hungarian-premium")
    play(table)
    words = words_of(reader.get(DEAL))
    assert f"{name(table, 'N')} pays and is paid double in this deal, instead of East." in words
    assert (
        f"{name(table, 'N')} pays {name(table, 'S')} for the mah-jong, double with {name(table, 'N')}"
        in words
    )
    assert "double with East" not in words


def test_it_calls_a_hand_of_the_clubs_own_by_its_name(reader, under, play):
    table = under("bmja-tournament", house_hands=[NINES])
    play(table)
    for page in (DEAL, TABLE, f"/c/spring-day/entries/{table.seatings.get(seat='S').entry.number}/"):
        assert "Three Nines" in words_of(reader.get(page)), page


# ------------------------------------------------------------------ the page of the rules
STAYS, THRICE = "East stays after a mah-jong of East and after a draw", "times running"
TOGETHER, COUNTED = "Everybody who can win on the same tile wins", "In a draw all four hands are counted"
PARTICULAR = [
    ("bmja-tournament", [STAYS, THRICE], ["goulash follows"]),
    ("bmja-club", ["wild in it: 2 bamboo or joker", "(competitions seat four)", "Own flower"], [THRICE]),
    ("danish", [TOGETHER, COUNTED, "the winner, or a fisher"], ["Own flower"]),
    ("hungarian-classic", ["worth less than 26", "These rules say nothing of errors"], [THRICE]),
    ("hungarian-premium", ["North, East, South, West", "after 16 deals that count"], ["double with East"]),
    ("polish-136", ["double with East.", "the lower hand pays the higher the difference."], ["Own flower"]),
]


@pytest.mark.parametrize(("ruleset", "said", "unsaid"), PARTICULAR)
def test_it_says_what_is_particular_to_the_rules(reader, ruleset, said, unsaid):
    words = words_of(reader.get(f"/rules/{ruleset}/"))
    for sentence in said:
        assert sentence in words
    for sentence in unsaid:
        assert sentence not in words


def test_it_shows_the_clubs_own_list(reader, under, play):
    under("bmja-tournament", house_hands=[NINES], special_hands_off=["knitting"])
    words = words_of(reader.get("/rules/bmja-tournament/?event=spring-day"))
    assert "Three Nines the club’s own: chows; sets 3 of B9 C9 D9" in words
    assert "Not played at this event: Knitting" in words
    rows = rows_of(reader.get("/rules/bmja-tournament/?event=spring-day"))
    assert "Knitting" not in [row[0] for row in rows if row]
    assert scoring.load_rules("bmja-tournament").content_hash not in words
