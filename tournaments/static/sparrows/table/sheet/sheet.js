/* The sheet of four: each player reads his own change and his new total in his own direction, and accepts or disputes. */

import { callReferee } from "../board/board.js";
import { button, el, icon } from "../dom.js";
import { holdButton } from "./hold.js";
import { explanation, money } from "../board/previewpane.js";
import { say, signed } from "../words.js";

const EDGES = { E: "bottom", S: "right", W: "top", N: "left" }; // as on the board

/** Draw the sheet for the deal that is asked about. */
export function sheetView(whole, actions) {
  const { sheet } = whole, full = { ...whole, name: whole.nameIn(sheet) };
  return [
    el("section", { class: "felt sheet", "data-of": sheet.id, "aria-label": say("confirm_deal", sheet) },
      middle(full, actions), full.table.seats.map(({ seat }) => edge(seat, full.name(seat), full, actions))),
    sheet.lines ? el("section", { class: "stack sheet-why" }, explanation(sheet, full, "sheet")) : null,
  ];
}

/* ------------------------------------------------------------------ the middle */
function middle(full, actions) {
  const { sheet, sheetFault } = full;
  return el("div", { class: "felt-middle sheet-middle" },
    el("h1", { tabindex: "-1", id: "sheet-title" }, say("deal", sheet)),
    sheet.said ? el("p", { class: "sheet-said" }, sheet.said) : null,
    el("p", { class: "felt-question", role: "status", id: "sheet-state" }, state(full)),
    again(full), sheetFault ? el("p", { class: "message message-warning", role: "alert" }, icon("warning"), el("span", {}, sheetFault)) : null,
    el("div", { class: "cluster felt-choices" },
      sheet.confirmation?.state === "disputed" ? callReferee(full.table, actions, say("call_disputed", sheet)) : null,
      button(say("play_on"), actions.leaveSheet, { class: "btn btn-large", id: "leave-sheet" })),
    el("p", { class: "muted small" }, say(sheet.waits ? "confirm_not_lost" : "play_on_hint")));
}

function state({ sheet, table, connection, readable }) {
  if (sheet.waits) return say(connection === "there" ? "confirm_sending" : "confirm_waits");
  if (sheet.confirmation.state === "disputed") return say("is_disputed", sheet);
  if (readable !== sheet.id) return say("confirm_read");
  return say(table.confirmed_by === "referee" ? "confirm_referee" : "confirm_progress", { ...sheet, ...sheet.confirmation });
}

/** Say that a deal was changed, by what reason, and whose word on the version before counts no more. */
function again({ sheet, name }) {
  if (sheet.waits || sheet.version < 2) return null;
  const asked = (sheet.asked_again ?? []).filter((seat) => !sheet.answers[seat]).map(name);
  return el("p", { class: "sheet-changed" }, say("log_changed", sheet), " ",
    asked.length ? say("confirm_again", { names: asked.join(", ") }) : null);
}

/* ------------------------------------------------------------------ the four edges */
function edge(seat, name, full, actions) {
  const { sheet } = full;
  return el("section", { class: "sheet-edge", "data-edge": EDGES[seat], "aria-label": name, id: `sheet-${seat}` },
    el("div", { class: "sheet-value", "data-value": seat },
      el("span", { class: "seat-name" }, name),
      sheet.net ? el("span", { class: "sheet-net" }, money(sheet.net[seat])) : null,
      sheet.totals ? el("span", { class: "sheet-total" }, say("total_now", { score: signed(sheet.totals[seat]) })) : null),
    sheet.waits ? null : choices(seat, name, full, actions));
}

function choices(seat, name, full, actions) {
  const { sheet, table, answering } = full;
  const said = sheet.answers[seat];
  if (!sheet.confirmation.people.includes(seat)) return el("p", { class: "sheet-word" }, say("house_not_asked"));
  if (sheet.confirmation.staff) return el("p", { class: "sheet-word" }, say("referee_settled"));
  if (answering.includes(seat)) return el("p", { class: "sheet-word" }, say("confirm_noting"));
  return [
    said === "confirm" ? word("accepted", "check") : table.confirmed_by === "referee" ? null : accept(seat, name, full, actions),
    said === "dispute" ? word("disputed", "flag") : dispute(seat, name, full, actions),
  ];
}

const word = (code, mark) => el("p", { class: `sheet-word sheet-${code}` }, icon(mark), el("span", {}, say(code)));

function accept(seat, name, full, actions) {
  const { sheet, armed } = full;
  const isArmed = armed?.seat === seat;
  return holdButton([icon("check"), el("span", {}, say(isArmed ? "accept_again" : "accept"))], {
    class: "btn btn-primary sheet-accept", id: `accept-${seat}`, "aria-label": say(isArmed ? "accept_again_label" : "accept_label", { name }),
    act: () => actions.accept(sheet, seat), arm: () => actions.arm(seat), armedAt: isArmed ? armed.at : null, ...unread(full, actions),
  });
}

const dispute = (seat, name, full, actions) => {
  const { refuse, ...shown } = unread(full, actions);
  return button([icon("flag"), el("span", {}, say("dispute"))], refuse ?? (() => actions.dispute(full.sheet, seat)),
    { class: "btn sheet-dispute", id: `dispute-${seat}`, "aria-label": say("dispute_label", { name }), ...shown });
};

/** Refuse both while not all values were on the screen for long enough. */
const unread = ({ sheet, readable }, actions) =>
  (readable === sheet.id ? {} : { refuse: actions.readFirst, "aria-disabled": "true", "aria-describedby": "sheet-state" });
