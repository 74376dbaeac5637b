"""Read one table: who sits where, what has been played, what comes next."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet

import scoring
from players.models import Player
from scoring import Position
from tournaments.deal import hashes
from tournaments.deal.chairs import CHAIRS, placed
from tournaments.deal.preview import Mahjong
from tournaments.models import (
    Competition,
    DealVersion,
    Entry,
    HeldSubmission,
    Round,
    ScoreRow,
    Seating,
    Table,
)
from tournaments.models.ledger import scores_with_people
from tournaments.models.rows import Columns, ask, models_in, read
from tournaments.sittings import STEP, turn

SEATING, ENTRY, PLAYER = Columns(Seating, "s"), Columns(Entry, "e"), Columns(Player, "p")
ABSENT, ABSENTEE = Columns(Entry, "a"), Columns(Player, "b")
SEATED = f"""
SELECT {SEATING.sql}, {ENTRY.sql}, {PLAYER.sql}, {ABSENT.sql}, {ABSENTEE.sql}
  FROM {Seating._meta.db_table} s
  JOIN {Entry._meta.db_table} e ON e.id = s.entry_id
  LEFT JOIN {Player._meta.db_table} p ON p.id = e.player_id
  LEFT JOIN {Entry._meta.db_table} a ON a.id = s.stands_for_id
  LEFT JOIN {Player._meta.db_table} b ON b.id = a.player_id
 WHERE s.table_id = %s ORDER BY s.from_deal, s.id
"""  # noqa: S608 - the names are our own models'; what comes from outside is a parameter
MADE = f"""
SELECT s.entry_id, s.special, r.number, t.number, v.number
  FROM {ScoreRow._meta.db_table} s
  JOIN {DealVersion._meta.db_table} v ON v.id = s.version_id
  JOIN {Table._meta.db_table} t ON t.id = v.table_id
  JOIN {Round._meta.db_table} r ON r.id = t.round_id
 WHERE s.entry_id IN (SELECT entry_id FROM {Seating._meta.db_table} WHERE table_id = %s) AND s.mahjong
   AND NOT EXISTS (SELECT 1 FROM {DealVersion._meta.db_table} later WHERE later.supersedes_id = v.id)
 ORDER BY r.number %% {STEP}, r.number, v.number
"""  # noqa: S608 - as above

LAST_DEAL = 10_000  # after all that can be played
NEXT = ("next_east", "next_round_wind", "next_goulash", "next_counted")
LAST = (*NEXT, "ring")


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat for one deal, and for whom."""

    entry: Entry
    stands_for: Entry | None = None

    def account(self, policy: str) -> int:
        """Give the key of the entry for whom it counts what is won here, as the standings have it."""
        absent = self.stands_for if policy == Competition.SubstitutePolicy.ABSENT else None
        return (absent or self.entry).pk


Mahjongs = dict[int, list[Mahjong]]  # by entry, in order of play
Made = Iterable[tuple[int, Mahjong]]  # the same, each with its entry's key
Nets = Mapping[str, int]  # by seat


def table_of_held(held: HeldSubmission) -> Table | None:
    """Give the table where a held deal was played: that of the round it was sent under."""
    return table_seated(held.competition_id, held.table_number, held.body["seating_version"])


def table_seated(competition: int, number: int, seating_version: int) -> Table | None:
    """Give the table of the round that has, or had, a seating; the competition by its id.

    None where no round has ever had that seating: then nobody knows who played there.
    """
    numbered = Table.objects.filter(round__competition=competition, number=number)
    sent_under = Table.seated_under(seating_version)
    return numbered.filter(sent_under).select_related("round__competition__club").first()


def current_versions(table: Table) -> list[DealVersion]:
    """List the deals that count, in order of number."""
    return list(
        DealVersion.objects.current().filter(table=table).select_related("supersedes").order_by("number")
    )


def sitters(table: Table, deal: int) -> dict[str, Sitter]:
    """Say who sits on each seat for a deal."""
    return sitters_among(seatings_of(table), deal)


