/* Talk to the server: every answer is one of ours (JSON) or counts as none, whatever its status says.

   A captive portal answers 200 with HTML; so a submission is believed only by its key and fingerprint. */

import { canonical, sha256 } from "../deal/canonical.js";

const BASE = "/api/v1";
const PATIENCE = 15000;
const LONGEST = 30000;
const REFUSED = [400, 413, 422];
const STALE = [404, 409]; // a correction of what is not there, or no longer as it was

/** Ask the server; resolves to {status, body, retryAfter}, status 0 where there was no answer of ours. */
export async function ask(path, { method = "GET", body, signal } = {}) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  signal?.addEventListener("abort", () => giveUp.abort());
  try {
    const response = await fetch(`${BASE}${path}`, {
      method, cache: "no-store", credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: giveUp.signal,
    });
    return { status: response.status, body: await response.json(), retryAfter: seconds(response) };
  } catch {
    return { status: 0, body: null, retryAfter: 0 };
  } finally {
    clearTimeout(timer);
  }
}

const seconds = (response) => Number(response.headers.get("Retry-After")) || 0;

export const getTable = () => ask("/table");
export const preview = (body, signal) => ask("/table/deals/preview", { method: "POST", body, signal });
export const previewCorrection = (body, signal) => ask(`/table/deals/${body.deal}/correct/preview`, { method: "POST", body, signal });
export const say = (deal, word, body) => ask(`/table/deals/${deal}/${word}`, { method: "POST", body });
export const sayOfAll = (body) => ask("/table/deals/confirm", { method: "POST", body });
export const agree = (body) => ask("/table/agreement", { method: "POST", body });
export const call = (reason) => ask("/table/call", { method: "POST", body: { reason } });
export const callBack = () => ask("/table/call/back", { method: "POST", body: {} });
export const heartbeat = (facts) => ask("/table/heartbeat", { method: "POST", body: facts });
export const pair = (code, label) => ask("/pair", { method: "POST", body: { code, label } });

/** Send a frozen submission once; `kind` tells what to do: receipt, refused, unpaired or again. */
export async function submit(body) {
  const path = body.supersedes ? `/table/deals/${body.deal}/correct` : "/table/deals";
  const answer = await ask(path, { method: "POST", body });
  if (isReceipt(answer, body)) return { kind: "receipt", receipt: answer.body };
  if (answer.status === 401) return { kind: "unpaired" };
  if (REFUSED.includes(answer.status) && answer.body?.code) return { kind: "refused", refusal: answer.body };
  if (body.supersedes && STALE.includes(answer.status) && answer.body?.code) return { kind: "refused", refusal: answer.body };
  return { kind: "again", retryAfter: answer.retryAfter, why: answer.body?.code ? answer.body.message : "" };
}

const isReceipt = ({ status, body }, sent) =>
  [200, 201, 202].includes(status) && body?.key === sent.key && body?.fingerprint === sha256(canonical(sent));

/** Say how long to wait before try number `tries`: doubling, jittered, never less than the server asked for. */
export function pause(tries, retryAfter = 0) {
  const longest = Math.min(LONGEST, 1000 * 2 ** Math.min(tries, 5));
  return Math.max(retryAfter * 1000, longest * (0.5 + Math.random() / 2));
}
