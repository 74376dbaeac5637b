"""The other way to record a deal: the ORM saves its rows, and each answer is waited for.

What `tournaments.models.rows` is measured against. Reading under the lock stays as it is, so that the two
differ in what is written and in nothing else.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from django.db import connection
from django.db.models import Model

from tournaments.models import DealVersion, rows
from tournaments.models.rows import Found
from tournaments.services import announce, ledger


class Waiting:
    """The connection as one that cannot send without waiting."""

    vendor = "any"

    def __getattr__(self, name: str) -> Any:
        """Be the connection in all else."""
        return getattr(connection, name)


def save(instance: Model) -> None:
    """Write a new row."""
    instance.save(force_insert=True)


def save_all(*instances: Model, **found: Found) -> None:
    """Write new rows of one model; the version that `found` names is the one saved last."""
    for name in found:
        version = DealVersion.objects.only("pk").latest("pk")
        for each in instances:
            setattr(each, name, version)
    type(instances[0])._default_manager.bulk_create(instances)


def save_fields(instance: Model, *names: str) -> None:
    """Write some fields of a row."""
    instance.save(update_fields=names)


@contextmanager
def plain() -> Iterator[None]:
    """Let the ORM write the ledger within."""
    ways = {
        (ledger, "insert_keyed"): save,
        (ledger, "insert"): save_all,
        (ledger, "update"): save_fields,
        (announce, "update"): save_fields,
        (rows, "connection"): Waiting(),
    }
    with ExitStack() as stack:
        for (module, name), way in ways.items():
            stack.enter_context(mock.patch.object(module, name, way))
        yield
