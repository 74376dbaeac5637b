"""What axe-core finds wrong with a page as it lies open, in the light and in the dark."""

from collections.abc import Iterator
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKING = Path(__file__).with_name("axe.js").read_text(encoding="utf-8")
LOOK = "() => globalThis.look?.()"


class Axe:
    """Ask each question of a page once: documents, and texts on what they lie on, are known from then on."""

    def __init__(self, page: Page) -> None:
        self.page, self.known = page, set[str]()

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """List theme, rule and element of each fault of the page as it lies open."""
        if not (found := self.page.evaluate(LOOK)):
            self._begin()
            found = self.page.evaluate(LOOK)
        self.known.update(found["learnt"])
        yield from ((theme, rule, html) for theme, rule, html in found["faults"])

    def _begin(self) -> None:
        """Give axe to a page that was loaded anew, and tell it what was looked at before."""
        self.page.evaluate(AXE_SCRIPT)
        self.page.evaluate(LOOKING, [STANDARDS, list(self.known)])
