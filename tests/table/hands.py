"""Enter hands the way a player taps them."""

from playwright.sync_api import Page

from tests.declared import RACKS
from tests.table.fingers import tap

# Changes come one after the other: when this one is done, what the last tap changed is on the disk.
ON_THE_DISK = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("sparrows-table");
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const change = asked.result.transaction(["kept", "deals"], "readwrite");
    change.objectStore("deals").count();
    change.oncomplete = () => { asked.result.close(); resolve(); };
  };
})"""


def once_kept(page: Page) -> None:
    """Wait as long as a person would before going on: the disk needs some milliseconds after a tap."""
    page.evaluate(ON_THE_DISK)


def reload_once_kept(page: Page) -> None:
    """Load the page anew, when what was tapped last is kept."""
    once_kept(page)
    page.reload()


def beat(page: Page) -> None:
    """Let the tablet look at the table now, as when somebody looks at the tablet again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def lay(page: Page, kind: str, *tiles: str) -> None:
    """Choose a kind of set, then the tile of each set."""
    tap(page, f"#kind-{kind}", *(f"#tile-{tile}" for tile in tiles))


def racks(page: Page, winner: str) -> None:
    """Enter the three hands that did not win, all in the rack."""
    losers = [seat for seat in "ESWN" if seat != winner]
    for seat, tiles in zip(losers, RACKS.values(), strict=True):
        tap(page, f"#tab-{seat}")
        lay(page, "single", *tiles.split())


def win(page: Page, winner: str, giver: str) -> None:
    """Enter the mah-jong of `declared.won`: four sets and a pair, the bamboo nines open."""
    page.click(f"#seat-{winner}")
    page.click(f"#from-{giver}")
    lay(page, "pung", "B9", "C9", "D9")
    lay(page, "chow", "B6")
    tap(page, "#tile-B2", "#group-0", "#winning-B6")


def two_chows(page: Page, winner: str) -> None:
    """Enter a mah-jong with two chows; no picker lays the second one down, so it comes tile by tile."""
    page.click(f"#seat-{winner}")
    page.click("#from-self")
    lay(page, "single", *["B1", "B2", "B3", "C4", "C5", "C6"])
    lay(page, "pung", "B9", "C9")
    tap(page, "#tile-D9", "#winning-D9")


def choose(page: Page, lid: str, choice: str) -> None:
    """Choose what a lid holds: who won after all, or why a deal was wrong."""
    page.click(f"#{lid} > summary")
    page.click(f"#{choice}")


def draw(page: Page) -> None:
    """Enter and save a draw."""
    page.click("#begin-draw")
    page.click("#save")


def discard(page: Page) -> None:
    """Throw the open entry away."""
    page.click("#discard")
    page.click("#discard-dialog [value=yes]")
