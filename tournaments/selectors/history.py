"""What was played at a table and what was changed afterwards: deals with totals, versions with reasons."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments import access, sittings
from tournaments.deal import consent
from tournaments.models import (
    Action,
    Competition,
    DealVersion,
    Entry,
    Penalty,
    Round,
    Ruling,
    ScoreRow,
    Seat,
    Table,
)
from tournaments.models.ledger import scores_with_people
from tournaments.powers import Role
from tournaments.ranking.figures import Amount, amount
from tournaments.selectors import endings, explained, tables
from tournaments.selectors.called import called, called_in
from tournaments.selectors.explained import ExplainedEvent, special_of
from tournaments.wording import reasons

Acted = DealVersion | Penalty | Ruling | Action  # what somebody did
ADMINISTRATOR, TABLET, PROGRAM = _("administrator"), _("the table’s tablet"), _("the program")
ORGANISER, STAFF = _("organiser"), _("staff")
OFFICES = {Role.OWNER: ORGANISER, Role.DIRECTOR: ORGANISER}
FLAGS = {"beyond_planned_deals": _("played after the last planned deal")}
TAKEN_BACK = _("penalty taken back")
OF_PENALTIES = {  # by whether it is an adjusted score, and whether it takes one back
    (False, False): _("penalty against the standings"),
    (False, True): TAKEN_BACK,
    (True, False): _("adjusted score"),
    (True, True): _("adjusted score taken back"),
}
OF_TOURNAMENTS = {  # as `services.counted` logs them
    "tournament_count": _("a tournament counts"),
    "tournament_recount": _("results taken over anew"),
    "tournament_uncount": _("a tournament counts no more"),
}
NAMED = "line_ups_set"  # as `services.lineups` logs it
OF_LINE_UPS = {False: _("line-ups changed"), True: _("change of line-ups taken back")}  # by whether it is
AS_IN_THE_FILE = "As in the file that was brought in."  # why `exchange` does all that it does
GONE = _("a team that is no more")
DOES_NOT_FIT = _("no longer fits the winds: the referee decides")


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a deal meant for who sat on a seat, and what he has from the table after it."""

    seat: str
    wind: str
    name: str
    entry: Entry
    value: int | None
    net: int
    total: int


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A hand that won: its tiles if they were declared, what it is worth, and what it is called."""

    name: str
    declared: Mapping[str, Any] | None
    value: int | None
    special: str


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal as it counts now: its sentence, what won, its scores, and how often it was changed."""

    version: DealVersion
    outcome: str
    won: tuple[WinningHand, ...]
    scores: tuple[SeatScore, ...]
    events: tuple[ExplainedEvent, ...]
    flags: tuple[str, ...]
    beneath: tuple[DealVersion, ...] = ()  # the versions before, the oldest first

    @property
    def number(self) -> int:
        return self.version.number

    @property
    def is_corrected(self) -> bool:
        return self.version.version > 1 and not self.version.void


def deals_of(table: Table) -> tuple[PlayedDeal, ...]:
    """List a table's deals in order, with what each has after it; as many queries for one as for forty."""
    totals, policy = Counter[int](), table.round.competition.substitute_policy
    found: dict[int, list[DealVersion]] = defaultdict(list)
    for one in tables.table_deals(table):
        found[one.number].append(one)
    return tuple(_played(versions, totals, policy) for versions in found.values())


def _played(versions: Sequence[DealVersion], totals: Counter[int], policy: str) -> PlayedDeal:
    *beneath, version = versions
    rows = scores_by_seat(version)
    accounts = {seat: tables.Sitter(row.entry, row.stands_for).account(policy) for seat, row in rows.items()}
    for seat, account in accounts.items():
        totals[account] += version.net[seat]
    names = called_in(version)
    return PlayedDeal(
        version=version,
        outcome=endings.outcome_sentence(version.content, version.result, names),
        won=tuple(won_hands(version, names).values()),
        scores=tuple(_score(row, names[seat], totals[accounts[seat]]) for seat, row in rows.items()),
        events=explained.events_of(version.content, names),
        flags=flags_of(version),
        beneath=tuple(beneath),
    )


def won_hands(version: DealVersion, names: Mapping[str, str]) -> dict[str, WinningHand]:
    """Give the hands that won a deal, by seat; `names` are those of who sat there."""
    winners = () if version.void else version.content.get("winners", ())
    rows = scores_by_seat(version)
    return {seat: winning_hand(version, rows[seat], names[seat]) for seat in winners}


def winning_hand(version: DealVersion, row: ScoreRow, name: str) -> WinningHand:
    """Give the hand of somebody who won a deal, with what it is called."""
    hand = version.content.get("hands", {}).get(row.seat) or {"points": None}
    declared = None if "points" in hand else hand
    return WinningHand(name, declared, row.value, special_of(version.result, row.seat))


def _score(row: ScoreRow, name: str, total: int) -> SeatScore:
    return SeatScore(row.seat, row.own_wind, name, row.entry, row.value, row.net, total)


