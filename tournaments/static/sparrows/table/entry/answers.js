/* What the open entry comes to, as whoever was asked answers: when it is worth asking, and what an answer shows. */

import * as declared from "../deal/declaration.js";
import { shownFaults } from "../model.js";
import { now } from "../stage.js";

export const OVERTAKEN = [404, 409]; // the table is not as this entry takes it

/** Tell whether enough is entered to work it out. */
export function worthAsking({ draft, level, lacks }) {
  if (declared.areTotals(draft)) return !lacks().length;
  return draft.outcome !== "win" || (draft.from && declared.isComplete(draft, draft.winner, level));
}

/** Give what changes in the model with an answer: the figures, or the faults of the hands that are there. */
export function shown({ status, body }, draft, complete, more = {}) {
  if (status === 200 && body.deal === draft.deal) return { preview: { state: "", ...body, ...more }, faults: [] };
  if (OVERTAKEN.includes(status)) return { preview: null };
  if (status !== 422) return { preview: { state: "offline" } }; // what it came to before is no answer
  const { values = {}, lines } = body;
  return { preview: { state: "", values, lines, ...more }, faults: shownFaults(body.errors ?? [], complete) };
}
