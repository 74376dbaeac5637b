"""What can still happen in a season: who has won, who can still win, what the next meeting must bring.

It is said of the meetings that are over; one that is being played is still to come. Exact where the rules
allow it, else by a simulation, which is made once for what these meetings came to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock, Thread
from typing import NamedTuple

from django.utils.translation import gettext

from tournaments import sittings
from tournaments.models import Competition, Round, Seating, in_turn
from tournaments.ranking.seasons import foretold
from tournaments.ranking.seasons.clinch import BY_SIMULATION, UNBOUNDED, Chance, chances
from tournaments.ranking.seasons.facts import Facts
from tournaments.ranking.seasons.policy import Policy
from tournaments.ranking.seasons.simulation import Share, Simulation, is_long, simulated
from tournaments.selectors.next_step import playable
from tournaments.selectors.season_facts import planned_of, policy_of
from tournaments.selectors.standings import Row, ground_through

__all__ = ["BY_SIMULATION", "UNBOUNDED", "Outlook", "outlook_of"]

MOST_KEPT = 64
MOST_DRAWN = 16  # players in a meeting whose seating is looked at: more have too many outcomes for a page
SEATED = (Round.State.PUBLISHED, Round.State.RUNNING, Round.State.CLOSED)
UNPLANNED, UNPLAYED, OVER, EXACT, SIMULATED = "unplanned", "unplayed", "over", "exact", "simulated"
SITTINGS = "sittings"  # meetings have several: nobody knows how much one to come can give
WAITING = "waiting"  # a long simulation is being played

Drawn = list[list[list[int]]]
Basis = tuple[Policy, Facts, int]
KEPT: dict[tuple[object, ...], "Outlook"] = {}  # first in, first out, as in `standings`
Of = tuple[int, int]  # a season, after so many meetings: readers may see fewer than the staff
PLAYED: dict[Of, tuple[Basis, Simulation]] = {}  # the newest of each
BEGUN: dict[Of, Basis] = {}  # what is being played beside the pages
LOCKS = [Lock() for _ in range(16)]


@dataclass(frozen=True, slots=True)
class Line:
    """One member: the line of the table so far, and what can still come of it."""

    row: Row
    policy: Policy
    chance: Chance | None = None
    share: Share | None = None
    simulation: Simulation | None = None

    @property
    def has_won(self) -> bool:
        return self.chance is not None and self.chance.won

    @property
    def can_win(self) -> bool:
        """Tell whether winning is possible, or came about in a run."""
        if self.chance is not None:
            return self.chance.can_win
        return self.share is not None and self.share.first > 0

    @property
    def told(self) -> tuple[str, ...]:
        """Say it in sentences, in the reader's language."""
        if self.chance is not None:
            return foretold.told(self.chance, self.policy, gettext)
        if self.share is None or self.simulation is None:
            return ()
        return foretold.told_by(self.simulation, self.share, gettext)


