"""Hypothesis strategies: tiles, hands and deals that could lie on a table."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from scoring import KINDS, Counted, Deal, Hand, Meld, RuleSet
from scoring.settlement import Penalty
from tests.scoring.random_hands import FLOWERS

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


def some(draw: st.DrawFn, tiles: Sequence[str], count: int) -> tuple[str, ...]:
    """So many of some tiles, by one lot: to draw tile by tile takes longer than all that is asked of them."""
    return tuple(lots(draw).sample(tiles, count))


def lots(draw: st.DrawFn) -> Random:
    """What decides by lot from here on."""
    return Random(draw(st.integers(0, 2**32 - 1)))


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
    rack = some(draw, left, 13 - 3 * len(laid))
    flags = draw(st.sampled_from(((), ("fishing",))))
    return Hand(rack, laid, own_wind=draw(winds), round_wind=draw(winds), flags=flags)


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
    tiles = some(draw, [tile for tile in KINDS[start : start + 9] for _copy in range(4)], 14)
    return Hand(
        concealed=tiles,
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
    dealt = some(draw, left, 39)
    seats = draw(st.permutations(WINDS))
    hands = {seat: Hand(dealt[13 * place : 13 * place + 13]) for place, seat in enumerate(seats[1:])}
    source, discarder = draw(st.sampled_from((("wall", None), ("discard", seats[1]))))
    hands[seats[0]] = Hand(tuple(rack), winning_tile=draw(st.sampled_from(rack)))
    return Deal("win", (seats[0],), discarder, source, hands)


ENDS = ("wall", "last_wall", "discard", "last_discard")


class Wall:
    """What is left of the 136 tiles while a deal is drawn; the tiles are taken by lot, all else is drawn."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.lot, self.left = draw, lots(draw), list(WALL)

    def take(self, tiles: Sequence[str]) -> tuple[str, ...]:
        for tile in tiles:
            self.left.remove(tile)
        return tuple(tiles)

    def alike(self, copies: int) -> tuple[str, ...]:
        """Take some kind so often."""
        kinds = [kind for kind in KINDS if self.left.count(kind) >= copies]
        return self.take((self.lot.choice(kinds),) * copies)

    def chow(self) -> tuple[str, ...]:
        starts = [place for place in range(27) if place % 9 < 7]
        runs = [KINDS[place : place + 3] for place in starts]
        return self.take(self.lot.choice([run for run in runs if set(run) <= {*self.left}]))

    def rack(self, size: int) -> tuple[str, ...]:
        return self.take(self.lot.sample(self.left, size))


def _meld(draw: st.DrawFn, tiles: tuple[str, ...]) -> Meld:
    return Meld(tiles, concealed=len(tiles) == 4 and draw(st.booleans()))


def _winner(wall: Wall, rules: RuleSet) -> Hand:
    """A mah-jong of chows (as many as the rules allow), pungs and kongs, some of them on the table."""
    draw = wall.draw
    chows = draw(st.integers(0, min(rules.chows, 4)))
    sets = [wall.chow() for _set in range(chows)]
    sets += [wall.alike(draw(st.sampled_from((3, 3, 3, 4)))) for _set in range(4 - chows)]
    pair = wall.alike(2)
    shown = draw(st.sets(st.integers(0, 3))) | {place for place, each in enumerate(sets) if len(each) == 4}
    laid = [each for place, each in enumerate(sets) if place in shown]
    rack = [tile for place, each in enumerate(sets) if place not in shown for tile in each] + [*pair]
    return Hand(
        tuple(rack), tuple(_meld(draw, each) for each in laid), winning_tile=draw(st.sampled_from(rack))
    )


def _loser(wall: Wall) -> Hand:
    """Thirteen tiles, some of them perhaps on the table, perhaps fishing, rarely short or long."""
    draw = wall.draw
    laid = tuple(_meld(draw, wall.alike(draw(st.sampled_from((3, 3, 4))))) for _set in range(draw(few)))
    flag = draw(st.sampled_from(((),) * 6 + (("fishing",),) * 4 + (("short_hand",), ("long_hand",))))
    more = {("short_hand",): -1, ("long_hand",): 1}.get(flag, 0)
    return Hand(wall.rack(13 - 3 * len(laid) + more), laid, flags=flag)


few = st.sampled_from((0, 0, 0, 1, 2))


def _bonus(wall: Wall, rules: RuleSet, hands: dict[str, Hand]) -> dict[str, Hand]:
    """Lay flowers and seasons beside the hands, where the rules have them."""
    if not rules.bonus_tiles:
        return hands
    owners = {tile: wall.lot.choice((*WINDS, None)) for tile in FLOWERS}
    return {
        seat: replace(told, bonus=tuple(tile for tile in FLOWERS if owners[tile] == seat))
        for seat, told in hands.items()
    }


