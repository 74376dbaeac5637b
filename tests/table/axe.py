"""What axe-core finds wrong with a page as it lies open, in the light and in the dark."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The other rules ask the document: what it says and which elements are shown.
COLOURS = ["color-contrast", "link-in-text-block"]
DRAWN = [*COLOURS, "scrollable-region-focusable", "target-size"]
THERE = "typeof axe === 'object'"
# No rule of ours reads the style sheets that `preload` would fetch again for each look.
ASK = """async (rules) => {
  const asked = { resultTypes: ["violations"], preload: false, runOnly: rules };
  const { violations } = await axe.run(asked);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 160)]));
}"""
SHOW = "theme => { document.documentElement.dataset.theme = theme; }"
UNDO = "() => { delete document.documentElement.dataset.theme; }"
SHOWN = "one.checkVisibility({ opacityProperty: true, visibilityProperty: true })"
DOCUMENT = f"""() => [document.title, document.body.outerHTML,
  ...[...document.body.querySelectorAll("*")].map((one) => {SHOWN} ? 1 : 0)].join()"""
# Text is held to less from 24 pixels on, if it is bold from 18.66 on; how big it is else makes no difference.
PAINT = f"""() => [...document.body.querySelectorAll("*")].filter((one) => {SHOWN}).map((one) => {{
  const {{ color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight }} = getComputedStyle(one);
  const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
  return [color, backgroundColor, backgroundImage, opacity, large];
}}).join()"""


class Axe:
    """Ask each question of a page once: documents that were looked at, and colours in the dark, are known."""

    def __init__(self, page: Page) -> None:
        self.page, self.documents, self.paints = page, set[str](), set[str]()

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """List theme, rule and element of each fault of the page as it lies open."""
        for theme, rules in (("light", self.in_the_light), ("dark", self.in_the_dark)):
            self.page.evaluate(SHOW, theme)
            if asked := rules():
                yield from ((theme, *fault) for fault in found(self.page, asked))
        self.page.evaluate(UNDO)

    def in_the_light(self) -> list[str]:
        """Ask for everything, of a document that is known for how it is drawn."""
        return DRAWN if self._known(DOCUMENT, self.documents) else STANDARDS

    def in_the_dark(self) -> list[str]:
        """Ask for colours that no look had; what lies over what is the same as in the light."""
        return [] if self._known(PAINT, self.paints) else COLOURS

    def _known(self, question: str, answers: set[str]) -> bool:
        answer = self.page.evaluate(question)
        known = answer in answers
        answers.add(answer)
        return known


def found(page: Page, rules: list[str]) -> list[Any]:
    """Ask axe by standards or by rules; a page that was loaded anew has to be given it again."""
    if not page.evaluate(THERE):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(ASK, rules)
