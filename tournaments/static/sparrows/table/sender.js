/* Bring one saved submission to the server: as often as it takes, always the same bytes under the same key. */

import { pause, submit } from "./api.js";

/** Send `body` until it is answered; `tell` hears "sending" and "waiting", the result is the first real answer. */
export async function deliver(body, tell) {
  for (let tries = 0; ; tries += 1) {
    tell("sending");
    const answer = await submit(body);
    if (answer.kind !== "again") return answer;
    tell("waiting");
    await wake(pause(tries, answer.retryAfter));
  }
}

/** Wait, but try at once when the network or the page comes back. */
function wake(milliseconds) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    const seen = () => document.visibilityState === "visible" && done();
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    document.addEventListener("visibilitychange", seen);
  });
}
