/* The number pad for hands that the players counted themselves. */

import * as entry from "./declaration.js";
import { flagChips } from "./picker.js";
import { button, el } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 5;

/** Draw the pad for the value of a hand; digits from the keyboard work, too. */
export function keypad({ draft, seat, name, table }, actions) {
  const points = draft.hands[seat].points;
  const type = (digit) => actions.change((now) => entry.setPoints(now, seat, typed(points, digit)));
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];
  return [
    el("div", { class: "points", role: "group", "aria-label": say("points_of", { name: name(seat) }),
      on: { keydown: (event) => keyed(event, type) } },
    el("p", { class: "points-shown", "aria-live": "polite" }, points || "–"),
    el("p", { class: "hint" }, say("points_hint")),
    el("div", { class: "keypad" }, keys.map((key) => padKey(key, type))),
    entry.wins(draft, seat) ? limits(table.rules, (value) => actions.change((now) => entry.setPoints(now, seat, value))) : null),
    entry.wins(draft, seat) ? null : flagChips(draft, seat, { ...table.rules, flags: [] }, actions),
  ];
}

function padKey(key, type) {
  const labels = { clear: say("clear"), back: "⌫" };
  return button(labels[key] ?? key, () => type(key), {
    id: `pad-${key}`, "aria-label": key === "back" ? say("backspace") : null,
  });
}

/** Offer what special hands are worth, by one tap. */
function limits({ limit }, choose) {
  if (!limit) return null;
  const offered = [["limit_value", limit], ["half_limit_value", limit / 2]].filter(([, value]) => Number.isInteger(value));
  return el("div", { class: "chips" }, offered.map(([words, value]) =>
    button(say(words, { value }), () => choose(String(value)), { class: "chip", id: `points-${value}` })));
}

function typed(points, key) {
  if (key === "clear") return "";
  if (key === "back") return points.slice(0, -1);
  return `${points === "0" ? "" : points}${key}`.slice(0, LONGEST);
}

function keyed(event, type) {
  const key = event.key === "Backspace" ? "back" : event.key;
  if (!/^(\d|back)$/.test(key)) return;
  event.preventDefault();
  type(key);
}
