"""All that decides where a submission goes, in one look at the database.

Written in SQL: this is asked for every deal of every table, and building the queries takes longer than
answering them.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from scoring import Position
from tournaments.deal.chairs import CHAIRS
from tournaments.models import (
    Competition,
    DealVersion,
    Device,
    HeldSubmission,
    Round,
    Ruling,
    Seating,
    Table,
)
from tournaments.models.rows import Columns, ask, models_in, read
from tournaments.selectors import tables

TABLE, ROUND, COMPETITION = Columns(Table, "t"), Columns(Round, "r"), Columns(Competition, "c")
SEATS = [seat.lower() for seat in CHAIRS]
ANSWERED = 4 + len(SEATS) + 1 + len(tables.LAST)  # the columns after the models
LOOK = f"""
SELECT {TABLE.sql}, {ROUND.sql}, {COMPETITION.sql},
       (SELECT COUNT(*) FROM {Device._meta.db_table} WHERE id = %s AND revoked_at IS NULL),
       (SELECT id FROM {DealVersion._meta.db_table} WHERE key = %s),
       (SELECT id FROM {HeldSubmission._meta.db_table} WHERE key = %s),
       (SELECT COUNT(*) FROM {HeldSubmission._meta.db_table} held
         WHERE held.table_id = t.id AND held.code = 'deal_out_of_order'
           AND NOT EXISTS (SELECT 1 FROM {Ruling._meta.db_table} r WHERE r.submission_id = held.id)),
       {", ".join(f"total.{seat}" for seat in SEATS)}, last.number,
       {", ".join(f"last.{name}" for name in tables.LAST)}
  FROM {Table._meta.db_table} t
  JOIN {Round._meta.db_table} r ON r.id = t.round_id
  JOIN {Competition._meta.db_table} c ON c.id = r.competition_id
 CROSS JOIN (SELECT {", ".join(f"SUM(v.net_{seat}) AS {seat}" for seat in SEATS)}
               FROM {DealVersion._meta.db_table} v WHERE v.table_id = %s AND NOT EXISTS
                    (SELECT 1 FROM {DealVersion._meta.db_table} n WHERE n.supersedes_id = v.id)) total
  LEFT JOIN {DealVersion._meta.db_table} last ON last.id =
       (SELECT id FROM {DealVersion._meta.db_table} WHERE table_id = %s
         ORDER BY number DESC, version DESC LIMIT 1)
 WHERE t.id = %s
"""  # noqa: S608 - the names are our own models'; what comes from outside is a parameter


@dataclass(frozen=True, slots=True)
class Glance:
    """A table as it is now, whether its tablet is still paired, what is stored under the key, what is next.

    `version` and `held` are primary keys; `early` counts the deals that came before their turn; `scores` are
    the nets so far by seat, None where somebody took a seat over: then a chair's are not the sitter's;
    `following` is None when the game is over, and then nobody is `sitting`.
    """

    table: Table
    paired: bool
    version: int | None
    held: int | None
    early: int
    scores: Mapping[str, int] | None
    following: Position | None
    sitting: Mapping[str, tables.Sitter]


def glance(table: Table, key: UUID | None = None, device: Device | None = None) -> Glance:
    """Look at a table, under its lock if something is to be written.

    Without a tablet nobody can have been unpaired, without a key nothing is stored under it.
    """
    stored = DealVersion._meta.get_field("key").get_db_prep_value(key, connection)
    asked = ask(LOOK, [device.pk if device else None, stored, stored, *[table.pk] * 3])
    seated = tables.ask_seatings(table)
    [row] = read(asked)
    seen, seen.round, seen.round.competition = models_in(row, TABLE, ROUND, COMPETITION)
    paired, version, held, early, *rest = row[-ANSWERED:]
    nets, last, seatings = rest[: len(SEATS)], rest[len(SEATS) :], tables.seatings_in(seated)
    following = _following(last, seatings)
    sitting = tables.sitters_among(seatings, following.number if following else 0)
    return Glance(
        table=seen,
        paired=device is None or bool(paired),
        version=version,
        held=held,
        early=early,
        scores=None if any(row.from_deal > 1 for row in seatings) else _scores(nets, sitting),
        following=following,
        sitting=sitting,
    )


def _following(last: Sequence[Any], seatings: list[Seating]) -> Position | None:
    if last[0] is None:
        return tables.first_among(seatings)
    return tables.with_company(tables.following(*last), seatings)


def _scores(nets: Sequence[int | None], seats: Container[str]) -> dict[str, int]:
    return {seat: net or 0 for seat, net in zip(CHAIRS, nets, strict=True) if seat in seats}
