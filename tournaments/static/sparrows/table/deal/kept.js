/* A deal as the tablet keeps it: what its state means, and whose it is. Pure; `outbox.js` takes it from state to state. */

const OPEN = ["draft", "refused"]; // somebody still types in these
const UNSENT = ["waiting", "refused"];

export const isOpen = ({ state }) => OPEN.includes(state);
export const isUnsent = ({ state }) => UNSENT.includes(state);
export const inTurn = (deals) => [...deals].sort((one, other) => one.order - other.order);

/** Tell whether a deal was entered for the table that the server says this tablet stands on. */
export const belongsTo = (table) => (deal) =>
  deal.competition === table.competition.slug && deal.table === table.table;

/** List what the referee has of this table, of rounds before first; a table remembered from before this was told has none. */
export const withTheReferee = ({ held = [], held_before = [] }) => [...held_before, ...held];

/** List what the referee has ruled on since the table was as before. */
export const ruledSince = (before, table) => {
  const waited = withTheReferee(before).filter(({ ruling }) => !ruling).map(({ key }) => key);
  return withTheReferee(table).filter(({ key, ruling }) => ruling && waited.includes(key));
};

/** List which disputed deals were found to stand since the table was as before. */
export const stoodSince = ({ rulings: known = [] }, { rulings = [] }) =>
  rulings.filter(({ stands, at }) => stands && !known.some((one) => one.stands && one.at === at));

/** Find the first deal that somebody else than this tablet changed since the table was as before; what follows from it may
    have changed later ones. `own` are the tablet's deals. */
export function changedSince(before, table, own) {
  if (before.round?.number !== table.round?.number || before.competition.slug !== table.competition.slug) return undefined;
  const known = new Map(before.deals.map(({ deal, sha256 }) => [deal, sha256]));
  const isOwn = (sha256) => own.some(({ entry }) => entry?.now.supersedes === sha256);
  return [...table.deals].sort((one, other) => one.deal - other.deal)
    .find(({ deal, sha256 }) => known.has(deal) && known.get(deal) !== sha256 && !isOwn(known.get(deal)));
}
