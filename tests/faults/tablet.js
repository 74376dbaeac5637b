/* A tablet without a screen: the outbox of the real one, which is given deals instead of taps. */

import * as outbox from "/static/sparrows/table/outbox/outbox.js";
import { newKey } from "/static/sparrows/table/deal/canonical.js";
import { inTurn } from "/static/sparrows/table/deal/kept.js";
import { drain, wake } from "/static/sparrows/table/outbox/drainer.js";
import { openStore, store } from "/static/sparrows/table/outbox/store.js";

/** Open the store and begin to send; resolves to whether the store survives the browser. */
export async function begin() {
  await openStore();
  drain({ oldest, settle: (deal, answer) => outbox.settle(deal.key, answer), tell() {} });
  return store.lasting;
}

const waiting = async () => (await store.deals()).filter(({ state }) => state === "waiting");
const oldest = async () => inTurn(await waiting())[0] ?? null;

/** Save deals, as many taps on Save; resolves to the keys that the disk has, and how many deals wait. */
export async function enter(place, bodies) {
  const keys = [];
  for (const body of bodies) keys.push(await enterOne({ ...place, ...body }, body));
  return { keys, waiting: (await waiting()).length };
}

async function enterOne({ competition, table, deal, seating_version }, body) {
  const key = newKey();
  await outbox.begin({ now: { key, competition, table, deal, seating_version }, past: [] });
  const saved = await outbox.save(key, { key, ...body }, new Date().toISOString());
  if (!saved) throw new Error(`deal ${deal} was not saved`);
  wake();
  return key;
}

/** Tell what the tablet believes of each deal, by key. */
export async function report() {
  const deals = await store.deals();
  return Object.fromEntries(deals.map(({ key, state, body, receipt }) => [key, { state, body, receipt: receipt ?? null }]));
}
