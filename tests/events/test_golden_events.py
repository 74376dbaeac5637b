"""Whole events, played with real walls: every value, net, wind and place, also after corrections.

Each folder here is an event; a new one is tested by being put here.
"""

import json
import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournaments.models import Competition, DealVersion, HeldSubmission

HERE = Path(__file__).parent
FOLDERS = sorted(file.parent for file in HERE.glob("*/event.json"))

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_comes_to_what_every_event_came_to(folder: Path):
    comes_to_what_it_came_to(folder)


@pytest.mark.parametrize("name", ["club16", "league8", "open8"])
def test_it_comes_to_the_same_where_losers_show_what_counts(name: str, tmp_path: Path):
    folder = shutil.copytree(HERE / name, tmp_path / name)
    hide(folder)
    comes_to_what_it_came_to(folder)
    hands = [hand for deal in DealVersion.objects.all() for hand in deal.content["hands"].values()]
    assert sum("unshown" in hand for hand in hands) > len(hands) / 2


def hide(folder: Path) -> None:
    """Leave out of the deals, and of what takes their place later, what losers' hands are not paid for."""
    event = json.loads((folder / "event.json").read_text())
    (folder / "event.json").write_text(json.dumps({**event, "entry_level": "counting"}))
    lines = (folder / "deals.jsonl").read_text().splitlines()
    shown = [json.dumps(what_counts(json.loads(line))) for line in lines]
    (folder / "deals.jsonl").write_text("\n".join(shown))
    if (file := folder / "corrections.json").exists():
        after = [what_counts(one) for one in json.loads(file.read_text())]
        file.write_text(json.dumps(after))


def what_counts(told: Any) -> Any:
    """Hide the tiles of losers that lie alone, and pairs of suits, wherever in a line a deal is declared."""
    if isinstance(told, list):
        return [what_counts(one) for one in told]
    if not isinstance(told, dict):
        return told
    if "winners" not in told:
        return {name: what_counts(one) for name, one in told.items()}
    hands = {
        seat: hand if seat in told["winners"] or hand["flags"] else hidden(hand)
        for seat, hand in told["hands"].items()
    }
    return {**told, "hands": hands}


def hidden(hand: dict[str, Any]) -> dict[str, Any]:
    rack = hand["concealed"]
    shown = [tile for tile in rack if rack.count(tile) > (2 if tile[1].isdigit() else 1)]
    return {**hand, "concealed": shown, "unshown": len(rack) - len(shown)} if shown != rack else hand


def comes_to_what_it_came_to(folder: Path) -> None:
    """Import an event, compare all of it with what is expected, and check the chain."""
    told = StringIO()
    call_command("import_event", folder, stdout=told)
    assert "Created" in told.getvalue()
    imported = DealVersion.objects.count()
    call_command("verify_event", folder, stdout=told)
    assert told.getvalue().rstrip().endswith("\n0 differences")
    assert DealVersion.objects.count() == imported, "the corrections are taken back after the look"
    assert not HeldSubmission.objects.exists()
    call_command("verify_chain", Competition.objects.get().slug, stdout=told)
    assert "rows are as recorded" in told.getvalue()
