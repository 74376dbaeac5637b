"""What the page shows is changed into what it is to show: what stays is the same element, and hears anew."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

# `draw` shows a heading, a part that unfolds and a button, which notes the number of its drawing.
DRAW = """
const place = document.getElementById("table-app"), heard = [];
const draw = (time, id = "save") => m.show(place,
  m.el("h1", { tabindex: "-1" }, `Deal ${time}`),
  m.el("details", { id: "how" }, m.el("summary", {}, "How")),
  m.el("div", { id: "bar" },
    m.el("button", { id, "data-time": time, on: { click: () => heard.push(time) } }, `Save ${time}`)));
const button = () => place.querySelector("button");
"""


def drawn(run: Any, then: str) -> Any:
    return run("dom", f"(() => {{ {DRAW} {then} }})()")


def test_it_keeps_the_element_and_says_what_is_new(run: Any) -> None:
    then = """draw(1); const first = button(); draw(2);
      const { textContent, dataset } = first;
      return [button() === first, textContent, dataset.time, place.querySelector("h1").textContent]"""
    assert drawn(run, then) == [True, "Save 2", "2", "Deal 2"]


def test_it_hears_once_and_for_the_newest_drawing_only(run: Any) -> None:
    assert drawn(run, "draw(1); draw(2); draw(3); button().click(); return heard") == [3]


def test_it_draws_once_what_draws_itself_when_it_is_unfolded(run: Any) -> None:
    then = """let drawings = 0;
      const shown = () => m.el("details", { id: "how", on: { toggle: again } });
      const again = () => { drawings += 1; m.show(place, shown()); };
      again(); document.getElementById("how").open = true;
      return new Promise((then) => setTimeout(() => then(drawings), 300))"""
    assert drawn(run, then) == 2


def test_it_hears_no_more_what_the_newest_drawing_does_not_listen_to(run: Any) -> None:
    then = """draw(1); m.show(place, m.el("div", { id: "bar" }, m.el("button", { id: "save" }, "Saved")));
      button().click(); return heard"""
    assert drawn(run, then) == []


def test_it_takes_a_control_of_another_name_for_another_one(run: Any) -> None:
    then = """draw(1); const first = button(); draw(2, "discard"); first.click();
      return [button() === first, heard]"""
    assert drawn(run, then) == [False, []], "nor does one that is gone hear anything"


def test_it_leaves_unfolded_what_was_unfolded(run: Any) -> None:
    then = """const part = () => document.getElementById("how");
      draw(1); part().open = true; draw(2); return part().open"""
    assert drawn(run, then) is True


@pytest.mark.parametrize(("then", "focused"), [("draw(2)", "save"), ("draw(2, 'discard')", "H1")])
def test_it_leaves_the_focus_or_leads_it_to_the_heading(run: Any, then: str, focused: str) -> None:
    script = (
        f"draw(1); button().focus(); {then}; const at = document.activeElement; return at.id || at.tagName"
    )
    assert drawn(run, script) == focused


def test_it_leaves_a_tile_that_stays_and_draws_another_one(run: Any) -> None:
    then = """const show = (...codes) => m.show(place, m.el("p", {}, codes.map((code) => m.tile(code))));
      const shown = () => [...place.querySelectorAll(".tile")].map((one) => one.className);
      show("B1", "B1"); const [first, second] = place.querySelectorAll(".tile"); show("B1", "C9");
      return [first === place.querySelector(".tile"), first !== second, shown()]"""
    faces = [f"tile face-classic-letters-{code}" for code in ("B1", "C9")]
    assert drawn(run, then) == [True, True, faces]


# How many elements were put into a place and taken out of it while something was done.
MOVED = """
const moved = (work) => {
  const watch = new MutationObserver(() => {});
  watch.observe(place, { childList: true, subtree: true });
  work();
  const elements = (nodes) => [...nodes].filter((node) => node.nodeType === Node.ELEMENT_NODE).length;
  const notes = watch.takeRecords();
  const count = (what) => notes.reduce((sum, note) => sum + elements(note[what]), 0);
  return [count("addedNodes"), count("removedNodes")];
};
const one = (name) => m.el("button", { id: name }, name);
const grid = (...names) => m.el("div", { id: "grid" }, names.map(one));
"""


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ('[grid("a", "b")]', '[m.el("p", {}, "New"), grid("a", "b")]', [1, 0]),
        ('[m.el("p", {}, "Old"), grid("a")]', '[m.el("ul", {}, m.el("li", {}, "New")), grid("a")]', [1, 1]),
        ('[m.el("p"), m.el("p", { class: "hint" }), grid("a")]', '[grid("a")]', [0, 2]),
        ('[grid("a", "b", "c", "d")]', '[grid("d", "a", "b", "c")]', [1, 1]),
        ('[grid("a"), m.el("div", { id: "foot" })]', '[m.el("div", { id: "foot" }, grid("a"))]', [1, 1]),
    ],
)
def test_it_moves_nothing_but_what_changed(run: Any, before: str, after: str, moved: list[int]) -> None:
    then = f"{MOVED} m.show(place, {before}); const kept = document.getElementById('a');"
    then += f"return [moved(() => m.show(place, {after})), kept === document.getElementById('a')]"
    assert drawn(run, then) == [moved, True]


# `tell` draws a button of a number, and counts how often it was made; `of` is what it is made of.
OF = """
let made = 0;
const tell = (of, time, parent = "p") => {
  const on = { click: () => heard.push(time) };
  const make = () => {
    made += 1;
    return m.el("button", { id: "b", on }, String(of));
  };
  m.show(place, m.el(parent, { id: parent }, m.unlessDrawn("b", of, on, make)));
};
"""


def test_it_makes_nothing_anew_that_is_made_of_the_same_and_lets_it_hear(run: Any) -> None:
    then = f"{OF} tell(1, 1); tell(1, 2); button().click(); tell(2, 3); button().click();"
    assert drawn(run, f"{then} return [made, heard, button().textContent]") == [2, [2, 3], "2"]


def test_it_makes_anew_what_somebody_else_touched(run: Any) -> None:
    then = f"{OF} tell(1, 1); button().className = 'is-long'; m.touched(button()); tell(1, 2);"
    assert drawn(run, f"{then} return [made, button().className]") == [2, ""]


def test_it_takes_over_what_stays_where_what_it_lay_in_goes(run: Any) -> None:
    then = f"{OF} tell(1, 1); tell(1, 2, 'section'); button().click();"
    assert drawn(run, f"{then} return [made, heard, button().textContent]") == [1, [2], "1"]
