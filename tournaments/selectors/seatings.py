"""Seating as people look at it: rounds with their tables, and what a seating is worth in plain words."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

import scoring
from tournaments import seating
from tournaments.models import Competition, Entry, Round, Seating, Table
from tournaments.seating import SeatingWarning
from tournaments.selectors import meetings
from tournaments.sittings import turn

# In a season people come when they like: only these warnings say anything.
OF_SEASONS = {"seated_twice", "ghosts_together", "meet_again", "winds_uneven", "not_four_seats"}
KEPT_APART = _("%(first)s and %(second)s, who were to be kept apart, meet in round %(rounds)s.")
SAME_CLUB = _("%(first)s and %(second)s of one club meet in round %(rounds)s.")
FLOATS_MET = _(
    "%(name)s, place %(place)s, sits at table %(table)s instead of %(home)s, and has met there: %(names)s."
)
FLOATS = _("%(name)s, place %(place)s, sits at table %(table)s instead of %(home)s, to make room.")
SENTENCES_OF_A_SEASON = {
    "not_four_seats": _("Table %(table)s has %(seats)s seats taken in meeting %(round)s, not four."),
    "seated_twice": _("%(player)s is seated twice in meeting %(round)s."),
    "ghosts_together": _("Two chairs are empty at table %(table)s in meeting %(round)s."),
    "meet_again": _("%(first)s and %(second)s meet more than once: meetings %(rounds)s."),
}
ONE_ENTRY, ROUND = ("first", "second", "player"), ("round", "rounds")


FOUR = 4
SIZES = (2, 3, 4, 5)  # that rules can have
BEGUN = (Round.State.RUNNING, Round.State.CLOSED)


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table with who sits there, in the order E S W N and the fifth."""

    table: Table
    seats: tuple[Seating, ...]

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def chairs(self) -> list[Seating | None]:
        """List the seats as columns: None is a dummy's place."""
        taken = {row.seat: row for row in self.seats}
        fifth = [taken[scoring.FIFTH]] if scoring.FIFTH in taken else []
        return [*(taken.get(seat) for seat in scoring.SEATS), *fifth]


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """A round with its tables, who rests since five are not four, and who sits off the standings, and why."""

    round: Round
    tables: tuple[SeatedTable, ...]
    resting: tuple[Entry, ...] = ()
    elsewhere: tuple[str, ...] = ()

    @property
    def fifth(self) -> bool:
        """Tell whether there is a table of five."""
        return any(len(table.seats) > len(scoring.SEATS) for table in self.tables)

    def numbers(self) -> list[list[int]]:
        """Give the entries' numbers, table by table."""
        return [[seat.entry.number for seat in table.seats] for table in self.tables]


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about a seating: `good`, or unwanted; what is `unavoidable` nobody need look into."""

    sentence: str
    good: bool
    unavoidable: bool = False


@dataclass(frozen=True, slots=True)
class Quality:
    """What a seating is worth: a few sentences, every warning to act on, and what cannot be avoided."""

    remarks: tuple[Remark, ...]
    warnings: tuple[str, ...]
    unavoidable: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """Give every single case, avoidable or not."""
        return self.warnings + self.unavoidable


def elsewhere(shown: SeatedRound, seated: Iterable[SeatedRound]) -> tuple[str, ...]:
    """Say who sits elsewhere than the standings alone would put them, where a round was drawn by them."""
    if any(len(table.seats) != FOUR for table in shown.tables):
        return ()  # four by four says nothing there
    people = {seat.entry.number: seat.entry for table in shown.tables for seat in table.seats}
    order = shown.round.ranked or []
    played = [one.numbers() for one in seated if turn(one.round.number) < turn(shown.round.number)]
    found = seating.floats(shown.numbers(), order, played)
    return tuple(_floats(one, people, order.index(one.player) + 1) for one in found)


def _floats(one: seating.Float, people: Mapping[int, Entry], place: int) -> str:
    met = ", ".join(people[number].name for number in one.met if number in people)
    facts = {"name": people[one.player].name, "place": place, "table": one.table, "home": one.home}
    return gettext(FLOATS_MET if met else FLOATS) % {**facts, "names": met}


def with_tables(seated: Sequence[SeatedRound]) -> tuple[list[Round], set[int]]:
    """Give the rounds, and the keys of those that have tables."""
    return [one.round for one in seated], {one.round.pk for one in seated if one.tables}


def seated_rounds(competition: Competition) -> list[SeatedRound]:
    """List every round with tables and seats as drawn, in their order."""
    found = Seating.objects.filter(round__competition=competition)
    rows = list(found.select_related("entry__player__club", "table").order_by("table__number", "pk"))
    seats: dict[int, dict[str, Seating]] = defaultdict(dict)
    for row in (one for one in rows if one.from_deal == 1):
        seats[row.table_id][row.seat] = row
    tables: dict[int, list[SeatedTable]] = defaultdict(list)
    for four in seats.values():
        placed = tuple(four[seat] for seat in scoring.CHAIRS if seat in four)
        tables[placed[0].round_id].append(SeatedTable(placed[0].table, placed))
    rounds = competition.rounds.in_turn().select_related("competition", "draw")
    few = (one for one in rounds if len(tables[one.pk]) == 1 or (competition.is_season and tables[one.pk]))
    resting = meetings.resting(few, rows)
    return [SeatedRound(one, tuple(tables[one.pk]), resting.get(one.pk, ())) for one in rounds]


def withdrawn(seated: Iterable[SeatedRound]) -> list[Seating]:
    """List the seats of those who have withdrawn in rounds that have not started, out of what was read."""
    waiting = [one for one in seated if one.round.state in (Round.State.DRAFT, Round.State.PUBLISHED)]
    gone = []
    for one in waiting:
        for seat in (seat for table in one.tables for seat in table.seats):
            if seat.entry.status == Entry.Status.WITHDRAWN:
                seat.round = one.round
                gone.append(seat)
    return gone


def exchanged(rounds: Iterable[SeatedRound], first: Seating, second: Seating) -> list[list[list[int]]]:
    """Give the numbers as they would be if two people of a round changed places."""
    places = {first.pk: second.entry.number, second.pk: first.entry.number}
    return [
        [[places.get(seat.pk, seat.entry.number) for seat in table.seats] for table in one.tables]
        for one in rounds
    ]


def quality(
    competition: Competition,
    rounds: list[SeatedRound],
    numbers: list[list[list[int]]] | None = None,
    entries: Iterable[Entry] | None = None,
) -> Quality:
    """Say what a seating is worth; `numbers` may differ from what is stored, to look before an exchange.

    `entries` are all of the competition, where they are known already. Of a season the winds at tables of
    four alone are weighed: who sits at the others follows whose turn it is.
    """
    stored = numbers or [one.numbers() for one in rounds]
    drawn = [(one, tables) for one, tables in zip(rounds, stored, strict=True) if tables]
    everybody = competition.entries.select_related("player__club") if entries is None else entries
    by_number = {entry.number: entry for entry in everybody}
    ghosts = {number for number, entry in by_number.items() if entry.status == Entry.Status.HOUSE}
    plan = [four for _one, four in drawn]
    tables = min((len(four) for four in plan), default=0)
    wanted = [group for one, _four in drawn for group in one.round.apart]
    apart = [*clubs_of(by_number.values(), tables), *wanted]
    wishes = [wished_for(one.round) for one, _four in drawn]
    winds_at = (FOUR,) if competition.is_season else SIZES
    report = seating.report(plan, ghosts=ghosts, apart=apart, wishes=wishes, sizes=SIZES, winds_at=winds_at)
    cannot = frozenset() if competition.is_season else seating.unavoidable(plan, report, ghosts)
    must = (seating.some_repeat if competition.is_season else seating.must_meet_again)(plan, ghosts)
    names = {number: str(entry) for number, entry in by_number.items()}
    labels = [one.round.short for one, _four in drawn]
    told = [each for each in report.warnings if _matters(each, competition, by_number)]
    pairs = {frozenset(pair) for group in wanted for pair in combinations(group, 2)}
    named: dict[str, Any] = {"season": competition.is_season, "apart": pairs}
    said = [(each.code, sentence(each, names, labels, **named)) for each in told]
    played = played_already(report, [one.round for one, _four in drawn])
    return Quality(
        tuple(_remarks(report, competition, cannot, pairs, must=must, played=played)),
        tuple(one for code, one in said if code not in cannot),
        tuple(one for code, one in said if code in cannot),
    )


def played_already(report: seating.Report, rounds: Sequence[Round]) -> int:
    """Count the pairs that met again in rounds that have begun, where no draw changes anything."""
    begun = {number for number, one in enumerate(rounds, start=1) if one.state in BEGUN}
    return sum(len(begun.intersection(at)) > 1 for at in report.meeting_again.values())


def wished_for(round: Round) -> seating.Wished:
    """Say who was to sit together when a round was drawn, and who at which tables."""
    if round.draw is None:
        return (), {}
    basis = seating.basis_of(round.draw.basis)
    return basis.together, basis.places


def last_drawn_from(competition: Competition) -> seating.Basis | None:
    """Give what the last draw started from."""
    last = competition.draws.order_by("-pk").first()
    return seating.basis_of(last.basis) if last else None


def sentence(
    warning: SeatingWarning,
    names: Mapping[int, str],
    labels: Sequence[int | str],
    *,
    season: bool = False,
    apart: Collection[frozenset[int]] = (),
) -> str:
    """Say a warning in the reader's language, with names and the rounds' own numbers.

    `apart` are the pairs that the draw was told to keep apart.
    """
    facts: dict[str, Any] = dict(warning.facts)
    told_apart = frozenset((facts.get("first"), facts.get("second"))) in apart
    for key in ONE_ENTRY:
        if key in facts:
            facts[key] = names.get(facts[key], facts[key])
    for key in ROUND:
        if key in facts:
            numbers = facts[key] if isinstance(facts[key], tuple) else (facts[key],)
            facts[key] = ", ".join(str(labels[number - 1]) for number in numbers)
    template = warning.template
    if warning.code == "kept_apart_meet":
        template = KEPT_APART if told_apart else SAME_CLUB
    if season:
        template = SENTENCES_OF_A_SEASON.get(warning.code, template)
    return gettext(template).replace("Player %(", "%(").replace("Players %(", "%(") % facts


def clubs_of(entries: Iterable[Entry], tables: int) -> list[set[int]]:
    """Group people by club where keeping them apart is possible at all: no more of them than tables."""
    clubs: dict[int, set[int]] = defaultdict(set)
    for entry in entries:
        if entry.player and entry.player.club_id:
            clubs[entry.player.club_id].add(entry.number)
    return [members for members in clubs.values() if 1 < len(members) <= tables]


def _matters(warning: SeatingWarning, competition: Competition, entries: Mapping[int, Entry]) -> bool:
    """Leave out what is only true because people come and go."""
    if competition.is_season:
        return warning.code in OF_SEASONS
    absent = warning.code == "not_seated" and entries[warning.facts["player"]].status != Entry.Status.PLAYER
    return not absent


def _remarks(
    report: seating.Report,
    competition: Competition,
    cannot: frozenset[str],
    apart: Collection[frozenset[int]],
    *,
    must: bool,
    played: int,
) -> Iterable[Remark]:
    if not report.rounds:
        return
    yield _of_meetings(report, "meet_again" in cannot, must, played)
    yield Remark(
        gettext("Winds are even: everybody sits on each wind equally often, or once more than on another.")
        if report.wind_spread <= 1
        else gettext("Winds are uneven: somebody sits on one wind %(count)s times more than on another.")
        % {"count": report.wind_spread},
        report.wind_spread <= 1,
    )
    if not competition.is_season:
        yield from _tournament_remarks(report, cannot, apart)


def _of_meetings(report: seating.Report, cannot: bool, must: bool, played: int) -> Remark:
    """Say who meets again, and whether what is `played`, or such numbers, allow anything else."""
    pairs = len(report.meeting_again)
    if not pairs:
        return Remark(gettext("Nobody meets the same opponent twice."), True)
    many = ngettext("%(count)s pair meets more than once.", "%(count)s pairs meet more than once.", pairs)
    facts = {"count": pairs, "players": report.players, "rounds": report.rounds, "played": played}
    if cannot:
        why = gettext("With %(players)s players in %(rounds)s rounds that cannot be avoided.")
    elif played == pairs:
        why = gettext("They have done so in rounds already played.")
    elif must:
        why = gettext("With %(players)s players in %(rounds)s rounds some must; a new draw may find fewer.")
    elif played:
        why = gettext(
            "In rounds already played: %(played)s. Another draw, or an exchange by hand, can avoid the rest."
        )
    else:
        why = gettext("Another draw, or an exchange by hand, can avoid that.")
    return Remark(f"{many} {why}" % facts, False, unavoidable=cannot)


def _of_tables(report: seating.Report, cannot: bool) -> Remark:
    """Say how often people come to a table again, and whether so few tables allow anything else."""
    visits = report.table_revisits
    if not visits:
        return Remark(gettext("Nobody sits at the same table twice."), True)
    many = ngettext(
        "Somebody returns to a table %(count)s time.", "People return to a table %(count)s times.", visits
    )
    why = gettext("With so few tables it can hardly be less.") if cannot else ""
    return Remark(f"{many} {why}".strip() % {"count": visits}, False, unavoidable=cannot)


def _of_odd_tables(report: seating.Report) -> Iterable[Remark]:
    """Say how turns at tables of three or five are spread, where there are any."""
    turns, rests = report.odd_turns, report.rests_first
    if not any(turns.values()):
        return
    least, most = min(turns.values()), max(turns.values())
    if least == most:
        said = gettext("Everybody sits at a table of three or five equally often: %(most)s times.")
    else:
        said = gettext("Everybody sits at a table of three or five %(least)s to %(most)s times.")
    yield Remark(said % {"least": least, "most": most}, most - least <= 1)
    if any(rests.values()):
        said = gettext("At tables of five everybody rests first %(least)s to %(most)s times.")
        facts = {"least": min(rests.values()), "most": max(rests.values())}
        yield Remark(said % facts, seating.spread(rests) <= 1)


def _tournament_remarks(
    report: seating.Report, cannot: frozenset[str], apart: Collection[frozenset[int]]
) -> Iterable[Remark]:
    yield _of_tables(report, "table_again" in cannot)
    if "not_seated" in cannot:
        rests = gettext("One player rests in each round: five are one more than a table.")
        yield Remark(rests, False, unavoidable=True)
    yield from _of_odd_tables(report)
    yield from _of_apart(report, apart)
    if report.ghosts_together:
        yield Remark(gettext("Two house players sit at one table."), False)


def _of_apart(report: seating.Report, apart: Collection[frozenset[int]]) -> Iterable[Remark]:
    """Say whether those meet who were to be kept apart, and how many others of one club do."""
    told = sum(frozenset(pair) in apart for pair in report.apart_meetings)
    if told:
        many = ngettext(
            "%(count)s pair that was to be kept apart meets.",
            "%(count)s pairs that were to be kept apart meet.",
            told,
        )
        yield Remark(many % {"count": told}, False)
    elif apart:
        yield Remark(gettext("None of those meet who were to be kept apart."), True)
    if others := len(report.apart_meetings) - told:
        many = ngettext("%(count)s pair of one club meets.", "%(count)s pairs of one club meet.", others)
        yield Remark(many % {"count": others}, False)
