"""The standings of a competition: what the ledger sums up, ranked by the pure modules, with names.

The table is a function of the ledger; it is cached under the competition's revision, which every change
that could show in it raises.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.db.models import Count, Q, Sum
from django.utils.translation import get_language, gettext

from tournaments import credit, figures, season, standings
from tournaments.figures import Amount, Figure, Part
from tournaments.models import Competition, Entry, Penalty, Round, ScoreRow, Seating
from tournaments.standings import Standing, Tally

MOST_KEPT = 64
KEPT: dict[str, "Standings"] = {}  # in the process: taking a table out of Redis costs as much as making it


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """What one round or meeting gave an entry: `counted`, `dropped`, `absent` or `zero`, and why."""

    round: int
    amount: Amount
    state: str
    parts: tuple[Part, ...] = ()
    words: str = ""

    @property
    def sentence(self) -> str:
        """Say why, in the reader's language; only the page of one player asks."""
        return self.words or " ".join(figures.sentences(self.parts, translate=gettext))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the published table, with everything that explains it."""

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
    decision: str | None
    standing: Standing
    rounds: tuple[MeetingCell, ...]
    attended: int
    qualification: str

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Give each figure with what it is made of; only the page of one player asks."""
        return self.standing.figures


@dataclass(frozen=True, slots=True)
class Standings:
    """The table under one revision; `provisional` while a round that counts in it is still running."""

    competition: int
    revision: int
    round: int | None
    alone: bool
    provisional: bool
    criteria: tuple[str, ...]
    held: tuple[int, ...]
    best_of: int | None
    rows: tuple[Row, ...]


def standings_of(
    competition: Competition, *, round_number: int | None = None, alone: bool = False
) -> Standings:
    """Rank a competition overall, through a round, or in one round alone; cached by revision."""
    head = f"{competition.revision}:{competition.chain_head[:16]}"
    key = f"{competition.pk}:{head}:{round_number}:{alone}:{get_language()}"
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
    tallies = standings.attribute(tallies_of(competition, rounds), competition.substitute_policy)
    if alone:
        people = _present(people, tallies, rounds)
    table = _season_rows if competition.is_season and not alone else _tournament_rows
    rows, held = table(competition, tallies, people)
    return Standings(
        competition=competition.pk,
        revision=competition.revision,
        round=round_number,
        alone=alone,
        provisional=any(one.is_running for one in rounds),
        criteria=tuple(competition.criteria),
        held=held,
        best_of=competition.best_of if competition.is_season else None,
        rows=rows,
    )


def tallies_of(competition: Competition, rounds: Iterable[Round]) -> list[Tally]:
    """Sum up the ledger: one tally for each entry, round and table, penalties of the standings included."""
    numbers = [one.number for one in rounds]
    taken = _taken_off(competition, numbers)
    played = [_tally(row, taken) for row in _summed(competition, numbers)]
    absent = [Tally(entry, number, 0, 0, 0, 0, None, sum_) for (entry, number), sum_ in taken.items()]
    return played + absent


