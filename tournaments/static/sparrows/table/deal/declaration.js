/* The entry of one deal as a value: every change gives a new draft, nothing here touches the page or the network.

   A hand is a list of groups {kind, tiles, open, dead}; "single" groups make up the rack. `from` is a seat or "self".
   `others` won on the same tile as the winner, `dropped` showed a mah-jong below the minimum, `wild` are the wild tiles.
   `turn` lists the seats as they play the deal, East first; drafts of before have none.
   `rest` says of a hand that what is not laid down counts nothing, where the competition takes what counts. `at` is the
   place of a table that is not of four; its `hands` are of all who sit there. */

import { ringed } from "./chairs.js";
import { contextHash, inPlay, placesOf, restingAt } from "./rotation.js";
import { BONUS, CHAIRS, JOKER, SHAPES, copies, count, inOrder, tilesOf } from "./tiles.js";

export const DISCARDS = ["discard", "last_discard", "first_discard"];
const FROM_WALL = ["wall", "loose_tile", "last_wall", "dealt"];
const FROM_SEAT = ["discard", "last_discard", "robbed_kong", "first_discard"];
export const SETS = ["chow", "pung", "kong"];

const GOES_ON = "false_mahjong"; // nobody exposed tiles for it: play goes on (000:181)
const SAME = ["pung", "kong", "pair"]; // sets of one kind, in which a wild tile may lie

const emptyHand = () => ({ groups: [], winning: null, how: null, flags: [], points: "", rest: false });
const only = (flags, wanted) => wanted.filter((flag) => flags.includes(flag));

/** Begin an entry for the deal that a table plays next; the key is made here and stays with it for good. */
export function openDraft(table, key) {
  return {
    key, competition: table.competition.slug, table: table.table, deal: table.next.deal, context: table.context,
    seating_version: table.seating_version, round: table.round?.number, outcome: null, winner: null, from: null, how: null,
    turn: inPlay(table.next), others: [], dropped: [], wild: table.next.goulash ? table.rules.wild[0] : null,
    hands: Object.fromEntries(placesOf(table.next).map((seat) => [seat, emptyHand()])), events: [], ...ringed(table.next),
  };
}

/** Name the seat that rests in the deal; of totals nobody does. */
export const restsIn = ({ at, outcome }) => (at && outcome !== "totals" ? restingAt(at) : null);

/** List the seats that an entry is about: those that play the deal, of totals all. */
export const seatsIn = (draft) => CHAIRS.filter((seat) => seat in draft.hands && seat !== restsIn(draft));

/** Tell whether nothing is entered yet but how the deal ended. */
export const isBare = ({ from, hands, events, penalty }) =>
  !from && !events.length && !penalty && Object.values(hands).every(({ groups, points }) => !groups.length && !points);

/* ------------------------------------------------------------------ how it ended */
export const chooseWinner = (draft, winner) =>
  winner === draft.winner ? draft : { ...draft, ...undecided, outcome: "win", winner };
export const chooseDraw = (draft) => nobody(draft, "draw");
export const chooseEnded = (draft) => nobody(draft, "ended");
/** Begin to enter what the whole table came to, which is no deal. */
export const chooseTotals = (draft) => nobody(draft, "totals");
export const areTotals = ({ outcome }) => outcome === "totals";
const undecided = { from: null, how: null, others: [], dropped: [] };
const nobody = (draft, outcome) => ({ ...draft, ...undecided, outcome, winner: null });
export const chooseFrom = (draft, from) => ({
  ...draft, from, how: from === "self" ? "wall" : FROM_SEAT.includes(draft.how) ? draft.how : "discard",
  others: draft.others.filter((seat) => from !== "self" && seat !== from),
});
export const chooseHow = (draft, how) => ({ ...draft, how });
export const chooseWild = (draft, wild) => ({ ...draft, wild });
/** Say how many draws there were in a row. */
export const chooseRun = (draft, run) => ({ ...draft, run });

/* ------------------------------------------------------------------ who else won, who dropped out */
const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

export const winners = (draft) => seatsIn(draft).filter((seat) => seat === draft.winner || draft.others.includes(seat));
export const wins = (draft, seat) => winners(draft).includes(seat);
/** Tell whether a hand lies as a mah-jong: the winners', and those that were worth too little. */
export const isWhole = (draft, seat) => wins(draft, seat) || draft.dropped.includes(seat);

/** List who can have won on the same tile as the winner. */
export const mayWinToo = (draft, rules) =>
  (rules.several_winners && draft.from && draft.from !== "self" ? seatsIn(draft).filter((seat) => ![draft.winner, draft.from].includes(seat)) : []);
