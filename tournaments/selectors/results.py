"""What is new of results, round by round, as far as readers see them."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournaments import access, sittings
from tournaments.models import Competition, Round
from tournaments.ranking.figures import Amount
from tournaments.selectors.public import standings_shown
from tournaments.selectors.standings import Standings

MOST = 20  # rounds that a feed tells of
EVENTS = 10  # events that a feed of several looks at: each is added up once for a revision
BEST = 3


class Best(NamedTuple):
    """Who did well in a round, and what the round gave."""

    name: str
    amount: Amount


class News(NamedTuple):
    """A closed round whose results are out, with those who did best in it."""

    competition: Competition
    round: Round
    at: datetime
    best: tuple[Best, ...]


def with_results(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Choose the newest competitions with a closed round, with all their rounds."""
    closed = Round.objects.filter(competition=OuterRef("pk"), state=Round.State.CLOSED)
    chosen = competitions.filter(Exists(closed)).order_by("-date", "-pk")
    return chosen.prefetch_related("rounds")[:EVENTS]


def news_of(competitions: Iterable[Competition]) -> list[News]:
    """List the rounds that are out, the newest first."""
    found = sorted((news for one in competitions for news in _news(one)), key=_order, reverse=True)
    return found[:MOST]


def _order(news: News) -> tuple[datetime, int, int]:
    return news.at, news.competition.pk, news.round.meeting


def _news(competition: Competition) -> Iterable[News]:
    rounds = list(competition.rounds.all())
    through = access.results_through(competition, rounds)
    out = [one for one in rounds if one.is_closed and sittings.through(one.number, through)]
    table = standings_shown(competition) if out else None
    for one in {one.meeting: one for one in out}.values():  # of several sittings of a meeting the last
        if table and one.closed_at:
            yield News(competition, one, one.closed_at, _best(table, one.meeting))


def _best(table: Standings, number: int) -> tuple[Best, ...]:
    """Pick who got most in a round of those who are ranked."""
    ranked = (row for row in table.rows if row.rank)
    gave = [Best(row.name, one.amount) for row in ranked for one in row.rounds if one.round == number]
    return tuple(sorted(gave, key=lambda one: (-one.amount, one.name))[:BEST])
