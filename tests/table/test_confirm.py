"""The sheet of four after a deal is saved: held to accept, disputed as easily, left and opened again."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests import declared
from tests.conftest import Tam
from tests.table.conftest import open_table
from tests.table.hands import beat, reload_once_kept
from tests.table.line import Line
from tests.table.looking import TURN
from tournaments.models import Competition, Confirmation, DealVersion, Table
from tournaments.selectors import tables
from tournaments.services import competitions, confirmations, corrections, rounds
from tournaments.services.confirmations import Seen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = 30_000


@pytest.fixture
def asking(running: Competition, olive: User) -> Competition:
    """The running tournament, in which all four confirm."""
    return competitions.competition_change(competition=running, actor=olive, confirmed_by="all")


# What the page waits for comes after an eighth of the time: reading, holding, what it asks again and again.
HURRIED = """for (const wait of ["setTimeout", "setInterval"]) {
    const real = globalThis[wait];
    globalThis[wait] = (act, milliseconds = 0, ...more) => real(act, milliseconds / 8, ...more);
}"""


@pytest.fixture
def page(asking: Competition, context: BrowserContext, line: Line, tam: Tam, table: Table) -> Page:
    """Tam's tablet after a draw was saved, with the values read; it hurries."""
    return drawn(open_table(context, line.port, tam, HURRIED))


@pytest.fixture
def unhurried(asking: Competition, table: Table, tablet: Page) -> Page:
    """The same, for those who prove how long anything takes, or tap what can be held."""
    return drawn(tablet)


def drawn(page: Page) -> Page:
    """Save a draw and read the values."""
    page.click("#begin-draw")
    page.click("#save")
    read(page)
    return page


def read(page: Page) -> None:
    """Wait until the values were on the screen for long enough."""
    page.locator(".sheet-accept:not([aria-disabled])").first.wait_for()


# Nobody reads behind an open dialog; how long reading takes is then the page's own to say.
STOP_READING = """() => {
    const dialog = Object.assign(document.createElement("dialog"), { id: "in-the-way", open: true });
    dialog.style.display = "none";
    document.body.append(dialog);
}"""
READ_ON = """async () => {
    const begun = performance.now();
    document.getElementById("in-the-way").remove();
    const waits = () => document.querySelector("#accept-E[aria-disabled=true]");
    while (waits()) await new Promise((go) => setTimeout(go, 9));
    return performance.now() - begun;
}"""


# The answer to the first word is on its way for longer than that to the second.
LATE = """() => {
    const ask = globalThis.fetch;
    let late = 1500;
    globalThis.fetch = async (...asked) => {
        const wait = String(asked[0]).endsWith("/confirm") ? late : 0;
        if (wait) late = 0;
        const answer = await ask(...asked);
        await new Promise((go) => setTimeout(go, wait));
        return answer;
    };
}"""

WHILE = "(pause) => new Promise((resolve) => setTimeout(resolve, pause))"


def hold(page: Page, seat: str, seconds: float = 0.8) -> None:
    """Press a player's button and keep it pressed."""
    page.locator(f"#accept-{seat}").hover()  # scrolls there, also on a sheet drawn anew
    page.mouse.down()
    page.evaluate(WHILE, seconds * 1000)  # by the page's clock: a busy machine hears of the button late
    page.mouse.up()


def said() -> list[tuple[str, str]]:
    return list(Confirmation.objects.values_list("seat", "answer"))


def test_it_asks_all_four_and_shows_the_board_when_they_have_accepted(page: Page) -> None:
    for count, seat in enumerate("ESW", start=1):
        hold(page, seat)
        expect(page.locator("#sheet-state")).to_have_text(f"Deal 1: {count} of 4 have confirmed.")
        expect(page.locator(f"#sheet-{seat}")).to_contain_text("Confirmed")
    hold(page, "N")
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    expect(page.locator("#begin-draw")).to_be_visible()
    assert said() == [(seat, "confirm") for seat in "ESWN"]


