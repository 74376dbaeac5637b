"""The standings of a competition: what the ledger sums up (`sums`), ranked by the pure modules, with names.

The table is a function of the ledger; it is cached under the competition's revision, which every change
that could show in it raises.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from threading import Lock
from typing import Any

from tournaments import sittings
from tournaments.models import Competition, Round, Table
from tournaments.ranking import advancing, credit, figures
from tournaments.ranking.figures import Amount
from tournaments.ranking.rounds import Work, by_meeting, told, work
from tournaments.ranking.seasons.explained import PRESENCE
from tournaments.ranking.seasons.facts import Facts
from tournaments.ranking.seasons.finals import MARKS
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.tables import Season, season
from tournaments.ranking.tallies import Tally
from tournaments.selectors import meetings
from tournaments.selectors.confirmed import count_open
from tournaments.selectors.newest import Newest, is_behind, newest
from tournaments.selectors.ranked import (
    Cell,
    Kept,
    NamedRows,
    Person,
    Ranked,
    Row,
    people_of,
    present,
    rank_tournament,
    scheme_of,
)
from tournaments.selectors.ranked_seasons import SeasonKept, rank_season, season_facts
from tournaments.selectors.season_facts import policy_of
from tournaments.selectors.sums import tallies_of

__all__ = [
    "MARKS",
    "PRESENCE",
    "Cell",
    "Row",
    "Standings",
    "row_json",
    "scheme_of",
    "standings_of",
    "summed",
]

MOST_KEPT = 64
KEPT: dict[str, "Standings"] = {}  # in the process: taking a table out of Redis costs as much as making it
WORKED: dict[int, "Worked"] = {}  # what the next revision goes on from
# Both in the order of making, the oldest out first: WORKED is popped and put in anew, never changed in place.
LOCKS = [Lock() for _ in range(64)]


@dataclass(frozen=True, slots=True)
class Standings:
    """The table under one revision.

    `provisional`, which is not official, while a round that counts in it is running, or while some of its
    deals are unconfirmed; those of the running round are not counted, since they may still be. A season has
    its `policy`; `tables` are those of its periods.
    """

    competition: int
    revision: int
    round: int | None
    alone: bool
    provisional: bool
    unconfirmed: int
    criteria: tuple[str, ...]
    held: tuple[int, ...]
    rows: tuple[Row, ...]
    policy: Policy | None = None
    tables: tuple[NamedRows, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """Which table is wanted: of which rounds, and what they are worth."""

    competition: Competition
    number: int | None
    alone: bool
    rounds: Sequence[Round]
    scheme: credit.Scheme


@dataclass(frozen=True, slots=True)
class RoundWorked:
    """A round worked out, and the very sums, penalties and settings it was worked out from."""

    sums: object
    taken: object
    setting: tuple[object, ...]
    work: Work


@dataclass(frozen=True, slots=True)
class Basis:
    """A table under one revision (its `key`), and what it was worked out from."""

    key: str
    asked: Asked
    people: Mapping[int, Person]
    sums: Newest
    table: Standings


@dataclass(frozen=True, slots=True)
class Worked:
    """What the next revision may take over: rounds by key, and pieces of the table of all rounds.

    `basis` is the newest of those tables.
    """

    rounds: Mapping[int, RoundWorked] = field(default_factory=dict)
    table: Kept = field(default_factory=Kept)
    season: SeasonKept | None = None
    basis: Basis | None = None


def standings_of(
    competition: Competition, *, round_number: int | None = None, alone: bool = False
) -> Standings:
    """Rank a competition overall, through a round, or in one round alone; worked out once for each revision.

    Whoever asks while that is done waits for it and shares it. Call it for what is committed, or will be:
    what is tried and taken back is for `summed`.
    """
    key = _key(competition, round_number, alone)
    found = KEPT.get(key)
    if found is None:
        # Two threads that advance one state would do the work twice. Nothing is written under this lock, and
        # reading waits for no row: nobody who holds it waits for somebody who wants it.
        with LOCKS[competition.pk % len(LOCKS)]:
            found = KEPT.get(key) or _worked_out(competition, round_number, alone).table
    return found


def _key(competition: Competition, round_number: int | None, alone: bool) -> str:
    head = f"{competition.revision}:{competition.chain_head[:16]}"
    return f"{competition.pk}:{head}:{round_number}:{alone}"


def _worked_out(competition: Competition, round_number: int | None, alone: bool) -> Basis:
    """Work a table out from the newest sums, and keep it with its pieces."""
    if is_behind(competition):  # somebody read the row later and was here before: sums know no way back
        competition = Competition.objects.get(pk=competition.pk)
    asked, people = _asked(competition, round_number, alone), people_of(competition)
    sums = newest(competition, frozenset(one.entry for one in people.values() if one.is_nobody))
    known = WORKED.pop(competition.pk, Worked())
    made = {one.pk: _round(asked, one, sums, people, known) for one in asked.rounds}
    closed = {one.pk for one in asked.rounds if one.is_closed}
    works = [each.work for each in made.values()]
    table, kept = _table(asked, people, works, sums.state.count_open(closed), known)
    basis = Basis(_key(competition, round_number, alone), asked, people, sums, table)
    rounds, whole = {**known.rounds, **made}, round_number is None
    WORKED[competition.pk] = (
        replace(kept, rounds=rounds, basis=basis) if whole else replace(known, rounds=rounds)
    )
    KEPT[basis.key] = table
    _forget_the_oldest()
    return basis


def _forget_the_oldest() -> None:
    """Let go of what came first: an old revision is asked for no more."""
    for old in list(KEPT)[:-MOST_KEPT]:
        KEPT.pop(old, None)
    for gone in list(WORKED)[:-MOST_KEPT]:
        WORKED.pop(gone, None)


def _round(
    asked: Asked, one: Round, sums: Newest, people: Mapping[int, Person], known: Worked
) -> RoundWorked:
    """Work a round out, or take it over where it would be made of the very same."""
    of, taken = sums.state.of_round(one.pk)
    policy = asked.competition.substitute_policy
    as_season = asked.competition.is_season and not asked.alone
    setting = one.number, policy, asked.scheme, as_season
    before = known.rounds.get(one.pk)
    if before and before.sums is of and before.taken is taken and before.setting == setting:
        return before
    entries = {person.entry: person.number for person in people.values()}
    tables = {key: number for key, (_, number) in sums.places.items()}
    tallies = advancing.tallies(one.number, of, taken, entries, tables)
    made = told(one.number, tallies) if as_season else work(one.number, tallies, policy, asked.scheme)
    return RoundWorked(of, taken, setting, made)


def foreseen(
    table: Table, written: Sequence[advancing.Version], replaced: Sequence[advancing.Version]
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Give the lines of all rounds as they are, and as they would be with other deals of a table.

    Nothing is kept. Call it for what is committed, as `standings_of`.
    """
    known, basis = worked(table.round.competition)
    state = basis.sums.state
    since = advancing.Since(state.sequence, state.chain, versions=written, superseded=replaced)
    places = {**basis.sums.places, table.pk: (table.round_id, table.number)}
    sums = replace(basis.sums, state=advancing.advance(state, since), places=places)
    works = [_round(basis.asked, one, sums, basis.people, known).work for one in basis.asked.rounds]
    return basis.table.rows, _table(basis.asked, basis.people, works, 0, known)[0].rows


