"""Hypothesis strategies: tiles, hands and deals that could lie on a table."""

from collections.abc import Sequence

from hypothesis import strategies as st

from scoring import KINDS, Deal, Hand, Meld, RuleSet

WINDS = "ESWN"
WALL = tuple(tile for tile in KINDS for _copy in range(4))
winds = st.sampled_from(WINDS)


@st.composite
def sets(draw: st.DrawFn) -> tuple[str, ...]:
    """A pung, a chow or a kong."""
    kind = draw(st.integers(0, len(KINDS) - 1))
    if draw(st.integers(0, 4)) == 0 and kind < 27:
        first = kind - max(0, kind % 9 - 6)
        return KINDS[first : first + 3]
    return (KINDS[kind],) * draw(st.sampled_from((3, 3, 3, 4)))


@st.composite
def melds(draw: st.DrawFn, most: int = 4) -> tuple[Meld, ...]:
    """Sets on the table; a concealed one is a kong."""
    laid = draw(st.lists(sets(), max_size=most))
    return tuple(Meld(each, concealed=len(each) == 4 and draw(st.booleans())) for each in laid)


def held_too_often(tiles: Sequence[str]) -> bool:
    """Tell whether a kind is there five times."""
    return any(tiles.count(tile) > 4 for tile in set(tiles))


@st.composite
def losers(draw: st.DrawFn) -> Hand:
    """A hand that did not win, of the right size, with no fifth tile."""
    laid = draw(
        melds().filter(lambda laid: not held_too_often([tile for meld in laid for tile in meld.tiles]))
    )
    left = list(WALL)
    for tile in (tile for meld in laid for tile in meld.tiles):
        left.remove(tile)
    rack = draw(st.permutations(left))[: 13 - 3 * len(laid)]
    flags = draw(st.sampled_from(((), ("fishing",))))
    return Hand(tuple(rack), laid, own_wind=draw(winds), round_wind=draw(winds), flags=flags)


@st.composite
def winners(draw: st.DrawFn) -> Hand:
    """A mah-jong of sets and a pair: most are sound, some hold too many chows or a fifth tile."""
    laid = draw(melds(most=4))
    rack = [tile for _set in range(4 - len(laid)) for tile in draw(sets())[:3]]
    rack += [draw(st.sampled_from(KINDS))] * 2
    return Hand(
        concealed=tuple(draw(st.permutations(rack))),
        melds=laid,
        winning_tile=draw(st.sampled_from(rack)),
        win_source=draw(st.sampled_from(("wall", "discard", "last_wall", "last_discard"))),
        own_wind=draw(winds),
        round_wind=draw(winds),
        is_winner=True,
    )


@st.composite
def one_suit_racks(draw: st.DrawFn) -> Hand:
    """Fourteen tiles of one suit and perhaps honours: the racks with the most readings."""
    start = draw(st.sampled_from((0, 9, 18)))
    tiles = draw(st.permutations([tile for tile in KINDS[start : start + 9] for _copy in range(4)]))[:14]
    return Hand(
        concealed=tuple(tiles),
        winning_tile=tiles[0],
        win_source=draw(st.sampled_from(("wall", "discard"))),
        own_wind="S",
        round_wind="E",
        is_winner=True,
    )


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A won deal dealt from one wall: the winner's mah-jong, the others' racks."""
    pungs = draw(st.lists(st.sampled_from(KINDS), min_size=5, max_size=5, unique=True))
    rack = [tile for tile in pungs[:4] for _copy in range(3)] + pungs[4:] * 2
    left = list(WALL)
    for tile in rack:
        left.remove(tile)
    left = draw(st.permutations(left))
    seats = draw(st.permutations(WINDS))
    hands = {seat: Hand(tuple(left[13 * place : 13 * place + 13])) for place, seat in enumerate(seats[1:])}
    source, discarder = draw(st.sampled_from((("wall", None), ("discard", seats[1]))))
    hands[seats[0]] = Hand(tuple(rack), winning_tile=draw(st.sampled_from(rack)))
    return Deal("win", (seats[0],), discarder, source, hands)


FLOWERS = tuple(f"{kind}{number}" for kind in "FS" for number in range(1, 5))
ENDS = (("wall", False), ("discard", True), ("last_wall", False), ("last_discard", True))


def chow_or_pung(draw: st.DrawFn, left: list[str], chows: bool) -> tuple[str, ...]:
    """Take a set out of a wall: a chow where they are allowed and drawn, else a pung."""
    kinds = [kind for kind in KINDS if left.count(kind) >= 3]
    starts = [
        KINDS[place : place + 3]
        for place in range(27)
        if place % 9 < 7 and all(tile in left for tile in KINDS[place : place + 3])
    ]
    taken = (
        draw(st.sampled_from(starts))
        if chows and draw(st.booleans())
        else (draw(st.sampled_from(kinds)),) * 3
    )
    for tile in taken:
        left.remove(tile)
    return taken


@st.composite
def legal_deals(draw: st.DrawFn, rules: RuleSet) -> Deal:
    """A sound deal of four players under a rule set, dealt from one wall: a win (of any value) or a draw.

    The winner's sets may lie on the table, the others may be fishing, bonus tiles lie beside the hands.
    """
    left = list(WALL)
    found = [chow_or_pung(draw, left, chows=place < min(rules.chows, 3)) for place in range(4)]
    pair = draw(st.sampled_from([kind for kind in KINDS if left.count(kind) >= 2]))
    left.remove(pair)
    left.remove(pair)
    laid = draw(st.integers(0, 3))
    rack = [tile for each in found[laid:] for tile in each] + [pair] * 2
    left = draw(st.permutations(left))
    seats = draw(st.permutations(WINDS))
    owners = {tile: draw(st.sampled_from((*WINDS, None))) for tile in FLOWERS} if rules.bonus_tiles else {}
    bonus = {seat: tuple(tile for tile, owner in owners.items() if owner == seat) for seat in WINDS}
    hands = {
        seat: Hand(
            tuple(left[13 * place : 13 * place + 13]),
            bonus=bonus[seat],
            flags=draw(st.sampled_from(((), ("fishing",)))),
        )
        for place, seat in enumerate(seats)
    }
    source, claimed = draw(st.sampled_from(ENDS))
    winner = Hand(
        tuple(rack),
        tuple(Meld(each) for each in found[:laid]),
        bonus[seats[0]],
        winning_tile=draw(st.sampled_from(rack)),
    )
    if draw(st.integers(0, 4)) == 0:
        return Deal("draw", hands=hands)
    return Deal("win", (seats[0],), seats[1] if claimed else None, source, {**hands, seats[0]: winner})