def test_it_shows_each_player_his_change_and_his_total_in_his_direction(
    asking: Competition, table: Table, play: Any, tablet: Page
) -> None:
    play(table)
    play(table, declared.draw())
    confirmed(table, 1)
    tablet.reload()
    tablet.locator(".sheet").wait_for()
    expect(tablet.locator("#sheet-S .sheet-net")).to_contain_text("0")
    expect(tablet.locator("#sheet-S .sheet-total")).to_have_text("new total +160")
    turned = tablet.evaluate(
        """() => ["E", "S", "W", "N"].map((seat) => {
            const { transform, writingMode } = getComputedStyle(document.getElementById(`sheet-${seat}`));
            return [writingMode, transform.startsWith("matrix(-1")];
        })"""
    )
    assert turned == [
        ["horizontal-tb", False],
        ["vertical-rl", True],
        ["horizontal-tb", True],
        ["vertical-rl", False],
    ]


def confirmed(table: Table, number: int) -> None:
    version = DealVersion.objects.current().get(table=table, number=number)
    for seat in "ESWN":
        confirmations.word_say(table=table, number=number, seat=seat, word="confirm", sha256=version.sha256)


def test_it_accepts_nothing_before_the_values_were_read(
    asking: Competition, table: Table, tablet: Page
) -> None:
    tablet.evaluate(STOP_READING)
    tablet.click("#begin-draw")
    tablet.click("#save")
    tablet.locator("#accept-E").wait_for()
    expect(tablet.locator("#accept-E")).to_have_attribute("aria-disabled", "true")
    expect(tablet.locator("#sheet-state")).to_contain_text("Read all four")
    hold(tablet, "E")
    tablet.locator("#dispute-S").click(force=True)
    assert said() == []
    assert tablet.evaluate(READ_ON) >= 1400  # milliseconds; the look that sees them first counts too
    hold(tablet, "E")
    expect(tablet.locator("#sheet-E")).to_contain_text("Confirmed")


def test_it_says_that_a_seat_has_said_too_much(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmations, "MOST_WORDS", 0)
    page.click("#dispute-S")
    expect(page.locator(".sheet [role=alert]")).to_contain_text("confirmed and disputed too often")
    assert not Confirmation.objects.exists()


