"""Collect what is to be translated, out of the tables of rules, too: their names and their options."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

EXTENSIONS = ("html", "txt", "py")
# What people read: a catalogue holds what these files say, and what tablets say in their scripts.
SAID = (
    "scoring/*.py",
    "scoring/rulesets/*.toml",
    "templates/**/*.html",
    "templates/**/*.txt",
    "config/*.py",
    "players/*.py",
    "tournaments/**/*.py",
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
        if not self.path.endswith(".toml"):
            super().preprocess()
            return
        table = tomllib.loads(Path(self.path).read_text(encoding="utf-8"))
        marked = "\n".join(f"gettext_noop({text!r})" for text in texts_of(table))
        Path(self.work_path).write_text(marked, encoding="utf-8")


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
            options["extensions"] = [*(options["extensions"] or EXTENSIONS), "toml"]
        super().handle(*args, **(options | {"no_obsolete": True}))

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Find what people read only."""
        ours = files_said()
        return [file for file in super().find_files(root) if Path(file.path).resolve() in ours]
