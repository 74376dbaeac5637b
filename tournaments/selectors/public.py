"""What the public pages read: competitions by stage, leagues and clubs, who sits where.

Everything starts from `access.visible_*`; what is not published is not there.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

from django.db.models import Count, Exists, F, Q, QuerySet

from players.models import Club
from players.names import unmarked
from tournaments import access, seating, sittings
from tournaments.models import Competition, Entry, League, Round, Seat, Seating, in_turn
from tournaments.selectors import meetings, stages
from tournaments.selectors.standings import Standings, standings_of, whole


def staged() -> QuerySet[Competition]:
    """List the published competitions, ready to be asked for their stage."""
    return stages.counted(access.visible_competitions())


@dataclass(frozen=True, slots=True)
class Group:
    """The events of one stage under its heading."""

    stage: str
    heading: str
    events: tuple[stages.Event, ...]


def by_stage(competitions: Iterable[Competition]) -> tuple[Group, ...]:
    """Put events under their headings, what is played now first; what is coming by the nearest date."""
    listed = sorted(competitions, key=lambda one: (one.date, one.name), reverse=True)
    events = stages.in_events(listed)
    groups = []
    for stage, heading in stages.STAGES.items():
        found = tuple(one for one in events if one.stage == stage)
        if found:
            groups.append(Group(stage, str(heading), found[::-1] if stage == stages.COMING else found))
    return tuple(groups)


def visible_clubs() -> QuerySet[Club]:
    """List the clubs that have published something, with how many events that is."""
    head = Q(competitions__part_of=None) | Q(competitions__part_of__published=False)
    shown = Count("competitions", filter=Q(competitions__published=True) & head, distinct=True)
    return Club.objects.annotate(shown=shown).filter(shown__gt=0)


def visible_leagues() -> QuerySet[League]:
    """List the leagues with a published season, and how many."""
    seasons = Count("seasons", filter=Q(seasons__published=True), distinct=True)
    return access.visible_leagues().select_related("club").annotate(shown=seasons)


def standings_shown(
    competition: Competition, *, round_number: int | None = None, alone: bool = False
) -> Standings:
    """Rank what the public may see: through the round asked for, but never beyond what is out."""
    through, asked = access.results_through(competition), whole(competition, round_number)
    ends = [one for one in (asked, through) if one is not None]
    number = min(ends, default=None, key=sittings.turn)
    return standings_of(competition, round_number=number, alone=alone)


def parts_shown(competition: Competition) -> QuerySet[Competition]:
    """List the published parts of an event, finals first."""
    return access.visible_competitions().filter(part_of=competition).order_by("part", "decides_from", "pk")


def finals_shown(competition: Competition) -> QuerySet[Competition]:
    """List the published finals that decide places of an event."""
    return parts_shown(competition).filter(part=Competition.Part.FINAL).exclude(decides_from=None)


def other_standings(competition: Competition) -> dict[str, bool]:
    """Say which standings there are beside those of the players, in one query."""
    asked = Competition.objects.filter(pk=competition.pk)
    teams, finals = Exists(competition.teams.all()), Exists(finals_shown(competition))
    return dict(zip(("has_teams", "has_finals"), asked.values_list(teams, finals)[0], strict=True))


@dataclass(frozen=True, slots=True)
class Season:
    """A season on its league's page: who leads it, or who won it."""

    competition: Competition
    stage: str
    first: tuple[str, ...]

    @property
    def is_over(self) -> bool:
        return self.stage == stages.FINISHED


def seasons_of(league: League) -> tuple[Season, ...]:
    """List a league's published seasons, the newest first, with those on the first place.

    A season that this process has not looked at yet is added up once; they are few, and small.
    """
    return tuple(Season(one, stages.stage_of(one), _first(one)) for one in staged().filter(league=league))


def _first(competition: Competition) -> tuple[str, ...]:
    return tuple(row.name for row in standings_shown(competition).rows if row.rank == 1 and row.has_played)


@dataclass(slots=True)
class Place:
    """One seat of one table: who sits there first, and who took over from which deal."""

    seat: str
    first: Seating
    takeovers: list[Seating] = field(default_factory=list)

    @property
    def entry(self) -> Entry:
        return self.first.entry

    @property
    def last(self) -> Seating:
        """Give who sits there now."""
        return self.rows[-1]

    @property
    def rows(self) -> list[Seating]:
        """List who sits there in order of the deals."""
        return [self.first, *self.takeovers]


@dataclass(slots=True)
class SeatedTable:
    """A table with its four places in the order of the winds."""

    number: int
    places: dict[str, Place] = field(default_factory=dict)
    moved_to: date | None = None


@dataclass(slots=True)
class SeatedRound:
    """A published round with its tables, and who rests because five are not four."""

    round: Round
    tables: dict[int, SeatedTable] = field(default_factory=dict)
    resting: tuple[Entry, ...] = ()


