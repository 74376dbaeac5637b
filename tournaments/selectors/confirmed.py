"""Which recorded deals are confirmed and which are not: the words of the ledger, judged by `consent`.

A word belongs to one version. What was said of an earlier one counts no more and is asked for again, but a
dispute that the new version does not answer: `services.disputes` says it anew.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet, Value

from scoring import FIFTH
from tournaments.deal import consent
from tournaments.deal.consent import Verdict
from tournaments.models import Competition, Confirmation, DealVersion, Round, ScoreRow, Table
from tournaments.models.ledger import scores_with_people
from tournaments.selectors.called import called_in

AT_ONCE = timedelta(seconds=2)
FOUR = 4
SEAT_ROW = ("version", "seat", "mahjong", "entry__player", "own_wind")
AT = "version__table__"
PLACE = ("version__table", "version__number", f"{AT}round__number", f"{AT}number")
OF_PLACE = ("table_id", "number", "round", "table")  # as `OpenAt` calls it


class Literal(Value):
    """A word of ours in the text of a statement: for a parameter SQLite takes no partial index."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        """Write it between quotes."""
        return f"'{self.value}'", ()


DISPUTE, STAFF = Literal(consent.DISPUTE), Literal(consent.STAFF)


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A recorded deal that is not confirmed, or that somebody disputes."""

    version: DealVersion
    verdict: Verdict

    @property
    def number(self) -> int:
        return self.version.number

    @property
    def disputed(self) -> bool:
        return self.verdict.state == consent.DISPUTED

    @property
    def awaited(self) -> list[str]:
        """Name those whose word is still needed."""
        return [name for seat, name in called_in(self.version).items() if seat in self.verdict.awaited]

    @property
    def disputers(self) -> list[str]:
        """Name those who dispute it."""
        words = words_on(self.version)
        return [name for seat, name in called_in(self.version).items() if words.get(seat) == consent.DISPUTE]


def words_on(version: DealVersion) -> dict[str, str]:
    """Say what was said last of a version by each seat, and by the staff (`consent.STAFF`)."""
    return {row.seat: row.answer for row in sorted(version.confirmations.all(), key=lambda row: row.pk)}


def words_of_seats(version: DealVersion) -> dict[str, str]:
    """Say what each seat said last of a version: `confirm` or `dispute`."""
    return {seat: word for seat, word in words_on(version).items() if seat != consent.STAFF}


def people_at(version: DealVersion) -> list[str]:
    """List the seats where somebody played who can be asked: a house player who is nobody cannot."""
    return [row.seat for row in version.scores.all() if row.entry.player_id and row.own_wind]


def verdict_on(version: DealVersion, policy: str) -> Verdict:
    """Judge one version; the caller has fetched scores, entries and words where there are many."""
    return consent.verdict(
        policy,
        {} if version.void else words_on(version),  # no word is asked of what the staff annulled
        winners=[row.seat for row in version.scores.all() if row.mahjong],
        people=people_at(version),
        ruled=is_ruled(version, policy),
    )


def is_ruled(version: DealVersion, policy: str) -> bool:
    """Say whether the staff decided it: they annul, and where they confirm, what they wrote is confirmed."""
    return version.void or (policy == consent.REFEREE and version.actor_id is not None)


def open_deals(rounds: Iterable[Round], policy: str) -> list[OpenDeal]:
    """List what stands between these rounds and official standings, by round, table and number."""
    candidates = _candidates(list(rounds), policy)
    rows = candidates.select_related("table__round").prefetch_related(scores_with_people(), "confirmations")
    judged = (OpenDeal(one, verdict_on(one, policy)) for one in rows)
    return [one for one in judged if not one.verdict.settled]


@dataclass(frozen=True, slots=True)
class OpenAt:
    """What `OpenDeal` says, without its names: where it is, and whether somebody disputes it."""

    table_id: int
    number: int
    round: int
    table: int
    disputed: bool


def open_at(rounds: Iterable[Round], policy: str) -> list[OpenAt]:
    """List what `open_deals` lists in two queries and without its names, as a board asks every minute."""
    candidates = _candidates(list(rounds), policy).order_by().values("pk")
    rows = ScoreRow.objects.filter(version__in=candidates).order_by("version__table", "version__number")
    listed = list(rows.values_list(*SEAT_ROW, "version__actor", *PLACE))
    places_of: dict[int, dict[str, int]] = {
        row[0]: dict(zip(OF_PLACE, row[-len(PLACE) :], strict=True)) for row in listed
    }
    written = {row[0]: row[len(SEAT_ROW)] for row in listed}
    verdicts = _verdicts(written, [row[: len(SEAT_ROW)] for row in listed], policy)
    return [
        OpenAt(**places_of[pk], disputed=verdict.state == consent.DISPUTED)
        for pk, verdict in verdicts.items()
        if not verdict.settled
    ]


def count_open(rounds: Iterable[Round], policy: str) -> int:
    """Count what `open_deals` lists, without its names: standings ask at every change of thousands."""
    candidates = _candidates(list(rounds), policy).order_by().values_list("pk", "actor")
    written = dict(candidates)  # asked once: the grouping is what takes time
    rows = ScoreRow.objects.filter(version__in=list(written)).order_by().values_list(*SEAT_ROW)
    return sum(not one.settled for one in _verdicts(written, rows, policy).values())


