"""Every paper by name: what it is, who writes it, what has to be there before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Competition, Round
from tournaments.printing import cards, lists, prize_list, results, rule_sheet, score_sheets
from tournaments.printing.facts import Facts, are_official
from tournaments.printing.page import Paper
from tournaments.tilefaces import Look

NOTHING, SEATING, RESULTS, OFFICIAL, PRIZES = "nothing", "seating", "results", "official", "prizes"
TIMETABLE = "timetable"


@dataclass(frozen=True, slots=True)
class Kind:
    """One document: its name, what it is for, and what writes it, once what it needs is there."""

    name: Promise
    about: Promise
    write: Callable[[Paper, Facts], None]
    needs: str = SEATING


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
        _("Place cards"), _("Name, number and own plan of everybody, to cut out."), cards.place_cards, NOTHING
    ),
    "badges": Kind(_("Badges"), _("Name, club and number, to cut out."), cards.badges, NOTHING),
    "rules": Kind(
        _("Rule summary"),
        _("The rules as the event plays them: what counts, special hands, who pays whom, penalties."),
        rule_sheet.rule_summary,
        NOTHING,
    ),
    "timetable": Kind(
        _("Timetable"), _("What happens when, and where, to hang up."), lists.timetable, TIMETABLE
    ),
    "results": Kind(
        _("Result sheets"),
        _("The standings as they are, provisional or official; after one round, if you choose it."),
        results.result_sheets,
        RESULTS,
    ),
    "prizes": Kind(
        _("Prize list"),
        _("Who gets which prize, with shared places explained, once all results are official."),
        prize_list.prize_list,
        PRIZES,
    ),
    "certificates": Kind(
        _("Certificates"),
        _("For everybody who has a place and did not withdraw, to sign, once all results are official."),
        results.certificates,
        OFFICIAL,
    ),
}


def offered(competition: Competition, official: bool | None = None) -> list[str]:
    """List the papers for which there is by now what they need; `official` is worked out unless told."""
    states = set(competition.rounds.values_list("state", flat=True))
    there = {NOTHING, TIMETABLE} if competition.timetable else {NOTHING}
    if states - {Round.State.DRAFT}:
        there.add(SEATING)
    if states & {Round.State.RUNNING, Round.State.CLOSED}:
        there.add(RESULTS)
    if official is None:
        official = Round.State.CLOSED in states and are_official(competition)
    if official:
        there |= {OFFICIAL, PRIZES} if competition.prizes else {OFFICIAL}
    return [code for code, kind in PAPERS.items() if kind.needs in there]


def written(kind: str, facts: Facts, size: str) -> bytes:
    """Write a paper; `size` is one of `SIZES`."""
    competition, paper = facts.competition, PAPERS[kind]
    look = Look.of(competition.club)
    sheets = Paper(str(paper.name), competition.name, size, look, competition.revision)
    paper.write(sheets, facts)
    if not sheets.page:
        sheets.headline(str(paper.name))
    return bytes(sheets.output())