def worked(competition: Competition) -> tuple[Worked, Basis]:
    """Give what the newest table of all rounds was worked out from; worked out where it is not there."""
    with LOCKS[competition.pk % len(LOCKS)]:
        known = WORKED.get(competition.pk)
        basis = known.basis if known else None
        if basis is None or basis.key != _key(competition, None, False):
            basis = _worked_out(competition, None, False)
        return WORKED[competition.pk], basis


def summed(competition: Competition, *, round_number: int | None = None, alone: bool = False) -> Standings:
    """Work the table out from the whole ledger as it is this moment; nothing is kept, nothing taken over."""
    asked, people = _asked(competition, round_number, alone), people_of(competition)
    works = _works_in_ledger(asked, people)
    unconfirmed = count_open([one for one in asked.rounds if one.is_closed], competition.confirmed_by)
    return _table(asked, people, works, unconfirmed, Worked())[0]


def _works_in_ledger(asked: Asked, people: Mapping[int, Person]) -> list[Work]:
    """Work the rounds out from the rows of the ledger."""
    numbers = {person.entry: person.number for person in people.values()}
    played: dict[int, list[Tally]] = {one.number: [] for one in asked.rounds}
    for tally in tallies_of(asked.competition, asked.rounds, numbers):
        played[tally.round].append(tally)
    policy = asked.competition.substitute_policy
    return [work(number, tallies, policy, asked.scheme) for number, tallies in played.items()]


def whole(
    competition: Competition, number: int | None, rounds: Sequence[Round] | None = None
) -> int | None:
    """Give the last sitting, as far as it has begun, of the meeting that somebody asks for by its number."""
    if number is None or not competition.is_season:
        return number
    every = competition.rounds.all() if rounds is None else rounds
    return sittings.last_of(number, [one.number for one in every if one.is_running or one.is_closed])


def _asked(competition: Competition, number: int | None, alone: bool) -> Asked:
    rounds = [one for one in competition.rounds.all() if one.is_running or one.is_closed]
    if number is not None:
        rounds = [one for one in rounds if sittings.through(one.number, number)]
        rounds = [one for one in rounds if one.meeting == sittings.meeting_of(number) or not alone]
    return Asked(competition, number, alone, rounds, scheme_of(competition))


