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


def test_it_hears_no_more_what_the_newest_drawing_does_not_listen_to(run: Any) -> None:
    then = """draw(1); m.show(place, m.el("div", { id: "bar" }, m.el("button", { id: "save" }, "Saved")));
      button().click(); return heard"""
    assert drawn(run, then) == []


def test_it_takes_a_control_of_another_name_for_another_one(run: Any) -> None:
    then = """draw(1); const first = button(); draw(2, "discard"); first.click();
      return [button() === first, heard]"""
    assert drawn(run, then) == [False, [1]]


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
      const code = (one) => one.getAttribute("href").split("#")[1];
      const shown = () => [...place.querySelectorAll("use")].map(code);
      show("B1", "B1"); const [first, second] = place.querySelectorAll("svg"); show("B1", "C9");
      return [first === place.querySelector("svg"), first !== second, shown()]"""
    assert drawn(run, then) == [True, True, ["B1", "C9"]]
