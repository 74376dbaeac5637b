/* A small picture of what a word means, drawn with the table's own tiles. */

import { el, tile } from "../dom.js";
import { tileNames } from "../words.js";

/* Tiles in a row; “|” ends a set, “_” a place that is empty, “→” leads on; “!” goes before the tile that wins, “x”
   before one that does not count. No hand has two chows: most rules allow one (000:79). */
const PICTURES = {
  original_call: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 → !C6",
  robbed_kong: "D7 D7 D7 | !D7 → D5 D6 _",
  only_possible_tile: "C4 !C5 C6 | DR DR",
  short_hand: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 _",
  long_hand: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 xC8",
  dead_hand: "xB5 xB5 xB5 | D7 D7 D7 | WS WS WS",
  fishing: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 _",
  fishing_not_declared: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 xC6",
  misnamed_discard: "B5 B5 _ | → B5",
  misnamed_discard_mahjong: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 → !C6",
  false_mahjong: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 xC8",
  false_mahjong_exposed: "B3 B3 B3 | D7 D7 D7 | WS WS WS | DR DR | C4 C5 xC8",
  wrong_claim: "xB5 xB5 xB5 | D7 D7 D7 | WS WS WS",
  cannon: "DR DR DR | DG DG DG | → !DW",
};
const SIGN = /^[_→]$/;
const MARKS = { "!": " help-wins", x: " help-out" };

/** Draw the picture of a word. */
export function picture(term) {
  const sets = PICTURES[term].split(" | ").map((set) => set.split(" "));
  const label = tileNames(sets.flat().filter((part) => !SIGN.test(part)).map(bare));
  return el("div", { class: "help-picture", role: "img", "aria-label": label },
    sets.map((set) => el("span", { class: "help-set" }, set.map(drawn))));
}

const bare = (part) => part.replace(/^[!x]/, "");

function drawn(part) {
  if (part === "_") return el("span", { class: "help-empty" });
  if (part === "→") return el("span", { class: "help-leads" }, part);
  return el("span", { class: `help-tile${MARKS[part[0]] ?? ""}` }, tile(bare(part), "s"));
}