def playing_at(entry: Entry) -> Table | None:
    """Give the table of a running round at which somebody sits now."""
    running = Table.objects.filter(round__state=Round.State.RUNNING, seatings__entry=entry).distinct()
    for table in running.select_related("round__competition"):
        if any(sitter.entry == entry for sitter in sitters(table, LAST_DEAL).values()):
            return table
    return None


def seatings_of(table: Table) -> list[Seating]:
    """List who was ever put on the table's seats, with their names, in order of the deals."""
    return seatings_in(ask_seatings(table))


def seatings_of_round(round: Round) -> list[Seating]:
    """List who was ever put on a seat of a round, with their names, table by table in order of the deals."""
    rows = Seating.objects.filter(round=round).select_related("table", "entry__player", "stands_for__player")
    return list(rows.order_by("table__number", "from_deal", "pk"))


def by_seat(seatings: Iterable[Seating]) -> list[Seating]:
    """List who sat where in the order of play from East, on each seat in order of the deals.

    Seats put right have rows of their own, later than those of their table that stayed. Who sits on, since a
    substitute never played, is there once.
    """
    listed = sorted(seatings, key=lambda one: (scoring.CHAIRS.index(one.seat), one.from_deal))
    return [one for before, one in zip([None, *listed], listed, strict=False) if not _sits_on(before, one)]


SITTING = ("table_id", "seat", "entry_id", "stands_for_id")


def _sits_on(before: Seating | None, row: Seating) -> bool:
    if before is None or before.left_from is not None:
        return False
    return all(getattr(before, name) == getattr(row, name) for name in SITTING)


def digest_of(seatings: Iterable[Seating]) -> str:
    """Hash who was ever put on the seats: a page tells by it whether they still are as it shows."""
    return hashes.sha256([_told(row) for row in seatings])


def _told(row: Seating) -> list[int | str | None]:
    left = [] if row.left_from is None else [row.left_from]
    return [row.seat, row.from_deal, row.entry_id, row.stands_for_id, *left]


def ask_seatings(table: Table) -> CursorWrapper:
    """Ask who was ever put on a table's seats; `seatings_in` reads the answer."""
    return ask(SEATED, [table.pk])


def seatings_in(asked: CursorWrapper) -> list[Seating]:
    """Read the answer to `ask_seatings`."""
    columns = (SEATING, ENTRY, PLAYER, ABSENT, ABSENTEE)
    return [_seating(*models_in(row, *columns)) for row in read(asked)]


def _seating(
    seating: Seating, entry: Entry, player: Player | None, absent: Entry | None, absentee: Player | None
) -> Seating:
    entry.player = player
    seating.entry, seating.stands_for = entry, absent
    if absent:
        absent.player = absentee
    return seating


def sitters_among(seatings: Iterable[Seating], deal: int) -> dict[str, Sitter]:
    """Pick for each seat the row with the greatest `from_deal` not after the deal, unless who sat left."""
    rows = {row.seat: row for row in seatings if row.from_deal <= deal}
    found = {seat: row for seat, row in rows.items() if row.left_from is None or deal < row.left_from}
    return {seat: Sitter(found[seat].entry, found[seat].stands_for) for seat in CHAIRS if seat in found}


def first_sitters(seatings: Iterable[Seating]) -> dict[str, Sitter]:
    """Say who was the first on each seat, also where somebody came later."""
    found: dict[str, Sitter] = {}
    for row in seatings:
        found.setdefault(row.seat, Sitter(row.entry, row.stands_for))
    return {seat: found[seat] for seat in CHAIRS if seat in found}


def first_among(seatings: Iterable[Seating]) -> Position:
    """Say where a table is before its first deal; one whose seats are not taken yet is of four."""
    seats = [row.seat for row in seatings if row.from_deal == 1]
    return scoring.seated_at(seats) if scoring.SEATS[0] in seats else scoring.first_position()


