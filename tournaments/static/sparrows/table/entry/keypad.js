/* The number pad for hands that the players counted themselves. */

import * as entry from "../deal/declaration.js";
import { flagChips } from "./picker.js";
import { sameAgain } from "./offers.js";
import { button, el } from "../dom.js";
import { _, MINUS, NOTHING_YET, marked, signed, written } from "../words.js";

const LONGEST = 5;

/** Draw the pad for the value of a hand; digits from the keyboard work, too. */
export function keypad({ draft, seat, name, table }, actions) {
  const points = draft.hands[seat].points;
  const type = (digit) => actions.change((now) => entry.setPoints(now, seat, typed(points, digit)));
  const totals = entry.areTotals(draft);
  const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", totals ? "sign" : "clear", "0", "back"];
  return [
    el("div", { class: "points", role: "group", "aria-label": totals ? _("Total of {name}", { name: name(seat) }) : _("Points of {name}", { name: name(seat) }),
      on: { keydown: (event) => keyed(event, type) } },
    el("p", { class: "points-shown", "aria-live": "polite" }, shown(points)),
    el("p", { class: "hint" }, totals ? _("Above zero what was won, below zero what was lost.") : _("What the hand is worth, before East pays double.")),
    el("div", { class: "keypad" }, keys.map((key) => padKey(key, type))),
    entry.wins(draft, seat) ? limits(table.rules, (value) => actions.change((now) => entry.setPoints(now, seat, value))) : null),
    totals ? rest(draft, seat, actions) : null, sameAgain({ draft, seat }, actions),
    entry.wins(draft, seat) || totals ? null : flagChips(draft, seat, { ...table.rules, flags: [] }, actions),
  ];
}

/** Offer what is left when the three others are entered: the four add up to nothing. */
function rest(draft, seat, actions) {
  const left = entry.rest(draft, seat);
  if (left === null || String(left) === draft.hands[seat].points) return null;
  return button(_("The rest: {amount}", { amount: signed(left) }), () => actions.change((now) => entry.setPoints(now, seat, String(left))),
    { class: "chip", id: "rest" });
}

function padKey(key, type) {
  const labels = { clear: _("Clear"), back: "⌫", sign: `+/${MINUS}` };
  const names = { back: _("Delete last digit"), sign: _("Won or lost: change the sign") };
  return button(labels[key] ?? key, () => type(key), { id: `pad-${key}`, "aria-label": names[key] ?? null });
}

/** Offer what special hands are worth, by one tap. */
function limits({ limit }, choose) {
  if (!limit) return null;
  const offered = [[marked("Limit: {value}"), limit], [marked("Half limit: {value}"), limit / 2]].filter(([, value]) => Number.isInteger(value));
  return el("div", { class: "chips" }, offered.map(([words, value]) =>
    button(_(words, { value }), () => choose(String(value)), { class: "chip", id: `points-${value}` })));
}

/** Show what was typed so far as the number it is; a sign alone waits for its digits. */
const shown = (points) => (/\d$/.test(points) ? `${/^-0$/.test(points) ? MINUS : ""}${written(Number(points))}` : points.replace("-", MINUS) || NOTHING_YET);

function typed(points, key) {
  if (key === "clear") return "";
  if (key === "back") return points.slice(0, -1);
  if (key === "sign") return points.startsWith("-") ? points.slice(1) : `-${points}`;
  return `${/^-?0$/.test(points) ? points.slice(0, -1) : points}${key}`.slice(0, LONGEST + points.startsWith("-"));
}

function keyed(event, type) {
  const key = { Backspace: "back", "-": "sign" }[event.key] ?? event.key;
  if (!document.getElementById(`pad-${key}`)) return;
  event.preventDefault();
  type(key);
}