export const toggleWinner = (draft, seat) => ({ ...draft, others: toggled(draft.others, seat) });

/** Tell whether a player can have dropped out with a mah-jong below the minimum. */
export const mayDrop = (draft, seat, rules) => rules.minimum > 0 && draft.outcome === "win" && !wins(draft, seat);
export const toggleDropped = (draft, seat) =>
  changeHand({ ...draft, dropped: toggled(draft.dropped, seat) }, seat, () => ({ winning: null, how: "wall", flags: [] }));
export const chooseHowDropped = (draft, seat, how) => changeHand(draft, seat, () => ({ how }));
/** List the ways in which the tile of a dropped hand may have come. */
export const DROPPED_HOW = [...FROM_WALL, ...FROM_SEAT].filter((how) => how !== "dealt" && how !== "first_discard");

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

/** Lay a group down; a set lies as it was said for this deal, or `turned`, it alone, the other way round. */
export function addGroup(draft, seat, kind, tile, turned = false) {
  const set = SETS.includes(kind), open = set && opens(draft) !== turned;
  const group = { kind: kind.split(":")[0], tiles: laid(draft, kind, tile), open, dead: false };
  return changeHand(set && !turned ? layOpen(draft, open) : draft, seat, (hand) => ({ groups: [...hand.groups, group] }));
}

/** Tell whether the next set starts open: as was said for this deal or laid first, in whoever's hand. Before that sets start in
    hand where somebody won, for losers too: how it starts never changes with the hand that is looked at. */
export const opens = (draft) => draft.laidOpen ?? draft.outcome !== "win";

/** Say how the next sets of the deal lie. */
export const layOpen = (draft, laidOpen) => ({ ...draft, laidOpen });

/** List the tiles of a set; in a goulash wild tiles stand in for those that are not left. */
function laid(draft, kind, tile) {
  const tiles = tilesOf(kind, tile);
  if (!draft.wild || !tiles || !SAME.includes(kind) || tile === draft.wild) return tiles;
  const real = Math.max(1, Math.min(tiles.length, left(draft, tile)));
  return [...tiles.slice(0, real), ...Array(tiles.length - real).fill(draft.wild)];
}

/** Exchange one more tile of a set for a wild one; after the last but one they are all real again. */
export const turnWild = (draft, seat, place) =>
  changeGroup(draft, seat, place, ({ tiles }) => {
    const real = tiles.filter((tile) => tile !== draft.wild), wild = tiles.length - real.length;
    const more = real.length > 1 && left(draft, draft.wild) > 0;
    return { tiles: more ? [...real.slice(1), ...Array(wild + 1).fill(draft.wild)] : Array(tiles.length).fill(real[0]) };
  });
/** Take a draft over to the deal as the table plays it by now, a goulash or none: what was wild becomes what it stood for.
    Where nothing else of its place changed, the table has agreed to where it stands; else the referee looks at it. */
export function refit(draft, { next, rules, context, context_of: facts }) {
  const hands = Object.fromEntries(Object.keys(draft.hands).map((seat) => [seat, withoutWild(draft.hands[seat], draft.wild)]));
  const stands = contextHash(facts, { ...next, goulash: Boolean(draft.wild) }) === draft.context ? { context } : {};
  return { ...draft, ...stands, hands, wild: next.goulash ? rules.wild[0] : null };
}

function withoutWild(hand, wild) {
  const real = (tiles) => tiles.find((tile) => tile !== wild) ?? tiles[0];
  const groups = hand.groups.map((group) => (wild && SAME.includes(group.kind) ? { ...group, tiles: group.tiles.map(() => real(group.tiles)) } : group))
    .filter(({ tiles }) => wild !== JOKER || !tiles.includes(JOKER));
  return { ...hand, groups, winning: inRack({ groups }).includes(hand.winning) ? hand.winning : null };
}

export const mayTurnWild = (draft, { kind, tiles }) =>
  Boolean(draft.wild) && SAME.includes(kind) && tiles.some((tile) => tile !== draft.wild);

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
export const setWinning = (draft, seat, tile) => changeHand(draft, seat, () => ({ winning: tile, proposed: false }));
export const setPoints = (draft, seat, points) => changeHand(draft, seat, () => ({ points }));
/** Say something of a hand, or take it back; who says that it is short takes back that it is long, and the other way round. */
export const toggleFlag = (draft, seat, flag) =>
  changeHand(draft, seat, ({ flags }) => ({ flags: toggled(flags, flag).filter((one) => one === flag || flags.includes(flag) || !areOdd(one, flag)) }));
