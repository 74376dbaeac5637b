"""Refusals in the reader's language: the engine's faults with their names, codes for programs unchanged."""

from typing import Any

import scoring
from tournaments import refusals


def test_it_says_a_fault_of_the_rules_in_the_readers_language(monkeypatch: Any) -> None:
    told = {"There is only one {tile}.": "Es gibt nur eine {tile}.", "plum (flower 1)": "Pflaume (Blume 1)"}
    monkeypatch.setattr(refusals, "gettext", lambda text: told.get(text, text))

    said = refusals.problem_json(scoring.Problem("bonus_repeated", ("F1",), "E", {"tile": "F1"}))

    assert (said["message"], said["code"]) == ("Es gibt nur eine Pflaume (Blume 1).", "bonus_repeated")
    assert (said["seat"], said["facts"]) == ("E", {"tile": "F1"})
