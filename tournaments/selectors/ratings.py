"""What ratings rest on, and what they have come to: only rounds that are over and whose results are out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter, neg
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef, QuerySet

from players.models import Club, Player
from tournaments import access
from tournaments.models import Competition, League, RatingList, RatingStep, Round, Table
from tournaments.ranking.placing import Measure, in_places
from tournaments.ranking.skill import Game, Skill, game
from tournaments.ranking.tallies import Tally
from tournaments.selectors.placings import played_on
from tournaments.selectors.sums import tallies_of
from tournaments.sittings import turn

Seen = dict[str, int]
Known = tuple[Player, Skill]
BY_RATING: Measure[Known] = Measure("rating", lambda lines: [held.shown for _, held in lines], neg)


def list_of(club: Club, league: League | None = None) -> RatingList:
    """Find the list of a club, or of one of its leagues; one that is not made yet is empty."""
    found = RatingList.objects.filter(club=club, league=league).first()
    return found or RatingList(club=club, league=league)


def rated(listed: RatingList) -> QuerySet[Competition]:
    """List the published competitions of the club, or the seasons of the league."""
    shown = access.visible_competitions().filter(club=listed.club_id)
    return shown.filter(league=listed.league_id) if listed.league_id else shown


def stale() -> list[RatingList]:
    """List the ratings whose results have changed since."""
    now = _revisions(access.visible_competitions())
    return [one for one in RatingList.objects.select_related("club") if _seen(one, now) != one.seen]


def seen_now(listed: RatingList) -> Seen:
    """Say on which revisions a list would rest now."""
    return _seen(listed, _revisions(rated(listed)))


class Now(NamedTuple):
    """What a competition has come to; `busy` while a round of it is played."""

    key: str
    club: int
    league: int | None
    revision: int
    busy: bool


def _revisions(competitions: QuerySet[Competition]) -> list[Now]:
    running = Round.objects.filter(competition=OuterRef("pk"), state=Round.State.RUNNING)
    asked = competitions.annotate(busy=Exists(running)).order_by("pk")
    rows = asked.values_list("pk", "club", "league", "revision", "busy")
    return [Now(str(key), club, league, revision, busy) for key, club, league, revision, busy in rows]


def _seen(listed: RatingList, every: Iterable[Now]) -> Seen:
    """Keep the revisions of a list.

    While a round is played each deal makes a new one: such a competition counts as it was seen last.
    """
    own = [one for one in every if one.club == listed.club_id and listed.league_id in (None, one.league)]
    return {one.key: listed.seen.get(one.key, one.revision) if one.busy else one.revision for one in own}


def games_of(listed: RatingList) -> list[Game]:
    """List the games of a list in the order in which they were played."""
    games = [found for one in rated(listed).prefetch_related("rounds") for found in _games(one)]
    return [played for _, played in sorted(games, key=itemgetter(0))]


Moment = tuple[date, int, tuple[int, int], int]  # day, competition, round, table


def _games(competition: Competition) -> list[tuple[Moment, Game]]:
    """List the games of a competition, each with its moment."""
    over = {one.number: one for one in access.open_rounds(competition) if one.is_closed}
    if not over:
        return []
    players = dict(competition.entries.exclude(player=None).values_list("number", "player_id"))
    tables = _tables(over.values())
    tallies = sorted(tallies_of(competition, over.values()), key=_place)
    found = []
    for (number, place), sat in groupby(tallies, key=_place):
        played = game(tables[number, place], sat, players) if place else None
        if played:
            found.append(((played_on(over[number]), competition.pk, turn(number), place), played))
    return found


def _place(tally: Tally) -> tuple[int, int]:
    return tally.round, tally.table or 0


def _tables(rounds: Iterable[Round]) -> Mapping[tuple[int, int], int]:
    """Give the keys of the tables by number of the round and of the table."""
    rows = Table.objects.filter(round__in=rounds).order_by().values_list("round__number", "number", "pk")
    return {(number, table): key for number, table, key in rows}


def stored(listed: RatingList) -> list[Game]:
    """List the games that were rated, in their order."""
    rows = listed.steps.order_by("position", "player").values_list("position", "table", "player", "place")
    return [
        Game(table, tuple((player, place) for *_, player, place in steps))
        for (_, table), steps in groupby(rows, key=lambda row: row[:2])
    ]


def skills_before(listed: RatingList, position: int) -> dict[int, Skill]:
    """Give what was held of everybody before a game."""
    steps = _last(listed.steps.filter(position__lt=position))
    return {step.player_id: _skill(step) for step in steps}


def _last(steps: QuerySet[RatingStep]) -> list[RatingStep]:
    """Keep the last step of each player: two queries, where one would look into each player's past."""
    last = dict(steps.order_by().values_list("player").annotate(Max("position")))
    found = steps.filter(position__in=set(last.values()))
    return [step for step in found if last[step.player_id] == step.position]


@dataclass(frozen=True, slots=True)
class Line:
    """A player on a list, by place; how the rating came about is told of who wants a whole profile."""

    place: int
    shared: bool
    player: Player
    skill: Skill

    @property
    def is_told(self) -> bool:
        return self.player.across == Player.Across.ALL


def lines_of(listed: RatingList) -> list[Line]:
    """Rank the players of a list; who is erased, or somebody's double, is left out."""
    if not listed.pk:
        return []
    last = {step.player_id: step for step in _last(listed.steps.all())}
    people = Player.objects.there().filter(pk__in=last)
    known = sorted(((one, _skill(last[one.pk])) for one in people), key=lambda one: one[0].listed_name)
    return [
        Line(place.rank or 0, place.shared, *place.line) for place in in_places(known, [BY_RATING])
    ]


def _skill(step: RatingStep) -> Skill:
    return Skill(step.mu, step.sigma, step.games)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game in the history of one player, with the others and what it changed."""

    step: RatingStep
    before: Skill
    others: tuple[RatingStep, ...]

    @property
    def skill(self) -> Skill:
        return _skill(self.step)

    @property
    def change(self) -> int:
        return self.skill.shown - self.before.shown


def told_of(listed: RatingList, player: int) -> Line | None:
    """Find the line of a player whose history is told; None for anybody else."""
    return next((one for one in lines_of(listed) if one.player.pk == player and one.is_told), None)


def history_of(listed: RatingList, player: Player) -> list[PlayedGame]:
    """List the games of one player from the first to the last."""
    own = list(listed.steps.filter(player=player).select_related("table__round__competition"))
    beside = listed.steps.filter(position__in=[step.position for step in own]).exclude(player=player)
    others: dict[int, list[RatingStep]] = {}
    for step in beside.select_related("player").order_by("place"):
        others.setdefault(step.position, []).append(step)
    return _told(own, others)


def _told(own: Sequence[RatingStep], others: Mapping[int, Sequence[RatingStep]]) -> list[PlayedGame]:
    before, played = Skill(), []
    for step in own:
        played.append(PlayedGame(step, before, tuple(others.get(step.position, ()))))
        before = played[-1].skill
    return played
