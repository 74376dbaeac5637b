"""Run mutants against the engine's tests: `make mutants`, or `make mutants ARGS="points danish"`.

A mutant of code is loaded in a process of its own and meets first the tests that ask most, then the other
quick tests, then all. Mutants of tables meet tests that were collected once for all of them; only what
survives those is loaded from the beginning.
"""

import argparse
import importlib.machinery
import importlib.util
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import zip_longest
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.scoring.mutation.code import CodeMutant, code_mutants
from tests.scoring.mutation.tables import TableMutant, table_mutants

HERE = Path(__file__).parent
TESTS = HERE.parent
ROOT = HERE.parents[2]
MODULES = ("points", "patterns", "special", "settlement")
FIRST = ("golden", "tables", "patterns", "special", "points", "doubles", "settlement", "shapes")
SLOW = ("readings", "properties", "all_rule_sets", "deal_faults", "wild", "notation", "commands", "explain")
SECONDS, MEMORY = 120, 3 << 30
ALONE = ["-x", "-q", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={ROOT}", f"--confcutdir={TESTS}"]
Mutant = CodeMutant | TableMutant


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants of the modules and tables named, else all; return 1 if one lives without a reason."""
    parser = argparse.ArgumentParser(prog="make mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="modules of scoring/ or rule sets; else those of the issue")
    parser.add_argument("--list", action="store_true", help="print the mutants and run nothing")
    parser.add_argument("--quick", action="store_true", help="only the quick tests")
    parser.add_argument("--match", default="", help="only mutants whose name holds this")
    chosen = parser.parse_args(arguments)
    mutants = [each for each in _mutants(chosen.names) if chosen.match in each.name]
    if chosen.list:
        print(*(f"{each.line:4} {each.name}" for each in mutants), sep="\n")
        return 0
    return _report(_living(mutants, chosen.quick), len(mutants))


def _mutants(names: Sequence[str]) -> list[Mutant]:
    scoring, tables = ROOT / "scoring", sorted((ROOT / "scoring" / "rulesets").glob("*.toml"))
    named = names or [*MODULES, *(path.stem for path in tables)]
    found: list[Mutant] = []
    for name in named:
        table = scoring / "rulesets" / f"{name}.toml"
        found += table_mutants(table) if table.exists() else code_mutants(scoring / f"{name}.py")
    return found


def _living(mutants: Sequence[Mutant], hurried: bool) -> list[Mutant]:
    """Find the mutants that no test notices, telling how far it is."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    rounds = _tests()[: 2 if hurried else 3]
    if not all(_survives(None, files) for files in rounds):
        sys.exit("The tests fail as it is: nothing can be told by them.")
    tables = [mutant for mutant in mutants if isinstance(mutant, TableMutant)]
    left = [
        *(mutant for mutant in mutants if isinstance(mutant, CodeMutant)),
        *_past_collected(tables, rounds),
    ]
    alive, began = list[Mutant](), time.monotonic()
    for place, mutant in enumerate(left, 1):
        if all(_survives(mutant, files) for files in rounds):
            alive.append(mutant)
            print(f"alive  {mutant.path.name}:{mutant.line}  {mutant.name}", flush=True)
        if place % 100 == 0:
            print(f"... {place} of {len(left)}, {time.monotonic() - began:.0f} s", flush=True)
    return alive


def _past_collected(mutants: Sequence[TableMutant], rounds: Sequence[Sequence[str]]) -> list[TableMutant]:
    """Find the mutants of tables that survive the quick tests, collected once in a process of their own."""
    if not mutants:
        return []
    with tempfile.NamedTemporaryFile("r") as survivors:
        if os.fork() == 0:
            with redirect_stdout(io.StringIO()):
                loop = Collected(mutants, survivors.name)
                pytest.main([*ALONE, *rounds[0], *rounds[1]], plugins=[Hurried(), loop])
            os._exit(0)
        os.wait()
        told = set(survivors.read().splitlines())
    return [mutant for mutant in mutants if mutant.name in told]


def _tests() -> tuple[list[str], list[str], list[str]]:
    names = sorted(path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py"))
    others = [name for name in names if name not in (*FIRST, *SLOW)]
    return _files(FIRST), _files(others), _files(SLOW)


def _files(names: Sequence[str]) -> list[str]:
    return [str(TESTS / f"test_{name}.py") for name in names]


def _survives(mutant: Mutant | None, files: Sequence[str]) -> bool:
    """Run tests on a mutant in a process of its own; who takes too long or too much memory is noticed."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = _tested(mutant, files)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _tested(mutant: Mutant | None, files: Sequence[str]) -> int:
    signal.alarm(SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silent = io.StringIO()
    with redirect_stdout(silent), redirect_stderr(silent), tempfile.TemporaryDirectory() as folder:
        if isinstance(mutant, CodeMutant):
            sys.meta_path.insert(0, Instead(mutant))
        elif mutant is not None:
            _lay_table(mutant, Path(folder) / "rulesets")
        return int(pytest.main([*ALONE, *files], plugins=[Hurried()]))


class Hurried:
    """Let Hypothesis look for a fault without making it short, and soak tests keep to their short form."""

    def pytest_configure(self) -> None:
        """Choose the profile."""
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("hurried", phases=phases, database=None, derandomize=True)
        hypothesis.settings.load_profile("hurried")

    @pytest.fixture
    def soak_length(self) -> Callable[[int, int], int]:
        """Stand in for the fixture of the whole run's plugin."""
        return lambda short, full: short


class Collected:
    """Runs the tests of a session once for each mutant of a table, in a fork of what was collected."""

    def __init__(self, mutants: Sequence[TableMutant], survivors: str) -> None:
        self.mutants, self.survivors = mutants, survivors

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests on one mutant after another; write down those that none of them noticed."""
        with open(self.survivors, "w") as told:
            for mutant in self.mutants:
                child = os.fork()
                if child == 0:
                    os._exit(self._first_failure(session, mutant))
                if os.waitpid(child, 0)[1] == 0:
                    told.write(mutant.name + "\n")
        return True

    @staticmethod
    def _first_failure(session: pytest.Session, mutant: TableMutant) -> int:
        signal.alarm(SECONDS)
        with tempfile.TemporaryDirectory() as folder:
            _lay_table(mutant, Path(folder) / "rulesets")
            for item, following in zip_longest(session.items, session.items[1:]):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    return 1
        return 0


class Instead(importlib.machinery.SourceFileLoader):
    """Loads a mutant in place of its module."""

    def __init__(self, mutant: CodeMutant) -> None:
        super().__init__(f"scoring.{mutant.path.stem}", str(mutant.path))
        self.mutant = mutant

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> Any:
        """Answer for the module alone."""
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.mutant.path, loader=self)

    def get_code(self, _name: str) -> Any:
        """Give the changed module."""
        return self.mutant.code()


def _lay_table(mutant: TableMutant, folder: Path) -> None:
    from scoring import rules  # not above: the parent must not have loaded what it mutates

    shutil.copytree(rules.FOLDER, folder)
    (folder / mutant.path.name).write_text(mutant.text, encoding="utf-8")
    rules.FOLDER = folder  # type: ignore[misc]
    for module in [module for name, module in sys.modules.items() if name.startswith("scoring.")]:
        for remembered in [each for each in vars(module).values() if hasattr(each, "cache_clear")]:
            remembered.cache_clear()


def _report(alive: Sequence[Mutant], tried: int) -> int:
    """Print the score; a survivor must be among those that make no difference."""
    lines = (HERE / "equal.jsonl").read_text(encoding="utf-8").splitlines()
    equal = {row["mutant"]: row["why"] for row in map(json.loads, lines)}
    gaps = [mutant for mutant in alive if mutant.name not in equal]
    print(
        f"\n{tried} mutants: {tried - len(alive)} noticed, {len(alive) - len(gaps)} make no difference, ",
        end="",
    )
    print(f"{len(gaps)} unnoticed")
    for mutant in gaps:
        print(f"  {mutant.path.name}:{mutant.line}  {mutant.name}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