def _table(
    asked: Asked,
    people: Mapping[int, Person],
    works: Sequence[Work],
    unconfirmed: int,
    before: Worked,
) -> tuple[Standings, Worked]:
    """Rank what the rounds gave; what the next revision may keep comes along."""
    competition = asked.competition
    people = present(people, works, asked.rounds) if asked.alone else people
    as_season = competition.is_season and not asked.alone
    rested = meetings.rested(competition) if as_season else {}
    ranked, kept = rank_asked(asked, people, works, rested, before)
    policy = kept.policy if as_season and kept else None
    table = Standings(
        competition=competition.pk,
        revision=competition.revision,
        round=asked.number and sittings.meeting_of(asked.number),
        alone=asked.alone,
        provisional=unconfirmed > 0 or any(one.is_running for one in asked.rounds),
        unconfirmed=unconfirmed,
        criteria=tuple(competition.ranked_by) if policy is None else policy.criteria,
        held=ranked.held,
        rows=ranked.rows,
        policy=policy,
        tables=ranked.tables,
    )
    return table, Worked(table=ranked.kept, season=kept)


def rank_asked(
    asked: Asked,
    people: Mapping[int, Person],
    works: Sequence[Work],
    rested: Mapping[int, set[int]],
    before: Worked,
) -> tuple[Ranked, SeasonKept | None]:
    """Rank what the rounds gave, a season by its rules; `rested` is by number of the sitting."""
    if asked.competition.is_season and not asked.alone:
        return rank_season(asked.competition, works, people, asked.rounds, rested, before.season)
    again = partial(work, policy=asked.competition.substitute_policy, scheme=asked.scheme)
    evenings = by_meeting(works, again)
    ranked = rank_tournament(asked.competition, evenings, people, before.table, alone=asked.alone)
    return ranked, before.season


def row_json(row: Row) -> dict[str, Any]:
    """Write one line; fractions as text such as "3/2"."""
    return {
        "rank": row.rank,
        "shared": row.shared,
        "number": row.number,
        "name": row.name,
        "club": row.club,
        "status": row.status,
        "total": None if row.total is None else exact(row.total),
        "net": row.net,
        "adjustment": row.adjustment,
        "carried": exact(row.carried),
        "mahjongs": row.mahjongs,
        "given": row.given,
        "deals": row.deals,
        "rested": row.rested,
        "decided": row.decision,
        "division": row.group,
        "marks": [mark._asdict() for mark in row.marks],
        "rounds": [
            {
                "round": cell.round,
                "amount": exact(cell.amount),
                "state": cell.state,
                "presence": cell.presence,
            }
            for cell in row.rounds
        ],
    }


def exact(amount: Amount) -> int | str:
    """Write whole amounts as numbers and fractions as text."""
    if type(amount) is int:  # nearly all are, and a table has thousands
        return amount
    whole = Fraction(amount)
    return int(whole) if whole.denominator == 1 else figures.text(whole)


@dataclass(frozen=True, slots=True)
class Ground:
    """What the ledger tells of a season, under whatever rules: read once, ranked by as many as are asked."""

    competition: Competition
    works: Sequence[Work]
    people: Mapping[int, Person]
    rounds: Sequence[Round]
    rested: Mapping[int, set[int]]

    def under(self, raw: Mapping[str, Any] | None) -> tuple[Row, ...]:
        """Rank the season by rules as data; None is the single settings. Nothing is kept."""
        tried = copy(self.competition)
        tried.policy = None if raw is None else dict(raw)
        return rank_season(tried, self.works, self.people, self.rounds, self.rested)[0].rows

    def season(self) -> Season:
        """Work the season out by its rules of now, without names."""
        policy = policy_of(self.competition)
        return season(policy, self.facts(policy))

    def facts(self, policy: Policy) -> Facts:
        """Return the facts of the season as a policy looks at them."""
        return season_facts(self.competition, policy, self.works, self.people, self.rounds, self.rested)


def ground_through(competition: Competition, numbers: Collection[int]) -> Ground:
    """Give what some meetings of a season are made of, from the sums that the process keeps.

    Call it for what is committed, as `standings_of`.
    """
    known, basis = worked(competition)
    asked = basis.asked
    rounds = [one for one in asked.rounds if one.number in numbers]
    works = [known.rounds[one.pk].work for one in rounds]
    return Ground(asked.competition, works, basis.people, rounds, meetings.rested(asked.competition))


def ground_of(competition: Competition) -> Ground:
    """Read what a season is made of."""
    asked, people = _asked(competition, None, False), people_of(competition)
    works = _works_in_ledger(asked, people)
    return Ground(competition, works, people, asked.rounds, meetings.rested(competition))
