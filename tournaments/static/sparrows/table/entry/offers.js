/* What an entry offers beside the tiles: a hand as it was shown before, several draws in a row. */

import * as declared from "../deal/declaration.js";
import { drawsInARow, inARow, shownBefore } from "../deal/offering.js";
import { button, el } from "../dom.js";
import { _ } from "../words.js";

const FEW = 2; // fewer are not in a row

/** Offer a hand of a deal that is put right as the version before had it; while it is being filled the tiles need the room. */
export function sameAgain({ draft, seat }, actions) {
  const laid = draft.hands[seat].groups.length;
  if ((laid && !declared.isFull(draft, seat)) || !shownBefore(draft, seat)) return null;
  const [word, look] = laid ? [_("The hand as it was recorded"), "btn-quiet"] : [_("Same hand again"), "btn-large"];
  return button(word, actions.showAgain, { class: `btn ${look}`, id: "same-again" });
}

/** Ask how many draws there were, where nobody enters tiles and nothing else is to be said of them. */
export function draws({ draft, table, level, clock }, actions) {
  const most = clock?.last || clock?.state === "over" ? 1 : drawsInARow(table);
  const asked = level === "points" && draft.outcome === "draw" && !draft.events.length && !draft.supersedes && !table.rules.draws_counted;
  if (!asked || most < FEW) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("How many draws in a row?"), id: "draws" },
    el("span", { class: "field-label", "aria-hidden": "true" }, _("How many draws in a row?")),
    Array.from({ length: most }, (_one, at) => at + 1).map((count) =>
      button(String(count), () => actions.change((now) => declared.chooseRun(now, count)), {
        class: "chip", id: `draws-${count}`, "aria-pressed": String(inARow(draft) === count),
      })));
}