def with_company(position: Position | None, seatings: Iterable[Seating]) -> Position | None:
    """Let those come and go who do so before a deal that the rotation has placed."""
    if position is None or position.number == 1:
        return position
    arriving, leaving = _movers(list(seatings), position.number)
    return scoring.gathered(position, arriving, leaving) if arriving or leaving else position


def gather(seatings: Iterable[Seating], sizes: Iterable[int]) -> Position | None:
    """Let all come and go who do so in any deal; raises MalformedHand where that makes no table of the rules.

    Whose turn it is as East does not matter for that, and need not be known.
    """
    rows = list(seatings)
    position: Position | None = first_among(rows)
    moves = {row.from_deal for row in rows} | {row.left_from for row in rows if row.left_from}
    for number in sorted(moves - {1}):
        position = scoring.gathered(position, *_movers(rows, number), [*sizes])
    return position


def _movers(rows: list[Seating], number: int) -> tuple[list[str], list[str]]:
    """List the seats of those who come before a deal, and of those who leave; not who is only replaced."""
    leaving = [row.seat for row in rows if row.left_from == number]
    there = sitters_among(rows, number - 1).keys() - {*leaving}
    return [row.seat for row in rows if row.from_deal == number and row.seat not in there], leaving


def position_of(version: DealVersion) -> Position:
    """Say where the table was when a recorded deal was played: the winds, and whether it was a goulash."""
    return version.position


def position_after(version: DealVersion) -> Position | None:
    """Say what follows a recorded deal, before anybody comes or goes; None when the game is over."""
    return following(version.number, *(getattr(version, name) for name in LAST))


def following(
    number: int, east: str, round_wind: str, goulash: bool, counted: int, ring: str
) -> Position | None:
    """Make the position after deal `number` from the columns of `LAST`."""
    return placed(number + 1, east, round_wind, goulash, counted, ring) if east else None


def next_position(versions: list[DealVersion], seatings: Iterable[Seating]) -> Position | None:
    """Say what the table plays next; None when the game is over."""
    return with_company(position_after(versions[-1]), seatings) if versions else first_among(seatings)


def upcoming(table: Table) -> Position | None:
    """Ask what a table plays next, without reading what it played; None when the game is over."""
    recorded = DealVersion.objects.filter(table=table).order_by("-number", "-version")
    last, seatings = recorded.values_list("number", *LAST).first(), seatings_of(table)
    return with_company(following(*last), seatings) if last else first_among(seatings)


def positions_in(round: Round) -> dict[int, Position | None]:
    """Say where each table of a round is that has recorded something, by the table's primary key."""
    current = DealVersion.objects.current().filter(table__round=round).order_by("number")
    return {table: following(*last) for table, *last in current.values_list("table", "number", *LAST)}


def winds_played(position: Position | None) -> int:
    """Count the wind rounds that are over; None is a game that is."""
    return len(scoring.SEATS) if position is None else scoring.SEATS.index(position.round_wind)


def not_finished(round: Round, numbers: Mapping[int, int], played: Mapping[int, int]) -> list[int]:
    """List the numbers of tables that have not played what is planned, of tables by primary key.

    `played` counts their deals: void ones were not played.
    """
    positions = positions_in(round)
    done = {pk for pk, deals in played.items() if has_played(round, deals, positions[pk])}
    return [number for pk, number in numbers.items() if pk not in done]


def has_played(round: Round, deals: int, position: Position | None) -> bool:
    """Tell whether a table has played what its round plans: deals or wind rounds, what comes first.

    Where nothing is planned one deal will do.
    """
    if round.winds and winds_played(position) >= round.winds:
        return True
    planned = round.planned_entries
    return deals >= planned if planned else bool(deals and not round.winds)


def is_finished(round: Round, versions: list[DealVersion], position: Position | None) -> bool:
    """Tell whether a table has played all that its round plans; where nothing is planned it has not."""
    planned = bool(round.planned_entries or round.winds)
    return planned and has_played(round, sum(not one.void for one in versions), position)


