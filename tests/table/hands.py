"""Enter hands the way a player taps them."""

from playwright.sync_api import Page


def lay(page: Page, kind: str, *tiles: str) -> None:
    """Choose a kind of set, then the tile of each set."""
    page.click(f"#kind-{kind}")
    for tile in tiles:
        page.click(f"#tile-{tile}")


def rack(page: Page, seat: str, tiles: str) -> None:
    """Enter a hand that lies all in the rack."""
    page.click(f"#tab-{seat}")
    lay(page, "single", *tiles.split())
