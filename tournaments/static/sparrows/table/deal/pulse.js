/* How often a tablet looks at its table by itself. Its stream tells it at once what others changed; where there is none, a
   table to which the staff owe an answer looks often. No two tablets keep step: sixty must not call in the same second. */

import { withTheReferee } from "./kept.js";

const BEAT = 20000;
const SOON = 1500; // with the way to the server and back less than the two seconds in which an answer must be seen

/** Tell whether the staff owe a table an answer: to a call, to a deal that was held, to a dispute. */
export const awaitsAnswer = (table) =>
  isOpenCall(table.call) || withTheReferee(table).some(({ ruling }) => !ruling) ||
  (table.deals ?? []).some(({ confirmation }) => confirmation?.state === "disputed");

/** Tell whether a call still waits for the referee. */
export const isOpenCall = (call) => Boolean(call && !call.answered_at);

/** Say for how many milliseconds a tablet rests after it looked; chance is between 0 and 1. */
export function rest({ table, connection }, isTold, chance = Math.random()) {
  const often = !isTold && connection === "there" && table && awaitsAnswer(table);
  return (often ? SOON : BEAT) * (0.75 + chance / 4);
}
