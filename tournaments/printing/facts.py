"""What papers are made of, read once: people, published rounds, rules. No private data is among it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import scoring
from tournaments.models import Competition, Entry, Round
from tournaments.selectors.explained import penalty_name
from tournaments.selectors.finals import Placed, placed, placed_now, stages_of
from tournaments.selectors.prizes import Prize, prizes_of
from tournaments.selectors.public import (
    SeatedRound,
    Whereabouts,
    finals_shown,
    seating_of,
    standings_shown,
    whereabouts,
)
from tournaments.selectors.stages import OFFICIAL, Worth, worth_of
from tournaments.selectors.standings import Standings, standings_of
from tournaments.wording.penalties import cost
from tournaments.wording.rounds import round_name

Addressed = Callable[[int, int], str]  # a round's and a table's number: the address of the table's page


class Results(NamedTuple):
    """The standings with what they are worth, after one round or after all.

    After all, `over` has the places over all stages, where finals decide some.
    """

    table: Standings
    worth: Worth
    after: int | None
    over: tuple[Placed, ...] = ()
    final: bool = False  # are those official


@dataclass(frozen=True, slots=True)
class Facts:
    """An event as papers know it: who takes part, by name, and the rounds whose seating is out."""

    competition: Competition
    people: tuple[Entry, ...]
    rounds: tuple[SeatedRound, ...]
    places: Mapping[int, Mapping[int, str]]  # by entry and number of the round: table and wind
    rules: scoring.RuleSet
    address: Addressed
    tables: Callable[[int], bool]  # whose sheets are wanted
    results: Results  # as readers see them
    placed: tuple[Placed, ...]  # as they are, over all stages
    prizes: tuple[Prize, ...]

    def named(self, number: int, style: str = "") -> str:
        """Name a round."""
        return str(round_name(self.competition, number, style))


def facts_of(
    competition: Competition,
    rounds: Iterable[Round],
    rules: scoring.RuleSet,
    address: Addressed,
    tables: Callable[[int], bool] = lambda number: True,
    after: int | None = None,
) -> Facts:
    """Read what the papers of these rounds say, and the results `after` one; the caller may show them."""
    seated = tuple(seating_of(rounds))
    there = competition.entries.exclude(status=Entry.Status.WITHDRAWN).select_related("player__club")
    people = tuple(sorted(there, key=in_order))
    results, ranked = results_of(competition, after), tuple(placed_now(competition))
    prizes, places = tuple(prizes_of(competition)), _places(seated)
    return Facts(competition, people, seated, places, rules, address, tables, results, ranked, prizes)


def results_of(competition: Competition, after: int | None = None) -> Results:
    """Read what readers see of the standings: a sheet hangs where everybody reads it."""
    rounds = list(competition.rounds.all())
    played = {one.number for one in rounds if one.is_running or one.is_closed}
    number = after if after in played else None
    table = standings_shown(competition, round_number=number)
    over = [] if number else placed(competition, finals_shown, standings_shown)
    worth = worth_of(competition, rounds, table, overall=number is None)
    return Results(table, worth, table.round, tuple(over), bool(over) and are_official(competition))


def are_official(competition: Competition) -> bool:
    """Tell whether nothing is left to be played or confirmed, nor to be signed where that was announced.

    Where finals decide places, in none of them either.
    """
    return not open_stages(competition)


def open_stages(competition: Competition) -> list[Competition]:
    """List what of a competition and the finals that decide places in it is not official."""
    stages = stages_of(competition)
    return [
        one for one in stages if worth_of(one, list(one.rounds.all()), standings_of(one)).state != OFFICIAL
    ]


def in_order(entry: Entry) -> tuple[bool, tuple[str, str, str], int]:
    """Put people in order of family names, house players last."""
    return entry.player is None, entry.list_order, entry.number


def club_of(entry: Entry) -> str:
    """Name somebody's club, if there is one."""
    return entry.player.club.name if entry.player and entry.player.club else ""


def penalties(rules: scoring.RuleSet) -> Iterator[str]:
    """Say each penalty of the rules with who is paid how much."""
    for row in rules.penalties.values():
        yield f"{penalty_name(row.code)}: {cost(row)}."


def _places(seated: Iterable[SeatedRound]) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for person in whereabouts(seated):
        for place in person.places:
            found[person.entry.pk][place.round] = _said(place)
    return dict(found)


def _said(place: Whereabouts) -> str:
    return "–" if place.played_by else f"{place.table} {place.seat}"
