"""Mutants tried on tests that were collected once: each in a fork, the test that noticed the last one first.

A mutant of one function meets only the tests that run it. Any other is loaded in the place of its module, as
far as that can be done; whether what then survives does so when it is loaded from the beginning is judged in
`tests.scoring.mutation.__main__`.
"""

import dis
import gc
import inspect
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TextIO

import coverage
import pytest

from tests.scoring.mutation.code import CodeMutant, unchanged
from tests.scoring.mutation.tables import TableMutant

Mutant = CodeMutant | TableMutant
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
        running = _recorded(order, {mutant.path for mutant in self.mutants if isinstance(mutant, CodeMutant)})
        if session.testsfailed:
            return True
        bound = _rule_sets()
        gc.freeze()
        for path in running:
            assert not _tried(unchanged(path), order, bound)[0], f"{path.name} loaded again fails the tests"
        for mutant in self.mutants:
            asked = _asked(mutant, order, running)
            noticed, last = _tried(mutant, asked, bound)
            if not noticed:
                self.survivors.write(f"{mutant.name}\n")
            elif last is not None:
                order.remove(asked[last])
                order.insert(0, asked[last])
        return True


Running = dict[Path, dict[int, list[str]]]
"""By file and line the tests that ran it."""


def _recorded(items: Sequence[pytest.Item], paths: set[Path]) -> Running:
    """Run the tests, nothing of the engine remembered from one to the next, and write down who ran what."""
    watch = coverage.Coverage(data_file=None, config_file=False, include=[str(path) for path in paths])
    watch.start()
    for place, item in enumerate(items):
        watch.switch_context(item.nodeid)
        forget()
        _run_one(items, place)
    watch.stop()
    return {path: watch.get_data().contexts_by_lineno(str(path)) for path in paths}


def _asked(mutant: Mutant, items: Sequence[pytest.Item], running: Running) -> Sequence[pytest.Item]:
    """List the tests that may notice a mutant: of what runs at import all."""
    if isinstance(mutant, TableMutant) or not is_of_one_function(mutant):
        return items
    code = _changed(mutant)[0][1]
    lines = {line for _start, _end, line in code.co_lines() if line and line != code.co_firstlineno}
    tests = {test for line in lines for test in running[mutant.path].get(line, ())}
    return [item for item in items if item.nodeid in tests]


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
        _run_one(items, place)
        if items[place].session.testsfailed:
            return 1
    return 0


def _run_one(items: Sequence[pytest.Item], place: int) -> None:
    following = items[place + 1] if place + 1 < len(items) else None
    items[place].config.hook.pytest_runtest_protocol(item=items[place], nextitem=following)


def _lay(mutant: Mutant, folder: Path, bound: Sequence[Any]) -> None:
    """Put a mutant in the place of what it changes, in a process that has loaded the engine."""
    if isinstance(mutant, TableMutant):
        lay_table(mutant, folder / "rulesets")
        _bind_again(bound)
        return
    if is_of_one_function(mutant):
        name, code = _changed(mutant)[0]
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


def forget() -> None:
    """Let the engine forget what it remembers."""
    for module in [module for name, module in sys.modules.items() if name.startswith("scoring.")]:
        for remembered in [each for each in vars(module).values() if hasattr(each, "cache_clear")]:
            remembered.cache_clear()


def _rule_sets() -> list[Any]:
    """Find the rule sets that tests loaded when they were imported."""
    from scoring import RuleSet

    return [each for each in gc.get_objects() if isinstance(each, RuleSet)]


def _bind_again(bound: Sequence[Any]) -> None:
    """Make rule sets what they would be if their tables were read now."""
    from scoring import load_rules

    for rules in bound:
        fresh = load_rules(rules.id, rules.options)
        for each in fields(rules):
            object.__setattr__(rules, each.name, getattr(fresh, each.name))


@cache
def is_of_one_function(mutant: CodeMutant) -> bool:
    """Tell whether a mutant changes the body of one function, and nothing that runs at import."""
    changed = [name for name, _code in _changed(mutant) if name not in _decorating(mutant.path)]
    return len(changed) == 1 and _outline(mutant.code()) == _outline(_compiled(mutant.path))


@cache
def _decorating(path: Path) -> set[str]:
    """Find the functions that make decorators: they have run when a module is imported."""
    instructions = list(dis.get_instructions(_compiled(path)))
    called = {each.argval for each in instructions if each.opname == "LOAD_NAME"}
    return {name for name, code in _functions(_compiled(path)) if name in called and code.co_cellvars}


@cache
def _changed(mutant: CodeMutant) -> list[tuple[str, CodeType]]:
    before, after = dict(_functions(_compiled(mutant.path))), dict(_functions(mutant.code()))
    return [(name, code) for name, code in after.items() if code != before.get(name)]


@cache
def _compiled(path: Path) -> CodeType:
    return compile(path.read_text(encoding="utf-8"), str(path), "exec")


def _outline(code: CodeType) -> list[Any]:
    """List what a module and its classes do when they are imported, without the bodies of functions."""
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    classes = [_outline(each) for each in inner if not each.co_flags & inspect.CO_OPTIMIZED]
    plain = [const for const in code.co_consts if not isinstance(const, CodeType)]
    return [code.co_code, code.co_names, plain, classes]


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
