"""What a draw starts from, what is planned on it, and whom it seats; `rounds` writes that."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max

from tournaments import seating
from tournaments.models import Competition, Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors import meetings, standings
from tournaments.selectors.vouched import entries_now
from tournaments.services.announce import log

UNDECIDED = (Round.State.PUBLISHED, Round.State.RUNNING)
Drawn = Sequence[Sequence[Sequence[int]]]  # rounds of tables of four numbers
Groups = Sequence[Collection[int]]  # of entries' numbers


@dataclass(frozen=True, slots=True)
class Ground:
    """What a draw starts from: who has played whom, who is to be seated, and the drafts it replaces."""

    numbers: list[int]
    played: list[list[list[int]]]
    people: list[Entry]
    house: set[int]
    drafts: list[int]
    ranked: list[int] | None = None  # numbers, the leader first, where the standings decide


def ground_of(competition: Competition) -> Ground:
    """Read what a draw starts from, as it is now."""
    kept = competition.rounds.exclude(state=Round.State.DRAFT).order_by("number")
    drafts = competition.rounds.filter(state=Round.State.DRAFT).order_by("number")
    return Ground(
        numbers=[round.number for round in kept],
        played=[meetings.tables_of(round) for round in kept],
        people=seatable(competition),
        house=meetings.house_of(competition),
        drafts=list(drafts.values_list("pk", flat=True)),
    )


def ranked_ground_of(competition: Competition) -> Ground:
    """Read what a draw by the standings starts from; who has no place yet comes last.

    Raises Refusal (`standings_to_come`, `too_few_for_standings`).
    """
    ground = ground_of(competition)
    if not ground.played or competition.rounds.filter(state__in=UNDECIDED).exists():
        raise Refusal("standings_to_come")
    if len(ground.people) < seating.FEWEST_BY_STANDINGS:
        raise Refusal("too_few_for_standings", players=len(ground.people), least=seating.FEWEST_BY_STANDINGS)
    now = Competition.objects.get(pk=competition.pk)  # the caller's may be older than the last deal
    numbers = [entry.number for entry in ground.people]
    placed = [row.number for row in standings.standings_of(now).rows if row.number in numbers]
    late = [number for number in numbers if number not in placed]
    return replace(ground, ranked=[*placed, *late])


def seatable(competition: Competition) -> list[Entry]:
    """List whom a tournament seats, in order of their numbers; raises Refusal (`too_few_players`)."""
    found = list(competition.entries.filter(status__in=Entry.PLAYING).order_by("number"))
    enough(found)
    return found


def enough(people: Sequence[Entry]) -> None:
    """Stop a draw for fewer people than sit at one table."""
    if len(people) < 4:
        raise Refusal("too_few_players", players=len(people))


def house_players(competition: Competition, count: int) -> list[Entry]:
    """Give `count` house players, new ones if there are too few; the log says who was made."""
    found = list(competition.entries.filter(status=Entry.Status.HOUSE).order_by("number")[:count])
    last = competition.entries.aggregate(last=Max("number"))["last"] or 0
    made = Entry.objects.bulk_create(
        Entry(competition=competition, number=last + index, status=Entry.Status.HOUSE)
        for index in range(1, count - len(found) + 1)
    )
    if made:
        numbers = [entry.number for entry in made]
        log(competition, "entries_add", numbers=numbers, entered=entries_now(made))
    return found + made


def among(ground: Ground, groups: Groups) -> Groups:
    """Leave out of groups who is not seated, and groups of which nobody else is left."""
    numbers = {entry.number for entry in ground.people}
    left = [numbers.intersection(group) for group in groups]
    return [group for group in left if len(group) > 1]


def _by_keys(ground: Ground, groups: Groups) -> list[list[int]]:
    keys = {entry.number: entry.pk for entry in ground.people}
    return [[keys[number] for number in group] for group in groups]


def planned(ground: Ground, rounds: int, seed: int, apart: Groups = ()) -> Drawn:
    """Plan rounds of tables of primary keys; numbers that are nobody's stand for house players."""
    people = ground.people
    if not ground.played:
        places = {entry.number: index for index, entry in enumerate(people, start=1)}
        groups = [[places[number] for number in group] for group in apart]
        drawn = seating.plan(len(people), rounds, seed=seed, apart=groups).rounds
        keys = {index: entry.pk for index, entry in enumerate(people, start=1)}
        return [[[keys.get(number, -number) for number in four] for four in tables] for tables in drawn]
    present = [entry.pk for entry in people]
    if len(present) == 5:
        raise Refusal("five_left")
    named: dict[str, Any] = {"seed": seed, "ghosts": ground.house, "apart": _by_keys(ground, apart)}
    return seating.replan(ground.played, present, rounds, **named).rounds


def planned_by_standings(ground: Ground, seed: int, apart: Groups = ()) -> Drawn:
    """Plan one round by the order of the ground."""
    keys = {entry.number: entry.pk for entry in ground.people}
    ranked = [keys[number] for number in ground.ranked or ()]
    named: dict[str, Any] = {"seed": seed, "ghosts": ground.house, "apart": _by_keys(ground, apart)}
    return seating.by_standings(ranked, ground.played, **named).rounds


def again(round: Round) -> seating.Plan:
    """Plan a round by the standings once more, by numbers of entries, as it was before any change by hand."""
    competition = round.competition
    before = competition.rounds.filter(number__lt=round.number).exclude(state=Round.State.DRAFT)
    keys = {entry.number: entry.pk for entry in competition.entries.all()}
    made = seating.by_standings(
        [keys[number] for number in round.ranked or ()],
        [meetings.tables_of(one) for one in before.order_by("number")],
        seed=round.seed or 0,
        ghosts=meetings.house_of(competition),
        apart=[[keys[number] for number in group] for group in round.apart],
    )
    numbers = {key: number for number, key in keys.items()}
    drawn = tuple(seating.as_table([numbers.get(key, 0) for key in table]) for table in made.rounds[0])
    return replace(made, rounds=(drawn,), ghosts=frozenset(numbers.get(key, 0) for key in made.ghosts))


def evening(round: Round, present: list[Entry]) -> list[list[Entry]]:
    """Plan the tables of a meeting for those who came."""
    history = meetings.season_so_far(round)
    drawn = seating.meeting(
        [entry.pk for entry in present],
        met=history.met,
        winds=history.winds,
        last_met=history.last_met,
        short=history.short,
        seed=lot_of(round),
    )
    return seated(round.competition, drawn, present)


def lot_of(round: Round) -> int:
    """Give the seed of a meeting: each has its own."""
    return round.competition.seed + round.number


def seated(
    competition: Competition, drawn: Sequence[Sequence[int]], people: Sequence[Entry]
) -> list[list[Entry]]:
    """Turn numbers into entries; house players fill the empty seats, but play no table among themselves.

    Of five who come one rests: the plan puts him with three empty seats.
    """
    by_pk = {entry.pk: entry for entry in people}
    playable = [four for four in drawn if sum(number in by_pk for number in four) > 1]
    # By size without the sign: the first number behind the players is the first house player.
    empty = sorted({number for four in playable for number in four if number not in by_pk}, key=abs)
    by_pk |= dict(zip(empty, house_players(competition, len(empty)), strict=True))
    return [[by_pk[number] for number in four] for four in playable]
