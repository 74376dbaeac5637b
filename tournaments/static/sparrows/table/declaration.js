/* The entry of one deal as a value: every change gives a new draft, nothing here touches the page or the network.

   A hand is a list of groups {kind, tiles, open, dead}; "single" groups make up the rack. `from` is a seat or "self". */

import { BONUS, SEATS, SHAPES, copies, count, inOrder, tilesOf } from "./tiles.js";

export const DISCARDS = ["discard", "last_discard", "first_discard"];
const FROM_WALL = ["wall", "loose_tile", "last_wall", "dealt"];
const FROM_SEAT = ["discard", "last_discard", "robbed_kong", "first_discard"];
const SETS = ["chow", "pung", "kong"];

const emptyHand = () => ({ groups: [], winning: null, flags: [], points: "" });
const only = (flags, wanted) => wanted.filter((flag) => flags.includes(flag));

/** Begin an entry for the deal that a table plays next; the key is made here and stays with it for good. */
export function openDraft(table, key) {
  return {
    key, competition: table.competition.slug, table: table.table, deal: table.next.deal, context: table.context,
    seating_version: table.seating_version, outcome: null, winner: null, from: null, how: null,
    hands: Object.fromEntries(SEATS.map((seat) => [seat, emptyHand()])), events: [], sending: null,
  };
}

/* ------------------------------------------------------------------ how it ended */
export const chooseWinner = (draft, winner) =>
  winner === draft.winner ? draft : { ...draft, outcome: "win", winner, from: null, how: null };
export const chooseDraw = (draft) => nobody(draft, "draw");
export const chooseEnded = (draft) => nobody(draft, "ended");
const nobody = (draft, outcome) => ({ ...draft, outcome, winner: null, from: null, how: null });
export const chooseFrom = (draft, from) => ({ ...draft, from, how: from === "self" ? "wall" : "discard" });
export const chooseHow = (draft, how) => ({ ...draft, how });

/** List the ways to win that fit who gave the tile and what the winner's hand holds. */
export function sources(draft, table) {
  const groups = draft.hands[draft.winner].groups;
  const melds = groups.filter((group) => group.open || group.kind === "kong");
  const bonus = groups.some((group) => BONUS.includes(group.tiles[0]));
  const isEast = draft.winner === table.next.east;
  const fits = {
    loose_tile: bonus || groups.some((group) => group.kind === "kong"),
    dealt: isEast && !melds.length && !bonus,
    first_discard: !isEast && draft.from === table.next.east && !melds.length,
  };
  return (draft.from === "self" ? FROM_WALL : FROM_SEAT).filter((source) => fits[source] ?? true);
}

/* ------------------------------------------------------------------ the hands */
const changeHand = (draft, seat, change) => ({
  ...draft, hands: { ...draft.hands, [seat]: { ...draft.hands[seat], ...change(draft.hands[seat]) } },
});

/** Lay a group down; a set of somebody who did not win starts open, since that is where he has it. */
export function addGroup(draft, seat, kind, tile) {
  const group = { kind: kind.split(":")[0], tiles: tilesOf(kind, tile), open: opens(draft, seat, kind), dead: false };
  return changeHand(draft, seat, (hand) => ({ groups: [...hand.groups, group] }));
}

const opens = (draft, seat, kind) => seat !== draft.winner && SETS.includes(kind);

/** Put the tiles of an irregular hand into an empty rack. */
export function addShape(draft, seat, shape, suit) {
  const groups = SHAPES[shape](suit).map((tile) => ({ kind: "single", tiles: [tile], open: false, dead: false }));
  return changeHand(draft, seat, () => ({ groups, winning: null }));
}

export const removeGroup = (draft, seat, place) =>
  changeHand(draft, seat, (hand) => {
    const groups = hand.groups.filter((_, at) => at !== place);
    return { groups, winning: inRack({ groups }).includes(hand.winning) ? hand.winning : null };
  });

