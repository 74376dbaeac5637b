"""Which tests may notice a mutant: those that run the function, or read the table, that it changes."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import coverage
import pytest

from tests.scoring.mutation.bodies import changed, is_of_one_function
from tests.scoring.mutation.code import CodeMutant
from tests.scoring.mutation.tables import TableMutant

Mutant = CodeMutant | TableMutant


class Watched:
    """Runs tests, the engine remembering nothing from one to the next, and writes down what each does."""

    def __init__(self, items: Sequence[pytest.Item], paths: set[Path]) -> None:
        self.running: dict[Path, dict[int, list[str]]] = {}
        self.reading: dict[str, set[str]] = {}
        if paths:
            self._run_watched(items, paths)
        else:
            self._run(items)

    def _run_watched(self, items: Sequence[pytest.Item], paths: set[Path]) -> None:
        watch = coverage.Coverage(data_file=None, config_file=False, include=[str(path) for path in paths])
        with watch.collect():
            self._run(items, watch)
        self.running = {path: watch.get_data().contexts_by_lineno(str(path)) for path in paths}

    def _run(self, items: Sequence[pytest.Item], watch: coverage.Coverage | None = None) -> None:
        from scoring import rules  # not above: who loads a mutant from the beginning must not have loaded it

        read_table, now = rules.read_table, ""

        def read_and_tell(ruleset_id: str) -> dict[str, Any]:
            self.reading[now].add(ruleset_id)
            return read_table(ruleset_id)

        rules.read_table = read_and_tell
        for place, item in enumerate(items):
            now = item.nodeid
            self.reading[now] = set()
            if watch:
                watch.switch_context(now)
            forget()
            for ruleset in loaded_before(item):
                rules.load_rules(ruleset)
            run_one(items, place)
        rules.read_table = read_table

    def asked(self, mutant: Mutant, items: Sequence[pytest.Item]) -> Sequence[pytest.Item]:
        """List the tests that may notice a mutant: of what runs at import all."""
        if isinstance(mutant, TableMutant):
            return [item for item in items if mutant.path.stem in self.reading[item.nodeid]]
        if not is_of_one_function(mutant):
            return items
        code = changed(mutant)[0][1]
        lines = {line for _start, _end, line in code.co_lines() if line and line != code.co_firstlineno}
        tests = {test for line in lines for test in self.running[mutant.path].get(line, ())}
        return [item for item in items if item.nodeid in tests]


def loaded_before(item: pytest.Item) -> set[str]:
    """Name the rule sets that a test has from its module or from the fixture of all tests."""
    fixture = {"bmja-tournament"} if "rules" in item.fixturenames else set()  # type: ignore[attr-defined]
    return fixture | {each.id for each in rule_sets(item.module)}  # type: ignore[attr-defined]


def rule_sets(module: Any) -> Iterator[Any]:
    """Find the rule sets that a module loaded when it was imported."""
    from scoring import RuleSet

    for value in vars(module).values():
        held = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
        yield from (each for each in held if isinstance(each, RuleSet))


def forget() -> None:
    """Let the engine forget what it remembers."""
    for module in [module for name, module in sys.modules.items() if name.startswith("scoring.")]:
        for remembered in [each for each in vars(module).values() if hasattr(each, "cache_clear")]:
            remembered.cache_clear()


def run_one(items: Sequence[pytest.Item], place: int) -> None:
    following = items[place + 1] if place + 1 < len(items) else None
    items[place].config.hook.pytest_runtest_protocol(item=items[place], nextitem=following)
