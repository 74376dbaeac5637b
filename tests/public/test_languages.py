"""The public pages in the languages of the site: each with an address of its own, which caches can keep."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tests.public.pages import links_of
from tournaments.live import ready
from tournaments.models import Competition

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "da", "pl", "hu")
HREFLANG = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)"')


def in_language(code: str, path: str) -> str:
    return path if code == "en" else f"/{code}{path}"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("page", ["", "standings/?round=1", "r1/t3/d1/"])
def test_a_page_names_its_other_languages(played: Competition, code: str, page: str) -> None:
    path = f"/c/{played.slug}/{page}"
    answer = Client().get(in_language(code, path))
    told = dict(HREFLANG.findall(answer.content.decode()))
    assert told == {
        **{other: f"http://testserver{in_language(other, path)}" for other in LANGUAGES},
        "x-default": f"http://testserver{path}",
    }
    assert answer["Content-Language"] == code
    assert all(Client().get(there).status_code == 200 for there in told.values())


def test_it_stays_in_its_language(played: Competition) -> None:
    page = Client().get(f"/pl/c/{played.slug}/")
    inside = [one for one in links_of(page) if one.startswith("/")]
    others = ("/pl/", "/static/", "/login", "/organise", "/live/")
    spoken = [one for one in inside if not one.startswith(others)]
    assert spoken == []


def test_each_language_has_a_mark_of_its_own(played: Competition) -> None:
    tags = {Client().get(in_language(code, f"/c/{played.slug}/standings/"))["ETag"] for code in LANGUAGES}
    assert len(tags) == len(LANGUAGES)


@pytest.mark.parametrize("path", ["/pl/c/day/", "/hu/c/day/standings/", "/da/c/day/standings/fragment"])
def test_what_a_crowd_reads_is_kept_ready_in_each_language(path: str) -> None:
    scope: dict[str, Any] = {
        "path": path,
        "method": "GET",
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
        "scheme": "http",
    }
    assert ready.address_in(scope)
    assert ready.address_in({**scope, "path": f"/xx{path[3:]}"}) is None


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_wish_of_a_browser_is_followed_once_from_the_front_page(
    browser: Browser, live_server: Any, played: Competition
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="pl-PL")
    page = context.new_page()
    page.goto(f"/c/{played.slug}/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    page.wait_for_url(f"{live_server.url}/pl/")
    page.get_by_role("link", name="English").click()
    page.wait_for_url(f"{live_server.url}/")
    page.reload(wait_until="networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.url == f"{live_server.url}/"
    context.close()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_address_with_a_language_is_left_to_no_wish(
    browser: Browser, live_server: Any, played: Competition
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="da-DK")
    page = context.new_page()
    page.goto("/pl/calendar/")
    page.goto("/pl/", wait_until="networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    context.close()
