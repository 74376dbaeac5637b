/* What the open entry comes to: asked of the server once the fingers rest, the latest question only. */

import * as api from "./api.js";
import * as declared from "./declaration.js";
import { shownFaults, withAnswers } from "./model.js";
import { now, set } from "./stage.js";

const QUIET = 250; // milliseconds without a change before the server is asked

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

const worthAsking = ({ draft, level }) =>
  draft.outcome !== "win" || (draft.from && declared.isComplete(draft, draft.winner, level));

async function showPreview({ draft, level, table }) {
  asking = new AbortController();
  const mine = asking;
  const body = { ...declared.declaration(draft, level, table.rules), deal: draft.deal };
  const answer = await api.preview(body, mine.signal);
  if (!mine.signal.aborted && now().entry?.now === draft) set(shown(answer, draft, Object.keys(body.hands)));
}

/** Take an answer; one for another deal, because the server still lacks those before this one, is none. */
function shown({ status, body }, draft, complete) {
  if (status === 200 && body.deal === draft.deal) return { preview: { state: "", ...body }, faults: [] };
  if (status !== 422) return { preview: { ...now().preview, net: null, state: "offline" } };
  const { values = {}, lines } = body;
  return { preview: { state: "", values, lines }, faults: shownFaults(body.errors ?? [], complete) };
}
