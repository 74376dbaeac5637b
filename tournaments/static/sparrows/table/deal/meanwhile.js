/* What happened to the table while a deal was being entered: what is typed stays, but may not be saved as it was begun.
   Pure. */

import { mayTable } from "./correction.js";

/** Tell whether play at a table has ended: its round is closed, or the whole event is in the archive. */
export const isOver = ({ round, competition }) => Boolean(competition.archived || round?.state === "closed");

/** Say what changed under an open entry: {code, deal, ...}; null where it can be saved as it was begun. */
export const meanwhile = (draft, table) =>
  (draft && table ? (draft.supersedes ? overCorrection : overDeal)(draft, table) : null);

/** Codes of what can be mended in the entry itself, and must be before it is saved: nobody could record it as it is. */
export const REFITS = ["no_goulash", "now_goulash"];

function overDeal(draft, table) {
  if (isOtherKind(draft, table)) return { code: draft.wild ? "no_goulash" : "now_goulash", deal: draft.deal };
  if (!isSeated(draft, table) || (table.context !== draft.context && !isOver(table))) return { code: "moved" };
  if (!isOver(table)) return null;
  return { code: table.competition.archived ? "archived" : "closed" };
}

function overCorrection({ deal, supersedes, ...draft }, table) {
  if (!isSeated(draft, table) || table.round?.state !== "running" || table.competition.archived) return { code: "too_late", deal };
  const now = table.deals.find((one) => one.deal === deal);
  if (!now) return null; // it is not known again yet
  const { sha256, version, reason } = now;
  if (!mayTable(now)) return { code: sha256 === supersedes ? "settled" : "ruled", deal, version, reason };
  return sha256 === supersedes ? null : { code: "changed", deal, version, reason, sha256 };
}

/** Tell whether the deal became a goulash, or is none any more, because the one before was changed. */
const isOtherKind = (draft, table) => !isOver(table) && isSeated(draft, table) && table.next?.deal === draft.deal &&
  draft.outcome !== "totals" && Boolean(draft.wild) !== Boolean(table.next.goulash);

const isSeated = (draft, table) => table.table === (draft.table ?? table.table) && table.seating_version === draft.seating_version;
