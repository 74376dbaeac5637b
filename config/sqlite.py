"""Which journal SQLite may use here. Settings obey it; the system checks hold the open database to it."""

import sqlite3
from typing import NamedTuple

WAL_SAFE_FROM = (3, 51, 3)
SYNCHRONOUS = {"FULL": 2, "EXTRA": 3}


class Journal(NamedTuple):
    """A journal mode with the synchronous level that makes its commits survive a power cut."""

    mode: str
    synchronous: str


def journal(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> Journal:
    """Choose the fastest journal that this SQLite keeps safely.

    Write-ahead logs before 3.51.3 have a race in which a reset log corrupts the database file."""
    return Journal("WAL", "FULL") if version >= WAL_SAFE_FROM else Journal("DELETE", "EXTRA")


def init_command(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> str:
    """Give the statements each new connection starts with."""
    chosen = journal(version)
    return f"PRAGMA journal_mode={chosen.mode}; PRAGMA synchronous={chosen.synchronous};"
