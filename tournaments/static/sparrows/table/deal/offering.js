/* What an entry offers by itself, to be seen and changed before it is saved: the tile that won where it can be no other, a
   hand as the version before had it, several draws in a row. Pure. */

import { count } from "./tiles.js";
import { inRack, isWhole, left, seatsIn, size, target, winners, wins } from "./declaration.js";
import { windsAreOver } from "./clock.js";
import { advance } from "./rotation.js";

const MOST_DRAWS = 6;

/* ------------------------------------------------------------------ the tile that won */
/** Propose the tile that won for each whole hand that leaves one; what was proposed goes when it leaves more again. */
export const proposing = (draft) => seatsIn(draft).filter((seat) => isWhole(draft, seat)).reduce(propose, draft);

function propose(draft, seat) {
  const hand = draft.hands[seat];
  if (hand.winning !== null && !hand.proposed) return draft;
  const tiles = size(hand) === target(draft, seat) ? possible(draft, seat) : [];
  const winning = tiles.length === 1 ? tiles[0] : null;
  return winning === hand.winning ? draft : withHand(draft, seat, { ...hand, winning, proposed: winning !== null });
}

/** List what can have won: a tile of the rack, the one on which another won as well. */
function possible(draft, seat) {
  const rack = [...new Set(inRack(draft.hands[seat]))];
  const others = wins(draft, seat) ? winners(draft).filter((one) => one !== seat).map((one) => draft.hands[one]) : [];
  const told = others.find(({ winning, proposed }) => winning && !proposed)?.winning;
  return rack.includes(told) ? [told] : rack;
}

const withHand = (draft, seat, hand) => ({ ...draft, hands: { ...draft.hands, [seat]: hand } });

/* ------------------------------------------------------------------ a hand that was shown already */
/** Give a hand as the version before had it, if it is another one now and its tiles are not in other hands; else null. */
export function shownBefore(draft, seat) {
  const hand = draft.before?.[seat];
  if (!hand || isBlank(hand) || written(hand) === written(draft.hands[seat]) || size(hand) > target(draft, seat)) return null;
  const tiles = hand.groups.flatMap((group) => group.tiles), without = withHand(draft, seat, { ...hand, groups: [] });
  return tiles.every((tile) => count(tiles, tile) <= left(without, tile)) ? hand : null;
}

/** Show it again. */
export function showAgain(draft, seat) {
  const hand = shownBefore(draft, seat);
  return hand ? withHand(draft, seat, { ...hand, winning: null, how: draft.hands[seat].how }) : draft;
}

const isBlank = ({ groups, points, rest }) => !groups.length && !points && !rest;
const written = ({ groups, flags, points, rest }) => JSON.stringify([groups, flags, points, rest]);

/* ------------------------------------------------------------------ draws in a row */
/** Count how many draws can be entered in one go: as many as the round still has, none of them a goulash, whose wild tiles
    are asked for. */
export function drawsInARow({ next, round, rules }) {
  const draw = { winners: [], outcome: "draw" };
  const follows = (position) => position && !position.goulash && !(round?.deals && position.deal > round.deals) && !windsAreOver(round ?? {}, position);
  let draws = 0;
  for (let position = { counted: 0, ...next }; draws < MOST_DRAWS && follows(position); draws += 1) {
    position = advance(position, draw, rules.rotation);
  }
  return draws;
}

/** Say how many deals an entry saves: a draw with a penalty, or one that is put right, is one. */
export const inARow = ({ outcome, run = 1, events, supersedes }) =>
  (outcome === "draw" && !events.length && !supersedes ? run : 1);
