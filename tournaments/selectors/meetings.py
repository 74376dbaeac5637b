"""Who has met whom, where and as what: the history that a draw looks at."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count

import scoring
from tournaments.models import CheckIn, Competition, DealVersion, Entry, Round, Seating


@dataclass(frozen=True, slots=True)
class History:
    """Meetings of pairs, winds, pairs of the last meeting, tables with a house player; by primary key."""

    met: dict[frozenset[int], int]
    winds: dict[int, dict[str, int]]
    last_met: frozenset[frozenset[int]]
    short: dict[int, int]


def tables_of(round: Round) -> list[list[int]]:
    """List the tables of a round as entries E S W N, as drawn."""
    rows = Seating.objects.filter(round=round, from_deal=1).order_by("table__number")
    tables: dict[int, dict[str, int]] = {}
    for row in rows:
        tables.setdefault(row.table_id, {})[row.seat] = row.entry_id
    return [[four[seat] for seat in scoring.SEATS] for four in tables.values() if len(four) == 4]


def season_so_far(round: Round) -> History:
    """Count over the meetings before this one; house players are nobody's opponents."""
    earlier = round.competition.rounds.filter(number__lt=round.number).order_by("number")
    house = house_of(round.competition)
    met: Counter[frozenset[int]] = Counter()
    winds: dict[int, Counter[str]] = {}
    short: Counter[int] = Counter()
    last: frozenset[frozenset[int]] = frozenset()
    for one in earlier:
        tables = tables_of(one)
        last = frozenset(pair for four in tables for pair in _pairs(four, house))
        met.update(last)
        _count_winds(winds, tables)
        short.update(pk for four in tables if house & set(four) for pk in four)
    return History(dict(met), {entry: dict(count) for entry, count in winds.items()}, last, dict(short))


def resting(rounds: Iterable[Round]) -> dict[int, tuple[Entry, ...]]:
    """List by round who is there and has no seat: of five players, who fill one table, one rests.

    Whose seat somebody else has taken does not rest. The rounds are of one competition, which comes with
    them.
    """
    asked = list(rounds)
    if not asked:
        return {}
    seats = Seating.objects.filter(round__in=asked).values_list("round", "entry", "stands_for")
    seated = {(number, entry) for number, *both in seats for entry in both}
    here = _here_at_meetings(asked) if asked[0].competition.is_season else _here_in_rounds(asked)
    return {
        one.pk: tuple(entry for entry in here[one.pk] if (one.pk, entry.pk) not in seated) for one in asked
    }


def withdrawn(rounds: Iterable[Round]) -> list[Seating]:
    """List the seats of those who have withdrawn in rounds that have not started."""
    waiting = (Round.State.DRAFT, Round.State.PUBLISHED)
    seats = Seating.objects.filter(round__in=list(rounds), round__state__in=waiting, from_deal=1)
    gone = seats.filter(entry__status=Entry.Status.WITHDRAWN).order_by("round__number", "table__number")
    return list(gone.select_related("entry__player", "round", "table"))


def rested(competition: Competition) -> dict[int, set[int]]:
    """Give by number of the meeting who came and was drawn to rest, by number of the entry.

    Whose seat a substitute has from the first deal on did not rest: somebody plays for them.
    """
    held = {"round__competition": competition, "round__state__in": (Round.State.RUNNING, Round.State.CLOSED)}
    came = CheckIn.objects.filter(**held).values_list("round__number", "entry__number")
    seats = Seating.objects.filter(**held).values_list("round__number", "entry__number", "stands_for__number")
    seated = {(number, entry) for number, *both in seats for entry in both}
    found: dict[int, set[int]] = defaultdict(set)
    for number, entry in came:
        if (number, entry) not in seated:
            found[number].add(entry)
    return dict(found)


def _here_at_meetings(rounds: Iterable[Round]) -> dict[int, list[Entry]]:
    here: dict[int, list[Entry]] = defaultdict(list)
    for row in CheckIn.objects.filter(round__in=rounds).select_related("entry__player"):
        here[row.round_id].append(row.entry)
    return here


def _here_in_rounds(rounds: Sequence[Round]) -> dict[int, list[Entry]]:
    entries = list(rounds[0].competition.entries.filter(status__in=Entry.PLAYING).select_related("player"))
    return {one.pk: entries for one in rounds}


def house_wanted(players: int) -> int:
    """Count the house players that fill up the tables of so many; of five one rests instead."""
    return 0 if players in (*range(4), 5) else -players % 4


def house_seated(rounds: Iterable[Round]) -> int:
    """Count the house players who have a seat in any of these rounds."""
    seats = Seating.objects.filter(round__in=list(rounds), entry__status=Entry.Status.HOUSE)
    return seats.values("entry").distinct().count()


def house_of(competition: Competition) -> set[int]:
    """List the house players of a competition."""
    return set(competition.entries.filter(status=Entry.Status.HOUSE).values_list("pk", flat=True))


def deals_played(round: Round) -> dict[int, int]:
    """Count each table's deals that were not annulled, by the table's primary key."""
    current = DealVersion.objects.current().filter(table__round=round, void=False)
    return dict(current.values_list("table").annotate(played=Count("pk")).order_by())


def _pairs(four: Iterable[int], house: set[int]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in combinations([one for one in four if one not in house], 2)]


def _count_winds(winds: dict[int, Counter[str]], tables: list[list[int]]) -> None:
    for four in tables:
        for seat, entry in zip(scoring.SEATS, four, strict=True):
            winds.setdefault(entry, Counter())[seat] += 1
