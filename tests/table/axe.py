"""What axe-core finds wrong with a page, in the light and in the dark."""

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ASK = {"runOnly": STANDARDS, "resultTypes": ["violations"]}
SHOW = "theme => { document.documentElement.dataset.theme = theme; }"
AXE = Axe()


def faults(page: Page) -> Iterator[tuple[str, str, str]]:
    """List theme, rule and element of each fault."""
    for theme in ("light", "dark"):
        page.evaluate(SHOW, theme)
        for violation in AXE.run(page, options=ASK).response["violations"]:
            for node in violation["nodes"]:
                yield theme, violation["id"], node["html"][:160]
    page.evaluate("() => { delete document.documentElement.dataset.theme; }")