const areOdd = (...flags) => flags.every((one) => ODD_LENGTHS.includes(one));

/** Tell whether a hand may keep to itself what counts nothing: fishing and a hand that is too long need every tile. */
export const mayHide = (draft, seat, level) =>
  level === "counting" && !isWhole(draft, seat) && !["fishing", "long_hand"].some((flag) => draft.hands[seat].flags.includes(flag));
export const toggleRest = (draft, seat) => changeHand(draft, seat, (hand) => ({ rest: !hand.rest }));

/** Count the tiles that a hand keeps to itself; how many a short hand lacks nobody knows. */
function unshown(draft, seat, level) {
  const { rest, flags } = draft.hands[seat];
  return rest && mayHide(draft, seat, level) && !flags.includes("short_hand") ? Math.max(0, room(draft, seat)) : 0;
}

/** List the flags that can be true of a hand. */
export function flagsFor(draft, seat, rules) {
  if (draft.dropped.includes(seat)) return [];
  if (!wins(draft, seat)) return only(rules.flags, ["fishing", "short_hand", "long_hand", "dead_hand"]);
  const kongs = draft.hands[seat].groups.filter((group) => group.kind === "kong").length;
  const twofold = draft.how === "loose_tile" && kongs >= 2;
  return only(rules.flags, ["original_call", ...(twofold ? ["twofold_fortune"] : [])]);
}

/* ------------------------------------------------------------------ penalties */
/** Begin a penalty that is not added yet; null: none. */
export const beginEvent = (draft, penalty) => ({ ...draft, penalty });
export const addEvent = (draft, event) => ({ ...draft, penalty: null, events: [...draft.events, event] });
/** Tell whether a player has a penalty for a wrong claim. */
export const claimedWrongly = ({ events }, seat) => events.some(({ code, offender }) => code === "wrong_claim" && offender === seat);
/** List who has one while no set is marked that counts nothing by it; where no tiles are laid none can be. */
export const unmarkedClaims = (draft, level, rules) => (handsNeeded(draft, rules) ? seatsAsPlayed(draft).filter((seat) =>
  byTiles(draft, seat, level) && claimedWrongly(draft, seat) && !draft.hands[seat].groups.some(({ dead }) => dead)) : []);
export const removeEvent = (draft, place) => ({ ...draft, events: draft.events.filter((_, at) => at !== place) });

/* ------------------------------------------------------------------ counting */
const playing = (group) => group.tiles.filter((tile) => !BONUS.includes(tile));

/** Count the tiles of a hand, a kong as three. */
export const size = (hand) =>
  hand.groups.reduce((sum, group) => sum + (group.kind === "kong" ? 3 : playing(group).length), 0);
export const target = (draft, seat) => (isWhole(draft, seat) ? 14 : 13);
const room = (draft, seat) => {
  const long = draft.hands[seat].flags.includes("long_hand");
  return target(draft, seat) + (long ? 4 : 0) - size(draft.hands[seat]);
};
export const inRack = (hand) => inOrder(hand.groups.filter((group) => !isMeld(group)).flatMap(playing));
const isMeld = (group) => group.open || group.kind === "kong";

/** Count how many copies of a tile the hands still leave; one that several won on lies in each of their hands. */
export function left(draft, tile) {
  const used = seatsIn(draft).reduce((sum, seat) => sum + count(draft.hands[seat].groups.flatMap((g) => g.tiles), tile), 0);
  const won = winners(draft);
  const shared = won.some((seat) => draft.hands[seat].winning === tile) ? won.length - 1 : 0;
  return copies(tile) + shared - used;
}

/** Say why a kind of set cannot start with a tile in a hand: {code, ...facts}, or null if it can. */
export function refusal(draft, seat, kind, tile, rules) {
  const tiles = laid(draft, kind, tile);
  if (!tiles) return { code: BONUS.includes(tile) ? "bonus_single" : "no_chow_here" };
  const short = tiles.find((one) => left(draft, one) < count(tiles, one));
  if (short) return left(draft, short) ? { code: "few_copies", left: left(draft, short) } : { code: "no_copies" };
  if (BONUS.includes(tile)) return null;
  if (tile === JOKER && kind !== "single") return { code: "joker_single" };
  return room(draft, seat) < (kind === "kong" ? 3 : tiles.length) ? noRoom(draft, seat) : chowRefusal(draft, seat, kind, rules);
}

