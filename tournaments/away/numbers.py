"""Set numbers aside for a hall: what it records has keys that nothing here will ever have."""

from django.db.models import Max

from tournaments.away.kinds import KINDS, Kind
from tournaments.backups.loading import set_sequence
from tournaments.backups.snapshot import sequences

MANY = {"BigAutoField": 1_000_000, "AutoField": 1_000}  # by the size of the key: how many one hall may use
# Others may take some numbers between the moment when the last one is read and when it is moved on.
ROOM = 100


def set_aside() -> dict[str, int]:
    """Set numbers aside in each table; return after which the hall counts on."""
    last = {kind: max(found, 1) for kind, found in given_out().items()}
    for kind, number in last.items():
        size = MANY[kind._meta.get_field("id").get_internal_type()]
        set_sequence(kind._meta.db_table, "id", number + ROOM + size)
    return {kind._meta.db_table: number + ROOM for kind, number in last.items()}


def given_out() -> dict[Kind, int]:
    """Say up to which number each table has given keys out, those that were set aside among them."""
    counted = sequences()
    found = {kind: kind._default_manager.aggregate(last=Max("pk"))["last"] or 0 for kind in KINDS}
    return {kind: max(key, counted.get(kind._meta.db_table, 0)) for kind, key in found.items()}
