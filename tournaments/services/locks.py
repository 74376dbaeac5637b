"""The only place that locks: outbox, clubs, rounds by id, tables by id, the competition, and names at last.

That order, and one statement for each level, sorted by id, is what keeps two transactions from waiting for
each other. A transaction asks once, for all that it needs; what it asks for again it must hold already.
Everything that is written of a competition ends at its row, so whoever holds that is alone with it, and what
is read afterwards is so until the commit. Work that takes long is done before.

Nothing changes a competition in the archive: whoever takes something of it is refused, unless `in_archive`.

No lock stands in the way of a foreign key (`NO KEY`): two transactions that each wrote a row of the
competition could not both take it afterwards. SQLite has no such locks and needs none: a transaction takes
the whole file when it begins.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import psycopg.errors
from django.db import OperationalError, connection, transaction
from django.db.models import Model

from players.models import Club
from tournaments.models import Competition, Entry, Outbox, Round, Table
from tournaments.models.rows import Columns, ask, read
from tournaments.refusals import Refusal

P = ParamSpec("P")
R = TypeVar("R")
LOST = (
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,  # after `lock_timeout`
    psycopg.errors.SerializationFailure,
)
LOST_ON_SQLITE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
NAMES = 8_311_747  # the number of the advisory lock; nothing else takes one
ROUNDS, TABLES = Round._meta.db_table, Table._meta.db_table
COMPETITION = Columns(Competition, "c")
NOW = f"SELECT {COMPETITION.sql} FROM {Competition._meta.db_table} c WHERE c.id = %s"  # noqa: S608 - our names


def write(service: Callable[P, R]) -> Callable[P, R]:
    """Make a service one transaction; a lock that it loses is a refusal (`busy`), for nothing was written."""

    @wraps(service)
    def whole(*args: P.args, **named: P.kwargs) -> R:
        try:
            with transaction.atomic():
                return service(*args, **named)
        except OperationalError as error:
            if is_lost(error):
                raise Refusal("busy") from error
            raise

    return whole


def is_lost(error: OperationalError) -> bool:
    """Tell whether the database gave up waiting for somebody else, and so has written nothing."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode & 0xFF in LOST_ON_SQLITE
    return isinstance(cause, LOST)


def refuse_archived(competition: Competition) -> None:
    """Stop a change of what is in the archive; asked of a competition that is taken."""
    if competition.archived_at:
        raise Refusal("competition_archived")


def take_names() -> None:
    """Take what the whole site gives out once: addresses, and who is a person already. Always the last.

    Guards against two who find the same address free, or the same person unknown, in two competitions.
    """
    if connection.features.has_select_for_update:
        ask("SELECT pg_advisory_xact_lock(%s)", [NAMES]).close()


def take_competition(competition: Competition, *, in_archive: bool = False) -> Competition:
    """Take a competition and read it anew into the same object.

    Guards what is given out once in a competition (numbers of rounds, entries and seatings, the revision, the
    end of the chain) against two who count at the same moment.
    """
    _take(Competition, "id = %s", competition.pk)
    _renew(competition)
    if not in_archive:
        refuse_archived(competition)
    return competition


def take_part(competition: Competition, *, in_archive: bool = False) -> Competition:
    """Take a competition, and before it the event it is a part of, whose pages name it.

    In the order of their ids, for a part comes after its event.
    """
    if competition.part_of is not None:
        take_competition(competition.part_of, in_archive=True)
    return take_competition(competition, in_archive=in_archive)


def take_club(club: Club) -> None:
    """Take a club, before anything of it; its events go on meanwhile.

    Guards its roles and invitations: of two owners who take each other's role one stays, and of two who open
    one invitation the second is told.
    """
    _take(Club, "id = %s", club.pk)


def take_clubs(keys: Iterable[int]) -> None:
    """Take some clubs, as `take_club` takes one."""
    marks = ", ".join(["%s"] * len(listed := sorted(set(keys))))
    if listed:
        _take(Club, f"id IN ({marks})", *listed)


def take_competitions_of(club: Club) -> list[Competition]:
    """Take all competitions of a club, those in the archive too; give them as they are then.

    Guards a club's settings, which all of them show, against two who change them at once.
    """
    _take(Competition, "club_id = %s", club.pk)
    return list(club.competitions.order_by("pk"))


def take_competitions_with(people: Iterable[int], *, with_outbox: bool = False) -> list[Competition]:
    """Take all competitions in which some people are entered, in the archive too, and the names.

    `with_outbox` waits before for the files that are being written of them: an outbox row is taken first.

    Guards who a person is, which all of them show, against two who change it at once. Who is entered
    somewhere else in that moment is there afterwards; that competition is taken when it is written to.
    """
    keys = sorted(set(people))
    marks = ", ".join(["%s"] * len(keys))
    entered = f"SELECT competition_id FROM {Entry._meta.db_table} WHERE player_id IN ({marks})"  # noqa: S608
    if with_outbox:
        _take(Outbox, f"competition_id IN ({entered})", *keys)
    _take(Competition, f"id IN ({entered})", *keys)
    take_names()
    return list(Competition.objects.filter(entries__player__in=keys).distinct().order_by("pk"))


