"""What words of the table mean: with the figures of the rule set in force, and where that is written."""

import re

import pytest

import scoring
from scoring import load_rules
from tournaments.api.table.output import flags_of
from tournaments.selectors.meanings import looked_up
from tournaments.wording.glossary import meanings

RULES = [load_rules(name) for name in scoring.ruleset_ids()]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_it_tells_every_word_that_tablets_offer(rules: scoring.RuleSet) -> None:
    told = meanings(rules)
    assert set(flags_of(rules)) - {"twofold_fortune"} <= told.keys()
    assert {"robbed_kong", "short_hand", "dead_hand"} <= told.keys()
    for meaning in told.values():
        assert 1 < len(re.findall(r"[.:] |\.$", meaning.text)) <= 4, meaning.text
        assert "{" not in meaning.text


@pytest.mark.parametrize(
    ("ruleset", "options", "code", "said", "source"),
    [
        ("bmja-tournament", {}, "original_call", "× 2.", "000:103, 000:138; bmja.md Doubles"),
        (
            "bmja-tournament",
            {},
            "only_possible_tile",
            "Points for it: 2.",
            "000:127; bmja.md",
        ),
        ("bmja-club", {"only_possible_tile": 10}, "only_possible_tile", "Points for it: 10.", "000:127"),
        ("polish-136", {}, "only_possible_tile", "Points for it: 2.", "001:142-148"),
        ("bmja-tournament", {}, "robbed_kong", "× 2.", "000:93"),
        ("danish", {}, "robbed_kong", "Everybody who can win on it may. It counts × 2.", "003:202"),
        ("polish-136", {}, "robbed_kong", "These rules give nothing more for it.", ""),
        ("bmja-tournament", {}, "fishing", "400 at most.", "000:91"),
        ("danish", {}, "fishing", "1,000 at most. Doubles of the whole hand count for it, too.", "README.md"),
        ("bmja-tournament", {}, "short_hand", "No tile is drawn to make up for it", "000:173"),
        ("danish", {}, "short_hand", "what it holds counts.", "README.md A declared hand"),
        ("bmja-tournament", {}, "dead_hand", "claimed wrongly", "000:185"),
        ("hungarian-classic", {}, "dead_hand", "may no longer win", "README.md A declared hand"),
        ("bmja-club", {}, "fishing_not_declared", "Who forgot discards the tile", "000:91, 000:105"),
        ("bmja-tournament", {}, "misnamed_discard", "pays 50 to each player misled", "000:177"),
        ("bmja-tournament", {}, "misnamed_discard_mahjong", "what all three would owe", "000:179"),
        ("bmja-tournament", {}, "false_mahjong", "Nobody pays, and play goes on", "000:181"),
        ("bmja-tournament", {}, "false_mahjong_exposed", "pays 500 to each of the three", "000:183"),
        ("bmja-tournament", {}, "wrong_claim", "counts nothing", "000:185"),
        ("bmja-tournament", {}, "cannon", "The discarder pays for all three", "000:187-189"),
    ],
)
def test_it_says_what_the_rules_in_force_give(
    ruleset: str, options: dict[str, int], code: str, said: str, source: str
) -> None:
    told = meanings(load_rules(ruleset, options))[code]
    assert said in told.text
    assert told.source.startswith(source)
    assert bool(told.source) == bool(source)


@pytest.mark.parametrize(
    ("ruleset", "options", "code"),
    [
        ("danish", {}, "original_call"),
        ("hungarian-premium", {}, "only_possible_tile"),
        ("danish", {"only_possible_tile": 0}, "only_possible_tile"),
        ("polish-136", {}, "fishing"),
        ("danish", {}, "fishing_not_declared"),
        ("danish", {}, "cannon"),
    ],
)
def test_it_leaves_out_what_the_rules_have_no_use_for(
    ruleset: str, options: dict[str, int], code: str
) -> None:
    assert code not in meanings(load_rules(ruleset, options))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_it_tells_every_penalty(rules: scoring.RuleSet) -> None:
    assert set(rules.penalties) <= meanings(rules).keys()


def test_it_cites_as_an_explanation_does() -> None:
    told = looked_up(load_rules("bmja-tournament"), "en")
    assert told["meanings"]["original_call"]["source"] == "British rules, lines 103, 138"
    assert told["claims"]["source"] == "British rules, lines 87, 91"
    assert looked_up(load_rules("danish"), "en")["claims"]["several"] is True
