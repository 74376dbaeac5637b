/* What the entry calls things, by their codes: sets, suits, ways to win, flags, penalties, shapes. */

import { _, marked, suitWords } from "../words.js";

/** Name what stands in one of the tables below; what is not in it goes by its code. */
export const named = (table, code) => _(table[code] ?? code);

export const KIND_NAMES = {
  chow: marked("Chow"),
  pung: marked("Pung"),
  kong: marked("Kong"),
  pair: marked("Pair"),
  single: marked("Single"),
  knit: marked("Knitted"),
};

const SUIT_NAMES = {
  B: marked("Bamboos"),
  C: marked("Characters"),
  D: marked("Circles"),
};
const OTHER_SUIT_NAMES = {
  dots: { D: marked("Dots") },
  bams: { B: marked("Bams"), C: marked("Craks"), D: marked("Dots") },
};

/** Name a suit in the words of the club. */
export const suitName = (suit) => _(OTHER_SUIT_NAMES[suitWords()]?.[suit] ?? SUIT_NAMES[suit]);

export const SOURCES = {
  discard: marked("From a discard"),
  last_discard: marked("From the last discard"),
  robbed_kong: marked("Robbed a kong"),
  first_discard: marked("From East’s first discard"),
  wall: marked("From the wall"),
  loose_tile: marked("Loose tile"),
  last_wall: marked("Last tile of the wall"),
  dealt: marked("First fourteen tiles"),
};

export const FLAGS = {
  fishing: marked("Declared fishing"),
  original_call: marked("Original call"),
  twofold_fortune: marked("Twofold fortune"),
  short_hand: marked("Short hand"),
  long_hand: marked("Long hand"),
  dead_hand: marked("Dead hand"),
};

export const PENALTIES = {
  misnamed_discard: marked("Misnamed discard"),
  misnamed_discard_mahjong: marked("Misnamed discard, wanted for mah-jong"),
  false_mahjong: marked("False mah-jong, nobody exposed tiles"),
  false_mahjong_exposed: marked("False mah-jong, others exposed tiles"),
  wrong_claim: marked("Wrong claim"),
  fishing_not_declared: marked("Forgot to declare fishing"),
  cannon: marked("Cannon"),
};

export const SHAPE_NAMES = {
  pairs: marked("Seven pairs"),
  wonders: marked("Thirteen wonders"),
  knitting: marked("Knitting"),
  triple_knitting: marked("Triple knitting"),
  snake: marked("Wriggling snake"),
  gates: marked("Gates of Heaven"),
};
