"""All that decides where a submission goes, in one look at the database.

Written in SQL: this is asked for every deal of every table, and building five queries takes longer than
answering them.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection

import scoring
from scoring import Position
from tournaments.models import DealVersion, Device, HeldSubmission, Ruling, Table

LOOK = f"""
SELECT (SELECT COUNT(*) FROM {Device._meta.db_table} WHERE id = %s AND revoked_at IS NULL),
       (SELECT id FROM {DealVersion._meta.db_table} WHERE key = %s),
       (SELECT id FROM {HeldSubmission._meta.db_table} WHERE key = %s),
       (SELECT COUNT(*) FROM {HeldSubmission._meta.db_table} held
         WHERE held.table_id = %s AND held.code = 'deal_out_of_order'
           AND NOT EXISTS (SELECT 1 FROM {Ruling._meta.db_table} r WHERE r.submission_id = held.id)),
       last.number, last.next_east, last.next_round_wind
  FROM (SELECT 1 AS one) always
  LEFT JOIN (SELECT 1 AS one, number, next_east, next_round_wind FROM {DealVersion._meta.db_table}
              WHERE table_id = %s ORDER BY number DESC, version DESC LIMIT 1) last ON last.one = always.one
"""  # noqa: S608 - the names are our own models'; what comes from outside is a parameter


@dataclass(frozen=True, slots=True)
class Glance:
    """Whether the tablet is still paired, what is stored under the key, what the table plays next.

    `version` and `held` are primary keys; `early` counts the deals that came before their turn; `following`
    is None when the game is over.
    """

    paired: bool
    version: int | None
    held: int | None
    early: int
    following: Position | None


def glance(table: Table, key: UUID, device: Device | None) -> Glance:
    """Look at a table whose lock is held; without a tablet, nobody can have been unpaired."""
    stored = DealVersion._meta.get_field("key").get_db_prep_value(key, connection)
    with connection.cursor() as cursor:
        cursor.execute(LOOK, [device.pk if device else None, stored, stored, table.pk, table.pk])
        paired, version, held, early, *last = cursor.fetchone()
    return Glance(device is None or bool(paired), version, held, early, _following(*last))


def _following(number: int | None, east: str, round_wind: str) -> Position | None:
    if number is None:
        return scoring.first_position()
    return Position(number + 1, east, round_wind) if east else None
