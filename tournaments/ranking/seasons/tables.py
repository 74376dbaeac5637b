"""The tables of a season: one, one for each period with a year, or one for each division."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.ranking.figures import Amount, Part
from tournaments.ranking.placing import Place
from tournaments.ranking.seasons.crediting import Evening, evenings, is_void
from tournaments.ranking.seasons.facts import Facts, Meeting, Player
from tournaments.ranking.seasons.formulas import Own, own_of, waiting_in, with_formulas
from tournaments.ranking.seasons.lines import MISSED, Line, Scope, line_of
from tournaments.ranking.seasons.ordering import ranked
from tournaments.ranking.seasons.policy import Choosing, Minimum, Period, Policy, Year, shared

Places = tuple[Place[Line], ...]
OF_THE_YEAR = {"round": 0}  # what was carried, and adjustments, belong to no meeting


class OfPeriod(NamedTuple):
    """Say what a period gives in the year: an amount and `counted`, `dropped` or `absent`."""

    name: str
    amount: Amount | None
    state: str


@dataclass(frozen=True, slots=True)
class YearLine:
    """Say a player's line in a year made from periods; the figures are those of all meetings."""

    number: int
    status: str | None
    total: Amount
    extras: tuple[Part, ...]
    periods: tuple[OfPeriod, ...]
    attended: int
    net: Amount
    mahjongs: int
    given: int
    firsts: int
    best_round: Amount | None
    counted: tuple[Amount, ...]
    dropped: tuple[Amount, ...]
    nets: Mapping[tuple[int, int], Amount]
    lot: int | None
    is_qualified: bool = True


@dataclass(frozen=True, slots=True)
class Named:
    """Say the table of a period or of a division."""

    name: str
    places: Places
    scope: Scope


@dataclass(frozen=True, slots=True)
class Season:
    """Say a season as it stands: its meetings and its tables; `year` is of either kind of line."""

    policy: Policy
    facts: Facts
    scope: Scope
    table: Places = ()
    periods: tuple[Named, ...] = ()
    year: Places | tuple[Place[YearLine], ...] = ()
    divisions: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """Say what each meeting that counts gave, before anything is chosen; `void` are the others."""

    held: Mapping[int, Mapping[int, Evening]]
    void: tuple[int, ...]
    meetings: Mapping[int, Meeting] = field(default_factory=dict)
    own: Own = field(default_factory=dict)
    waiting: Mapping[int, Sequence[Evening]] = field(default_factory=dict)


class Lines:
    """The lines of a season, taken over from an earlier table where nothing of them is new.

    What is equal is the same object then. The earlier table was made by the same policy.
    """

    def __init__(self, before: "Lines | None" = None) -> None:
        self.before = {} if before is None else before.made
        self.made: dict[Any, tuple[Player, Mapping[int, Evening], Line]] = {}

    def of(
        self, policy: Policy, player: Player, own: Mapping[int, Evening], scope: Scope, **how: Any
    ) -> Line:
        """Make a line, or take it over."""
        key = (player.number, scope, how["choosing"], how["minimum"], tuple(map(str, how["with_carried"])))
        known = self.before.get(key)
        if known is None or known[0] != player or not (known[1] is own or known[1] == own):
            known = (player, own, line_of(policy, player, own, scope, **how))
        self.made[key] = known
        return known[2]


def prepared(policy: Policy, facts: Facts, before: Prepared | None = None) -> Prepared:
    """Credit every meeting by itself; a meeting with too few members is void.

    Meetings that are the very same as `before`, under the same policy and players, are taken over.
    """
    known = {} if before is None else {each: before.held.get(each) for each in before.meetings}
    old = {} if before is None else before.meetings
    members = frozenset(player.number for player in facts.players if player.is_member)
    void = tuple(each.number for each in facts.meetings if is_void(policy, each, members))
    held = {
        each.number: (old.get(each.number) is each and known[each.number])
        or evenings(policy, each, facts.players)
        for each in facts.meetings
        if each.number not in void
    }
    then = Prepared({}, ()) if before is None else before
    waiting = {
        number: then.waiting[number] if then.held.get(number) is own else waiting_in(own)
        for number, own in held.items()
    }
    own = own_of(held, then.held, then.own)
    return Prepared(held, void, {each.number: each for each in facts.meetings}, own, waiting)


def season(policy: Policy, facts: Facts, ready: Prepared | None = None, lines: Lines | None = None) -> Season:
    """Make the tables of a season from its facts; `ready` are its meetings, credited before.

    `lines` keep what a later table may take over.
    """
    lines = lines or Lines()
    ready = prepared(policy, facts) if ready is None else ready
    own = with_formulas(policy, ready.held, ready.own, ready.waiting, facts.players)
    whole = _whole(policy, ready, facts.meetings)
    if policy.periods:
        return _with_periods(policy, facts, own, whole, lines)
    if policy.divisions:
        divisions = tuple(_division(policy, facts, own, whole, each.name, lines) for each in policy.divisions)
        return Season(policy, facts, whole, divisions=divisions)
    return Season(policy, facts, whole, _table(policy, facts, own, whole, lines))


def _whole(policy: Policy, ready: Prepared, meetings: Sequence[Meeting]) -> Scope:
    last = max((period.last for period in policy.periods), default=len(meetings))
    return Scope(tuple(sorted(ready.held)), ready.void, policy.meetings or last)


