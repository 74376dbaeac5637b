/* Entering a deal: every tap makes the next draft, which is kept on the tablet before anything else is done with it. */

import * as declared from "../deal/declaration.js";
import * as history from "../deal/history.js";
import * as outbox from "../outbox/outbox.js";
import { newKey } from "../deal/canonical.js";
import { announce } from "../dom.js";
import { isOpen } from "../deal/kept.js";
import { changed, looking, noted, withAnswers } from "../model.js";
import { askPreview } from "./previewing.js";
import { draw, now, set, take } from "../stage.js";
import { tell } from "../outbox/tabs.js";
import { _ } from "../words.js";
import { written } from "../outbox/written.js";

const BOUNCED = 600; // milliseconds between two taps that are one double tap
let restSaid = 0; // when somebody last said that the rest of a hand counts nothing

const nothingOpen = { open: null, entry: null, preview: null, penalty: null, faults: [], refusal: "", warning: "" };

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
  const seat = faults.find((fault) => fault.seat)?.seat ?? draft.winner ?? now().table.next?.east ?? "E";
  const deals = [...now().deals.filter(({ key }) => key !== deal.key), deal];
  const opened = { ...now(), ...nothingOpen, deals, open: deal.key, entry: deal.entry, notice: null };
  take({ ...looking(opened, seat), faults, refusal: deal.refusal?.message ?? "" });
  draw();
  if (faults.length || deal.refusal) queueMicrotask(() => document.getElementById("faults")?.focus({ preventScroll: true }));
  else askPreview();
  scrollTo(0, 0);
}

/** Leave the entry; the next one that somebody has to finish opens by itself. */
export function leave(changes = {}) {
  set({ ...nothingOpen, ...changes });
  scrollTo(0, 0);
  const waits = withAnswers(now()).toFinish[0];
  if (waits) enter(waits);
}

/** Take the next draft: kept on the tablet first thing, then worked out by the server. */
function change(next) {
  const before = now().entry.now;
  const model = changed(now(), next(before, now().seat));
  if (model.entry.now === before) return;
  follow(model);
}

function follow(model) {
  take(model);
  keep();
  draw();
  askPreview();
}

async function keep() {
  const { open, entry } = now();
  const deal = await written(outbox.keep(open, entry));
  if (!deal) return;
  tell("changed");
  if (!isOpen(deal) && now().open === open) leave({ notice: noted(now(), "info", _("Deal {deal} was finished in another tab of this tablet.", deal), deal) });
}

export const actions = {
  begin,
  change,
  chooseHow(how) {
    document.getElementById("how").open = false;
    change((draft) => declared.chooseHow(draft, how));
    queueMicrotask(() => document.querySelector("#how summary").focus());
  },
  decideAgain: () => change((draft) => ({ ...draft, from: null, how: null })),
  chooseSeat: (seat) => set(looking(now(), seat)),
  chooseKind: (kind, sticky = false) => set({ kind, sticky, warning: "" }),
  lay(kind, tile, turned = false) {
    change((draft, seat) => declared.addGroup(draft, seat, kind, tile, turned));
    const { entry, seat, sticky, kind: laid, table } = now();
    set({ kind: sticky ? laid : declared.nextKind(entry.now, seat, laid, table.entry_level), roving: tile });
    count();
    goOn();
  },
  /** Say that the rest of a hand counts nothing, and go on to the next hand that is not there. */
  sayRest() {
    const { entry, seat } = now(), at = Date.now();
    if (entry.now.hands[seat].rest && at - restSaid < BOUNCED) return; // a double tap says it once
    restSaid = at;
    change(declared.toggleRest);
    goOn();
  },
  layShape(shape, suit) {
    change((draft, seat) => declared.addShape(draft, seat, shape, suit));
    set({ kind: "single" });
    count();
  },
  rove: (tile) => take({ roving: tile }),
  warn: (sentence) => set({ warning: sentence }),
  undo() {
    const { entry } = now();
    if (history.canUndo(entry)) follow({ entry: history.undo(entry), faults: [], refusal: "", warning: "" });
  },
  draftPenalty: (penalty) => set({ penalty }),
  addPenalty() {
    const { penalty } = now();
    take({ penalty: null });
    change((draft) => declared.addEvent(draft, penalty));
  },
  confirmCannon: (offender) => change((draft) => declared.addEvent(draft, { code: "cannon", offender })),
};

/** Turn to the next hand that is not there once a loser's is; a winner's stays, with what it comes to and its faults, and
    flowers and seasons are laid out when a hand is full already. */
function goOn() {
  const { draft, seat, level, table } = withAnswers(now());
  if (declared.isWhole(draft, seat) || !declared.isComplete(draft, seat, level) || (table.rules.bonus_tiles && !draft.hands[seat].rest)) return;
  const next = declared.nextHand(draft, seat, level);
  if (next) set(looking(now(), next));
}

function count() {
  const full = withAnswers(now());
  announce(_("{name}: {count} of {target} tiles", {
    name: full.name(full.seat), count: declared.size(full.draft.hands[full.seat]), target: declared.target(full.draft, full.seat),
  }));
}
