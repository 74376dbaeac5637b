/* Which deal the table is asked about, and what each player says of it.

   A word is bound to the content that was seen; it needs the server, and nothing is lost where there is none: it can be
   given later. A deal is asked about until it is confirmed or the sheet is left; a new version asks anew. */

import * as api from "../outbox/api.js";
import { refresh, told, unpaired } from "../shell/connection.js";
import { choose, sendAgreed } from "../outbox/agreed.js";
import { announce, toTop, unsay } from "../dom.js";
import { noted, withAnswers } from "../model.js";
import { notify, now, set } from "../stage.js";
import { store } from "../outbox/store.js";
import { PILE, isTogether } from "../deal/sheets.js";
import { missing, readFirst } from "./together.js";
import { stateOf } from "./sheet.js";
import { _, listed, marked, ofDeal } from "../words.js";
import { written } from "../outbox/written.js";

const LONG_ENOUGH = 1500; // milliseconds for which all four values must have been on the screen
const LOOK = 100;
const AGAIN = 2000; // milliseconds until a choice that was not heard is sent again
const ARMED = 6000; // milliseconds in which the second of two taps may follow
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

/* ------------------------------------------------------------------ what the table chose */
/** Send what the table chose whenever the server answers, until it is there. */
export async function keepTelling() {
  for (;;) {
    await tellChoice();
    await told();
  }
}

/** Tell the server, and the table where another choice was there before. */
async function tellChoice() {
  const refused = await sendAgreed();
  if (refused === null) setTimeout(refresh, AGAIN); // the next word of the server lets it be sent again
  if (!refused) return;
  set({ notice: noted(now(), "warning", refused) });
  await refresh();
}

/* ------------------------------------------------------------------ what is said */
let last = Promise.resolve();

/** Send one word after the other: each answer tells of all words, and the one that comes last is believed. */
const inTurn = (send) => (last = last.then(send));

const say = ({ deal, sha256 }, seat, word) => send(seat, () => api.say(deal, word, { seat, sha256 }));

/** Say yes to all deals of a sheet that the player said nothing of yet: the server notes all words or none. */
const sayOfAll = (pile, seat) =>
  send(seat, () => api.sayOfAll({ seat, seen: missing(pile, seat).map(({ deal, sha256 }) => ({ deal, sha256 })) }));

async function send(seat, ask) {
  if (now().saying.includes(seat)) return;
  set({ saying: [...now().saying, seat], armed: without(seat), disputing: null, sheetFault: onceMore(seat) });
  const { status, body } = await inTurn(ask);
  set({ saying: now().saying.filter((one) => one !== seat) });
  if (status === 200) return taken(body.words ?? [body]);
  if (status === 401) return unpaired();
  if (!body?.code) return unheard(seat);
  set({ sheetFault: body.message });
  await refresh(); // it is no longer what was seen
}

let doubtful = []; // whose words nobody answered: the server may have noted them all the same
let lost = { of: null, seats: [] }; // of a sheet, whose words the server had not noted when it answered again

/** Say that nobody knows whether a word was noted, and what became of it as soon as the server tells. */
async function unheard(seat) {
  const sheet = idOf(), sentence = _("No answer from the server. The deal is safe; whose word was noted is shown here as soon as it answers.");
  doubtful = [...doubtful, seat];
  set({ sheetFault: sentence });
  refresh();
  await told();
  lost = { of: sheet, seats: [...new Set([...(lost.of === sheet ? lost.seats : []), ...doubtful])] };
  doubtful = [];
  if (now().sheetFault === sentence) set({ sheetFault: onceMore() });
}

/** Name all who are to answer once more but who does it just now; nobody: nothing. */
function onceMore(answering = null) {
  if (lost.of !== idOf()) return "";
  const asked = lost.seats.filter((seat) => seat !== answering && !hasSaid(seat) && !now().saying.includes(seat));
  const names = asked.map(withAnswers(now()).name).join(", ");
  return names && _("The server answers again. Please answer once more: {names}.", { names });
}

const idOf = () => withAnswers(now()).sheet?.id ?? null;

/** Tell whether the server has a player's word on all that the sheet asks him. */
function hasSaid(seat) {
  const { sheet } = withAnswers(now());
  return Boolean(sheet) && (sheet.deals ? !missing(sheet, seat).length : Boolean(sheet.answers?.[seat]));
}

/** Leave the others' first taps: all four may tap at the same time. */
const without = (seat) => ({ ...now().armed, [seat]: null });

function taken(words) {
  const { table, seenAt } = now();
  const heard = new Map(words.map(({ sha256, answers, confirmation }) => [sha256, { answers, confirmation }]));
  const deals = table.deals.map((one) => ({ ...one, ...heard.get(one.sha256) }));
  set({ table: { ...table, deals } });
  written(store.put("table", { table: now().table, seenAt })); // a page that is opened again without network shows who has spoken
  const confirmed = words.filter(({ confirmation }) => confirmation.state === "confirmed");
  if (confirmed.length) sayConfirmed(confirmed, deals);
}

function sayConfirmed(confirmed, deals) {
  const { deal, sha256 } = confirmed.at(-1);
  const sentence = confirmed.length > 1
    ? _("Deals {deals} are confirmed.", { deals: listed(confirmed.map((one) => one.deal)) })
    : ofDeal(marked("Deal {deal} is confirmed."), deals.find((one) => one.deal === deal));
  announce(sentence);
  const more = now().sheet === PILE && deals.some(({ confirmation }) => confirmation.state !== "confirmed");
  set({ sheet: more ? PILE : null });
  notify(noted(now(), "success", sentence, { deal, sha256 }));
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

/** List what is left with a sheet: all that is open, but what its wind round has not come to the end of. */
const leaving = ({ table, sheet, sheets }) => (isTogether(table) ? (sheet.deals ?? [sheet]).map(({ id }) => id) : sheets);

export const actions = {
  accept: (sheet, seat) => (sheet.deals ? sayOfAll(sheet, seat) : say(sheet, seat, "confirm")),
  askWhich: (seat) => set({ disputing: now().disputing === seat ? null : seat }),
  async agree(confirms) {
    await choose(confirms);
    tellChoice();
  },
  dispute: (sheet, seat) => say(sheet, seat, "dispute"),
  readFirst: () => announce(readFirst(now())),
  readBoth: () => announce(_("Read both choices first.")),
  arm(seat) {
    const at = Date.now();
    set({ armed: { ...now().armed, [seat]: at } });
    setTimeout(() => now().armed[seat] === at && set({ armed: without(seat) }), ARMED);
  },
  openSheet(deal) {
    set({ sheet: deal, sheetFault: "", armed: {}, disputing: null });
    toTop();
  },
  leaveSheet() {
    const left = [...now().left, ...leaving(withAnswers(now()))].slice(-MOST_LEFT);
    set({ left, sheet: null, sheetFault: "", armed: {}, disputing: null });
    written(store.put("left", left));
  },
};
