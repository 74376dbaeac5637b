/* The tiles as the picker needs them: order, suits, what a set of a kind that starts with a tile consists of. */

export const SEATS = ["E", "S", "W", "N"];
export const CHAIRS = [...SEATS, "R"]; // the fifth seat of a table of five
export const SUITS = ["B", "C", "D"];
export const DRAGONS = ["DR", "DG", "DW"];
export const HONOURS = ["WE", "WS", "WW", "WN", ...DRAGONS];
export const BONUS = ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"];
export const JOKER = "J";
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const SUITED = SUITS.flatMap((suit) => NUMBERS.map((number) => `${suit}${number}`));
const PLAYING = [...SUITED, ...HONOURS];
const MAJORS = [...SUITED.filter((tile) => /[19]$/.test(tile)), ...HONOURS];

const ORDER = new Map([...PLAYING, JOKER, ...BONUS].map((tile, place) => [tile, place]));

export const copies = (tile) => (BONUS.includes(tile) ? 1 : 4);
const isSuited = (tile) => SUITED.includes(tile);
const numberOf = (tile) => Number(tile[1]);
export const inOrder = (tiles) => [...tiles].sort((one, other) => ORDER.get(one) - ORDER.get(other));
export const count = (tiles, tile) => tiles.filter((one) => one === tile).length;

/** List the tiles of one set by its kind and the tile tapped (a chow's lowest), or null if there is none. */
export function tilesOf(kind, tile) {
  const [shape, suits] = kind.split(":");
  const maker = MAKERS[shape];
  return maker ? maker(tile, suits) : null;
}

/** Name what a tile is laid together of in its sprite, as `tilefaces/sprite.py` does. */
export function symbolsOf(code, marks) {
  if (code === "back") return ["back"];
  if (marks === "letters") return ["body", code, `${code}-letters`];
  return ["body", code, `${code}-sign`, `${/\d$/.test(code) ? code[0] : code}-${marks}`];
}

const same = (size) => (tile) => (BONUS.includes(tile) ? null : Array(size).fill(tile));

function chow(tile) {
  if (!isSuited(tile) || numberOf(tile) > 7) return null;
  return [0, 1, 2].map((step) => `${tile[0]}${numberOf(tile) + step}`);
}

function knit(tile, suits) {
  if (!isSuited(tile) || !suits.includes(tile[0])) return null;
  return [...suits].map((suit) => `${suit}${tile[1]}`);
}

const MAKERS = { chow, pung: same(3), kong: same(4), pair: same(2), single: (tile) => [tile], knit };

/** Tell whether a tile of a concealed set lies on its face: the outer ones of a kong do. */
export const liesHidden = (tiles, at) => tiles.length === 4 && [0, 3].includes(at);

/** List the tiles that a whole irregular hand begins with. */
export const SHAPES = {
  wonders: () => MAJORS,
  snake: (suit) => [`${suit}1`, ...NUMBERS.map((number) => `${suit}${number}`), ...HONOURS.slice(0, 4)],
  gates: (suit) => [`${suit}1`, `${suit}1`, ...NUMBERS.map((number) => `${suit}${number}`), `${suit}9`, `${suit}9`],
};
