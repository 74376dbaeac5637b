"""Collect what is to be translated, out of the tables of rules, too: what they say to people."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

EXTENSIONS = ("html", "txt", "py")
TABLES = (".toml", ".json")  # no code: what of their values people read is known here
# What people read: a catalogue holds what these files say, and what tablets and the office say in scripts.
SAID = (
    "scoring/*.py",
    "scoring/rulesets/*.toml",
    "tournaments/ranking/seasons/presets.json",
    "templates/**/*.html",
    "templates/**/*.txt",
    "config/*.py",
    "players/*.py",
    "tournaments/**/*.py",
    "tournaments/static/sparrows/organiser/*.js",
    "tournaments/static/sparrows/table/*.js",
    "tournaments/static/sparrows/table/[!v]*/*.js",  # vendor/ says nothing
)
# What is read in English: by whoever stands at a command line, or writes programs against the API.
IN_ENGLISH = (
    "tournaments/management/**/*.py",
    "tournaments/demo/*.py",
    "tournaments/backups/*.py",
    "tournaments/api/**/*.py",
)
OF_TABLETS = (  # of the API what tablets show
    *(f"tournaments/api/{name}.py" for name in ("fields", "parsers")),
    *(f"tournaments/api/table/{name}.py" for name in ("views", "input", "output")),
)


class BuildFile(makemessages.BuildFile):
    """A file with texts to translate; of a table of rules those that people read."""

    def preprocess(self) -> None:
        """Write the texts of a table down as Python, which gettext can read."""
        if Path(self.path).suffix not in TABLES:
            super().preprocess()
            return
        marked = "\n".join(f"gettext_noop({text!r})" for text in told_in(Path(self.path)))
        Path(self.work_path).write_text(marked, encoding="utf-8")


def told_in(file: Path) -> Iterator[str]:
    """List the texts of a file of TABLES."""
    told = file.read_text(encoding="utf-8")
    yield from texts_of(tomllib.loads(told)) if file.suffix == ".toml" else texts_of_presets(json.loads(told))


def texts_of_presets(presets: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """List what is said about the seasons to begin with: what is our reading, and what is no part of them."""
    for preset in presets:
        yield from filter(None, (preset["ours"], preset["not_said"]))


def texts_of(table: Mapping[str, Any]) -> Iterator[str]:
    """List the texts of a table of rules: its name, what each option decides, and what it offers."""
    if "name" in table:
        yield table["name"]
    for option in table.get("options", {}).values():
        yield option["about"]
        yield from option.get("choices", ())


def files_said() -> set[Path]:
    """Find the files whose sentences people read."""
    return (_files(SAID) - _files(IN_ENGLISH)) | _files(OF_TABLETS)


def _files(patterns: Iterable[str]) -> set[Path]:
    return {file for pattern in patterns for file in settings.BASE_DIR.glob(pattern)}


class Command(makemessages.Command):
    """Django's command, for what people read, with the tables of rules among the files."""

    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        """Read tables of rules beside what is read by default; of scripts what stands in `_` or `marked`."""
        if options["domain"] == "djangojs":
            self.xgettext_options = [*self.xgettext_options, "--keyword=marked"]
        else:
            options["extensions"] = [*(options["extensions"] or EXTENSIONS), *TABLES]
        super().handle(*args, **(options | {"no_obsolete": True}))

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Find what people read only."""
        ours = files_said()
        return [file for file in super().find_files(root) if Path(file.path).resolve() in ours]
