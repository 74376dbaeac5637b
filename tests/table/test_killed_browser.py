"""A tablet that dies: what the page called saved is there when the browser starts again, however it ended."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.conftest import PATIENCE, Tam
from tests.table.hands import draw
from tests.table.line import Line
from tournaments.api.authentication import cookie_name
from tournaments.models import DealVersion, HeldSubmission, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FLAGS = ["headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "no-first-run"]


class Device:
    """A whole browser of its own, in its own process group, with a profile on the disk."""

    def __init__(self, program: str, profile: Path, kind: BrowserType) -> None:
        self.told = profile / "DevToolsActivePort"
        self.told.unlink(missing_ok=True)
        flags = [*FLAGS, f"user-data-dir={profile}", "remote-debugging-port=0"]
        self.process = subprocess.Popen(
            [program, *(f"--{flag}" for flag in flags)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.browser: Browser = kind.connect_over_cdp(self._address())
        self.context = self.browser.contexts[0]
        self.context.set_default_timeout(PATIENCE)

    def _address(self) -> str:
        end = time.monotonic() + 60
        while not self.told.exists() or not self.told.read_text().strip():
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.02)
        return f"http://127.0.0.1:{self.told.read_text().splitlines()[0]}"

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page

    def switch_off(self) -> None:
        """End it as a person does."""
        self.browser.new_browser_cdp_session().send("Browser.close")
        self.process.wait(30)

    def kill(self) -> None:
        """Kill every process of this browser at once: no handler runs, nothing is written any more."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        with contextlib.suppress(Exception):  # the line to it is dead, whatever that raises
            self.browser.close()


@pytest.fixture
def switch_on(chromium: str, browser: Browser, tmp_path: Path) -> Iterator[Callable[[], Device]]:
    """Start the tablet's browser, always with the same profile."""
    started: list[Device] = []

    def starting() -> Device:
        started.append(Device(chromium, tmp_path / "profile", browser.browser_type))
        return started[-1]

    (tmp_path / "profile").mkdir()
    yield starting
    for device in started:
        device.kill()


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("endless")
def test_it_has_everything_it_called_saved_after_a_kill(
    switch_on: Callable[[], Device], soak_length: Any, line: Line, tam: Tam, table: Table
) -> None:
    times = soak_length(3, 50)
    address = f"http://localhost:{line.port}/table/"
    set_up(switch_on(), address, tam)
    line.cut()
    device = switch_on()
    for number in range(1, times + 1):
        page = device.open(address)
        draw(page)
        page.locator("#connection", has_text=f"will send ({number})").wait_for(state="attached")
        device.kill()
        device = switch_on()
    page = device.open(address)
    expect(page.locator("#unsent li")).to_have_count(times)
    line.mend()
    expect(page.locator("#connection")).to_have_text("Saved on server", timeout=120_000)
    recorded = DealVersion.objects.order_by("pk").values_list("number", flat=True)
    assert list(recorded) == list(range(1, times + 1))
    assert not HeldSubmission.objects.exists()


def set_up(device: Device, address: str, tam: Tam) -> None:
    """Pair the tablet and open its table once, as before an event."""
    site = address.removesuffix("table/")
    device.context.add_cookies([{"name": cookie_name(), "value": tam.token, "url": site, "expires": 4e9}])
    page = device.open(address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.locator("#begin-draw").wait_for()
    device.switch_off()
