"""What CONTRIBUTING says of the code holds: the files it names are there, and a deal passes through them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
FOUND = re.findall(r"`((?:config|players|scoring|templates|tests|tournaments)/[\w/.-]*)`", TEXT)
NAMED = [name for name in FOUND if not name.endswith(".txt")]  # those are results, which runs write
STEPS = re.findall(r"`(tournaments/[\w/]+\.py)`, `(\w+)`", TEXT)


@pytest.mark.parametrize("name", sorted(set(NAMED)))
def test_it_names_what_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize(("file", "function"), STEPS)
def test_it_says_where_a_deal_passes_through(file: str, function: str) -> None:
    assert f"\ndef {function}(" in (ROOT / file).read_text()


def test_it_follows_a_deal_into_the_engine() -> None:
    assert {function for _, function in STEPS} >= {"deal_submit", "reckon", "append"}
    [reckon] = [file for file, function in STEPS if function == "reckon"]
    assert "scoring.score_deal(" in (ROOT / reckon).read_text()
