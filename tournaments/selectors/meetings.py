"""Who has met whom, where and as what: the history that a draw looks at."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from django.db.models import Count, Value

import scoring
from tournaments import seating
from tournaments.models import CheckIn, Competition, DealVersion, Entry, Round, ScoreRow, Seating, in_turn
from tournaments.sittings import turn

FOUR = 4
Seats = dict[str, int]  # the entries of a table by their seats


def tables_of(round: Round) -> list[list[int]]:
    """List the tables of a round as entries E S W N and the fifth, as drawn."""
    return [[seats[seat] for seat in scoring.CHAIRS if seat in seats] for seats in _seats_of(round)]


def _seats_of(round: Round) -> list[Seats]:
    """List the tables of a round as drawn, of any size."""
    rows = Seating.objects.filter(round=round, from_deal=1).order_by("table__number")
    tables: dict[int, Seats] = {}
    for row in rows:
        tables.setdefault(row.table_id, {})[row.seat] = row.entry_id
    return list(tables.values())


def season_so_far(round: Round) -> seating.Past:
    """Count over the meetings before this one, by primary key; house players are nobody's opponents."""
    earlier = round.competition.rounds.before(round.number).in_turn()
    house = house_of(round.competition)
    met: Counter[frozenset[int]] = Counter()
    winds: dict[int, Counter[str]] = {}
    short: Counter[int] = Counter()
    last: frozenset[frozenset[int]] = frozenset()
    odd: frozenset[frozenset[int]] = frozenset()
    for one in earlier:
        tables = _seats_of(one)
        if not tables:  # a tournament counts as it, or it was never drawn
            continue
        last = frozenset(pair for seats in tables for pair in _pairs(seats.values(), house))
        odd = frozenset(
            pair for seats in tables if len(seats) != FOUR for pair in _pairs(seats.values(), house)
        )
        met.update(last)
        _count_winds(winds, tables)
        short.update(pk for seats in tables if house & {*seats.values()} for pk in seats.values())
    counted = {entry: dict(count) for entry, count in winds.items()}
    return seating.Past(dict(met), counted, last, dict(short), turns_before(round), odd)


def turns_before(round: Round) -> dict[int, seating.Turns]:
    """Count how often everybody rested at the meetings before this one, by primary key.

    Who came and was drawn to rest all evening rested as many deals as a table played there.
    """
    competition, number = round.competition, round.number
    deals, evenings, last = Counter[int](), Counter[int](), dict[int, int]()
    rows = ScoreRow.objects.filter(version__in=DealVersion.objects.current(), own_wind="")
    mine = rows.filter(version__competition=competition, version__void=False)
    before = mine.filter(version__table__round__in=competition.rounds.before(number)).order_by()
    deals.update(before.values_list("entry", flat=True))
    rounds = list(competition.rounds.before(number).in_turn())
    places = {one.number: place for place, one in enumerate(rounds, 1)}
    keys = dict(competition.entries.values_list("number", "pk"))
    played = _most_deals(competition)
    for meeting, numbers in rested(competition).items():
        if turn(meeting) < turn(number):
            deals.update({keys[one]: played.get(meeting, 0) for one in numbers})
            _turn(evenings, last, (keys[one] for one in numbers), places[meeting])
    for one in rounds:
        sat = [entry for seats in _seats_of(one) if len(seats) != FOUR for entry in seats.values()]
        _turn(evenings, last, sat, places[one.number])
    return {one: seating.Turns(deals[one], evenings[one], last.get(one, 0)) for one in {*deals, *evenings}}


def _turn(evenings: Counter[int], last: dict[int, int], entries: Iterable[int], meeting: int) -> None:
    for entry in entries:
        evenings[entry] += 1
        last[entry] = max(last.get(entry, 0), meeting)


def _most_deals(competition: Competition) -> dict[int, int]:
    """Give the most deals that a table played in each meeting, by its number."""
    current = DealVersion.objects.current().filter(competition=competition, void=False).order_by()
    counted = current.values_list("table__round__number", "table").annotate(played=Count("pk"))
    most: dict[int, int] = {}
    for meeting, _table, played in counted:
        most[meeting] = max(most.get(meeting, 0), played)
    return most


def resting(rounds: Iterable[Round], seats: Iterable[Seating] | None = None) -> dict[int, tuple[Entry, ...]]:
    """List by round who is there and has no seat: of five players at one table of four one rests, or more.

    Whose seat somebody else has taken does not rest. The rounds are of one competition, which comes with
    them; `seats` are all of theirs, where they are read already.
    """
    asked = list(rounds)
    if not asked:
        return {}
    sitting = Seating.objects.filter(round__in=asked) if seats is None else seats
    seated = {(one.round_id, entry) for one in sitting for entry in (one.entry_id, one.stands_for_id)}
    here = _here_at_meetings(asked) if asked[0].competition.is_season else _here_in_rounds(asked)
    return {
        one.pk: tuple(entry for entry in here[one.pk] if (one.pk, entry.pk) not in seated) for one in asked
    }


def withdrawn(rounds: Iterable[Round]) -> list[Seating]:
    """List the seats of those who have withdrawn in rounds that have not started."""
    waiting = (Round.State.DRAFT, Round.State.PUBLISHED)
    seats = Seating.objects.filter(round__in=list(rounds), round__state__in=waiting, from_deal=1)
    gone = seats.filter(entry__status=Entry.Status.WITHDRAWN).order_by(*in_turn("round__"), "table__number")
    return list(gone.select_related("entry__player", "round", "table"))


def rested(competition: Competition) -> dict[int, set[int]]:
    """Give by number of the meeting who came and was drawn to rest, by number of the entry.

    Whose seat a substitute has from the first deal on did not rest: somebody plays for them.
    """
    held = {"round__competition": competition, "round__state__in": (Round.State.RUNNING, Round.State.CLOSED)}
    columns = (CheckIn, "entry__number"), (Seating, "entry__number"), (Seating, "stands_for__number")
    came, *seats = (
        model._default_manager.filter(**held).order_by().values_list("round__number", name, Value(place))
        for place, (model, name) in enumerate(columns)
    )
    rows = list(came.union(*seats))  # one question: pages that ask this ask much else
    seated = {(number, entry) for number, entry, place in rows if place}
    found: dict[int, set[int]] = defaultdict(set)
    for number, entry, place in rows:
        if not place and (number, entry) not in seated:
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


def _count_winds(winds: dict[int, Counter[str]], tables: Iterable[Seats]) -> None:
    for seats in tables:
        for seat, entry in seats.items():
            winds.setdefault(entry, Counter())[seat] += 1
