/* The entry at the table: under it what is in the way, undo, discard and save. */

import * as declared from "../deal/declaration.js";
import { button, el, icon, later, renew } from "../dom.js";
import { replacing } from "../deal/correction.js";
import { inARow } from "../deal/offering.js";
import { entryView, handsFirst } from "./entry.js";
import { askWhichSet } from "./penalties.js";
import { correctionPart } from "./wrong.js";
import { _, TOTALS_DO_NOT_CANCEL, ended, marked, ofDeal, ofMeetings } from "../words.js";

/** Draw the entry of the table. */
export const tableEntry = (model, actions) => entryView(model, actions, { asked: correctionPart(model, actions), foot: later("bar", () => bar(model, actions)) });

const SEEN = ["draft", "seat", "kind", "warning"], OF_HANDS = ["hands", "laidOpen"];

/** Draw in haste what a tap on the hands of an entry is seen by, where nothing else of it changed; tell whether it was so. */
export function hurried(before, model, actions) {
  if (before?.open !== model.open || !isOfHands(before, model) || SEEN.every((name) => before[name] === model[name])) return false;
  renew(...handsFirst(before, model, actions), ...(before.warning === model.warning ? [] : [bar(model, actions)]));
  return true;
}

/** Tell whether two models differ by what lies in hands of tiles, or is said of it. */
function isOfHands(before, model) {
  const calm = [before, model].every(({ draft, seat, level, faults }) => !faults.length && declared.byTiles(draft, seat, level));
  return calm && Object.keys({ ...before.draft, ...model.draft }).every((name) => OF_HANDS.includes(name) || before.draft[name] === model.draft[name]);
}

/** Take the last tap back. */
export const undo = (actions, can) => button([icon("undo"), el("span", { class: "undo-word" }, _("Undo"))], actions.undo, { id: "undo", "aria-disabled": can ? null : "true" });

/** Lead to what it comes to, where that lies below the screen. */
export const toPreview = () =>
  button("Σ", () => document.getElementById("preview").scrollIntoView(), { id: "to-preview", class: "btn btn-icon", "aria-label": _("What it comes to"), title: _("What it comes to") });

/** Say it beside the buttons: on a phone nothing else is sure to be on the screen. */
export const warned = (said, more = "") => el("p", { class: `bar-warning${more}`, id: "warning" }, icon("warning"), el("span", {}, said));

function bar(model, actions) {
  const lacks = model.lacks(), said = inTheWay(model);
  return el("div", { class: "entry-bar", id: "bar" },
    undo(actions, model.canUndo || model.canStepOut), toPreview(),
    button(icon("trash"), actions.askDiscard, { id: "discard", "aria-label": _("Delete entry"), title: _("Delete entry") }),
    button(saveWord(model.draft), actions.save, {
      class: "btn btn-large btn-primary entry-save", id: "save", "aria-disabled": lacks.length ? "true" : null,
      "aria-describedby": said ? "warning" : lacks.length ? "lacking" : null,
    }),
    said ? warned(said, said === model.refusal ? " bar-refusal" : "") : null,
    lacks.length && !said ? el("p", { class: `hint${LOOKS[lacks[0].code] ?? ""}`, id: "lacking" }, lackSentence(lacks[0], model)) : null,
    lacks.length || said ? null : overlooked(model),
    waysOn(model, actions));
}

/** Ask, before all is saved, what nobody has to answer and many forget. */
function overlooked(model) {
  const [seat] = declared.unmarkedClaims(model.draft, model.level, model.table.rules);
  return seat ? el("p", { class: "hint", id: "overlooked" }, askWhichSet(seat, model)) : null;
}

/** Give what the table must see before it saves. */
export const inTheWay = (model) => (model.meanwhile ? meanwhileSentence(model.meanwhile, model) : model.warning || model.refusal);

