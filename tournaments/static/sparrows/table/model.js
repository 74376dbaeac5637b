/* All that the page knows at one moment, and the questions its parts ask of it. */

import * as declared from "./deal/declaration.js";
import * as history from "./deal/history.js";
import { ahead } from "./deal/ahead.js";
import { clockOf } from "./deal/clock.js";
import { tableAt } from "./deal/correction.js";
import { belongsTo, isOpen, isUnsent, withTheReferee } from "./deal/kept.js";
import { REFITS, isOver, meanwhile } from "./deal/meanwhile.js";
import { proposing } from "./deal/offering.js";
import { isOpenCall } from "./deal/pulse.js";
import { mustChoose, sheetOf, sheetsOf, withChoice } from "./deal/sheets.js";
import { nameOf } from "./words.js";

/** Begin with nothing known. */
export const emptyModel = () => ({
  table: null, seenAt: null, confirmed: false, connection: "loading", why: "", deals: [], open: null, entry: null, seat: "E", kind: "pung", sticky: false,
  roving: "B1", preview: null, faults: [], refusal: "", notice: null, warning: "", turned: false,
  lasting: true, full: false, persisted: null, battery: null, awake: false, offlineReady: false, update: false, offer: null,
  exported: null, beyond: 0, sheet: null, left: [], readable: "", armed: {}, saying: [], agreed: null, disputing: null, reckoned: {}, sheetFault: "", unfolded: 0, more: false,
});

/** Add what is worked out from the rest; the deal that is open is not yet played. */
export function withAnswers(model) {
  const { entry, open, reckoned = {} } = model, deals = model.deals.map((deal) => ({ ...deal, reckoned: reckoned[deal.key] }));
  const known = model.table && ahead(withChoice(model.table, model.agreed), deals.filter(({ key }) => key !== open));
  const draft = entry?.now ?? null, table = draft?.supersedes ? tableAt(known, draft) : known, level = table?.entry_level;
  const sheets = sheetsOf(model.table, deals), clock = table && clockOf(table, deals);
  const over = Boolean(known && (isOver(known) || clock?.played));
  const sheet = draft ? null : sheetOf(table, sheets, { ...model, over });
  return {
    ...model, deals, table, draft, level, penalty: draft?.penalty ?? null, notice: lasts(model.notice, known) ? model.notice : null, clock,
    meanwhile: meanwhile(draft, known),
    sheets: sheets.map(({ id }) => id),
    sheet, chooses: Boolean(sheet) && mustChoose(table, sheets),
    waiting: deals.filter(({ state }) => state === "waiting"),
    refused: deals.filter(({ state }) => state === "refused"),
    toFinish: table?.round ? deals.filter((deal) => isOpen(deal) && belongsTo(table)(deal)).sort(draftsFirst) : [],
    elsewhere: table ? deals.filter((deal) => isUnsent(deal) && !belongsTo(table)(deal)) : [],
    canUpdate: !deals.some((deal) => isOpen(deal) || isUnsent(deal)),
    canUndo: Boolean(entry && history.canUndo(entry)),
    canStepOut: Boolean(entry && !history.canUndo(entry) && declared.isBare(draft) && isDraft(deals, open)),
    special: (code) => table?.rules.special_names[code] ?? nameOf("specials", code),
    name: (seat) => table?.seats.find((one) => one.seat === seat)?.name ?? seat,
    nameIn: (deal) => (seat) => deal.players?.[seat]?.name ?? known.seats.find((one) => one.seat === seat)?.name ?? seat,
    faultsOf: (seat) => model.faults.filter((fault) => (fault.seat ?? null) === seat),
    lacks: () => [...hindrance(draft, known), ...(draft?.penalty ? [{ code: "open_penalty" }] : []), ...declared.missing(draft, level, table.rules)],
  };
}

/** Note what the table must know: until the deal after the one it is about is played, not into another round, of one
    version of a deal (`sha256`) not longer than it counts, of one that the referee has (`held`, its key) until the
    ruling, and of a call while it stands, or does not (`called`). */
export const noted = (model, level, sentence, { deal = 0, sha256 = null, held = null, called = null } = {}) => {
  const { round, next } = withAnswers(model).table ?? {};
  return { level, sentence, deal, sha256, held, called, round: round?.number, until: Math.max(next?.deal ?? 0, deal + 1) };
};
const lasts = (notice, known) => Boolean(notice) && notice.round === known?.round?.number &&
  (known?.next?.deal ?? 0) <= notice.until && !isReplaced(notice, known) && !isRuled(notice, known) && !isAnswered(notice, known);
const isAnswered = ({ called }, known) => called !== null && called !== isOpenCall(known?.call);
const isRuled = ({ held }, known) => Boolean(held && known && withTheReferee(known).some(({ key, ruling }) => key === held && ruling));

/** What stands in the way of saving is a lack like others; a deal of a table that moved on can still be saved. */
const hindrance = (draft, known) => [meanwhile(draft, known)].filter((found) => found && (draft.supersedes || REFITS.includes(found.code)));
const isReplaced = ({ deal, sha256 }, known) =>
  Boolean(sha256 && known?.deals.some((one) => one.deal === deal && one.sha256 !== sha256));

const isDraft = (deals, open) => deals.some(({ key, state }) => key === open && state === "draft");
const draftsFirst = (one, other) => one.state.localeCompare(other.state) || one.deal - other.deal;

/** Take a changed draft as the next step, with what follows from it. */
export const changed = (model, draft) => stepped(model, history.step(model.entry, proposing(draft)));

/** Take the last step back, and look at the hand of which it was. */
export function undone(model) {
  const next = stepped(model, history.undo(model.entry)), of = declared.differing(model.entry.now, next.entry.now);
  return of.length === 1 && of[0] !== next.seat ? looking(next, of[0]) : next;
}

/** Go to a step: old faults no longer hold, and whoever won by now, and did not before, is looked at. */
function stepped(model, entry) {
  const { winner } = entry.now, next = { ...model, entry, faults: [], refusal: "", warning: "" };
  return winner && winner !== model.entry.now.winner ? looking(next, winner) : next;
}

const levelOf = ({ table }) => table?.entry_level;

/** Choose the hand that is looked at. */
export const looking = (model, seat) =>
  ({ ...model, seat, kind: declared.firstKind(model.entry.now, seat, levelOf(model), model.table?.rules), sticky: false, warning: "", more: false });

/** Split what the preview complains of: hands not entered yet are no fault. */
export const shownFaults = (errors, complete) =>
  errors.filter((fault) => fault.code !== "hand_missing" && (!fault.seat || complete.includes(fault.seat)));
