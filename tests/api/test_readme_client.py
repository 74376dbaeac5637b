"""The client in the README, run as it stands there: it prints the table of a league."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tournaments.models import Competition
from tournaments.selectors.standings import standings_of

README = Path(__file__).resolve().parents[2] / "README.md"


def client() -> str:
    """Give the one program in the README."""
    [found] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


def test_it_is_thirty_lines() -> None:
    assert len(client().splitlines()) <= 30


@pytest.mark.django_db(transaction=True)
def test_it_prints_a_league_table(three_evenings: Competition, live_server: Any, tmp_path: Path) -> None:
    assert three_evenings.league
    file = tmp_path / "league_table.py"
    file.write_text(client(), encoding="utf-8")
    asked = [sys.executable, str(file), live_server.url, three_evenings.league.slug]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    head, *rows = done.stdout.splitlines()
    assert head == f"{three_evenings.name}, {three_evenings.club.name}"
    table = standings_of(three_evenings).rows
    assert len(rows) == len(table) > 4
    assert [row.split()[0] for row in rows[:4]] == [f"{one.rank}." for one in table[:4]]
    assert all(one.name in row for one, row in zip(table, rows, strict=True))
