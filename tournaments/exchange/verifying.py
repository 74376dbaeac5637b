"""Verify an imported event: the results as played, each correction, and the results after all of them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tournaments.exchange.comparing import compare
from tournaments.exchange.comparison import Comparison
from tournaments.exchange.correcting import Corrections
from tournaments.exchange.open_data import read_file, results_in
from tournaments.exchange.reading import Event, read_event, read_json
from tournaments.models import Competition


def event_at(path: Path) -> Event:
    """Read an event: a folder, or a file as a Sparrows publishes it; raises MalformedEvent."""
    return read_file(path) if path.is_file() else read_event(path)


@dataclass(frozen=True, slots=True)
class Verified:
    """One step of the verification with what it compared."""

    name: str
    made: Comparison


def verify(event: Event, folder: Path, competition: Competition) -> list[Verified]:
    """Compare, correct and compare again; writes the corrections, the caller decides whether they stay.

    Where the corrections were taken before, only what is expected after them can be compared.
    """
    if folder.is_file():
        return [Verified("as published", compare(competition, results_in(folder)))]
    steps, staff = [], Corrections(event, competition)
    taken = staff.taken()
    if not taken:
        steps.append(Verified("as played", compare(competition, read_json(folder / "expected.json"))))
    if not event.corrections:
        return steps
    after = _after(folder)
    if not taken:
        steps.append(Verified("corrections", _corrected(event, staff, after)))
    competition.refresh_from_db()
    steps.append(Verified("after the corrections", compare(competition, after)))
    return steps


def _after(folder: Path) -> Any:
    path = folder / "expected_after.json"
    return read_json(path) if path.exists() else {}


def _corrected(event: Event, staff: Corrections, after: Any) -> Comparison:
    made = Comparison()
    told = {each["seq"]: each for each in after.get("corrections", ())}
    for action in sorted(event.corrections, key=lambda action: action["seq"]):
        staff.compare(action, told.get(action["seq"]), made)
        made.counts["corrections taken"] += 1
    return made
