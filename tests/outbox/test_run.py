"""Doing what the outbox promises: once, in order, together with its mark."""

import logging

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments import tasks
from tournaments.live import waking
from tournaments.models import Export, Outbox
from tournaments.services import outbox

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_wakes_it(monkeypatch):
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)


@pytest.fixture
def quiet(running):
    """The running tournament with an empty outbox."""
    outbox.run()
    return running


def undone():
    return list(Outbox.objects.filter(done_at=None).values_list("topic", flat=True))


def wanted(competition, format="csv"):
    return outbox.export_ask(competition=competition, format=format, actor=None)


def test_it_does_what_was_asked_for_and_marks_it(quiet):
    asked = [wanted(quiet), wanted(quiet, "json")]
    assert undone() == ["export"] * 2
    assert outbox.run() == 2
    assert undone() == []
    assert all(Export.objects.get(pk=each.pk).revision == quiet.revision for each in asked)


def test_it_does_nothing_twice(quiet):
    wanted(quiet)
    assert (outbox.run(), outbox.run()) == (1, 0)
    row = Outbox.objects.latest("pk")
    before = Export.objects.get().body
    Outbox.objects.filter(pk=row.pk).update(done_at=None)
    assert outbox.run() == 1, "a mark that was lost costs the work again and has no other effect"
    assert Export.objects.get().body == before


def test_it_is_promised_nothing_by_a_deal(quiet, table, play):
    play(table)
    assert undone() == [], "standings are worked out when they are read"


def test_it_is_promised_nothing_by_what_was_rolled_back(quiet):
    with transaction.atomic():
        wanted(quiet)
        transaction.set_rollback(True)
    assert undone() == []


def test_it_keeps_a_row_that_fails_and_does_the_others(quiet, monkeypatch):
    failing, other = wanted(quiet, "json"), wanted(quiet)
    monkeypatch.setitem(outbox.WRITERS, "json", fails)
    with pytest.raises(ExceptionGroup) as failed:
        outbox.run()
    assert [str(error) for error in failed.value.exceptions] == ["no such luck"]
    assert undone() == ["export"]
    assert Export.objects.get(pk=other.pk).body
    monkeypatch.undo()
    outbox.run()
    assert undone() == []
    assert Export.objects.get(pk=failing.pk).body


def test_it_takes_the_effect_back_with_a_mark_that_fails(quiet, monkeypatch):
    wanted(quiet)
    monkeypatch.setitem(outbox.EFFECTS, Outbox.Topic.EXPORT, then_fails(outbox.export_write))
    with pytest.raises(ExceptionGroup):
        outbox.run()
    assert (Export.objects.get().body, undone()) == (None, ["export"])


def fails(row):
    raise LookupError("no such luck")


def then_fails(effect):
    def doing(row):
        effect(row)
        raise LookupError("died after the effect")

    return doing


class TestWaking:
    """Asking a broker that may not be there."""

    @pytest.fixture(autouse=True)
    def _woken(self, monkeypatch):
        monkeypatch.undo()
        monkeypatch.setattr(waking, "broker_absence", waking.Absence("broker"))

    def test_it_goes_on_without_a_broker_and_leaves_it_alone_for_a_while(self, monkeypatch, caplog):
        asked = []

        def apply(*args, **options):
            asked.append(1)
            raise OperationalError("connection refused")

        monkeypatch.setattr(tasks.run_outbox, "apply_async", apply)
        with caplog.at_level(logging.WARNING):
            waking.wake_outbox()
            waking.wake_outbox()
        assert asked == [1]
        assert "broker_away" in caplog.text

    def test_it_asks_again_after_the_pause(self, monkeypatch):
        asked = []
        monkeypatch.setattr(tasks.run_outbox, "apply_async", lambda *args, **options: asked.append(1))
        waking.broker_absence.note(OSError())
        waking.wake_outbox()
        waking.broker_absence.end()
        waking.wake_outbox()
        assert asked == [1]


class TestReading:
    """What is written under a revision is that revision, though tables go on recording."""

    def test_it_reads_again_what_changed_under_its_hands(self, quiet):
        def restless(competition):
            seen.append(competition.revision)
            if len(seen) < 3:
                type(competition).objects.update(revision=competition.revision + 1)
            return f"as of {competition.revision}"

        seen: list[int] = []
        competition, read = outbox.unchanged(quiet.pk, restless)
        assert seen == [quiet.revision, quiet.revision + 1, quiet.revision + 2]
        assert (competition.revision, read) == (seen[-1], f"as of {seen[-1]}")

    def test_it_holds_the_tables_up_when_they_do_not_let_it_end(self, quiet):
        def never_still(competition):
            if len(seen) < outbox.READINGS:
                type(competition).objects.update(revision=competition.revision + 1)
            seen.append(competition.revision)

        seen: list[int] = []
        competition, _ = outbox.unchanged(quiet.pk, never_still)
        assert competition.revision == seen[-1] == quiet.revision + outbox.READINGS
