"""Who holds which place at the tables of one meeting, and whose result it is.

What a place is worth is for `crediting`. Under every policy for substitutes the net stays at the table and
holds its place; what nobody owns is a result of nobody.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournaments.ranking.figures import Amount
from tournaments.ranking.seasons.facts import Meeting, Row
from tournaments.ranking.seasons.policy import Policy


class Seat(NamedTuple):
    """Say what one person, or two of whom one counts for the other, did at a table.

    `owner` is the player whose result it is, None for nobody's. `place` is 0 for who takes none.
    """

    table: int
    owner: int | None
    holder: int
    net: Amount
    mahjongs: int
    given: int
    opening: Amount
    facts: Sequence[Mapping[str, int]]
    seats: int
    place: int = 0
    sharers: int = 0


class Sharing(NamedTuple):
    """Say a place, the better one of those shared, and how many share it."""

    place: int
    sharers: int


def placed(nets: Iterable[Amount]) -> dict[Amount, Sharing]:
    """Return the place of each net, the highest first; equal ones share the better place."""
    ordered = sorted(nets, reverse=True)
    places: dict[Amount, Sharing] = {}
    for at, net in enumerate(ordered, 1):
        first = places[net].place if net in places else at
        places[net] = Sharing(first, at - first + 1)
    return places


def counts(table: Sequence[Row]) -> bool:
    """Tell whether a table counts: its nets add up to 0."""
    return not sum(row.net for row in table)


def seats(policy: Policy, meeting: Meeting, without: frozenset[int]) -> list[Seat]:
    """Return the seats of all tables that count, with their places; the players `without` take none."""
    return [
        seat
        for number, table in meeting.numbered()
        if counts(table)
        for seat in _with_places(_taken(policy, number, table), without)
    ]


def _taken(policy: Policy, number: int, table: Sequence[Row]) -> list[Seat]:
    count = len({row.player if row.sat_for is None else row.sat_for for row in table})
    taken: dict[tuple[int | None, int], Seat] = {}
    for row in table:
        owner = _owner(policy, row)
        holder = row.player if owner is None else owner
        seat = Seat(
            number,
            owner,
            holder,
            row.net,
            row.mahjongs,
            row.given,
            (policy.opening if row.opening is None else row.opening) or 0,
            (row.facts,) if row.facts else (),
            count,
        )
        before = taken.get((owner, holder))
        taken[owner, holder] = seat if before is None else _added(before, seat)
    return list(taken.values())


def _owner(policy: Policy, row: Row) -> int | None:
    """Say whose result a row is by the policy for substitutes."""
    if row.sat_for is None or policy.substitute_policy == "himself":
        return row.player
    return row.sat_for if policy.substitute_policy == "absent" else None


def _added(one: Seat, other: Seat) -> Seat:
    return one._replace(
        net=one.net + other.net,
        mahjongs=one.mahjongs + other.mahjongs,
        given=one.given + other.given,
        opening=one.opening + other.opening,
        facts=(*one.facts, *other.facts),
    )


def _with_places(taken: Sequence[Seat], without: frozenset[int]) -> list[Seat]:
    places = placed(seat.net for seat in taken if seat.holder not in without)
    return [
        seat if seat.holder in without else seat._replace(place=sharing.place, sharers=sharing.sharers)
        for seat, sharing in ((seat, places.get(seat.net, Sharing(0, 0))) for seat in taken)
    ]


def evening_places(taken: Sequence[Seat], without: frozenset[int]) -> dict[int, Sharing]:
    """Return the places of the whole evening by owner; what is nobody's holds a place of its own."""
    nets: dict[tuple[int | None, int], Amount] = defaultdict(int)
    for seat in taken:
        if seat.holder not in without:
            nets[seat.owner, seat.holder] += seat.net
    places = placed(nets.values())
    return {owner: places[net] for (owner, _holder), net in nets.items() if owner is not None}
