"""The description of the API: a page of somebody else's script, under the policy of every page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_it_describes_the_api_under_the_policy(opened: Callable[..., BrowserContext]) -> None:
    page = opened().new_page()
    page.goto("/api/docs")
    expect(page.get_by_role("heading", name="Sparrows")).to_be_visible()
    page.locator("#operations-v1-table").get_by_role("button").first.click()
    expect(page.get_by_text("Say who sits where, what was played, what is next")).to_be_visible()
