"""What the ledger tells of a season, as its rules look at it: who was there and what each did at the tables.

What no table tells (codes of absence, credits given, adjustments, divisions, lots) the competition has.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

import scoring
from tournaments import sittings
from tournaments.models import Competition, DealVersion, Round, ScoreRow
from tournaments.models import rounds as models
from tournaments.ranking import figures
from tournaments.ranking.seasons import older
from tournaments.ranking.seasons.facts import Elsewhere, Facts, Given, Meeting, Player, Row
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.reading import read_policy
from tournaments.ranking.tallies import Tally

# of whom at which table, and for whom: as a tally, round, table, entry and who is stood for
Counted = Mapping[tuple[int, int, int, int | None], Mapping[str, int]]
BY_NUMBER = ("adjustments", "carried", "divisions", "lots")  # of season_facts: by number of the entry
BY_MEETING = ("absent", "bonuses", "credits")  # and by number of the meeting first
ELSEWHERE = models.ELSEWHERE  # by number of the meeting: what counts as it, where its credits come from
MeetingOf = Mapping[int, tuple[object, frozenset[int], Meeting]]  # of which tallies made, and who rested


def policy_of(competition: Competition) -> Policy:
    """Return the rules of a season: those written as data, or what its single settings come to."""
    if competition.policy is not None:
        return read_policy(competition.policy)
    return older.policy_of(
        older.Settings(
            competition.credit_scheme,
            tuple(figures.amount(points) for points in competition.table_points),
            figures.amount(competition.attendance_points),
            competition.rested,
            figures.amount(competition.rested_points),
            competition.planned_rounds or competition.rounds.meetings().count(),
            competition.best_of,
            competition.minimum_attendance,
            competition.ranked_by,
            competition.substitute_policy,
        )
    )


def planned_of(competition: Competition) -> int | None:
    """Return how many meetings a season is to have, None where nobody has said so."""
    if competition.policy is None:
        return competition.planned_rounds
    policy = policy_of(competition)
    return policy.meetings or max((period.last for period in policy.periods), default=None)


def facts_of(
    competition: Competition,
    policy: Policy,
    players: Sequence[Player],
    told: Mapping[int, Sequence[Tally]],
    rested: Mapping[int, Iterable[int]],
    rounds: Iterable[Round],
    before: MeetingOf = MappingProxyType({}),
    versions: QuerySet[DealVersion] | None = None,
) -> Facts:
    """Return the facts of a season; `told` are the tallies of each meeting as the ledger has them.

    Without tables a meeting took place if a tournament counts as it, or if it is over and credits were given.
    Meetings of `before`, under the same rules and notes, are taken over where their tallies are the same.
    `versions` are those that count, where it is not those of now.
    """
    counted = _counted(competition, policy, versions)
    noted = Noted(competition.season_facts, {player.number for player in players})
    listed = list(rounds)
    planned = _planned(competition, listed)
    held = noted.held({one.number for one in listed if one.is_closed})
    made = []
    for number in (number for number in sorted(told) if told[number] or number in held):
        known, there = before.get(number), frozenset(rested.get(number, ()))
        if known is None or counted or known[0] is not told[number] or known[1] != there:
            made.append(meeting_of(number, told[number], planned.get(number), there, noted, counted))
        else:
            made.append(known[2])
    return Facts(tuple(players), tuple(made), noted.adjustments())


def _planned(competition: Competition, rounds: Iterable[Round]) -> dict[int, int | None]:
    """Say how many deals a full evening has in all its sittings; None where one of them has no plan."""
    found: dict[int, int | None] = {}
    for one in rounds:
        own, before = one.deals or competition.deals_per_round, found.get(one.meeting, 0)
        found[one.meeting] = None if own is None or before is None else before + own
    return found


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that no table tells: of which kind, of a meeting or of none, of whom, and what."""

    key: str
    meeting: int | None
    player: int
    value: Any


def told_by_hand(raw: Mapping[str, Any]) -> list[Fact]:
    """List what no table tells, as a competition has it: of the season first, then meeting by meeting."""
    found = []
    for key, told in raw.items():
        if key in BY_MEETING:
            for meeting, group in told.items():
                found += [Fact(key, int(meeting), int(number), value) for number, value in group.items()]
        elif key != ELSEWHERE:
            found += [Fact(key, None, int(number), value) for number, value in told.items()]
    return sorted(found, key=lambda fact: (fact.meeting or 0, fact.key, fact.player))


