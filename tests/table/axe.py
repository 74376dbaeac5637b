"""What axe-core finds wrong with a page as it lies open, in the light and in the dark."""

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The other rules ask the document: what it says and which elements are shown.
COLOURS = ["color-contrast", "link-in-text-block"]
SHAPES = ["scrollable-region-focusable", "target-size"]
THERE = "typeof axe === 'object'"
# No rule of ours reads the style sheets that `preload` would fetch again for each look, and nobody
# reads selectors. Of texts that look alike, one is asked.
ASK = """async ([rules, paints]) => {
  const where = paints ? { include: paints.map((paint) => globalThis.painted.get(paint)) } : document;
  const asked = { resultTypes: ["violations"], preload: false, selectors: false, runOnly: rules };
  const { violations } = await axe.run(where, asked);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 160)]));
}"""
SHOW = "theme => { document.documentElement.dataset.theme = theme; }"
UNDO = "() => { delete document.documentElement.dataset.theme; }"
SHOWN = "one.checkVisibility({ opacityProperty: true, visibilityProperty: true })"
# What the document says, and of each of its parts what of it is shown.
DOCUMENT = f"""() => [document.title + document.body.outerHTML, ...[...document.body.children].map((part) =>
  part.outerHTML + [part, ...part.querySelectorAll("*")].map((one) => {SHOWN} ? 1 : 0).join(""))]"""
# Text is held to less from 24 pixels on, if it is bold from 18.66 on; how big it is else makes no difference.
# It stands on what it lies in, up to what nothing shines through, or on what is positioned, which may lie
# anywhere.
PAINT = f"""() => {{
  const shown = [...document.body.querySelectorAll("*")].filter((one) => {SHOWN});
  const styles = new Map(shown.map((one) => [one, getComputedStyle(one)]));
  const paint = (style) => [style.backgroundColor, style.backgroundImage, style.opacity].join();
  const grounds = (one) => {{
    const style = styles.get(one) ?? getComputedStyle(one);
    const last = !one.parentElement || style.backgroundColor.startsWith("rgb(") && style.opacity === "1";
    return last ? paint(style) : paint(style) + "/" + grounds(one.parentElement);
  }};
  const says = (one) => one.matches("input, textarea, select") ||
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const loose = [...styles.values()].filter((style) => style.position !== "static").map(paint);
  const anywhere = [...new Set(loose)].sort().join();
  const look = (one) => {{
    const {{ color, fontSize, fontWeight, textDecorationLine }} = styles.get(one);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const around = getComputedStyle(one.parentElement).color;
    return [color, around, textDecorationLine, large, grounds(one), anywhere].join(";");
  }};
  globalThis.painted = new Map(shown.filter(says).map((one) => [look(one), one]));
  return [...globalThis.painted.keys()];
}}"""


class Axe:
    """Ask each question of a page once: documents that were looked at, and colours on a ground, are known."""

    def __init__(self, page: Page) -> None:
        self.page, self.documents, self.paints = page, set[str](), set[str]()

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """List theme, rule and element of each fault of the page as it lies open."""
        for theme, asking in (("light", self.in_the_light), ("dark", self.in_the_dark)):
            self.page.evaluate(SHOW, theme)
            yield from ((theme, *fault) for fault in asking())
        self.page.evaluate(UNDO)

    def in_the_light(self) -> list[Any]:
        """Ask for everything, of a document that is known for how it is drawn."""
        if self._fresh(DOCUMENT, self.documents):
            self._fresh(PAINT, self.paints)
            return found(self.page, STANDARDS)
        return found(self.page, SHAPES) + self.in_the_dark()

    def in_the_dark(self) -> list[Any]:
        """Ask for colours that no look had; what lies over what is the same as in the light."""
        fresh = self._fresh(PAINT, self.paints)
        return found(self.page, COLOURS, fresh) if fresh else []

    def _fresh(self, question: str, known: set[str]) -> list[str]:
        fresh = [answer for answer in self.page.evaluate(question) if answer not in known]
        known.update(fresh)
        return fresh


def found(page: Page, rules: list[str], paints: list[str] | None = None) -> list[Any]:
    """Ask axe by standards or by rules; a page that was loaded anew has to be given it again."""
    if not page.evaluate(THERE):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(ASK, [rules, paints]))
