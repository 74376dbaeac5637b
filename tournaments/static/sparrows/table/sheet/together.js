/* Where a table confirms together: what it is asked at its first deal, and the sheet of all deals of a wind round, on which
   each player sees every one of them with his own change. */

import { callReferee, closed } from "../board/board.js";
import { money } from "../board/previewpane.js";
import { button, el, icon, nameTag } from "../dom.js";
import { edgeOf, seatsOfAll } from "../deal/chairs.js";
import { accept, dispute, playedIn, word } from "./parts.js";
import { _, listed, marked, ofDeal, signed } from "../words.js";

const FOUR = 4;

/* ------------------------------------------------------------------ the choice */
const CHOICE = "choice"; // of which sheet it is known that it can have been read

/** Ask the table, once, when its players confirm; what cannot be changed afterwards nobody chooses before it can be read. */
export const choiceView = (full, actions) =>
  el("section", { class: "felt sheet", "data-of": CHOICE, "aria-label": _("When do you confirm?") },
    el("div", { class: "felt-middle sheet-middle sheet-choice" },
      el("h1", { tabindex: "-1", id: "sheet-title" }, _("When do you confirm?")),
      el("p", {}, full.table.seats.length === FOUR ? _("All four choose, once for this round. It cannot be changed afterwards.")
        : _("All of you choose, once for this round. It cannot be changed afterwards.")),
      el("div", { class: "cluster felt-choices" },
        choice("each", _("After each deal"), _("Everybody still knows what was played."), full, actions),
        choice("together", _("Together after each wind round"), _("Quicker. Each of you sees all its deals then."), full, actions)),
      button(_("Choose later"), actions.leaveSheet, { class: "btn btn-on-felt", id: "leave-sheet" })));

function choice(code, label, why, { readable }, actions) {
  const isRead = readable === CHOICE;
  return el("div", { class: "stack stack-s", "data-value": code },
    button(label, () => (isRead ? actions.agree(code) : actions.readBoth()), { class: "btn btn-large", id: `agree-${code}`, "aria-disabled": isRead ? null : "true" }),
    el("p", { class: "small" }, why));
}

/* ------------------------------------------------------------------ several deals on one sheet */
/** Draw the sheet of all deals that are asked about together. */
export function pileView(whole, actions) {
  const full = { ...whole, name: whole.nameIn(whole.sheet) };
  return [
    el("section", { class: "felt sheet sheet-pile", "data-of": full.sheet.id, "aria-label": title(full.sheet) },
      middle(full, actions), seatsOfAll(full.sheet.deals).map((seat) => edge(seat, full.name(seat), full, actions))),
    endings(full),
  ];
}

const title = ({ deals }) => _("Deals {deals}", { deals: listed(deals.map(({ deal }) => deal)) });

function middle(full, actions) {
  const { sheet, sheetFault, table, disputing } = full;
  return el("div", { class: "felt-middle sheet-middle" },
    el("div", { class: "felt-said", tabindex: "0" }, el("h1", { tabindex: "-1", id: "sheet-title" }, title(sheet)),
      closed(table) ? el("p", { class: "sheet-said", id: "sheet-closed" }, closed(table)) : null,
      el("p", { class: "felt-question", id: "sheet-state" }, pileState(full)),
      sheetFault ? el("p", { class: "message message-warning", role: "alert" }, icon("warning"), el("span", {}, sheetFault)) : null),
    disputing ? which(full, actions) : null,
    el("div", { class: "cluster felt-choices" },
      disputed(sheet).length ? callReferee(table, actions, sayDisputed(sheet)) : null,
      button(closed(table) ? _("Back to the table") : _("Play on"), actions.leaveSheet, { class: "btn btn-large", id: "leave-sheet" })));
}

const endings = ({ sheet, nameIn }) =>
  el("ol", { class: "sheet-endings sheet-why", role: "list" }, sheet.deals.map((deal) => el("li", {}, ofDeal(marked("Deal {deal}"), deal), ": ", playedIn(deal, nameIn(deal)))));

