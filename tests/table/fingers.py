"""A skilled player's fingers on the table's page: every tap clicks what lies open, and is counted."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from playwright.sync_api import Page

Group = tuple[str, str]  # kind of set, and the tile that is tapped for it
Lying = tuple[str, str, bool]  # and whether it lies open
DOUBLED = ("single", "pair")  # a long tap lays two where one is laid

PRESSED = "document.querySelector('.type-bar [aria-pressed=true]')?.id.replace('kind-', '')"
# As `page.click` does, without its two frames and the way to and fro: there are tens of thousands of taps.
TAP = """async ([controls, held]) => {
  const frame = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const open = (control) => {
    const found = document.querySelector(control);
    if (!found) return null;
    const isHit = () => {
      const { x, y, width, height } = found.getBoundingClientRect();
      return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    if (!isHit()) found.scrollIntoView({ block: "center" });
    return isHit() && !found.matches(":disabled, [aria-disabled=true]") && found;
  };
  for (const control of controls) {
    let found = open(control);
    for (let tries = 0; !found && tries < 2000; tries += 1, found = open(control)) await frame(10);
    if (!found) return control;
    if (control === held) {
      found.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      await frame(700);
      found.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    }
    found.click();
    await frame(0); // the page draws what a tap changes before it hears the next one
  }
  return "";
}"""
ORDER = ("pung", "kong", "chow", "pair", "single")  # of two kinds that cost the same, this one first
SETS = ("chow", "pung", "kong")
ORDINARY = ("discard", "wall")
KNITTED = {"knitting": 2, "triple_knitting": 3}


def tap(page: Page, *controls: str, held: str = "") -> None:
    """Tap one after the other, the `held` one long; fails where nothing lies open, or it is forbidden."""
    stuck = page.evaluate(TAP, [controls, held])
    assert not stuck, f"{stuck} cannot be tapped"


class Fingers:
    """Enter deals on a page; `taps` counts the taps by what they were for."""

    def __init__(self, page: Page, level: str) -> None:
        self.page = page
        self.level = level
        self.taps: Counter[str] = Counter()
        self.purpose = ""
        self.opens: bool | None = None  # how a set of this deal was laid by a short tap, and so all are

    def tap(self, control: str, long: bool = False) -> None:
        """Tap what lies open to be tapped; fails where nothing is, or something covers it or forbids it."""
        tap(self.page, control, held=control if long else "")
        self.taps[self.purpose] += 1

    def enter(self, deal: Mapping[str, Any], expected: Mapping[str, Any]) -> Counter[str]:
        """Enter a whole deal and save it; `expected` tells the values of hands without tiles."""
        self.taps, self.purpose, self.opens = Counter(), "ending", None
        if deal["winners"]:
            self.won(deal, expected)
        else:
            self.tap("#begin-draw" if deal["outcome"] == "draw" else "#begin-ended")
        self.purpose = "penalties"
        for event in deal["events"]:
            self.penalty(event)
        self.purpose = "save"
        self.tap("#save")
        return self.taps

    # ------------------------------------------------------------------ the four hands
    def won(self, deal: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
        """Say who won and from whom, then enter the winner's hand and those of the others."""
        [winner] = deal["winners"]
        self.tap(f"#seat-{winner}")
        self.tap(f"#from-{deal['discarder'] or 'self'}")
        self.purpose = "winner"
        self.winner(deal["hands"][winner], expected, winner)
        for seat in sorted(deal["hands"].keys() - {winner}, key="ESWN".index):
            self.purpose = f"other {seat}"
            self.turn_to(seat)
            self.other(deal["hands"][seat], expected["values"][seat], seat in expected["special"])

    def turn_to(self, seat: str) -> None:
        """Look at a hand, where the page has not turned to it by itself."""
        if self.page.locator(f"#tab-{seat}").get_attribute("aria-selected") != "true":
            self.tap(f"#tab-{seat}")

    def confirm(self, seats: Iterable[str]) -> None:
        """Let players confirm the deal, each by holding, once all four values were there to be read."""
        self.purpose = "confirming"
        for seat in seats:
            self.tap(f"#accept-{seat}", long=True)

    def other(self, hand: Mapping[str, Any], value: int, special: bool) -> None:
        """Enter a hand that did not win: every tile, what counts, or its value."""
        judged_whole = special or "long_hand" in hand["flags"]  # then every tile is shown
        if self.level == "tiles" or (self.level == "counting" and judged_whole):
            return self.tiles(hand)
        if self.level == "counting":
            self.tiles({**hand, "concealed": counting(hand), "flags": []})
            return self.tap("#rest")
        return self.points(value)

    def winner(self, hand: Mapping[str, Any], expected: Mapping[str, Any], seat: str) -> None:
        """Enter the winner's hand, by tiles or by its value."""
        if self.level == "points":
            return self.points(expected["values"][seat])
        special = expected["special"].get(seat)
        if special in KNITTED:
            self.knitted(hand, KNITTED[special])
        else:
            self.tiles(hand)
        if not self.page.locator(f"#winning-{hand['winning_tile']}[aria-pressed=true]").count():
            self.tap(f"#winning-{hand['winning_tile']}")  # else it was proposed, as the only one
        if hand["win_source"] not in ORDINARY:
            self.tap("#how > summary")
            self.tap(f"#how-{hand['win_source']}")
        return None

    def points(self, value: int) -> None:
        """Type a value, or tap it where the page offers it."""
        chip = f"#points-{value}"
        if len(str(value)) > 1 and self.page.locator(chip).count():
            return self.tap(chip)
        for digit in str(value):
            self.tap(f"#pad-{digit}")
        return None

    # ------------------------------------------------------------------ one hand of tiles
    def tiles(self, hand: Mapping[str, Any]) -> None:
        """Lay a hand down set by set, with a long tap where one does not lie as the set before it."""
        won = hand["is_winner"]
        for flag in hand["flags"]:
            self.tap(f"#flag-{flag}")
        melds = [(_kind(meld["tiles"]), min(meld["tiles"])) for meld in hand["melds"]]
        racked = cheapest(tuple(sorted(hand["concealed"])), won)
        concealed = [*(meld["concealed"] for meld in hand["melds"]), *(True for _ in racked)]
        groups = zip([*melds, *racked], concealed, strict=True)
        opens = bool(self.opens)  # without a set before, in hand
        self.lay([(*group, not lies) for group, lies in groups], opens)

    def lay(self, groups: list[Lying], opens: bool = False) -> None:
        """Lay groups down: pairs that have a button of their own, then those of the pressed kind first.

        Those that lie as the page takes a set to lie come first; each of the others is held down.
        """
        left = sorted(groups, key=lambda group: group[2] != opens)
        for group in groups:
            if group[0] == "pair" and self.page.locator(f"#pair-{group[1]}").count():
                self.tap(f"#pair-{group[1]}")
                left.remove(group)
        while left:
            kind = self.kind(left)
            group = next(one for one in left if one[0] == kind or (kind, one[0]) == DOUBLED)
            turned = group[0] in SETS and group[2] != opens
            self.tap(f"#tile-{group[1]}", long=turned or kind != group[0])
            self.opens = opens if group[0] in SETS and not turned else self.opens
            left.remove(group)

    def kind(self, left: list[Lying]) -> str:
        """Go on with the kind that is pressed; if nothing more is of it, press another."""
        pressed = str(self.page.evaluate(PRESSED))
        kinds = {kind for kind, _, _ in left}
        if pressed in kinds or (pressed == DOUBLED[0] and DOUBLED[1] in kinds):
            return pressed
        pressed = min(kinds, key=ORDER.index)
        self.tap(f"#kind-{pressed}")
        return pressed

    def knitted(self, hand: Mapping[str, Any], suits: int) -> None:
        """Lay down a knitted hand, one tap for the tiles of one number; what is left over one by one."""
        rack = list(hand["concealed"])
        used = sorted({tile[0] for tile in rack})
        self.tap("#shapes > summary")
        self.tap("#shape-triple_knitting-" if suits == 3 else f"#shape-knitting-{''.join(used)}")
        for number in sorted({tile[1] for tile in rack}):
            while all(f"{suit}{number}" in rack for suit in used):
                self.tap(f"#tile-{used[0]}{number}")
                for suit in used:
                    rack.remove(f"{suit}{number}")
        self.lay([("single", tile, False) for tile in rack])

    # ------------------------------------------------------------------ penalties
    def penalty(self, event: Mapping[str, Any]) -> None:
        """Confirm what the page has found by itself, or add it."""
        if event["code"] == "cannon" and self.page.locator("#confirm-cannon").count():
            return self.tap("#confirm-cannon")
        if not self.page.locator("#penalties[open]").count():
            self.tap("#penalties > summary")
        self.tap(f"#penalty-{event['code']}")
        self.tap(f"#who-{event['offender']}")
        for seat in event.get("misled", []):
            self.tap(f"#misled-{seat}")
        return self.tap("#penalty-add")


def counting(hand: Mapping[str, Any]) -> list[str]:
    """Leave out of a rack what is not paid for: single tiles, pairs of suits and of others' winds."""
    rack = hand["concealed"]
    paired = {"DR", "DG", "DW", f"W{hand['own_wind']}", f"W{hand['round_wind']}"}
    return [tile for tile in rack if rack.count(tile) > (1 if tile in paired else 2)]


def _kind(tiles: list[str]) -> str:
    if len(tiles) == 4:
        return "kong"
    return "pung" if tiles[0] == tiles[1] else "chow"


@cache
def cheapest(rack: tuple[str, ...], won: bool) -> tuple[Group, ...]:
    """Divide a rack into what takes the fewest taps; sets of those who did not win must be turned over."""

    def taps(groups: tuple[Group, ...]) -> int:
        kinds = {kind for kind, _ in groups}
        return len(groups) + len(kinds) + (0 if won else sum(kind in SETS for kind, _ in groups))

    return min(_divided(rack, 1 if won else 4), key=taps)


def _divided(rack: tuple[str, ...], chows: int) -> Iterator[tuple[Group, ...]]:
    if not rack:
        yield ()
    for kind, tiles in _beginning(rack, chows):
        rest = list(rack)
        for tile in tiles:
            rest.remove(tile)
        for groups in _divided(tuple(rest), chows - (kind == "chow")):
            yield ((kind, rack[0]), *groups)


def _beginning(rack: tuple[str, ...], chows: int) -> Iterator[tuple[str, list[str]]]:
    """List the groups that the first tile of a rack can lie in, as far as one can be the cheapest."""
    if not rack:
        return
    first = rack[0]
    same = rack.count(first)
    run = [f"{first[0]}{int(first[1]) + step}" for step in range(3)] if first[1].isdigit() else []
    if same >= 3:
        yield "pung", [first] * 3
    if chows and run and set(run) <= set(rack):
        yield "chow", run
    if same >= 2:
        yield "pair", [first] * 2
    yield "single", [first]
