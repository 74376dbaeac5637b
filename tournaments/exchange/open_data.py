"""Read an event from the one file in which a Sparrows publishes it, with what came of it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tournaments.exchange.judging import faults_of
from tournaments.exchange.reading import (
    Event,
    MalformedEvent,
    Submitted,
    content_of,
    event_in,
    read_json,
)

COUNTED = (
    *("round", "table", "deal", "east", "round_wind", "values", "net", "players", "special", "special_any"),
    *("resting", "cannon", "robbed_from", "void"),
)
SHOWN = 20  # faults that are said at once where a file is brought in; `validate_event` says all


def read_file(path: Path) -> Event:
    """Read a file; raises MalformedEvent with what is wrong, and for what cannot be brought in."""
    data = read_json(path)
    if faults := faults_of(data):
        said = "\n".join(map(str, faults[:SHOWN]))
        raise MalformedEvent(f"{path}: {len(faults)} faults\n{said}")
    return event_in(data, path, tuple(_submitted(line) for line in data["deals"]))


def results_in(path: Path) -> dict[str, Any]:
    """Give what a file says its event came to, to be compared with."""
    data = read_json(path)
    deals = [{name: line[name] for name in COUNTED if name in line} for line in data["deals"]]
    return {"deals": deals, "standings": data["standings"]}


def _submitted(line: Mapping[str, Any]) -> Submitted:
    place = line["round"], line["table"], line["deal"]
    counts, led_on = content_of(line), line.get("played_on_as")
    told: dict[str, Any] = {"void": line.get("void", False), "played_on": led_on is not None}
    if led_on is None:
        return Submitted(place, counts, **told)
    corrected = None if counts == content_of(led_on) else counts
    return Submitted(place, content_of(led_on), corrected=corrected, **told)
