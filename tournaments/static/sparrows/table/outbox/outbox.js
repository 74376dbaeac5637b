/* The deals that this tablet entered, each under the key that was made when its entry was opened.

   draft -> waiting -> sent | held | refused; refused -> mended | discarded; draft -> discarded.
   A step is taken only from the state it starts from, read in the same transaction: of two tabs, or two taps, one wins.
   What was saved is never taken away before the server's receipt; what was sent stays until the event is
   in the archive or the tablet leaves it. */

import { isOpen, isUnsent } from "../deal/kept.js";
import { store } from "./store.js";

const samePlace = (one, other) =>
  ["competition", "table", "seating_version", "deal"].every((name) => one[name] === other[name]);

/** Open an entry, or go on with the one that is there for the same deal; resolves to the stored deal. */
export const begin = (entry) => store.change(async ({ all, put }) => {
  const { key, competition, table, deal, seating_version } = entry.now;
  const fresh = { key, state: "draft", competition, table, deal, seating_version, order: 0, entry };
  const same = (await all("deals")).find((one) => (isOpen(one) || isUnsent(one)) && samePlace(one, fresh));
  if (!same) await put("deals", key, fresh);
  return same ?? fresh;
});

/** Keep what was typed; resolves to the stored deal, whose state tells if it is no longer to be typed in. */
export const keep = (key, entry) => store.change(async ({ get, put }) => {
  const deal = await get("deals", key);
  if (!isOpen(deal)) return deal;
  const kept = { ...deal, entry };
  await put("deals", key, kept);
  return kept;
});

/** Freeze an entry into what is sent; resolves to false if somebody else was first.
    What was refused goes out under a new key, so that one key never stands for two contents. */
export const save = (key, body, at) => store.change(async ({ get, put, all }) => {
  const deal = await get("deals", key);
  if (!isOpen(deal)) return false;
  const order = Math.max(0, ...(await all("deals")).map((one) => one.order)) + 1;
  if (deal.state === "refused") await put("deals", key, { ...deal, state: "mended" });
  const entry = { now: { ...deal.entry.now, key: body.key }, past: [] };
  await put("deals", body.key, { ...deal, key: body.key, state: "waiting", order, entry, body, saved_at: at, refusal: null });
  return true;
});

/** Note what the server made of a deal that waited. */
export const settle = (key, answer) => store.change(async ({ get, put }) => {
  const deal = await get("deals", key);
  if (deal.state !== "waiting") return;
  const settled = answer.kind === "refused"
    ? { state: "refused", refusal: answer.refusal }
    : { state: answer.receipt.status === "held" ? "held" : "sent", receipt: answer.receipt };
  await put("deals", key, { ...deal, ...settled });
});

/** Give up an entry, or a deal that can no longer be sent from here: somebody said so. */
export const discard = (key) => store.change(async ({ get, put }) => {
  const deal = await get("deals", key);
  if (deal.state === "sent" || deal.state === "held") return;
  await put("deals", key, { ...deal, state: "discarded" });
});

/** Send everything of an event again: the server answers known keys as before and lacks nothing afterwards. */
export const sendAgain = (competition) => store.change(async ({ all, put }) => {
  for (const deal of await all("deals")) {
    if (deal.competition === competition && deal.receipt) await put("deals", deal.key, { ...deal, state: "waiting" });
  }
});

/** Forget what the server has of events that are in the archive or that this tablet has left; what it never sent stays. */
export const forgetEnded = ({ slug, archived }) => store.change(async ({ all, remove }) => {
  const lasts = (deal) => deal.competition === slug && !archived;
  for (const deal of await all("deals")) {
    if (!lasts(deal) && !isOpen(deal) && !isUnsent(deal)) await remove("deals", deal.key);
  }
});
