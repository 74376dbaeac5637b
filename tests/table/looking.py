"""Look at a tablet's page, state after state: where all of it lies, what axe-core says, and a picture."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.table.axe import Axe

FOLDER = Path(os.environ["PICTURES"]) if os.environ.get("PICTURES") else None
GEOMETRY = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
# What is read, not tapped next, may scroll within its own box: the log, what a deal comes to, explanations.
READING = "#log, #unsent, .sheet-why, .preview, .cards, #tablet-panel, #rules-panel, #notices[data-all]"
POPOVERS = ".how-list, .entry-foot.is-open, details[open] > .over, #notices[data-all]"
NARROW = 600
WIDTHS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
# Large type and the buttons on the left, and back, without loading the page anew.
TURN = """(large) => {
  document.documentElement.toggleAttribute("data-large", large);
  document.documentElement.dataset.handed = large ? "left" : "right";
}"""
# No server, a full disk, a browser that forgets, a new version, and what was said last, in long words.
TROUBLE = """async () => {
  const { now, set } = await import("/static/sparrows/table/stage.js");
  const { noted } = await import("/static/sparrows/table/model.js");
  const { connection, full, lasting, update, notice, why } = now();
  window.calm ??= { connection, full, lasting, update, notice, why };
  const sentence = "Deal 1 had arrived before. It counts once, however often it was sent to the server.";
  const said = { why: sentence, notice: noted(now(), "warning", sentence) };
  set({ connection: "lost", full: true, lasting: false, update: true, ...said });
  await new Promise(requestAnimationFrame);
}"""
CALM = """async () => {
  const { set } = await import("/static/sparrows/table/stage.js");
  set(window.calm ?? {});
  delete window.calm;
  await new Promise(requestAnimationFrame);
}"""


@dataclass(frozen=True)
class Form:
    """How much of a state is looked at: at which sizes, and with every notice at once too.

    Where no notices are asked for, axe-core looks twice: at a tablet as it comes, at large type on a phone.
    """

    sizes: tuple[tuple[int, int], ...]
    troubled: bool


SHORT = Form(((1024, 768), (390, 844)), troubled=False)
WHOLE = Form(((1440, 900), (1180, 820), (1024, 768), (800, 1280), (768, 1024), (390, 844)), troubled=True)


@dataclass
class Looking:
    """Look at each state plain and with large type; the page is as it was when it is walked on."""

    page: Page
    form: Form = SHORT
    seen: list[str] = field(default_factory=list)
    faults: list[tuple[str, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.axe = Axe(self.page)

    def __call__(self, name: str) -> None:
        self.seen.append(name)
        self.faults += self.sizes(name, "")
        self.faults += [(name, *fault) for fault in self.axe.forced_faults()]
        if self.form.troubled and not self.page.locator("#pair-form").count():
            self.page.evaluate(TROUBLE)
            self.faults += self.sizes(name, "notices-")
            self.page.evaluate(CALM)
        if FOLDER:
            (FOLDER / f"faults-{self.seen[0]}.txt").write_text("\n".join(map(": ".join, self.faults)))

    def sizes(self, name: str, kind: str) -> Iterator[tuple[str, ...]]:
        """List what is wrong with a state as it is now, in every size."""
        walked = self.page.viewport_size
        assert walked
        for width, height in sorted(self.form.sizes, key=lambda size: size[0] == walked["width"]):
            self.page.set_viewport_size(ViewportSize(width=width, height=height))
            for large in (False, True):
                self.page.evaluate(TURN, large)
                way = f"{'large-' if large else ''}{kind}{width}"
                yield from self.look(name, way)
                if self.form.troubled or large == (width < NARROW):
                    yield from ((f"{name} at {way}", *fault) for fault in self.axe.faults())
            self.page.evaluate(TURN, False)
        self.page.set_viewport_size(walked)

    def look(self, name: str, way: str) -> Iterator[tuple[str, ...]]:
        """List what does not lie where it should in one way to show a state."""
        if FOLDER:
            self.page.screenshot(path=FOLDER / f"{way}-{len(self.seen):02}-{name}.png")
        found = self.page.evaluate(GEOMETRY, [READING, POPOVERS])
        yield from ((f"{name} at {way}", fault) for fault in found)