def standings_json(competition: Competition) -> dict[str, Any]:
    """Write the overall table as published: exact amounts as text, ids and names."""
    table = standings_of(competition)
    return {
        "competition": competition.slug,
        "name": competition.name,
        "revision": table.revision,
        "provisional": table.provisional,
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


def _people(competition: Competition) -> dict[int, Entry]:
    entries = competition.entries.select_related("player__club")
    return {entry.number: entry for entry in entries}


def _present(people: dict[int, Entry], tallies: Iterable[Tally], rounds: Iterable[Round]) -> dict[int, Entry]:
    """Leave out who had no part in the rounds: an absent member has no place in a meeting."""
    seated = Seating.objects.filter(round__in=list(rounds)).values_list("entry__number", flat=True)
    there = {tally.entry for tally in tallies} | set(seated)
    return {number: entry for number, entry in people.items() if number in there}


def _summed(competition: Competition, rounds: Sequence[int]) -> Iterable[dict[str, Any]]:
    names = ("entry__number", "stands_for__number", "version__table__round__number", "version__table__number")
    rows = ScoreRow.objects.filter(
        version__competition=competition,
        version__superseded_by__isnull=True,
        version__table__round__number__in=rounds,
    )
    return (
        rows.order_by()
        .values(*names)
        .annotate(
            net=Sum("net"),
            deals=Count("pk", filter=Q(version__void=False)),
            mahjongs=Count("pk", filter=Q(mahjong=True)),
            given=Count("pk", filter=Q(gave=True)),
        )
    )


def _tally(row: Mapping[str, Any], taken: dict[tuple[int, int], int]) -> Tally:
    """Turn a sum of the ledger into a tally; a penalty goes with the first table the entry sat at."""
    entry, number = row["entry__number"], row["version__table__round__number"]
    return Tally(
        entry=entry,
        round=number,
        net=row["net"],
        mahjongs=row["mahjongs"],
        given=row["given"],
        deals=row["deals"],
        table=row["version__table__number"],
        adjustment=taken.pop((entry, number), 0),
        stands_for=row["stands_for__number"],
    )


def _taken_off(competition: Competition, rounds: Sequence[int]) -> dict[tuple[int, int], int]:
    sums = (
        Penalty.objects.filter(competition=competition, amount__isnull=False, round__number__in=rounds)
        .order_by()
        .values_list("entry__number", "round__number")
        .annotate(total=Sum("amount"))
    )
    return {(entry, number): total for entry, number, total in sums if total}


def scheme_of(competition: Competition) -> credit.Scheme:
    """Say how the competition turns a round into credits."""
    return credit.Scheme(
        competition.credit_scheme, competition.table_points_exact, Fraction(competition.attendance_points)
    )


def _unranked(people: Mapping[int, Entry]) -> dict[int, str]:
    return {number: entry.status for number, entry in people.items() if not entry.is_ranked}


def _is_shown(entry: Entry) -> bool:
    """Leave house players out, after ranking: they take no rank from anybody and nobody looks for them."""
    return entry.status != Entry.Status.HOUSE


def _tournament_rows(
    competition: Competition, tallies: Sequence[Tally], people: Mapping[int, Entry]
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
    ranked = [one for one in standings.rank(lines, competition.criteria) if _is_shown(people[one.entry])]
    cells = _cells(credits)
    held = tuple(sorted({tally.round for tally in tallies}))
    said = _decisions(ranked, people)
    return tuple(
        _row(one, people, said, cells.get(one.entry, ()), len(cells.get(one.entry, ())), "") for one in ranked
    ), held


def _cells(credits: Iterable[credit.Credit]) -> dict[int, tuple[MeetingCell, ...]]:
    found: dict[int, tuple[MeetingCell, ...]] = {}
    for one in credits:
        cell = MeetingCell(one.round, one.total, "counted", one.parts)
        found[one.entry] = (*found.get(one.entry, ()), cell)
    return found


def _season_rows(
    competition: Competition, tallies: Sequence[Tally], people: Mapping[int, Entry]
) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    planned = competition.planned_rounds or competition.rounds.count()
    table = season.season(
        credit.of_rounds(tallies, scheme_of(competition)),
        best_of=competition.best_of,
        meetings=planned,
        minimum_attendance=competition.minimum_attendance,
        criteria=competition.criteria,
        entries=people,
        unranked=_unranked(people),
    )
    lines = [line for line in table.lines if _is_shown(people[line.entry])]
    said = _decisions([line.standing for line in lines], people)
    return tuple(
        _row(line.standing, people, said, _meeting_cells(table, line), line.attended, line.qualification)
        for line in lines
    ), table.held


def _meeting_cells(table: season.SeasonTable, line: season.SeasonLine) -> tuple[MeetingCell, ...]:
    return tuple(
        MeetingCell(meeting.round, meeting.amount, meeting.state, words=table.explain(meeting, gettext))
        for meeting in line.meetings
    )


def _decisions(ranked: Sequence[Standing], people: Mapping[int, Entry]) -> dict[int, str | None]:
    """Say for each line which criterion put it behind the one before."""
    return {
        after.entry: standings.decision(before, after, gettext, name=lambda number: people[number].name)
        for before, after in pairwise(ranked)
    }


def _row(
    one: Standing,
    people: Mapping[int, Entry],
    said: Mapping[int, str | None],
    rounds: tuple[MeetingCell, ...],
    attended: int,
    qualification: str,
) -> Row:
    entry, line = people[one.entry], one.line
    club = entry.player.club if entry.player else None
    return Row(
        number=entry.number,
        name=entry.name,
        club=club.name if club else "",
        status=entry.status,
        rank=one.rank,
        shared=one.shared,
        total=line.total,
        net=line.net,
        adjustment=line.adjustment,
        mahjongs=line.mahjongs,
        given=line.given,
        deals=line.deals,
        decision=said.get(one.entry),
        standing=one,
        rounds=rounds,
        attended=attended,
        qualification=qualification,
    )