const noRoom = (draft, seat) =>
  room(draft, seat) > 0 ? { code: "no_room" } : { code: "hand_full", target: target(draft, seat) };

/** Say why a winner cannot lay down another chow. */
export function chowRefusal(draft, seat, kind, rules) {
  if (kind !== "chow" || !isWhole(draft, seat)) return null;
  const chows = draft.hands[seat].groups.filter((group) => group.kind === "chow").length;
  const most = draft.wild ? rules.goulash_chows : rules.chows;
  if (chows < most) return null;
  return most ? { code: "chow_limit", chows: most } : { code: "no_chows" };
}

/** Propose the kind of the next set: pungs when no other chow may follow, the pair after four sets, single tiles where
    nothing else fits. Who lays single tiles goes on with single tiles. */
export function nextKind(draft, seat, laid, level, rules) {
  const kind = chowRefusal(draft, seat, laid, rules) ? "pung" : laid;
  if (mayHide(draft, seat, level)) return room(draft, seat) < 3 ? "pair" : kind;
  const sets = draft.hands[seat].groups.filter((group) => SETS.includes(group.kind)).length;
  const whole = isWhole(draft, seat), space = room(draft, seat);
  if (kind.startsWith("knit")) return space < kind.split(":")[1].length ? "single" : kind;
  if (space === 1 || (space === 2 && !whole)) return "single";
  return whole && kind !== "single" && (sets === 4 || space === 2) ? "pair" : kind;
}

/** Tell with which kind a hand is gone on with when it is looked at: with pungs as long as it has no single tiles, but one
    of which every tile is shown though it did not win. */
export function firstKind(draft, seat, level, rules) {
  const last = draft.hands[seat].groups.findLast((group) => !BONUS.includes(group.tiles[0]));
  const sets = isWhole(draft, seat) || mayHide(draft, seat, level);
  return nextKind(draft, seat, sets && last?.kind !== "single" ? "pung" : "single", level, rules);
}

/* ------------------------------------------------------------------ what is missing */
export const byTiles = (draft, seat, level) =>
  ["tiles", "counting"].includes(level) || (level === "winner" && wins(draft, seat));
export const handsNeeded = (draft, rules) =>
  ["win", "totals"].includes(draft.outcome) || (draft.outcome === "draw" && rules.draws_counted);
/** List the seats as they play the deal, East first. */
export const seatsAsPlayed = (draft) => (draft.turn ?? CHAIRS).filter((seat) => seatsIn(draft).includes(seat));

export const seatsInTurn = (draft) => seatsAsPlayed(draft).sort((one, other) => wins(draft, other) - wins(draft, one));

/** Give the seat whose hand is entered next, the winner's before the others' and from one chair to the next; or none. */
export function nextHand(draft, seat, level) {
  const turn = seatsInTurn(draft), behind = turn.slice(turn.indexOf(seat) + 1);
  return [...behind, ...turn].find((one) => one !== seat && !isComplete(draft, one, level));
}

/** Tell whether a hand holds all it may. */
export const isFull = (draft, seat) => size(draft.hands[seat]) >= target(draft, seat) && !draft.hands[seat].flags.includes("long_hand");

/** List the seats whose hands are not the same in two drafts. */
export const differing = (one, other) => seatsIn(one).filter((seat) => JSON.stringify(one.hands[seat]) !== JSON.stringify(other.hands[seat]));

const ODD_LENGTHS = ["short_hand", "long_hand"];

/** Tell whether a hand is said to have fewer or more tiles than it should. */
export const isOddLength = (draft, seat) => ODD_LENGTHS.some((flag) => draft.hands[seat].flags.includes(flag));

/** Tell whether a hand is there as far as tiles and winning tile go. */
export function isComplete(draft, seat, level) {
  const hand = draft.hands[seat];
  if (!byTiles(draft, seat, level)) return /\d$/.test(hand.points);
  if (isWhole(draft, seat)) return room(draft, seat) === 0 && hand.winning !== null;
  if (hand.rest && mayHide(draft, seat, level)) return room(draft, seat) >= 0;
  if (hand.flags.includes("long_hand")) return size(hand) > 13;
  return hand.flags.includes("short_hand") ? size(hand) > 0 && size(hand) < 13 : room(draft, seat) === 0;
}

