"""What a club's ranking rests on: final places in its published tournaments that are over and wholly out.

Places are stored (`services.counting`); what they come to is worked out for each reader (`ranking.mers`).
A final or a competition beside an event belongs to it, and is none of its own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from operator import neg
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Upper
from django.utils import timezone

from players.models import Club, Player
from tournaments import access
from tournaments.models import Competition, Entry, Placing, Round
from tournaments.ranking import mers
from tournaments.ranking.mers import Result, Score, Size, Turn, Weighed
from tournaments.ranking.placing import Measure, Place, in_places
from tournaments.selectors.placings import played_on
from tournaments.selectors.timetable import timetable_of

Known = tuple[Player, Score]
BY_SCORE: Measure[Known] = Measure("score", lambda lines: [score.value for _, score in lines], neg)
STATUS = Entry.Status
OF_A_PLAYER = ("given", "family", "shown", "alias", "across")
OF_A_PLACE = ("entry__player", "entry__competition", "place", "among")
TELLING = (Player.Across.PLACES, Player.Across.ALL)


class Ranked(NamedTuple):
    """A tournament that counts: its last day, and what its weight rests on."""

    competition: Competition
    day: date
    size: Size
    weight: int  # in quarters

    @property
    def weight_said(self) -> str:
        return mers.decimal(self.weight)


@dataclass(frozen=True, slots=True)
class Line:
    """A player on the list; `moved` is how many places up, None where that is not known or there was none."""

    place: int
    shared: bool
    player: Player
    score: Score
    moved: int | None

    @property
    def fell(self) -> int:
        """Return how many places down it went."""
        return -min(self.moved or 0, 0)

    @property
    def is_told(self) -> bool:
        """Say whether the way there is shown: who shows final places in events shows it."""
        return self.player.across in TELLING


class Ranking(NamedTuple):
    """The list as of a day; it moved since the day before the `newest` tournament that it counts."""

    on: date
    lines: tuple[Line, ...]
    events: tuple[Ranked, ...]
    newest: Ranked | None


class Story(NamedTuple):
    """How one player came to the own score; without a line for who is not on the list."""

    player: Player
    line: Line | None
    results: tuple[tuple[Ranked, Result], ...]
    turns: tuple[Turn, ...]

    def counts(self) -> list[tuple[Ranked, Result, Weighed | None]]:
        """Pair each result, the newest first, with how it counts today; None for what counts no more."""
        weighed = {one.result.event: one for one in self.line.score.weighed} if self.line else {}
        return [(event, result, weighed.get(result.event)) for event, result in self.results[::-1]]


Events = Mapping[int, Ranked]  # by key of the competition
Results = Mapping[int, Sequence[Result]]  # by key of the person


def ranking_of(club: Club, on: date) -> Ranking:
    """Rank a club's players as of a day, in a number of queries that does not grow."""
    return _ranking(_events(club), on)


def story_of(club: Club, person: Player, on: date) -> Story | None:
    """Tell how a player came to the own score; None for who has no result, or shows no places."""
    if person.across not in TELLING:
        return None
    events = _events(club)
    own = _results(events, Placing.objects.filter(entry__player=person)).get(person.pk, ())
    results = sorted((one for one in own if one.day <= on), key=lambda one: (one.day, one.event))
    if not results:
        return None
    [places] = _places(events, [on])
    mine = next((place for place in places if place.line[0].pk == person.pk), None)
    told = tuple((events[one.event], one) for one in results)
    return Story(person, mine and _line(mine, {}), told, tuple(mers.history(results, on)))


def _ranking(events: Events, on: date) -> Ranking:
    counted = [one for one in events.values() if mers.age(one.day, on)]
    shown = sorted(counted, key=lambda one: (one.day, one.competition.pk), reverse=True)
    if not shown:
        return Ranking(on, (), (), None)
    now, before = _places(events, [on, shown[0].day - timedelta(days=1)])
    ranks = {place.line[0].pk: place.rank for place in before}
    return Ranking(on, tuple(_line(place, ranks) for place in now), tuple(shown), shown[0])


def _line(place: Place[Known], before: Mapping[int, int | None]) -> Line:
    player, score = place.line
    rank, was = place.rank or 0, before.get(player.pk)
    return Line(rank, place.shared, player, score, was - rank if was else None)


