"""Feats: the greatest of a round, told by hand."""

import pytest

from tournaments.ranking import careers
from tournaments.ranking.careers import Other, Played
from tournaments.ranking.feats import Dealt, Found, Score, feats, longest, sums

ANN, BOB, CAT, DAN, NOBODY = 1, 2, 3, 4, None


def dealt(version, winner=None, value=20, special="", table=1, who=(ANN, BOB, CAT, DAN)):
    """A deal that brings its winner 90 and each other 30 less; without one nobody pays."""
    scores = tuple(
        Score(seat, one, value if one == winner else 4, special if one == winner else "", net, one == winner)
        for seat, one in zip("ESWN", who, strict=True)
        for net in [0 if winner is None else 90 if one == winner else -30]
    )
    return Dealt(version, table, scores)


def of_kind(found, kind):
    return [one for one in found if one.kind == kind]


def test_it_finds_the_greatest_hand_and_the_first_of_equals():
    deals = [dealt(1, ANN, 60), dealt(2, BOB, 300), dealt(3, CAT, 300, table=2)]
    assert of_kind(feats(deals), "hand") == [Found("hand", 300, 2, BOB, "S")]


def test_it_finds_every_special_hand_that_won_and_none_that_only_fished():
    fishing = dealt(3, ANN)
    scores = (*fishing.scores[:1], fishing.scores[1]._replace(special="gates_of_heaven"), *fishing.scores[2:])
    deals = [
        dealt(1, ANN, 1000, "gates_of_heaven"),
        dealt(2, DAN, 1000, "gates_of_heaven"),
        fishing._replace(scores=scores),
    ]
    found = of_kind(feats(deals), "special")
    assert [(one.version, one.entry, one.special) for one in found] == [
        (1, ANN, "gates_of_heaven"),
        (2, DAN, "gates_of_heaven"),
    ]


def test_it_finds_runs_at_one_table_only():
    deals = [dealt(1), dealt(2, ANN), dealt(3), dealt(4), dealt(5, ANN), dealt(6, ANN), dealt(7, table=2)]
    found = {one.kind: one for one in feats(deals)}
    assert found["unwon"] == Found("unwon", 2, 4)
    assert found["mahjongs"] == Found("mahjongs", 3, 6, ANN, "E")
    assert found["streak"] == Found("streak", 2, 6, ANN, "E")
    assert found["won"] == Found("won", 270, 6, ANN, "E")


def test_it_tells_of_nothing_that_happened_once():
    assert [one.kind for one in feats([dealt(1), dealt(2, ANN)])] == ["hand", "won"]


def test_it_leaves_out_whom_nobody_may_read_about():
    deals = [dealt(n, NOBODY, 900, "knitting", who=(ANN, BOB, CAT, NOBODY)) for n in (1, 2)]
    won = [Dealt(one.version, 1, (*one.scores[:3], one.scores[3]._replace(mahjong=True))) for one in deals]
    assert feats(won) == []
    second = [*won, dealt(3, BOB, 40)]
    assert {one.entry for one in feats(second)} == {BOB}


def test_where_two_win_a_deal_each_has_a_mah_jong():
    one = dealt(1, ANN)
    both = one._replace(scores=(one.scores[0], one.scores[1]._replace(mahjong=True), *one.scores[2:]))
    assert sums([both, dealt(2)]) == {"deals": 2, "mahjongs": 2}
    assert len(of_kind(feats([both]), "hand")) == 1


@pytest.mark.parametrize(
    ("happened", "told"),
    [("", (0, 0)), ("..", (0, 0)), ("x.xx.xx", (2, 3)), ("xxx", (3, 2)), (".x", (1, 1))],
)
def test_the_longest_run_is_the_first_of_equals(happened, told):
    assert longest([one == "x" for one in happened]) == told


# ------------------------------------------------------------------ careers
def played(version, net=0, made=False, gave=False, **told):
    plain = {"table": 1, "rules": "a", "hand": True, "seat": "E", "wind": "E", "value": None, "special": ""}
    return Played(version=version, net=net, mahjong=made, gave=gave, **{**plain, **told})


def test_it_sums_hands_up_by_rules():
    deals = [
        played(1, made=True, value=20),
        played(2, made=True, value=41),
        played(3, gave=True, value=8),
        played(4, made=True),  # its value was not entered
        played(5, made=True, value=900, rules="b"),
        played(6, hand=False, net=700),
    ]
    first, second = careers.hands(deals)
    assert (first.rules, first.deals, first.mahjongs, first.given) == ("a", 4, 3, 1)
    assert (first.mean * 2, first.best.version) == (61, 2)
    assert (second.rules, second.best.version) == ("b", 5)


def test_it_counts_special_hands_that_won():
    deals = [
        played(1, made=True, special="knitting"),
        played(2, special="knitting"),
        played(3, made=True, special="knitting"),
        played(4, made=True, special="wriggly_snake"),
    ]
    assert {code: (n, one.version) for code, (n, one) in careers.specials(deals).items()} == {
        "knitting": (2, 1),
        "wriggly_snake": (1, 4),
    }


def test_it_finds_streaks_over_tables():
    deals = [
        played(1, 90, made=True, table=1),
        played(2, 90, made=True, table=2),
        played(3, -30, table=2),
        played(4, -90, gave=True, table=3),
        played(5, 30, made=True, table=4),
    ]
    assert careers.streaks(deals) == careers.Streaks(mahjongs=2, ungiven=3, tables=2)


def test_it_compares_two_at_the_deals_that_both_played():
    own = {
        1: played(1, 90, made=True, table=1),
        2: played(2, -30, gave=True, table=1),
        3: played(3, 500, table=2),
    }
    others = [
        Other(7, 1, -30, False, True),
        Other(7, 2, 90, True, False),
        Other(8, 3, -500, False, False),
        Other(8, 1, 90, False, False),
    ]
    seven, eight = sorted(careers.against(own, others), key=lambda one: one.person)
    assert (seven.tables, seven.ahead, seven.behind, seven.taken, seven.given) == (1, 0, 0, 1, 1)
    assert (eight.tables, eight.ahead, eight.behind, eight.taken) == (2, 1, 0, 0)
