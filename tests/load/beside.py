"""The same loads on the site of another commit: its files in a folder of their own, with these very tools.

It runs in this environment; where that commit pinned other packages, the figures are of ours.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.load.forms import ROOT
from tests.load.rows import Row, read

TOOLS = Path("tests/load")
PYODIDE = ROOT / "var" / "pyodide"


def measured_beside(commit: str, arguments: Sequence[str]) -> list[Row]:
    """Run what was asked for on another commit's site; give its figures."""
    with files_of(commit) as folder:
        print(f"\nbeside: {commit} ...", flush=True)
        told = folder / "told.json"
        line = [sys.executable, "-m", "tests.load", *without_beside(arguments), "--told", str(told)]
        around = {"SPARROWS_PYODIDE": str(PYODIDE), **os.environ}
        subprocess.run(line, cwd=folder, env=around, check=True, stdout=subprocess.DEVNULL)
        return read(told.read_text())


@contextmanager
def files_of(commit: str) -> Iterator[Path]:
    """Check a commit out beside this one, and lay these tools over its own."""
    with tempfile.TemporaryDirectory(prefix="sparrows-beside-") as above:
        folder = Path(above) / "site"
        _git("worktree", "add", "--detach", "--quiet", str(folder), commit)
        try:
            shutil.copytree(ROOT / TOOLS, folder / TOOLS, dirs_exist_ok=True)
            subprocess.run([sys.executable, "-m", "config.catalogues"], cwd=folder, check=True)
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def without_beside(arguments: Sequence[str]) -> list[str]:
    """Leave out of a command line what is not for the other run: with whom to compare, where to tell."""
    kept, left = list[str](), iter(arguments)
    for argument in left:
        if argument in ("--beside", "--told"):
            next(left, None)
        elif not argument.startswith(("--beside=", "--told=")):
            kept.append(argument)
    return kept


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)