/** Ask a player which deal he disputes: the others he can confirm all the same. */
const which = ({ sheet, disputing, name }, actions) =>
  el("div", { class: "chips", role: "group", "aria-labelledby": "which-deal", "data-facing": edgeOf(disputing, sheet.deals.at(-1)) },
    el("span", { id: "which-deal" }, _("{name}: which deal is wrong?", { name: name(disputing) })),
    open(sheet, disputing).filter(({ answers }) => answers[disputing] !== "dispute").map((deal) =>
      button(ofDeal(marked("Deal {deal}"), deal), () => actions.dispute(deal, disputing), { id: `dispute-${disputing}-${deal.deal}` })),
    button(_("None of them"), () => actions.askWhich(disputing), { id: "dispute-none" }));

/* ------------------------------------------------------------------ how it stands */
/** Ask to read before anybody confirms. */
export const readFirst = ({ table: { seats } }) =>
  (seats.length === FOUR ? _("Read all four changes and totals first.") : _("Read all changes and totals first."));

/** Say how far the deals are confirmed, or what stands in the way. */
export function pileState({ sheet, readable, table }) {
  if (disputed(sheet).length) return `${sayDisputed(sheet)} ${_("It counts for now; the referee decides.")}`;
  if (readable !== sheet.id) return readFirst({ table });
  const given = sheet.deals.reduce((sum, { confirmation }) => sum + confirmation.given, 0);
  const needed = sheet.deals.reduce((sum, { confirmation }) => sum + confirmation.needed, 0);
  return _("Confirmed: {given} of {needed}.", { given, needed });
}

const disputed = ({ deals }) => deals.filter(({ confirmation }) => confirmation.state === "disputed");
const sayDisputed = (sheet) => disputed(sheet).map((deal) => ofDeal(marked("Deal {deal} is disputed."), deal)).join(" ");

/** List the deals of a sheet that a player may be asked about. */
const open = ({ deals }, seat) => deals.filter(({ confirmation }) => confirmation.people.includes(seat) && !confirmation.staff);

/** List those of which he has said nothing yet. */
export const missing = (sheet, seat) => open(sheet, seat).filter(({ answers }) => !answers[seat]);

/* ------------------------------------------------------------------ the four edges */
function edge(seat, name, full, actions) {
  const deals = full.sheet.deals.filter(({ players }) => seat in players), sum = deals.reduce((all, { net }) => all + net[seat], 0);
  return el("section", { class: "sheet-edge", "data-edge": edgeOf(seat, full.sheet.deals.at(-1)) ?? "rest", "aria-label": name, id: `sheet-${seat}` },
    el("div", { class: "sheet-value", "data-value": seat },
      nameTag(name),
      el("ol", { class: "sheet-changes", role: "list" }, deals.map((deal) => change(deal, seat))),
      el("span", { class: "sheet-total" }, money(sum), " ", _("new total {score}", { score: signed(deals.at(-1).totals[seat]) }))),
    choices(seat, name, full, actions));
}

const change = ({ deal, net, answers }, seat) =>
  el("li", { class: answers[seat] === "dispute" ? "sheet-disputed" : "" }, el("span", { class: "sheet-number" }, String(deal)), " ", money(net[seat]));

function choices(seat, name, full, actions) {
  const { sheet, saying } = full, mine = open(sheet, seat), left = missing(sheet, seat);
  if (!mine.length) return el("p", { class: "sheet-word" }, _("A house player is not asked."));
  if (saying.includes(seat)) return el("p", { class: "sheet-word" }, _("Being noted"));
  const against = mine.filter(({ answers }) => answers[seat] === "dispute").map(({ deal }) => deal);
  return [
    left.length ? accept(seat, name, full, actions) : word("accepted", "check", against.length === mine.length ? _("Nothing to confirm") : _("Confirmed")),
    against.length ? word("disputed", "flag", _("Disputed: {deals}", { deals: listed(against) })) : dispute(seat, name, full, actions),
  ];
}
