"""Whole events, played with real walls: every value, net, wind and place, also after corrections.

Each folder here is an event; a new one is tested by being put here.
"""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tournaments.models import Competition, DealVersion, HeldSubmission

FOLDERS = sorted(file.parent for file in Path(__file__).parent.glob("*/event.json"))

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_it_comes_to_what_every_event_came_to(folder: Path):
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
