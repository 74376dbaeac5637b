"""The table of a season with names: its rules as data (`ranking.seasons`) over what the ledger tells."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.models import Competition, Entry, Round
from tournaments.ranking import figures
from tournaments.ranking.figures import BEFORE
from tournaments.ranking.placing import Place
from tournaments.ranking.rounds import Work
from tournaments.ranking.seasons.explained import Told, told
from tournaments.ranking.seasons.facts import Facts, Player
from tournaments.ranking.seasons.lines import Held
from tournaments.ranking.seasons.policy import Choosing, Policy
from tournaments.ranking.seasons.standing import SeasonStanding, standings
from tournaments.ranking.seasons.tables import Named, Season, season
from tournaments.selectors.ranked import (
    Kept,
    MeetingCell,
    NamedRows,
    Person,
    Ranked,
    Row,
    unranked_of,
    with_the_one_before,
)
from tournaments.selectors.season_facts import facts_of, policy_of

Told_of = Mapping[int, tuple[Told, ...]]


class Beside(NamedTuple):
    """What a table shows of an entry beside its figures: deals played, and what was adjusted."""

    deals: int = 0
    adjustment: int = 0


def rank_season(
    competition: Competition,
    works: Sequence[Work],
    people: Mapping[int, Person],
    rounds: Sequence[Round],
    rested: Mapping[int, Collection[int]],
) -> tuple[Ranked, Policy]:
    """Rank by the meetings that count, with the policy; `rested` is by number of the meeting."""
    policy = policy_of(competition)
    made = season(policy, season_facts(competition, policy, works, people, rounds, rested))
    return table_of(made, works, people), policy


def season_facts(
    competition: Competition,
    policy: Policy,
    works: Sequence[Work],
    people: Mapping[int, Person],
    rounds: Iterable[Round],
    rested: Mapping[int, Collection[int]],
) -> Facts:
    """Return the facts of a season as the ledger and its entries tell them."""
    told = {each.number: each.told for each in works}
    there = {entry for each in works for entry in _came(each, rested)}
    return facts_of(competition, policy, _players(competition, policy, there, people), told, rested, rounds)


def _came(work: Work, rested: Mapping[int, Collection[int]]) -> set[int]:
    """Say who had a part in a meeting; whoever was only fined had none."""
    sat = {number for number, own in work.sat.items() if any(tally.table is not None for tally in own)}
    return (
        sat | {each.entry for each in work.told if each.table is not None} | set(rested.get(work.number, ()))
    )


def _players(
    competition: Competition, policy: Policy, there: Collection[int], people: Mapping[int, Person]
) -> list[Player]:
    """Say who plays; by older settings who withdraws keeps a place after having been `there`."""
    if competition.policy is None:
        unranked = unranked_of(people, there)
        return [Player(number, one.name, unranked.get(number)) for number, one in people.items()]
    divisions = competition.season_facts.get("divisions", {})
    lots = competition.season_facts.get("lots", {})
    carried = competition.season_facts.get("carried", {})
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


def table_of(made: Season, works: Sequence[Work], people: Mapping[int, Person]) -> Ranked:
    """Put names to a season: its main table, and those of its periods."""
    beside = _beside(made.policy, works)
    told_of = _told(made)
    periods = tuple(
        NamedRows(each.name, _rows(made, each.places, people, beside, _told_in([each], made.policy)))
        for each in made.periods
    )
    groups: list[tuple[str, Sequence[Place[Any]]]] = [(each.name, each.places) for each in made.divisions]
    groups = groups or [("", _main(made))]
    rows = tuple(row for name, places in groups for row in _rows(made, places, people, beside, told_of, name))
    return Ranked(rows, made.scope.held, Kept(), periods)


def _main(made: Season) -> Sequence[Place[Any]]:
    """Return the year, without one the last period that has begun, or the one table there is."""
    if made.year or not made.periods:
        return made.year or made.table
    begun = [each for each in made.periods if each.scope.held or each.scope.void]
    return (begun or made.periods[:1])[-1].places


def _told(made: Season) -> Told_of:
    """Say each player's meetings as the main table looks at them: within their periods, or all together."""
    year = made.policy.year
    if made.periods and (year is None or year.made_from != "meetings"):
        return _told_in(made.periods, made.policy)
    choosing = made.policy.choosing if year is None else year.choosing
    places = [each for division in made.divisions for each in division.places] or (made.year or made.table)
    return _all_told(made.policy, choosing, places)


def _told_in(periods: Iterable[Named], policy: Policy) -> Told_of:
    found: dict[int, tuple[Told, ...]] = defaultdict(tuple)
    for period in periods:
        for number, own in _all_told(policy, policy.choosing, period.places).items():
            found[number] += own
    return found


def _all_told(policy: Policy, choosing: Choosing, places: Iterable[Place[Any]]) -> Told_of:
    return {each.line.number: told(policy, choosing, each.line.meetings) for each in places}


def _beside(policy: Policy, works: Iterable[Work]) -> dict[int, Beside]:
    """Count deals for whom they count, and add up what was adjusted."""
    found: dict[int, Beside] = defaultdict(Beside)
    for tally in (each for work in works for each in work.told):
        owner = tally.stands_for if policy.substitute_policy == "absent" else None
        deals, adjustment = found[number := tally.entry if owner is None else owner]
        found[number] = Beside(deals + tally.deals, adjustment)
        if tally.adjustment:
            deals, adjustment = found[tally.entry]
            found[tally.entry] = Beside(deals, adjustment + tally.adjustment)
    return found


def _rows(
    made: Season,
    places: Sequence[Place[Any]],
    people: Mapping[int, Person],
    beside: Mapping[int, Beside],
    told_of: Told_of,
    group: str = "",
) -> tuple[Row, ...]:
    shown = [each for each in places if people[each.line.number].is_shown]
    meetings: dict[int, tuple[Held, ...]] = {
        each.line.number: tuple(one.held for one in told_of.get(each.line.number, ())) for each in shown
    }
    ranked = standings(made.policy, shown, meetings)
    return tuple(
        _row(people, before, one, beside.get(one.entry, Beside()), told_of.get(one.entry, ()), group)
        for before, one in with_the_one_before(ranked)
    )


def _row(
    people: Mapping[int, Person],
    before: SeasonStanding | None,
    one: SeasonStanding,
    beside: Beside,
    told_of: Sequence[Told],
    group: str,
) -> Row:
    person, line = people[one.entry], one.line
    return Row(
        number=person.number,
        name=person.name,
        club=person.club,
        status=person.status,
        rank=one.rank,
        shared=one.shared,
        total=line.total,
        net=int(line.net),
        adjustment=beside.adjustment,
        carried=sum(part.amount for part in line.extras if part.round == BEFORE),
        mahjongs=line.mahjongs,
        given=line.given,
        deals=beside.deals,
        standing=one,
        ahead=None if before is None else (people[before.entry].name, before),
        rounds=tuple(MeetingCell(each) for each in told_of),
        attended=line.attended,
        qualification=getattr(line, "qualification", "reached"),
        group=group,
        periods=getattr(line, "periods", ()),
    )
