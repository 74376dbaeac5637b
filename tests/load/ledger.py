"""Count a ledger after a load: was each deal recorded that was acknowledged, and once?

Run as a program in the environment of the server: `python -m tests.load.ledger KEYS TOLD`; KEYS are those of
the acknowledged deals, TOLD says how many are lost, what is there twice, and how large the database is.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import django

# ruff: noqa: E402 - settings and registry must be there before the models
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.settings")
django.setup()

from django.db import connection

from tournaments.models import DealVersion


def counted(acknowledged: Sequence[str]) -> dict[str, int]:
    """Compare the ledger with the keys of what was acknowledged."""
    there = Counter(map(str, DealVersion.objects.values_list("key", flat=True)))
    places = DealVersion.objects.values_list("table_id", "number", "version")
    return {
        "lost": sum(key not in there for key in acknowledged),
        "doubled": len(places) - len(set(places)) + sum(there[key] > 1 for key in acknowledged),
        "deals": len(places),
        "bytes": size(),
    }


def size() -> int:
    """Give the bytes of the database, of SQLite with what its log has not written back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(str(connection.settings_dict["NAME"]))
    return sum(each.stat().st_size for each in (file, Path(f"{file}-wal")) if each.exists())


if __name__ == "__main__":
    keys, told = map(Path, sys.argv[1:])
    told.write_text(json.dumps(counted(json.loads(keys.read_text()))))
