"""Look whether everything lies on the screen, state after state, in every size, with every notice at once."""

import os
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((1440, 900), (1180, 820), (1024, 768), (800, 1280), (390, 844))
]
FOLDER = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None
FAULTS = (Path(__file__).parent / "geometry.js").read_text()
# What is read, not tapped next, may scroll within its own box: the log, what a deal comes to, explanations.
READING = (
    "#log, #unsent, .sheet-why, .preview, .cards, .over, #tablet-panel, #rules-panel, #notices[data-all],"
    " .entry-main:has(#correction) *"
)
POPOVERS = ".how-list, .entry-foot.is-open, details[open] > .over, #notices[data-all]"
TURN = """(large) => {
  document.documentElement.toggleAttribute("data-large", large);
  document.documentElement.dataset.handed = large ? "left" : "right";
}"""
# No server, a full disk, a browser that forgets, a new version, and what was said last, in long words.
TROUBLE = """async () => {
  const { now, set } = await import("/static/sparrows/table/stage.js");
  const { noted } = await import("/static/sparrows/table/model.js");
  const { connection, full, lasting, update, notice, why } = now();
  window.calm = { connection, full, lasting, update, notice, why };
  const sentence = "Deal 1 had arrived before. It counts once, however often it was sent to the server.";
  const said = { why: sentence, notice: noted(now(), "warning", sentence) };
  set({ connection: "lost", full: true, lasting: false, update: true, ...said });
  await new Promise(requestAnimationFrame);
}"""
CALM = """async () => {
  const { set } = await import("/static/sparrows/table/stage.js");
  set(window.calm);
  await new Promise(requestAnimationFrame);
}"""


class Geometry:
    """Look at a state in every size, plain and with large type, with its own notices and with all of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen, self.faults = list[str](), list[tuple[str, str]]()

    def __call__(self, name: str) -> None:
        walked = self.page.viewport_size
        assert walked
        self.seen.append(name)
        self.look(name, "")
        if not self.page.locator("#pair-form").count():
            self.page.evaluate(TROUBLE)
            self.look(name, "-notices")
            self.page.evaluate(CALM)
        self.page.set_viewport_size(walked)

    def look(self, name: str, kind: str) -> None:
        """Note what is wrong with a state as it is now, in every size."""
        for size in SIZES:
            self.page.set_viewport_size(size)
            for large in (False, True):
                self.page.evaluate(TURN, large)
                seen = f"{size['width']}{'-large' if large else ''}{kind}"
                found = self.page.evaluate(FAULTS, [READING, POPOVERS])
                self.faults += ((f"{name} at {seen}", fault) for fault in found)
                if FOLDER:
                    listed = "\n".join(map(": ".join, self.faults))
                    (FOLDER / f"faults-{self.seen[0]}.txt").write_text(listed)
                    self.page.screenshot(path=FOLDER / f"{seen}-{len(self.seen):02}-{name}.png")
            self.page.evaluate(TURN, False)
