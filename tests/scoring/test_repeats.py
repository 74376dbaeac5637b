"""Three times in a row: a player's own mah-jongs in order of play, whatever others won between (decision 9).

Which of them count, those of the competition or of the session alone, is for who keeps the record: it passes
these. What is asked here is what follows from them.
"""

from itertools import product
from random import Random

import pytest

from scoring import Deal, Hand, RuleSet, first_position, load_rules, ruleset_ids, score, score_deal
from tests.scoring.declaring import hand

PURE = "| B2 B2 B2 B4 B4 B4 B5 B5 B5 B8 B8 B8 B1 B1"
WON = {
    "purity": (PURE, "discard B8"),
    "thirteen_wonders": ("| B1 B9 C1 C9 D1 D9 WE WS WW WN DR DG DW DW", "wall DW"),
    "knitting": ("| B1 B1 C1 C1 B2 C2 B4 C4 B6 C6 B7 C7 B9 C9", "discard B9"),
    "heavens_blessing": ("| B2 B2 B2 C3 C3 C3 D4 D4 D4 B6 B7 B8 C8 C8", "dealt C8"),
    "moon_from_the_sea": ("B2B2B2 C3C3C3 D4D4D4 | D1 D2 D3 C8 C8", "last_wall D1"),
    None: ("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "discard B7"),
}
"""A mah-jong for some of the special hands, and an ordinary one."""


def won(code: str | None, previous: tuple[str | None, ...] = (), **more: str) -> Hand:
    tiles, how = WON[code]
    return hand(tiles, how, winds="EW", previous=previous, **more)


@pytest.mark.parametrize("code", [code for code in WON if code])
@pytest.mark.parametrize(
    ("before", "refused"),
    [
        *(("", False), ("S", False), ("SS", True), ("-SS", True), ("SSS", True), ("S-S", False)),
        *(("SS-", False), ("SSO", False), ("OSS", True), ("SOS", False), ("OOS", False), ("OO", False)),
    ],
)
def test_it_looks_at_the_last_two_alone(code: str, before: str, refused: bool, rules: RuleSet) -> None:
    other = "fourfold_plenty"
    scored = score(won(code, tuple({"S": code, "O": other, "-": None}[each] for each in before)), rules)

    assert [problem.code for problem in scored.problems] == ["special_hand_repeated"] * refused
    if not refused:
        assert scored.special == code


def test_it_never_refuses_an_ordinary_mahjong(rules: RuleSet) -> None:
    for before in product((None, "purity", "knitting"), repeat=3):
        assert score(won(None, before), rules).valid


@pytest.mark.parametrize("name", [name for name in ruleset_ids() if name != "bmja-tournament"])
def test_it_refuses_nothing_where_the_table_has_no_such_rule(name: str) -> None:
    scored = score(won("thirteen_wonders", ("thirteen_wonders",) * 4), load_rules(name))

    assert "special_hand_repeated" not in {problem.code for problem in scored.problems}


@pytest.mark.parametrize(
    ("tiles", "how", "repeated", "offered", "value"),
    [
        # Another special hand, the best of those (decision 29).
        (
            "DRDRDR DGDGDG | DW DW DW WS WS WS WN WN",
            "discard WN",
            "winds_and_dragons",
            "three_great_scholars",
            1000,
        ),
        ("B2B2B2 B4B4B4 B6B6B6 | B8 B8 B8 DG DG", "discard DG", "imperial_jade", None, 34 * 4),
        (PURE, "wall B8", "buried_treasure", "purity", 38 * 8),
        (*WON["heavens_blessing"], "heavens_blessing", None, 34 * 2),
        # No ordinary mah-jong either: nothing is offered.
        (*WON["thirteen_wonders"], "thirteen_wonders", "nothing", 0),
    ],
)
def test_it_offers_the_best_other_count(
    tiles: str, how: str, repeated: str, offered: str | None, value: int, rules: RuleSet
) -> None:
    told = hand(tiles, how, winds="EW", previous=(repeated, repeated))
    assert score(hand(tiles, how, winds="EW"), rules).special == repeated
    (problem,) = score(told, rules).problems

    assert problem.facts["special"] == repeated
    if offered == "nothing":
        assert problem.facts["alternative"] is None
    else:
        assert (problem.facts["alternative"]["special"], problem.facts["alternative"]["value"]) == (
            offered,
            value,
        )
        waived = hand(tiles, how, winds="EW", previous=(repeated, repeated), waived=(repeated,))
        assert (score(waived, rules).special, score(waived, rules).value) == (offered, value)


def test_it_refuses_a_waived_hand_whose_alternative_is_repeated_too(rules: RuleSet) -> None:
    told = hand(PURE, "wall B8", previous=("purity", "purity"), waived=("buried_treasure",))
    (problem,) = score(told, rules).problems

    assert (problem.facts["special"], problem.facts["alternative"]["special"]) == ("purity", None)


def test_it_keeps_to_a_players_history_through_an_evening(rules: RuleSet) -> None:
    dice = Random(9)
    history: list[str | None] = []
    for _deal in range(300):
        code = dice.choice(("purity", "purity", "knitting", None))
        refused = code is not None and history[-2:] == [code, code]
        assert score(won(code, tuple(history)), rules).valid is not refused
        if not refused:
            history.append(code)


@pytest.mark.parametrize(("scope", "refused"), [("competition", True), ("session", False)])
def test_it_takes_the_mahjongs_that_the_scope_leaves(scope: str, refused: bool) -> None:
    rules = load_rules("bmja-tournament", {"repeat_scope": scope})
    made = [(1, "purity"), (1, "purity"), (2, None), (2, "purity"), (3, "purity")]
    counting = [special for session, special in made if scope == "competition" or session == 3]
    junk = Hand(hand("| C1 C4 C7 D1 D7 D5 C9 DR DG WE WS WN DW").concealed)
    pure = Hand(hand(PURE).concealed, winning_tile="B8")
    deal = Deal("win", ("E",), "S", "discard", {"E": pure, "S": junk, "W": junk, "N": junk})
    problems = score_deal(
        deal, first_position(), rules, previous={"E": counting, "S": ["purity"] * 2}
    ).problems

    assert [(problem.code, problem.seat) for problem in problems] == [
        ("special_hand_repeated", "E")
    ] * refused
