"""The table of a season with names: its rules as data (`ranking.seasons`) over what the ledger tells."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments.models import Competition, DealVersion, Entry, Round
from tournaments.ranking import figures
from tournaments.ranking.figures import BEFORE
from tournaments.ranking.placing import Place
from tournaments.ranking.rounds import Work, by_meeting, rested_by_meeting
from tournaments.ranking.seasons.explained import told
from tournaments.ranking.seasons.facts import Facts, Player
from tournaments.ranking.seasons.finals import marks_of
from tournaments.ranking.seasons.policy import Choosing, Policy
from tournaments.ranking.seasons.standing import SeasonStanding, standings
from tournaments.ranking.seasons.tables import Lines, Named, Prepared, Season, prepared, season
from tournaments.selectors.ranked import (
    Kept,
    MeetingCell,
    NamedRows,
    Person,
    Ranked,
    Row,
    row_of,
    unranked_of,
    with_the_one_before,
)
from tournaments.selectors.season_facts import ELSEWHERE, MeetingOf, facts_of, policy_of

Told_of = Mapping[int, tuple[MeetingCell, ...]]


class Counted(NamedTuple):
    """What a table shows of an entry beside its figures: deals played and rested, and what was adjusted."""

    deals: int = 0
    rested: int = 0
    adjustment: int = 0


@dataclass(frozen=True, slots=True)
class SeasonKept:
    """What the next revision of a season may take over, where rules, notes and players are the same."""

    policy: Policy
    about: tuple[object, ...]
    meetings: MeetingOf
    ready: Prepared
    lines: Lines
    besides: Mapping[int, tuple[object, Mapping[int, Counted]]]
    cells: "Cells"


def rank_season(
    competition: Competition,
    works: Sequence[Work],
    people: Mapping[int, Person],
    rounds: Sequence[Round],
    rested: Mapping[int, Collection[int]],
    before: SeasonKept | None = None,
    versions: QuerySet[DealVersion] | None = None,
) -> tuple[Ranked, SeasonKept]:
    """Rank by the meetings that count; what may be kept comes along.

    Works, `rounds` and `rested` are of sittings, `versions` the deals that count, if not those of now.
    """
    policy = policy_of(competition)
    planned = tuple((one.number, one.deals) for one in rounds)
    players = _players(competition, policy, _there(competition, policy, works, rested, people), people)
    about = (policy, competition.season_facts, players, planned, competition.deals_per_round)
    known = before if before is not None and before.about == about else None
    told = {each.number: each.told for each in by_meeting(works)}
    old = known.meetings if known else {}
    rests = rested_by_meeting(rested, works)
    facts = facts_of(competition, policy, players, told, rests, rounds, old, versions)
    ready = prepared(policy, facts, known.ready if known else None)
    lines = Lines(known.lines if known else None)
    cells = Cells(known.cells if known else None)
    besides = _besides(policy, works, known.besides if known else {})
    ranked = table_of(season(policy, facts, ready, lines), _summed(besides), people, cells)
    kept_meetings = {each.number: (told[each.number], each.rested, each) for each in facts.meetings}
    return ranked, SeasonKept(policy, about, kept_meetings, ready, lines, besides, cells)


def season_facts(
    competition: Competition,
    policy: Policy,
    works: Sequence[Work],
    people: Mapping[int, Person],
    rounds: Iterable[Round],
    rested: Mapping[int, Collection[int]],
) -> Facts:
    """Return the facts of a season as the ledger and its entries tell them."""
    players = _players(competition, policy, _there(competition, policy, works, rested, people), people)
    told = {each.number: each.told for each in by_meeting(works)}
    return facts_of(competition, policy, players, told, rested_by_meeting(rested, works), rounds)


def _there(
    competition: Competition,
    policy: Policy,
    works: Iterable[Work],
    rested: Mapping[int, Collection[int]],
    people: Mapping[int, Person],
) -> set[int]:
    """Say who had a part in any meeting, if somebody played for them; whoever was only fined had none.

    It is asked of who withdrew alone.
    """
    found: set[int] = set()
    if all(one.status != Entry.Status.WITHDRAWN for one in people.values()):
        return found
    for work in works:
        sat = [each for each in work.told if each.table is not None]
        found.update(each.entry for each in sat)
        if policy.substitute_policy == "absent":
            found.update(each.stands_for for each in sat if each.stands_for is not None)
        found.update(rested.get(work.number, ()) if work.told else ())
    for tournament in competition.season_facts.get(ELSEWHERE, {}).values():
        found.update(map(int, tournament["places"]))
    return found


def _players(
    competition: Competition, policy: Policy, there: Collection[int], people: Mapping[int, Person]
) -> list[Player]:
    """Say who plays; by older settings who withdraws keeps a place after having been `there`."""
    carried = competition.season_facts.get("carried", {})
    if competition.policy is None:
        unranked = unranked_of(people, there)
        return [
            Player(number, one.name, unranked.get(number), figures.amount(str(carried.get(str(number), 0))))
            for number, one in people.items()
        ]
    divisions = competition.season_facts.get("divisions", {})
    lots = competition.season_facts.get("lots", {})
    lowest = policy.divisions[-1].name if policy.divisions else None  # of whom no division was noted
    return [
        Player(
            number,
            one.name,
            None if one.status == Entry.Status.PLAYER else one.status,
            one.carried + figures.amount(str(carried.get(str(number), 0))),
            divisions.get(str(number), lowest),
            lots.get(str(number)),
        )
        for number, one in people.items()
    ]


def table_of(
    made: Season, beside: Mapping[int, Counted], people: Mapping[int, Person], cells: "Cells"
) -> Ranked:
    """Put names to a season: its main table, and those of its periods."""
    told_of = _told(made, cells)
    periods = tuple(
        NamedRows(each.name, _rows(made, each.places, people, beside, cells.within([each], made.policy)))
        for each in made.periods
    )
    groups: list[tuple[str, Sequence[Place[Any]]]] = [(each.name, each.places) for each in made.divisions]
    groups = groups or [("", _main(made))]
    marks = marks_of(made)
    rows = tuple(
        row._replace(marks=marks.get(row.number, ()))
        for name, places in groups
        for row in _rows(made, places, people, beside, told_of, name)
    )
    return Ranked(rows, made.scope.held, Kept(), periods)


def _main(made: Season) -> Sequence[Place[Any]]:
    """Return the year, without one the last period that has begun, or the one table there is."""
    if made.year or not made.periods:
        return made.year or made.table
    begun = [each for each in made.periods if each.scope.held or each.scope.void]
    return (begun or made.periods[:1])[-1].places


class Cells:
    """What is said of each player's meetings, taken over from an earlier table where lines are the same."""

    def __init__(self, before: "Cells | None" = None) -> None:
        self.before = {} if before is None else before.made
        self.made: dict[Any, tuple[tuple[Any, ...], tuple[MeetingCell, ...]]] = {}

    def within(self, periods: Sequence[Named], policy: Policy) -> Told_of:
        """Say the meetings as their periods look at them."""
        lines: dict[int, list[Any]] = defaultdict(list)
        for period in periods:
            for place in period.places:
                lines[place.line.number].append(place.line)
        key = tuple(period.name for period in periods)
        return {number: self.of(key, policy, policy.choosing, own) for number, own in lines.items()}

    def of(
        self, key: Any, policy: Policy, choosing: Choosing, lines: Sequence[Any]
    ) -> tuple[MeetingCell, ...]:
        """Say the meetings of one player's lines."""
        at, known = (key, lines[0].number), self.before.get((key, lines[0].number))
        if known is None or len(known[0]) != len(lines) or not all(map(is_, known[0], lines)):
            cells = (MeetingCell(each) for one in lines for each in told(policy, choosing, one.meetings))
            known = (tuple(lines), tuple(cells))
        self.made[at] = known
        return known[1]