def seating_of(rounds: Iterable[Round]) -> list[SeatedRound]:
    """Read who sits where in these rounds, which the caller may show."""
    seated = {one.pk: SeatedRound(one) for one in rounds}
    rows = Seating.objects.filter(round__in=list(seated)).select_related(
        "table", "entry__player", "stands_for__player"
    )
    for row in rows.order_by("table__number", "from_deal", "pk"):
        _seat(seated[row.round_id], row)
    resting = meetings.resting(one.round for one in seated.values() if _may_rest(one))
    for one in seated.values():
        _in_order(one)
        one.resting = resting.get(one.round.pk, ())
    return list(seated.values())


def _may_rest(seated: SeatedRound) -> bool:
    """Tell whether somebody may have come who has no seat: at a meeting, or where five make one table."""
    return len(seated.tables) == 1 or (bool(seated.tables) and seated.round.competition.is_season)


def draws_otherwise_today(round: Round) -> bool:
    """Say whether the seed of a round may draw other places by now: the draw has another version."""
    return round.seed_version not in (None, seating.VERSION)


def _seat(seated: SeatedRound, row: Seating) -> None:
    made = SeatedTable(row.table.number, moved_to=row.table.moved_to)
    table = seated.tables.setdefault(row.table.number, made)
    if row.seat not in table.places:
        table.places[row.seat] = Place(row.seat, row)
        return
    before = table.places[row.seat].rows[-1]
    if (row.entry_id, row.stands_for_id) != (before.entry_id, before.stands_for_id):
        table.places[row.seat].takeovers.append(row)  # seats put right are written anew for each who came


def _in_order(seated: SeatedRound) -> None:
    for table in seated.tables.values():
        table.places = {seat: table.places[seat] for seat in Seat.values if seat in table.places}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where one entry sits: a round, a table, a seat, from a deal on; or who sits there in its stead."""

    round: int
    table: int
    seat: str
    from_deal: int = 1
    played_by: Entry | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """One entry with every place it was given, and the rounds in which it rests."""

    entry: Entry
    places: tuple[Whereabouts, ...]
    rests: tuple[int, ...]


def whereabouts(seated: Iterable[SeatedRound], wanted: str = "") -> tuple[Person, ...]:
    """List people by family name with their places; `wanted` keeps those whose name or number has it.

    Whose seat somebody else has taken is listed too, with who that is.
    """
    found: dict[int, tuple[Entry, list[Whereabouts]]] = {}
    rests: dict[int, list[int]] = defaultdict(list)
    for one in seated:
        for entry in one.resting:
            found.setdefault(entry.pk, (entry, []))
            rests[entry.pk].append(one.round.number)
        for table in one.tables.values():
            for row in (row for place in table.places.values() for row in place.rows):
                at = Whereabouts(one.round.number, table.number, row.seat, row.from_deal)
                _note(found, row.entry, at)
                if row.stands_for:
                    _note(found, row.stands_for, replace(at, played_by=row.entry))
    people = (Person(entry, tuple(places), tuple(rests[entry.pk])) for entry, places in found.values())
    return tuple(sorted((one for one in people if _is_meant(one.entry, wanted)), key=_by_name))


def _note(found: dict[int, tuple[Entry, list[Whereabouts]]], entry: Entry, at: Whereabouts) -> None:
    found.setdefault(entry.pk, (entry, []))[1].append(at)


def _is_meant(entry: Entry, wanted: str) -> bool:
    words = unmarked(wanted).split()
    return all(word in unmarked(entry.name) or word == str(entry.number) for word in words)


def _by_name(person: Person) -> tuple[tuple[str, str, str], int]:
    return person.entry.list_order, person.entry.number


def places_of(entry: Entry) -> tuple[Whereabouts, ...]:
    """List where one entry sits in the published rounds."""
    shown = access.visible_rounds(entry.competition)
    theirs = Seating.objects.filter(Q(entry=entry) | Q(stands_for=entry), round__in=shown)
    rows = theirs.select_related("round", "table", "entry__player").order_by(*in_turn("round__"), "from_deal")
    found: dict[tuple[object, ...], Whereabouts] = {}  # seats put right are written anew for each who came
    for row in rows:
        by = None if row.entry_id == entry.pk else row.entry
        at = Whereabouts(row.round.number, row.table.number, row.seat, row.from_deal, by)
        found.setdefault((row.table_id, row.seat, by and by.pk), at)
    return tuple(found.values())


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """List everybody who plays, by number; house players are nobody's names."""
    named = competition.entries.exclude(status=Entry.Status.HOUSE).select_related("player__club")
    return named.order_by(F("number"))


def rounds_of(competition: Competition) -> QuerySet[Round]:
    """List the published rounds with the number of tables and of deals that count."""
    counted = Q(tables__deal_versions__superseded_by__isnull=True, tables__deal_versions__void=False)
    return access.visible_rounds(competition).in_turn().annotate(
        table_count=Count("tables", distinct=True),
        deal_count=Count("tables__deal_versions", filter=counted, distinct=True),
    )
