"""Every paper by name: what it is, who writes it, what has to be there before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.printing import cards, lists, score_sheets
from tournaments.printing.facts import Facts
from tournaments.printing.page import SIZES, Paper
from tournaments.tilefaces import Look


@dataclass(frozen=True, slots=True)
class Kind:
    """One document: its name, what it is for, and what writes it; `of_rounds` without a seating is empty."""

    name: Promise
    about: Promise
    write: Callable[[Paper, Facts], None]
    of_rounds: bool = True


SCORE_SHEETS = "score-sheets"
PAPERS: Mapping[str, Kind] = {
    SCORE_SHEETS: Kind(
        _("Score sheets"),
        _("One for each table and round: names, a line for each deal, limit, penalties, a code to its page."),
        score_sheets.score_sheets,
    ),
    "seating-by-name": Kind(
        _("Seating by name"), _("Everybody by family name, with table and wind in each round."), lists.by_name
    ),
    "seating-by-table": Kind(
        _("Seating by table"),
        _("Who plays at each table in each round, to lie on the tables."),
        lists.by_table,
    ),
    "pairings": Kind(
        _("Pairing sheets"), _("Who meets whom, one list for each round, to hang up."), lists.posters
    ),
    "place-cards": Kind(
        _("Place cards"), _("Name, number and own plan of everybody, to cut out."), cards.place_cards, False
    ),
    "badges": Kind(_("Badges"), _("Name, club and number, to cut out."), cards.badges, False),
}


def written(kind: str, facts: Facts, size: str) -> bytes:
    """Write a paper; `size` is one of `SIZES`."""
    competition, paper = facts.competition, PAPERS[kind]
    look = Look.of(competition.club)
    sheets = Paper(str(paper.name), competition.name, size, look, competition.revision)
    paper.write(sheets, facts)
    if not sheets.page:
        sheets.headline(str(paper.name))
    return bytes(sheets.output())


__all__ = ["PAPERS", "SCORE_SHEETS", "SIZES", "Kind", "written"]
