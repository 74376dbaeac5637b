"""Who comes to a table and leaves it while it plays, and whose hand it was that was entered for another.

A fifth stands in the ring before the seat that is East, a fourth takes the dummy's place; of five who leaves
closes the ring, of four leaves a dummy (decisions 40 and 41).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.play import ESWN, FIFTH, Position, passed
from scoring.problems import MalformedHand, Problem
from scoring.wording import _

FEWEST: Final = 3
"""From three to two, and from two, a new table is drawn."""
SIZES: Final = range(2, 6)


def gathered(
    position: Position | None,
    arriving: Iterable[str],
    leaving: Iterable[str],
    sizes: Container[int] = SIZES,
) -> Position | None:
    """Give the position before a deal from which on some leave and some come, in this order.

    None when the game is over. `sizes` are the tables that the rules have. Raise MalformedHand where a new
    table must be drawn instead.
    """
    for seat in leaving:
        position = position and left(position, seat, sizes)
    for seat in arriving:
        position = position and joined(position, seat, sizes)
    return position


def joined(position: Position, seat: str, sizes: Container[int] = SIZES) -> Position:
    """Give the position with one more player, who takes a dummy's place or rests first.

    >>> joined(Position(3, "W", "E"), "R").ring
    'ESRWN'
    """
    count = len(position.places)
    if seat in position.places:
        raise _refused(seat, _("somebody sits there"))
    if count < FEWEST or count + 1 not in sizes or seat not in ESWN + FIFTH:
        raise _refused(seat, _("a new table has to be drawn"))
    if (seat in position.ring) is not (count < len(ESWN)):
        raise _refused(seat, _("a fourth takes the dummy’s place, a fifth the seat R"))
    ring = position.ring if seat in position.ring else _before_east(position, seat)
    return _seated(position, ring, {*position.places, seat})


def _before_east(position: Position, seat: str) -> str:
    """Put a fifth before the seat that is East: before the first of the ring is behind its last."""
    place = position.ring.index(position.east) or len(position.ring)
    return position.ring[:place] + seat + position.ring[place:]


def left(position: Position, seat: str, sizes: Container[int] = SIZES) -> Position | None:
    """Give the position with one player less; if that was East the winds pass, perhaps to the game's end."""
    count = len(position.places)
    if seat not in position.places:
        raise _refused(seat, _("nobody sits there"))
    if count <= FEWEST or count - 1 not in sizes:
        raise _refused(seat, _("a new table has to be drawn"))
    after = passed(position) if seat == position.east else position
    if after is None:
        return None
    ring = after.ring.replace(seat, "") if count > len(ESWN) else after.ring
    return _seated(after, ring, {*after.places} - {seat})


def _seated(position: Position, ring: str, places: set[str]) -> Position:
    return replace(position, ring=ring, places="".join(each for each in ring if each in places))


def _refused(seat: str, reason: str) -> MalformedHand:
    return MalformedHand([Problem("seat_cannot_change", seat=seat, facts={"seat": seat, "reason": reason})])


def handed_over(declaration: Mapping[str, Any], recorded: Position, known: Position) -> dict[str, Any]:
    """Give a deal's declaration as who played it is known now: the hand of the player who rested is the
    hand of the one recorded as resting, and so is all that names the one (decision 41).
    """
    one, other = known.resting, recorded.resting
    if one is None or other is None or one == other:
        return dict(declaration)
    named = {one: other}
    told = {key: _renamed(declaration[key], named) for key in NAMING if key in declaration}
    if "hands" in declaration:
        told["hands"] = {named.get(seat, seat): hand for seat, hand in declaration["hands"].items()}
    if "events" in declaration:
        told["events"] = [_event(event, named) for event in declaration["events"]]
    return {**declaration, **told}


NAMING: Final = ("winners", "dropped", "discarder")


def _renamed(seats: Any, named: Mapping[str, str]) -> Any:
    if isinstance(seats, list | tuple):
        return [named.get(seat, seat) for seat in seats]
    return named.get(seats, seats)


def _event(event: Mapping[str, Any], named: Mapping[str, str]) -> dict[str, Any]:
    return {**event, **{key: _renamed(event[key], named) for key in ("offender", "misled") if key in event}}
