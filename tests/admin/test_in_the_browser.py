"""The admin in a browser, under the site's policy: it complains of nothing, and its buttons work."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.admin.conftest import wrong

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def admin_page(
    browser: Browser, live_server: Any, ada_client: Client, complaints: list[str]
) -> Iterator[Page]:
    """Ada's browser, which notes whatever the page or the policy complains of."""
    context = browser.new_context(base_url=live_server.url)
    session = {"name": "sessionid", "value": ada_client.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([session])  # type: ignore[list-item]
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text))
    yield page
    context.close()


def test_it_complains_of_nothing_and_does_what_is_ticked(
    admin_page: Page, complaints: list[str], olive: User
) -> None:
    wrong("olive")
    admin_page.goto("/admin/")
    admin_page.get_by_role("link", name="Access attempts").click()
    admin_page.get_by_role("checkbox").nth(1).check()
    expect(admin_page.get_by_text("1 of 1 selected")).to_be_visible()
    picture(admin_page, "list")
    admin_page.get_by_label("Action:").select_option(value="release")
    admin_page.get_by_role("button", name="Go").click()
    expect(admin_page.get_by_text("Done for one.")).to_be_visible()
    admin_page.goto(reverse("admin:auth_user_change", args=[olive.pk]))
    expect(admin_page.get_by_text("olive@example.org")).to_be_visible()
    picture(admin_page, "page")
    admin_page.get_by_role("button", name="Log out").click()
    assert complaints == []


def picture(page: Page, name: str) -> None:
    """Keep a picture where `PICTURES` names a folder."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/admin-{name}.png", full_page=True)
