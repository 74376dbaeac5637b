"""What waits beside the scores: which deals they count, which not, in words."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NET = {"E": 30, "S": -10, "W": -10, "N": -10}
TABLE = {
    "competition": {"slug": "open"},
    "table": 3,
    "seating_version": 1,
    "context_of": {"table": 1, "seating_version": 1},
    "rules": {"rotation": {"round_winds": ["E", "S"], "east_stays": "win"}},
    "next": {"deal": 4, "east": "E", "round_wind": "E"},
    "seats": [{"seat": seat, "score": 100} for seat in "ESWN"],
    "deals": [{"deal": number} for number in (1, 2, 3)],
}


def held(deal: int, key: str, ruling: Any = None) -> dict[str, Any]:
    return {"deal": deal, "key": key, "winners": ["E"], "outcome": "win", "ruling": ruling}


def mine(deal: int, state: str, **body: Any) -> dict[str, Any]:
    told = {"winners": ["E"], "outcome": "win", "expected": NET, **body}
    place = {"competition": "open", "table": 3, "seating_version": 1}
    return {**place, "key": f"own-{deal}", "deal": deal, "state": state, "order": deal, "body": told}


# What the referee has, what this tablet has, what so is counted in the scores and what is not, East's score.
WAITING: list[tuple[list[Any], list[Any], list[int], list[int], int]] = [
    ([], [], [], [], 100),
    ([], [mine(4, "waiting")], [4], [], 130),
    ([held(4, "own-4")], [mine(4, "held")], [4], [], 130),
    # held from another tablet: nobody here knows what it brought, so what follows is not counted either
    ([held(4, "other")], [], [], [4], 100),
    ([held(4, "other")], [mine(5, "waiting")], [], [4, 5], 100),
    # entered twice: held beside the recorded one, which goes on counting
    ([held(3, "other")], [mine(4, "waiting")], [4], [3], 130),
    ([held(3, "other", {"words": "declined"})], [], [], [], 100),
    ([held(4, "own-4", {"words": "declined"})], [], [], [], 100),
    # a correction waits while the recorded deal goes on counting
    ([], [mine(2, "waiting", supersedes="x")], [], [2], 100),
    # the server has it, only the table was not asked again yet
    ([], [mine(4, "sent")], [], [], 130),
]


@pytest.mark.parametrize(("staff", "tablet", "counted", "uncounted", "score"), WAITING)
def test_it_says_which_waiting_deals_the_scores_count(
    run: Any, staff: list[Any], tablet: list[Any], counted: list[int], uncounted: list[int], score: int
) -> None:
    moved = run("deal/ahead", "m.ahead(...v)", [{**TABLE, "held": staff}, tablet])
    corrected = [one["deal"] for one in tablet if "supersedes" in one["body"]]
    recorded = [number for number in uncounted if number < 4 and number not in corrected]
    others = [number for number in uncounted if number not in corrected + recorded]
    told = {"counted": counted, "uncounted": others, "corrected": corrected, "recorded": recorded}
    assert moved["awaited"] == told
    assert moved["seats"][0]["score"] == score


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, None),
        ({"counted": [4]}, "Deal 4 waits; the scores count it."),
        ({"counted": [4, 5]}, "Deals 4 and 5 wait; the scores count them."),
        ({"uncounted": [4]}, "Deal 4 waits; the scores do not count it yet."),
        ({"uncounted": [4, 5, 6]}, "Deals 4, 5, and 6 wait; the scores do not count them yet."),
        (
            {"counted": [4], "uncounted": [3]},
            "Deal 4 waits; the scores count it. Deal 3 waits; the scores do not count it yet.",
        ),
        ({"corrected": [2]}, "The correction of deal 2 waits; until then the scores count it as it was."),
        (
            {"recorded": [6]},
            "Another version of deal 6 waits for the referee; the scores count the recorded one.",
        ),
        (
            {"recorded": [2, 6]},
            "Other versions of deals 2 and 6 wait for the referee; the scores count the recorded ones.",
        ),
    ],
)
def test_it_says_so_beside_the_scores(run: Any, told: dict[str, list[int]], said: str | None) -> None:
    awaited = {"counted": [], "uncounted": [], "corrected": [], "recorded": [], **told}
    ask = "m.scoresWait(v)?.textContent.trim() ?? null"
    assert run("board/unsent", ask, {"awaited": awaited}) == said