def _of_period(period: Period, whole: Scope) -> Scope:
    held = tuple(number for number in whole.held if number in period.numbers)
    void = tuple(number for number in whole.void if number in period.numbers)
    return Scope(held, void, len(period.numbers))


def _table(
    policy: Policy,
    facts: Facts,
    own: Mapping[int, Mapping[int, Evening]],
    scope: Scope,
    known: Lines,
    *,
    choosing: Choosing | None = None,
    minimum: Minimum | None = None,
    division: str | None = None,
    of_year: bool = True,
) -> Places:
    beside = carried(facts) if of_year else {}
    lines = [
        known.of(
            policy,
            player,
            own.get(player.number, {}),
            scope,
            choosing=policy.choosing if choosing is None else choosing,
            minimum=policy.minimum_attendance if minimum is None else minimum,
            with_carried=beside.get(player.number, ()),
        )
        for player in facts.players
        if division is None or player.division == division
    ]
    after = policy.unqualified == "after"
    return ranked(lines, ("qualified", *policy.criteria) if after else policy.criteria)


def carried(facts: Facts) -> dict[int, list[Part]]:
    """Return what belongs to no meeting: points carried into the season, and adjustments of it."""
    found: dict[int, list[Part]] = {}
    for player in facts.players:
        if player.carried:
            found[player.number] = [Part("carried", player.carried, OF_THE_YEAR)]
    for number, amount, reason in facts.adjustments:
        part = Part("adjustment", amount, {**OF_THE_YEAR, "reason": reason})
        found.setdefault(number, []).append(part)
    return found


def _division(
    policy: Policy,
    facts: Facts,
    own: Mapping[int, Mapping[int, Evening]],
    whole: Scope,
    name: str,
    known: Lines,
) -> Named:
    return Named(name, _table(policy, facts, own, whole, known, division=name), whole)


def _with_periods(
    policy: Policy, facts: Facts, own: Mapping[int, Mapping[int, Evening]], whole: Scope, known: Lines
) -> Season:
    tables = []
    for period in policy.periods:
        scope = _of_period(period, whole)
        tables.append(Named(period.name, _table(policy, facts, own, scope, known, of_year=False), scope))
    periods = tuple(tables)
    return Season(
        policy,
        facts,
        whole,
        periods=periods,
        year=_year(policy, facts, own, whole, periods, policy.year, known),
    )


def _year(
    policy: Policy,
    facts: Facts,
    own: Mapping[int, Mapping[int, Evening]],
    whole: Scope,
    periods: Sequence[Named],
    year: Year | None,
    known: Lines,
) -> Places | tuple[Place[YearLine], ...]:
    if year is None:
        return ()
    if year.made_from == "meetings":
        return _table(policy, facts, own, whole, known, choosing=year.choosing, minimum=year.minimum)
    figures = _table(policy, facts, own, whole, known, choosing=Choosing(), minimum=Minimum())
    status = {player.number: player.status for player in facts.players}
    amounts = _amounts(year, periods)
    beside = carried(facts)
    lines = [
        _year_line(year, each.line, status[each.line.number], amounts[each.line.number], beside)
        for each in figures
    ]
    return ranked(lines, policy.criteria)


def _amounts(year: Year, periods: Sequence[Named]) -> dict[int, list[OfPeriod]]:
    """Return what each period gives each player, before the best are chosen."""
    found: dict[int, list[OfPeriod]] = {}
    for period in periods:
        for place in period.places:
            amount = _given(year, place, period.places)
            state = "absent" if amount is None else "counted"
            found.setdefault(place.line.number, []).append(OfPeriod(period.name, amount, state))
    return found


def _given(year: Year, place: Place[Line], places: Places) -> Amount | None:
    """Return what a period gives: None without a result, with the minimum missed, or without a total."""
    if place.line.qualification == MISSED or not place.line.has_results:
        return None
    if year.made_from == "totals":
        return place.line.total
    if place.rank is None:
        return None
    return shared(year.points, place.rank, sum(each.rank == place.rank for each in places))


def _year_line(
    year: Year,
    figures: Line,
    status: str | None,
    periods: Sequence[OfPeriod],
    beside: Mapping[int, Sequence[Part]],
) -> YearLine:
    chosen = _best_periods(periods, year.choosing.best_of)
    counted = [each.amount for each in chosen if each.state == "counted" and each.amount is not None]
    dropped = [each.amount for each in chosen if each.state == "dropped" and each.amount is not None]
    extras = tuple(beside.get(figures.number, ()))
    return YearLine(
        figures.number,
        status,
        sum(counted) + sum(part.amount for part in extras),
        extras,
        tuple(chosen),
        *(figures.attended, figures.net, figures.mahjongs, figures.given, figures.firsts, figures.best_round),
        counted=tuple(sorted(counted, reverse=True)),
        dropped=tuple(sorted(dropped, reverse=True)),
        nets=figures.nets,
        lot=figures.lot,
    )


def _best_periods(periods: Sequence[OfPeriod], best_of: int | None) -> list[OfPeriod]:
    """Drop all but the best so many periods; of equal ones the earlier counts."""
    amounts = [(at, each.amount) for at, each in enumerate(periods) if each.amount is not None]
    kept = {at for at, _amount in sorted(amounts, key=lambda each: -each[1])[:best_of]}
    return [
        each._replace(state="dropped") if each.amount is not None and at not in kept else each
        for at, each in enumerate(periods)
    ]