def test_it_takes_a_short_touch_for_none_and_a_second_tap_for_yes(unhurried: Page) -> None:
    page = unhurried
    hold(page, "E", 0.1)
    expect(page.locator("#accept-E")).to_have_text("Tap again")
    assert said() == []
    page.wait_for_timeout(350)
    page.click("#accept-E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    assert said() == [("E", "confirm")]


def test_it_takes_a_bounced_tap_for_one(unhurried: Page) -> None:
    page = unhurried
    page.dblclick("#accept-E")
    expect(page.locator("#accept-E")).to_have_text("Tap again")
    assert said() == []


def test_it_is_accepted_by_keyboard(unhurried: Page) -> None:
    page = unhurried
    page.locator("#accept-W").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#accept-W")).to_have_text("Tap again")
    page.wait_for_timeout(350)
    page.keyboard.press("Enter")
    expect(page.locator("#sheet-W")).to_contain_text("Confirmed")


def test_it_says_on_the_board_how_many_deals_wait_for_words(page: Page) -> None:
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    page.click("#leave-sheet")
    expect(page.locator("#to-deals")).to_have_text("Deals at this table 1 not confirmed")
    page.click("#confirm-1")
    read(page)
    for seat in "SWN":
        hold(page, seat)
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    expect(page.locator("#to-deals")).to_have_text("Deals at this table")


# What is needed and given, who said what, whether somebody at the table has still to say a word.
WORDS = [
    (4, 2, {"E": "confirm", "N": "confirm"}, True),
    (4, 1, {"E": "confirm", "N": "dispute"}, True),
    (4, 3, {"E": "confirm", "S": "confirm", "W": "confirm", "N": "dispute"}, False),
    (2, 2, {"E": "confirm", "S": "confirm"}, False),
    (0, 0, {}, False),  # the referee confirms, or nobody has to
]


@pytest.mark.parametrize(("needed", "given", "answers", "waits"), WORDS)
def test_it_counts_the_deals_that_wait_for_a_word_of_the_table_alone(
    run: Any, needed: int, given: int, answers: dict[str, str], waits: bool
) -> None:
    how_far = {"state": "open", "needed": needed, "given": given, "people": list("ESWN")}
    told = [{"confirmation": how_far, "answers": answers}]
    assert len(run("deal/sheets", "m.waitForWords({ deals: v })", told)) == waits


def test_it_keeps_showing_a_dispute(page: Page) -> None:
    for seat in "ESW":
        hold(page, seat)
        expect(page.locator(f"#sheet-{seat}")).to_contain_text("Confirmed")
    page.click("#dispute-N")
    expect(page.locator("#sheet-state")).to_contain_text("Deal 1 is disputed.")
    page.click("#leave-sheet")
    name = page.locator("#seat-N .seat-name").inner_text()
    expect(page.locator("#unconfirmed")).to_contain_text(f"disputed by {name}")
    reload_once_kept(page)
    expect(page.locator("#begin-draw")).to_be_visible()  # it was left: it does not come up again by itself
    page.click("#confirm-1")
    expect(page.locator("#sheet-N")).to_contain_text("Disputed")
    read(page)
    hold(page, "N")
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")


def test_it_offers_dispute_as_large_as_accept(page: Page) -> None:
    for seat in "ESWN":
        sizes = [
            page.locator(f"#{verb}-{seat}").evaluate(
                "one => [getComputedStyle(one).blockSize, getComputedStyle(one).inlineSize].map(parseFloat)"
            )
            for verb in ("accept", "dispute")
        ]
        assert sizes[0][0] == sizes[1][0] >= 96
        assert abs(sizes[0][1] - sizes[1][1]) < 2


def finger(page: Page, seat: str, what: str) -> None:
    """Move one of several fingers: each has the button of its seat."""
    page.dispatch_event(f"#accept-{seat}", f"pointer{what}", {"pointerId": ord(seat), "bubbles": True})


def test_it_lets_two_hold_at_once(unhurried: Page) -> None:
    page = unhurried
    finger(page, "E", "down")
    page.wait_for_timeout(300)
    finger(page, "W", "down")
    page.wait_for_timeout(400)
    finger(page, "E", "up")  # it is done, and the page must not be drawn anew under the other finger
    page.wait_for_timeout(400)
    finger(page, "W", "up")
    for seat in "EW":
        expect(page.locator(f"#sheet-{seat}")).to_contain_text("Confirmed")


def touches(page: Page, *, drift: float = 0) -> list[dict[str, float]]:
    """Say where four fingers rest: each in the middle of the button of its seat, or a little off."""
    boxes = [page.locator(f"#accept-{seat}").bounding_box() for seat in "ESWN"]
    return [
        {"id": number, "x": box["x"] + box["width"] / 2 + drift, "y": box["y"] + box["height"] / 2 + drift}
        for number, box in enumerate(boxes)
        if box
    ]


def touching(page: Page) -> Any:
    """Touch the glass as fingers do: the browser makes pointers of it, and scrolls where it may."""
    glass = page.context.new_cdp_session(page)
    return lambda what, points: glass.send(
        "Input.dispatchTouchEvent", {"type": f"touch{what}", "touchPoints": points}
    )


def test_it_lets_all_four_hold_at_the_same_time(unhurried: Page) -> None:
    page = unhurried
    there, touch = touches(page), touching(page)
    for count in range(1, 5):  # they come one after the other, and go so
        touch("Start", there[:count])
        page.evaluate(WHILE, 100)
    assert page.locator(".is-held").count() == 4
    touch("Move", touches(page, drift=30))
    page.evaluate(WHILE, 800)
    for count in reversed(range(4)):
        touch("End", there[:count])
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    assert sorted(said()) == sorted((seat, "confirm") for seat in "ESWN")


def test_it_takes_a_finger_that_strays_for_one_that_holds(unhurried: Page) -> None:
    page = unhurried
    point, touch = touches(page)[0], touching(page)
    touch("Start", [point])
    for step in range(1, 6):
        touch("Move", [{**point, "y": point["y"] - 4 * step}])
    page.evaluate(WHILE, 800)
    touch("End", [])
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")


def test_it_counts_the_taps_of_all_four_who_tap_at_the_same_time(unhurried: Page) -> None:
    page = unhurried
    for _ in range(2):
        for seat in "ESWN":
            page.tap(f"#accept-{seat}")
        page.wait_for_timeout(350)
    expect(page.locator("#notices")).to_contain_text("Deal 1 is confirmed.")
    assert said() == [(seat, "confirm") for seat in "ESWN"]


def test_it_names_who_is_asked_again_in_the_order_of_play(page: Page, table: Table, rafe: User) -> None:
    names = [page.locator(f"#sheet-{seat} .seat-name").inner_text() for seat in "ESWN"]
    for seat in "ESWN":
        hold(page, seat)
        page.wait_for_timeout(100)
    expect(page.locator(".sheet")).to_have_count(0)
    corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason="South won.", actor=rafe
    )
    beat(page)
    expect(page.locator(".sheet-changed")).to_contain_text(f"To be confirmed again by {', '.join(names)}.")


