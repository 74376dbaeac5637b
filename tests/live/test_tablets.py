"""A tablet's stream: whoever changes what the tablet would be answered, it is told at once."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, expect

from tests import declared
from tests.conftest import Tam
from tests.live.test_hub import Reader, event
from tests.loops import Loop, played
from tests.table.conftest import context, open_table, own_profile  # noqa: F401 - a tablet's browser
from tests.tournaments.writes import WRITES, Stage
from tournaments import access
from tournaments.api.authentication import cookie_name
from tournaments.api.table import news
from tournaments.api.table.output import table_json
from tournaments.live.hub import Mailbox, Tablet, hub
from tournaments.models import Competition, Device, Table
from tournaments.refusals import Refusal
from tournaments.services import competitions, corrections, deals, devices

# What a tablet shows is changed by each of these; the others are there to be compared with what it is told.
KINDS = {
    "correction by the office": "corrections.deal_correct",
    "annulment": "corrections.deal_void",
    "correction of another tablet": "table_corrections.table_correct",
    "deal of another tablet": "deals.deal_submit",
    "deal carried over": "saved_deals.saved_deal_take",
    "deal of the staff": "entering.deal_enter",
    "correction carried over": "saved_deals.saved_correction_take",
    "ruling that records": "held.held_accept",
    "ruling that corrects": "held.held_accept_as_correction",
    "ruling that declines": "held.held_decline",
    "word of another tablet": "confirmations.word_say",
    "choice of another tablet": "agreements.table_agree",
    "words on several deals": "confirmations.deals_confirm",
    "word in the players' stead": "confirmations.deals_settle",
    "correction taken back": "corrections.deal_restore",
    "penalty": "penalties.penalty_impose",
    "penalty taken back": "penalties.penalty_reverse",
    "table's own penalty taken back": "penalties.event_reverse",
    "call of another tablet": "devices.referee_call",
    "call taken back": "devices.referee_call_take_back",
    "call answered": "devices.referee_answer",
    "substitute": "seats.seat_hand_over",
    "seats put right": "seats.seats_swap",
    "two tables put right": "across.seats_cross",
    "settings": "competitions.competition_change",
    "archive": "competitions.competition_archive",
    "out of the archive": "competitions.competition_unarchive",
    "clock stopped": "clock.clock_pause",
    "clock goes on": "clock.clock_resume",
    "clock change taken back": "undoing.line_undo",
    "substitute taken back": "seats.substitute_take_back",
    "more time": "clock.clock_extend",
    "time for one table": "clock.clock_give",
    "somebody warned": "warned.warning_give",
    "warning taken back": "warned.warning_take_back",
    "ruling": "ruled.ruling_write",
    "adjusted score": "adjustments.scores_adjust",
    "adjusted score taken back": "adjustments.adjustment_reverse",
    "ruling taken back": "ruled.ruling_take_back",
    "seating out": "rounds.round_publish",
    "seating taken back": "rounds.round_take_back",
    "round started": "rounds.round_start",
    "round closed": "rounds.round_close",
    "round open again": "rounds.round_reopen",
}
CHANGING = set(KINDS.values())
# What happens all evening, and is of one table.
OF_ONE_TABLE = {
    *("deals.deal_submit", "entering.deal_enter"),
    *("corrections.deal_correct", "table_corrections.table_correct"),
    *("confirmations.word_say", "confirmations.deals_settle", "held.held_accept", "held.held_decline"),
    *("confirmations.deals_confirm", "agreements.table_agree"),
    *("devices.referee_call", "devices.referee_call_take_back", "devices.referee_answer"),
    "clock.clock_give",
}


@pytest.fixture
def stage(running: Competition, season: Competition, olive: User, settings: Any) -> Stage:
    settings.REDIS_URL = None
    settings.EMAIL_CONFIGURED = True
    competitions.competition_change(competition=running, actor=olive, confirmed_by="all")
    return Stage(running.club, running, season, olive)


@dataclass(frozen=True)
class Seen:
    """A paired tablet; what it is answered, and the mailbox of its stream."""

    device: Device
    token: str
    box: Mailbox

    def answer(self) -> dict[str, Any] | str:
        """Give what the tablet would be answered now, but for the time and the revision."""
        try:
            tablet = access.tablet_for(self.token)
        except Refusal as refusal:
            return refusal.code
        competition = Competition.objects.get(pk=self.device.competition_id)
        table = access.table_for_tablet(tablet)
        told = table_json(table, competition, self.device.table_number, tablet.tiles)
        told["competition"] = {**told["competition"], "revision": None}
        return {**told, "server_time": None}


class Hall:
    """Tablets at two tables of each competition, with their streams open."""

    def __init__(self, stage: Stage) -> None:
        self.loop = Loop()
        self.left = ExitStack()
        both = [(event, number) for event in (stage.tournament, stage.season) for number in (1, 2)]
        self.tablets = self.loop.play(self.opened([self.paired(stage, *one) for one in both]))

    def paired(self, stage: Stage, competition: Competition, number: int) -> devices.Paired:
        code = devices.pairing_code_issue(
            competition=competition, table_number=number, actor=stage.actor, takes_over=True
        )
        return devices.device_pair(code=code.long, address="127.0.0.1")

    async def opened(self, paired: list[devices.Paired]) -> list[Seen]:
        return [Seen(one.device, one.token, self.left.enter_context(self.box(one.device))) for one in paired]

    def box(self, device: Device) -> Any:
        tablet = Tablet(device.table_number, device.pk)
        return hub.mailbox(device.competition_id, f"tablet {device.pk}", tablet)

    def told(self) -> list[Seen]:
        """List those who were told something since this was asked last."""
        heard = [(one, self.loop.play(one.box.take(0.01))) for one in self.tablets]
        return [one for one, revision in heard if revision is not None]

    def close(self) -> None:
        self.left.close()
        self.loop.close()


@pytest.fixture
def hall(stage: Stage) -> Iterator[Hall]:
    opened = Hall(stage)
    yield opened
    opened.close()


# Of the others a soak holds, each in its turn, that they change no answer unheard.
ASKED = [name if name in CHANGING else pytest.param(name, marks=pytest.mark.in_turn) for name in WRITES]


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("name", ASKED)
def test_it_is_told_of_whatever_changes_its_answer(
    stage: Stage, hall: Hall, django_capture_on_commit_callbacks: Callable[..., Any], name: str
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = WRITES[name].make(stage)
    before = [one.answer() for one in hall.tablets]
    hall.told()
    with django_capture_on_commit_callbacks(execute=True):
        job()
    told = hall.told()
    changed = [one for one, was in zip(hall.tablets, before, strict=True) if one.answer() != was]
    assert [one for one in changed if one not in told] == []
    assert changed or name not in CHANGING, "it is to be made on a stage on which it changes something"
    if name in OF_ONE_TABLE:
        assert told == hall.tablets[:1]


@pytest.mark.django_db
def test_it_is_not_told_what_it_did_itself(
    stage: Stage, hall: Hall, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    own, *_ = hall.tablets
    for device, heard in ((own.device, []), (None, [own])):
        with django_capture_on_commit_callbacks(execute=True):
            sent = declared.submission(stage.table)
            deals.deal_submit(table=stage.table, submission=sent, device=device)
        assert hall.told() == heard


# ------------------------------------------------------------------ the stream itself
def scope(method: str = "GET", **headers: str) -> dict[str, Any]:
    told = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": method, "path": "/live/table", "headers": told}


def refused(**told: str) -> int:
    """Give the status with which a stream is refused."""
    got: list[Any] = []

    async def send(message: Any) -> None:
        got.append(message)

    played(news.stream(scope(**told), Reader().receive, send))
    return int(got[0]["status"])


@pytest.mark.django_db(transaction=True)
def test_it_is_there_for_a_paired_tablet_only(tam: Tam, olive: User) -> None:
    nobody = [{}, {"authorization": "Bearer forged"}, {"authorization": f"Basic {tam.token}"}]
    nobody += [{"cookie": "a=1"}, {"cookie": f"{cookie_name()}=forged"}, {"cookie": '"]=;;\x01'}]
    assert [refused(**each) for each in nobody] == [401] * len(nobody)
    assert refused(method="POST", authorization=f"Bearer {tam.token}") == 405
    devices.device_revoke(device=tam.device, actor=olive)
    assert refused(authorization=f"Bearer {tam.token}") == 401


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("shown", ["authorization", "cookie"])
def test_it_begins_with_the_present_revision_published_or_not(
    running: Competition, tam: Tam, olive: User, settings: Any, shown: str
) -> None:
    settings.REDIS_URL = None
    competitions.competition_publish(competition=running, actor=olive, published=False)
    running.refresh_from_db()
    told = {"authorization": f"Bearer {tam.token}", "cookie": f"{cookie_name()}={tam.token}"}[shown]

    async def story() -> None:
        reader = Reader()
        held = asyncio.create_task(news.stream(scope(**{shown: told}), reader.receive, reader.send))
        await reader.has(event(running.revision))
        reader.left.set()
        await asyncio.wait_for(held, 10)
        assert reader.got[:3] == [200, "retry: 3000\n\n", event(running.revision)]

    played(story())


@pytest.mark.browser
@pytest.mark.own_profile
@pytest.mark.redis_only
@pytest.mark.django_db(transaction=True)
def test_it_shows_a_correction_of_the_office_at_once(
    serve: Any,
    context: BrowserContext,  # noqa: F811
    tam: Tam,
    table: Table,
    play: Any,
    olive: User,
) -> None:
    play(table)
    page = open_table(context, serve().port, tam)
    expect(page.locator("#deal-1")).to_be_visible()
    page.click("#begin-draw")  # an entry is open: the board and the log do not tell of it
    with page.expect_response("**/api/v1/table", timeout=10_000):  # its heart beats every 15 seconds at most
        corrections.deal_correct(
            table=table, number=1, content=declared.draw(), mode="replay", reason="Nobody won.", actor=olive
        )
    expect(page.locator("#notices")).to_have_text("Deal 1: corrected elsewhere, version 2: Nobody won.")
    page.click("#save")
    expect(page.locator("#deal-1")).to_contain_text("Nobody won.")
