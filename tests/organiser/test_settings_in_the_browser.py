"""What is chosen in the settings is shown whole, on a phone as well."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.conftest import PATIENCE
from tests.organiser.conftest import at
from tournaments.models import Competition

pytestmark = pytest.mark.browser

# What a list shows of its longest choice, and what there is room for beside its arrow.
CUT = """[...document.querySelectorAll("[name^=criterion_]")].flatMap((list) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(list);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
  return [...list.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
})"""


@pytest.fixture
def page(browser: Browser, live_server: Any, olive_client: Client) -> Iterator[Page]:
    context = browser.new_context(base_url=live_server.url)
    context.set_default_timeout(PATIENCE)
    session = olive_client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_it_shows_every_criterion_whole(page: Page, tournament: Competition, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(at("settings", tournament))
    assert page.locator("[name^=criterion_]").count() == 5
    assert page.evaluate(CUT) == []
