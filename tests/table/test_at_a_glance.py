"""What is seen and said without looking for it: at every size, in every language, of all at the table."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from players.models import Club
from tests import declared, evenings
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import lay, reload_once_kept, win
from tests.table.line import Line
from tests.table.looking import GEOMETRY, POPOVERS, READING, TURN
from tournaments.models import Competition, Table
from tournaments.selectors import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLET, PHONE = ViewportSize(width=1024, height=768), ViewportSize(width=390, height=844)
BOXES = "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"
FONTS = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
CUT = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
BACKS = """(all) => all.map((one) =>
  [...one.querySelectorAll(".tile")].map((tile) => tile.className.endsWith("-back")))"""
HIDDEN = "(one) => one.scrollHeight - one.clientHeight"
MIDDLES = """() => ["#sheet-R", "#sheet-R .seat-name"].map((one) => {
  const { left, right } = document.querySelector(one).getBoundingClientRect();
  return (left + right) / 2;
})"""
LONG = ("Eric", "Featherstonehaugh-Cholmondeley")


def begun(page: Page) -> None:
    page.click("#seat-S")
    page.click("#from-E")


def named(table: Table, given: str, family: str, seats: str = "ESWNR") -> None:
    """Let all who sit there have one name, or some."""
    for seat, sitter in tables.sitters(table, 1).items():
        if seat not in seats:
            continue
        player = sitter.entry.player
        player.given, player.family = given, family
        player.save()


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(GEOMETRY, [READING, POPOVERS])
    return found


# ------------------------------------------------------------------ where it lies
def test_it_asks_from_whom_in_one_block_and_one_size(tablet: Page) -> None:
    tablet.click("#seat-S")
    expect(tablet.locator(".from-whom .btn")).to_have_count(4)
    for size in (TABLET, PHONE):
        tablet.set_viewport_size(size)
        first, _, below, _ = tablet.locator(".from-whom .btn").evaluate_all(BOXES)
        assert below["top"] - first["bottom"] < 20
    tablet.set_viewport_size(TABLET)
    assert len(set(tablet.locator(".from-whom .seat-name, #from-self").evaluate_all(FONTS))) == 1


THREE_LINES = [
    ("Jo", "Li"), ("Bartholomew", "Cholmondeley-Worthington"),
    ("Wilhelmina", "Szczebrzeszyńska-Featherstonehaugh"),
    ("Konstancja", "Wrzeszczykiewicz-Brzęczyszczykowska"),
]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["bmja-tournament", "bmja-club"])  # without and with flowers
def test_it_keeps_the_kinds_of_sets_beside_the_tiles(tablet: Page, under: Any, ruleset: str) -> None:
    under(ruleset)
    tablet.reload()
    begun(tablet)
    for size in (TABLET, PHONE):
        tablet.set_viewport_size(size)
        [bar] = tablet.locator("#type-bar").evaluate_all(BOXES)
        [first] = tablet.locator("#tiles [data-tile]").first.evaluate_all(BOXES)
        assert 0 < first["top"] - bar["bottom"] < 50
        lay(tablet, "chow", "B2")  # then a chow is grey, which is said
        expect(tablet.locator("#grey")).to_be_visible()
        assert tablet.locator("#type-bar").evaluate_all(BOXES)[0]["top"] == pytest.approx(bar["top"], abs=1)
        tablet.click("#undo")
        expect(tablet.locator("#grey")).to_have_count(0)


def test_it_shows_what_a_deal_comes_to_for_all_four_beside_the_tiles(table: Table, tablet: Page) -> None:
    for seat, given in zip("ESWN", ("Phyllida", "Owain", "Tróndur", "Beatrice"), strict=True):
        named(table, given, "Marchwick", seat)  # of two lines
    tablet.reload()
    begun(tablet)
    sums = tablet.locator("#preview .sums").first.locator("tbody tr")
    expect(sums.last).to_be_in_viewport(ratio=1)  # before any tile lies there, too
    tablet.click("#undo")
    tablet.click("#undo")
    win(tablet, "S", "E")
    expect(sums.nth(1)).not_to_contain_text("––")  # South's hand is counted
    expect(sums.last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("level", ["tiles", "counting"])
def test_it_shows_all_four_in_large_type_with_names_of_three_lines(
    running: Competition, table: Table, tablet: Page, level: str
) -> None:
    for seat, (given, family) in zip("ESWN", THREE_LINES, strict=True):
        named(table, given, family, seat)
    Competition.objects.filter(pk=running.pk).update(entry_level=level)
    tablet.reload()
    tablet.evaluate("document.documentElement.toggleAttribute('data-large', true)")
    sums = tablet.locator("#preview .sums").first.locator("tbody tr")
    win(tablet, "S", "W")
    expect(sums.nth(1)).not_to_contain_text("––")
    for seat in "SWEN":  # who won has another question, and a loser more to say
        tablet.click(f"#tab-{seat}")
        expect(sums.last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height", "large"), [(1024, 768, True), (768, 1024, False)])
def test_it_shows_all_four_in_large_type_and_on_a_small_tablet_upright(
    tablet: Page, width: int, height: int, large: bool
) -> None:
    tablet.set_viewport_size({"width": width, "height": height})
    tablet.evaluate("(large) => document.documentElement.toggleAttribute('data-large', large)", large)
    begun(tablet)
    for seat in ("S", "W"):  # a winner's hand, and a loser's, which has more to say
        tablet.click(f"#tab-{seat}")
        expect(tablet.locator("#preview .sums").first.locator("tbody tr").last).to_be_in_viewport(ratio=1)


def test_it_shows_five_sets_of_a_hand_of_long_names_whole_on_a_phone(
    running: Competition, table: Table, tablet: Page, under: Any
) -> None:
    for seat, (given, family) in zip("ESWN", THREE_LINES, strict=True):
        named(table, given, family, seat)
    under("bmja-club")  # whose flowers have a row of their own
    Competition.objects.filter(pk=running.pk).update(entry_level="counting")
    tablet.reload()
    tablet.set_viewport_size(PHONE)
    begun(tablet)
    lay(tablet, "pung", "C1", "C3", "B2")
    lay(tablet, "kong", "D1")
    lay(tablet, "pair", "DW")
    tablet.click("#winning-DW")  # then the next hand is offered, and what it lacks is said
    for large in (False, True):
        tablet.evaluate(TURN, large)
        assert (large, tablet.locator(".cards").evaluate(HIDDEN)) == (large, 0)


def test_it_goes_back_up_with_the_next_hand(tablet: Page) -> None:
    tablet.set_viewport_size(PHONE)
    begun(tablet)
    lay(tablet, "pung", "B1", "B2", "B3", "B4")
    lay(tablet, "pair", "C1")
    tablet.click("#winning-C1")
    for back in ("#from-preview", "#next-hand"):
        tablet.click("#to-preview")
        expect(tablet.locator("#seat-tabs")).not_to_be_in_viewport()
        tablet.click(back)
        expect(tablet.locator("#seat-tabs")).to_be_in_viewport(ratio=1)


def test_it_shows_what_points_come_to_whole(running: Competition, tablet: Page) -> None:
    running.entry_level = "points"
    running.save()
    tablet.reload()
    begun(tablet)
    for handed in ("right", "left"):
        tablet.evaluate("(side) => { document.documentElement.dataset.handed = side; }", handed)
        [last] = tablet.locator("#preview tbody tr").last.evaluate_all(BOXES)
        assert last["bottom"] < TABLET["height"]
        assert faults(tablet) == []


@pytest.mark.own_profile
def test_it_fits_where_the_browsers_own_type_is_large(tablet: Page) -> None:
    line = tablet.context.new_cdp_session(tablet)
    line.send("Page.setFontSizes", {"fontSizes": {"standard": 24, "fixed": 24}})
    found = faults(tablet)
    tablet.click("#seat-S")
    found += faults(tablet)
    tablet.click("#from-E")
    lay(tablet, "pung", "B9", "C9")
    for large in (False, True):
        tablet.evaluate(TURN, large)
        found += faults(tablet)
    assert found == []
    assert tablet.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 20


@pytest.mark.parametrize("language", ["da", "hu", "pl"])
def test_it_fits_in_every_language(tablet: Page, language: str) -> None:
    tablet.click("#tablet-open")
    tablet.click(f"#language-{language}")
    expect(tablet.locator("html")).to_have_attribute("lang", language, timeout=60_000)
    tablet.set_viewport_size(PHONE)
    tablet.click("#seat-S")
    tablet.click("#from-self")
    lay(tablet, "pung", "B9", "C9")
    for large in (False, True):
        tablet.evaluate(TURN, large)
        words = tablet.locator("#change, .seat-tab b, #type-bar .chip")
        assert (large, faults(tablet), words.evaluate_all(CUT)) == (large, [], [])


def test_it_unfolds_a_deal_where_it_can_be_read(table: Table, tablet: Page, play: Any) -> None:
    play(table)
    tablet.reload()
    tablet.click("#to-deals")
    tablet.click("#deal-1 > summary")
    expect(tablet.locator("#deal-1 .sums")).to_be_in_viewport(ratio=1)


def test_it_turns_the_outer_tiles_of_a_concealed_kong_in_recorded_deals(
    table: Table, tablet: Page, play: Any
) -> None:
    kongs = [{"tiles": [tile] * 4, "concealed": tile == "C9"} for tile in ("B9", "C9")]
    rest = ["D9", "D9", "D9", "B6", "B7", "B8", "B2", "B2"]
    play(table, declared.with_hand("S", declared.WINNER | {"melds": kongs, "concealed": rest}))
    tablet.reload()
    tablet.click("#to-deals")
    tablet.click("#deal-1 > summary")
    lying = {how: tablet.locator(f"#deal-1 [aria-label^='{how}: 9']") for how in ("exposed", "concealed")}
    expect(lying["concealed"]).to_be_visible()
    assert lying["exposed"].evaluate_all(BACKS) == [[False] * 4]
    assert lying["concealed"].evaluate_all(BACKS) == [[True, False, False, True]]


# ------------------------------------------------------------------ names
def test_it_writes_a_long_name_as_large_as_its_place_allows(table: Table, tablet: Page) -> None:
    tablet.set_viewport_size(PHONE)
    begun(tablet)
    sizes = {}
    for family in ("Marchwick", "Hathersage"):  # of nine and ten letters
        named(table, "Beryl", family)
        reload_once_kept(tablet)
        tablet.locator("#tab-W").wait_for()
        tablet.evaluate(TURN, True)
        expect(tablet.locator("#tab-W")).to_contain_text(family)
        [sizes[family]] = tablet.locator("#tab-W .seat-name").evaluate_all(FONTS)
        assert faults(tablet) == []
    assert 12 <= sizes["Marchwick"] < sizes["Hathersage"]  # whose tabs stand two by two


def test_it_writes_the_longest_names_readably_on_a_phone(
    context: BrowserContext, line: Line, tam: Tam, table: Table, running: Competition
) -> None:
    running.confirmed_by = "all"
    running.save()
    named(table, *LONG, seats="S")
    page = open_table(context, line.port, tam)
    page.set_viewport_size(PHONE)
    assert min(page.locator(".seat-name").evaluate_all(FONTS)) >= 12
    page.click("#begin-draw")
    page.click("#save")
    page.locator("#accept-E").wait_for()
    assert min(page.locator(".sheet .seat-name").evaluate_all(FONTS)) >= 12
    assert [one for one in faults(page) if "is broken" not in one] == []  # it breaks at its hyphen


# ------------------------------------------------------------------ a table of five
def test_it_shows_who_rests_in_the_middle_and_names_whole(
    context: BrowserContext, line: Line, club: Club, olive: User
) -> None:
    table = evenings.seated(club, olive, 5)
    page = open_table(context, line.port, evenings.paired(table, olive))
    page.click("#tablet-open")
    page.click("#language-da")  # whose words are long
    expect(page.locator("html")).to_have_attribute("lang", "da", timeout=60_000)
    named(table, "Maureen", "Oakes")
    page.reload()
    page.click("#seat-W")
    page.click("#from-self")
    expect(page.locator("#preview tbody tr").nth(4)).to_contain_text("sidder over")
    assert page.locator("#preview .seat-name").evaluate_all(CUT) == []
    for seat, value in {"W": 30, "E": 8, "S": 72, "N": 14}.items():
        page.click(f"#tab-{seat}")
        for digit in str(value):
            page.click(f"#pad-{digit}")
    page.click("#save")
    page.locator("#sheet-R").wait_for()
    edge, name = page.evaluate(MIDDLES)
    assert edge == pytest.approx(name, abs=2)


# ------------------------------------------------------------------ what is offered, and what is said
def test_it_asks_of_points_no_reason_that_only_tiles_have(
    running: Competition, table: Table, tablet: Page, play: Any
) -> None:
    play(table)
    for level, there in (("tiles", 1), ("points", 0)):
        running.entry_level = level
        running.save()
        reload_once_kept(tablet)
        tablet.click("#to-deals")
        tablet.click("#deal-1 > summary")
        tablet.click("#correct-1")
        tablet.click("#why-wrong > summary")
        expect(tablet.locator("#reason-wrong_points")).to_be_visible()
        expect(tablet.locator("#reason-wrong_tiles")).to_have_count(there)
        tablet.click("#reason-wrong_points")
        tablet.click("#discard")
        tablet.click("#discard-dialog [value=yes]")


def test_it_names_no_chow_among_the_calls_where_none_is_played(
    context: BrowserContext, line: Line, club: Club, olive: User
) -> None:
    page = open_table(context, line.port, evenings.paired(evenings.seated(club, olive, 3), olive))
    page.click("#rules-open")
    expect(page.locator("#who-gets-it li")).to_have_text(["Mah-jong", "Kong, Pung"])
    expect(page.locator("#who-gets-it")).not_to_contain_text("chow")
    expect(page.locator("#who-gets-it")).to_contain_text("Of equal calls the next in turn goes first.")


def test_it_says_how_far_the_hand_is_by_now(running: Competition, tablet: Page) -> None:
    running.entry_level = "counting"
    running.save()
    tablet.reload()
    begun(tablet)
    said = tablet.locator("#announcer")
    lay(tablet, "pung", "B9", "C9")
    expect(said).to_have_text("Dan Orme: 6 of 14 tiles")
    tablet.click("#undo")
    expect(said).to_have_text("Dan Orme: 3 of 14 tiles")
    tablet.click("#remove-0")
    expect(said).to_have_text("Dan Orme: 0 of 14 tiles")
    tablet.click("#tab-W")
    tablet.click("#rest")
    expect(said).to_contain_text("0 of 13 tiles. Nothing counts")
