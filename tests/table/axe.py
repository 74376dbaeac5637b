"""What axe-core finds wrong with a page as it lies open, in the light, in the dark and in forced colours."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKING = Path(__file__).with_name("axe.js").read_text(encoding="utf-8")
LOOK = "() => globalThis.look?.()"


class Axe:
    """Ask each question of a page once: documents, and texts on what they lie on, are known from then on."""

    def __init__(self, page: Page) -> None:
        self.page, self.known, self.fresh = page, set[str](), False

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """List theme, rule and element of each fault of the page as it lies open."""
        if not (found := self.page.evaluate(LOOK)):
            self._begin()
            found = self.page.evaluate(LOOK)
        self.fresh |= found["fresh"]
        yield from self._learnt(found)

    def forced_faults(self) -> Iterator[tuple[str, str, str]]:
        """List the faults of a page that was looked at, where the system takes its own few colours.

        Where no text looked as none had before there is nothing to ask: to change the colours takes a while.
        """
        if not self.fresh:
            return
        self.fresh = False
        self.page.emulate_media(forced_colors="active")
        found = self.page.evaluate("() => globalThis.lookForced()")
        self.page.emulate_media(forced_colors="none")
        yield from self._learnt(found)

    def _learnt(self, found: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
        self.known.update(found["learnt"])
        yield from ((theme, rule, html) for theme, rule, html in found["faults"])

    def _begin(self) -> None:
        """Give axe to a page that was loaded anew, and tell it what was looked at before."""
        self.page.evaluate(AXE_SCRIPT)
        self.page.evaluate(LOOKING, [STANDARDS, list(self.known)])
