"""Mutants tried on tests that were collected once: each in a fork, the test that noticed the last one first.

What survives here may still be noticed where it is loaded from the beginning: a table made at import, a
constant. Who judges that is `tests.scoring.mutation.__main__`.
"""

import gc
import inspect
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.scoring.mutation.code import CodeMutant
from tests.scoring.mutation.tables import TableMutant

Mutant = CodeMutant | TableMutant
SECONDS = 60
"""How long one test may take on a mutant."""


class Collected:
    """Runs the tests of a session on one mutant after another, and writes down those that all tests pass."""

    def __init__(self, mutants: Sequence[Mutant], survivors: str) -> None:
        self.mutants, self.survivors = mutants, survivors

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant; a test that notices one comes first for the next."""
        order = list(session.items)
        gc.freeze()
        with open(self.survivors, "w") as told:
            for mutant in self.mutants:
                noticed, place = _tried(mutant, order)
                order.insert(0, order.pop(place))
                if not noticed:
                    told.write(mutant.name + "\n")
        return True


def _tried(mutant: Mutant, items: Sequence[pytest.Item]) -> tuple[bool, int]:
    """Tell whether a test fails on a mutant, and the place of the last one that ran."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os._exit(_first_failure(mutant, items, writing))
    os.close(writing)
    with os.fdopen(reading) as places:
        last = places.read().splitlines()[-1:]
    noticed = os.waitpid(child, 0)[1] != 0
    return noticed, int(last[0]) if noticed and last else 0


def _first_failure(mutant: Mutant, items: Sequence[pytest.Item], places: int) -> int:
    status = 1
    try:
        with tempfile.TemporaryDirectory() as folder:
            lay(mutant, Path(folder))
            status = _run(items, places)
    finally:
        os._exit(status)


def _run(items: Sequence[pytest.Item], places: int) -> int:
    for place, item in enumerate(items):
        os.write(places, b"%d\n" % place)
        signal.alarm(SECONDS)
        following = items[place + 1] if place + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return 1
    return 0


def lay(mutant: Mutant, folder: Path) -> None:
    """Put a mutant in the place of what it changes, in a process that has loaded the engine."""
    if isinstance(mutant, TableMutant):
        lay_table(mutant, folder / "rulesets")
    else:
        name, code = _changed(mutant)[0]
        _live(sys.modules[f"scoring.{mutant.path.stem}"], name).__code__ = code
    for module in [module for name, module in sys.modules.items() if name.startswith("scoring.")]:
        for remembered in [each for each in vars(module).values() if hasattr(each, "cache_clear")]:
            remembered.cache_clear()


def lay_table(mutant: TableMutant, folder: Path) -> None:
    """Let the engine read its tables from a copy with the change in it."""
    from scoring import rules  # not above: who loads a mutant of code must not have loaded it before

    shutil.copytree(rules.FOLDER, folder)
    (folder / mutant.path.name).write_text(mutant.text, encoding="utf-8")
    rules.FOLDER = folder  # type: ignore[misc]


def can_be_laid(mutant: Mutant) -> bool:
    """Tell whether a mutant changes a table, or the body of one function: what runs at import is past."""
    return isinstance(mutant, TableMutant) or len(_changed(mutant)) == 1


def _changed(mutant: CodeMutant) -> list[tuple[str, CodeType]]:
    before, after = _unchanged(mutant.path), dict(_functions(mutant.code()))
    return [(name, code) for name, code in after.items() if code != before.get(name)]


@cache
def _unchanged(path: Path) -> dict[str, CodeType]:
    return dict(_functions(compile(path.read_text(encoding="utf-8"), str(path), "exec")))


def _functions(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    """Yield the functions of a module and of its classes by their names."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and "<" not in inner.co_name:
            if inner.co_flags & inspect.CO_OPTIMIZED:
                yield inner.co_qualname, inner
            else:
                yield from _functions(inner)


def _live(module: Any, name: str) -> FunctionType:
    """Find a function as the engine holds it, under whatever decorates it."""
    found = module
    for part in name.split("."):
        found = vars(found)[part]
    found = inspect.unwrap(getattr(found, "__func__", None) or getattr(found, "fget", None) or found)
    assert isinstance(found, FunctionType), name
    return found
