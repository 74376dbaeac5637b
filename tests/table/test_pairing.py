"""The pairing page: a code from the address's fragment or typed, used once, gone from the address."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tournaments.api.authentication import cookie_name
from tournaments.services import devices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def code(running: Any, olive: Any) -> devices.IssuedCode:
    return devices.pairing_code_issue(competition=running, table_number=3, actor=olive)


def test_it_takes_a_scanned_code_out_of_the_address(
    context: BrowserContext, live_server: Any, code: devices.IssuedCode
) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url + str(request.headers)))
    page.goto(f"{live_server.url}/pair/#code={code.long}")
    expect(page.locator(".felt .table-number")).to_contain_text("3")
    assert page.url == f"{live_server.url}/table/"
    assert not any(code.long in said for said in asked)
    [cookie] = [one for one in context.cookies() if one["name"] == cookie_name()]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    page.go_back()
    assert code.long not in page.url


def test_it_takes_a_typed_code_and_says_what_is_wrong_with_it(
    context: BrowserContext, live_server: Any, code: devices.IssuedCode
) -> None:
    page = context.new_page()
    page.goto(f"{live_server.url}/pair/")
    page.fill("#code", "abc")
    page.click("#pair-form button")
    expect(page.locator("#pair-fault")).to_have_text("The code has eight letters.")
    page.fill("#code", "BCDF GHJK")
    page.click("#pair-form button")
    expect(page.locator("#pair-fault")).to_contain_text("not known")
    page.fill("#code", f"{code.short[:4]} {code.short[4:]}".lower())
    page.click("#pair-form button")
    expect(page.locator(".felt .table-number")).to_contain_text("3")


@pytest.mark.parametrize("width", [390, 1024])
def test_it_says_whose_page_it_is_where_no_table_is_known(
    context: BrowserContext, live_server: Any, width: int
) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{live_server.url}/pair/")
    expect(page.locator(".brand")).to_be_visible()


def test_it_shows_the_way_to_pair_a_tablet_that_is_not(context: BrowserContext, live_server: Any) -> None:
    page = context.new_page()
    page.goto(f"{live_server.url}/table/")
    expect(page.locator("#notices")).to_contain_text("no longer paired")
    page.click("#notices a")
    expect(page.locator("#code")).to_be_visible()
