"""What an entry offers by itself: the tile that won, a hand as it was shown before, draws in a row."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PATIENCE
from tests.table.hands import lay, win
from tests.table.test_modules import START
from tournaments.models import Competition, DealVersion

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OFFERS = START.replace("m.", "declared.")
ALL_BUT_A_PAIR = [("pung", "B1"), ("pung", "B2"), ("pung", "B3"), ("kong", "B4")]


@pytest.fixture
def offered(run: Any) -> Any:
    """Ask a question of what is offered once a hand lies so: S has won, from E."""

    def asking(
        question: str, laid: list[tuple[str, str]] = ALL_BUT_A_PAIR, seat: str = "S", held: int = 4
    ) -> Any:
        steps = "".join(
            f"d = declared.addGroup(d, {json.dumps([seat, kind, tile])[1:-1]}, {json.dumps(at < held)});"
            for at, (kind, tile) in enumerate(laid)
        )
        module = 'const declared = await import("/static/sparrows/table/deal/declaration.js");'
        return run(
            "deal/offering", f"await (async () => {{ {module} {OFFERS} {steps} return {question} }})()"
        )

    return asking


TOLD = "(({ winning, proposed = false }) => [winning, proposed])"
PAIR = 'declared.addGroup(d, "S", "pair", "DR")'


def test_it_proposes_the_tile_that_won_where_one_is_left(offered: Any) -> None:
    assert offered(f"{TOLD}(m.proposing(d).hands.S)") == [None, False]  # a tile lacks
    assert offered(f"{TOLD}(m.proposing({PAIR}).hands.S)") == ["DR", True]
    turned = f'declared.toggleOpen(m.proposing({PAIR}), "S", 1)'
    assert offered(f"{TOLD}(m.proposing({turned}).hands.S)") == [None, False]
    chosen = f'declared.toggleOpen(declared.setWinning({PAIR}, "S", "DR"), "S", 1)'
    assert offered(f"{TOLD}(m.proposing({chosen}).hands.S)") == ["DR", False]


def test_it_proposes_the_tile_on_which_another_won_as_well(offered: Any) -> None:
    both = 'declared.toggleWinner(declared.setWinning(d, "S", "C2"), "W")'
    for kind, tile in (("pung", "D1"), ("pung", "D2"), ("pung", "D3"), ("chow", "C1"), ("pair", "DR")):
        both = f'declared.addGroup({both}, "W", "{kind}", "{tile}")'
    assert offered(f"{TOLD}(m.proposing({both}).hands.W)", []) == ["C2", True]
    alone = both.replace('declared.setWinning(d, "S", "C2")', "d")
    assert offered(f"{TOLD}(m.proposing({alone}).hands.W)", []) == [None, False]


def test_a_set_that_is_held_lies_the_other_way_round_alone(offered: Any) -> None:
    laid = "d.hands[{seat}].groups.map(({{ open }}) => open)"
    assert offered(laid.format(seat='"S"'), held=1) == [True, False, False, False]
    assert offered(laid.format(seat='"S"')) == [True] * 4
    assert offered(laid.format(seat='"E"'), seat="E", held=1) == [True, False, False, False]


def test_how_sets_lie_is_remembered_for_the_deal(offered: Any) -> None:
    another = 'declared.addGroup({d}, "E", "pung", "B9").hands.E.groups[0].open'
    assert offered(another.format(d="d"), held=0) is False  # as the winner's first one
    assert offered(another.format(d="d")) is False  # nothing was said: all of them were held
    assert offered(another.format(d="declared.layOpen(d, false)")) is False  # as was said
    assert offered(another.format(d='declared.addGroup(d, "S", "pair", "DR")'), held=0) is False  # no set
    later = 'declared.toggleOpen(d, "S", 3)'
    added = f'declared.addGroup({later}, "S", "pung", "B9").hands.S.groups.at(-1).open'
    assert offered(added, held=0) is False  # that one set was turned


def test_it_offers_a_hand_as_the_version_before_had_it(offered: Any) -> None:
    before = '{ ...d, before: declared.addGroup(d, "E", "pung", "WE").hands }'
    assert offered(f'm.shownBefore({before}, "E").groups[0].tiles', []) == ["WE"] * 3
    again = f'm.showAgain({before}, "E")'
    assert offered(f'[{again}.hands.E.groups.length, m.shownBefore({again}, "E")]', []) == [1, None]
    elsewhere = f'declared.addGroup({before}, "N", "pair", "WE")'
    assert offered(f'm.shownBefore({elsewhere}, "E")', []) is None
    assert offered('m.shownBefore({ ...d, before: d.hands }, "E")', []) is None  # nothing was shown


def test_it_shows_that_hand_again_by_one_tap(run: Any) -> None:
    """By another word where something else is laid: that is no step on the way."""
    modules = """const declared = await import("/static/sparrows/table/deal/declaration.js");
      const { showAgain } = await import("/static/sparrows/table/deal/offering.js");"""
    tapped = """
      let now = { ...d, before: declared.addGroup(d, "E", "pung", "WE").hands };
      const actions = { showAgain: () => { now = showAgain(now, "E"); } };
      const offer = () => m.sameAgain({ draft: now, seat: "E" }, actions);
      const shown = offer();
      document.body.append(shown); // what is not on the page hears nothing
      shown.click();
      const after = [now.hands.E.groups[0].tiles, offer()];
      for (const tile of ["D1", "D2", "D3", "D4"]) now = declared.addGroup(now, "E", "kong", tile);
      return [shown.textContent, ...after, offer().textContent];"""
    said = run("entry/offers", f"await (async () => {{ {modules} {OFFERS} {tapped} }})()")
    assert said == ["Same hand again", ["WE"] * 3, None, "The hand as it was recorded"]


ROTATION = {"east_stays": ["east_wins", "draw"], "round_winds": ["E", "S"], "counted_deals": 0}
ROWS: list[tuple[dict[str, Any], dict[str, Any], int]] = [
    ({"deal": 2}, {}, 6),
    ({"deal": 2}, {"round": {"deals": 4}}, 3),
    ({"deal": 4}, {"round": {"deals": 4}}, 1),
    ({"deal": 2, "east": "W"}, {"round": {"winds": 1}, "east_stays": []}, 2),
    ({"deal": 2}, {"goulash_after_draw": True}, 1),
    ({"deal": 2, "goulash": True}, {"goulash_after_draw": True}, 0),
    ({"deal": 2, "east": "N", "round_wind": "S"}, {"east_stays": []}, 1),  # the last deal of the game
]


@pytest.mark.parametrize(("next_deal", "facts", "most"), ROWS)
def test_it_counts_how_many_draws_may_follow(run: Any, next_deal: Any, facts: Any, most: int) -> None:
    table = {
        "next": {"east": "E", "round_wind": "E", **next_deal},
        "round": facts.pop("round", {"deals": None}),
        "rules": {"rotation": {**ROTATION, **facts}},
    }
    assert run("deal/offering", "m.drawsInARow(v)", table) == most


@pytest.mark.usefixtures("endless")
def test_it_saves_draws_in_a_row_each_as_a_deal_of_its_own(tablet: Page) -> None:
    Competition.objects.update(entry_level="points")
    tablet.reload()
    tablet.click("#begin-draw")
    expect(tablet.locator("#draws-1")).to_have_attribute("aria-pressed", "true")
    expect(tablet.locator(".next-line")).to_contain_text("Next: deal 2")
    tablet.click("#draws-3")
    expect(tablet.locator(".next-line")).to_have_count(0)  # that follows the first of them
    expect(tablet.locator("#save")).to_have_text("Save deals 1 to 3")
    tablet.click("#save")
    expect(tablet.locator("#deal-3")).to_be_visible(timeout=PATIENCE)
    expect(tablet.locator(".felt h1")).to_have_text("Deal 4")
    versions = DealVersion.objects.order_by("number")
    assert [(one.number, one.content["outcome"], one.net["E"]) for one in versions] == [
        (1, "draw", 0),
        (2, "draw", 0),
        (3, "draw", 0),
    ]
    assert len({one.key for one in versions}) == 3


def test_it_shows_what_it_proposes_and_lets_it_be_changed(tablet: Page) -> None:
    win(tablet, "S", "E")  # a tile was chosen
    expect(tablet.locator("#winning")).not_to_contain_text("Proposed")
    for place in (1, 2, 3):
        tablet.click(f"#group-{place}")  # no set lies in hand any more
    tablet.click("#remove-4")
    lay(tablet, "pair", "DR")
    expect(tablet.locator("#winning")).to_contain_text("Proposed")
    expect(tablet.locator("#winning-DR")).to_have_attribute("aria-pressed", "true")
    tablet.click("#group-1")
    expect(tablet.locator("#winning [aria-pressed=true]")).to_have_count(0)
    first = tablet.locator("#tile-grid [data-tile]").first
    tablet.click("#tab-E")
    expect(first).to_have_attribute("data-tile", "DR")
