"""The rules of clubs to begin with: a policy each, its source, what is our reading and what it cannot say."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("presets.json")


@dataclass(frozen=True, slots=True)
class Preset:
    """Say a club's rule: `ours` is what its source leaves open, `not_said` what no policy can hold."""

    code: str
    name: str
    source: str
    ours: str
    not_said: str
    season: Mapping[str, Any]


@cache
def presets() -> Mapping[str, Preset]:
    """Return the presets by code, in the order of the file."""
    return {each["code"]: Preset(**each) for each in json.loads(FILE.read_text(encoding="utf-8"))}