/** List what is missing before the deal can be saved: [{code, seat?, missing?}]. */
export function missing(draft, level, rules) {
  if (draft.outcome === "win" && !draft.from) return [{ code: "missing_from" }];
  if (draft.outcome === "ended" && !draft.events.length) return [{ code: "missing_event" }];
  if (draft.outcome === "ended" && draft.events.every(({ code }) => code === GOES_ON)) return [{ code: "play_goes_on" }];
  const unsaid = draft.supersedes && !draft.reason ? [{ code: "missing_reason" }] : [];
  if (!handsNeeded(draft, rules)) return unsaid;
  const lacks = seatsInTurn(draft).filter((seat) => !isComplete(draft, seat, level)).map((seat) => lack(draft, seat, level));
  const sum = areTotals(draft) && !lacks.length ? seatsIn(draft).reduce((all, seat) => all + Number(draft.hands[seat].points), 0) : 0;
  return sum ? [{ code: "totals_do_not_cancel", sum }] : [...lacks, ...unsaid];
}

/** Say what a seat must have won or lost if the others' totals are right; null while they are not all there. */
export function rest(draft, seat) {
  const others = seatsIn(draft).filter((one) => one !== seat).map((one) => draft.hands[one].points);
  return others.every((points) => /\d$/.test(points)) ? -others.reduce((sum, points) => sum + Number(points), 0) : null;
}

function lack(draft, seat, level) {
  if (areTotals(draft)) return { code: "missing_total", seat };
  if (!byTiles(draft, seat, level)) return { code: "missing_points", seat };
  const tiles = room(draft, seat), odd = ODD_LENGTHS.find((flag) => draft.hands[seat].flags.includes(flag));
  if (odd) return { code: odd, seat };
  if (mayHide(draft, seat, level)) return { code: "missing_rest", seat };
  return tiles > 0 ? { code: "missing_tiles", seat, missing: tiles } : { code: "missing_winning", seat };
}

/* ------------------------------------------------------------------ what is sent */
const NO_DEAL = { outcome: "totals", winners: [], discarder: null, win_source: null, hands: {}, events: [] };

/** Write the declaration as the protocol wants it; hands that are not complete are left out. */
export function declaration(draft, level, rules) {
  if (areTotals(draft)) return { ...NO_DEAL, totals: Object.fromEntries(seatsIn(draft).map((seat) => [seat, Number(draft.hands[seat].points)])) };
  const shown = handsNeeded(draft, rules) ? seatsIn(draft).filter((seat) => isComplete(draft, seat, level)) : [];
  return {
    outcome: draft.outcome,
    winners: winners(draft),
    discarder: draft.from && DISCARDS.includes(draft.how) ? draft.from : null,
    win_source: draft.how,
    hands: Object.fromEntries(shown.map((seat) => [seat, handJson(draft, seat, level)])),
    events: draft.events,
    ...(draft.dropped.length && { dropped: draft.dropped }),
    ...(draft.wild && { wild: draft.wild }),
  };
}

/** Write every hand of which something is laid, whole or not. */
export const laidHands = (draft, level) =>
  Object.fromEntries(seatsIn(draft).filter((seat) => isLaid(draft, seat, level)).map((seat) => [seat, handJson(draft, seat, level)]));

function isLaid(draft, seat, level) {
  const { groups, flags, rest, points } = draft.hands[seat];
  return byTiles(draft, seat, level) ? groups.length > 0 || flags.length > 0 || rest : /\d$/.test(points);
}

function handJson(draft, seat, level) {
  const hand = draft.hands[seat];
  if (!byTiles(draft, seat, level)) return { points: Number(hand.points) };
  const bonus = hand.groups.flatMap((group) => group.tiles).filter((tile) => BONUS.includes(tile));
  const declared = {
    melds: hand.groups.filter(isMeld).map(meldJson),
    concealed: inRack(hand), bonus, flags: hand.flags,
    ...(unshown(draft, seat, level) && { unshown: unshown(draft, seat, level) }),
  };
  if (!isWhole(draft, seat)) return declared;
  const won = { ...declared, winning_tile: hand.winning };
  return wins(draft, seat) ? won : { ...won, win_source: hand.how };
}

function meldJson(group) {
  const meld = { tiles: group.tiles, concealed: !group.open };
  return group.dead ? { ...meld, dead: true } : meld;
}

/** Write the whole submission; it is frozen from now on, so that every retry is the same. */
export function submission(draft, level, rules, { expected, at, reason }) {
  const place = draft.supersedes ? { supersedes: draft.supersedes, reason } : { context: draft.context };
  return {
    key: draft.key, deal: draft.deal, seating_version: draft.seating_version, ...place,
    ...declaration(draft, level, rules), expected, client_time: at,
  };
}
