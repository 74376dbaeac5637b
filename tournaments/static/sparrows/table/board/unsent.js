/* The deals that are saved on this tablet and not on the server yet, as the table sees them below the board. */

import { el } from "../dom.js";
import { say, timeOf } from "../words.js";

/** List them; nothing where there is none. */
export function unsentList(full) {
  const { unsent } = full.table;
  if (!unsent.length) return null;
  return el("section", { class: "card", id: "unsent" }, el("h2", {}, say("unsent_list")),
    el("ul", { class: "list" }, unsent.map((deal) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, say(deal.entry.now.supersedes ? "correction_of" : "deal", deal)), " · ", told(deal.entry.now, full), " ",
        el("span", { class: "muted" }, say("saved_at", { time: timeOf(deal.saved_at) }))),
      el("span", { class: "badge badge-held" }, say(deal.state === "refused" ? "to_mend" : "to_send"))))));
}

/** Say how a deal ended. */
export function told(draft, { name }) {
  if (draft.outcome === "draw") return say("nobody_won");
  if (draft.outcome === "totals") return say("totals_entered");
  if (draft.outcome === "ended") return say("ended_error");
  const winner = name(draft.winner);
  return draft.from === "self" ? say("wins_self", { name: winner }) : say("wins_from", { name: winner, other: name(draft.from) });
}
