"""The standings of a competition: what the ledger sums up (`sums`), ranked by the pure modules, with names.

The table is a function of the ledger; it is cached under the competition's revision, which every change
that could show in it raises.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from players.names import full_name
from tournaments.models import Competition, Entry, Round, Seating, house_name
from tournaments.ranking import credit, figures, season, standings
from tournaments.ranking.figures import Amount, Figure
from tournaments.ranking.season import Meeting
from tournaments.ranking.standings import Standing, Tally
from tournaments.selectors.confirmed import count_open
from tournaments.selectors.sums import tallies_of

MOST_KEPT = 64
KEPT: dict[str, "Standings"] = {}  # in the process: taking a table out of Redis costs as much as making it


@dataclass(frozen=True, slots=True)
class Person:
    """Who stands behind the number of an entry (`entry` is its key), as the table prints it."""

    entry: int
    number: int
    name: str
    club: str
    status: str

    @property
    def is_shown(self) -> bool:
        """Leave house players out, after ranking: they take nobody's rank and nobody looks for them."""
        return self.status != Entry.Status.HOUSE


@dataclass(frozen=True, slots=True)
class MeetingCell(Meeting):
    """What one round or meeting gave an entry: `counted`, `dropped`, `absent` or `zero`, and why."""

    best_of: int | None
    occasion: str

    @property
    def sentence(self) -> str:
        """Say why, in the reader's language; only the page of one player asks."""
        return season.told(self, self.best_of, self.occasion, gettext)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the published table, with all that explains it; `ahead` stands right before it."""

    number: int
    name: str
    club: str
    status: str
    rank: int | None
    shared: bool
    total: Amount
    net: int
    adjustment: int
    mahjongs: int
    given: int
    deals: int
    standing: Standing
    ahead: tuple[str, Standing] | None
    rounds: tuple[MeetingCell, ...]
    attended: int
    qualification: str

    @property
    def decision(self) -> str | None:
        """Say which criterion put the line behind the one before, in the reader's language."""
        if self.ahead is None:
            return None
        name, before = self.ahead
        return standings.decision(before, self.standing, gettext, name=lambda _number: name)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Give each figure with what it is made of; only the page of one player asks."""
        return self.standing.figures


@dataclass(frozen=True, slots=True)
class Standings:
    """The table under one revision.

    `provisional`, which is not official, while a round that counts in it is running, or while some of its
    deals are unconfirmed; those of the running round are not counted, since they may still be.
    """

    competition: int
    revision: int
    round: int | None
    alone: bool
    provisional: bool
    unconfirmed: int
    criteria: tuple[str, ...]
    held: tuple[int, ...]
    best_of: int | None
    rows: tuple[Row, ...]


def standings_of(
    competition: Competition, *, round_number: int | None = None, alone: bool = False
) -> Standings:
    """Rank a competition overall, through a round, or in one round alone; cached by revision."""
    head = f"{competition.revision}:{competition.chain_head[:16]}"
    key = f"{competition.pk}:{head}:{round_number}:{alone}"
    found = KEPT.get(key)
    if found is None:
        found = reckoned(competition, round_number=round_number, alone=alone)
        KEPT[key] = found
        _forget_the_oldest()
    return found


def _forget_the_oldest() -> None:
    for key in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(key, None)


def reckoned(competition: Competition, *, round_number: int | None = None, alone: bool = False) -> Standings:
    """Work the table out from the ledger, without the cache."""
    rounds = _rounds(competition, round_number, alone)
    people = _people(competition)
    numbers = {person.entry: person.number for person in people.values()}
    tallies = standings.attribute(tallies_of(competition, rounds, numbers), competition.substitute_policy)
    if alone:
        people = _present(people, tallies, rounds)
    table = _season_rows if competition.is_season and not alone else _tournament_rows
    rows, held = table(competition, tallies, people)
    unconfirmed = count_open([one for one in rounds if one.is_closed], competition.confirmed_by)
    return Standings(
        competition=competition.pk,
        revision=competition.revision,
        round=round_number,
        alone=alone,
        provisional=unconfirmed > 0 or any(one.is_running for one in rounds),
        unconfirmed=unconfirmed,
        criteria=tuple(competition.ranked_by),
        held=held,
        best_of=competition.best_of if competition.is_season else None,
        rows=rows,
    )


def standings_json(competition: Competition) -> dict[str, Any]:
    """Write the overall table as published: exact amounts as text, ids and names."""
    table = standings_of(competition)
    return {
        "competition": competition.slug,
        "name": competition.name,
        "revision": table.revision,
        "provisional": table.provisional,
        "unconfirmed": table.unconfirmed,
        "criteria": list(table.criteria),
        "chain": competition.chain_head,
        "rounds": list(table.held),
        "best_of": table.best_of,
        "standings": [row_json(row) for row in table.rows],
    }


def row_json(row: Row) -> dict[str, Any]:
    """Write one line; fractions as text such as "3/2"."""
    return {
        "rank": row.rank,
        "shared": row.shared,
        "number": row.number,
        "name": row.name,
        "club": row.club,
        "status": row.status,
        "total": exact(row.total),
        "net": row.net,
        "adjustment": row.adjustment,
        "mahjongs": row.mahjongs,
        "given": row.given,
        "deals": row.deals,
        "decided": row.decision,
        "rounds": [
            {"round": cell.round, "amount": exact(cell.amount), "state": cell.state} for cell in row.rounds
        ],
    }


def exact(amount: Amount) -> int | str:
    """Write whole amounts as numbers and fractions as text."""
    whole = Fraction(amount)
    return int(whole) if whole.denominator == 1 else figures.text(whole)


def _rounds(competition: Competition, round_number: int | None, alone: bool) -> list[Round]:
    rounds = competition.rounds.exclude(state__in=[Round.State.DRAFT, Round.State.PUBLISHED])
    if round_number is None:
        return list(rounds)
    return list(rounds.filter(number=round_number) if alone else rounds.filter(number__lte=round_number))


def _people(competition: Competition) -> dict[int, Person]:
    """Read who is entered; rows are enough, and building models of them costs more than ranking them."""
    rows = competition.entries.values_list(
        "pk", "number", "status", "player_id", "player__given", "player__family", "player__club__name"
    )
    return {
        number: Person(
            key,
            number,
            house_name(number) if player is None else full_name(given, family),
            club or "",
            status,
        )
        for key, number, status, player, given, family, club in rows
    }


def _present(
    people: dict[int, Person], tallies: Iterable[Tally], rounds: Iterable[Round]
) -> dict[int, Person]:
    """Leave out who had no part in the rounds: an absent member has no place in a meeting."""
    seated = Seating.objects.filter(round__in=list(rounds)).values_list("entry__number", flat=True)
    there = {tally.entry for tally in tallies} | set(seated)
    return {number: entry for number, entry in people.items() if number in there}


def scheme_of(competition: Competition) -> credit.Scheme:
    """Say how the competition turns a round into credits."""
    return credit.Scheme(
        competition.credit_scheme,
        tuple(figures.amount(points) for points in competition.table_points),
        figures.amount(competition.attendance_points),
    )


def _unranked(people: Mapping[int, Person]) -> dict[int, str]:
    return {number: person.status for number, person in people.items() if person.status not in Entry.RANKED}


def _tournament_rows(
    competition: Competition, tallies: Sequence[Tally], people: Mapping[int, Person]
) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    scheme = scheme_of(competition)
    credits = credit.of_rounds(tallies, scheme)
    plain = scheme.code == "net" and not scheme.attendance
    lines = standings.lines(
        tallies,
        entries=people,
        unranked=_unranked(people),
        credits=None if plain else credit.parts_of(credits),
    )
    ranked = [one for one in standings.rank(lines, competition.ranked_by) if people[one.entry].is_shown]
    cells = _cells(credits)
    held = tuple(sorted({tally.round for tally in tallies}))
    return tuple(
        _row(people, before, one, cells.get(one.entry, ()), len(cells.get(one.entry, ())), "")
        for before, one in _with_the_one_before(ranked)
    ), held


def _cells(credits: Iterable[credit.Credit]) -> Mapping[int, tuple[MeetingCell, ...]]:
    found: dict[int, tuple[MeetingCell, ...]] = defaultdict(tuple)
    for one in credits:
        found[one.entry] += (MeetingCell(one.round, "counted", one, None, "round"),)
    return dict(found)


def _season_rows(
    competition: Competition, tallies: Sequence[Tally], people: Mapping[int, Person]
) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    planned = competition.planned_rounds or competition.rounds.count()
    table = season.season(
        credit.of_rounds(tallies, scheme_of(competition)),
        best_of=competition.best_of,
        meetings=planned,
        minimum_attendance=competition.minimum_attendance,
        criteria=competition.ranked_by,
        entries=people,
        unranked=_unranked(people),
    )
    lines = {line.entry: line for line in table.lines if people[line.entry].is_shown}
    ranked = [line.standing for line in lines.values()]
    return tuple(
        _row(people, before, one, _meeting_cells(table, line), line.attended, line.qualification)
        for (before, one), line in zip(_with_the_one_before(ranked), lines.values(), strict=True)
    ), table.held


def _meeting_cells(table: season.SeasonTable, line: season.SeasonLine) -> tuple[MeetingCell, ...]:
    return tuple(
        MeetingCell(meeting.round, meeting.state, meeting.credit, table.best_of, "meeting")
        for meeting in line.meetings
    )


def _with_the_one_before(ranked: Sequence[Standing]) -> Iterable[tuple[Standing | None, Standing]]:
    return zip([None, *ranked], ranked, strict=False)


def _row(
    people: Mapping[int, Person],
    before: Standing | None,
    one: Standing,
    rounds: tuple[MeetingCell, ...],
    attended: int,
    qualification: str,
) -> Row:
    person, line = people[one.entry], one.line
    return Row(
        number=person.number,
        name=person.name,
        club=person.club,
        status=person.status,
        rank=one.rank,
        shared=one.shared,
        total=line.total,
        net=line.net,
        adjustment=line.adjustment,
        mahjongs=line.mahjongs,
        given=line.given,
        deals=line.deals,
        standing=one,
        ahead=None if before is None else (people[before.entry].name, before),
        rounds=rounds,
        attended=attended,
        qualification=qualification,
    )
