"""`manage.py sweep`: what waits is done by hand, once, and what fails is told."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Outbox
from tournaments.services import hook_calls, outbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(running):
    """An export that was asked for while nobody worked."""
    return outbox.export_ask(competition=running, format="csv", actor=None)


def swept():
    said = StringIO()
    call_command("sweep", stdout=said)
    return said.getvalue().strip()


def test_it_does_what_waits_once(waiting):
    Outbox.objects.exclude(pk=waiting.outbox_id).delete()
    assert swept() == "Waited: 1. Left: 0."
    waiting.refresh_from_db()
    assert waiting.body
    assert swept() == "Waited: 0. Left: 0."


def test_it_tells_what_fails_and_does_the_rest(waiting, monkeypatch):
    def broken(row):
        raise ValueError("no file today")

    called = []
    monkeypatch.setitem(outbox.EFFECTS, Outbox.Topic.EXPORT, broken)
    monkeypatch.setattr(hook_calls, "run", lambda: called.append("hooks"))
    with pytest.raises(CommandError, match="ValueError: no file today"):
        swept()
    assert (called, Outbox.objects.filter(done_at=None).count()) == (["hooks"], 1)


def test_it_makes_the_calls_although_all_else_fails(monkeypatch):
    def broken():
        raise OSError("no disk")

    called = []
    monkeypatch.setattr("tournaments.tasks.letters.remind", broken)
    monkeypatch.setattr(hook_calls, "run", lambda: called.append("hooks"))
    with pytest.raises(CommandError, match="OSError: no disk"):
        swept()
    assert called == ["hooks"]
