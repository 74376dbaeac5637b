"""What a way in leads with: what is on, what comes next, what was decided last, and who leads."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments import access, sittings
from tournaments.models import Competition, Round
from tournaments.selectors import best_hands, days, public, results, stages
from tournaments.selectors.best_hands import BestHand
from tournaments.selectors.days import Day
from tournaments.selectors.public import Group, standings_shown
from tournaments.selectors.results import News
from tournaments.selectors.standings import Row

ON, NEXT, LATEST, LEADING, LAST = 4, 6, 4, 4, 6  # at most so many of each; the rest is a page further
TOP = 5  # of a table
REST = {stages.LIVE: slice(ON, None), stages.UNDER_WAY: slice(LEADING, None), stages.FINISHED: slice(LAST)}


class Shown(NamedTuple):
    """An event with the first of its table, as readers see it, and the round that is played in it."""

    event: stages.Event
    running: Round | None
    top: tuple[Row, ...]
    hand: BestHand | None

    @property
    def competition(self) -> Competition:
        return self.event.competition


class Result(NamedTuple):
    """A round that is over, with the hand that was worth most in it."""

    news: News
    hand: BestHand | None


@dataclass(frozen=True, slots=True)
class Front:
    """What a page of a site or of a club begins with."""

    live: tuple[Shown, ...]
    coming: tuple[Day, ...]
    latest: tuple[Result, ...]
    leading: tuple[Shown, ...]
    groups: tuple[Group, ...]
    years: tuple[tuple[int, int], ...]  # with how many events began in each

    @property
    def is_empty(self) -> bool:
        return not self.years


def front_of(competitions: QuerySet[Competition]) -> Front:
    """Gather it from published competitions; in as many queries for many of them as for few."""
    listed = list(days.dated(stages.counted(competitions)).prefetch_related("rounds"))
    groups = public.by_stage(listed)
    staged = {group.stage: group.events for group in groups}
    live = staged.get(stages.LIVE, ())[:ON]
    latest = _latest(listed)
    hands = best_hands.best_hands([*(one.round for one in latest), *_on_show(live)])
    return Front(
        live=tuple(_shown(one, hands) for one in live),
        coming=tuple(islice(days.coming(listed), NEXT)),
        latest=tuple(Result(one, hands.get(one.round.pk)) for one in latest),
        leading=tuple(_shown(one, hands) for one in staged.get(stages.UNDER_WAY, ())[:LEADING]),
        groups=tuple(_rest(group) for group in groups if _rest(group).events),
        years=years_of(one.date for one in listed),
    )


def _rest(group: Group) -> Group:
    """Keep what is not shown before, and leave to the archive what is over since longer."""
    kept = REST.get(group.stage, slice(None))
    return replace(group, events=group.events[kept])


def _latest(competitions: Iterable[Competition]) -> Sequence[News]:
    """List the newest round that is out of each event, the newest first."""
    closed = ((one, _last_closed(one)) for one in competitions)
    newest = sorted(((one, at) for one, at in closed if at), key=lambda pair: pair[1], reverse=True)
    news = results.news_of(one for one, _at in newest[:LATEST])
    by_event = {one.competition.pk: one for one in reversed(news)}
    return [one for one in news if one is by_event[one.competition.pk]]


def _last_closed(competition: Competition) -> float:
    times = [one.closed_at.timestamp() for one in competition.rounds.all() if one.closed_at]
    return max(times, default=0.0)


def _on_show(events: Iterable[stages.Event]) -> list[Round]:
    """List the running rounds of which readers may see the deals."""
    running = (_running(event) for event in events)
    return [one for one in running if one and _is_open(one)]


def _is_open(round: Round) -> bool:
    through = access.results_through(round.competition, round.competition.rounds.all())
    return sittings.through(round.number, through)


def _running(event: stages.Event) -> Round | None:
    """Find the round that is played now, in an event or in a part of it."""
    every = (one for each in (event.competition, *event.parts) for one in each.rounds.all())
    return next((one for one in every if one.is_running), None)


def _shown(event: stages.Event, hands: dict[int, BestHand]) -> Shown:
    running = _running(event)
    table = standings_shown(running.competition if running else event.competition)
    top = tuple(row for row in table.rows if row.rank and row.has_played)[:TOP]
    return Shown(event, running, top, hands.get(running.pk) if running else None)


def years_of(begun: Iterable[date]) -> tuple[tuple[int, int], ...]:
    """Count events by the year in which they began, the latest first."""
    counted = Counter(one.year for one in begun)
    return tuple(sorted(counted.items(), reverse=True))
