/* The table as the server knows it, and the tablet as the server should know it. */

import * as api from "./api.js";
import * as outbox from "./outbox.js";
import { set, now } from "./stage.js";
import { store } from "./store.js";

const BEAT = 20000;

/** Ask for the table; without an answer it stays as last known. */
export async function refresh() {
  const { status, body } = await api.getTable();
  if (status === 200 && body?.protocol) return believed(body);
  set({ connection: status === 401 ? "unpaired" : "lost" });
}

async function believed(body) {
  const seenAt = Date.now();
  const table = { ...body, offset: Date.parse(body.server_time) - seenAt };
  set({ table, seenAt, connection: "there" });
  await store.put("table", { table, seenAt });
  await outbox.leaveOthers(table.competition.slug);
}

/** Begin to tell the server that the tablet lives, and to look again when anything changed there. */
export function beginBeating() {
  setInterval(beat, BEAT);
  document.addEventListener("visibilitychange", beat);
  addEventListener("online", beat);
}

async function beat() {
  if (document.visibilityState !== "visible") return;
  const { status, body } = await api.heartbeat(await facts());
  if (status === 401) return set({ connection: "unpaired" });
  if (status !== 200) return set({ connection: "lost" });
  const { table, connection } = now();
  const news = body.revision !== table?.competition.revision;
  if (news || connection !== "there" || table.call || !table.round) await refresh();
}

async function facts() {
  const unsent = now().deals.filter(outbox.isUnsent).length;
  return { unsent, version: "1", persisted: (await navigator.storage?.persisted?.()) ?? null };
}
