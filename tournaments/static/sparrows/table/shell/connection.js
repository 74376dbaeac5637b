/* The table as the server knows it, and the tablet as the server should know it. */

import * as api from "../outbox/api.js";
import * as outbox from "../outbox/outbox.js";
import { wake } from "../outbox/drainer.js";
import { changedSince, isOpen, isUnsent, ruledSince, stoodSince } from "../deal/kept.js";
import { rest } from "../deal/pulse.js";
import { beginHearing, isTold } from "./news.js";
import { lookForUpdate, version } from "./shell.js";
import { noted } from "../model.js";
import { now, set } from "../stage.js";
import { store } from "../outbox/store.js";
import { written } from "../outbox/written.js";
import { announce } from "../dom.js";
import { _, marked, ofDeal, roundName } from "../words.js";

const TICK = 250;
const CLIENT = 1; // what this page understands; the server says what it needs at least

let tries = 0;
let later = 0;
let asked = 0;
let heard = 0; // of two answers under way the one asked for last counts
let beaten = 0;
let resting = 0;
const waiting = []; // for the server's next word on the table

/** Ask the server for the table. */
export const ask = () => ({ mine: asked += 1, answer: api.getTable() });

/** Take what it answers; without an answer the table stays as last known, and is asked for again. */
export async function refresh({ mine, answer } = ask()) {
  clearTimeout(later);
  const { status, body, retryAfter } = await answer;
  if (mine < heard) return;
  heard = mine;
  if (status === 200 && body?.protocol) return believed(body);
  if (status === 401) return unpaired();
  set({ connection: "lost" });
  later = setTimeout(refresh, api.pause(tries, retryAfter));
  tries += 1;
}

/** Note that the server does not know this tablet any more; with nothing left to send, nobody's name stays on it. */
export function unpaired() {
  const { deals } = now();
  set({ connection: "unpaired", confirmed: false });
  if (!deals.some((deal) => isOpen(deal) || isUnsent(deal))) store.put("table", null);
}

/** Wait until the server tells of the table, however long that takes. */
export const told = () => new Promise((resolve) => { waiting.push(resolve); });

async function believed(body) {
  tries = 0;
  const seenAt = Date.now();
  const table = { ...body, offset: Date.parse(body.server_time) - seenAt };
  const { table: before, deals } = now();
  set({ table, seenAt, confirmed: true, connection: "there" });
  if (before) tellNews(before, table, deals);
  wake();
  for (const hear of waiting.splice(0)) hear();
  if (Number(body.min_client) > CLIENT) lookForUpdate();
  await written(store.put("table", { table, seenAt }));
  await written(outbox.forgetEnded(table.competition));
}

/** Tell what others did with the table's deals, whatever it is about just now; the gravest comes last and stays. */
function tellNews(before, table, deals) {
  const changed = changedSince(before, table, deals);
  if (changed) say([ofDeal(marked("Deal {deal}"), changed), _("corrected elsewhere, version {version}: {reason}", changed)]);
  for (const one of stoodSince(before, table)) say([ofDeal(marked("Deal {deal}"), one), _("it stands: {reason}", one)]);
  for (const one of ruledSince(before, table)) tell(one);
}

/** Tell what became of a deal that the referee had. */
function tell({ ruling, ...one }) {
  const became = ruling.reason ? _("{words}: {reason}", ruling) : ruling.words;
  const where = one.round ? [roundName(now().table, one.round)] : []; // of a round before
  say([...where, ofDeal(marked("Deal {deal}"), one), became]);
}

function say(parts) {
  const sentence = parts.join(": ");
  announce(sentence);
  set({ notice: noted(now(), "warning", sentence) });
}

/** Ask the browser to keep what is stored here, and watch the battery where it tells. */
export async function askBrowser() {
  const persisted = (await navigator.storage?.persist?.()) ?? null;
  set({ persisted });
  const battery = await navigator.getBattery?.();
  if (!battery) return;
  const told = () => set({ battery: Math.round(battery.level * 100) });
  battery.addEventListener("levelchange", told);
  told();
}

/** Begin to tell the server that the tablet lives, and to look again when anything changed there. */
export function beginBeating() {
  rested();
  setInterval(() => Date.now() - beaten >= Math.min(resting, rest(now(), isTold(), 1)) && beat(), TICK);
  document.addEventListener("visibilitychange", beat);
  addEventListener("online", beat);
}

/** Hear from now on what others change; call it once the table was asked for. */
export const hearNews = () => beginHearing((revision) => revision === now().table?.competition.revision, refresh);

async function beat() {
  if (document.visibilityState !== "visible") return;
  beaten = Infinity; // until the answer is here
  const { status, body } = await api.heartbeat(facts());
  rested();
  if (status === 401) return unpaired();
  if (status !== 200) return set({ connection: "lost" });
  const { table, connection } = now();
  const news = body.revision !== table?.competition.revision;
  if (news || connection !== "there" || !table.round) await refresh();
}

function rested() {
  beaten = Date.now();
  resting = rest(now(), isTold());
}

function facts() {
  const { deals, persisted, battery } = now();
  return { unsent: deals.filter(isUnsent).length, version: version(), persisted, battery };
}
