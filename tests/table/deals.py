"""Deals of every kind, sound and faulty, by which the server and the tablet's engine are compared."""

from typing import Any

from tests import declared

WONDERS = ["B1", "B9", "C1", "C9", "D1", "D9", "WE", "WS", "WW", "WN", "DR", "DG", "DW"]
FIVE = declared.rack("B9 B9 C1 C3 C5 C7 D1 D3 D5 D7 WN WE WS")
CHOWS = declared.WINNER | {"concealed": ["C1", "C2", "C3", *["D1", "D2", "D3", "B6", "B7", "B8", "B2", "B2"]]}


def wonders() -> dict[str, Any]:
    """Thirteen wonders by East: the limit, twice from everybody."""
    hand = {"melds": [], "concealed": [*WONDERS, "DG"], "winning_tile": "B1", "flags": []}
    return declared.with_hand("E", hand, winner="E", discarder=None)


ENDING = {"code": "false_mahjong_exposed", "offender": "W", "misled": []}
MISNAMED = {"code": "misnamed_discard", "offender": "W", "misled": ["N"]}
DEALS = {
    "a win from a discard": declared.won(),
    "a win by East from the wall": declared.won("E", None),
    "a draw": declared.draw(),
    "the totals of a table": declared.totals(),
    "totals that do not cancel": declared.totals() | {"totals": {"E": 1, "S": 0, "W": 0, "N": 0}},
    "a limit hand": wonders(),
    "a penalty": declared.won(events=[MISNAMED]),
    "a deal ended by a penalty": declared.draw(outcome="ended", events=[ENDING]),
    "a penalty that does not fit": declared.won(events=[ENDING]),
    "only the winner's hand so far": {**declared.won(), "hands": {"S": declared.WINNER}},
    "points instead of tiles": declared.with_hand("W", {"points": 12}),
    "a fifth copy": declared.with_hand("E", FIVE),
    "too many chows": declared.with_hand("S", CHOWS),
    "faults everywhere": declared.won(discarder="S", hands={"S": CHOWS, "E": FIVE, "N": FIVE}),
    "an unknown tile": declared.with_hand("N", declared.rack("B1 X9")),
    "no winner in a win": {**declared.won(), "winners": []},
}
