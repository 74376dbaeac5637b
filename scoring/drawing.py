"""A hand drawn in text and its score sheet, for a person at a terminal; see `scoring.commands`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Final

from scoring.explanation import Line
from scoring.hands import Hand
from scoring.interpretations import Interpretation
from scoring.nearest import Nearest
from scoring.readings import Reading
from scoring.scored import ScoredHand
from scoring.waits import WaitValue
from scoring.wording import SPECIAL_NAMES, TILE_NAMES, spoken, written

WIDTH: Final = 96
GAP: Final = "  "
TITLES: Final = {"points": "Points", "doubles": "Doubles", "value": "Value"}


@dataclass(frozen=True, slots=True)
class Piece:
    """Tiles that are drawn side by side, what stands below them, and the place of the winning tile."""

    tiles: tuple[str, ...]
    caption: str
    won: int | None = None

    def rows(self) -> tuple[str, str, str, str]:
        """Draw the piece as four rows of one width; the winning tile is underlined with ^^.

        >>> Piece(("WE", "WE"), "pair", 1).rows()
        ('.--.--.', '|WE|WE|', "'--'^^'", 'pair   ')
        """
        under = ("^^" if place == self.won else "--" for place in range(len(self.tiles)))
        drawn = (
            f".{'.'.join('--' for _tile in self.tiles)}.",
            f"|{'|'.join(f'{tile:<2}' for tile in self.tiles)}|",
            f"'{chr(39).join(under)}'",
            self.caption,
        )
        width = max(map(len, drawn))
        top, middle, bottom, caption = (row.ljust(width) for row in drawn)
        return top, middle, bottom, caption


def draw(pieces: Iterable[Piece]) -> str:
    """Draw pieces in rows that fit a terminal."""
    shelves: list[list[Piece]] = [[]]
    for piece in pieces:
        if shelves[-1] and _width([*shelves[-1], piece]) > WIDTH:
            shelves.append([])
        shelves[-1].append(piece)
    return "\n".join(_shelf(shelf) for shelf in shelves if shelf)


def _width(shelf: Sequence[Piece]) -> int:
    return sum(len(piece.rows()[0]) + len(GAP) for piece in shelf)


def _shelf(shelf: Sequence[Piece]) -> str:
    rows = zip(*(piece.rows() for piece in shelf), strict=True)
    return "\n".join(GAP.join(row).rstrip() for row in rows)


def declared_pieces(hand: Hand) -> Iterator[Piece]:
    """Lay a hand out as it was declared: its melds, its rack, its flowers and seasons."""
    for meld in hand.melds:
        lies = "dead" if meld.dead else "concealed" if meld.concealed else "exposed"
        yield Piece(meld.tiles, lies)
    if hand.concealed:
        yield Piece(hand.concealed, "rack", _last(hand.concealed, hand.winning_tile))
    yield from _bonus(hand)


def read_pieces(hand: Hand, reading: Reading) -> Iterator[Piece]:
    """Lay a hand out as it was read: each group under its name, dead sets and tiles in none at the end."""
    for each in reading.groups:
        lies = "" if each.shape == "pair" else "concealed " if each.concealed else "exposed "
        won = _last(each.tiles, hand.winning_tile) if each is reading.completed else None
        yield Piece(each.tiles, lies + each.shape, won)
    yield from (Piece(meld.tiles, "dead") for meld in hand.melds if meld.dead)
    if reading.loose:
        yield Piece(reading.loose, "in no set", _last(reading.loose, hand.winning_tile))
    yield from _bonus(hand)


def _bonus(hand: Hand) -> Iterator[Piece]:
    if hand.bonus:
        yield Piece(hand.bonus, "flowers and seasons")


def _last(tiles: tuple[str, ...], tile: str | None) -> int | None:
    places = [place for place, each in enumerate(tiles) if each == tile]
    return places[-1] if places else None


def sheet(
    hand: Hand, scored: ScoredHand, waiting: Sequence[WaitValue] = (), missing: Sequence[Nearest] = ()
) -> str:
    """Print a hand with all that its result says; `waiting` and `missing` only where there are any."""
    parts = [_situation(hand), draw(_pieces(hand, scored)), *_result(scored)]
    if waiting:
        parts.append(_listed("Waiting for", map(_wait, waiting)))
    if scored.beaten:
        parts.append(_listed("Other ways to read it", map(_beaten, scored.beaten)))
    if missing:
        parts.append(_listed("A mah-jong would be", map(_missing, missing)))
    return "\n\n".join(part for part in parts if part)


def _situation(hand: Hand) -> str:
    told = [f"{_wind(hand.own_wind)}, {_wind(hand.round_wind)} round"]
    if hand.is_winner:
        tile = TILE_NAMES.get(hand.winning_tile or "", "a tile not marked")
        told.append(f", mah-jong on {tile}, {spoken('win_source', hand.win_source)}")
    told += [f", {spoken('flag', flag)}" for flag in hand.flags]
    return "".join(told) + "."


def _wind(wind: str | None) -> str:
    return spoken("wind", wind or "no wind")


def _pieces(hand: Hand, scored: ScoredHand) -> Iterator[Piece]:
    return declared_pieces(hand) if scored.reading is None else read_pieces(hand, scored.reading)


def _result(scored: ScoredHand) -> Iterator[str]:
    if scored.problems:
        yield _listed("This cannot be counted", (problem.message for problem in scored.problems))
        return
    for kind, title in TITLES.items():
        lines = [each for each in scored.lines if each.kind == kind]
        if lines:
            yield _listed(title, map(_figure, lines))
    yield f"Worth {_working(scored.value, scored.points, scored.doubles)}"
    yield from (_listed("Note", [note.message]) for note in scored.notes)


def _figure(line: Line) -> str:
    return f"{line.message:<64} [{line.source}]"


def _working(value: int | None, points: int | None, doubles: int | None) -> str:
    """Write the multiplication out where points and doubles made the value.

    >>> _working(104, 26, 2), _working(1000, 300, 2), _working(500, None, None)
    ('104 = 26 × 2 × 2', '1,000 (300 × 2 × 2 = 1,200, cut at the limit)', '500')
    """
    worth = spoken("value", value)
    if points is None or not doubles:
        return worth
    product = " × ".join([written(points), *["2"] * doubles])
    if points << doubles == value:
        return f"{worth} = {product}"
    return f"{worth} ({product} = {written(points << doubles)}, cut at the limit)"


def _listed(title: str, rows: Iterable[str]) -> str:
    return "\n".join([f"{title}:", *(f"  {row}" for row in rows)])


def _wait(wait: WaitValue) -> str:
    return f"{TILE_NAMES[wait.tile]:<14} would make {_worth(wait.scored)}"


def _worth(scored: ScoredHand) -> str:
    special = f", {spoken('special', scored.special)}" if scored.special else ""
    return f"{spoken('value', scored.value)}{special}"


def _beaten(way: Interpretation) -> str:
    name = SPECIAL_NAMES.get(way.special.code, way.special.name) if way.special else "the ordinary count"
    groups = " ".join(f"{each.shape} {' '.join(each.tiles)}," for each in way.reading.groups)
    told = f"{_working(way.value, way.points, way.doubles)}: {name}; {groups}".rstrip("; ,")
    return fill(told, WIDTH, subsequent_indent="    ")


def _missing(way: Nearest) -> str:
    if way.drop is None:
        return f"with {TILE_NAMES[way.add or '']} as well: {_worth(way.scored)}"
    instead = f"with {TILE_NAMES[way.add]} instead of" if way.add else "without"
    return f"{instead} {TILE_NAMES[way.drop]}: {_worth(way.scored)}"


def counted_sheet(scored: ScoredHand) -> str:
    """Print the result of a hand that was given as a value."""
    return "\n\n".join(_result(scored))
