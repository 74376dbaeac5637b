/* What the open entry comes to: asked of the server once the fingers rest, the latest question only. */

import * as api from "../outbox/api.js";
import * as declared from "../deal/declaration.js";
import { reckonHere } from "../engine/engine.js";
import { shownFaults, withAnswers } from "../model.js";
import { refresh } from "../shell/connection.js";
import { now, set } from "../stage.js";

const QUIET = 250; // milliseconds without a change before the server is asked
const OVERTAKEN = [404, 409]; // the table is not as this entry takes it

let asking = null;
let quiet = null;

/** Ask for the values of what is entered so far. */
export function askPreview() {
  clearTimeout(quiet);
  asking?.abort();
  const full = withAnswers(now());
  if (!worthAsking(full)) return set({ preview: null });
  set({ preview: { ...now().preview, state: "asking" } });
  quiet = setTimeout(() => showPreview(full), QUIET);
}

function worthAsking({ draft, level, lacks }) {
  if (declared.areTotals(draft)) return !lacks().length;
  return draft.outcome !== "win" || (draft.from && declared.isComplete(draft, draft.winner, level));
}

/** Ask again what was asked in vain: there is an engine on the tablet now. */
export function previewAgain() {
  if (now().preview?.state === "offline") askPreview();
}

/** Ask the server and the tablet's own engine at once. Whoever answers first is shown, and the server has the last word:
    it knows what this tablet may not have heard of yet. A line that is dead without saying so holds nobody up. */
async function showPreview(full) {
  const { draft, level, table } = full;
  asking = new AbortController();
  const mine = asking;
  const body = { ...declared.declaration(draft, level, table.rules), deal: draft.deal };
  const complete = Object.keys(body.hands);
  const wanted = () => !mine.signal.aborted && now().entry?.now === draft;
  let told = false;
  const here = (draft.supersedes ? Promise.resolve(null) : reckonHere(now().table, full, body)).then((answer) => {
    if (answer && wanted() && !told) set(shown(answer, draft, complete));
    return answer;
  });
  const answer = await (draft.supersedes ? api.previewCorrection : api.preview)(body, mine.signal);
  told = isFor(draft, table, answer);
  if (OVERTAKEN.includes(answer.status)) refresh();
  const own = told ? null : await here;
  if (wanted()) set(own ? shown(own, draft, complete, { here: true }) : shown(answer, draft, complete));
}

/** Tell whether the server answered for this deal; while it lacks those before, it speaks of another. */
const isFor = (draft, { unsent = [] }, { status, body }) =>
  status === 200 ? body.deal === draft.deal : status === 422 && !unsent.length;

function shown({ status, body }, draft, complete, more = {}) {
  if (status === 200 && body.deal === draft.deal) return { preview: { state: "", ...body, ...more }, faults: [] };
  if (OVERTAKEN.includes(status)) return { preview: null };
  if (status !== 422) return { preview: { ...now().preview, net: null, state: "offline" } };
  const { values = {}, lines } = body;
  return { preview: { state: "", values, lines, ...more }, faults: shownFaults(body.errors ?? [], complete) };
}
