"""Entering deals on the tablet: won, drawn, at the limit, impossible; by tiles and by points; by keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F
from playwright.sync_api import Page, expect

from tests import declared
from tests.declared import RACKS
from tests.table.hands import beat, lay, racks, reload_once_kept, two_chows, win
from tests.table.looking import TURN
from tests.table.test_at_a_glance import PHONE, TABLET, faults
from tests.table.test_double_tap import QUICK, middle, taps
from tournaments.models import Competition, DealVersion, RefereeCall, Table
from tournaments.selectors import tables
from tournaments.services import devices

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH = "(one) => one.getBoundingClientRect().width"


def name_of(table: Table, seat: str) -> str:
    return tables.sitters(table, 1)[seat].entry.name


def recorded(page: Page, number: int) -> DealVersion:
    expect(page.locator(f"#deal-{number}")).to_be_visible()
    return DealVersion.objects.current().get(number=number)


def test_it_records_a_won_deal_as_it_was_previewed(tablet: Page, table: Table) -> None:
    win(tablet, "S", "E")
    expect(tablet.locator("#preview-lines-S summary")).to_contain_text("40")
    racks(tablet, "S")
    expect(tablet.locator("#preview tbody tr >> nth=1")).to_contain_text("+160")
    expect(tablet.locator("#preview .next-line")).to_contain_text("deal 2")
    tablet.click("#save")
    version = recorded(tablet, 1)
    assert version.net == {"E": -80, "S": 160, "W": -40, "N": -40}
    assert version.content["hands"]["S"]["melds"] == declared.WINNER["melds"]
    assert sorted(version.content["hands"]["E"]["concealed"]) == sorted(RACKS["E"].split())
    expect(tablet.locator("#seat-S .seat-score")).to_have_text("+160")
    expect(tablet.locator("#seat-S .wind-name")).to_have_text("East")
    expect(tablet.locator("#connection")).to_have_text("Saved on server")
    tablet.click("#deal-1 > summary")
    tablet.click("#deal-1-lines-S > summary")
    expect(tablet.locator("#deal-1-lines-S")).to_contain_text("Mah-jong: 20 points.")
    tablet.click("#deal-1-payments > summary")
    expect(tablet.locator("#deal-1-payments li")).to_have_count(3)


def test_it_records_a_draw_with_two_taps(tablet: Page, table: Table) -> None:
    tablet.click("#begin-draw")
    tablet.click("#save")
    assert recorded(tablet, 1).content["outcome"] == "draw"
    expect(tablet.locator(".felt-middle h1")).to_contain_text("Deal 2")


def test_it_offers_irregular_hands_and_every_way_to_win(tablet: Page, table: Table) -> None:
    tablet.click("#seat-E")
    tablet.click("#from-self")
    tablet.click("#shapes > summary")
    tablet.click("#shape-wonders-")
    tablet.click("#tile-DG")
    tablet.click("#winning-B1")
    expect(tablet.locator("#preview tbody tr >> nth=0")).to_contain_text("1,000")
    tablet.click("#how > summary")
    ways = tablet.locator(".how-list button").all_inner_texts()
    assert ways == ["From the wall", "Last tile of the wall", "First fourteen tiles"]
    ways_to_fold: list[Callable[[], None]] = [
        lambda: tablet.keyboard.press("Escape"),
        lambda: tablet.click(".entry-title"),
    ]
    for fold in ways_to_fold:
        fold()
        expect(tablet.locator(".how-list")).to_be_hidden()
        tablet.click("#how > summary")
    tablet.click("#how-last_wall")
    racks(tablet, "E")
    tablet.click("#save")
    version = recorded(tablet, 1)
    assert version.content["win_source"] == "last_wall"
    assert version.net == {"E": 6000, "S": -2000, "W": -2000, "N": -2000}


def test_it_says_why_a_fifth_tile_and_a_second_chow_cannot_be(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    lay(tablet, "pung", "DR")
    lay(tablet, "single", "DR")
    fifth = tablet.locator("#tile-DR")
    expect(fifth).to_have_attribute("aria-disabled", "true")
    expect(fifth).to_have_attribute("aria-label", "red dragon, 0 left")
    fifth.click(force=True)
    expect(tablet.locator("#warning")).to_contain_text("red dragon: a set has four of a kind")
    lay(tablet, "chow", "B1")
    tablet.locator("#kind-chow").click(force=True)
    expect(tablet.locator("#warning")).to_contain_text("1 chow at most")
    tablet.click("#tab-E")
    expect(tablet.locator("#tile-DR")).to_have_attribute("aria-disabled", "true")


def test_it_shows_every_refusal_beside_its_seat_and_keeps_what_was_typed(tablet: Page, table: Table) -> None:
    two_chows(tablet, "S")
    expect(tablet.locator("#hand-panel .errors")).to_have_text("A mah-jong may hold at most 1 chow.")
    for seat, tiles in zip("EWN", RACKS.values(), strict=True):
        tablet.click(f"#tab-{seat}")
        lay(tablet, "single", *[tile.replace("B1", "WE").replace("B3", "WS") for tile in tiles.split()])
    tablet.click("#save")
    expect(tablet.locator("#faults")).to_contain_text("not possible as entered")
    expect(tablet.locator("#tab-S")).to_have_attribute("aria-selected", "true")
    expect(tablet.locator("#hand-panel .errors")).to_have_text("A mah-jong may hold at most 1 chow.")
    expect(tablet.locator("#tab-W")).to_contain_text("13 of 13")
    assert not DealVersion.objects.exists()


def test_it_takes_values_where_the_event_wants_no_tiles(tablet: Page, table: Table, running: Any) -> None:
    running.entry_level = "points"
    running.save()
    tablet.reload()
    tablet.click("#seat-S")
    tablet.click("#from-self")
    for seat, points in {"S": "80", "E": "20", "W": "60", "N": "40"}.items():
        tablet.click(f"#tab-{seat}")
        for digit in points:
            tablet.click(f"#pad-{digit}")
    tablet.click("#save")
    assert recorded(tablet, 1).net == {"E": -280, "S": 320, "W": 20, "N": -60}


def test_it_enters_penalties_and_proposes_a_cannon(tablet: Page, table: Table) -> None:
    tablet.click("#seat-W")
    tablet.click("#from-E")
    lay(tablet, "pung", "B9", "B7", "B5")
    for place in range(3):
        tablet.click(f"#group-{place}")
    lay(tablet, "chow", "B1")
    tablet.click("#tile-WE")
    tablet.click("#winning-B1")
    spare = {"B1": "C6", "B3": "DG", "B5": "WS", "B7": "DW", "B8": "DR", "B4": "D2"}
    for seat, tiles in zip("ESN", RACKS.values(), strict=True):
        tablet.click(f"#tab-{seat}")
        lay(tablet, "single", *[spare.get(tile, tile) for tile in tiles.split()])
    tablet.click("#confirm-cannon")
    expect(tablet.locator("#penalties > summary")).to_contain_text("(1)")
    tablet.click("#penalties > summary")
    expect(tablet.locator("#penalties")).to_contain_text("Cannon: ")
    tablet.click("#penalty-misnamed_discard")
    tablet.click("#who-N")
    tablet.click("#misled-S")
    tablet.click("#penalty-add")
    tablet.click("#save")
    assert recorded(tablet, 1).content["events"] == [
        {"code": "cannon", "offender": "E"},
        {"code": "misnamed_discard", "offender": "N", "misled": ["S"]},
    ]


def test_it_waits_for_the_word_where_nobody_knows_how_long_a_hand_is(tablet: Page) -> None:
    win(tablet, "S", "E")
    tablet.click("#tab-W")
    tablet.click("#flag-short_hand")
    lay(tablet, "pung", "DG")
    expect(tablet.locator("#next-hand")).to_be_visible()  # it may end here
    lay(tablet, "pair", "WN")
    lay(tablet, "single", "B1")
    expect(tablet.locator("#tab-W")).to_have_attribute("aria-selected", "true")
    expect(tablet.locator("#tab-W .tab-state")).to_have_text("6 of 13")
    tablet.click("#next-hand")
    expect(tablet.locator("#tab-N")).to_have_attribute("aria-selected", "true")
    tablet.click("#undo")  # leads to the hand that it was of
    expect(tablet.locator("#tab-W")).to_have_attribute("aria-selected", "true")
    expect(tablet.locator("#tab-W .tab-state")).to_have_text("5 of 13")


@pytest.mark.parametrize("begun", ["E", "self"])
def test_it_knows_who_discarded_the_tile_that_he_pays_for(tablet: Page, begun: str) -> None:
    tablet.click("#seat-S")
    tablet.click(f"#from-{begun}")
    tablet.click("#penalties > summary")
    tablet.click("#penalty-misnamed_discard_mahjong")
    expect(tablet.locator("#penalties [id^=who-]")).to_have_count(4)
    expect(tablet.locator("#penalties [id^=who-][aria-pressed=true]")).to_have_count(int(begun == "E"))
    expect(tablet.locator("#who-E")).to_have_attribute("aria-pressed", str(begun == "E").lower())


@pytest.mark.parametrize("begun", ["draw", "ended"])
def test_it_offers_no_penalty_that_pays_a_winner_where_nobody_won(tablet: Page, begun: str) -> None:
    tablet.click(f"#begin-{begun}")
    if begun == "draw":
        tablet.click("#penalties > summary")
    expect(tablet.locator("#penalty-false_mahjong")).to_be_visible()
    expect(tablet.locator("#penalty-cannon, #penalty-misnamed_discard_mahjong")).to_have_count(0)


def test_it_asks_about_a_penalty_that_was_filled_in_and_not_added(tablet: Page, table: Table) -> None:
    tablet.click("#begin-draw")
    tablet.click("#penalties > summary")
    for part in ("penalty-misnamed_discard", "who-N", "misled-S"):
        tablet.click(f"#{part}")
    expect(tablet.locator("#save")).to_have_attribute("aria-disabled", "true")
    expect(tablet.locator("#lacking")).to_have_text("Add the penalty, or tap it again.")
    tablet.locator("#save").click(force=True)
    expect(tablet.locator("#warning")).to_have_text("Add the penalty, or tap it again.")
    reload_once_kept(tablet)  # a begun penalty is kept with the draft
    expect(tablet.locator("#lacking")).to_have_text("Add the penalty, or tap it again.")
    expect(tablet.locator("#who-N")).to_have_attribute("aria-pressed", "true")
    tablet.click("#penalty-add")
    tablet.click("#save")
    event = {"code": "misnamed_discard", "offender": "N", "misled": ["S"]}
    assert recorded(tablet, 1).content["events"] == [event]


def test_it_saves_without_a_penalty_that_was_tapped_again(tablet: Page, table: Table) -> None:
    tablet.click("#begin-draw")
    tablet.click("#penalties > summary")
    tablet.click("#penalty-misnamed_discard")
    expect(tablet.locator("#lacking")).to_have_count(1)
    tablet.wait_for_timeout(700)  # sooner would be a double tap, which does one thing
    tablet.click("#penalty-misnamed_discard")
    expect(tablet.locator("#lacking")).to_have_count(0)
    tablet.click("#save")
    assert recorded(tablet, 1).content["events"] == []


def test_it_marks_a_wrongly_claimed_set_that_counts_nothing(tablet: Page, table: Table) -> None:
    win(tablet, "S", "E")
    tablet.click("#tab-W")
    lay(tablet, "pung", "WE")
    tablet.click("#flag-dead_hand")
    expect(tablet.locator("#grey")).to_have_text("Tap “counts nothing” at each wrong set.")
    expect(tablet.locator("#tab-W")).to_contain_text("Dead hand")
    tablet.click("#dead-0")
    expect(tablet.locator("#grey")).to_have_count(0)
    on_felt = tablet.locator(".card-set.is-open").evaluate("(one) => getComputedStyle(one).color")
    expect(tablet.locator("#group-0 .meld-note")).to_have_css("color", on_felt)
    lay(tablet, "single", *RACKS["W"].split()[:10])
    expect(tablet.locator("#preview tbody tr >> nth=2")).to_contain_text("0")
    tablet.click("#tab-E")
    lay(tablet, "single", *RACKS["E"].split())
    tablet.click("#tab-N")
    lay(tablet, "single", *RACKS["N"].split())
    tablet.click("#save")
    [meld] = recorded(tablet, 1).content["hands"]["W"]["melds"]
    assert (meld["tiles"], meld["dead"]) == (["WE", "WE", "WE"], True)
    tablet.reload()
    tablet.click("#to-deals")
    tablet.click("#deal-1 > summary")
    west = tablet.locator("#deal-1 div:has(> h3)").filter(has_text=name_of(table, "W"))
    expect(west.locator(".badge")).to_have_text("Dead hand")
    expect(west.locator(".meld").first).to_have_text("exposedcounts nothing")


def test_it_asks_which_set_a_wrong_claim_made_and_saves_all_the_same(tablet: Page, table: Table) -> None:
    win(tablet, "S", "E")
    for seat in "ENW":
        tablet.click(f"#tab-{seat}")
        lay(tablet, *(["pung", "WE"] if seat == "W" else ["single", *RACKS[seat].split()]))
    lay(tablet, "single", *RACKS["W"].split()[:10])
    tablet.click("#penalties > summary")
    for part in ("penalty-wrong_claim", "who-W", "penalty-add"):
        tablet.click(f"#{part}")
    asked = f"{name_of(table, 'W')}: which set did the wrong claim make? Tap “counts nothing” at it."
    expect(tablet.locator("#overlooked")).to_have_text(asked)
    expect(tablet.locator("#grey")).to_have_text("Tap “counts nothing” at each wrong set.")
    expect(tablet.locator("#penalties li")).to_contain_text(asked)
    for size in (PHONE, TABLET):
        tablet.set_viewport_size(size)
        for large in (True, False):
            tablet.evaluate(TURN, large)
            assert (size, large, faults(tablet)) == (size, large, [])
    tablet.click("#dead-0")
    expect(tablet.locator("#grey, #overlooked, #penalty-asks-0")).to_have_count(0)
    tablet.click("#undo")
    expect(tablet.locator("#overlooked")).to_have_text(asked)
    tablet.click("#save")
    assert recorded(tablet, 1).content["events"] == [{"code": "wrong_claim", "offender": "W"}]


def test_it_is_played_by_keyboard_alone(tablet: Page, table: Table) -> None:
    tablet.locator("#seat-S").focus()
    tablet.keyboard.press("Enter")
    tablet.locator("#from-E").wait_for()
    assert tablet.evaluate("document.activeElement.textContent") == f"{name_of(table, 'S')} winsFrom whom?"
    tablet.keyboard.press("Tab")
    assert tablet.evaluate("document.activeElement.id") == "from-E"
    tablet.keyboard.press("Enter")
    tablet.locator("#hand-panel").wait_for()
    assert tablet.evaluate("document.activeElement.className") == "entry-title"
    tablet.locator("#kind-pung").focus()
    tablet.keyboard.press("Space")
    tablet.keyboard.press("Tab")
    tablet.keyboard.press("Tab")
    tablet.keyboard.press("Tab")
    tablet.keyboard.press("Tab")
    assert tablet.evaluate("document.activeElement.id") == "tile-B1"
    tablet.keyboard.press("ArrowRight")
    tablet.keyboard.press("ArrowDown")
    assert tablet.evaluate("document.activeElement.id") == "tile-C2"
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")
    assert tablet.evaluate("document.activeElement.id") == "tile-C2"
    tablet.locator("#undo").focus()
    tablet.keyboard.press("Enter")
    expect(tablet.locator("#tab-S")).to_contain_text("0 of 14")


def test_it_calls_the_referee(tablet: Page, table: Table, rafe: Any) -> None:
    tablet.click("#call-referee")
    tablet.click("#referee-dialog [data-reason] >> text=A penalty")
    tablet.click("#referee-dialog [value=yes]")
    expect(tablet.locator(".felt-middle")).to_contain_text("The referee has been called.")
    call = RefereeCall.objects.get()
    assert call.reason == "A penalty"
    devices.referee_answer(call=call, actor=rafe)
    beat(tablet)  # a heartbeat tells of it
    expect(tablet.locator(".felt-middle")).to_contain_text("The referee answered at")
    tablet.click("#call-referee")
    expect(tablet.locator("#referee-reason")).to_have_value("")
    tablet.keyboard.press("Escape")
    assert RefereeCall.objects.count() == 1  # the last word of the dialog is not said again


def test_it_takes_a_call_back(tablet: Page, table: Table) -> None:
    tablet.click("#call-referee")
    tablet.click("#referee-dialog [value=yes]")
    tablet.click("#call-back")
    expect(tablet.locator("#call-referee")).to_be_visible()
    expect(tablet.locator(".felt-middle")).not_to_contain_text("The referee")
    assert RefereeCall.objects.get().answered_at


def test_it_calls_the_referee_by_the_enter_key(tablet: Page, table: Table) -> None:
    tablet.click("#call-referee")
    tablet.fill("#referee-reason", "A tile is missing.")
    tablet.keyboard.press("Enter")
    expect(tablet.locator(".felt-middle")).to_contain_text("The referee has been called.")
    assert RefereeCall.objects.get().reason == "A tile is missing."


def test_it_says_that_nobody_was_called_without_the_server(tablet: Page, table: Table) -> None:
    tablet.route("**/table/call", lambda route: route.abort())
    tablet.click("#call-referee")
    tablet.click("#referee-dialog [value=yes]")
    expect(tablet.locator("#notices")).to_contain_text("the referee was not called")
    tablet.unroute("**/table/call")
    tablet.click("#call-referee")
    tablet.click("#referee-dialog [value=yes]")
    expect(tablet.locator(".felt-middle")).to_contain_text("The referee has been called.")
    expect(tablet.locator("#notices")).not_to_contain_text("was not called")


def test_it_steps_back_to_the_question_who_won(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.click("#tile-B9")
    for step in ("#tile-B9", "#from-E", "#seat-S"):
        tablet.click("#undo")
        expect(tablet.locator(step)).to_be_visible()
    reload_once_kept(tablet)
    expect(tablet.locator("#begin-draw")).to_be_visible()


def test_it_never_steps_out_of_a_deal_that_came_back(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-self")
    lay(tablet, "single", *["B1", "B2", "B3", "C4", "C5", "C6"])
    lay(tablet, "pung", "B9", "C9")
    tablet.click("#tile-D9")
    tablet.click("#winning-D9")
    racks(tablet, "S")
    tablet.click("#save")
    expect(tablet.locator("#faults")).to_be_visible()
    expect(tablet.locator("#undo")).to_have_attribute("aria-disabled", "true")


def test_it_offers_the_limit_and_its_half_by_one_tap(tablet: Page, table: Table, running: Any) -> None:
    running.entry_level = "points"
    running.save()
    tablet.reload()
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.click("#points-500")
    tablet.click("#points-1000")
    for seat in "EWN":
        tablet.click(f"#tab-{seat}")
        expect(tablet.locator("#points-1000")).to_have_count(0)
        tablet.click("#pad-0")
    tablet.click("#save")
    assert recorded(tablet, 1).net["S"] == 4000


def test_it_says_why_a_whole_shape_needs_an_empty_hand(tablet: Page, table: Table) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    tablet.click("#tile-B9")
    tablet.click("#shapes > summary")
    tablet.locator("#shape-wonders-").click(force=True)
    expect(tablet.locator("#warning")).to_contain_text("Take the tiles away first")
    expect(tablet.locator("#tab-S")).to_contain_text("3 of 14")


def test_it_enters_what_the_whole_table_came_to(tablet: Page, table: Table, running: Any) -> None:
    running.entry_level = "totals"
    running.save()
    tablet.reload()
    tablet.click("#begin-totals")
    for seat, keys in {"E": "300-", "S": "520", "W": "-130"}.items():
        tablet.click(f"#tab-{seat}")
        tablet.locator("#pad-1").focus()
        for key in keys:
            tablet.keyboard.press(key)
    tablet.click("#tab-N")
    for key in ("1", "sign"):
        tablet.click(f"#pad-{key}")
    expect(tablet.locator("#lacking")).to_contain_text("must add up to 0; it comes to 89.")
    tablet.click("#rest")
    expect(tablet.locator("#preview tbody tr >> nth=3")).to_contain_text("−90")
    tablet.click("#save")
    assert recorded(tablet, 1).net == {"E": -300, "S": 520, "W": -130, "N": -90}
    expect(tablet.locator(".felt-middle h1")).to_have_text("The totals of this table are entered.")
    expect(tablet.locator("#begin-totals")).to_have_count(0)
    expect(tablet.locator("#deal-1")).to_contain_text("Entered as totals")


def test_it_takes_what_counts_of_losers_and_says_the_rest_once_by_a_double_tap(
    tablet: Page, table: Table
) -> None:
    Competition.objects.update(entry_level="counting", revision=F("revision") + 1)
    tablet.reload()
    expect(tablet.locator("#seat-S")).to_be_visible()
    win(tablet, "S", "E")
    tablet.click("#next-hand")
    expect(tablet.locator("#tab-E .tab-state")).to_have_text("…")  # it need not be whole: no “0 of 13”
    tablet.click("#pair-DW")
    expect(tablet.locator("#tab-E .tab-state")).to_have_text("Tiles: 2")
    for seat in "EWN":
        expect(tablet.locator(f"#tab-{seat}")).to_have_attribute("aria-selected", "true")
        place = middle(tablet, "#rest")
        taps(tablet, place, place, apart=QUICK)
        tablet.wait_for_timeout(700)
    expect(tablet.locator("#save")).not_to_have_attribute("aria-disabled", "true")
    tablet.click("#rest")  # later it is meant: it takes it back
    expect(tablet.locator("#save")).to_have_attribute("aria-disabled", "true")
    tablet.wait_for_timeout(700)
    tablet.click("#rest")
    tablet.click("#save")
    hands = recorded(tablet, 1).content["hands"]
    assert {seat: hands[seat]["unshown"] for seat in "EWN"} == {"E": 11, "W": 13, "N": 13}
    assert hands["E"]["concealed"] == ["DW", "DW"]


def test_its_tiles_stay_as_large_when_a_loser_must_show_every_tile(tablet: Page, under: Any) -> None:
    """On a tablet that stands upright, where flowers and seasons lie below the other tiles."""
    under("bmja-club")
    Competition.objects.update(entry_level="counting", revision=F("revision") + 1)
    tablet.set_viewport_size({"width": 800, "height": 1280})
    tablet.reload()
    win(tablet, "S", "E")
    tablet.click("#tab-W")
    sizes = []
    for declared_fishing in (False, True):
        if declared_fishing:
            tablet.click("#flag-fishing")
            expect(tablet.locator("#every-tile")).to_be_visible()
        sizes.append([tablet.locator(f"#tile-{code}").evaluate(WIDTH) for code in ("D5", "F1")])
    assert sizes[0] == pytest.approx(sizes[1], abs=1)


def test_nothing_is_marked_when_a_tile_is_held_down(tablet: Page) -> None:
    tablet.click("#seat-S")
    tablet.click("#from-E")
    expect(tablet.locator("#tile-D5")).to_have_css("user-select", "none")
