/* What the sheet of four shows: the deal that is asked about, as far as the server has it. Pure. */

import { belongsTo } from "./kept.js";

const ASKING = ["all", "winner"]; // whose word the players give; elsewhere a sheet opens only by hand

/** List all that the players can be asked about now, the oldest first: recorded deals, then those on their way. */
export function sheetsOf(table, deals) {
  if (!table?.round) return [];
  const open = table.deals.filter(({ confirmation }) => confirmation.state !== "confirmed");
  return [...open.map(recorded), ...onTheirWay(table, deals)];
}

/** Pick the one that is shown: what somebody opened, else what nobody has left yet. */
export function sheetOf(table, sheets, { sheet, left }) {
  const opened = sheets.find(({ deal }) => deal === sheet);
  const asked = ASKING.includes(table?.confirmed_by) ? sheets.find(({ id }) => !left.includes(id)) : null;
  return opened ?? asked ?? null;
}

const recorded = (deal) => ({ ...deal, id: deal.sha256, totals: deal.scores });

/** Find what is saved here and not told of by the server yet: it has no content to confirm. */
function onTheirWay(table, deals) {
  const next = table.next?.deal ?? Infinity;
  const mine = deals.filter((one) => ["waiting", "sent"].includes(one.state) && one.deal >= next);
  return mine.filter(belongsTo(table)).filter((one) => one.seating_version === table.seating_version)
    .map(({ key, deal, body }) => ({ id: key, deal, outcome: body.outcome, waits: true, net: body.expected }));
}
