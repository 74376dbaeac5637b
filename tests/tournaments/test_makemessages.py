"""What translators are given: the texts in the tables of rules, too."""

import shutil
from pathlib import Path

import pytest
from django.core.management.commands.makemessages import TranslatableFile

from scoring import load_rules, ruleset_ids
from scoring.rules import FOLDER
from tournaments.management.commands.makemessages import BuildFile, Command


@pytest.fixture
def collected(tmp_path: Path) -> str:
    """The Python that gettext reads instead of the tables of rules."""
    texts = []
    for ruleset in ruleset_ids():
        shutil.copy(FOLDER / f"{ruleset}.toml", tmp_path)
        told = BuildFile(None, "django", TranslatableFile(str(tmp_path), f"{ruleset}.toml", None))
        told.preprocess()
        texts.append(Path(told.work_path).read_text(encoding="utf-8"))
        told.cleanup()
    return "\n".join(texts)


def test_it_collects_what_the_tables_of_rules_say(collected: str) -> None:
    for ruleset in ruleset_ids():
        rules = load_rules(ruleset)
        for text in (rules.name, *(option.about for option in rules.option_specs.values())):
            assert f"gettext_noop({text!r})" in collected
    assert "gettext_noop('per_set')" in collected


def test_it_reads_python_and_pages_as_ever(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("{% translate 'Rules' %}", encoding="utf-8")
    told = BuildFile(None, "django", TranslatableFile(str(tmp_path), "page.html", None))
    told.preprocess()

    assert Path(told.work_path).read_text(encoding="utf-8").strip() == "gettext(u'Rules')"


def test_it_looks_for_tables_without_being_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "django.core.management.commands.makemessages.Command.handle",
        lambda _self, **options: asked.append(options["extensions"]),
    )
    Command().handle(domain="django", extensions=None)
    Command().handle(domain="django", extensions=["html"])

    assert asked == [["html", "txt", "py", ".toml", ".json"], ["html", ".toml", ".json"]]
