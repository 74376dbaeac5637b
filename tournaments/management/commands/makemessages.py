"""Collect what is to be translated, out of the tables of rules, too: their names and their options."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

EXTENSIONS = ("html", "txt", "py")
# Tablets alone speak other languages (`TabletLanguage`): a catalogue holds what these files say.
ON_THE_TABLET = (
    "scoring/*.py",
    "scoring/rulesets/*.toml",
    "templates/base.html",
    "templates/table/*.html",
    *(f"templates/includes/{name}.html" for name in ("brand", "theme_switch")),
    "tournaments/static/sparrows/table/*.js",
    "tournaments/static/sparrows/table/[!v]*/*.js",  # vendor/ says nothing
    "tournaments/views/table/*.py",
    "tournaments/refusals.py",
    "tournaments/deal/*.py",
    *(f"tournaments/wording/{name}.py" for name in ("glossary", "reasons", "rounds", "tiles")),
    *(f"tournaments/selectors/{name}.py" for name in ("confirmed", "endings", "explained")),
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


def on_the_tablet() -> set[Path]:
    """Find the files whose sentences tablets say."""
    return {file for pattern in ON_THE_TABLET for file in settings.BASE_DIR.glob(pattern)}


class Command(makemessages.Command):
    """Django's command, for what tablets say, with the tables of rules among the files."""

    build_file_class = BuildFile

    def handle(self, *args: Any, **options: Any) -> None:
        """Read tables of rules beside what is read by default; of scripts what stands in `_` or `marked`."""
        if options["domain"] == "djangojs":
            self.xgettext_options = [*self.xgettext_options, "--keyword=marked"]
        else:
            options["extensions"] = [*(options["extensions"] or EXTENSIONS), "toml"]
        super().handle(*args, **(options | {"no_obsolete": True}))

    def find_files(self, root: str) -> list[makemessages.TranslatableFile]:
        """Find the files of tablets only: what no language is offered for waits in no catalogue."""
        ours = on_the_tablet()
        return [file for file in super().find_files(root) if Path(file.path).resolve() in ours]
