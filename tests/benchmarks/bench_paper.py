"""Time all papers of 200 players over seven rounds, beside the same text drawn without layout."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.benchmarks.bars import verdict
from tests.benchmarks.congress import event
from tournaments.printing import papers
from tournaments.printing.page import Paper
from tournaments.services import bundles
from tournaments.tilefaces import Look

PLAYERS, ROUNDS, BAR = 200, 7, 5.0  # seconds for all papers
SITE = "https://sparrows.example.org/"


@pytest.mark.django_db
@pytest.mark.timeout(0)
def test_all_papers_of_a_congress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print the seconds of each paper and of all, and how many times the text alone that is."""
    competition = event(players=PLAYERS, rounds=ROUNDS, deals=8)
    spent, written = dict[str, float](), papers.written

    def timed(kind: str, *asked: Any) -> bytes:
        began = time.perf_counter()
        body = written(kind, *asked)
        spent[kind] = time.perf_counter() - began
        return body

    monkeypatch.setattr(papers, "written", timed)
    lines = list[tuple[float, float, str]]()
    whole, size = taken(lambda: len(bundles.drawn(competition, SITE, "A4", lambda done, of: None).body))
    write = Paper.text
    monkeypatch.setattr(Paper, "text", lambda paper, x, y, said="": lines.append((x, y, said)))
    bundles.drawn(competition, SITE, "A4", lambda done, of: None)
    monkeypatch.setattr(Paper, "text", write)
    base, _ = taken(lambda: bare(lines))
    print(f"\n{PLAYERS} players, {ROUNDS} rounds: all papers {whole:.2f} s, {size // 1024} KB")
    print(", ".join(f"{kind} {seconds:.2f} s" for kind, seconds in spent.items()))
    print(f"their {len(lines)} texts alone {base:.2f} s; all papers are {whole / base:.1f} times that")
    print(verdict([f"{whole:.2f} s over {BAR}"] if whole > BAR else []))


def taken(work: Callable[[], int]) -> tuple[float, int]:
    """Give the seconds of some work, and what it gave."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def bare(lines: list[tuple[float, float, str]]) -> int:
    """Write the same texts in one size, a hundred a page."""
    paper = Paper("", "", "A4", Look(), 1)
    for place, (x, y, said) in enumerate(lines):
        if place % 100 == 0:
            paper.add_page()
            paper.set_font("body", "", 8)
        paper.text(x, y, said)
    return len(paper.output())