def _robbed(wall: Wall, winner: Hand, loser: Hand) -> Hand | None:
    """Give a loser the other three of the winning tile, claimed, where they are still there."""
    tile = winner.winning_tile or ""
    if wall.left.count(tile) < 3 or any(tile in meld.tiles for meld in winner.melds) or len(loser.melds) > 3:
        return None
    return replace(loser, concealed=loser.concealed[3:], melds=(*loser.melds, Meld(wall.take((tile,) * 3))))


def _penalties(draw: st.DrawFn, rules: RuleSet, seats: Sequence[str], claimed: bool) -> tuple[Penalty, ...]:
    if not rules.penalties:
        return ()
    known = ["false_mahjong", "misnamed_discard", "wrong_claim"] + (["cannon"] if claimed else [])
    code = draw(st.sampled_from([None, None, None, *known]))
    misled = (seats[2],) if code == "misnamed_discard" else ()
    return (Penalty(code, seats[1], misled),) if code else ()


@st.composite
def legal_deals(draw: st.DrawFn, rules: RuleSet, east: str | None = None) -> Deal:
    """A sound deal of four players under a rule set, dealt from one wall: a win (of any value) or a draw.

    Any hand may have sets on the table, the losers may be fishing, short or long, bonus tiles lie beside the
    hands, a kong may be robbed, a penalty entered. Where `east` is given that seat may have been dealt its
    mah-jong, or lose by its first discard.
    """
    wall, seats = Wall(draw), draw(st.permutations(WINDS))
    winner = _winner(wall, rules)
    hands = {seat: _loser(wall) for seat in seats[1:]} | {seats[0]: winner}
    hands = _bonus(wall, rules, hands)
    if draw(st.integers(0, 5)) == 0:
        drawn = replace(hands[seats[0]], winning_tile=None, concealed=hands[seats[0]].concealed[1:])
        return Deal("draw", hands={**hands, seats[0]: drawn})
    source = draw(st.sampled_from(_sources(wall, hands, seats, east)))
    robbed = _robbed(wall, winner, hands[seats[1]]) if source == "robbed_kong" else None
    if robbed:
        hands[seats[1]] = robbed
    discarder = {"first_discard": east, "robbed_kong": None}.get(
        source, seats[1] if "discard" in source else None
    )
    events = _penalties(draw, rules, seats, claimed=discarder == seats[1])
    return Deal("win", (seats[0],), discarder, source, hands, events)


def _sources(wall: Wall, hands: dict[str, Hand], seats: Sequence[str], east: str | None) -> list[str]:
    """List how the winner may have won."""
    winner, found = hands[seats[0]], [*ENDS]
    if winner.bonus or any(len(meld.tiles) == 4 for meld in winner.melds):
        found.append("loose_tile")
    if winner.concealed.count(winner.winning_tile or "") == 1 and _robbed(wall, winner, hands[seats[1]]):
        found += ["robbed_kong"]
        wall.left += [winner.winning_tile or ""] * 3
    claimed = any(told.melds for told in hands.values())
    if east and not claimed and not winner.bonus:
        found += ["dealt" if seats[0] == east else "first_discard"] * 2
    return found


@st.composite
def shared_deals(draw: st.DrawFn) -> Deal:
    """A sound deal that two players win on one discard, as only the Danish rules let them."""
    wall, seats = Wall(draw), draw(st.permutations(WINDS))
    tile = wall.alike(3)[0]
    hands: dict[str, Hand | Counted] = {}
    for seat in seats[:2]:
        rack = [*(each for _set in range(4) for each in wall.alike(3)), tile, tile]
        hands[seat] = Hand(tuple(rack), winning_tile=tile)
    hands |= {seat: _loser(wall) for seat in seats[2:]}
    return Deal("win", tuple(sorted(seats[:2], key=WINDS.index)), seats[2], "discard", hands)


@st.composite
def dropped_deals(draw: st.DrawFn) -> Deal:
    """A sound deal in which one showed a mah-jong below the minimum and another won."""
    wall, seats = Wall(draw), draw(st.permutations(WINDS))
    starts = [suit + draw(st.integers(0, 6)) for suit in (0, 9, 18)]
    low = [tile for place in starts for tile in wall.take(KINDS[place : place + 3])]
    pung = Meld(wall.take(draw(st.sampled_from([(each,) * 3 for each in _minors(wall)]))))
    pair = wall.take(draw(st.sampled_from([(each,) * 2 for each in KINDS[:27] if wall.left.count(each) > 1])))
    dropped = Hand((*low, *pair), (pung,), winning_tile=low[0], win_source="discard")
    rack = tuple(each for _set in range(4) for each in wall.alike(3)) + wall.alike(2)
    winner = Hand(rack, winning_tile=rack[0])
    hands = {seats[0]: winner, seats[1]: dropped} | {seat: _loser(wall) for seat in seats[2:]}
    return Deal("win", (seats[0],), None, "wall", hands, dropped=(seats[1],))


def _minors(wall: Wall) -> list[str]:
    return [kind for kind in KINDS[:27] if kind[1] not in "19" and wall.left.count(kind) >= 3]