class Noted:
    """What the competition has, of those who are entered; whoever was taken off the list is left out."""

    def __init__(self, raw: Mapping[str, Any], known: Iterable[int]) -> None:
        self.raw, self.known = raw, frozenset(known)

    def _of(self, found: Mapping[str, Any]) -> dict[int, Any]:
        return {int(number): told for number, told in found.items() if int(number) in self.known}

    def absent(self, meeting: int) -> dict[int, str]:
        """Return the codes of those who were absent from a meeting with one."""
        return self._of(self.raw.get("absent", {}).get(str(meeting), {}))

    def given(self, key: str, meeting: int) -> tuple[Given, ...]:
        """Return the `bonuses`, or the whole `credits`, that were given by hand."""
        return _given(self._of(self.raw.get(key, {}).get(str(meeting), {})))

    def held(self, closed: Container[int]) -> set[int]:
        """Return the meetings that need no tables: tournaments, and those `closed` that have credits."""
        credited = {int(meeting) for meeting, group in self.raw.get("credits", {}).items() if group}
        elsewhere = {int(meeting) for meeting in self.raw.get(ELSEWHERE, {})}
        return elsewhere | {meeting for meeting in credited if meeting in closed}

    def elsewhere(self, meeting: int) -> Elsewhere | None:
        """Say which tournament counts as a meeting, and who had which place there."""
        told = self.raw.get(ELSEWHERE, {}).get(str(meeting))
        if told is None:
            return None
        places = {number: (place, sharers) for number, (place, sharers) in self._of(told["places"]).items()}
        return Elsewhere(told["name"], told["among"], places, told["way"].get("among") == "members")

    def adjustments(self) -> tuple[Given, ...]:
        """Return what belongs to no meeting."""
        return _given(self._of(self.raw.get("adjustments", {})))


def _given(amounts: Mapping[int, str]) -> tuple[Given, ...]:
    return tuple(Given(number, figures.amount(str(amount))) for number, amount in sorted(amounts.items()))


def meeting_of(
    number: int,
    tallies: Sequence[Tally],
    deals: int | None,
    rested: Iterable[int],
    noted: Noted,
    counted: Counted,
) -> Meeting:
    """Return the facts of one meeting; without a plan the longest table of each sitting is full."""
    tables: dict[int, list[Row]] = defaultdict(list)
    penalties, adjusted = [], []
    for tally in tallies:
        if tally.table is not None:
            tables[tally.table].append(_row(tally, tally.table, counted))
        if taken := tally.adjustment - tally.adjusted:
            penalties.append(Given(tally.entry, taken))
        if tally.adjusted:
            adjusted.append(Given(tally.entry, tally.adjusted))
    longest = _longest(tallies)
    return Meeting(
        number,
        tuple(tuple(tables[table]) for table in sorted(tables)),
        deals or longest or None,
        frozenset(rested),
        noted.absent(number),
        tuple(penalties),
        noted.given("bonuses", number),
        noted.given("credits", number),
        adjusted=tuple(adjusted),
        numbers=tuple(sorted(tables)),
        elsewhere=noted.elsewhere(number),
    )


def _longest(tallies: Iterable[Tally]) -> int:
    """Add up the deals of the longest table of each sitting."""
    most: dict[int, int] = defaultdict(int)
    for tally in tallies:
        sitting = sittings.sitting_of(tally.table or 0)
        most[sitting] = max(most[sitting], tally.deals + tally.rested)
    return sum(most.values())


def _row(tally: Tally, table: int, counted: Counted) -> Row:
    return Row(
        tally.entry,
        tally.net,
        tally.mahjongs,
        tally.given,
        tally.deals + tally.rested,
        facts=counted.get((tally.round, table, tally.entry, tally.stands_for), {}),
        sat_for=tally.stands_for,
    )


def _counted(competition: Competition, policy: Policy, versions: QuerySet[DealVersion] | None) -> Counted:
    """Count what bonuses are for: hands at the limit, and special hands by their code."""
    if not policy.bonuses:
        return {}
    limit = scoring.load_rules(competition.ruleset, competition.ruleset_options).limit
    if versions is None:
        rows = ScoreRow.objects.filter(version__competition=competition, version__superseded_by=None)
    else:
        rows = ScoreRow.objects.filter(version__in=versions)
    rows = rows.filter(version__void=False)
    found: dict[tuple[int, int, int, int | None], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    keys = ("version__table__round__number", "version__table__number", "entry__number", "stands_for__number")
    for round_, table, *who, special, value in rows.values_list(*keys, "special", "value").order_by():
        at = sittings.numbered(table, sittings.sitting_of(round_))
        key = (sittings.meeting_of(round_), at, *who)
        if special:
            found[key][special] += 1
        if value is not None and limit and value >= limit:
            found[key]["limit_hands"] += 1
    return found
