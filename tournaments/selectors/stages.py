"""Where a competition stands and who counts as its player: said once, for staff and for the public."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments import sittings
from tournaments.models import Competition, Entry, Round
from tournaments.selectors.closing import Closing, closing_of
from tournaments.selectors.standings import Standings

ANNOUNCED, OFFICIAL = "announced", "official"  # of what is played: to be signed (announced or not), signed
LIVE, UNDER_WAY, COMING, FINISHED = "live", "under_way", "coming", "finished"
STAGES = {
    LIVE: _("Live now"),
    UNDER_WAY: _("Under way"),
    COMING: _("Coming"),
    FINISHED: _("Finished"),
}


# of a meeting with several sittings the first stands for it
CLOSED = Q(rounds__state=Round.State.CLOSED, rounds__number__lt=sittings.STEP)
CUT_SHORT = Q(archived_at__isnull=False, closed__lt=F("planned_rounds"))  # put away before its time


def counted(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Count the rounds by what is still to do, and the players: what `stage_of` and the cards read."""
    to_come = [Round.State.DRAFT, Round.State.PUBLISHED]
    return competitions.annotate(
        running=Count("rounds", filter=Q(rounds__state=Round.State.RUNNING), distinct=True),
        closed=Count("rounds", filter=CLOSED, distinct=True),
        waiting=Count("rounds", filter=Q(rounds__state__in=to_come), distinct=True),
        players=Count("entries", filter=Q(entries__status__in=Entry.PLAYING), distinct=True),
    ).annotate(cut_short=Case(When(CUT_SHORT, then=True), default=False))


def one(competition: Competition) -> Competition:
    """Read one competition anew with its counts."""
    return counted(Competition.objects.filter(pk=competition.pk).select_related("club", "league")).get()


def players_of(competition: Competition) -> QuerySet[Entry]:
    """List who counts as a player: who is drawn to play, neither stand-ins nor those who withdrew."""
    return competition.entries.filter(status__in=Entry.PLAYING)


def stage_of(competition: Any) -> str:
    """Say where a competition of `counted` stands; what was put away is finished, whatever was planned."""
    if competition.archived_at:
        return FINISHED
    if competition.running:
        return LIVE
    if not competition.closed:
        return COMING
    return UNDER_WAY if competition.waiting or goes_on(competition) else FINISHED


class Event(NamedTuple):
    """A competition of `counted` with the finals and whatever else is part of it."""

    competition: Competition
    parts: tuple[Competition, ...]

    @property
    def stage(self) -> str:
        """Say where an event stands: over when all of it is, or when it was put away."""
        found = {stage_of(one) for one in (self.competition, *self.parts)}
        if LIVE in found:
            return LIVE
        if len(found) == 1 or self.competition.archived_at:
            return stage_of(self.competition)
        return UNDER_WAY


def in_events(competitions: Iterable[Competition]) -> list[Event]:
    """Put parts below their events, finals first; whose event is not listed stands by itself."""
    listed = {one.pk: one for one in competitions}
    below: dict[int, list[Competition]] = defaultdict(list)
    for one in sorted(listed.values(), key=lambda one: (one.part, one.decides_from or 0, one.pk)):
        head = one
        while head.part_of_id in listed:
            head = listed[head.part_of_id]
        if head is not one:
            below[head.pk].append(one)
    heads = (one for one in listed.values() if one.part_of_id not in listed)
    return [Event(one, tuple(below[one.pk])) for one in heads]


def goes_on(competition: Any) -> bool:
    """Say whether more rounds follow: as planned; unplanned, a season's do, a tournament's on its day."""
    if competition.planned_rounds:
        return bool(competition.closed < competition.planned_rounds)
    return bool(competition.is_season or timezone.localdate() <= competition.date)


def held(rounds: Iterable[Round]) -> int:
    """Count rounds, several sittings of one meeting once."""
    return sum(one.is_first_sitting for one in rounds)


def is_played(competition: Competition, rounds: Sequence[Round]) -> bool:
    """Tell whether no round is to come: all are closed, and as many as were planned."""
    return all(one.is_closed for one in rounds) and (competition.planned_rounds or 0) <= held(rounds)


class Worth(NamedTuple):
    """How official a table is, in a word; `closing` says more where results are announced or signed."""

    state: str
    closing: Closing | None = None


def worth_of(
    competition: Competition, rounds: Sequence[Round], table: Standings, *, overall: bool | None = None
) -> Worth:
    """Say how official the table is: as `state_played`, but announced results wait for two officials.

    So do results that are not announced yet, where the event wants signatures. A part of the results is what
    it is; only the whole is announced and signed.
    """
    state = state_played(competition, rounds, table, overall=overall)
    if state != OFFICIAL or table.round is not None or table.alone:
        return Worth(state)
    closing = closing_of(competition, table)
    wanted = competition.official_when == Competition.OfficialWhen.SIGNED
    official = closing.is_official if closing else not wanted
    return Worth(OFFICIAL if official else ANNOUNCED, closing)


def state_played(
    competition: Competition, rounds: Sequence[Round], table: Standings, *, overall: bool | None = None
) -> str:
    """Say how far the table's deals are: empty, provisional, unconfirmed, official so far, or official.

    `overall` says that it stands for all rounds, though later ones may be held back from it.
    """
    if not any(row.has_played for row in table.rows):
        return "empty"
    if table.provisional:
        return "unconfirmed" if table.unconfirmed else "provisional"
    goes_on = not is_played(competition, rounds) and not competition.archived_at
    overall = table.round is None if overall is None else overall
    return "so_far" if overall and goes_on else OFFICIAL