def test_it_asks_whoever_disputed_to_say_so_again(page: Page, table: Table, rafe: User) -> None:
    hold(page, "E")
    page.click("#dispute-N")
    expect(page.locator("#sheet-state")).to_contain_text("Deal 1 is disputed.")
    east, north = (page.locator(f"#sheet-{seat} .seat-name").inner_text() for seat in "EN")
    corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason="South won.", actor=rafe
    )
    beat(page)
    asked = f"again by {east}. To be disputed again by {north}, if still wrong."
    expect(page.locator(".sheet-changed")).to_contain_text(asked)
    page.click("#dispute-N")
    expect(page.locator("#sheet-state")).to_contain_text("Deal 1 is disputed.")
    expect(page.locator(".sheet-changed")).not_to_contain_text("disputed again")


@pytest.mark.parametrize("reason", ["South won.", "South won"])
def test_it_asks_again_when_the_deal_was_changed(page: Page, table: Table, rafe: User, reason: str) -> None:
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    corrections.deal_correct(
        table=table, number=1, content=declared.won(), mode="replay", reason=reason, actor=rafe
    )
    hold(page, "S")  # what South saw is no longer what is recorded
    expect(page.locator(".sheet-changed")).to_contain_text("Version 2: South won.")
    name = page.locator("#sheet-E .seat-name").inner_text()
    changed = f"Version 2: South won. To be confirmed again by {name}."
    expect(page.locator(".sheet-changed")).to_contain_text(changed)
    expect(page.locator("#sheet-S .sheet-net")).to_contain_text("+160")
    assert said() == [("E", "confirm")]


def test_it_says_that_the_referee_settled_it(page: Page, table: Table, rafe: User) -> None:
    seen = Seen(table, 1, DealVersion.objects.current().get(table=table).sha256)
    confirmations.deals_settle(seen=[seen], reason="They left.", actor=rafe)
    hold(page, "E")
    expect(page.locator("#begin-draw")).to_be_visible()
    expect(page.locator("#unconfirmed")).to_have_count(0)


def test_it_leaves_no_count_to_be_read_that_holds_no_longer(page: Page, table: Table, rafe: User) -> None:
    hold(page, "E")
    expect(page.locator("#announcer")).to_have_text("Deal 1: 1 of 4 have confirmed.")
    seen = Seen(table, 1, DealVersion.objects.current().get(table=table).sha256)
    confirmations.deals_settle(seen=[seen], reason="They left.", actor=rafe)
    beat(page)
    expect(page.locator("#begin-draw")).to_be_visible()
    expect(page.locator("#announcer")).to_be_empty()


def test_it_counts_all_words_also_when_answers_overtake_each_other(unhurried: Page) -> None:
    page = unhurried
    page.evaluate(LATE)
    hold(page, "E")
    hold(page, "W")
    expect(page.locator("#sheet-state")).to_have_text("Deal 1: 2 of 4 have confirmed.")
    expect(page.locator("#announcer")).to_have_text("Deal 1: 2 of 4 have confirmed.")
    page.wait_for_timeout(1500)  # for as long as the first answer is late
    expect(page.locator("#sheet-state")).to_have_text("Deal 1: 2 of 4 have confirmed.")
    assert said() == [("E", "confirm"), ("W", "confirm")]


def test_it_says_a_dispute_aloud(page: Page) -> None:
    page.click("#dispute-N")
    expect(page.locator("#announcer")).to_contain_text("Deal 1 is disputed.")


