"""A person's profile across events, as far as the person wants one: places, hands, winds, and against whom.

Places are stored (`services.counting`). Deals are read from their score rows, which the ledger keeps for
each player; only those of rounds that are out. Of others only those are compared who show all of their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

import scoring
from players.models import Club, Player
from tournaments import access
from tournaments.models import (
    Competition,
    DealVersion,
    Entry,
    Placing,
    RatingList,
    RatingStep,
    Round,
    ScoreRow,
    in_turn,
)
from tournaments.models.ledger import scores_with_people
from tournaments.ranking import careers
from tournaments.ranking.careers import Against, Hands, Other, Played, Streaks
from tournaments.selectors.called import called_in
from tournaments.selectors.history import WinningHand, won_hands
from tournaments.selectors.statistics import OfWind

MOST_MET = 12
OF_A_SCORE = ("version_id", "version__table_id", "version__competition_id", "seat", "own_wind")
WORTH = ("value", "special", "net", "mahjong", "gave")


class Attended(NamedTuple):
    """An event in which the person is entered; the final place where it is over and all of it is out."""

    competition: Competition
    number: int
    placing: Placing | None


class Laid(NamedTuple):
    """A winning hand of the person's with its deal, how often it was made, and under which rules."""

    version: DealVersion
    hand: WinningHand
    times: int
    rules: str


class Met(NamedTuple):
    """Somebody else who shows all of an own profile, and how the two fared against each other."""

    player: Player
    against: Against


class Figures(NamedTuple):
    """What a person's deals came to; hands by rules, the winds under those played most."""

    hands: tuple[Hands, ...]
    best: tuple[Laid, ...]
    specials: tuple[Laid, ...]
    winds: tuple[OfWind, ...]
    streaks: Streaks
    met: tuple[Met, ...]
    tables: int


class Profile(NamedTuple):
    """A profile; without `figures` and `ratings` where the person shows events and places alone.

    `ranked` are the clubs in whose ranking a place of the person counts, or did.
    """

    events: tuple[Attended, ...]
    figures: Figures | None
    held_back: bool
    ratings: tuple[RatingList, ...]
    ranked: tuple[Club, ...]


def profile_of(person: Player) -> Profile:
    """Read the profile of somebody who wants one, in a number of queries that does not grow."""
    competitions = access.visible_competitions().filter(entries__player=person)
    entries, held = list(_entries(person, competitions)), access.held_back(competitions)
    events = tuple(_attended(one, held) for one in entries if not one.competition.is_final)
    wants_all = person.across == Player.Across.ALL
    figures = _figures(entries, access.rounds_out(competitions, held)) if wants_all else None
    ratings = tuple(_ratings(person)) if wants_all else ()
    return Profile(events, figures, bool(held), ratings, _ranked(events))


def _ratings(person: Player) -> QuerySet[RatingList]:
    """List the ratings of published clubs and leagues that have the person."""
    own = RatingStep.objects.filter(list=OuterRef("pk"), player=person)
    clubs = Q(league=None, club__competitions__published=True)
    leagues = Q(league__seasons__published=True)
    rated = RatingList.objects.filter(Exists(own)).filter(clubs | leagues).distinct()
    return rated.select_related("club", "league").order_by("club__name", "league__name", "pk")


def _ranked(events: Iterable[Attended]) -> tuple[Club, ...]:
    counted = (one.competition for one in events if one.placing and one.placing.among > 1)
    whole = (one for one in counted if not one.is_season and one.part_of_id is None)
    clubs = {one.club_id: one.club for one in whole}
    return tuple(sorted(clubs.values(), key=lambda one: one.name))


def _entries(person: Player, competitions: QuerySet[Competition]) -> QuerySet[Entry]:
    there = Entry.objects.filter(player=person, competition__in=competitions)
    joined = there.select_related("competition__club", "competition__league", "placing")
    return joined.order_by("-competition__date", "-competition__pk")


def _attended(entry: Entry, held: Mapping[int, int]) -> Attended:
    placing = None if entry.competition_id in held else getattr(entry, "placing", None)
    return Attended(entry.competition, entry.number, placing)


def _figures(entries: Sequence[Entry], rounds: QuerySet[Round]) -> Figures:
    of = {one.competition_id: one.competition for one in entries}
    deals = [_played(row, of) for row in _scores(entries, rounds).values_list(*OF_A_SCORE, *WORTH)]
    hands, made = careers.hands(deals), careers.specials(deals)
    best = [(one.best, 1) for one in hands if one.best]
    laid = _laid([*best, *((first, times) for times, first in made.values())])
    return Figures(
        hands,
        laid[: len(best)],
        laid[len(best) :],
        _winds([one for one in deals if hands and one.hand and one.rules == hands[0].rules]),
        careers.streaks(deals),
        _met(entries, rounds, deals),
        len({one.table for one in deals}),
    )


def _scores(entries: Iterable[Entry], rounds: QuerySet[Round]) -> QuerySet[ScoreRow]:
    """List what deals meant for these entries, in the order of play."""
    rows = ScoreRow.objects.filter(
        entry__in=[one.pk for one in entries],
        version__table__round__in=rounds,
        version__superseded_by=None,
        version__void=False,
    ).exclude(own_wind="")
    begun = F("version__table__round__started_at").asc(nulls_first=True)
    number = in_turn("version__table__round__")
    return rows.order_by(begun, *number, "version__table_id", "version__number")


def _played(row: Sequence[Any], of: Mapping[int, Competition]) -> Played:
    version, table, competition, *rest = row
    where = of[competition]
    return Played(version, table, where.ruleset, not where.takes_totals, *rest)


def _winds(deals: Sequence[Played]) -> tuple[OfWind, ...]:
    found = []
    for wind in scoring.SEATS:
        own = [one for one in deals if one.wind == wind]
        made, given = sum(one.mahjong for one in own), sum(one.gave for one in own)
        found.append(OfWind(wind, len(own), made, given, sum(one.net for one in own)))
    return tuple(one for one in found if one.deals)


def _laid(made: Sequence[tuple[Played, int]]) -> tuple[Laid, ...]:
    """Read the deals in which these hands won."""
    asked = DealVersion.objects.filter(pk__in={one.version for one, _times in made})
    joined = asked.select_related("table__round__competition__club").prefetch_related(scores_with_people())
    versions = {one.pk: one for one in joined}
    return tuple(_hand(versions[one.version], one, times) for one, times in made)


def _hand(version: DealVersion, one: Played, times: int) -> Laid:
    return Laid(version, won_hands(version, called_in(version))[one.seat], times, one.rules)


def _met(entries: Sequence[Entry], rounds: QuerySet[Round], deals: Sequence[Played]) -> tuple[Met, ...]:
    """Compare with those who show all of their own profiles, whom the person met most first."""
    willing = Q(entry__player__in=Player.objects.with_profile().filter(across=Player.Across.ALL))
    versions = _scores(entries, rounds).order_by().values("version")
    rows = ScoreRow.objects.filter(willing, version__in=versions).exclude(own_wind="")
    others = rows.exclude(entry__in=[one.pk for one in entries]).order_by()
    read = others.values_list("entry__player_id", "version_id", "net", "mahjong", "gave")
    found = careers.against({one.version: one for one in deals}, (Other(*row) for row in read))[:MOST_MET]
    people = Player.objects.in_bulk([one.person for one in found])
    return tuple(Met(people[one.person], one) for one in found)
