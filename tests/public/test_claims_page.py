"""Who gets a discard that several players want, under each rule set, with the reason and its source."""

import pytest

from tests.public.pages import links_of, rows_of, words_of

pytestmark = pytest.mark.django_db

BMJA = "/rules/bmja-tournament/claims/"
EAST = "Nobody gets it: South draws from the wall."


@pytest.mark.parametrize(
    ("ruleset", "query", "verdict"),
    [
        ("bmja-tournament", "discarder=E", EAST),
        ("bmja-tournament", "discarder=E&S=&W=&N=", EAST),
        ("bmja-tournament", "discarder=E&S=chow&N=pung", "North gets it: pung."),
        ("bmja-tournament", "discarder=E&S=mahjong&N=mahjong", "South gets it: mah-jong."),
        ("bmja-club", "discarder=W&S=mahjong&N=mahjong", "North gets it: mah-jong."),
        ("bmja-club", "turns=ESW&discarder=W&E=pung&N=mahjong", "East gets it: pung."),
        ("bmja-club", "turns=EW&discarder=E&W=chow", "Nobody gets it: West draws from the wall."),
        ("bmja-club", "turns=ESW&discarder=N", "Nobody plays there."),
        ("danish", "discarder=E&S=mahjong&W=pung&N=mahjong", "South, North all go mah-jong with it."),
        (
            "polish-136",
            "discarder=E&S=mahjong:chow&N=mahjong:pung",
            "North gets it: mah-jong, completing a pung.",
        ),
        ("polish-136", "discarder=E&S=mahjong:chow&N=pung", "South gets it: mah-jong, completing a chow."),
        ("hungarian-classic", "discarder=N&E=chow&W=kong", "West gets it: kong."),
        ("hungarian-premium", "discarder=N&S=chow", "Nobody gets it: East draws from the wall."),
    ],
)
def test_it_says_who_gets_it(reader, ruleset, query, verdict):
    answer = reader.get(f"/rules/{ruleset}/claims/?{query}")
    assert answer.status_code == 200
    assert verdict in words_of(answer)


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("discarder=E&S=pung", ["Nobody else has a call that stands."]),
        ("discarder=E&S=chow&N=pung", ["The highest call.", "Comes after pung."]),
        (
            "discarder=E&S=mahjong&N=mahjong",
            [
                "The highest call, and the nearest in turn after East.",
                "An equal call, but South is nearer in turn after East.",
            ],
        ),
    ],
)
def test_it_says_why(reader, query, why):
    answer = reader.get(f"{BMJA}?{query}")
    assert [row[2] for row in rows_of(answer)[1:]] == why


def test_it_says_why_several_win(reader):
    answer = reader.get("/rules/danish/claims/?discarder=E&S=mahjong&W=pung&N=mahjong")
    together = "Everybody who can win on the tile wins."
    assert [row[2] for row in rows_of(answer)[1:]] == [together, together, "Comes after mah-jong."]


@pytest.mark.parametrize(
    ("ruleset", "query", "sentence"),
    [
        ("bmja-tournament", "discarder=E&W=chow", "only the next player may take a discard for a chow"),
        ("bmja-tournament", "discarder=E&E=pung", "nobody claims a discard of their own"),
        ("polish-136", "discarder=E&S=mahjong", "these rules ask whether the tile completes"),
    ],
)
def test_it_says_which_call_cannot_stand(reader, ruleset, query, sentence):
    assert sentence in words_of(reader.get(f"/rules/{ruleset}/claims/?{query}"))


def test_it_names_the_source_and_the_order_of_calls(reader):
    words = words_of(reader.get("/rules/polish-136/claims/?discarder=E&S=pung"))
    assert "Rule: Polish rules, lines 150–160" in words
    assert "mah-jong, completing a pung mah-jong, completing the pair" in words


def test_it_asks_first_and_keeps_what_was_chosen(reader):
    empty = reader.get(BMJA)
    assert "gets it:" not in words_of(empty)
    answer = reader.get(f"{BMJA}?discarder=W&N=kong").content.decode()
    assert '<option value="W" selected>' in answer
    assert '<option value="kong" selected>' in answer


def test_it_takes_the_situation_along_to_other_rules(reader):
    links = links_of(reader.get("/rules/polish-136/claims/?discarder=E&S=mahjong:chow&N=pung"))
    assert f"{BMJA}?discarder=E&S=mahjong&N=pung" in links
    links = links_of(reader.get(f"{BMJA}?discarder=E&S=mahjong"))
    assert "/rules/polish-136/claims/?discarder=E&S=mahjong" in links


@pytest.mark.parametrize(
    "query", ["discarder=X", "discarder=", "discarder=E&S=flush", "discarder=E&S=mahjong:pung"]
)
def test_it_knows_no_other_addresses(reader, query):
    assert reader.get(f"{BMJA}?{query}").status_code == 404


def test_it_stands_under_the_rules_and_on_the_board(reader, rafe_client, running):
    assert BMJA in links_of(reader.get("/rules/bmja-tournament/"))
    assert reader.get("/rules/nothing/claims/").status_code == 404
    assert BMJA in links_of(rafe_client.get(f"/organise/c/{running.slug}/board/"))
