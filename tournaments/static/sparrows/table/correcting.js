/* The table puts a recorded deal right: from the log back into an entry, with the reason and with what follows from it. */

import * as declared from "./declaration.js";
import * as history from "./history.js";
import * as outbox from "./outbox.js";
import { REASONS, draftOf, giveTo } from "./correction.js";
import { newKey } from "./canonical.js";
import { button, el, icon } from "./dom.js";
import { actions as entering, enter, written } from "./entering.js";
import { now } from "./stage.js";
import { say, signed } from "./words.js";
import { SEATS } from "./tiles.js";

export const actions = {
  /** Open a recorded deal as an entry; on the disk first, like every entry. */
  async correct(deal) {
    const { table } = now();
    const opened = await written(outbox.begin(history.begin(draftOf(deal, table, newKey()))));
    if (opened) enter(opened);
  },
};

/** Tell whether the table may correct a deal: while the round runs, and where the staff have not decided it. */
export const mayCorrect = (deal, { table, deals }) =>
  table.round?.state === "running" && !deal.void && !deal.confirmation.staff && !(deal.by_staff && deal.kind === "correct") &&
  !deals.some((one) => one.deal === deal.deal && outbox.isUnsent(one) && outbox.belongsTo(table)(one));

/* ------------------------------------------------------------------ beside the entry */
/** Ask what was wrong: how the deal ended, and why it is changed. */
export function correctionPart({ draft, table }) {
  if (!draft.supersedes) return null;
  return el("section", { class: "stack stack-s", id: "correction" },
    declared.areTotals(draft) ? null : whoWon(draft, table),
    el("div", { class: "chips", role: "group", "aria-label": say("why_wrong") },
      el("span", { class: "field-label" }, say("why_wrong")), REASONS.map((code) => reason(code, draft))));
}

const reason = (code, draft) => chip(`reason-${code}`, say(code), draft.reason === code, (before) => ({ ...before, reason: code }));
const chip = (id, label, pressed, next) =>
  button(label, () => entering.change(next), { class: "chip", id, "aria-pressed": String(pressed) });

function whoWon(draft, table) {
  return el("div", { class: "chips", role: "group", "aria-label": say("who_won") },
    el("span", { class: "field-label" }, say("who_won")),
    table.seats.map(({ seat, name }) => chip(`won-${seat}`, name, draft.winner === seat, (before) => giveTo(before, seat))),
    chip("won-nobody", say("draw"), draft.outcome === "draw", declared.chooseDraw));
}

/** List the later deals that change with it, in short. */
export function laterDeals({ draft, preview, name }) {
  if (!draft.supersedes || !preview?.later) return null;
  const { later } = preview;
  return el("section", { class: "stack stack-s", id: "later" }, el("h3", {}, say("later_deals")),
    later.length ? el("ul", { class: "list" }, later.map((one) => el("li", {}, el("b", {}, say("deal", one)), ": ", change(one, name))))
      : el("p", {}, say("later_none")));
}

function change({ before, after, flags, east }, name) {
  const moved = SEATS.filter((seat) => before[seat] !== after[seat]);
  const nets = moved.map((seat) => `${name(seat)} ${signed(before[seat])} → ${signed(after[seat])}`).join(", ");
  return [nets || say("is_east", { name: name(east) }), flags.map((flag) => el("p", { class: "message message-warning" }, icon("warning"), el("span", {}, flag)))];
}
