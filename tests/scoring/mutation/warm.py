"""Mutants tried on tests that were collected once: each in a fork, the test that noticed the last one first.

A mutant of code that is more than one function is loaded in the place of its module, as far as that can be
done; whether what then survives does so when it is loaded from the beginning is judged in
`tests.scoring.mutation.__main__`.
"""

import gc
import inspect
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TextIO

import pytest

from tests.scoring.mutation.bodies import changed, is_of_one_function
from tests.scoring.mutation.code import CodeMutant, unchanged
from tests.scoring.mutation.tables import TableMutant
from tests.scoring.mutation.watching import Mutant, Watched, forget, rule_sets, run_one

SECONDS, MEMORY = 120, 3 << 30
"""How long one test may take on a mutant, and how much memory all of them."""


class Collected:
    """Runs the tests of a session on one mutant after another, and writes down those that pass all tests."""

    def __init__(self, mutants: Sequence[Mutant], survivors: TextIO) -> None:
        self.mutants, self.survivors = mutants, survivors

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests as they are, then on each mutant; a test that notices one comes first next time."""
        order = list(session.items)
        paths = {mutant.path for mutant in self.mutants if isinstance(mutant, CodeMutant)}
        watched = Watched(order, paths)
        if session.testsfailed:
            return True
        bound = [each for item in order for each in rule_sets(item.module)]  # type: ignore[attr-defined]
        gc.freeze()
        for path in paths:
            assert not _tried(unchanged(path), order, bound)[0], f"{path.name} loaded again fails the tests"
        for mutant in self.mutants:
            asked = watched.asked(mutant, order)
            noticed, last = _tried(mutant, asked, bound)
            if not noticed:
                self.survivors.write(f"{mutant.name}\n")
            elif last is not None:
                first = asked[last]
                order.remove(first)
                order.insert(0, first)
        return True


def _tried(mutant: Mutant, items: Sequence[pytest.Item], bound: Sequence[Any]) -> tuple[bool, int | None]:
    """Tell whether a test fails on a mutant, and the place of the last one that ran."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os._exit(_first_failure(mutant, items, bound, writing))
    os.close(writing)
    with os.fdopen(reading) as places:
        last = places.read().splitlines()[-1:]
    return os.waitpid(child, 0)[1] != 0, int(last[0]) if last else None


def _first_failure(mutant: Mutant, items: Sequence[pytest.Item], bound: Sequence[Any], places: int) -> int:
    status = 1
    try:
        with tempfile.TemporaryDirectory() as folder:
            _lay(mutant, Path(folder), bound)
            status = _run(items, places)
    finally:
        os._exit(status)


def limit_memory() -> None:
    """Let a mutant that eats up memory fail."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _run(items: Sequence[pytest.Item], places: int) -> int:
    limit_memory()
    for place in range(len(items)):
        os.write(places, b"%d\n" % place)
        signal.alarm(SECONDS)
        run_one(items, place)
        if items[place].session.testsfailed:
            return 1
    return 0


def _lay(mutant: Mutant, folder: Path, bound: Sequence[Any]) -> None:
    """Put a mutant in the place of what it changes, in a process that has loaded the engine."""
    if isinstance(mutant, TableMutant):
        lay_table(mutant, folder / "rulesets")
        _bind_again(bound)
        return
    if is_of_one_function(mutant):
        name, code = changed(mutant)[0]
        _live(sys.modules[f"scoring.{mutant.path.stem}"], name).__code__ = code
    else:
        _load_again(f"scoring.{mutant.path.stem}", mutant.code())
    forget()


def _load_again(name: str, code: CodeType) -> None:
    """Run a module's code and put what it defines wherever the module's own was taken to."""
    old, new = sys.modules[name], ModuleType(name)
    sys.modules[name] = new
    exec(code, new.__dict__)  # noqa: S102 - the code is the engine's, with one thing changed
    taken = {id(value): vars(new)[key] for key, value in vars(old).items() if _is_own(value, key, new)}
    taken[id(old)] = new
    for module in [each for where, each in sys.modules.items() if where.startswith(("scoring", "tests."))]:
        for key, value in [*vars(module).items()]:
            if id(value) in taken:
                setattr(module, key, taken[id(value)])


def _is_own(value: Any, key: str, new: ModuleType) -> bool:
    plain = (int, str, type(None))
    return (
        key in vars(new) and vars(new)[key] is not value and not isinstance(value, plain) and key[:2] != "__"
    )


def lay_table(mutant: TableMutant, folder: Path) -> None:
    """Let the engine read its tables from a copy with the change in it."""
    from scoring import rules  # not above: who loads a mutant of code must not have loaded it before

    shutil.copytree(rules.FOLDER, folder)
    (folder / mutant.path.name).write_text(mutant.text, encoding="utf-8")
    rules.FOLDER = folder  # type: ignore[misc]
    forget()


def _bind_again(bound: Sequence[Any]) -> None:
    """Make rule sets what they would be if their tables were read now."""
    from scoring import load_rules

    for rules in bound:
        fresh = load_rules(rules.id, rules.options)
        for each in fields(rules):
            object.__setattr__(rules, each.name, getattr(fresh, each.name))


def _live(module: Any, name: str) -> FunctionType:
    """Find a function as the engine holds it, under whatever decorates it."""
    found = module
    for part in name.split("."):
        found = vars(found)[part]
    found = inspect.unwrap(getattr(found, "__func__", None) or getattr(found, "fget", None) or found)
    assert isinstance(found, FunctionType), name
    return found
