"""Rule sets are kept as text and bound again; what is only said of them makes no other rules."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring import RuleSetError, kept, load_rules, restored, ruleset_ids, score
from scoring.rules import bind_chosen, read_table
from scoring.sheet import rules_sheet
from tests.scoring.declaring import hand

Change = Callable[[dict[str, Any]], Any]


def changed(ruleset: str, change: Change) -> dict[str, Any]:
    """The table of a rule set with something changed in it."""
    table = copy.deepcopy(read_table(ruleset))
    change(table)
    return table


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_it_binds_what_was_kept_to_the_same_rules(ruleset: str) -> None:
    rules = load_rules(ruleset)
    again = restored(kept(rules))

    assert again.content_hash == rules.content_hash
    assert rules_sheet(again) == rules_sheet(rules)
    assert restored(kept(again)) is again


def test_it_keeps_options_and_the_hands_of_a_club() -> None:
    own = {"code": "ruby", "name": "Ruby", "value": 700, "hand": {"tiles": ["C1", "C9", "DR"]}}
    rules = load_rules("bmja-club", {"special_hands_off": ["knitting"], "house_hands": [own]})
    again = restored(kept(rules))

    assert again.options == rules.options
    assert [row.code for row in again.special] == [row.code for row in rules.special]
    assert again.special[-1].name == "Ruby"


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.update(name="British rules"),
        lambda table: table["sources"].update(limit="somewhere else"),
        lambda table: table["points"][0].update(source="000:1"),
        lambda table: table["special"][3].update(source="000:1"),
        lambda table: table["penalties"][0].update(source="000:1"),
        lambda table: table["play"].update(source="000:1"),
        lambda table: table["tables"]["2"].update(source="000:1"),
        lambda table: table["options"]["repeat_scope"].update(about="What counts.", source="000:1"),
    ],
)
def test_it_takes_mended_prose_for_the_same_rules(change: Change) -> None:
    mended = bind_chosen(changed("bmja-club", change), {})

    assert mended.content_hash == load_rules("bmja-club").content_hash
    assert kept(mended) != kept(load_rules("bmja-club"))


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table["points"][0].update(amount=3),
        lambda table: table["doubles"][0].update(who="winner") or table["doubles"][0].pop("of"),
        lambda table: table["special"][3].update(value="1/4"),
        lambda table: table["special"].pop(),
        lambda table: table["penalties"][2].update(amount=60),
        lambda table: table["settlement"].update(several_winners=True),
        lambda table: table["play"].update(east_stays=["east_wins"]),
        lambda table: table["options"]["only_possible_tile"].update(default=4),
        lambda table: table.update(limit=500),
        lambda table: table.update(chows=2),
    ],
)
def test_it_tells_other_rules_apart(change: Change) -> None:
    assert bind_chosen(changed("bmja-club", change), {}).content_hash != load_rules("bmja-club").content_hash


def test_it_counts_by_what_was_kept() -> None:
    dearer = changed("danish", lambda table: table["points"][0].update(amount=6))
    told = hand("B2B2B2 C3C3C3 D4D4D4 | B6 B7 B8 C8 C8", "discard B8", winds="SW")

    now, then = load_rules("danish"), restored(kept(bind_chosen(dearer, {})))
    assert (score(told, then).points or 0) - (score(told, now).points or 0) == 3 * (6 - 2)


def test_it_binds_a_table_of_before_a_penalty_was_known() -> None:
    def without(table: dict[str, Any]) -> None:
        table["penalties"] = [row for row in table["penalties"] if row["code"] != "cannon"]

    older = changed("bmja-club", without)

    assert "cannon" not in restored(kept(bind_chosen(older, {}))).penalties


def test_it_refuses_a_table_with_a_shape_that_the_engine_does_not_know() -> None:
    table, options = json.loads(kept(load_rules("danish")))
    table["doubles"][0] = {"code": "dragons", "shape": "two_moons", "amount": 1, "source": "000:1"}

    with pytest.raises(RuleSetError, match="two_moons"):
        restored(json.dumps([table, options]))