def _told(made: Season, cells: Cells) -> Told_of:
    """Say each player's meetings as the main table looks at them: within their periods, or all together."""
    year = made.policy.year
    if made.periods and (year is None or year.made_from != "meetings"):
        return cells.within(made.periods, made.policy)
    choosing = made.policy.choosing if year is None else year.choosing
    places = [each for division in made.divisions for each in division.places] or (made.year or made.table)
    return {each.line.number: cells.of("", made.policy, choosing, [each.line]) for each in places}


def _besides(
    policy: Policy, works: Iterable[Work], before: Mapping[int, tuple[object, Mapping[int, Counted]]]
) -> dict[int, tuple[object, Mapping[int, Counted]]]:
    """Work out for each meeting what stands beside the figures, unless its tallies are the very same."""
    found = {}
    for work in works:
        known = before.get(work.number)
        same = known is not None and known[0] is work.told
        found[work.number] = known if same and known else (work.told, _beside(policy, work))
    return found


def _beside(policy: Policy, work: Work) -> dict[int, Counted]:
    """Count deals for whom they count, and add up what was adjusted, in one meeting."""
    found: dict[int, Counted] = defaultdict(Counted)
    for tally in work.told:
        owner = tally.stands_for if policy.substitute_policy == "absent" else None
        deals, rested, adjustment = found[number := tally.entry if owner is None else owner]
        found[number] = Counted(deals + tally.deals, rested + tally.rested, adjustment)
        if tally.adjustment:
            own = found[tally.entry]
            found[tally.entry] = own._replace(adjustment=own.adjustment + tally.adjustment)
    return dict(found)


def _summed(besides: Mapping[int, tuple[object, Mapping[int, Counted]]]) -> dict[int, Counted]:
    deals: dict[int, int] = defaultdict(int)
    more: dict[int, tuple[int, int]] = {}  # rested and adjusted, which are rare
    for _told, own in besides.values():
        for number, (played, rested, adjustment) in own.items():
            deals[number] += played
            if rested or adjustment:
                before = more.get(number, (0, 0))
                more[number] = (before[0] + rested, before[1] + adjustment)
    return {number: Counted(played, *more.get(number, (0, 0))) for number, played in deals.items()}


def _rows(
    made: Season,
    places: Sequence[Place[Any]],
    people: Mapping[int, Person],
    beside: Mapping[int, Counted],
    told_of: Told_of,
    group: str = "",
) -> tuple[Row, ...]:
    shown = [each for each in places if people[each.line.number].is_shown]
    ranked = standings(made.policy, shown, told_of)
    return tuple(
        _row(people, before, one, beside.get(one.entry, Counted()), told_of.get(one.entry, ()), group)
        for before, one in with_the_one_before(ranked)
    )


def _row(
    people: Mapping[int, Person],
    before: SeasonStanding | None,
    one: SeasonStanding,
    beside: Counted,
    cells: tuple[MeetingCell, ...],
    group: str,
) -> Row:
    line = one.line
    return row_of(
        people,
        before,
        one,
        total=line.total,
        net=int(line.net),
        adjustment=beside.adjustment,
        carried=sum(part.amount for part in line.extras if part.round == BEFORE),
        deals=beside.deals,
        rested=beside.rested,
        rounds=cells,
        attended=line.attended,
        qualification=getattr(line, "qualification", "reached"),
        group=group,
        periods=getattr(line, "periods", ()),
    )