def take_drafts(competition: Competition, also: Iterable[Round] = ()) -> Competition:
    """Take all drafts of a competition, and rounds that are to be drafts `also`, with their tables.

    The competition is taken as `take_part` does. Guards drafts that are drawn anew against whoever changes
    or publishes one of them.
    """
    more = [one.pk for one in also]
    listed = f" OR id IN ({', '.join(['%s'] * len(more))})" if more else ""
    drafts = f"competition_id = %s AND (state = '{Round.State.DRAFT}'{listed})"
    _take(Round, drafts, competition.pk, *more)
    _take(Table, f"round_id IN (SELECT id FROM {ROUNDS} WHERE {drafts})", competition.pk, *more)  # noqa: S608
    return take_part(competition)


def take_whole(competitions: Iterable[Competition]) -> dict[int, Competition]:
    """Take some competitions with all of their rounds and tables; give them by key as they are then.

    Guards an event that is taken to a hall or brought back against whoever writes anything of it here, and
    against a second one who brings it.
    """
    keys = sorted({one.pk for one in competitions})
    marks = ", ".join(["%s"] * len(keys))
    _take(Round, f"competition_id IN ({marks})", *keys)
    own = f"SELECT id FROM {ROUNDS} WHERE competition_id IN ({marks})"  # noqa: S608 - our own names
    _take(Table, f"round_id IN ({own})", *keys)
    _take(Competition, f"id IN ({marks})", *keys)
    found = Competition.objects.in_bulk(keys)
    for competition in found.values():
        refuse_archived(competition)
    return dict(sorted(found.items()))


def take_round(round: Round, *, with_tables: bool = False) -> Round:
    """Take a round, `with_tables` all of its tables, its competition and the event around that.

    Gives the round as it is then.

    Guards a round's state and seats against two buttons at once. Its tables are taken to close it, so that a
    deal that found the round running is recorded before and no other slips in behind, and to take them away.
    """
    _take(Round, "id = %s", round.pk)
    if with_tables:
        _take(Table, "round_id = %s", round.pk)
    own = f"(SELECT competition_id FROM {ROUNDS} WHERE id = %s)"  # noqa: S608 - our own names
    event = f"(SELECT part_of_id FROM {Competition._meta.db_table} WHERE id = {own})"  # noqa: S608
    _take(Competition, f"id IN ({own}, {event})", round.pk, round.pk)
    now = Round.objects.select_related("competition").filter(pk=round.pk).first()
    if now is None:  # somebody else has taken it away meanwhile
        raise Refusal("not_found")
    refuse_archived(now.competition)
    return now


def take_table(table: Table, *, with_round: bool = False, in_archive: bool = False) -> Table:
    """Take a table and its competition, `with_round` its round before; give the table as it is then.

    Guards a table's deals: what two people make of one deal comes one after the other. The round is taken
    where its seating gets a new version.
    """
    if with_round:
        _take(Round, "id = %s", table.round_id)
    wait_for_table(table)
    now = Table.objects.select_related("round__competition").filter(pk=table.pk).first()
    if now is None:  # its draft was drawn anew meanwhile
        raise Refusal("not_found")
    if not in_archive:
        refuse_archived(now.round.competition)
    return now


def take_tables(tables: Iterable[Table], *, with_rounds: bool = False) -> dict[int, Table]:
    """Take some tables of a competition, and it, `with_rounds` their rounds before; give them by primary key.

    They are given as they are then.

    Guards deals of several tables against tablets that submit meanwhile: table, competition, table would be
    a circle with their table, competition.
    """
    listed = list(tables)
    keys = sorted({table.pk for table in listed})
    if with_rounds:
        rounds = sorted({table.round_id for table in listed})
        _take(Round, f"id IN ({', '.join(['%s'] * len(rounds))})", *rounds)
    _wait_for_tables(keys)
    found = Table.objects.select_related("round__competition").in_bulk(keys)
    for table in found.values():
        refuse_archived(table.round.competition)
    return found


def wait_for_table(table: Table) -> None:
    """Take a table and its competition, reading nothing: what was read before the wait may be over by now.

    Guards a deal that is submitted: deal n is missing once only, the round it found running is not closed
    meanwhile, the rules it was counted by are not changed, and the chain has no fork.
    """
    _wait_for_tables([table.pk])


def _wait_for_tables(keys: Sequence[int]) -> None:
    marks = ", ".join(["%s"] * len(keys))
    _take(Table, f"id IN ({marks})", *keys)
    whose = f"SELECT r.competition_id FROM {ROUNDS} r JOIN {TABLES} t ON t.round_id = r.id"  # noqa: S608
    _take(Competition, f"id IN ({whose} WHERE t.id IN ({marks}))", *keys)


def _take(model: type[Model], which: str, *params: Any) -> None:
    """Lock rows of one level in the order of their ids; `which` is SQL of this module."""
    if connection.features.has_select_for_update:
        rows = f"SELECT id FROM {model._meta.db_table} WHERE {which}"  # noqa: S608 - our own names
        ask(f"{rows} ORDER BY id FOR NO KEY UPDATE", params).close()


def _renew(competition: Competition) -> None:
    [row] = read(ask(NOW, [competition.pk]))
    now = COMPETITION.instance(row)
    for name in COMPETITION.names:
        setattr(competition, name, getattr(now, name))