def recorded_position(table: Table, number: int) -> Position | None:
    """Say where the table was when a deal was played; None if it is not recorded."""
    recorded = DealVersion.objects.filter(table=table, number=number).order_by("-version").first()
    return position_of(recorded) if recorded else None


def context_of(table: Table, sitting: Mapping[str, Sitter]) -> dict[str, int]:
    """Say where a deal is played and by whom; a substitute changes no seating version, but who plays."""
    sat = {seat: sitter.entry.pk for seat, sitter in sitting.items()}
    return {"table": table.pk, "seating_version": table.round.seating_version, **sat}


def context_hash(table: Table, position: Position, sitting: Mapping[str, Sitter] | None = None) -> str:
    """Hash what a tablet must agree on before its deal is recorded: who sits where, and position."""
    sitting = sitters(table, position.number) if sitting is None else sitting
    return hashes.sha256(context_of(table, sitting) | position.to_json())


def totals_of(nets: Iterable[tuple[int, Nets]], seatings: Iterable[Seating], policy: str) -> Counter[int]:
    """Sum nets by the entry for whom they count; `nets` are pairs of a deal's number and its nets."""
    rows, totals = list(seatings), Counter[int]()
    for number, net in nets:
        for seat, sitter in sitters_among(rows, number).items():
            totals[sitter.account(policy)] += net.get(seat, 0)
    return totals


def scores_of(
    nets: Iterable[tuple[int, Nets]], seatings: Iterable[Seating], policy: str, deal: int
) -> dict[str, int]:
    """Say by seat what those who sit there for a deal have from the table so far: persons, not chairs."""
    rows = list(seatings)
    totals = totals_of(nets, rows, policy)
    return {seat: totals[sitter.account(policy)] for seat, sitter in sitters_among(rows, deal).items()}


def scores_through(table: Table, number: int) -> dict[str, int]:
    """Say by seat what those who played a deal have from the table up to it."""
    counted = DealVersion.objects.current().filter(table=table, number__lte=number).order_by()
    told = counted.values_list("number", *(f"net_{seat.lower()}" for seat in CHAIRS))
    nets = [(deal, dict(zip(CHAIRS, net, strict=True))) for deal, *net in told]
    return scores_of(nets, seatings_of(table), table.round.competition.substitute_policy, number)


def mahjongs_of(table: Table) -> list[tuple[int, Mahjong]]:
    """List the mah-jongs that a table's players made in the competition, each with the key of its entry.

    In order of play: a player sits at one table in a round, so that is by round and then by deal.
    """
    rows = read(ask(MADE, [table.pk]))
    return [(entry, Mahjong(special or None, *place)) for entry, special, *place in rows]


def mahjongs_before(table: Table, deal: int, made: Made | None = None) -> Mahjongs:
    """List by entry the mah-jongs that were `made` in the competition before a deal."""
    found: Mahjongs = {}
    for entry, won in mahjongs_of(table) if made is None else made:
        if (turn(won.round), won.deal) < (turn(table.round.number), deal):
            found.setdefault(entry, []).append(won)
    return found


def mahjongs_that_bind(
    table: Table,
    deal: int,
    sitting: Mapping[str, Sitter],
    rules: scoring.RuleSet,
    made: Made | None = None,
) -> dict[str, list[Mahjong]]:
    """List by seat the mah-jongs that may forbid a special hand: the round's, or the competition's."""
    won, everywhere = mahjongs_before(table, deal, made), rules.options["repeat_scope"] == "competition"
    return {
        seat: [one for one in won.get(sitter.entry.pk, []) if everywhere or one.round == table.round.number]
        for seat, sitter in sitting.items()
    }


def table_deals(table: Table) -> QuerySet[DealVersion]:
    """List every version of every deal with its scores, for the table's page."""
    versions = DealVersion.objects.filter(table=table).prefetch_related(scores_with_people(), "confirmations")
    return versions.select_related("actor", "superseded_by", "supersedes").order_by("number", "version")
