/* What the sheet of four shows: the deal that is asked about, as far as the server has it. Pure. */

import { belongsTo } from "./kept.js";

const ASKING = ["all", "winner"]; // whose word the players give; elsewhere a sheet opens only by hand

/** List all that the players can be asked about now, the oldest first: recorded deals, then those on their way. */
export function sheetsOf(table, deals) {
  if (!table?.round) return [];
  const open = table.deals.filter(({ confirmation }) => confirmation.state !== "confirmed");
  return [...open.map(recorded), ...onTheirWay(table, deals)];
}

/** Pick the one that is shown: what somebody opened, else what nobody has left yet. Where the table confirms together, all
    deals of the wind rounds that are over are one sheet; `over` says that the table's last deal was played. */
export function sheetOf(table, sheets, { sheet, left, over = false }) {
  if (sheet === PILE) return piled(sheets.filter(({ waits }) => !waits));
  const opened = sheets.find(({ deal }) => deal === sheet);
  if (opened) return opened;
  if (!ASKING.includes(table?.confirmed_by)) return null;
  const asked = isTogether(table) ? dueOf(table, sheets, over) : sheets;
  const isNew = ({ id }) => !left.includes(id);
  return (isTogether(table) ? asked.some(isNew) && piled(asked) : asked.find(isNew)) || null;
}

/** Stands for the number of a deal where several are opened as one sheet. */
export const PILE = "pile";

/** List the deals that are not confirmed. */
export const notConfirmed = ({ deals }) => deals.filter(({ confirmation }) => confirmation.state !== "confirmed");

/** List those of them that wait for a word of somebody at the table, and not for the referee alone. */
export const waitForWords = (table) => notConfirmed(table)
  .filter(({ confirmation: { given, needed, people }, answers }) => given < needed && people.some((seat) => !answers[seat]));

/** Tell whether the players of a table confirm all deals of a wind round at its end, as they chose. */
export const isTogether = (table) => table?.agreement?.confirms === "together";

/** Tell whether a table has to choose when its players confirm: its first deal is saved. */
export const mustChoose = (table, sheets) => Boolean(table?.may_agree && !table.agreement && sheets.length);

/** Take what this tablet was told for the table's choice, until the server has told of one. */
export function withChoice(table, agreed) {
  const own = agreed && belongsTo(table)(agreed) && agreed.seating_version === table.seating_version ? agreed : null;
  return { ...table, agreement: table.agreement ?? own };
}

/** Make one sheet of several deals: each stays a deal of its own, with its content and its words. */
function piled(deals) {
  if (deals.length < 2) return deals[0] ?? null;
  return { id: deals.map(({ id }) => id).join(" "), deals, players: Object.assign({}, ...deals.map(({ players }) => players)) };
}

/** List the deals of wind rounds that are over; none while one is on its way, which has no content to confirm yet. */
function dueOf(table, sheets, over) {
  if (sheets.some(({ waits }) => waits)) return [];
  const played = [...table.deals].sort((one, other) => one.deal - other.deal);
  const at = played.findLastIndex(({ round_wind: wind }) => wind !== table.next?.round_wind);
  const last = over || !table.next ? Infinity : played[at]?.deal ?? 0;
  return sheets.filter(({ deal }) => deal <= last);
}

const recorded = (deal) => ({ ...deal, id: deal.sha256, totals: deal.scores });

/** Find what is saved here and not told of by the server yet: it has no content to confirm. */
function onTheirWay(table, deals) {
  const next = table.next?.deal ?? Infinity;
  const mine = deals.filter((one) => ["waiting", "sent"].includes(one.state) && one.deal >= next);
  return mine.filter(belongsTo(table)).filter((one) => one.seating_version === table.seating_version)
    .map(({ key, deal, body, entry }) => ({ id: key, deal, outcome: body.outcome, waits: true, net: body.expected, ...entry?.now.at }));
}