def _verdicts(
    written: Mapping[int, int | None], rows: Iterable[Sequence[Any]], policy: str
) -> dict[int, Verdict]:
    """Judge versions, each with who of the staff wrote it, by the rows of their seats (`SEAT_ROW`)."""
    words: dict[int, dict[str, str]] = defaultdict(dict)
    people: dict[int, list[str]] = defaultdict(list)
    winners: dict[int, list[str]] = defaultdict(list)
    said = Confirmation.objects.filter(version__in=list(written)).order_by("pk")
    for version, seat, word in said.values_list("version", "seat", "answer"):
        words[version][seat] = word
    for version, seat, won, player, wind in rows:
        people[version] += [seat] if player and wind else []
        winners[version] += [seat] if won else []
    ruled = {one for one, actor in written.items() if policy == consent.REFEREE and actor}
    return {
        one: consent.verdict(policy, words[one], winners=winners[one], people=people[one], ruled=one in ruled)
        for one in list(people)
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """What decides whose word a version needs: who sat where, who won, whether the staff wrote it."""

    version: int
    void: bool
    by_staff: bool
    winners: tuple[str, ...]
    seats: Mapping[str, int]


def words_of(asked: Iterable[Asked]) -> dict[int, dict[str, str]]:
    """Read what was said last of some versions by each seat, and by the staff."""
    words: dict[int, dict[str, str]] = defaultdict(dict)
    said = Confirmation.objects.filter(version__in=[one.version for one in asked]).order_by("pk")
    for version, seat, word in said.values_list("version", "seat", "answer"):
        words[version][seat] = word
    return words


def judged(
    asked: Iterable[Asked], words: Mapping[int, Mapping[str, str]], policy: str, nobodies: Collection[int]
) -> dict[int, bool]:
    """Say of versions whether they are settled; `nobodies` are the entries whom nobody can ask."""
    return {one.version: _settled(one, words.get(one.version, {}), policy, nobodies) for one in asked}


def _settled(one: Asked, words: Mapping[str, str], policy: str, nobodies: Collection[int]) -> bool:
    people = [seat for seat, entry in one.seats.items() if entry not in nobodies]
    ruled = policy == consent.REFEREE and one.by_staff
    return one.void or consent.verdict(policy, words, winners=one.winners, people=people, ruled=ruled).settled


def open_in(competition: Competition, nobodies: Collection[int]) -> dict[int, int]:
    """List the versions of a competition that are not settled, with their tables."""
    policy = competition.confirmed_by
    current = DealVersion.objects.current().filter(competition=competition, void=False)
    said = Confirmation.objects.filter(version__competition=competition)
    rows = _unsettled(current, said.order_by().values("version"), policy).order_by()
    found: dict[int, list[Any]] = defaultdict(list)
    listed = list(rows.values_list("pk", "table", "actor"))
    tables = {version: table for version, table, _actor in listed}
    by_staff = {version for version, _table, actor in listed if actor}
    scores = (
        ScoreRow.objects.filter(version__in=list(tables)).order_by() if tables else ScoreRow.objects.none()
    )
    for version, *row in scores.values_list("version", "seat", "entry", "mahjong", "own_wind"):
        found[version].append(row)
    asked = [_asked(version, version in by_staff, four) for version, four in found.items()]
    settled = judged(asked, words_of(asked) if asked else {}, policy, nobodies)
    return {one: tables[one] for one in settled if not settled[one]}


def _asked(version: int, by_staff: bool, rows: Sequence[Sequence[Any]]) -> Asked:
    winners = tuple(seat for seat, _, won, _ in rows if won)
    return Asked(version, False, by_staff, winners, {seat: entry for seat, entry, _, wind in rows if wind})


def _candidates(rounds: Sequence[Round], policy: str) -> QuerySet[DealVersion]:
    """List what `_unsettled` leaves of some rounds, in order."""
    order = ("table__round__number", "table__number", "number")
    current = DealVersion.objects.current().filter(table__round__in=rounds, void=False).order_by(*order)
    said = Confirmation.objects.filter(version__table__round__in=rounds).order_by().values("version")
    return _unsettled(current, said, policy)


def _unsettled(current: QuerySet[DealVersion], said: QuerySet[Any], policy: str) -> QuerySet[DealVersion]:
    """Leave out what is settled at a glance: nobody asks, or the staff or all four said so.

    Of a table of five, whose totals five confirm, each is judged.
    """
    disputed, settled = Q(pk__in=said.filter(answer=DISPUTE)), Q(pk__in=said.filter(seat=STAFF))
    if policy == consent.NOBODY:
        return current.filter(disputed)
    if policy == consent.REFEREE:  # what the staff wrote is their word already, unless it is disputed
        return current.filter(Q(actor__isnull=True) | disputed, ~settled)
    # Nobody says a word twice unless there was a dispute: four words without one are those of all four. An
    # index says whether there is a fourth; to look at each takes as long as all the rest of the standings.
    fourth = Confirmation.objects.filter(version=OuterRef("pk")).order_by()[FOUR - 1 : FOUR]
    return current.filter(~Exists(fourth) | disputed | Q(ring__contains=FIFTH), ~settled)


def is_said_at_once(version: DealVersion) -> bool:
    """Tell whether four seats confirmed a version within two seconds: all held at once, or one hand."""
    words = Confirmation.objects.filter(version=version, answer=consent.CONFIRM).exclude(seat=consent.STAFF)
    given = words.aggregate(seats=Count("seat", distinct=True), first=Min("at"), last=Max("at"))
    return bool(given["seats"] == FOUR and given["last"] - given["first"] < AT_ONCE)


def said_before(table: Table) -> dict[int, dict[str, str]]:
    """Read by deal what each seat said last of versions that have been replaced since."""
    old = Confirmation.objects.filter(version__table=table, version__superseded_by__isnull=False)
    found: dict[int, dict[str, str]] = defaultdict(dict)
    words = old.exclude(seat=consent.STAFF).order_by("pk")
    for number, seat, word in words.values_list("version__number", "seat", "answer"):
        found[number][seat] = word
    return found
