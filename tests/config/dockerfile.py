"""What an engine of containers would make of the Dockerfile, as far as a folder can stand in for an image.

A stage becomes a folder, COPY copies what the engine would be given of the checkout, RUN runs in the shell.
What would change the machine is left out (`OF_THE_MACHINE`); the packages are those of an environment here.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tournaments.offline import pyodide

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "deploy" / "Dockerfile"
WORKDIR = Path("/opt/sparrows")
OF_THE_MACHINE = ("apt-get ", "useradd ", "python -m venv ")
NOT_WALKED = {".git", ".venv", "var", "node_modules"}
BASE = Path(
    getattr(sys, "_base_executable", sys.executable)
).parent  # a Python without the project's packages


@dataclass(frozen=True)
class Stage:
    """One part of the file: its name, what it begins with, and its other lines as word and rest."""

    name: str
    base: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def all(self, word: str) -> list[str]:
        """List what is said with one word."""
        return [said for step, said in self.steps if step == word]


def stages(text: str) -> list[Stage]:
    """Read the stages in their order; one without a name has its number."""
    read: list[Stage] = []
    for line in text.replace("\\\n", " ").splitlines():
        word, _, said = line.strip().partition(" ")
        if word == "FROM":
            base, _, name = said.partition(" AS ")
            read.append(Stage(name or str(len(read)), base))
        elif word and not word.startswith("#"):
            read[-1].steps.append((word, said.strip()))
    return read


STAGES = stages(FILE.read_text())


# ------------------------------------------------------------------ what the engine is given of the checkout
def patterns() -> list[tuple[re.Pattern[str], bool]]:
    """Read the list beside the Dockerfile: each pattern, and whether it lets in what others kept out."""
    lines = FILE.with_name("Dockerfile.dockerignore").read_text().splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    return [(expression(line.removeprefix("!")), line.startswith("!")) for line in listed]


def expression(pattern: str) -> re.Pattern[str]:
    """Write a pattern of that list as a regular expression."""
    parts = re.split(r"(\*\*/|\*)", pattern)
    meant = {"**/": "(?:.*/)?", "*": "[^/]*"}
    return re.compile("".join(meant.get(part, re.escape(part)) for part in parts))


def is_let_in(path: str) -> bool:
    """Tell whether a file is let in: the last pattern decides that it, or a folder around it, answers to."""
    around = [path, *map(str, Path(path).parents)]
    said = [lets_in for pattern, lets_in in patterns() if any(map(pattern.fullmatch, around))]
    return said[-1] if said else True


def context(root: Path) -> list[str]:
    """List the files of a checkout that the engine is given."""
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in NOT_WALKED]
        files += [(Path(folder) / name).relative_to(root).as_posix() for name in names]
    return sorted(filter(is_let_in, files))


def copied(step: str) -> tuple[str, list[str], str]:
    """Read a COPY: the stage it copies from ("" for the checkout), what, and where to."""
    source = "".join(re.findall(r"--from=(\S+)", step))
    *what, where = [word for word in step.split() if not word.startswith("--")]
    return source, what, where


# ------------------------------------------------------------------ the folders
class Image:
    """The stages made in `folder`, one folder each; `environment` has the packages."""

    def __init__(self, folder: Path, environment: Path) -> None:
        self.folder, self.environment, self.files = folder, environment, context(ROOT)
        for stage in STAGES:
            self.make(stage)

    @property
    def last(self) -> Path:
        """Name the folder of the image itself."""
        return self.folder / STAGES[-1].name

    def make(self, stage: Stage) -> None:
        """Take one stage's steps, in the folder of the stage that it begins with, or in an empty one."""
        place = self.folder / stage.name
        if stage.base in {other.name for other in STAGES}:
            shutil.copytree(self.folder / stage.base, place, symlinks=True)
        place.mkdir(exist_ok=True)
        for word, said in stage.steps:
            if word == "COPY":
                self.copy(place, *copied(said))
            elif word == "RUN":
                self.run(place, said)

    def copy(self, place: Path, source: str, what: list[str], where: str) -> None:
        """Copy out of another stage, or out of the checkout."""
        for one in what:
            if source:
                found = self.folder / source / Path(one).relative_to(WORKDIR)
                shutil.copytree(found, place / where, symlinks=True, dirs_exist_ok=True)
            else:
                self.bring(place / where, one)

    def bring(self, where: Path, one: str) -> None:
        """Copy a file, or what is in a folder, out of the checkout."""
        found = [file for file in self.files if one == "." or Path(file).is_relative_to(one)]
        assert found, f"COPY {one}: nothing of that name is let in"
        around = Path(one).parent if (ROOT / one).is_file() else Path(one)
        for file in found:
            target = where / Path(file).relative_to(around)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, target)

    def run(self, place: Path, said: str) -> None:
        """Run a line as the engine would; give what is here already instead of fetching it."""
        if said.startswith("python -m venv "):
            (place / ".venv").symlink_to(self.environment)
        if said.endswith("-m tournaments.offline") and pyodide.is_there():
            (place / "var").mkdir()
            (place / "var" / "pyodide").symlink_to(pyodide.folder().resolve())
        if not said.startswith(OF_THE_MACHINE):
            within = {"PATH": f"{BASE}:{os.environ['PATH']}", "HOME": str(self.folder)}
            done = subprocess.run(["sh", "-c", said], cwd=place, env=within, capture_output=True, text=True)
            assert done.returncode == 0, f"RUN {said}\n{done.stderr}"
