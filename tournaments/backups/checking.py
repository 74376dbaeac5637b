"""Read a backup without any database and say all that is wrong with it."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from tournaments.backups import tables
from tournaments.backups.faults import Fault, Faulty
from tournaments.backups.writing import FORMAT, MANIFEST

Manifest = dict[str, Any]
BROKEN = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)  # what a damaged zip may raise
PIECE = 1 << 20
NEEDED = {"made", "program", "engine", "key", "migrations", "sequences", "events", "members"}


def manifest_of(file: Path) -> Manifest:
    """Read what a backup says of itself; raises Faulty where it says nothing."""
    try:
        with ZipFile(file) as archive:
            told = json.loads(archive.read(MANIFEST))
    except (*BROKEN, KeyError, ValueError) as error:
        raise Faulty([Fault("no_backup", f"{file.name} ({error})")]) from error
    if not _is_whole(told):
        known = told.get("format", "") if isinstance(told, dict) else ""
        raise Faulty([Fault("format", f"{file.name} ({known})")])
    return dict(told)


def _is_whole(told: Any) -> bool:
    """Tell whether a manifest says all that this form of it does, each in its shape."""
    if not isinstance(told, dict) or told.get("format") != FORMAT or NEEDED - told.keys():
        return False
    members, migrated, sequences = told["members"], told["migrations"], told["sequences"]
    return (
        isinstance(members, dict)
        and isinstance(sequences, dict)
        and isinstance(migrated, list)
        and isinstance(told["events"], dict | None)
        and all(isinstance(one, dict) and _is_told(one) for one in members.values())
        and all(isinstance(one, list) and [type(part) for part in one] == [str, str] for one in migrated)
    )


def _is_told(member: Mapping[str, Any]) -> bool:
    """Tell whether a member's hash, and of a table its name, columns and rows, are said."""
    of_table = {"table": str, "columns": list, "rows": int}
    wanted = {"sha256": str, **(of_table if "table" in member else {})}
    return all(isinstance(member.get(name), kind) for name, kind in wanted.items())


def check(file: Path) -> Manifest:
    """Check every part of a backup; raises Faulty with all that is wrong."""
    manifest = manifest_of(file)
    if faults := [*_faults(file, manifest)]:
        raise Faulty(faults)
    return manifest


def _faults(file: Path, manifest: Manifest) -> Iterator[Fault]:
    members: Mapping[str, Any] = manifest["members"]
    with ZipFile(file) as archive:
        there = set(archive.namelist()) - {MANIFEST}
        yield from (Fault("missing", name) for name in sorted(members.keys() - there))
        yield from (Fault("added", name) for name in sorted(there - members.keys()))
        for name in sorted(there & members.keys()):
            yield from _member(archive, name, members[name])
    yield from (Fault("newer_program", name) for name in unknown(manifest))


def _member(archive: ZipFile, name: str, told: Mapping[str, Any]) -> Iterator[Fault]:
    digest, lines = hashlib.sha256(), 0
    try:
        with archive.open(name) as body:
            while piece := body.read(PIECE):
                digest.update(piece)
                lines += piece.count(b"\n")
    except BROKEN as error:
        yield Fault("unreadable", f"{name} ({error})")
        return
    if digest.hexdigest() != told.get("sha256"):
        yield Fault("changed", name)
    if lines != told.get("rows", lines):
        yield Fault("rows", name)


def unknown(manifest: Manifest) -> list[str]:
    """List the migrations of a backup that this program does not have."""
    nodes = tables.executor().loader.graph.nodes
    return [".".join(key) for key in migrations(manifest) if key not in nodes]


def migrations(manifest: Manifest) -> tables.Migrations:
    """Give the migrations of the database that was backed up."""
    return [(app, name) for app, name in manifest["migrations"]]
