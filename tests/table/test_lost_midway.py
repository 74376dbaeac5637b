"""The network goes while a deal is put right or confirmed by four: what people see, and what counts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import choose, reload_once_kept
from tests.table.line import Line
from tests.table.test_confirm import HURRIED, hold, read, said
from tournaments.models import Competition, DealVersion, Table
from tournaments.services import competitions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = 60_000
SERVED = "navigator.serviceWorker.ready.then(() => true)"
KEPT = "No server right now. The correction of deal 1 is saved on this tablet and will be sent by itself."
DOUBT = "No answer from the server. The deal is safe"


def lost_with_its_answer(context: BrowserContext, path: str, line: Line) -> None:
    """Let the server hear one request of this kind, and nobody its answer: the line is cut meanwhile."""

    def lose(route: Route) -> None:
        route.fetch()
        line.cut()
        route.abort()

    context.route(path, lose, times=1)


def versions() -> list[tuple[int, str]]:
    return list(DealVersion.objects.order_by("pk").values_list("version", "kind"))


# ------------------------------------------------------------------ a correction
@pytest.fixture
def correcting(context: BrowserContext, line: Line, tam: Tam, table: Table, play: Any) -> Page:
    """Tam's tablet with deal 1 opened and given to nobody, on a line that can be cut."""
    play(table)
    page = open_table(context, line.port, tam)
    page.click("#deal-1 > summary")
    page.click("#correct-1")
    choose(page, "who-won", "won-nobody")
    return page


@pytest.mark.kept_page
def test_it_keeps_a_correction_that_was_begun_before_the_line_went(
    correcting: Page, context: BrowserContext, line: Line
) -> None:
    page = correcting
    page.evaluate(SERVED)
    line.cut()
    choose(page, "why-wrong", "reason-wrong_winner")
    reload_once_kept(page)
    expect(page.locator(".entry-title small")).to_have_text("Correction of deal 1")
    expect(page.locator("#preview [role=status]")).to_have_text(
        "The preview needs the server. Saving does not."
    )
    page.click("#save")
    expect(page.locator("#notices")).to_contain_text(KEPT)
    waits = "The correction of deal 1 waits; until then the scores count it as it was."
    expect(page.locator("#scores-wait")).to_contain_text(waits)
    page.click("#deal-1 > summary")
    expect(page.locator("#deal-1")).to_contain_text("A correction of this deal is saved on this tablet")
    page.close()
    again = context.new_page()
    again.goto(f"http://localhost:{line.port}/table/")
    expect(again.locator("#unsent")).to_contain_text("Correction of deal 1")
    line.mend()
    expect(again.locator("#connection")).to_have_text("Saved on server", timeout=LONG)
    assert versions() == [(1, "play"), (2, "correct")]


def test_it_corrects_once_where_only_the_answer_was_lost(
    correcting: Page, context: BrowserContext, line: Line
) -> None:
    page = correcting
    choose(page, "why-wrong", "reason-wrong_winner")
    lost_with_its_answer(context, "**/deals/1/correct", line)
    page.click("#save")
    expect(page.locator("#notices")).to_contain_text(KEPT, timeout=LONG)
    assert versions() == [(1, "play"), (2, "correct")]
    line.mend()
    expect(page.locator("#notices")).to_contain_text("Deal 1 is corrected.", timeout=LONG)
    assert versions() == [(1, "play"), (2, "correct")]


# ------------------------------------------------------------------ a confirmation by four
@pytest.fixture
def asking(running: Competition, olive: User) -> Competition:
    """The running tournament, in which all four confirm."""
    return competitions.competition_change(competition=running, actor=olive, confirmed_by="all")


@pytest.fixture
def half(asking: Competition, context: BrowserContext, line: Line, tam: Tam, table: Table) -> Page:
    """Tam's tablet with the sheet of a draw, on which East and South have held."""
    page = open_table(context, line.port, tam, HURRIED)
    page.click("#begin-draw")
    page.click("#save")
    read(page)
    for count, seat in enumerate("ES", start=1):
        hold(page, seat)
        expect(page.locator("#sheet-state")).to_contain_text(f"{count} of 4")
    return page


@pytest.fixture
def noted(half: Page, context: BrowserContext, line: Line) -> Callable[[str], None]:
    """Hold for a seat whose word the server notes, though nobody hears that it did."""

    def word(seat: str) -> None:
        lost_with_its_answer(context, "**/deals/1/confirm", line)
        hold(half, seat)
        expect(half.locator(".sheet [role=alert]")).to_contain_text(DOUBT, timeout=LONG)

    return word


def test_it_asks_again_only_whose_word_was_not_noted(
    half: Page, line: Line, noted: Callable[[str], None]
) -> None:
    page = half
    noted("W")
    hold(page, "N")  # in vain
    expect(page.locator("#sheet-N")).not_to_contain_text("Being noted")
    expect(page.locator("#notices")).to_contain_text("No server right now.")
    expect(page.locator("#sheet-state")).to_have_text("Deal 1: 2 of 4 have confirmed.")
    assert said() == [(seat, "confirm") for seat in "ESW"]
    line.mend()
    north = page.locator("#sheet-N .seat-name").inner_text()
    expect(page.locator(".sheet [role=alert]")).to_have_text(
        f"The server answers again. Please answer once more: {north}.", timeout=LONG
    )
    expect(page.locator("#sheet-W")).to_contain_text("Confirmed")
    hold(page, "N")
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    assert said() == [(seat, "confirm") for seat in "ESWN"]


def test_it_names_all_who_are_to_answer_once_more(half: Page, context: BrowserContext) -> None:
    page, alert = half, half.locator(".sheet [role=alert]")
    west, north = (page.locator(f"#sheet-{seat} .seat-name").inner_text() for seat in "WN")
    context.route("**/deals/1/confirm", lambda route: route.abort(), times=2)
    sentence = "The server answers again. Please answer once more: {}."
    hold(page, "W")
    expect(alert).to_have_text(sentence.format(west), timeout=LONG)
    hold(page, "N")
    expect(alert).to_have_text(sentence.format(f"{west}, {north}"), timeout=LONG)
    hold(page, "W")
    expect(alert).to_have_text(sentence.format(north), timeout=LONG)
    hold(page, "N")
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")


def test_it_says_nothing_more_where_the_word_was_noted(
    half: Page, line: Line, noted: Callable[[str], None]
) -> None:
    noted("W")
    line.mend()
    expect(half.locator("#sheet-W")).to_contain_text("Confirmed", timeout=LONG)
    expect(half.locator(".sheet [role=alert]")).to_have_count(0)
    expect(half.locator("#sheet-state")).to_have_text("Deal 1: 3 of 4 have confirmed.")


@pytest.mark.kept_page
def test_it_shows_the_words_that_were_noted_after_a_reload_without_network(half: Page, line: Line) -> None:
    page = half
    page.evaluate(SERVED)
    line.cut()
    hold(page, "W")
    expect(page.locator(".sheet [role=alert]")).to_contain_text(DOUBT, timeout=LONG)
    reload_once_kept(page)
    for seat in "ES":
        expect(page.locator(f"#sheet-{seat}")).to_contain_text("Confirmed")
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=LONG)
    read(page)
    for seat in "WN":
        hold(page, seat)
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    assert said() == [(seat, "confirm") for seat in "ESWN"]
