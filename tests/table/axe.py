"""What axe-core finds wrong with a page as it lies open, in the light and in the dark."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The other rules ask the document, which is the same in the dark, and in large type but for what has no room.
COLOURS = ["color-contrast", "link-in-text-block"]
DRAWN = [*COLOURS, "scrollable-region-focusable", "target-size"]
THERE = "typeof axe === 'object'"
ASK = """async (rules) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], runOnly: rules });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 160)]));
}"""
SHOW = "theme => { document.documentElement.dataset.theme = theme; }"
UNDO = "() => { delete document.documentElement.dataset.theme; }"


def faults(page: Page, *, drawn_only: bool = False) -> Iterator[tuple[str, str, str]]:
    """List theme, rule and element of each fault: of the document once, of how it is drawn in both themes."""
    asked = {"light": DRAWN if drawn_only else STANDARDS, "dark": COLOURS}
    for theme, rules in asked.items():
        page.evaluate(SHOW, theme)
        for rule, html in found(page, rules):
            yield theme, rule, html
    page.evaluate(UNDO)


def found(page: Page, rules: list[str]) -> list[Any]:
    """Ask axe by standards or by rules; a page that was loaded anew has to be given it again."""
    if not page.evaluate(THERE):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(ASK, rules)
