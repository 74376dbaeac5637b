"""Deals as tables declare them, whose figures the tests know."""

from typing import Any
from uuid import uuid4

from tournaments.models import Table
from tournaments.selectors import tables
from tournaments.services.deals import Submission, submission_of

__all__ = ["body", "draw", "rack", "submission", "submission_of", "totals", "won"]

# Ends in nothing but low cards: a rack that makes no set, no pair and no special hand.
RACKS = {
    "E": "B1 B3 B5 B7 C1 C3 C5 C7 D1 D3 D5 D7 WN",
    "W": "B1 B3 B5 B8 C1 C3 C5 C8 D1 D3 D5 D8 WN",
    "N": "B1 B4 B7 B8 C1 C4 C6 C8 D1 D4 D6 D8 WW",
}
# Pung of B9 exposed 4, pungs of C9 and D9 concealed 8 + 8, a chow and a pair of B2: 20 with 20 for mah-jong.
WINNER = {
    "melds": [{"tiles": ["B9", "B9", "B9"], "concealed": False}],
    "concealed": ["C9", "C9", "C9", "D9", "D9", "D9", "B6", "B7", "B8", "B2", "B2"],
    "winning_tile": "B6",
    "flags": [],
}
# A pung of B3, chows and a pair: 22 under the Hungarian rules, which is below their minimum of 26.
LOW = {
    "melds": [{"tiles": ["B3", "B3", "B3"], "concealed": False}],
    "concealed": ["D1", "D2", "D3", "D4", "D5", "D6", "C1", "C2", "C3", "B4", "B4"],
    "winning_tile": "C3",
    "win_source": "discard",
}
# The same hand as WINNER with a joker for its last pung, as only a goulash allows it.
JOKERS = {
    **WINNER,
    "concealed": ["C9", "C9", "C9", "D9", "D9", "D9", "B6", "B6", "J", "B2", "B2"],
    "winning_tile": "J",
}


def rack(tiles: str) -> dict[str, Any]:
    """A hand that did not win, all of it in the rack."""
    return {"melds": [], "concealed": tiles.split(), "flags": []}


def won(winner: str = "S", discarder: str | None = "E", **changes: Any) -> dict[str, Any]:
    """A mah-jong with figures easy to check, by any seat from any other or from the wall."""
    losers = [seat for seat in "ESWN" if seat != winner]
    hands = {seat: rack(tiles) for seat, tiles in zip(losers, RACKS.values(), strict=True)}
    source = "discard" if discarder else "wall"
    return {
        "outcome": "win",
        "winners": [winner],
        "discarder": discarder,
        "win_source": source,
        "hands": {winner: WINNER, **hands},
        "events": [],
        **changes,
    }


def with_hand(seat: str, hand: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The mah-jong of `won`, with another hand at a seat."""
    deal = won(**changes)
    return {**deal, "hands": {**deal["hands"], seat: hand}}


def goulash() -> dict[str, Any]:
    """A mah-jong with a wild tile."""
    return with_hand("S", JOKERS, discarder=None, wild="J")


def draw(**changes: Any) -> dict[str, Any]:
    """A deal that nobody won; no hand needs to be shown."""
    return {
        "outcome": "draw",
        "winners": [],
        "discarder": None,
        "win_source": None,
        "hands": {},
        "events": [],
        **changes,
    }


def totals(**changes: Any) -> dict[str, Any]:
    """What a whole table came to, entered once at its end."""
    return draw(outcome="totals", totals={"E": -300, "S": 520, "W": -120, "N": -100}, **changes)


def body(table: Table, content: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    """The body a tablet would post for the table's next deal."""
    table = Table.objects.select_related("round__competition").get(pk=table.pk)
    position = tables.upcoming(table)
    assert position is not None
    return {
        "key": str(uuid4()),
        "deal": position.number,
        "seating_version": table.round.seating_version,
        "context": tables.context_hash(table, position),
        **(content or won()),
        "expected": None,
        "client_time": "2026-04-18T10:00:00+01:00",
        **changes,
    }


def submission(table: Table, content: dict[str, Any] | None = None, **changes: Any) -> Submission:
    """The same, as the service takes it."""
    return submission_of(body(table, content, **changes))
