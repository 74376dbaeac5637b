"""Times of one competition follow its sequence, also where the clocks of its servers differ."""

from datetime import timedelta
from functools import partial
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.utils import timezone

from tests import declared
from tournaments.models import DealVersion
from tournaments.selectors.chain import ledger_of
from tournaments.services import confirmations, devices
from tournaments.services.chain import chain_check
from tournaments.services.deals import deal_submit

pytestmark = pytest.mark.django_db
SLOW = timedelta(seconds=5)


@pytest.fixture
def clocks():
    """The clocks of two servers, five seconds apart, as something to do things by."""
    ahead = timezone.now() + timedelta(minutes=1)
    return [partial(time_machine.travel, moment, tick=False) for moment in (ahead, ahead - SLOW)]


def test_it_never_goes_back_from_one_row_to_the_next(running, table, play, tam, clocks):
    ahead, behind = clocks
    with ahead():
        play(table)
    with behind():
        version = play(table, declared.draw()).version
        play(table, deal=1)  # held
        confirmations.word_say(table=table, number=2, seat="E", word="confirm", sha256=version.sha256)
        devices.referee_call(table=table, device=tam.device, reason="")
    with ahead():
        play(table, declared.draw())
    rows = [row for _, row in ledger_of(running).sealed]
    assert {row._meta.model_name for row in rows} >= {
        "dealversion",
        "action",
        "confirmation",
        "heldsubmission",
    }
    times = [row.at for row in rows]
    assert times == sorted(times)
    running.refresh_from_db()
    assert chain_check(running)[1] == []


@pytest.mark.parametrize("way", ["let go", "taken over"])
def test_it_lets_go_of_a_tablet_no_earlier_than_its_last_deal(running, table, play, tam, olive, clocks, way):
    ahead, behind = clocks
    with ahead():
        deal_submit(table=table, submission=declared.submission(table), device=tam.device)
    with behind():
        if way == "let go":
            devices.device_revoke(device=tam.device, actor=olive)
        else:
            issued = devices.pairing_code_issue(
                competition=running, table_number=3, actor=olive, takes_over=True
            )
            devices.device_pair(code=issued.long, address="127.0.0.1")
    tam.device.refresh_from_db()
    assert DealVersion.objects.get(device=tam.device).at <= tam.device.revoked_at


def test_it_goes_on_from_the_rows_that_a_competition_has_already(running, table, play, clocks):
    ahead, behind = clocks
    with ahead():
        version = play(table).version
    type(running).objects.update(sealed_at=None)
    import_module("tournaments.migrations.0018_sealed_at").take_from_rows(apps, None)
    with behind():
        assert play(table, declared.draw()).version.at >= version.at
