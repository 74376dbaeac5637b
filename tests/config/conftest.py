"""What the tests of the whole site share: a database that takes nothing."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection
from psycopg import errors

Refusing = Callable[[str], AbstractContextManager[None]]
READ_ONLY = {
    "sqlite": ("PRAGMA query_only = 1", "PRAGMA query_only = 0"),
    "postgresql": ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off"),
}


@pytest.fixture
def takes_nothing() -> Refusing:
    """Let the database take nothing for a while, for one of two reasons: `storage_full` or `read_only`."""
    ways = {"storage_full": full, "read_only": lambda: told(*READ_ONLY[connection.vendor])}
    return lambda reason: ways[reason]()


@contextmanager
def full() -> Iterator[None]:
    """Say of every new row what the engine says when its disk is full; here there is room for any."""
    cause: Exception = errors.DiskFull()
    if connection.vendor == "sqlite":
        cause = sqlite3.OperationalError("database or disk is full")
        cause.sqlite_errorcode = sqlite3.SQLITE_FULL

    def writing(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.lstrip().startswith("INSERT"):
            raise OperationalError(*cause.args) from cause
        return execute(sql, *rest)

    with connection.execute_wrapper(writing):
        yield


@contextmanager
def told(*statements: str) -> Iterator[None]:
    """Tell the database one thing now and another one at the end."""
    now, then = statements
    with connection.cursor() as cursor:
        cursor.execute(now)
        try:
            yield
        finally:
            cursor.execute(then)
