"""Refusals in the reader's language: the engine's faults with their names, codes for programs unchanged."""

from pathlib import Path
from typing import Any

import pytest

import scoring
from tournaments import refusals

SOURCES = [
    path.read_text(encoding="utf-8")
    for path in Path(refusals.__file__).parent.rglob("*.py")
    if path != Path(refusals.__file__)
]


@pytest.mark.parametrize("code", refusals.SENTENCES)
def test_it_has_no_sentence_that_nobody_says(code: str) -> None:
    assert code in refusals.OUTAGES.values() or any(f'"{code}"' in source for source in SOURCES)


def test_it_has_a_status_for_no_code_but_its_own() -> None:
    assert set(refusals.STATUS) <= set(refusals.SENTENCES)


def test_it_says_a_fault_of_the_rules_in_the_readers_language(monkeypatch: Any) -> None:
    told = {"There is only one {tile}.": "Es gibt nur eine {tile}.", "plum (flower 1)": "Pflaume (Blume 1)"}
    monkeypatch.setattr(refusals, "gettext", lambda text: told.get(text, text))

    said = refusals.problem_json(scoring.Problem("bonus_repeated", ("F1",), "E", {"tile": "F1"}))

    assert (said["message"], said["code"]) == ("Es gibt nur eine Pflaume (Blume 1).", "bonus_repeated")
    assert (said["seat"], said["facts"]) == ("E", {"tile": "F1"})
