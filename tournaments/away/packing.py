"""The file in which an event goes away and comes back: a backup of that event alone, written and read.

`manage.py restore` takes it into the hall's site, which is empty before, and proves it as any backup.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.exceptions import ValidationError

from tournaments.away.kinds import KINDS, Kind, Row, bared, rows_of
from tournaments.backups import proving, tables
from tournaments.backups.checking import check, migrations
from tournaments.backups.faults import Fault, Faulty
from tournaments.backups.writing import MANIFEST, appearing, heading, stored
from tournaments.models import Competition
from tournaments.selectors.standings import summed

Figures = list[list[Any]]


@dataclass(frozen=True, slots=True)
class Packed:
    """What a file holds: the rows of each table by their keys, and what it says of itself."""

    manifest: Mapping[str, Any]
    rows: Mapping[Kind, Mapping[int, Row]]

    @property
    def told(self) -> Mapping[str, Any]:
        """Give what is said of the way: which one it is, what stays behind, what the standings come to."""
        return self.manifest["away"]  # type: ignore[no-any-return]

    def of(self, kind: Kind, whose: str, keys: set[int]) -> list[Row]:
        """List the rows of a table that name one of some others, in the order of their keys."""
        return [row for _, row in sorted(self.rows[kind].items()) if row[whose] in keys]


def pack(
    file: Path, family: Sequence[Competition], away: Mapping[str, Any], place: str, counts: Mapping[str, int]
) -> None:
    """Write an event and its parts into a file; `counts` are the numbers after which the reader counts on."""
    told = {"standings": {str(one.pk): figures_of(one) for one in family}, **away}
    with appearing(file) as body, ZipFile(body, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        members = {
            f"tables/{kind._meta.db_table}.jsonl": _table(archive, kind, rows, place)
            for kind, rows in rows_of(family)
        }
        manifest = {
            **heading(),
            "sequences": dict(counts),
            "events": {one.slug: proving.told(one) for one in family},
            "members": members,
            "away": told,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))


def _table(archive: ZipFile, kind: Kind, rows: Any, place: str) -> dict[str, Any]:
    fields = tables.fields_of(kind)
    names = [field.attname for field in fields]
    found = [bared(kind, row, place) for row in rows.order_by("pk").values(*names)]
    lines = (tables.line(row[name] for name in names) for row in found)
    told = stored(archive, f"tables/{kind._meta.db_table}.jsonl", lines)
    columns = [field.column for field in fields]
    return {**told, "table": kind._meta.db_table, "columns": columns, "rows": len(found)}


def figures_of(competition: Competition) -> Figures:
    """List what the standings come to, by number."""
    return sorted((proving.figures(row) for row in summed(competition).rows), key=lambda row: row[0])


def unpack(file: Path) -> Packed:
    """Read a file; raises Faulty for what is damaged, is no event, or is of another program."""
    manifest = check(file)
    if "away" not in manifest:
        raise Faulty([Fault("no_event", file.name)])
    if set(migrations(manifest)) != set(tables.applied()):
        raise Faulty([Fault("other_program", str(manifest["program"]))])
    try:
        with ZipFile(file) as archive:
            return Packed(manifest, {kind: dict(_read(archive, kind, manifest)) for kind in KINDS})
    except (ValidationError, ValueError, TypeError, KeyError) as error:
        raise Faulty([Fault("no_event", f"{file.name} ({error})")]) from error


def _read(archive: ZipFile, kind: Kind, manifest: Mapping[str, Any]) -> Iterator[tuple[int, Row]]:
    name = f"tables/{kind._meta.db_table}.jsonl"
    told = manifest["members"].get(name)
    fields = {field.column: field for field in tables.fields_of(kind)}
    if told is None or set(told["columns"]) != set(fields):
        raise Faulty([Fault("unknown_table", kind._meta.db_table)])
    ordered = [fields[column] for column in told["columns"]]
    with archive.open(name) as lines:
        for line in lines:
            values = zip(ordered, json.loads(line), strict=True)
            row = {field.attname: field.to_python(value) for field, value in values}
            yield row["id"], row
