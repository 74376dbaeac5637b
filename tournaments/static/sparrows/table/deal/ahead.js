/* The table as it is played on while the server does not know it all: its last word, and on top of that, deal by deal,
   what is saved here or waits for the referee. Without network the next deal so has its number, its winds, its context. */

import { advance, contextHash, favoured, positionJson, windOf } from "./rotation.js";
import { belongsTo, inTurn, isUnsent } from "./kept.js";

/** Move a table on over the deals that are played and not recorded yet; `unsent` lists those of this tablet. */
export function ahead(table, deals) {
  const mine = deals.filter(belongsTo(table));
  const told = { ...table, unsent: inTurn(mine.filter(isUnsent)) };
  const played = table.next ? unrecorded(table, mine) : [];
  const first = { ...table.next, counted: table.next?.counted ?? 0 };
  const over = follow(first, played, table.rules.rotation);
  const moved = over.length ? movedOn(told, over) : told;
  return { ...moved, awaited: awaited(moved, over) };
}

/** Split what waits, by deal, by whether the scores count it; where a correction of this tablet waits they count the deal as
    it was, and where the referee has another version of a recorded deal, the recorded one. */
function awaited({ unsent, held, deals }, steps) {
  const waits = held.filter((one) => !one.ruling), isIn = (list, number) => Boolean(list?.some(({ deal }) => deal === number));
  const numbers = [...new Set([...unsent, ...waits].map(({ deal }) => deal))].sort((one, other) => one - other);
  const corrections = unsent.filter(({ body }) => body.supersedes);
  const stateOf = (number) => {
    if (areKnown(steps) && isIn(steps, number)) return "counted";
    if (isIn(corrections, number)) return "corrected";
    return isIn(deals, number) && isIn(waits, number) ? "recorded" : "uncounted";
  };
  return Object.fromEntries(AWAITED.map((state) => [state, numbers.filter((number) => stateOf(number) === state)]));
}

const AWAITED = ["counted", "uncounted", "corrected", "recorded"];

/** Scores are moved on only where every deal says what it brought: half of them would be no score of any moment. */
const areKnown = (steps) => steps.every((one) => one.net);

/** Find what was played, by deal: what waits here for the server or was sent after it last told of the table, and what
    waits there for the referee. */
function unrecorded(table, mine) {
  const ruled = new Map(table.held.map((one) => [one.key, one.ruling]));
  const here = mine.filter((one) => isUnsent(one) || one.state === "sent" || (one.state === "held" && !ruled.get(one.key)));
  return [
    ...table.held.filter((one) => !one.ruling).map(({ deal, winners, outcome }) => ({ deal, winners, outcome, net: null })),
    ...here.filter((one) => one.seating_version === table.seating_version)
      .map(({ deal, body, receipt, reckoned }) => ({
        deal, winners: body.winners, outcome: body.outcome, net: receipt?.net ?? body.expected ?? body.totals ?? reckoned,
      })),
  ];
}

/** Walk from deal to deal as long as the next one was played; each step holds the position after it. */
function follow(first, played, rotation) {
  const steps = [];
  for (let position = first; position;) {
    const { deal } = position;
    const found = played.findLast((one) => one.deal === deal);
    if (!found) return steps;
    position = found.outcome === "totals" ? null : advance(position, found, rotation);
    steps.push({ ...found, position });
  }
  return steps;
}

function upcoming(position, rotation) {
  const pays = favoured(position, rotation);
  return { ...positionJson(position), ...(pays && { favoured: pays }) };
}

function movedOn(table, steps) {
  const { position } = steps.at(-1);
  const next = position && upcoming(position, table.rules.rotation);
  const known = areKnown(steps);
  const seats = table.seats.map((one) => ({
    ...one,
    wind: next ? windOf(one.seat, next.east, next) : null,
    score: known ? steps.reduce((sum, { net }) => sum + (net[one.seat] ?? 0), one.score) : one.score,
  }));
  return { ...table, next, seats, context: next && contextHash(table.context_of, next) };
}
