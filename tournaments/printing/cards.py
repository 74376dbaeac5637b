"""Cards to cut out, several a page: place cards with everybody's own plan, badges."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from tournaments.models import Entry
from tournaments.printing.facts import Facts, club_of
from tournaments.printing.lists import portions
from tournaments.printing.page import GREY, INK, PALE, Box, Paper

PLACE_CARD, BADGE = (92.0, 64.0), (92.0, 53.0)
SPARROW = "B1"
MOST, ACROSS = 12, 6  # rounds on a card, and of these in one line
Card = Callable[[Box, Entry], None]


def place_cards(paper: Paper, facts: Facts) -> None:
    """Write a card for everybody who plays: name, number, and table and wind in each round.

    A house player has none who sits nowhere, since somebody came or left.
    """
    sit = [one for one in facts.people if one.status != Entry.Status.HOUSE or one.pk in facts.places]
    cards(paper, sit, PLACE_CARD, partial(_place_card, paper, facts))


def _place_card(paper: Paper, facts: Facts, box: Box, entry: Entry) -> None:
    paper.tiles.lay(SPARROW, box.x + 4, box.y + 4, 9)
    paper.name_in(Box(box.x + 15, box.y + 3, box.wide - 33, 17), entry.name, 16, bold=True)
    paper.centred(Box(box.x + box.wide - 18, box.y + 3, 15, 13), str(entry.number), 22, bold=True)
    paper.ink(GREY)
    paper.line_of(box.x + 5, box.y + 26, box.wide - 10, club_of(entry), 9)
    paper.line_of(box.x + 5, box.y + box.high - 4, box.wide - 10, paper.event, 7)
    paper.ink(INK)
    _plan(paper, facts, Box(box.x + 5, box.y + 29, box.wide - 10, 27), entry)


def _plan(paper: Paper, facts: Facts, box: Box, entry: Entry) -> None:
    """Write where somebody sits, the last rounds where there are too many."""
    numbers = [one.round.number for one in facts.rounds][-MOST:]
    places = facts.places.get(entry.pk, {})
    across = max(4, min(ACROSS, -(-len(numbers) // 2)))
    wide = box.wide / across
    for place, number in enumerate(numbers):
        cell = Box(box.x + place % across * wide, box.y + place // across * 13.5, wide, 13)
        paper.set_draw_color(PALE)
        paper.rect(cell.x, cell.y, cell.wide, cell.high)
        head = facts.named(number, "short")
        paper.centred(cell, head, 7, y=cell.y + 4)
        paper.centred(cell, places.get(number, "–"), 12, bold=True, y=cell.y + 10.5)


def badges(paper: Paper, facts: Facts) -> None:
    """Write a badge for everybody who has a name."""
    named = [one for one in facts.people if one.player and not one.player.erased_at]
    cards(paper, named, BADGE, partial(_badge, paper))


def _badge(paper: Paper, box: Box, entry: Entry) -> None:
    paper.ink(GREY)
    paper.centred(Box(box.x + 4, box.y + 3, box.wide - 8, 6), paper.event, 10)
    paper.ink(INK)
    _large_name(paper, Box(box.x + 4, box.y + 11, box.wide - 8, 24), entry)
    paper.centred(Box(box.x + 18, box.y + 37, box.wide - 36, 6), club_of(entry), 10)
    paper.tiles.lay(SPARROW, box.x + 5, box.y + box.high - 15, 9)
    paper.centred(Box(box.x + box.wide - 17, box.y + box.high - 15, 13, 11), str(entry.number), 18, bold=True)


def _large_name(paper: Paper, box: Box, entry: Entry) -> None:
    """Write the given name above the family name, as large as they fit."""
    given, family = entry.player.names_shown if entry.player else ("", entry.name)
    high = box.high / 2
    rows = [given, family] if given else [family]
    top = box.y + (box.high - high * len(rows)) / 2
    for place, row in enumerate(rows):
        paper.centred(Box(box.x, top + place * high, box.wide, high), row, 24, bold=True, least=8)


def cards(paper: Paper, people: Sequence[Entry], size: tuple[float, float], card: Card) -> None:
    """Lay cards upon pages, two beside each other, framed by lines to cut along."""
    wide, high = size
    down = int((paper.bottom - 6) // high)
    left = (paper.w - 2 * wide) / 2
    for some in portions(people, 2 * down):
        paper.add_page()
        for place, entry in enumerate(some):
            box = Box(left + place % 2 * wide, 7 + place // 2 * high, wide, high)
            _frame(paper, [box])
            card(box, entry)


def _frame(paper: Paper, boxes: Iterable[Box]) -> None:
    paper.set_draw_color(PALE)
    paper.cells(boxes)
    paper.set_draw_color(INK)
