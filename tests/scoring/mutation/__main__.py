"""Run mutants against the engine's tests: `make mutants`, or `make mutants ARGS="points danish"`.

Mutants meet tests that were collected once for all of them, the quick ones first. One that works when the
engine is imported and survives is loaded in a process of its own, too.
"""

import argparse
import importlib.machinery
import importlib.util
import io
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.scoring.mutation.code import CodeMutant, code_mutants
from tests.scoring.mutation.tables import TableMutant, table_mutants
from tests.scoring.mutation.warm import Collected, limit_memory
from tests.scoring.mutation.watching import Mutant

HERE = Path(__file__).parent
TESTS = HERE.parent
ROOT = HERE.parents[2]
MODULES = ("points", "patterns", "special", "settlement")
FIRST = ("golden", "tables", "patterns", "special", "points", "doubles", "settlement", "shapes")
SLOW = ("readings", "properties", "all_rule_sets", "deal_faults", "wild", "notation", "commands", "explain")
SECONDS = 600
ALONE = ["-x", "-q", "-p", "no:cacheprovider", "-c", os.devnull, f"--rootdir={ROOT}", f"--confcutdir={TESTS}"]


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
    equal = _equal()
    return _report(_living(mutants, equal, chosen.quick), mutants, equal)


def _mutants(names: Sequence[str]) -> list[Mutant]:
    scoring, tables = ROOT / "scoring", sorted((ROOT / "scoring" / "rulesets").glob("*.toml"))
    named = names or [*MODULES, *(path.stem for path in tables)]
    found: list[Mutant] = []
    for name in named:
        table = scoring / "rulesets" / f"{name}.toml"
        found += table_mutants(table) if table.exists() else code_mutants(scoring / f"{name}.py")
    return found


def _living(mutants: Sequence[Mutant], equal: Collection[str], hurried: bool) -> list[Mutant]:
    """Find the mutants that no test notices; with those that make no difference no time is lost."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    rounds = _tests()[: 1 if hurried else 2]
    alive = list(mutants)
    for files in rounds:
        tried = [mutant for mutant in alive if mutant.name not in equal or files is rounds[0]]
        noticed = _noticed(tried, files)
        alive = [mutant for mutant in alive if mutant not in noticed]
        _tell(f"{len(alive)} of {len(mutants)} past {len(files)} files")
    return [mutant for mutant in alive if mutant.name in equal or _survives(mutant, rounds)]


def _tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


def _noticed(mutants: Sequence[Mutant], files: Sequence[str]) -> set[Mutant]:
    """Find the mutants that tests notice which are collected once, in a process of their own."""
    reading, writing = os.pipe()
    if mutants and os.fork() == 0:
        os.close(reading)
        with os.fdopen(writing, "w", buffering=1) as survivors, redirect_stdout(io.StringIO()):
            status = pytest.main([*ALONE, *files], plugins=[Hurried(), Collected(mutants, survivors)])
        os._exit(int(status))
    os.close(writing)
    named, alive = {mutant.name: mutant for mutant in mutants}, set[Mutant]()
    with os.fdopen(reading) as survivors:
        for line in survivors:
            alive.add(named[line.strip()])
            _tell(f"alive  {line.strip()}")
    if mutants and os.waitstatus_to_exitcode(os.wait()[1]):
        sys.exit("The tests fail as it is: nothing can be told by them.")
    return set(mutants) - alive


def _tests() -> tuple[list[str], list[str]]:
    """List the files of quick tests, those that ask most first, and the others."""
    names = sorted(path.stem.removeprefix("test_") for path in TESTS.glob("test_*.py"))
    quick = [*FIRST, *(name for name in names if name not in (*FIRST, *SLOW))]
    return _files(quick), _files(SLOW)


def _files(names: Sequence[str]) -> list[str]:
    return [str(TESTS / f"test_{name}.py") for name in names]


def _survives(mutant: Mutant, rounds: Sequence[Sequence[str]]) -> bool:
    """Load a mutant from the beginning and run the tests on it: what it changes may work at import only."""
    if isinstance(mutant, TableMutant):
        return True
    _tell(f"from the beginning  {mutant.name}")
    return all(_passes(mutant, files) for files in rounds)


def _passes(mutant: CodeMutant, files: Sequence[str]) -> bool:
    """Run tests on a mutant in a process of its own; who takes too long or too much memory is noticed."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = _tested(mutant, files)
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _tested(mutant: CodeMutant, files: Sequence[str]) -> int:
    limit_memory()
    signal.alarm(SECONDS)
    silent = io.StringIO()
    with redirect_stdout(silent), redirect_stderr(silent):
        sys.meta_path.insert(0, Instead(mutant))
        return int(pytest.main([*ALONE, *files], plugins=[Hurried()]))


class Hurried:
    """Let Hypothesis look for a fault without making it short, and soak tests go twice their short form."""

    def pytest_configure(self) -> None:
        """Choose the profile."""
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("hurried", phases=phases, database=None, derandomize=True)
        hypothesis.settings.load_profile("hurried")

    @pytest.fixture
    def soak_length(self) -> Callable[[int, int], int]:
        """Stand in for the fixture of the whole run's plugin."""
        return lambda short, full: min(2 * short, full)


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


def _equal() -> dict[str, str]:
    """Read which mutants make no difference, and why."""
    lines = (HERE / "equal.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["mutant"]: row["why"] for row in map(json.loads, lines)}


def _report(alive: Sequence[Mutant], mutants: Sequence[Mutant], equal: Collection[str]) -> int:
    """Print the score, file by file; a survivor must be among those that make no difference."""
    gaps = [mutant for mutant in alive if mutant.name not in equal]
    for path in dict.fromkeys(mutant.path for mutant in mutants):
        tried, living, open_ = (sum(each.path == path for each in some) for some in (mutants, alive, gaps))
        print(
            f"{path.name}: {tried} mutants, {tried - living} noticed, "
            f"{living - open_} make no difference, {open_} unnoticed"
        )
    for mutant in gaps:
        print(f"  {mutant.path.name}:{mutant.line}  {mutant.name}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