const MEANWHILE = {
  no_goulash: marked("The deal before was changed: deal {deal} is no goulash any more. Nothing is lost: take the wild tiles out, look at the hands, and save."),
  now_goulash: marked("The deal before was changed: deal {deal} is a goulash now. Nothing is lost: say which tiles are wild, look at the hands, and save."),
  moved: marked("The table changed since this entry was begun. If you save it, it waits for the referee. Nothing is lost."),
  closed: marked("The round was closed meanwhile. What is entered stays; if you save it, it waits for the referee."),
  closed_meeting: marked("The meeting was closed meanwhile. What is entered stays; if you save it, it waits for the referee."),
  archived: marked("The event is over and in the archive. What is entered stays; if you save it, it waits for the referee."),
  too_late: marked("Play is closed: deal {deal} can no longer be corrected at the table. Call the referee."),
  changed: marked("Deal {deal} was changed meanwhile, version {version}: {reason} What you entered is still here."),
  ruled: marked("The referee has decided deal {deal} meanwhile: {reason} Your correction cannot be saved; call the referee if the deal is wrong."),
  settled: marked("The referee has confirmed deal {deal} meanwhile. Your correction cannot be saved; call the referee if the deal is wrong."),
};

function meanwhileSentence(found, { table }) {
  const code = found.code === "closed" && ofMeetings(table) ? "closed_meeting" : found.code;
  return _(MEANWHILE[code], { ...found, reason: ended(found.reason ?? "") });
}

const REFIT = { no_goulash: marked("Enter it as an ordinary deal"), now_goulash: marked("Enter it as a goulash") };

/** Lead on from a correction that cannot be saved as it is: over what is recorded now, to the referee, or back. */
function waysOn({ draft, table, meanwhile: found }, actions) {
  if (found?.code in REFIT) {
    return el("div", { class: "cluster", id: "ways-on" },
      button(_(REFIT[found.code]), () => actions.change((now) => declared.refit(now, table)), { id: "refit" }));
  }
  if (!found || !draft.supersedes) return null;
  return el("div", { class: "cluster", id: "ways-on" },
    found.code === "changed"
      ? button(_("Replace version {version} by this", found), () => actions.change((now) => replacing(now, recordedOf(table, found))), { id: "replace-newer" })
      : button(_("Call the referee"), () => actions.askReferee(ofDeal(marked("Deal {deal}"), draft)), { id: "call-about-it" }),
    button(_("Back to the table"), actions.askDiscard, { id: "back-to-table" }));
}

const recordedOf = (table, { deal }) => table.deals.find((one) => one.deal === deal);

function saveWord(draft) {
  if (draft.supersedes) return _("Save the correction", draft);
  if (declared.areTotals(draft)) return _("Save the totals");
  const last = draft.deal + inARow(draft) - 1;
  return last > draft.deal ? _("Save deals {deal} to {last}", { deal: draft.deal, last }) : _("Save deal {deal}", { deal: draft.deal });
}

const LACKS = {
  missing_winner: marked("Say who won."),
  missing_tiles: marked("{name}: {missing} more"),
  missing_winning: marked("Which tile won?"),
  missing_points: marked("{name}: enter the points"),
  missing_rest: marked("{name}: enter what counts, then that the rest counts nothing"),
  short_hand: marked("{name}: a short hand has fewer than 13 tiles"),
  long_hand: marked("{name}: a long hand has more than 13 tiles"),
  missing_from: marked("Say from whom."),
  missing_event: marked("Say what happened under penalties."),
  play_goes_on: marked("Nobody exposed tiles: that ends no deal. Play on."),
  open_penalty: marked("Add the penalty, or tap it again."),
  missing_reason: marked("Say why it was wrong."),
  missing_total: marked("{name}: enter the total"),
  totals_do_not_cancel: TOTALS_DO_NOT_CANCEL,
};

const ON_CARD = " is-on-card"; // the card says, too, how many there are, or that nothing is there yet
const LOOKS = { open_penalty: " is-needed", missing_tiles: ON_CARD, missing_rest: ON_CARD };

/** Say what is still missing. */
export function lackSentence(lack, model) {
  if (lack.code in MEANWHILE) return meanwhileSentence(lack, model);
  return _(LACKS[lack.code], { ...lack, name: lack.seat ? model.name(lack.seat) : "" });
}
