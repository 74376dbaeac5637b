/* A line of text that offers what may come next: the combobox of the ARIA practices. Nothing is chosen by itself, so that Enter
   and Tab do what they always do until an arrow has chosen. */

import { el, show, tile } from "../table/dom.js";
import { offers, taken } from "./offered.js";

const DRAWN = 4; // tiles that say what is offered; more would only be small

/** Let a field offer what a lexicon has. */
export function completing(field, lexicon, label) {
  const list = el("ul", { class: "offers", id: `${field.id}_offers`, role: "listbox", "aria-label": label, hidden: true });
  field.after(list);
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": list.id, autocomplete: "off" })) field.setAttribute(name, value);
  let offered = [], active = -1;

  function open(found) {
    [offered, active] = [found, -1];
    show(list, ...found.map(option));
    list.hidden = !found.length;
    list.style.top = `${field.offsetTop + field.offsetHeight}px`; // not below the field's faults
    field.setAttribute("aria-expanded", String(Boolean(found.length)));
    field.removeAttribute("aria-activedescendant");
  }

  const option = ({ code, name, tiles }, place) => el("li", {
    class: "offer", id: `${list.id}_${place}`, role: "option", "aria-selected": "false",
    on: { pointerdown: (event) => event.preventDefault(), click: () => take(offered[place]) }, // the field stays in focus
  }, el("code", {}, code), el("span", { class: "offer-name" }, name),
  el("span", { class: "offer-tiles" }, tiles.length > DRAWN ? null : tiles.map((one) => tile(one, "s"))));

  function choose(to) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = to < -1 ? offered.length - 1 : to >= offered.length ? -1 : to;
    const chosen = list.children[active];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function take(one) {
    const { text, caret } = taken(field.value, field.selectionStart, one);
    field.value = text;
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    open([]);
  }

  const keys = {
    ArrowDown: () => (list.hidden ? open(offers(lexicon, field.value, field.selectionStart, true)) : choose(active + 1)),
    ArrowUp: () => !list.hidden && choose(active - 1),
    Enter: () => active >= 0 && take(offered[active]),
    Tab: ({ shiftKey }) => active >= 0 && !shiftKey && take(offered[active]),
    Escape: () => !list.hidden && open([]),
  };
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) open([]);
    else if (keys[event.key]?.(event) !== false && event.key in keys) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });
  field.addEventListener("input", () => open(offers(lexicon, field.value, field.selectionStart)));
  field.addEventListener("blur", () => open([]));
}