def scores_by_seat(version: DealVersion) -> dict[str, ScoreRow]:
    """Give a version's score rows in the order E S W N."""
    rows = {row.seat: row for row in version.scores.all()}
    return {seat: rows[seat] for seat in Seat.values if seat in rows}


def flags_of(version: DealVersion) -> tuple[str, ...]:
    """Say what a referee may want to look at."""
    return flag_words(version.flags)


def flag_words(flags: Iterable[str]) -> tuple[str, ...]:
    """Put flags into words."""
    return tuple(gettext(FLAGS.get(flag, DOES_NOT_FIT)) for flag in flags)


def ruled_on(version: DealVersion) -> list[str]:
    """Say who disputed a version, be it over or not, and who of the staff let it stand."""
    names, said = called_in(version), list[str]()
    for row in sorted(version.confirmations.all(), key=lambda row: row.pk):
        if row.seat == consent.STAFF:
            told = {"name": row.actor, "reason": row.reason}
            said.append(gettext("confirmed by %(name)s: %(reason)s") % told)
        elif row.answer == consent.DISPUTE:
            said.append(gettext("disputed by %(name)s") % {"name": names[row.seat]})
    return said


@dataclass(frozen=True, slots=True)
class Change:
    """One line of the public list of changes: what was done to which deal or entry, by whom and why.

    `about` says the table, and perhaps the deal, that an adjusted score is for; `moves` are pairs of nets
    before and after, for the people whose net differs, and `credits` are what they have of a tournament;
    `line_ups` say of each team that names others who was named before and who is; `came_in` tells of a
    version that was held first where it came from.
    """

    kind: str
    at: datetime
    role: str
    reason: str
    version: DealVersion | None = None
    entry: Entry | None = None
    round: int | None = None
    amount: int = 0
    about: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[tuple[str, int, int], ...] = ()
    credits: tuple[tuple[str, Amount | None, Amount | None], ...] = ()
    line_ups: tuple[tuple[str, str, str], ...] = ()
    came_in: str = ""


def reason_of(version: DealVersion) -> str:
    """Say why a version was made."""
    return reasons.said(version.reason)


def versions_explained(versions: Iterable[DealVersion], competition: Competition) -> tuple[Change, ...]:
    """Tell the history of one deal, each version with what it changed."""
    listed = list(versions)
    prefetch_related_objects(listed, scores_with_people("supersedes__scores"))
    roles = roles_of(competition, listed)
    return tuple(_version_change(one, roles) for one in listed)


def rulings_behind(versions: Iterable[DealVersion]) -> Iterable[Ruling]:
    """List the rulings by which versions came in that were held first."""
    return Ruling.objects.filter(version__in=list(versions)).select_related("submission", "actor")


def changes_of(competition: Competition, *, through: int | None = None) -> tuple[Change, ...]:
    """List corrections, voids, penalties, tournaments that began or ceased to count, and changed line-ups.

    The newest is first. `through` is the last round that is told of; line-ups are out with the seating.
    """
    versions = [one for one in _later_versions(competition) if _reaches(through, one.table.round)]
    penalties = [one for one in _standings_penalties(competition) if _reaches(through, one.round)]
    told = list(_lines(competition))
    lines = [one for one in told if one.verb != NAMED and sittings.through(one.facts["round"], through)]
    named = _line_ups_seen(competition, [one for one in told if one.verb == NAMED])
    roles = roles_of(competition, [*versions, *penalties, *lines, *named])
    changes = [_version_change(one, roles) for one in versions]
    changes += [_penalty_change(one, roles) for one in penalties]
    changes += _tournament_changes(competition, lines, roles)
    changes += _line_up_changes(competition, named, roles)
    return tuple(sorted(changes, key=lambda change: change.at, reverse=True))


def _reaches(through: int | None, one: Round) -> bool:
    return sittings.through(one.number, through)


def _later_versions(competition: Competition) -> Iterable[DealVersion]:
    later = DealVersion.objects.filter(competition=competition, version__gt=1)
    joined = later.select_related("supersedes", "table__round").prefetch_related(
        scores_with_people(), scores_with_people("supersedes__scores")
    )
    return joined.exclude(table__round__state="draft").order_by("-sequence")


def _standings_penalties(competition: Competition) -> Iterable[Penalty]:
    against = Penalty.objects.filter(competition=competition, amount__isnull=False)
    return against.exclude(round__state="draft").select_related("entry__player", "round").order_by("-pk")


def kind_of(version: DealVersion) -> str:
    """Say how a version came to be; where a penalty was taken back, none was imposed."""
    before = version.supersedes
    if version.kind == DealVersion.Kind.PENALTY and before and _taken_back(version) > _taken_back(before):
        return gettext(TAKEN_BACK)
    return str(version.get_kind_display())


def _taken_back(version: DealVersion) -> int:
    return sum(bool(event.get("reversed")) for event in version.content.get("events", ()))


def _version_change(version: DealVersion, roles: Mapping[int, str]) -> Change:
    return Change(
        kind=kind_of(version),
        at=version.at,
        role=role_of(version, roles),
        reason=reason_of(version),
        version=version,
        moves=tuple(_moves(version.supersedes, version)) if version.supersedes else (),
    )


