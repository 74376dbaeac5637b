/* The deals that are not recorded yet: which of them the scores count, and those saved on this tablet, below the board. */

import { el } from "../dom.js";
import { _, listed, marked, ofDeal, timeOf } from "../words.js";

/** List them; nothing where there is none. */
export function unsentList(full) {
  const { unsent } = full.table;
  if (!unsent.length) return null;
  return el("section", { class: "card", id: "unsent" }, el("h2", {}, _("Saved on this tablet")),
    el("ul", { class: "list" }, unsent.map((deal) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, titleOf(deal)), " · ", told(deal.entry.now, full), " ",
        el("span", { class: "muted" }, _("saved at {time}", { time: timeOf(deal.saved_at) }))),
      el("span", { class: "badge badge-held" }, deal.state === "refused" ? _("to be put right") : _("will be sent"))))));
}

/** Name what was entered: a deal, or its correction. */
export const titleOf = ({ entry: { now } }) => ofDeal(now.supersedes ? marked("Correction of deal {deal}") : marked("Deal {deal}"), now);

/** Say which deals wait, for a score cannot show whether they are in it. */
export function scoresWait({ awaited: { counted, uncounted, corrected, recorded }, entry_level: level }) {
  const said = [
    counted.length && saidOf(level, counted, marked("Deal {deals} waits; the scores count it."), marked("Deals {deals} wait; the scores count them.")),
    uncounted.length && saidOf(level, uncounted, marked("Deal {deals} waits; the scores do not count it yet."), marked("Deals {deals} wait; the scores do not count them yet.")),
    corrected.length && saidOf(level, corrected, marked("The correction of deal {deals} waits; until then the scores count it as it was."), marked("Corrections of deals {deals} wait; until then the scores count them as they were.")),
    recorded.length && saidOf(level, recorded, marked("Another version of deal {deals} waits for the referee; the scores count the recorded one."), marked("Other versions of deals {deals} wait for the referee; the scores count the recorded ones.")),
  ].filter(Boolean);
  return said.length ? el("p", { class: "small", id: "scores-wait" }, said.map((one) => [el("span", {}, one), " "])) : null;
}

const saidOf = (outcome, deals, one, several) => ofDeal(deals.length === 1 ? one : several, { outcome, deals: listed(deals) });

/** Say how a deal ended. */
export function told(draft, { name }) {
  if (draft.outcome === "draw") return _("Draw: nobody scores.");
  if (draft.outcome === "totals") return _("The totals of this table are entered.");
  if (draft.outcome === "ended") return _("Ended by an error.");
  const winner = name(draft.winner);
  return draft.from === "self" ? _("{name} wins, self-drawn", { name: winner }) : _("{name} wins from {other}", { name: winner, other: name(draft.from) });
}
