"""The ledger summed up: what each entry did at each table of a competition.

Only numbers leave this module; what they are worth is for `tallies`, `credit` and `standings`.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Count, Q, Sum, Value

from tournaments.models import Competition, DealVersion, Penalty, Round, Table
from tournaments.ranking.advancing import Taken
from tournaments.ranking.standings import Tally

# entry, who is stood for, table (their keys), net, deals, mah-jongs, discards others won on, deals rested
Sums = tuple[int, int | None, int, int, int, int, int, int]
RESTED = Q(void=False, scores__own_wind="")
PLAYED = Q(void=False) & ~Q(scores__own_wind="")
Place = tuple[int, int]


def tallies_of(
    competition: Competition,
    rounds: Iterable[Round],
    numbers: Mapping[int, int] | None = None,
) -> list[Tally]:
    """Sum up the ledger: one tally for each entry, round and table, penalties of the standings included.

    `numbers` are those of the entries by key, for who has read them already.
    """
    held = list(rounds)
    if numbers is None:
        numbers = dict(competition.entries.values_list("pk", "number"))
    places = _places(held)
    taken = _taken_off(competition, held)
    played = [
        _tally(sums, numbers, places, taken) for sums in _summed(competition, held) if sums[2] in places
    ]
    absent = [
        Tally(entry, number, 0, 0, 0, 0, None, sum_.amount, None, sum_.adjusted)
        for (entry, number), sum_ in taken.items()
    ]
    return played + absent


def _places(rounds: Sequence[Round]) -> dict[int, Place]:
    """Give round and table number of each table."""
    numbers = {one.pk: one.number for one in rounds}
    tables = Table.objects.filter(round__in=rounds).order_by().values_list("pk", "round_id", "number")
    return {table: (numbers[round_], number) for table, round_, number in tables}


def _summed(competition: Competition, rounds: Sequence[Round]) -> Iterable[Sums]:
    """Add up the current versions by keys alone: the numbers of rounds, tables and entries are known.

    A join for them would cost more than the sums; tables that are not asked for are left out afterwards.
    """
    alone = {"table__round": rounds[0]} if len(rounds) == 1 else {"competition": competition}
    versions = DealVersion.objects.filter(**alone)
    replaced = versions.filter(supersedes__isnull=False).values("supersedes")
    return (
        versions.exclude(pk__in=replaced)
        .filter(scores__isnull=False)
        .order_by()
        .values_list("scores__entry_id", "scores__stands_for_id", "table_id")
        .annotate(
            nets=Sum("scores__net"),
            deals=Count(Value(1), filter=PLAYED),
            mahjongs=Count(Value(1), filter=Q(scores__mahjong=True)),
            given=Count(Value(1), filter=Q(scores__gave=True)),
            rested=Count(Value(1), filter=RESTED),
        )
    )


def _tally(
    sums: Sums, numbers: Mapping[int, int], places: Mapping[int, Place], taken: dict[Place, Taken]
) -> Tally:
    """Turn a sum of the ledger into a tally; a penalty goes with the first table the entry sat at."""
    entry, absent, table, net, deals, mahjongs, given, rested = sums
    number, (round_, place) = numbers[entry], places[table]
    stands_for = None if absent is None else numbers[absent]
    adjustment, adjusted = taken.pop((number, round_), Taken())
    return Tally(number, round_, net, mahjongs, given, deals, place, adjustment, stands_for, adjusted, rested)


def _taken_off(competition: Competition, rounds: Sequence[Round]) -> dict[Place, Taken]:
    """Add up the penalties against the standings, and the adjusted scores, of each entry and round."""
    sums = (
        Penalty.objects.filter(competition=competition, amount__isnull=False, round__in=rounds)
        .order_by()
        .values_list("entry__number", "round__number")
        .annotate(total=Sum("amount"), adjusted=Sum("amount", filter=Q(event__isnull=False)))
    )
    found = {(entry, number): Taken(total, adjusted or 0) for entry, number, total, adjusted in sums}
    return {place: taken for place, taken in found.items() if any(taken)}
