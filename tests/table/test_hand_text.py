"""A hand that was laid, written as a line of text: every hand as the engine writes it."""

from typing import Any

import pytest

from scoring import notation
from tests import declared
from tests.table.deals import DEALS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHERS: list[dict[str, Any]] = [
    {"points": 0},
    {"melds": [], "concealed": [], "bonus": ["F1", "S3"], "flags": ["fishing"], "unshown": 8},
    {"melds": [{"tiles": ["B1", "B1", "B1"], "concealed": False, "dead": True}], "concealed": ["WE"]},
    {"melds": [{"tiles": ["C9"] * 4, "concealed": True}], "concealed": ["WE", "WE"], "winning_tile": "C1"},
    declared.LOW,
    declared.JOKERS,
]


def test_it_writes_every_hand_as_the_engine_does(run: Any) -> None:
    hands = [hand for deal in DEALS.values() for hand in deal.get("hands", {}).values()] + OTHERS
    assert run("../organiser/notation", "v.map(m.handText)", hands) == [notation.write(one) for one in hands]
    assert run("../organiser/notation", "m.handText(undefined)", None) == ""
