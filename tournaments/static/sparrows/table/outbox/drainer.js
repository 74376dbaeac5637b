/* Bring what waits to the server: the oldest first, one at a time, the same bytes under the same key as often as it takes.

   Of several tabs one sends at a time (Web Locks). Plain http pages have no locks; there two tabs may send the same
   bytes at once, which the server answers twice and counts once. */

import { pause, submit } from "./api.js";

const LOCK = "sparrows-outbox";
const LOOK = 5000; // what another tab left behind is found without being told
const SPREAD = 5000; // when a hall's Wi-Fi returns, its tablets must not all call in the same second

let ring = () => {};
let rung = false;
let notBefore = 0;

/** Look again at once: something was saved, or somebody looks at the page. The server's own wish to wait is kept. */
export function wake() {
  if (Date.now() < notBefore) return;
  rung = true;
  ring();
}

/** Send for as long as the page lives. `oldest()` gives the next deal, `settle(deal, answer)` notes what became of it,
    `tell(kind, why)` hears every outcome: idle, receipt, refused, unpaired, again, and why the server wants to wait. */
export async function drain({ oldest, settle, tell }) {
  listen();
  for (let tries = 0; ;) {
    rung = false;
    const { kind, retryAfter = 0, why = "" } = await alone(() => sendOne(oldest, settle)).catch(again);
    const failed = kind === "again" || kind === "unpaired";
    tries = failed ? tries + 1 : 0;
    notBefore = Date.now() + retryAfter * 1000;
    if (retryAfter) rung = false; // whoever rang meanwhile did not know that
    tell(kind, why);
    if (failed) await quiet(pause(tries - 1, retryAfter));
    else if (kind === "idle") await quiet(LOOK);
  }
}

const alone = async (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work());
const again = () => ({ kind: "again" }); // the store would not take the answer: the deal still waits there

async function sendOne(oldest, settle) {
  const deal = await oldest();
  if (!deal) return { kind: "idle" };
  const answer = await submit(deal.body);
  if (answer.kind === "receipt" || answer.kind === "refused") await settle(deal, answer);
  return answer;
}

/** Wait so long, or until somebody rings. */
function quiet(milliseconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ring = () => {
      clearTimeout(timer);
      resolve();
    };
    if (rung) ring();
  });
}

function listen() {
  addEventListener("online", () => setTimeout(wake, Math.random() * SPREAD));
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
}
