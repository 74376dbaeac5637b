/* The sheet of four: each player reads his own change and his new total in his own direction, and accepts or disputes. */

import { callReferee, closed } from "../board/board.js";
import { button, el, icon, nameTag } from "../dom.js";
import { accept, dispute, playedIn, word } from "./parts.js";
import { edgeOf, seatsOf } from "../deal/chairs.js";
import { explanation, money } from "../board/previewpane.js";
import { seatedInPlay } from "../deal/rotation.js";
import { choiceView, pileState, pileView, readFirst } from "./together.js";
import { _, ended, marked, ofDeal, signed } from "../words.js";

/** Draw the sheet for what is asked about: when to confirm, one deal, or all of a wind round. */
export function sheetView(whole, actions) {
  if (whole.chooses) return choiceView(whole, actions);
  return (whole.sheet.deals ? pileView : dealView)(whole, actions);
}

function dealView(whole, actions) {
  const { sheet } = whole, full = { ...whole, name: whole.nameIn(sheet) };
  return [
    el("section", { class: "felt sheet", "data-of": sheet.id, "aria-label": ofDeal(marked("Is deal {deal} right?"), sheet) },
      middle(full, actions), seatsAt(full).map((seat) => edge(seat, full.name(seat), full, actions))),
    sheet.lines ? el("section", { class: "stack sheet-why" }, explanation(sheet, full, "sheet")) : null,
  ];
}

/** List who sat there for the deal, East first; of one on its way that are those who sit there. */
const seatsAt = ({ sheet, table }) =>
  seatedInPlay(sheet.east ? sheet : table.next, sheet.players ? seatsOf(sheet).map((seat) => ({ seat })) : table.seats).map(({ seat }) => seat);

/* ------------------------------------------------------------------ the middle */
const AT_EASE = 80; // letters of what was played and why it was changed that a phone shows in their full size

function middle(full, actions) {
  const { sheet, sheetFault } = full, played = playedIn(sheet, full.name), why = again(full);
  const isLong = played.length + (why?.textContent.length ?? 0) > AT_EASE;
  return el("div", { class: "felt-middle sheet-middle" },
    el("div", { class: `felt-said${isLong ? " is-long" : ""}`, tabindex: "0" }, el("h1", { tabindex: "-1", id: "sheet-title" }, ofDeal(marked("Deal {deal}"), sheet)),
    closed(full.table) ? el("p", { class: "sheet-said", id: "sheet-closed" }, closed(full.table)) : null,
    el("p", { class: "felt-question", id: "sheet-state" }, stateOf(full)),
    played ? el("p", { class: "sheet-said" }, played) : null,
    why, sheetFault ? el("p", { class: "message message-warning", role: "alert" }, icon("warning"), el("span", {}, sheetFault)) : null,
    el("p", { class: "muted small" }, sheet.waits
      ? ofDeal(marked("The question comes up again when the server has the deal."), sheet)
      : _("What is missing can be given later, below the board."))),
    el("div", { class: "cluster felt-choices" },
      sheet.confirmation?.state === "disputed" ? callReferee(full.table, actions, ofDeal(marked("Deal {deal} is disputed."), sheet)) : null,
      button(closed(full.table) ? _("Back to the table") : ofDeal(marked("Play on"), sheet), actions.leaveSheet, { class: "btn btn-large", id: "leave-sheet" })));
}

/** Say how far the deal is confirmed, or what stands in the way. */
export function stateOf(full) {
  const { sheet, table, connection, readable } = full;
  if (full.chooses) return "";
  if (sheet.deals) return pileState(full);
  if (sheet.waits) return connection === "there" ? _("Saved on this tablet; the server is asked.") : _("Saved on this tablet. Confirming it waits for the server.");
  if (sheet.confirmation.state === "disputed") return ofDeal(marked("Deal {deal} is disputed. It counts for now; the referee decides."), sheet);
  if (readable !== sheet.id) return readFirst(full);
  if (table.confirmed_by === "referee") return ofDeal(marked("The referee confirms the deals. Say so here if this one is wrong."), sheet);
  return ofDeal(marked("Deal {deal}: {given} of {needed} have confirmed."), { ...sheet, ...sheet.confirmation });
}

/** Say that a deal was changed, by what reason, and whose word on the version before counts no more. */
function again({ sheet, name }) {
  if (sheet.waits || sheet.version < 2) return null;
  const [asked, against] = [sheet.asked_again, sheet.disputed_before].map((seats) => seatsOf(sheet).filter((seat) => seats?.includes(seat) && !sheet.answers[seat]).map(name));
  return el("p", { class: "sheet-changed" }, _("Version {version}: {reason}", { ...sheet, reason: ended(sheet.reason) }), " ",
    asked.length ? _("To be confirmed again by {names}.", { names: asked.join(", ") }) : null, asked.length && against.length ? " " : null,
    against.length ? _("To be disputed again by {names}, if still wrong.", { names: against.join(", ") }) : null);
}

/* ------------------------------------------------------------------ the edges */
function edge(seat, name, full, actions) {
  const { sheet } = full, lies = edgeOf(seat, sheet), rests = lies === "rest" && !isOfTotals(sheet);
  return el("section", { class: "sheet-edge", "data-edge": lies, "aria-label": name, id: `sheet-${seat}` },
    el("div", { class: "sheet-value", "data-value": seat },
      nameTag(name),
      rests ? el("span", { class: "sheet-net" }, _("rests")) : sheet.net ? el("span", { class: "sheet-net" }, money(sheet.net[seat] ?? 0)) : null,
      sheet.totals ? el("span", { class: "sheet-total" }, _("new total {score}", { score: signed(sheet.totals[seat]) })) : null),
    sheet.waits || rests ? null : choices(seat, name, full, actions));
}

const isOfTotals = ({ outcome }) => outcome === "totals";

function choices(seat, name, full, actions) {
  const { sheet, table, saying } = full;
  const said = sheet.answers[seat];
  if (!sheet.confirmation.people.includes(seat)) return el("p", { class: "sheet-word" }, _("A house player is not asked."));
  if (sheet.confirmation.staff) return el("p", { class: "sheet-word" }, _("Confirmed by the referee."));
  if (saying.includes(seat)) return el("p", { class: "sheet-word" }, _("Being noted"));
  return [
    said === "confirm" ? word("accepted", "check", _("Confirmed")) : table.confirmed_by === "referee" ? null : accept(seat, name, full, actions),
    said === "dispute" ? word("disputed", "flag", _("Disputed")) : dispute(seat, name, full, actions),
  ];
}