const changeGroup = (draft, seat, place, change) =>
  changeHand(draft, seat, (hand) => {
    const groups = hand.groups.map((group, at) => (at === place ? { ...group, ...change(group) } : group));
    return { groups, winning: inRack({ groups }).includes(hand.winning) ? hand.winning : null };
  });

export const toggleOpen = (draft, seat, place) =>
  changeGroup(draft, seat, place, (group) => ({ open: !group.open, dead: false }));
export const toggleDead = (draft, seat, place) =>
  changeGroup(draft, seat, place, (group) => ({ dead: !group.dead, open: true }));
export const setWinning = (draft, tile) => changeHand(draft, draft.winner, () => ({ winning: tile }));
export const setPoints = (draft, seat, points) => changeHand(draft, seat, () => ({ points }));
export const toggleFlag = (draft, seat, flag) =>
  changeHand(draft, seat, (hand) => ({
    flags: hand.flags.includes(flag) ? hand.flags.filter((one) => one !== flag) : [...hand.flags, flag],
  }));

/** List the flags that can be true of a hand. */
export function flagsFor(draft, seat, rules) {
  if (seat !== draft.winner) return only(rules.flags, ["fishing", "short_hand", "long_hand", "dead_hand"]);
  const kongs = draft.hands[seat].groups.filter((group) => group.kind === "kong").length;
  const twofold = draft.how === "loose_tile" && kongs >= 2;
  return only(rules.flags, ["original_call", ...(twofold ? ["twofold_fortune"] : [])]);
}

/* ------------------------------------------------------------------ penalties */
export const addEvent = (draft, event) => ({ ...draft, events: [...draft.events, event] });
export const removeEvent = (draft, place) => ({ ...draft, events: draft.events.filter((_, at) => at !== place) });

/* ------------------------------------------------------------------ counting */
const playing = (group) => group.tiles.filter((tile) => !BONUS.includes(tile));

/** Count the tiles of a hand, a kong as three. */
export const size = (hand) =>
  hand.groups.reduce((sum, group) => sum + (group.kind === "kong" ? 3 : playing(group).length), 0);
export const target = (draft, seat) => (seat === draft.winner ? 14 : 13);
const room = (draft, seat) => {
  const long = draft.hands[seat].flags.includes("long_hand");
  return target(draft, seat) + (long ? 4 : 0) - size(draft.hands[seat]);
};
export const inRack = (hand) => inOrder(hand.groups.filter((group) => !isMeld(group)).flatMap(playing));
const isMeld = (group) => group.open || group.kind === "kong";

/** Count how many copies of a tile the four hands still leave. */
export function left(draft, tile) {
  const used = SEATS.reduce((sum, seat) => sum + count(draft.hands[seat].groups.flatMap((g) => g.tiles), tile), 0);
  return copies(tile) - used;
}

/** Say why a kind of set cannot start with a tile in a hand: {code, ...facts}, or null if it can. */
export function refusal(draft, seat, kind, tile, rules) {
  const tiles = tilesOf(kind, tile);
  if (!tiles) return { code: BONUS.includes(tile) ? "bonus_single" : "no_chow_here" };
  const short = tiles.find((one) => left(draft, one) < count(tiles, one));
  if (short) return left(draft, short) ? { code: "few_copies", left: left(draft, short) } : { code: "no_copies" };
  if (BONUS.includes(tile)) return null;
  return room(draft, seat) < (kind === "kong" ? 3 : tiles.length) ? noRoom(draft, seat) : chowRefusal(draft, seat, kind, rules);
}

const noRoom = (draft, seat) =>
  room(draft, seat) > 0 ? { code: "no_room" } : { code: "hand_full", target: target(draft, seat) };

/** Say why a winner cannot lay down another chow. */
export function chowRefusal(draft, seat, kind, rules) {
  const chows = draft.hands[seat].groups.filter((group) => group.kind === "chow").length;
  const over = kind === "chow" && seat === draft.winner && chows >= rules.chows;
  return over ? { code: "chow_limit", chows: rules.chows } : null;
}

