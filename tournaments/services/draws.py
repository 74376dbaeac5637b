"""What a draw starts from, what is planned on it, and whom it seats; `rounds` writes that."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max, Q

from tournaments import seating
from tournaments.models import Competition, Entry, Round
from tournaments.refusals import Refusal
from tournaments.selectors import meetings, standings
from tournaments.selectors.vouched import entries_now
from tournaments.services.announce import log
from tournaments.services.reckoning import rules_of

HOUSE = seating.HOUSE
ODD_TABLES = (HOUSE, *seating.SEATS_OF)  # who makes no table of four: with house players, or at such tables
UNDECIDED = (Round.State.PUBLISHED, Round.State.RUNNING)
Drawn = Sequence[Sequence[Sequence[int]]]  # rounds of tables of four numbers
Groups = Sequence[Collection[int]]  # of entries' numbers


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who is kept apart as far as possible, who always shares a table, and who sits at which tables."""

    apart: Groups = ()
    together: Groups = ()
    places: Mapping[int, Collection[int]] = field(default_factory=dict)
    odd_tables: str = HOUSE  # one of ODD_TABLES


NO_WISHES = Wishes()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a draw starts from: the rounds that stay, who is to be seated, and the drafts it replaces."""

    numbers: list[int]
    people: list[Entry]
    drafts: list[int]
    basis: seating.Basis


def ground_of(
    competition: Competition, rounds: int, wishes: Wishes = NO_WISHES, back: Iterable[Round] = ()
) -> Ground:
    """Read what a draw starts from, as it is now, or as it will be when the rounds `back` are drafts again.

    Raises Refusal (`too_few_players`, `five_left`, `no_such_tables` where so many do not make them).
    """
    drafts = Q(state=Round.State.DRAFT) | Q(pk__in=[one.pk for one in back])
    kept = list(competition.rounds.exclude(drafts).order_by("number"))
    people = seatable(competition)
    _check_odd_tables(competition, len(people), wishes.odd_tables)
    if kept and len(people) == 5 and not seating.odd_sizes(5, wishes.odd_tables):
        raise Refusal("five_left")
    numbers = [entry.number for entry in people]
    number_of = dict(competition.entries.values_list("pk", "number"))
    house = meetings.house_of(competition)
    played = [[[number_of[pk] for pk in table] for table in meetings.tables_of(one)] for one in kept]
    return Ground(
        numbers=[one.number for one in kept],
        people=people,
        drafts=list(competition.rounds.filter(drafts).order_by("number").values_list("pk", flat=True)),
        basis=seating.Basis(
            people=tuple(numbers),
            rounds=rounds,
            played=tuple(seating.groups(tables) for tables in played),
            ghosts=tuple(sorted(number_of[pk] for pk in house)),
            apart=among(numbers, wishes.apart),
            together=among(numbers, wishes.together),
            places={one: tuple(sorted(at)) for one, at in sorted(wishes.places.items()) if one in numbers},
            odd_tables=wishes.odd_tables,
        ),
    )


def _check_odd_tables(competition: Competition, people: int, way: str) -> None:
    """Stop a draw with tables of three or five that so many do not make, or the rules do not have."""
    if way == HOUSE or people % 4 == 0:
        return
    if way not in seating.odd_ways(people, rules_of(competition).players):
        raise Refusal("no_such_tables", players=people, size=seating.SEATS_OF[way])


def ranked_ground_of(
    competition: Competition, wishes: Wishes = NO_WISHES, back: Iterable[Round] = ()
) -> Ground:
    """Read what a draw by the standings starts from; who has no place yet comes last.

    Raises Refusal (`standings_to_come`, `too_few_for_standings`).
    """
    ground = ground_of(competition, 1, wishes, back)
    open_ones = competition.rounds.filter(state__in=UNDECIDED).exclude(pk__in=[one.pk for one in back])
    if not ground.numbers or open_ones.exists():
        raise Refusal("standings_to_come")
    people = ground.basis.people
    if len(people) < seating.FEWEST_BY_STANDINGS:
        raise Refusal("too_few_for_standings", players=len(people), least=seating.FEWEST_BY_STANDINGS)
    now = Competition.objects.get(pk=competition.pk)  # the caller's may be older than the last deal
    placed = [row.number for row in standings.standings_of(now).rows if row.number in people]
    late = [number for number in people if number not in placed]
    return replace(ground, basis=replace(ground.basis, people=(*placed, *late), standings=True))


def ground_again(competition: Competition, basis: seating.Basis, back: Iterable[Round] = ()) -> Ground:
    """Read what a draw starts from by now, for the same wishes, once the rounds `back` are drafts again."""
    wishes = Wishes(basis.apart, basis.together, basis.places, basis.odd_tables)
    if basis.standings:
        return ranked_ground_of(competition, wishes, back)
    return ground_of(competition, basis.rounds, wishes, back)


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


def among(numbers: Collection[int], groups: Groups) -> tuple[tuple[int, ...], ...]:
    """Leave out of groups who is not seated, and groups of which nobody else is left."""
    left = [set(numbers).intersection(group) for group in groups]
    return tuple(tuple(sorted(group)) for group in left if len(group) > 1)


def planned(basis: seating.Basis, seed: int) -> seating.Plan:
    """Draw; raises Refusal for wishes that cannot be kept."""
    try:
        return basis.drawn(seed)
    except seating.WishError as error:
        told = {name: _listed(fact) for name, fact in error.facts.items()}
        raise Refusal(error.code, **told) from error


def _listed(fact: Any) -> Any:
    return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def again(round: Round) -> seating.Plan:
    """Draw a round once more, by numbers of entries, as it was before any change by hand."""
    if round.draw is None or round.nth is None:
        return _by_standings_again(round)
    made = seating.basis_of(round.draw.basis).drawn(round.draw.seed)
    house = round.competition.entries.filter(status=Entry.Status.HOUSE).order_by("number")
    known = dict(zip(sorted(made.ghosts), house.values_list("number", flat=True), strict=False))
    tables = tuple(
        tuple(known.get(one, one) for one in table) for table in made.rounds[round.nth]
    )
    return replace(made, rounds=(tables,), ghosts=frozenset(known.get(one, one) for one in made.ghosts))


def _by_standings_again(round: Round) -> seating.Plan:
    """Draw again what was drawn before draws were kept: by keys of entries, which numbers replace then."""
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


def evening(round: Round, present: list[Entry], way: str | None = None) -> list[list[Entry]]:
    """Plan the tables of a meeting for those who came, the club's way, or another one for this evening.

    The way matters where the rules have tables that are not of four. Raises Refusal (`too_few_players`,
    `too_few_for_a_table`).
    """
    if len(rules_of(round.competition).players) > 1:
        return _mixed_evening(round, present, way or round.competition.club.evening_tables)
    enough(present)
    history = meetings.season_so_far(round)
    drawn = seating.meeting(
        [entry.pk for entry in present],
        met=history.met,
        winds=history.winds,
        last_met=history.last_met,
        short=history.short,
        seed=lot_of(round),
    )
    return seated(round.competition, drawn, {entry.pk: entry for entry in present})


def _mixed_evening(round: Round, present: list[Entry], way: str) -> list[list[Entry]]:
    if len(present) < min(rules_of(round.competition).players):
        raise Refusal("too_few_for_a_table", players=len(present))
    sizes = seating.sizes_for(len(present), way, house=round.competition.club.house_players)
    keys, past = [entry.pk for entry in present], meetings.season_so_far(round)
    drawn = seating.mixed(keys, sizes, past, seed=lot_of(round))
    house = house_players(round.competition, sizes.house)
    found = {entry.pk: entry for entry in present} | {-at: one for at, one in enumerate(house, start=1)}
    return [[found[one] for one in table] for table in drawn.tables]


def lot_of(round: Round) -> int:
    """Give the seed of a meeting: each has its own."""
    return round.competition.seed + round.number


def seated(
    competition: Competition, drawn: Sequence[Sequence[int]], people: Mapping[int, Entry]
) -> list[list[Entry]]:
    """Turn numbers into the entries they stand for; house players fill the empty seats.

    They play no table among themselves: of five who come one rests, whom the plan puts with three of them.
    """
    playable = [four for four in drawn if sum(number in people for number in four) > 1]
    # By size without the sign: the first number behind the players is the first house player.
    empty = sorted({number for four in playable for number in four if number not in people}, key=abs)
    found = {**people, **dict(zip(empty, house_players(competition, len(empty)), strict=True))}
    return [[found[number] for number in four] for four in playable]