def _places(events: Events, days: Sequence[date]) -> list[list[Place[Known]]]:
    """Rank who is there, as of some days; who is erased, or somebody's double, is not."""
    there = {key: one for key, one in events.items() if any(mers.age(one.day, day) for day in days)}
    of = _results(there, Placing.objects.all())
    people = Player.objects.there().filter(pk__in=list(of)).only(*OF_A_PLAYER)
    listed = sorted(people, key=lambda one: one.listed_name)
    return [_ranked_on(day, of, listed) for day in days]


def _ranked_on(day: date, of: Results, people: Iterable[Player]) -> list[Place[Known]]:
    scores = ((one, mers.score(of[one.pk], day)) for one in people)
    return in_places([(one, score) for one, score in scores if score], [BY_SCORE])


def _results(events: Events, placings: QuerySet[Placing]) -> Results:
    """Give what each person has in some tournaments."""
    rows = placings.filter(entry__competition__in=list(events), entry__player__isnull=False, among__gt=1)
    of: dict[int, list[Result]] = defaultdict(list)
    for person, key, place, among in rows.order_by("pk").values_list(*OF_A_PLACE):
        of[person].append(Result(key, events[key].day, place, among, events[key].weight))
    return of


def _events(club: Club) -> dict[int, Ranked]:
    shown = access.visible_competitions().filter(
        club=club, kind=Competition.Kind.TOURNAMENT, part_of=None, entries__placing__among__gt=1
    )
    held = access.held_back(shown.distinct())
    competitions = {one.pk: one for one in shown.exclude(pk__in=held).distinct()}
    days, sizes = _days(competitions), _sizes(competitions)
    return {key: _ranked(one, days[key], sizes[key]) for key, one in competitions.items()}


def _ranked(competition: Competition, days: Sequence[date], size: Size) -> Ranked:
    last = min(days[-1], timezone.localdate())  # what is over has no day to come, whatever was planned
    size = size._replace(days=len(days))
    return Ranked(competition, last, size, mers.weight(size))


def _days(competitions: Mapping[int, Competition]) -> dict[int, list[date]]:
    """Say on which days each took place: by its timetable, else by its rounds and those of its finals."""
    played: dict[int, set[date]] = defaultdict(set)
    for key, day in _played(list(competitions)):
        played[key].add(day)
    found = {}
    for key, one in competitions.items():
        told = {day for day, _points in timetable_of(one)}
        found[key] = sorted(told or played[key] or {one.date})
    return found


def _played(keys: Sequence[int]) -> Iterable[tuple[int, date]]:
    """Yield the days of the rounds of some events and their parts, each with the key of the event."""
    above = ("competition", "competition__part_of", "competition__part_of__part_of")
    inside = Q(*((f"{name}__in", keys) for name in above), _connector=Q.OR)
    over = Round.objects.filter(inside, state=Round.State.CLOSED, competition__published=True)
    of = ("competition__date", "competition__part_of_id", "competition__part_of__part_of_id")
    joined = over.select_related("competition__part_of").order_by()
    for one in joined.only("date", "started_at", "competition_id", *of):
        yield next(whole.pk for whole in _whole(one.competition) if whole.pk in keys), played_on(one)


def _whole(competition: Competition | None) -> Iterator[Competition]:
    """Yield a competition and what it is part of, as far up as that goes."""
    while competition is not None:
        yield competition
        competition = competition.part_of


def _sizes(competitions: Mapping[int, Competition]) -> dict[int, Size]:
    """Count who played in each, who stood by, and from how many countries; the days are not known here."""
    guest, substitute = Q(status=STATUS.GUEST), Q(status=STATUS.SUBSTITUTE)
    players = Q(placing__isnull=False) | guest
    came = Entry.objects.filter(competition__in=list(competitions)).order_by().values_list("competition")
    counted = came.annotate(
        played=Count("pk", filter=players),
        stood_by=Count("pk", filter=substitute),
        lands=Count(Upper("player__country"), filter=players & ~Q(player__country=""), distinct=True),
    )
    return {key: Size(1, *told) for key, *told in counted}
