"""Every staff page in a browser: nothing that axe-core finds, and nothing that must be scrolled sideways."""

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, reverse
from playwright.sync_api import Page, ViewportSize

from tests import declared
from tests.declared import submission
from tests.organiser.conftest import at
from tests.organiser.test_every_page import BUTTONS, OF_MEETINGS
from tests.table.axe import Axe
from tournaments.live import waking
from tournaments.models import Competition, Table
from tournaments.services import entering, rounds, searches
from tournaments.views.organiser.urls import urlpatterns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(300)]
PARTS = {"board-pulse", "board-fragment", "board-hints", "deal-hints"}
PARTS |= {"projector-fragment", "exports-fragment", "search"}
FILES = {"export-file", "paper-file", "profile-data", "person-data", "score-sheets"}
SIZES = {390: 844, 1440: 900}
LOOKED_AT_ELSEWHERE = {"club-create", "projector"}


def faults(page: Page, axe: Axe, name: str) -> list[Any]:
    """List what is wrong with a page as it lies open; `PICTURES` names a folder for pictures."""
    found: list[Any] = []
    for width, height in SIZES.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append((name, width, "is wider than the screen"))
        if folder := os.environ.get("PICTURES"):
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
    return found + [(name, *fault) for fault in axe.faults()]


def address(pattern: URLPattern, facts: dict[str, Any]) -> str:
    asked = {key: facts[key] for key in pattern.pattern.converters}
    return reverse(f"organiser:{pattern.name}", kwargs=asked)


@pytest.mark.slow
def test_it_finds_nothing_on_any_page(staff_page: Page, everything: dict[str, Any], season: Any) -> None:
    axe, found = Axe(staff_page), []
    for one in urlpatterns:
        if isinstance(one, URLPattern) and one.name not in BUTTONS | PARTS | FILES | LOOKED_AT_ELSEWHERE:
            facts = everything | {"slug": season.slug} if one.name in OF_MEETINGS else everything
            staff_page.goto(address(one, facts))
            found += faults(staff_page, axe, str(one.name))
    assert found == []


def test_it_finds_nothing_where_drafts_are_compared_and_searched_for(
    staff_page: Page, tournament: Competition, olive: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waking, "wake_outbox", lambda: None)
    for seed in (5, 6):
        rounds.round_draw(competition=tournament, rounds=3, seed=seed, actor=olive)
    searches.search_start(competition=tournament, rounds=3, seconds=60, seed=40, actor=olive)
    axe = Axe(staff_page)
    staff_page.goto(at("seating", tournament))
    found = faults(staff_page, axe, "searching")
    staff_page.goto(at("draft", tournament, draft=tournament.kept_drafts.get().pk))
    assert found + faults(staff_page, axe, "drafts") == []


def test_it_finds_nothing_where_another_checks_what_was_typed(
    staff_page: Page, table: Table, rafe: User
) -> None:
    Competition.objects.update(confirmed_by="all")
    table.round.competition.refresh_from_db()
    entering.deal_enter(table=table, submission=submission(table, declared.won()), actor=rafe)
    staff_page.goto(at("deals-check", table))
    assert faults(staff_page, Axe(staff_page), "checking") == []
