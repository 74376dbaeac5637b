"""Collect what is to be translated, out of the tables of rules, too: their names and their options."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

EXTENSIONS = ("html", "txt", "py")


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


class Command(makemessages.Command):
    """Django's command, with the tables of rules among the files."""

    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        """Read tables of rules beside what is read by default; of scripts what stands in `_` or `marked`."""
        if options["domain"] == "djangojs":
            self.xgettext_options = [*self.xgettext_options, "--keyword=marked"]
        else:
            options["extensions"] = [*(options["extensions"] or EXTENSIONS), "toml"]
        super().handle(*args, **options)
