/* Entering a deal: every tap makes the next draft, which is kept on the tablet before anything else is done with it. */

import * as declared from "../deal/declaration.js";
import * as history from "../deal/history.js";
import * as outbox from "../outbox/outbox.js";
import { newKey } from "../deal/canonical.js";
import { toTop } from "../dom.js";
import { isOpen } from "../deal/kept.js";
import { looking, noted, withAnswers } from "../model.js";
import { askPreview } from "./previewing.js";
import { draw, now, set, take } from "../stage.js";
import { tell } from "../outbox/tabs.js";
import { tapping } from "./tapping.js";
import { _ } from "../words.js";
import { written } from "../outbox/written.js";

const nothingOpen = { open: null, entry: null, preview: null, faults: [], refusal: "", warning: "" };

/** Begin the entry of the table's next deal: first on the disk, so that nobody types what cannot be kept. */
export async function begin(outcome, winner) {
  const draft = declared.openDraft(withAnswers(now()).table, newKey());
  const begun = { win: () => declared.chooseWinner(draft, winner), draw: () => declared.chooseDraw(draft), ended: () => declared.chooseEnded(draft), totals: () => declared.chooseTotals(draft) };
  const deal = await written(outbox.begin(history.begin(begun[outcome]())));
  if (deal) enter(deal);
}

/** Show the entry of a stored deal; what was refused comes back with every sentence beside the seat it concerns. */
export function enter(deal) {
  const { now: draft } = deal.entry;
  const faults = deal.refusal?.errors ?? [];
  const seat = faults.find((fault) => fault.seat)?.seat ?? draft.winner ?? firstOf(draft, now().table.next?.east);
  const deals = [...now().deals.filter(({ key }) => key !== deal.key), deal];
  const opened = { ...now(), ...nothingOpen, deals, open: deal.key, entry: deal.entry, notice: null };
  take({ ...looking(opened, seat), faults, refusal: deal.refusal?.message ?? "" });
  draw();
  if (faults.length || deal.refusal) queueMicrotask(() => document.getElementById("faults")?.focus({ preventScroll: true }));
  else askPreview();
  toTop();
}

/** Give the seat that is looked at first: East, unless another deal is entered, in which that seat rested. */
const firstOf = (draft, east) => [east, ...declared.seatsIn(draft)].find((seat) => declared.seatsIn(draft).includes(seat));

/** Leave the entry; the next one that somebody has to finish opens by itself. */
export function leave(changes = {}) {
  set({ ...nothingOpen, ...changes });
  toTop();
  const waits = withAnswers(now()).toFinish[0];
  if (waits) enter(waits);
}

/** Keep a draft first thing, then ask what it comes to. */
export const actions = {
  begin,
  ...tapping(() => {
    keep();
    askPreview();
  }),
};

async function keep() {
  const { open, entry } = now();
  const deal = await written(outbox.keep(open, entry));
  if (!deal) return;
  tell("changed");
  if (!isOpen(deal) && now().open === open) leave({ notice: noted(now(), "info", _("Deal {deal} was finished in another tab of this tablet.", deal), deal) });
}
