/* What a correction that is being laid comes to, asked of the server once the hands rest; the latest question only. */

import * as declared from "../table/deal/declaration.js";
import { shown, worthAsking } from "../table/entry/answers.js";
import { withAnswers } from "../table/model.js";
import { now, set } from "../table/stage.js";

const QUIET = 250; // milliseconds without a change

/** Give what asks: at an address, with the page's token, for what later deals do by then. */
export function foretelling({ address, token, unanswered, mode }) {
  let asking = null, quiet = null;

  async function ask({ draft, level, table }, { signal }) {
    const body = declared.declaration(draft, level, table.rules);
    const answer = await post(`${address}?mode=${mode()}`, token, body, signal);
    if (signal.aborted || now().entry.now !== draft) return;
    set(answer ? shown(answer, draft, Object.keys(body.hands)) : { preview: null, warning: unanswered });
  }

  return () => {
    clearTimeout(quiet);
    asking?.abort();
    const full = withAnswers(now());
    if (!worthAsking(full)) return set({ preview: null });
    set({ preview: { ...now().preview, state: "asking" } });
    asking = new AbortController();
    const mine = asking;
    quiet = setTimeout(() => ask(full, mine), QUIET);
  };
}

/** Ask; null where there was no answer of ours. */
async function post(address, token, body, signal) {
  try {
    const response = await fetch(address, {
      method: "POST", cache: "no-store", signal, body: JSON.stringify(body), redirect: "error",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return null;
  }
}
