/* What was wrong with a recorded deal: who won it after all, and why it is changed. */

import * as declared from "../deal/declaration.js";
import { giveTo } from "../deal/correction.js";
import { button, el } from "../dom.js";
import { _, marked } from "../words.js";

/** What was wrong, in the words in which it is sent, too. */
export const REASON_WORDS = {
  wrong_winner: marked("Wrong winner"),
  wrong_tiles: marked("Wrong tiles"),
  wrong_points: marked("Wrong points"),
  left_out: marked("Something left out"),
  wrong_penalty: marked("Wrong penalty"),
};

/** Ask for both beside the entry of a correction, each behind its answer: the hands need the room. */
export function correctionPart({ draft, table, level, name }, actions) {
  if (!draft.supersedes) return null;
  return el("section", { class: "cluster", id: "correction" },
    declared.areTotals(draft) ? null : folded("who-won", _("Who won?"), whoDid(draft, name), whoWon({ draft, table }, actions)),
    folded("why-wrong", _("Why was it wrong?"), draft.reason ? _(REASON_WORDS[draft.reason]) : null, reasons(draft, level, actions)));
}

const whoDid = (draft, name) =>
  declared.winners(draft).map(name).join(", ") || (draft.outcome === "draw" ? _("Draw") : _("Ended by an error"));

const folded = (id, question, answer, choices) =>
  el("details", { class: "disclosure how", id }, el("summary", {}, el("span", {}, el("span", { class: answer ? "question" : "" }, question), answer ? [" ", el("b", {}, answer)] : null)),
    el("div", { class: "how-list", on: { click: () => fold(id) } }, choices));

/** What was chosen stands on the lid; the focus goes there, too. */
function fold(id) {
  const lid = document.getElementById(id);
  lid.open = false;
  lid.querySelector("summary").focus();
}

const OF_TILES = ["wrong_tiles"]; // nobody enters any where points are

const reasons = (draft, level, actions) =>
  el("div", { class: "chips", role: "group", "aria-label": _("Why was it wrong?") }, Object.keys(REASON_WORDS).filter((code) => level !== "points" || !OF_TILES.includes(code)).map((code) =>
    chip(`reason-${code}`, _(REASON_WORDS[code]), draft.reason === code, () => actions.change((before) => ({ ...before, reason: code })))));

/** Ask who won, the hands laid as they are, or how else it ended. */
export const whoWon = ({ draft, table }, actions) =>
  el("div", { class: "chips", role: "group", "aria-label": _("Who won?") },
    table.seats.filter(({ seat }) => declared.seatsIn(draft).includes(seat)).map(({ seat, name }) => chip(`won-${seat}`, name, draft.winner === seat, () => actions.change((before) => giveTo(before, seat)))),
    chip("won-nobody", _("Draw"), draft.outcome === "draw", () => actions.change(declared.chooseDraw)),
    table.rules.penalties.length ? chip("won-ended", _("Ended by an error"), draft.outcome === "ended", () => actions.change(declared.chooseEnded)) : null);

const chip = (id, label, pressed, tap) => button(label, tap, { class: "chip", id, "aria-pressed": String(pressed) });