/** Propose the kind of the next set: the pair after four sets, single tiles where nothing else fits. */
export function nextKind(draft, seat, kind) {
  const sets = draft.hands[seat].groups.filter((group) => SETS.includes(group.kind)).length;
  if (kind.startsWith("knit")) return kind;
  const wins = seat === draft.winner, space = room(draft, seat);
  if (space === 1 || (space === 2 && !wins)) return "single";
  return wins && (sets === 4 || space === 2) ? "pair" : kind;
}

/* ------------------------------------------------------------------ what is missing */
export const byTiles = (draft, seat, level) =>
  level === "tiles" || (level === "winner" && seat === draft.winner);
export const handsNeeded = (draft, rules) => draft.outcome === "win" || (draft.outcome === "draw" && rules.draws_counted);
export const seatsInTurn = (draft) => [...SEATS].sort((one, other) => (other === draft.winner) - (one === draft.winner));

/** Tell whether a hand is there as far as tiles and winning tile go. */
export function isComplete(draft, seat, level) {
  const hand = draft.hands[seat];
  if (!byTiles(draft, seat, level)) return hand.points !== "";
  if (seat === draft.winner) return room(draft, seat) === 0 && hand.winning !== null;
  if (hand.flags.includes("long_hand")) return size(hand) > 13;
  return hand.flags.includes("short_hand") ? size(hand) > 0 && size(hand) < 13 : room(draft, seat) === 0;
}

/** List what is missing before the deal can be saved: [{code, seat?, missing?}]. */
export function missing(draft, level, rules) {
  if (draft.outcome === "win" && !draft.from) return [{ code: "missing_from" }];
  if (draft.outcome === "ended" && !draft.events.length) return [{ code: "missing_event" }];
  if (!handsNeeded(draft, rules)) return [];
  return seatsInTurn(draft).filter((seat) => !isComplete(draft, seat, level)).map((seat) => lack(draft, seat, level));
}

function lack(draft, seat, level) {
  if (!byTiles(draft, seat, level)) return { code: "missing_points", seat };
  const tiles = room(draft, seat);
  return tiles > 0 ? { code: "missing_tiles", seat, missing: tiles } : { code: "missing_winning", seat };
}

/* ------------------------------------------------------------------ what is sent */
/** Write the declaration as the protocol wants it; hands that are not complete are left out. */
export function declaration(draft, level, rules) {
  const shown = handsNeeded(draft, rules) ? SEATS.filter((seat) => isComplete(draft, seat, level)) : [];
  return {
    outcome: draft.outcome,
    winners: draft.winner ? [draft.winner] : [],
    discarder: draft.from && DISCARDS.includes(draft.how) ? draft.from : null,
    win_source: draft.how,
    hands: Object.fromEntries(shown.map((seat) => [seat, handJson(draft, seat, level)])),
    events: draft.events,
  };
}

function handJson(draft, seat, level) {
  const hand = draft.hands[seat];
  if (!byTiles(draft, seat, level)) return { points: Number(hand.points) };
  const bonus = hand.groups.flatMap((group) => group.tiles).filter((tile) => BONUS.includes(tile));
  const declared = {
    melds: hand.groups.filter(isMeld).map(meldJson),
    concealed: inRack(hand), bonus, flags: hand.flags,
  };
  return seat === draft.winner ? { ...declared, winning_tile: hand.winning } : declared;
}

function meldJson(group) {
  const meld = { tiles: group.tiles, concealed: !group.open };
  return group.dead ? { ...meld, dead: true } : meld;
}

/** Write the whole submission; it is frozen from now on, so that every retry is the same. */
export function submission(draft, level, rules, { expected, at }) {
  return {
    key: draft.key, deal: draft.deal, seating_version: draft.seating_version, context: draft.context,
    ...declaration(draft, level, rules), expected, client_time: at,
  };
}
