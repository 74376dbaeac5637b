"""Deals that cannot be sent are shown as text and pictures; what an organiser takes over counts once."""

from typing import Any

import pytest
import segno
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from segno import encoder

from tests import declared
from tests.conftest import Tam
from tests.organiser.conftest import at
from tests.table.conftest import open_table
from tests.table.hands import draw
from tests.table.line import Line
from tournaments.api.saved_deals import saved_deals
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.services import devices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LENGTHS = [1, 17, 18, 106, 107, 134, 230, 231, 271, 366, 500, 586, 858, 1000, 1732, 2500, 2953]


def text_of(length: int) -> str:
    return "".join("abcXYZ019-_/:#."[(7 * place + length) % 15] for place in range(length))


def test_it_draws_codes_as_scanners_read_them(run: Any, monkeypatch: Any) -> None:
    # segno adds eight bits where none are missing to the next byte: readers do not mind, comparing does
    monkeypatch.setattr(encoder, "write_padding_bits", lambda bits, version, n: bits.extend([0] * (-n % 8)))
    texts = [text_of(length) for length in LENGTHS]
    for text, drawn in zip(texts, run("shell/qr", "v.map(m.qrCode)", texts), strict=True):
        expected = segno.make(text, error="l", mode="byte", mask=0, boost_error=False, micro=False)
        assert [bytes(row) for row in drawn] == list(map(bytes, expected.matrix))


def test_it_says_that_a_text_is_too_long_for_one_code(run: Any) -> None:
    fault = "(() => { try { m.qrCode(v) } catch (fault) { return fault.name } })()"
    assert run("shell/qr", fault, text_of(2954)) == "RangeError"


def test_it_packs_a_deal_so_that_the_server_reads_it_and_a_phone_scans_it(run: Any, table: Table) -> None:
    deal = {"competition": "spring-day", "table": 3, "body": declared.body(table)}
    address = run("shell/exporting", "m.asAddress(v, '/organise/c/SLUG/tablets/deals')", deal)
    assert "/organise/c/spring-day/tablets/deals#S1Z" in address
    [read] = saved_deals(address)
    assert (read.competition, read.table, read.body) == ("spring-day", 3, deal["body"])
    assert len(run("shell/qr", "m.qrCode(v)", address)) <= 97  # modules: six pixels each on a phone's width


def test_it_packs_without_compression_where_the_browser_has_none(run: Any, table: Table) -> None:
    deal = {"competition": "spring-day", "table": 3, "body": declared.body(table)}
    address = run("shell/exporting", "(delete globalThis.CompressionStream, m.asAddress(v, '/SLUG'))", deal)
    assert "#S1J" in address
    assert saved_deals(address)[0].body == deal["body"]


def test_it_counts_once_what_is_carried_over_and_sent_later(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive_client: Client
) -> None:
    page = open_table(context, line.port, tam)
    line.cut()
    for _ in range(2):
        draw(page)
    expect(page.locator("#unsent li")).to_have_count(2)
    text = exported(page)
    answer = olive_client.post(at("saved-deals", table.round.competition), {"text": text})
    assert [one.receipt.status for one in answer.context["answers"]] == ["recorded", "recorded"]
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    assert list(DealVersion.objects.order_by("pk").values_list("number", "version")) == [(1, 1), (2, 1)]
    page.click("#tablet-open")
    expect(page.locator("#tablet-panel")).to_contain_text("Everything is on the server")


def test_it_counts_a_correction_once_that_is_carried_over_with_a_deal_and_sent_later(
    context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any, olive_client: Client
) -> None:
    play(table)
    page = open_table(context, line.port, tam)
    page.click("#deal-1 > summary")
    line.cut()
    page.click("#correct-1")
    for tap in ("#change", "#from-W", "#why-wrong > summary", "#reason-wrong_winner", "#save"):
        page.click(tap)
    draw(page)
    expect(page.locator("#unsent li >> nth=0")).to_contain_text("Correction of deal 1")
    text = exported(page, "Correction of deal 1", "Deal 2")
    answer = olive_client.post(at("saved-deals", table.round.competition), {"text": text})
    assert [one.receipt.status for one in answer.context["answers"]] == ["recorded", "recorded"]
    corrected = [(1, 1, "E"), (1, 2, "W"), (2, 1, None)]
    assert givers() == corrected
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=60_000)
    expect(page.locator("#deal-1 .deal-head")).to_contain_text("Version 2: Wrong winner")
    assert givers() == corrected


def givers() -> list[tuple[int, int, str | None]]:
    """Every version in order of writing: the deal, its version, who discarded."""
    versions = DealVersion.objects.order_by("number", "version")
    return [(one.number, one.version, one.content["discarder"]) for one in versions]


def exported(page: Page, first: str = "Deal 1", second: str = "Deal 2") -> str:
    """Open the export, turn to the second picture, take the text, and go back."""
    page.click("#tablet-open")
    page.click("#export")
    expect(page.locator("#exported h3")).to_have_text(f"{first} (1 of 2)")
    expect(page.locator("#exported .qr")).to_be_visible()
    page.click("#export-next")
    expect(page.locator("#exported h3")).to_have_text(f"{second} (2 of 2)")
    text = page.input_value("#export-text")
    with page.expect_download() as downloading:
        page.click("#export-file")
    assert downloading.value.path().read_text() == text
    page.click("#export-back")
    page.keyboard.press("Escape")
    return text


def test_it_sends_everything_again_without_counting_it_again(tablet: Page, table: Table) -> None:
    draw(tablet)
    expect(tablet.locator("#deal-1")).to_be_visible()
    tablet.click("#tablet-open")
    with tablet.expect_response("**/api/v1/table/deals") as answered:
        tablet.click("#send-again")
    assert (answered.value.status, answered.value.json()["status"]) == (200, "replayed")
    expect(tablet.locator("#connection")).to_have_text("Saved on server")
    assert DealVersion.objects.count() == 1


def test_it_sends_nothing_to_a_table_where_it_was_not_played(
    context: BrowserContext, line: Line, tam: Tam, table: Table, olive: Any, live_server: Any
) -> None:
    page = open_table(context, line.port, tam)
    line.cut()
    draw(page)
    expect(page.locator("#unsent li")).to_have_count(1)
    devices.device_revoke(device=tam.device, actor=olive)
    code = devices.pairing_code_issue(competition=tam.device.competition, table_number=4, actor=olive)
    line.mend()  # before, the deal might go to the table where it was played
    page.goto(f"http://localhost:{line.port}/pair/#code={code.long}")
    expect(page.locator(".felt .table-number")).to_contain_text("4")
    expect(page.locator("#notices")).to_contain_text("was entered at another table")
    page.wait_for_timeout(1500)
    assert not DealVersion.objects.exists()
    assert not HeldSubmission.objects.exists()
    page.click("#tablet-open")
    page.click("#export")
    assert '"table":3' in page.input_value("#export-text")
    page.click("#export-back")
    page.click("#tablet-panel .btn-danger")
    page.click("#discard-dialog [value=yes]")
    expect(page.locator("#connection")).to_have_text("Saved on server")
