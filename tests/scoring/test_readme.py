"""The examples of the engine's README hold."""

import doctest
from pathlib import Path

import scoring

README = Path(scoring.__file__).with_name("README.md")


def test_it_shows_examples_that_hold() -> None:
    told = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)

    assert (told.failed, told.attempted >= 40) == (0, True)


def test_it_names_every_module() -> None:
    text = README.read_text(encoding="utf-8")
    modules = {path.stem for path in README.parent.glob("*.py") if not path.stem.startswith("_")}

    assert {module for module in modules if f"`{module}`" not in text} == set()
