"""What staff see first: clubs with their competitions, a competition with its rounds and what is next."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from players.models import Club
from tournaments.access import Rights
from tournaments.models import Competition, DealVersion, HeldSubmission, League, RefereeCall, Round, in_turn
from tournaments.powers import Power, Role
from tournaments.selectors import stages
from tournaments.selectors.confirmed import open_deals
from tournaments.selectors.next_step import left_out
from tournaments.selectors.seatings import SeatedRound


@dataclass(frozen=True, slots=True)
class ClubAtWork:
    """A club, as what the reader works there, its leagues and events, newest first; the archive apart."""

    club: Club
    organises: bool
    owns: bool
    offices: tuple[str, ...]
    leagues: tuple[League, ...]
    events: tuple[stages.Event, ...]
    archived: tuple[Competition, ...]

    @property
    def idle(self) -> bool:
        """Say whether nothing is planned there and nothing was."""
        return not (self.events or self.leagues or self.archived)


def clubs_at_work(
    organised: QuerySet[Club], competitions: QuerySet[Competition], rights: Rights
) -> list[ClubAtWork]:
    """List clubs by name: those organised, and those in which the reader has any role."""
    mine = {club.pk: club for club in organised}
    held = list(stages.counted(competitions).order_by("-date", "name"))
    worked = {right.club_id: right.club for right in rights.roles}
    everyone = mine | worked | {each.club_id: each.club for each in held}
    leagues = list(League.objects.filter(club__in=list(mine)))
    return [
        ClubAtWork(
            club,
            club.pk in mine,
            rights.may_in_club(Power.PEOPLE, club),
            offices_in(club, rights),
            tuple(one for one in leagues if one.club_id == club.pk),
            tuple(
                stages.in_events(one for one in held if one.club_id == club.pk and not one.archived_at)
            ),
            tuple(one for one in held if one.club_id == club.pk and one.archived_at),
        )
        for club in sorted(everyone.values(), key=lambda club: club.name)
    ]


def offices_in(club: Club, rights: Rights) -> tuple[str, ...]:
    """Name the offices that somebody has in a club or any of its events, the highest first."""
    mine = {one.role for one in rights.roles_in(club)}
    return tuple(str(role.label) for role in Role if role in mine)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with the number of its tables and of the deals that count."""

    round: Round
    tables: int
    deals: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a competition is: what has been done and what asks for somebody."""

    players: int
    rounds: tuple[RoundLine, ...]
    held: int
    calls: int
    unconfirmed: tuple[tuple[Round, int], ...] = ()

    @property
    def drafts(self) -> int:
        """Count the rounds that nobody else has seen."""
        return sum(line.round.is_draft for line in self.rounds)

    @property
    def may_be_archived(self) -> bool:
        """Say whether all that is not a draft is over and ruled on; then the rest can be decided."""
        seen = {line.round.state for line in self.rounds if not line.round.is_draft}
        return seen == {Round.State.CLOSED} and not self.held

    @property
    def running(self) -> Round | None:
        return next((line.round for line in self.rounds if line.round.is_running), None)

    @property
    def to_start(self) -> Round | None:
        """Give the published round that is played next; the button on the overview starts it."""
        published = (line.round for line in self.rounds if line.round.state == Round.State.PUBLISHED)
        return next(published, None)

    @property
    def left_out(self) -> Round | None:
        """Give the sitting that can be played no more once that round starts."""
        return left_out((line.round for line in self.rounds), self.to_start) if self.to_start else None

    @property
    def step(self) -> str:
        """Name what the organiser does next: players, seating, start, board or finished."""
        if self.running:
            return "board"
        if self.players < 4:
            return "players"
        if self.to_start:
            return "start"
        states = [line.round.state for line in self.rounds]
        return "finished" if states and set(states) == {Round.State.CLOSED} else "seating"


def lines_of(competition: Competition, seated: Iterable[SeatedRound]) -> list[RoundLine]:
    """List rounds whose tables have been read, in one query for their deals."""
    current = DealVersion.objects.current().filter(competition=competition, void=False)
    deals = dict(current.values_list("table__round").annotate(played=Count("pk")).order_by())
    return [RoundLine(one.round, len(one.tables), deals.get(one.round.pk, 0)) for one in seated]


def progress_of(competition: Competition) -> Progress:
    """Count what the overview of a competition shows."""
    calls = RefereeCall.objects.filter(table__round__competition=competition, answered_at__isnull=True)
    if competition.archived_at:
        calls = calls.none()  # nobody sits at that table any more
    lines = tuple(round_lines(competition))
    return Progress(
        players=stages.players_of(competition).count(),
        rounds=lines,
        unconfirmed=tuple(_unconfirmed(competition, lines)),
        held=HeldSubmission.objects.waiting().filter(competition=competition).count(),
        calls=calls.count(),
    )


def _unconfirmed(competition: Competition, lines: Iterable[RoundLine]) -> Iterable[tuple[Round, int]]:
    """Count the deals of each closed round that are not confirmed; they keep the standings provisional."""
    closed = [line.round for line in lines if line.round.is_closed]
    counted = Counter(one.version.table.round_id for one in open_deals(closed, competition.confirmed_by))
    return [(one, counted[one.pk]) for one in closed if counted[one.pk]]


def round_lines(competition: Competition) -> Iterable[RoundLine]:
    """List the rounds in their order."""
    found: QuerySet[Round] = competition.rounds.all()
    rounds = found.annotate(seats=Count("tables")).order_by(*in_turn())
    current = DealVersion.objects.current().filter(competition=competition, void=False)
    deals = dict(current.order_by().values_list("table__round").annotate(Count("pk")))
    return [RoundLine(one, one.seats, deals.get(one.pk, 0)) for one in rounds]
