/* The rack of a recorded mah-jong as sets again: it is recorded as tiles, for how somebody laid them proves nothing. Pure. */

import { inOrder, tilesOf } from "./tiles.js";

const PAIRS = 14; // tiles of a hand that is nothing but pairs

/** Lay a rack out as sets and a pair, pungs before chows, or as seven pairs; tile by tile where it is neither. */
export function grouped(rack) {
  const tiles = inOrder(rack), pairs = [...new Set(tiles)].map((tile) => [tile, tile]).filter((pair) => has(tiles, pair));
  const ways = pairs.map((pair) => [setsOf(without(tiles, pair)), laid("pair", pair)]).filter(([sets]) => sets);
  const [best] = ways.map(([sets, pair]) => [...sets, pair]).sort((one, other) => chows(one) - chows(other));
  if (best) return best;
  const seven = tiles.length === PAIRS && 2 * pairs.length === PAIRS;
  return seven ? pairs.map((pair) => laid("pair", pair)) : tiles.map(single);
}

/** Lay a rack that won nothing out as the sets and pairs of one kind that it holds, and the rest tile by tile: what counts
    in hand, and can be turned by a tap if it lay exposed. */
export function alike(rack) {
  const tiles = inOrder(rack);
  return [...new Set(tiles)].flatMap((tile) => {
    const own = tiles.filter((one) => one === tile), kind = { 2: "pair", 3: "pung" }[own.length];
    return kind ? [laid(kind, own)] : own.map(single);
  });
}

const chows = (groups) => groups.filter(({ kind }) => kind === "chow").length;

export const single = (tile) => laid("single", [tile]);
const laid = (kind, tiles) => ({ kind, tiles, open: false, dead: false });

/** Split tiles into pungs and chows; null where that cannot be. The lowest tile begins a set, whichever it is. */
function setsOf(tiles) {
  if (!tiles.length) return [];
  for (const kind of ["pung", "chow"]) {
    const set = tilesOf(kind, tiles[0]);
    const others = set && has(tiles, set) ? setsOf(without(tiles, set)) : null;
    if (others) return [laid(kind, set), ...others];
  }
  return null;
}

const has = (tiles, set) => without(tiles, set).length === tiles.length - set.length;

function without(tiles, set) {
  const left = [...tiles];
  for (const tile of set) if (left.includes(tile)) left.splice(left.indexOf(tile), 1);
  return left;
}
