"""Tell whether the rows of a file are of its event and of nothing else, before any is written.

Whoever brings a file may change that event alone: a row of another event under its key, or one that leads to
another event, is nobody's to write.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.away.kinds import CHANGING, DEVICES, LEDGER, OF_THE_EVENT, SCORES, Kind, Row
from tournaments.away.numbers import given_out
from tournaments.away.packing import Packed
from tournaments.backups.faults import Fault
from tournaments.models import Competition

# Tables whose keys say what is here already, with how their rows say of which event they are.
KEPT: Mapping[Kind, str] = {Competition: "pk", **CHANGING, **DEVICES, **LEDGER, **SCORES}
CHECKED: Sequence[Kind] = (Competition, *OF_THE_EVENT)
MANY = 5000  # keys that are asked for at once


def misfits(packed: Packed, event: Competition, family: set[int]) -> Iterator[Fault]:
    """List the tables of a file with rows that are not of the event, or under keys that nobody set aside."""
    for kind in CHECKED:
        leads_away = any(_leads_away(packed, kind, row) for row in packed.rows[kind].values())
        if leads_away or (kind in KEPT and _is_of_others(packed, kind, family)):
            yield Fault("foreign", kind._meta.db_table)
    given, there = given_out(), set(packed.rows[Competition])
    yield from (Fault("foreign", kind._meta.db_table) for kind in given if _beyond(packed, kind, given[kind]))
    for key, row in packed.rows[Competition].items():
        if key not in family and (row["club_id"] != event.club_id or row["part_of_id"] not in there):
            yield Fault("foreign", str(row["slug"]))


def _leads_away(packed: Packed, kind: Kind, row: Row) -> bool:
    """Tell whether a row refers to one that is not in the file."""
    for field in kind._meta.concrete_fields:
        there: Any = packed.rows.get(field.related_model)  # type: ignore[arg-type]
        if there is not None and row[field.attname] is not None and row[field.attname] not in there:
            return True
    return False


def _is_of_others(packed: Packed, kind: Kind, family: set[int]) -> bool:
    """Tell whether a key is that of a row here which is of another event."""
    others = kind._default_manager.exclude(**{f"{KEPT[kind]}__in": family})
    keys = [*packed.rows[kind]]
    asked = (keys[at : at + MANY] for at in range(0, len(keys), MANY))
    return any(others.filter(pk__in=some).exists() for some in asked)


def _beyond(packed: Packed, kind: Kind, last: int) -> bool:
    return max(packed.rows[kind], default=0) > last
