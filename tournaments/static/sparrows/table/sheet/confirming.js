/* Which deal the table is asked about, and what each player says of it.

   A word is bound to the content that was seen; it needs the server, and nothing is lost where there is none: it can be
   given later. A deal is asked about until it is confirmed or the sheet is left; a new version asks anew. */

import * as api from "../outbox/api.js";
import { refresh, unpaired } from "../shell/connection.js";
import { announce, unsay } from "../dom.js";
import { noted, withAnswers } from "../model.js";
import { now, set } from "../stage.js";
import { store } from "../outbox/store.js";
import { stateOf } from "./sheet.js";
import { _, marked, ofDeal } from "../words.js";
import { written } from "../outbox/written.js";

const LONG_ENOUGH = 1500; // milliseconds for which all four values must have been on the screen
const LOOK = 100;
const MOST_LEFT = 50;

/** Keep watching whether people can have read what they are asked to confirm. */
export function beginReading() {
  let read = {}, of = null;
  setInterval(() => {
    const id = document.querySelector(".sheet")?.dataset.of ?? null;
    if (id !== of) [of, read] = [id, {}];
    if (!of || now().readable === of || document.hidden || document.querySelector("dialog[open]")) return;
    const values = [...document.querySelectorAll("[data-value]")];
    for (const value of values.filter(inView)) read[value.dataset.value] = (read[value.dataset.value] ?? 0) + LOOK;
    if (values.length && values.every(({ dataset }) => read[dataset.value] >= LONG_ENOUGH)) set({ readable: of });
  }, LOOK);
}

function inView(value) {
  const { top, bottom, left, right } = value.getBoundingClientRect();
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}

/* ------------------------------------------------------------------ what is said */
let last = Promise.resolve();

/** Send one word after the other: each answer tells of all words, and the one that comes last is believed. */
const inTurn = (send) => (last = last.then(send));

async function say(sheet, seat, word) {
  if (now().saying.includes(seat)) return;
  set({ saying: [...now().saying, seat], armed: null, sheetFault: "" });
  const { status, body } = await inTurn(() => api.say(sheet.deal, word, { seat, sha256: sheet.sha256 }));
  set({ saying: now().saying.filter((one) => one !== seat) });
  if (status === 200) return taken(body);
  if (status === 401) return unpaired();
  set({ sheetFault: body?.message ?? _("No server right now: your word was not noted. Nothing is lost, give it later.") });
  if (body?.code) await refresh(); // it is no longer what was seen
}

function taken({ deal, sha256, answers, confirmation }) {
  const { table } = now();
  const deals = table.deals.map((one) => (one.sha256 === sha256 ? { ...one, answers, confirmation } : one));
  set({ table: { ...table, deals } });
  if (confirmation.state !== "confirmed") return;
  const sentence = ofDeal(marked("Deal {deal} is confirmed."), deals.find((one) => one.deal === deal));
  announce(sentence);
  set({ sheet: null, notice: noted(now(), "success", sentence, { deal, sha256 }) });
}

let said = "";

/** Say aloud how the sheet stands whenever that changes, whoever changed it; what holds no longer is not left to be read. */
export function sayState(full) {
  const state = full.sheet ? stateOf(full) : "";
  if (state === said) return;
  if (state) announce(state);
  else unsay(said);
  said = state;
}

export const actions = {
  accept: (sheet, seat) => say(sheet, seat, "confirm"),
  dispute: (sheet, seat) => say(sheet, seat, "dispute"),
  readFirst: () => announce(_("Read all four changes and totals first.")),
  arm: (seat) => set({ armed: { seat, at: Date.now() } }),
  openSheet: (deal) => set({ sheet: deal, sheetFault: "", armed: null }),
  leaveSheet() {
    const left = [...now().left, ...withAnswers(now()).sheets].slice(-MOST_LEFT);
    set({ left, sheet: null, sheetFault: "", armed: null });
    written(store.put("left", left));
  },
};
