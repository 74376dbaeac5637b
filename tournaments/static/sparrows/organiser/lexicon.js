/* What can stand in a hand that is written as text, with its name: from what the table is told of its rules, as its entry has it. */

import { BONUS, HONOURS, JOKER, SHAPES, SUITED, SUITS, tilesOf } from "../table/deal/tiles.js";
import { FLAGS, KIND_NAMES, SHAPE_NAMES, named, suitName } from "../table/entry/names.js";
import { _, nameOf, tileName } from "../table/words.js";

/** List it in the order in which it is offered. */
export function lexicon({ rules, competition: { entry_level: level } }) {
  const jokers = rules.wild.length ? [JOKER] : [];
  return [
    ...[...SUITED, ...HONOURS, ...jokers].flatMap((code) => ofTile(code, rules)),
    ...(rules.bonus_tiles ? BONUS : []).map((code) => entry(`+${code}`, tileName(code), [code])),
    ...rules.flags.map((flag) => entry(`#${flag}`, named(FLAGS, flag))),
    ...(level === "counting" ? [entry("#unshown:", _("So many tiles not shown"))] : []),
    ...specials(rules),
  ];
}

const entry = (code, name, tiles = [], place = "rack") => ({ code, name, tiles, place });

/** A tile by itself, the sets that begin with it, and it as the winning tile. */
function ofTile(code, rules) {
  const set = (kind, place) => {
    const tiles = tilesOf(kind, code);
    return tiles ? [entry(run(tiles), _("{kind}: {tile}", { kind: named(KIND_NAMES, kind), tile: tileName(code) }), tiles, place)] : [];
  };
  const chow = (place) => (rules.chows ? set("chow", place) : []);
  return [
    entry(code, tileName(code), [code]), ...chow("rack"), ...set("pung", "rack"), ...set("pair", "rack"),
    entry(`${code}*`, _("{tile}, the winning tile", { tile: tileName(code) }), [code]),
    ...chow("meld"), ...set("pung", "meld"), ...set("kong", "meld"),
  ];
}

/** Write tiles of one kind as short as can be: `B123`, `WEE`. */
const run = (tiles) => (tiles[0] === JOKER ? tiles.join("") : tiles[0][0] + tiles.map((tile) => tile[1]).join(""));

const WHOLE = [["wonders", ["thirteen_wonders"], false], ["snake", ["wriggling_snake"], true], ["gates", ["gates_of_heaven", "nine_lamps"], true]];

/** The special hands of the rules whose tiles are given by their name, in each suit. */
function specials(rules) {
  return WHOLE.flatMap(([shape, codes, suited]) => {
    const special = codes.find((code) => rules.specials.includes(code));
    if (!special) return [];
    const name = rules.special_names[special] ?? nameOf("specials", special) ?? named(SHAPE_NAMES, shape);
    return (suited ? SUITS : [null]).map((suit) => {
      const tiles = SHAPES[shape](suit);
      return entry(written(tiles), suit ? _("{shape}: {suit}", { shape: name, suit: suitName(suit) }) : name, tiles);
    });
  });
}

/** Write the tiles of a hand, those of one kind together. */
function written(tiles) {
  const kinds = new Map();
  for (const tile of tiles) kinds.set(kindOf(tile), [...(kinds.get(kindOf(tile)) ?? []), tile]);
  return [...kinds.values()].map(run).join(" ");
}

const kindOf = ([kind, rank]) => `${kind}${/\d/.test(rank)}`; // circles and dragons have one letter