def test_it_says_that_the_round_is_over(page: Page, table: Table, olive: User) -> None:
    rounds.round_close(round=table.round, actor=olive, anyway=True)
    beat(page)
    expect(page.locator("#sheet-closed")).to_have_text("This round is closed.")
    expect(page.locator("#leave-sheet")).to_have_text("Back to the table")
    hold(page, "E")  # a word counts as it did before
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")
    page.click("#leave-sheet")
    expect(page.locator(".felt-middle")).to_contain_text("This round is closed.")


def test_it_waits_for_the_server_and_asks_when_the_deal_is_there(
    asking: Competition, context: BrowserContext, line: Line, tam: Tam, table: Table
) -> None:
    page = open_table(context, line.port, tam, HURRIED)
    line.cut()
    page.click("#begin-draw")
    page.click("#save")
    expect(page.locator("#sheet-state")).to_contain_text("Confirming it waits for the server.")
    expect(page.locator(".sheet-accept")).to_have_count(0)
    page.click("#leave-sheet")
    page.click("#seat-S")  # the next deal is being entered when the network is back
    line.mend()
    expect(page.locator("#connection")).not_to_contain_text("will send", timeout=LONG)
    expect(page.locator("#from-E")).to_be_visible()
    page.click("#discard")
    page.click("#discard-dialog [value=yes]")
    expect(page.locator("#sheet-title")).to_have_text("Deal 1")
    read(page)
    line.cut()
    hold(page, "E")
    expect(page.locator(".sheet [role=alert]")).to_contain_text("No answer from the server. The deal is safe")
    line.mend()
    hold(page, "E")
    expect(page.locator("#sheet-E")).to_contain_text("Confirmed")


@pytest.mark.parametrize("policy", ["referee", "nobody"])
def test_it_asks_nobody_where_the_players_do_not_confirm(
    asking: Competition, olive: User, table: Table, tablet: Page, policy: str
) -> None:
    competitions.competition_change(competition=asking, actor=olive, confirmed_by=policy)
    tablet.reload()
    tablet.click("#begin-draw")
    tablet.click("#save")
    expect(tablet.locator("#deal-1")).to_be_visible()
    expect(tablet.locator("#unconfirmed")).to_have_count(1 if policy == "referee" else 0)
    if policy == "referee":
        expect(tablet.locator("#confirm-1")).to_have_text("Look at it")  # there is nothing to confirm here
        tablet.click("#confirm-1")
        expect(tablet.locator("#accept-E")).to_have_count(0)
        tablet.locator("#dispute-E:not([aria-disabled])").click()
        expect(tablet.locator("#sheet-E")).to_contain_text("Disputed")


# ------------------------------------------------------------------ what was said of a hand
def test_it_asks_four_people_of_a_dead_hand_and_its_set_too(
    asking: Competition, tablet: Page, table: Table, play: Any
) -> None:
    """Whole on a phone, where each of them has a long name."""
    dead = declared.rack("B1 B3 B5 B8 C2 C3 C5 C8 D2 D3")
    dead |= {"melds": [{"tiles": ["WE"] * 3, "concealed": False, "dead": True}], "flags": ["dead_hand"]}
    play(table, declared.with_hand("E", dead))
    for sitter in tables.sitters(table, 1).values():
        player = sitter.entry.player
        player.given, player.family = "Annelieselotte", "Wimmersbacherin"
        player.save()
    tablet.set_viewport_size(ViewportSize(width=390, height=844))
    tablet.reload()
    told = "Dead hand, East wind: counts nothing."
    expect(tablet.locator(".sheet-said")).to_contain_text(told)
    for large in (False, True):
        tablet.evaluate(TURN, large)
        expect(tablet.locator(".sheet-said")).to_be_in_viewport(ratio=1)


def test_it_lists_east_of_the_deal_first(asking: Competition, table: Table, tablet: Page, play: Any) -> None:
    play(table)  # South wins: the next East
    tablet.reload()
    tablet.click("#leave-sheet")
    tablet.click("#begin-draw")
    tablet.click("#save")
    edges = "(all) => all.map((one) => one.id)"
    expect(tablet.locator("#sheet-title")).to_have_text("Deal 2")
    assert tablet.locator(".sheet-edge").evaluate_all(edges) == [f"sheet-{seat}" for seat in "SWNE"]
