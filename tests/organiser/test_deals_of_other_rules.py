"""Correct deals with several winners, dropped players, counted draws and wild tiles in the form of staff."""

from typing import Any

from django.test import Client

from tests import declared
from tests.organiser.conftest import at, save
from tournaments.models import Competition, DealVersion, Table
from tournaments.selectors import tables


def corrected(client: Client, table: Table, typed: Any, deal: int = 1, **changes: Any) -> DealVersion:
    address = at("deal-correct", table, deal=deal)
    answer = save(client, address, typed(client, address, reason="As it was.", **changes))
    assert answer.status_code == 302, answer.content.decode()
    return tables.current_versions(table)[deal - 1]


NORTH = "[D222] [C222] (DR DR DR) B6* B7 B8 WE WE"


def test_it_adds_a_second_winner(rafe_client: Client, under: Any, play: Any, typed: Any) -> None:
    table = under("danish")
    play(table)
    version = corrected(
        rafe_client, table, typed, others=["N"], hand_N=NORTH, hand_W="b1 b3 b5 b8 c1 c3 c5 c8 d1 d3 d5 d8 wn"
    )
    assert version.content["winners"] == ["S", "N"]
    assert sorted(version.scores.filter(mahjong=True).values_list("seat", flat=True)) == ["N", "S"]


def test_it_shows_who_else_won(rafe_client: Client, under: Any, play: Any, typed: Any) -> None:
    table = under("danish")
    play(table)
    corrected(rafe_client, table, typed, others=["N"], hand_N=NORTH)
    form = rafe_client.get(at("deal-correct", table, deal=1)).context["form"]
    assert (form["winner"].value(), form["others"].value()) == ("S", ["N"])


def test_it_takes_the_hands_of_a_draw_that_counts(
    rafe_client: Client, under: Any, play: Any, typed: Any
) -> None:
    table = under("danish")
    play(table)
    version = corrected(
        rafe_client, table, typed, outcome="draw", winner="", discarder="", win_source="",
        hand_S="[b999] c999 d999 b6 b8 b2 b4",
    )  # fmt: skip
    assert version.net == {"E": -40, "S": 80, "W": -20, "N": -20}


def test_it_notes_who_dropped_out(rafe_client: Client, under: Any, play: Any, typed: Any) -> None:
    table = under("hungarian-classic")
    play(table)
    version = corrected(
        rafe_client, table, typed, dropped=["W"],
        hand_W="[b333] d123 d456 c1 c2 c3* b44 #win_source:discard",
    )  # fmt: skip
    assert version.content["dropped"] == ["W"]
    assert version.scores.get(seat="W").value == 22


def test_it_says_beside_the_field_why_nobody_dropped_out(
    rafe_client: Client, under: Any, play: Any, typed: Any
) -> None:
    table = under("hungarian-classic")
    play(table)
    address = at("deal-correct", table, deal=1)
    refused = rafe_client.post(address, typed(rafe_client, address, dropped=["S"]))
    assert refused.status_code == 422
    assert "dropped" in refused.context["form"].errors


def test_it_asks_for_the_wild_tiles_of_a_goulash(
    rafe_client: Client, under: Any, play: Any, typed: Any
) -> None:
    table = under("bmja-club")
    play(table, declared.draw())
    play(table, declared.draw())
    address = at("deal-correct", table, deal=2)
    won = {
        "outcome": "win", "winner": "S", "win_source": "wall",
        "hand_S": "[b999] c999 d999 b5 b5 j* dr dr",
        "hand_E": "=0", "hand_W": "=0", "hand_N": "=0",
    }  # fmt: skip
    Competition.objects.filter(pk=table.round.competition_id).update(entry_level="winner")
    refused = rafe_client.post(address, typed(rafe_client, address, **won))
    assert "wild" in refused.context["form"].errors
    version = corrected(rafe_client, table, typed, deal=2, wild="J", **won)
    assert (version.goulash, version.content["wild"]) == (True, "J")


def test_it_asks_for_nothing_that_the_rules_do_not_know(rafe_client: Client, table: Table, play: Any) -> None:
    play(table)
    form = rafe_client.get(at("deal-correct", table, deal=1)).context["form"]
    assert form.rare_fields() == []
