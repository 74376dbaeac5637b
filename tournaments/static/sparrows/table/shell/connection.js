/* The table as the server knows it, and the tablet as the server should know it. */

import * as api from "../outbox/api.js";
import { isWaiting } from "../board/board.js";
import * as outbox from "../outbox/outbox.js";
import { wake } from "../outbox/drainer.js";
import { isOpen, isUnsent } from "../deal/kept.js";
import { lookForUpdate, version } from "./shell.js";
import { now, set } from "../stage.js";
import { store } from "../outbox/store.js";
import { written } from "../outbox/written.js";

const BEAT = 20000;
const CLIENT = 1; // what this page understands; the server says what it needs at least

let tries = 0;
let later = 0;
const waiting = []; // for the server's next word on the table

/** Ask for the table; without an answer it stays as last known, and is asked for again. */
export async function refresh() {
  clearTimeout(later);
  const { status, body, retryAfter } = await api.getTable();
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
  set({ table, seenAt, confirmed: true, connection: "there" });
  wake();
  for (const hear of waiting.splice(0)) hear();
  if (Number(body.min_client) > CLIENT) lookForUpdate();
  await written(store.put("table", { table, seenAt }));
  await written(outbox.forgetEnded(table.competition));
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
  setInterval(beat, BEAT);
  document.addEventListener("visibilitychange", beat);
  addEventListener("online", beat);
}

async function beat() {
  if (document.visibilityState !== "visible") return;
  const { status, body } = await api.heartbeat(facts());
  if (status === 401) return unpaired();
  if (status !== 200) return set({ connection: "lost" });
  const { table, connection } = now();
  const news = body.revision !== table?.competition.revision;
  if (news || connection !== "there" || isWaiting(table.call) || !table.round) await refresh();
}

function facts() {
  const { deals, persisted, battery } = now();
  return { unsent: deals.filter(isUnsent).length, version: version(), persisted, battery };
}