def _moves(before: DealVersion, after: DealVersion) -> Iterable[tuple[str, int, int]]:
    """Compare person by person: where seats were put right, a net goes to somebody else."""
    was, now = nets_of(before), nets_of(after)
    names = called({entry: entry for entry in [*now, *was]})
    for entry, name in names.items():
        if was.get(entry, 0) != now.get(entry, 0):
            yield name, was.get(entry, 0), now.get(entry, 0)


def nets_of(version: DealVersion) -> dict[Entry, int]:
    """Give what a version brought each person, in the order E S W N."""
    return {row.entry: version.net[seat] for seat, row in scores_by_seat(version).items()}


def _penalty_change(penalty: Penalty, roles: Mapping[int, str]) -> Change:
    kind = gettext(OF_PENALTIES[penalty.is_adjustment, penalty.reverses_id is not None])
    return Change(
        kind=kind,
        at=penalty.at,
        role=role_of(penalty, roles),
        reason=penalty.reason,
        entry=penalty.entry,
        round=penalty.round.number,
        amount=penalty.amount or 0,
        about=penalty.event or {},
    )


def _lines(competition: Competition) -> Iterable[Action]:
    """List the lines of the log on tournaments that count, and on line-ups that were given a reason."""
    if not competition.is_season:
        return ()
    silent = Q(verb=NAMED, reason__in=("", AS_IN_THE_FILE))  # named in time, or brought in so
    return competition.actions.filter(verb__in=(*OF_TOURNAMENTS, NAMED)).exclude(silent)


def _line_ups_seen(competition: Competition, lines: Sequence[Action]) -> list[Action]:
    """Keep those on meetings whose seating is out."""
    out = access.visible_rounds(competition).values_list("number", flat=True) if lines else ()
    seen = set(out)
    return [one for one in lines if one.facts["round"] in seen]


def _line_up_changes(
    competition: Competition, lines: Sequence[Action], roles: Mapping[int, str]
) -> Iterable[Change]:
    """Tell who was named for a team at a meeting and who is, by whom that was changed and why."""
    people = competition.entries.select_related("player") if lines else ()
    names = called({one.number: one for one in people})
    teams = dict(competition.teams.values_list("pk", "name")) if lines else {}
    for line in lines:
        yield Change(
            kind=gettext(OF_LINE_UPS["undoes" in line.facts]),
            at=line.at,
            role=role_of(line, roles),
            reason=line.reason,
            round=line.facts["round"],
            line_ups=tuple(_line_ups(line.facts, teams, names)),
        )


def _line_ups(
    facts: Mapping[str, Any], teams: Mapping[int, str], names: Mapping[int, str]
) -> Iterable[tuple[str, str, str]]:
    before, after = dict(facts["named_before"]), dict(facts["named_now"])
    for key in sorted({*before, *after}):
        was, now = (
            ", ".join(names[number] for number in side.get(key, ()) if number in names)
            for side in (before, after)
        )
        if before.get(key) != after.get(key):
            yield teams.get(key) or gettext(GONE), was, now


def _tournament_changes(
    competition: Competition, lines: Iterable[Action], roles: Mapping[int, str]
) -> Iterable[Change]:
    """Tell whose credit a tournament changed as a meeting of a season, by whom and why."""
    people = competition.entries.select_related("player") if lines else ()
    names = called({str(one.number): one for one in people})
    for line in lines:
        yield Change(
            kind=gettext(OF_TOURNAMENTS[line.verb]),
            at=line.at,
            role=role_of(line, roles),
            reason=line.reason,
            round=line.facts["round"],
            about={"tournament": line.facts["name"]},
            credits=tuple(_credits(line.facts["was"], line.facts["now"], names)),
        )


def _credits(
    was: Mapping[str, Any] | None, now: Mapping[str, Any] | None, names: Mapping[str, str]
) -> Iterable[tuple[str, Amount | None, Amount | None]]:
    before, after = ((kept or {}).get("credits", {}) for kept in (was, now))
    for number, name in names.items():
        if before.get(number) != after.get(number):
            yield name, _credit(before, number), _credit(after, number)


def _credit(kept: Mapping[str, str], number: str) -> Amount | None:
    return amount(kept[number]) if number in kept else None


def roles_of(competition: Competition, rows: Iterable[Acted]) -> dict[int, str]:
    """Say as what people acted for the club; names of officials are not for the public."""
    people = {row.actor_id for row in rows if row.actor_id}
    offices = access.offices_of(competition, people)
    told = {user: OFFICES.get(office, str(office.label)) for user, office in offices.items()}
    return told | dict.fromkeys(access.superusers_among(people - set(told)), ADMINISTRATOR)


def role_of(row: Acted, roles: Mapping[int, str]) -> str:
    """Say who made a version or a penalty: the office, never the name."""
    if row.actor_id:
        return gettext(roles.get(row.actor_id, STAFF))  # whoever has no role any more
    return gettext(TABLET if getattr(row, "device_id", None) else PROGRAM)
