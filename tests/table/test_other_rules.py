"""Entering deals under the other rules: flowers, several winners, counted draws, dropped hands, a goulash."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests import declared
from tests.declared import RACKS
from tests.table.hands import beat, draw, lay, racks, win
from tournaments.models import DealVersion, HeldSubmission, Table
from tournaments.services import corrections

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHER, SINGLES = "B1 B3 B5 B8 C2 C3 C5 C8 D2 D3 D5 D8", "B2 C2 C9 D2 D9 WE WS"


@pytest.fixture
def under(under: Any, tablet: Page) -> Any:
    """Let the tournament be played under other rules, and look again."""

    def playing(ruleset: str, **options: Any) -> Page:
        under(ruleset, **options)
        tablet.reload()
        tablet.locator(".felt").wait_for()
        return tablet

    return playing


def recorded(page: Page, number: int) -> DealVersion:
    expect(page.locator(f"#deal-{number}")).to_be_visible()
    return DealVersion.objects.current().get(number=number)


def test_it_takes_flowers_and_seasons_even_when_the_hand_is_full(under: Any, table: Table) -> None:
    page = under("bmja-club")
    win(page, "S", "E")
    page.click("#tile-F2")
    page.click("#tile-S4")
    expect(page.locator("#tab-S .tab-state")).to_contain_text("14 of 14")
    racks(page, "S")
    expect(page.locator("#tile-F2")).to_have_attribute("aria-disabled", "true")
    page.click("#tile-F1")
    page.click("#save")
    version = recorded(page, 1)
    assert version.content["hands"]["S"]["bonus"] == ["F2", "S4"]
    assert version.content["hands"]["N"]["bonus"] == ["F1"]
    page.click("#deal-1 > summary")
    expect(page.locator("#deal-1")).to_contain_text("Flowers and seasons")


def test_it_shows_no_flowers_where_the_rules_have_none(tablet: Page, table: Table) -> None:
    win(tablet, "S", "E")
    expect(tablet.locator("#bonus-row")).to_have_count(0)


def test_it_records_two_winners_on_one_tile(under: Any, table: Table) -> None:
    page = under("danish")
    win(page, "S", "E")
    page.click("#also-N")
    expect(page.locator("h1")).to_contain_text("win from")
    page.click("#tab-N")
    lay(page, "pung", "C1", "D1", "DR")
    lay(page, "chow", "B6")
    page.click("#tile-WE")
    page.click("#winning-B6")
    for seat in "EW":
        page.click(f"#tab-{seat}")
        lay(page, "single", *OTHER.split(), {"E": "WN", "W": "WS"}[seat])
    page.click("#save")
    version = recorded(page, 1)
    assert version.content["winners"] == ["S", "N"]
    assert set(version.scores.filter(mahjong=True).values_list("seat", flat=True)) == {"S", "N"}
    assert sum(version.net.values()) == 0


def test_it_lets_nobody_else_win_on_a_tile_from_the_wall(under: Any, table: Table) -> None:
    page = under("danish")
    page.click("#seat-S")
    page.click("#from-E")
    page.click("#also-N")
    page.click("#change")
    page.click("#from-self")
    expect(page.locator("#also-N")).to_have_count(0)
    expect(page.locator("h1")).not_to_contain_text("win from")


def test_it_asks_for_the_four_hands_of_a_draw_that_counts(under: Any, table: Table) -> None:
    page = under("danish")
    page.click("#begin-draw")
    expect(page.locator("h1")).to_contain_text("all four hands count")
    for seat, tiles in zip("ESW", RACKS.values(), strict=True):
        page.click(f"#tab-{seat}")
        lay(page, "single", *tiles.split())
    page.click("#tab-N")
    lay(page, "pung", "DR", "DG")
    lay(page, "single", *SINGLES.split())
    page.click("#save")
    version = recorded(page, 1)
    assert (version.content["outcome"], version.next_east) == ("draw", "S")
    assert version.net == {"E": -64, "S": -32, "W": -32, "N": 128}


def test_it_notes_who_dropped_out_below_the_minimum(under: Any, table: Table) -> None:
    page = under("hungarian-classic")
    page.click("#seat-S")
    page.click("#from-E")
    lay(page, "pung", "DR", "DG", "C9")
    lay(page, "chow", "B6")
    page.click("#tile-B2")
    page.wait_for_timeout(700)  # the tile that won lies where the second tap of a double tap would fall
    page.click("#winning-B6")
    page.click("#tab-W")
    page.click("#dropped")
    page.click("#dropped-discard")
    lay(page, "chow", "D1", "D4", "C1")
    lay(page, "pung", "B8")
    page.click("#tile-WS")
    for place in (0, 1, 3):
        page.click(f"#group-{place}")
    page.click("#winning-C1")
    for seat, tiles in (
        ("E", "B1 B3 B5 B9 C1 C3 C5 D1 D3 D5 D7 WN WE"),
        ("N", "B1 B3 B5 B9 C2 C4 C8 D2 D5 D7 D9 WN WE"),
    ):
        page.click(f"#tab-{seat}")
        lay(page, "single", *tiles.split())
    page.click("#save")
    version = recorded(page, 1)
    assert version.content["dropped"] == ["W"]
    assert version.content["hands"]["W"]["win_source"] == "discard"
    page.click("#deal-1 > summary")
    expect(page.locator("#deal-1")).to_contain_text("Dropped out with a mah-jong below the minimum")


def test_it_enters_a_goulash_that_is_none_any_more_as_an_ordinary_deal(
    under: Any, table: Table, rafe: User
) -> None:
    page = under("bmja-club")
    draw(page)
    page.click("#seat-S")
    page.click("#from-self")
    page.click("#goulash-J")
    lay(page, "pung", "B9", "C9", "D9", "WE")
    page.click("#wild-0")
    why = "Someone had won."
    corrections.deal_correct(
        table=table, number=1, content=declared.won("E", None), mode="replay", reason=why, actor=rafe
    )
    beat(page)
    expect(page.locator("#warning")).to_contain_text("deal 2 is no goulash any more. Nothing is lost")
    expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
    page.click("#refit")
    expect(page.locator("#warning, #goulash-J")).to_have_count(0)
    page.click("#tile-B2")
    page.click("#winning-B2")
    racks(page, "S")
    page.click("#save")
    version = recorded(page, 2)
    assert (version.goulash, "wild" in version.content, version.content["winners"]) == (False, False, ["S"])


def test_it_gives_a_goulash_back_that_was_saved_offline_and_is_none_any_more(
    under: Any, table: Table, rafe: User
) -> None:
    page = under("bmja-club")
    draw(page)
    page.click("#seat-S")
    page.click("#from-self")
    page.click("#goulash-J")
    lay(page, "pung", "B9", "C9", "D9", "WE")
    page.click("#wild-0")
    page.click("#tile-B2")
    page.click("#winning-B2")
    racks(page, "S")
    page.context.set_offline(True)
    page.click("#save")
    expect(page.locator("#unsent")).to_be_visible()
    why = "Someone had won."
    corrections.deal_correct(
        table=table, number=1, content=declared.won("E", None), mode="replay", reason=why, actor=rafe
    )
    page.context.set_offline(False)
    beat(page)
    page.click("#refit")
    expect(page.locator("#group-0")).to_be_visible()
    page.click("#save")
    version = recorded(page, 2)
    assert (version.goulash, "wild" in version.content, version.content["winners"]) == (False, False, ["S"])
    assert not HeldSubmission.objects.exists()


def test_it_plays_a_goulash_with_wild_tiles_after_a_draw(under: Any, table: Table) -> None:
    page = under("bmja-club")
    draw(page)
    recorded(page, 1)
    expect(page.locator(".felt")).to_contain_text("Goulash")
    page.click("#seat-S")
    page.click("#from-self")
    page.click("#goulash-J")
    page.locator("#kind-chow").click(force=True)
    expect(page.locator("#warning")).to_have_text("This deal is played without chows.")
    lay(page, "pung", "B9", "C9", "D9", "WE")
    page.click("#wild-0")
    page.click("#tile-B2")
    page.click("#winning-J")
    racks(page, "S")
    page.click("#save")
    version = recorded(page, 2)
    assert (version.goulash, version.content["wild"]) == (True, "J")
    assert version.content["hands"]["S"]["concealed"].count("J") == 1
    assert version.next_goulash is False


def test_it_names_who_pays_double_instead_of_east(under: Any, table: Table) -> None:
    page = under("hungarian-premium")
    expect(page.locator("#seat-N")).to_contain_text("pays and is paid double")
    win(page, "S", "E")
    racks(page, "S")
    expect(page.locator(".next-line")).to_contain_text("pays and is paid double")
    page.click("#save")
    version = recorded(page, 1)
    assert (version.result["favoured"], version.counted, version.next_counted) == ("N", 0, 1)
    expect(page.locator("#seat-E")).to_contain_text("pays and is paid double")


def test_it_offers_no_end_by_an_error_where_there_are_no_penalties(under: Any, table: Table) -> None:
    page = under("danish")
    expect(page.locator("#begin-draw")).to_be_visible()
    expect(page.locator("#begin-ended")).to_have_count(0)
