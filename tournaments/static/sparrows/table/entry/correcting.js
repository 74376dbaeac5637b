/* The table puts a recorded deal right: from the log back into an entry, with the reason and with what follows from it. */

import * as declared from "../deal/declaration.js";
import * as history from "../deal/history.js";
import * as outbox from "../outbox/outbox.js";
import { draftOf, giveTo } from "../deal/correction.js";
import { newKey } from "../deal/canonical.js";
import { button, el } from "../dom.js";
import { actions as entering, enter } from "./entering.js";
import { now } from "../stage.js";
import { _, marked } from "../words.js";
import { written } from "../outbox/written.js";

/** What was wrong, in the words in which it is sent, too. */
export const REASON_WORDS = {
  wrong_winner: marked("Wrong winner"),
  wrong_tiles: marked("Wrong tiles"),
  wrong_points: marked("Wrong points"),
  left_out: marked("Something left out"),
  wrong_penalty: marked("Wrong penalty"),
};

export const actions = {
  /** Open a recorded deal as an entry; on the disk first, like every entry. */
  async correct(deal) {
    const { table } = now();
    const opened = await written(outbox.begin(history.begin(draftOf(deal, table, newKey()))));
    if (opened) enter(opened);
  },
};

/* ------------------------------------------------------------------ beside the entry */
/** Ask what was wrong: how the deal ended, and why it is changed. */
export function correctionPart({ draft, table }) {
  if (!draft.supersedes) return null;
  return el("section", { class: "stack stack-s", id: "correction" },
    declared.areTotals(draft) ? null : whoWon(draft, table),
    el("div", { class: "chips", role: "group", "aria-label": _("Why was it wrong?") },
      el("span", { class: "field-label" }, _("Why was it wrong?")), Object.keys(REASON_WORDS).map((code) => reason(code, draft))));
}

const reason = (code, draft) => chip(`reason-${code}`, _(REASON_WORDS[code]), draft.reason === code, (before) => ({ ...before, reason: code }));
const chip = (id, label, pressed, next) =>
  button(label, () => entering.change(next), { class: "chip", id, "aria-pressed": String(pressed) });

function whoWon(draft, table) {
  return el("div", { class: "chips", role: "group", "aria-label": _("Who won?") },
    el("span", { class: "field-label" }, _("Who won?")),
    table.seats.map(({ seat, name }) => chip(`won-${seat}`, name, draft.winner === seat, (before) => giveTo(before, seat))),
    chip("won-nobody", _("Draw"), draft.outcome === "draw", declared.chooseDraw));
}
