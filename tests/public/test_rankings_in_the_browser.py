"""Ranking and rulings in a browser: nothing that axe-core finds, nothing wider than the screen, print."""

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser

from players.models import Player
from tests.organiser.conftest import at
from tests.organiser.test_decisions import evening  # noqa: F401
from tests.public.test_ranking import LIST, ended, people, three  # noqa: F401
from tests.public.test_rulings import dispute
from tests.table.axe import Axe
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
SIZES = {390: 844, 1024: 768, 1440: 900}


def test_it_finds_nothing_on_ranking_and_rulings(
    three: Any,  # noqa: F811
    people: list[Player],  # noqa: F811
    evening: Table,  # noqa: F811
    play: Any,
    browser: Browser,
    live_server: Any,
    olive_client: Client,
) -> None:
    play(evening)
    dispute(evening)
    Player.objects.update(across=Player.Across.ALL)
    event = evening.round.competition
    context = browser.new_context(base_url=live_server.url)
    session = olive_client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page, found = context.new_page(), list[Any]()
    axe = Axe(page)
    pages = {
        "ranking": LIST,
        "ranked": f"{LIST}{people[0].pk}/",
        "nobody": f"{LIST}?on=2020-01-31",
        "rulings": f"/c/{event.slug}/rulings/",
        "of-deal": f"/c/{event.slug}/rulings/?round=1&table={evening.number}&deal=1",
        "timeline": at("rulings-timeline", event),
        "profile": f"/players/{people[0].pk}/",
    }
    for name, address in pages.items():
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(address)
            assert answer is not None
            assert answer.ok, address
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((name, width, "is wider than the screen"))
            if folder := os.environ.get("PICTURES"):
                page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
            found += [(name, width, *fault) for fault in axe.faults()]
            found += [(name, width, *fault) for fault in axe.forced_faults()]
        if folder := os.environ.get("PICTURES"):
            page.emulate_media(color_scheme="dark")
            page.screenshot(path=f"{folder}/{name}-dark.png", full_page=True)
            page.emulate_media(color_scheme="light", media="print")
            page.screenshot(path=f"{folder}/{name}-print.png", full_page=True)
            page.emulate_media(media="screen")
    context.close()
    assert found == []


def test_rulings_print_without_what_is_pressed(
    evening: Table,  # noqa: F811
    browser: Browser,
    live_server: Any,
    rafe: User,
) -> None:
    context = browser.new_context(base_url=live_server.url)
    page = context.new_page()
    page.emulate_media(media="print")
    page.goto(f"/c/{evening.round.competition.slug}/rulings/")
    for tools in (".site-header", ".tabs", ".btn", ".site-footer"):
        assert not [one for one in page.locator(tools).all() if one.is_visible()], tools
    assert page.get_by_text("Seen.").first.is_visible()
    context.close()
