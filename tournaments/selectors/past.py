"""The standings as the ledger had them at any moment, by the rules as they were fixed then.

Who is entered, as what, and by what name is said as of today. Of two moments everything is read once; rounds
that were over by then have the sums of today's table, the others are summed up in one pass over the ledger.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Min, Q, Sum

from tournaments.models import Competition, DealVersion
from tournaments.ranking import advancing
from tournaments.ranking.advancing import NOTHING, Chair, Taken
from tournaments.ranking.rounds import Work, told, work
from tournaments.ranking.tallies import Tally
from tournaments.selectors import meetings
from tournaments.selectors.moments import Cut, Happened, cuts_of, happened
from tournaments.selectors.ranked import Kept, Person, Row, rank_tournament, scheme_of
from tournaments.selectors.ranked_seasons import rank_season
from tournaments.selectors.season_facts import ELSEWHERE
from tournaments.selectors.standings import worked

MOST_KEPT = 16
KEPT: dict[tuple[object, ...], list["Past"]] = {}  # first in, first out
PARTS = ("nets", "deals", "mahjongs", "given", "versions", "rested")
Sums = Mapping[int, Mapping[Chair, advancing.Sum]]  # by key of the round
Places = Mapping[int, tuple[int, int]]  # of tables by key: the key of the round, the table's number


@dataclass(frozen=True, slots=True)
class Past:
    """The table at a moment, the competition with the settings of then, and what each did at the tables."""

    cut: Cut
    competition: Competition
    rows: tuple[Row, ...]
    tallies: tuple[Tally, ...]


def tables_at(known: Happened, cuts: Sequence[Cut]) -> list[Past]:
    """Give the table at each of some moments; worked out once for a revision."""
    competition = known.competition
    key = competition.pk, competition.revision, competition.chain_head, len(known.rounds), *cuts
    found = KEPT.get(key)
    if found is None:
        KEPT[key] = found = _worked_out(known, cuts)
        for old in list(KEPT)[:-MOST_KEPT]:
            KEPT.pop(old, None)
    return found


def _worked_out(known: Happened, cuts: Sequence[Cut]) -> list[Past]:
    """Work the tables out, in a number of queries that does not grow with them."""
    competition = known.competition
    today = worked(competition)[1]
    rested = meetings.rested(competition) if competition.is_season else {}
    places = today.sums.places
    sums = _sums_at(known, cuts, places, today.sums.state.sums)
    return [
        _past(known, cut, own, places, today.people, rested) for cut, own in zip(cuts, sums, strict=True)
    ]


def _sums_at(known: Happened, cuts: Sequence[Cut], places: Places, today: Sums) -> list[Sums]:
    """Give what counted at each moment: of a round that was over by then it is what counts today.

    Only rounds in which something was recorded both before and after a moment are summed up in the ledger.
    """
    ends = _ends(known)
    parted = {pk for pk, (first, last) in ends.items() for cut in cuts if first <= cut.sequence < last}
    summed = _summed(known.competition, cuts, places, parted) if parted else [NOTHING for _ in cuts]
    return [_at(cut, ends, today, own) for cut, own in zip(cuts, summed, strict=True)]


def _at(cut: Cut, ends: Mapping[int, tuple[int, int]], today: Sums, own: Sums) -> Sums:
    whole = {pk: today.get(pk, NOTHING) for pk, (_first, last) in ends.items() if last <= cut.sequence}
    return {**whole, **{pk: one for pk, one in own.items() if pk not in whole}}


def _ends(known: Happened) -> dict[int, tuple[int, int]]:
    """Give the first and the last number in the ledger of each round that is seen, by its key."""
    rows = DealVersion.objects.filter(table__round__in=[one.pk for one in known.rounds]).order_by()
    told = rows.values_list("table__round_id").annotate(Min("sequence"), Max("sequence"))
    return {round_: (first, last) for round_, first, last in told}


def counting(cut: Cut) -> Q:
    """Choose the versions that counted at a moment."""
    later = Q(superseded_by=None) | Q(superseded_by__sequence__gt=cut.sequence)
    return Q(sequence__lte=cut.sequence) & later


def _summed(
    competition: Competition, cuts: Sequence[Cut], places: Places, rounds: Collection[int]
) -> list[Sums]:
    """Add up by keys what counted in some rounds at each moment.

    A version and what superseded it are looked at together.
    """
    last = max(cut.sequence for cut in cuts)
    versions = DealVersion.objects.filter(
        competition=competition, sequence__lte=last, scores__isnull=False, table__round__in=rounds
    )
    asked: dict[str, Any] = {}
    for place, cut in enumerate(cuts):
        counts = counting(cut)
        asked |= {f"{name}{place}": one for name, one in zip(PARTS, _parts(counts), strict=True)}
    names = ("scores__entry_id", "scores__stands_for_id", "table_id")
    rows = list(versions.order_by().values_list(*names).annotate(**asked))
    return [_by_round(rows, 3 + place * len(PARTS), places) for place in range(len(cuts))]


def _parts(counts: Q) -> Sequence[Any]:
    """Say how each sum is made of the versions that count."""
    played = counts & Q(void=False) & ~Q(scores__own_wind="")
    return (
        Sum("scores__net", filter=counts),
        Count("scores", filter=played),
        Count("scores", filter=counts & Q(scores__mahjong=True)),
        Count("scores", filter=counts & Q(scores__gave=True)),
        Count("scores", filter=counts),
        Count("scores", filter=counts & Q(void=False, scores__own_wind="")),
    )


def _by_round(rows: Sequence[tuple[Any, ...]], begin: int, places: Places) -> Sums:
    found: dict[int, dict[Chair, advancing.Sum]] = defaultdict(dict)
    for entry, stands_for, table, *sums in (
        (*row[:3], *row[begin : begin + len(PARTS)]) for row in rows if row[2] in places
    ):
        own = advancing.Sum(sums[0] or 0, *sums[1:])
        if own.versions:
            found[places[table][0]][Chair(entry, stands_for, table)] = own
    return found


def _past(
    known: Happened,
    cut: Cut,
    sums: Sums,
    places: Places,
    people: Mapping[int, Person],
    rested: Mapping[int, set[int]],
) -> Past:
    """Rank what was there at a moment by the rules of then."""
    competition = known.competition_at(cut)
    works = _works(known, cut, sums, places, people, competition)
    numbers = {each.number for each in works}
    if competition.is_season:
        rounds = [one for one in known.rounds if one.number in numbers]
        counted = DealVersion.objects.filter(counting(cut), competition=competition)
        versions = None if cut.at is None else counted
        ranked = rank_season(competition, works, people, rounds, rested, versions=versions)[0]
    else:
        ranked = rank_tournament(competition, works, people, Kept())
    return Past(cut, competition, ranked.rows, tuple(tally for each in works for tally in each.told))


def _works(
    known: Happened,
    cut: Cut,
    sums: Sums,
    places: Places,
    people: Mapping[int, Person],
    competition: Competition,
) -> list[Work]:
    entries = {one.entry: one.number for one in people.values()}
    tables = {key: number for key, (_round, number) in places.items()}
    taken = _taken(known, cut, {number: key for key, number in entries.items()})
    made = []
    for one in known.rounds:
        here, fined = sums.get(one.pk, {}), taken.get(one.number, {})
        counts = str(one.number) in competition.season_facts.get(ELSEWHERE, {})
        begun = counts or (one.started_at and cut.has(one.started_at))
        if not here and not fined and not begun:
            continue
        tallies = advancing.tallies(one.number, here, fined, entries, tables)
        scheme, policy = scheme_of(competition), competition.substitute_policy
        season = competition.is_season
        made.append(told(one.number, tallies) if season else work(one.number, tallies, policy, scheme))
    return made


def _taken(known: Happened, cut: Cut, keys: Mapping[int, int]) -> dict[int, dict[int, Taken]]:
    """Add up penalties and adjusted scores until a moment, by number of the round and key of the entry."""
    found: dict[int, dict[int, Taken]] = defaultdict(lambda: defaultdict(Taken))
    for one in known.fined:
        if cut.has(one.at) and one.entry in keys:
            amount, adjusted = found[one.round][keys[one.entry]]
            more = one.amount if one.is_adjustment else 0
            found[one.round][keys[one.entry]] = Taken(amount + one.amount, adjusted + more)
    return {number: {key: sum_ for key, sum_ in own.items() if any(sum_)} for number, own in found.items()}


def stood(competition: Competition, at: datetime) -> Past:
    """Work the table out as it stood at a time, every round of it."""
    known = happened(competition, None)
    return tables_at(known, [cut for cut in cuts_of(known, [at]) if cut])[0]
