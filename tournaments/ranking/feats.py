"""Feats: what people tell of a round, found among its deals; whom they belong to is for the caller to say."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

HAND, SPECIAL, UNWON, MAHJONGS, STREAK, WON = "hand", "special", "unwon", "mahjongs", "streak", "won"
LEAST = {UNWON: 2, MAHJONGS: 2, STREAK: 2, WON: 1}  # below them there is nothing to tell


class Score(NamedTuple):
    """What a deal meant for who sat on a seat; `entry` is None for whom nobody may read about."""

    seat: str
    entry: int | None
    value: int | None
    special: str
    net: int
    mahjong: bool


class Dealt(NamedTuple):
    """One deal of a table that counts, by the key of its version."""

    version: int
    table: int
    scores: tuple[Score, ...]

    @property
    def winners(self) -> tuple[Score, ...]:
        """List who went mah-jong; nobody where nobody won."""
        return tuple(one for one in self.scores if one.mahjong)


class Found(NamedTuple):
    """A feat, with the deal that made it, and whose it is; a run of deals that nobody won is nobody's."""

    kind: str
    amount: int
    version: int
    entry: int | None = None
    seat: str = ""
    special: str = ""


def feats(deals: Iterable[Dealt]) -> list[Found]:
    """Find the feats of a round: the greatest of each kind, the first of equals, and every special hand.

    Deals come in order of tables, and of each table in the order of play.
    """
    listed = list(deals)
    told = [one for _table, run in groupby(listed, key=lambda deal: deal.table) for one in _at(list(run))]
    greatest: dict[str, Found] = {}
    for one in [*hands(listed), *told]:
        if one.kind not in greatest or one.amount > greatest[one.kind].amount:
            greatest[one.kind] = one
    return [*greatest.values(), *(one._replace(kind=SPECIAL) for one in hands(listed) if one.special)]


def hands(deals: Iterable[Dealt]) -> list[Found]:
    """List the winning hands whose value is known."""
    return [
        Found(HAND, one.value, deal.version, one.entry, one.seat, one.special)
        for deal in deals
        for one in deal.winners
        if one.value is not None and one.entry is not None
    ]


def _at(deals: Sequence[Dealt]) -> list[Found]:
    """Find what is told of one table; who came and went is looked at for the deals played there."""
    found = [_unwon(deals)]
    for entry in {one.entry for deal in deals for one in deal.scores if one.entry is not None}:
        found += _of_one(entry, deals)
    return [one for one in found if one.amount >= LEAST[one.kind]]


def _unwon(deals: Sequence[Dealt]) -> Found:
    length, end = longest([not deal.winners for deal in deals])
    return Found(UNWON, length, deals[end].version)


def _of_one(entry: int, deals: Sequence[Dealt]) -> list[Found]:
    own = [(deal, one) for deal in deals for one in deal.scores if one.entry == entry]
    won = [(deal, one) for deal, one in own if one.mahjong]
    net = sum(one.net for _deal, one in own)
    last, seat = own[-1][0], own[-1][1].seat
    found = [Found(WON, net, last.version, entry, seat)]
    if won:
        found.append(Found(MAHJONGS, len(won), won[-1][0].version, entry, won[-1][1].seat))
        length, end = longest([one.mahjong for _deal, one in own])
        found.append(Found(STREAK, length, own[end][0].version, entry, own[end][1].seat))
    return found


def longest(happened: Sequence[bool]) -> tuple[int, int]:
    """Give the length of the longest run and where it ends, of equals the first; 0 and 0 without any."""
    best, end, run = 0, 0, 0
    for at, one in enumerate(happened):
        run = run + 1 if one else 0
        if run > best:
            best, end = run, at
    return best, end


def sums(deals: Sequence[Dealt]) -> dict[str, int]:
    """Count the deals and the mah-jongs; where several win one deal, each counts."""
    return {"deals": len(deals), "mahjongs": sum(len(deal.winners) for deal in deals)}