class Group(NamedTuple):
    """The members of a division, or all of them under no name."""

    name: str
    lines: tuple[Line, ...]

    @property
    def leaders(self) -> list[Line]:
        """List who is first by the table so far."""
        return [line for line in self.lines if line.row.rank == 1]

    @property
    def winners(self) -> list[Line]:
        return [line for line in self.lines if line.has_won]

    @property
    def hopeful(self) -> list[Line]:
        return [line for line in self.lines if line.can_win]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can still happen, of which `kind` it is, and what it rests on.

    `why` it is not exact; `drawn` tells whether the seating of the next meeting is taken in; `simulation`
    also stands beside exact answers where somebody goes on to finals.
    """

    kind: str
    policy: Policy
    remaining: int = 0
    over: tuple[int, ...] = ()
    why: str | None = None
    drawn: bool = False
    simulation: Simulation | None = None
    groups: tuple[Group, ...] = field(default=())

    @property
    def after(self) -> int | None:
        """Return the number of the last meeting it rests on."""
        return self.over[-1] if self.over else None


def outlook_of(competition: Competition, through: int | None = None) -> Outlook:
    """Say what can still happen by the meetings that are over, up to `through`; made once for a revision."""
    key = (competition.pk, competition.revision, competition.chain_head, through)
    found = KEPT.get(key)
    if found is None:
        # Many who ask at once after a meeting was closed would each play it many times.
        with LOCKS[competition.pk % len(LOCKS)]:
            found = KEPT.get(key) or _made(competition, through)
            if found.kind == WAITING:
                return found
            KEPT[key] = found
            for old in list(KEPT)[:-MOST_KEPT]:
                KEPT.pop(old, None)
    return found


def _counting(rounds: list[Round]) -> list[Round]:
    """Leave out the sittings that keep no meeting open: played no more, or drafts, which make no revision."""
    return [one for one in playable(rounds) if one.is_first_sitting or not one.is_draft]


def _made(competition: Competition, through: int | None) -> Outlook:
    rounds = _counting(list(competition.rounds.all()))
    closed = [one for one in rounds if one.is_closed and sittings.through(one.number, through)]
    plays = {one.meeting for one in rounds if one not in closed}
    whole = [one for one in closed if one.meeting not in plays]  # of a meeting all of whose sittings are over
    over = tuple(dict.fromkeys(one.meeting for one in whole))
    ground = ground_through(competition, [one.number for one in whole])
    policy, planned = policy_of(competition), planned_of(competition)
    if planned is None and not competition.archived_at:
        return Outlook(UNPLANNED, policy, over=over)
    remaining = 0 if competition.archived_at else max(0, (planned or 0) - len(over))
    rows = ground.under(competition.policy)
    if not over or not any(row.has_played for row in rows):
        return Outlook(UNPLAYED, policy, remaining, over)
    if not remaining:
        return Outlook(OVER, policy, over=over, groups=_groups(rows, policy))
    if not all(one.is_first_sitting for one in rounds):
        return Outlook(SITTINGS, policy, remaining, over, groups=_groups(rows, policy))
    to_come = [one for one in rounds if one.number not in over and one.state in SEATED]
    facts = ground.facts(policy)
    return _answered(competition, policy, facts, rows, Outlook(EXACT, policy, remaining, over), to_come)


def _answered(
    competition: Competition,
    policy: Policy,
    facts: Facts,
    rows: Sequence[Row],
    bare: Outlook,
    to_come: Sequence[Round],
) -> Outlook:
    drawn = _drawn(policy, to_come) if len(to_come) == bare.remaining == 1 else None
    found = chances(policy, facts, bare.remaining, drawn) if drawn else BY_SIMULATION
    taken_in = not isinstance(found, str)
    if not taken_in:
        found = chances(policy, facts, bare.remaining)
    exact = {} if isinstance(found, str) else {each.player: each for each in found}
    simulation: Simulation | None = None
    if not exact or policy.finals is not None:
        simulation = _played(competition.pk, (policy, facts, bare.remaining))
        if simulation is None:
            return replace(bare, kind=WAITING, groups=_groups(rows, policy))
    kind = EXACT if exact else SIMULATED if simulation and simulation.runs else UNPLAYED
    return Outlook(
        kind,
        policy,
        bare.remaining,
        bare.over,
        found if isinstance(found, str) else None,
        taken_in,
        simulation if simulation and simulation.runs else None,
        _groups(rows, policy, exact, simulation),
    )


def _played(season: int, basis: Basis) -> Simulation | None:
    """Play the rest, or take over what was played of the very same; None while it is being played."""
    _policy, facts, remaining = basis
    of = season, len(facts.meetings)
    known = PLAYED.get(of)
    if known is not None and known[0] == basis:
        return known[1]
    if not is_long(facts, remaining):
        return _play(of, basis)
    if BEGUN.get(of) != basis:
        BEGUN[of] = basis
        Thread(target=_play_aside, args=(of, basis), name="outlook", daemon=True).start()
    return None


def _play(of: Of, basis: Basis) -> Simulation:
    made = simulated(*basis, seed=of[0])
    PLAYED.pop(of, None)
    PLAYED[of] = basis, made
    for old in list(PLAYED)[:-MOST_KEPT]:
        PLAYED.pop(old, None)
    return made


def _play_aside(of: Of, basis: Basis) -> None:
    """Play it while readers are told to look again."""
    try:
        _play(of, basis)
    finally:
        if BEGUN.get(of) == basis:
            BEGUN.pop(of, None)


def _drawn(policy: Policy, to_come: Iterable[Round]) -> Drawn | None:
    """Read who sits with whom in the meetings to come; None where that is no matter of plain tables."""
    seats = Seating.objects.filter(round__in=list(to_come), from_deal=1).order_by(
        *in_turn("round__"), "table__number"
    )
    rows = list(seats.values_list("round__number", "table__number", "entry__number", "stands_for__number"))
    if not rows or len(rows) > MOST_DRAWN or any(row[3] is not None for row in rows):
        return None
    tables: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for meeting, table, entry, _nobody in rows:
        tables[meeting][table].append(entry)
    return [list(meeting.values()) for meeting in tables.values()]


def _groups(
    rows: Sequence[Row],
    policy: Policy,
    exact: Mapping[int, Chance] | None = None,
    simulation: Simulation | None = None,
) -> tuple[Group, ...]:
    """Put what can still come beside the lines of the table; guests and who withdrew are left out."""
    found: dict[str, list[Line]] = defaultdict(list)
    shares = simulation.shares if simulation and simulation.runs else {}
    for row in rows:
        if row.status == "player":
            chance = (exact or {}).get(row.number)
            found[row.group].append(Line(row, policy, chance, shares.get(row.number), simulation))
    return tuple(Group(name, tuple(lines)) for name, lines in found.items())
