/* The time of the round as the server tells it, and which deal is the last. Without network the last known offset between
   the two clocks goes on: when the round ends is the server's word, never the tablet's. */

import { belongsTo } from "./kept.js";
import { SEATS } from "./tiles.js";

const SOON = 10; // minutes before the end, when the table is told
const STILL_PLAYED = { stop: 0, finish: 1, one_more: 2 }; // deals after the last one that was finished in time

/** Say what is left of the running round: {state, minutes, last, played}; null where no round runs or nothing ends it.
    `last` tells that the deal to come is the last one, `played` that the last one was played. */
export function clockOf(table, deals, moment = Date.now()) {
  const { round, next } = table;
  if (round?.state !== "running") return null;
  const here = deals.filter((deal) => deal.saved_at && deal.seating_version === table.seating_version && belongsTo(table)(deal));
  const { state, minutes } = left(round, moment + table.offset);
  if (!state && !round.deals && !round.winds) return null;
  const end = lastDeal(table, here, state === "over");
  const deal = table.entry_level === "totals" ? 0 : next?.deal ?? 0;
  return { state: state ?? "untimed", minutes, last: deal === end, played: deal > end || windsAreOver(round, next) };
}

/** Tell whether so many wind rounds are over as the round has. */
export const windsAreOver = ({ winds }, position) => Boolean(winds && position && SEATS.indexOf(position.round_wind) >= winds);

/** Say how the clock stands at a moment of the server: {state, minutes}, nothing where there is no clock. The answer took
    its time to come, so that the tablet thinks it earlier than it is; more than the round has is never left. */
export function left({ started_at: started, ends_at: ends, paused_at: paused }, moment) {
  if (!ends) return {};
  const seen = Math.max(paused ? Date.parse(paused) : moment, started ? Date.parse(started) : -Infinity);
  const minutes = Math.ceil((Date.parse(ends) - seen) / 60000);
  if (paused) return { state: "paused", minutes };
  return { state: minutes <= 0 ? "over" : minutes <= SOON ? "soon" : "left", minutes };
}

/** Number the last deal: the last planned, or what is still played after those that were finished in time. */
function lastDeal({ round, deals, offset }, here, isOver) {
  const planned = round.deals ?? Infinity;
  if (!isOver) return planned;
  const ends = Date.parse(round.ends_at);
  const known = deals.filter(({ at, played_at: played = at }) => Date.parse(played) <= ends);
  const own = here.filter(({ saved_at: saved }) => Date.parse(saved) + offset <= ends);
  const finished = Math.max(0, ...[...known, ...own].map(({ deal }) => deal));
  return Math.min(planned, finished + STILL_PLAYED[round.last_deal]);
}
