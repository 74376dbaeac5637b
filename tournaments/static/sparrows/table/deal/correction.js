/* A recorded deal as an entry again, all of it filled in, and the table as it was when the deal was played. Pure. */

import { canonical } from "./canonical.js";
import { ringed, seatsOf } from "./chairs.js";
import { SETS, chooseWinner, declaration, laidHands, wins } from "./declaration.js";
import { alike, grouped, single } from "./grouping.js";
import { belongsTo, isUnsent } from "./kept.js";
import { inOrder } from "./tiles.js";
import { inPlay, windOf } from "./rotation.js";

/** Open a recorded deal under a new key; it names the version it replaces, so that nothing else is overwritten. */
export function draftOf(deal, table, key) {
  const [winner = null, ...others] = deal.winners;
  const hands = Object.fromEntries(seatsOf(deal).map((seat) => [seat, handOf(deal, seat)])), events = standing(deal);
  return {
    key, competition: table.competition.slug, table: table.table, deal: deal.deal, context: table.context,
    seating_version: table.seating_version, round: table.round?.number, supersedes: deal.sha256, reason: null,
    turn: inPlay(deal), laidOpen: mostLay(hands), outcome: deal.outcome, winner, others, from: winner && givenBy(deal), how: deal.win_source,
    dropped: deal.dropped ?? [], wild: deal.wild ?? null,
    hands, before: hands, ...ringed(deal),
    events, eventsBefore: events,
  };
}

/** List the penalties that were declared with a deal; what was imposed or taken back is the staff's. */
const standing = ({ events }) => events.filter((event) => !("penalty" in event || event.reversed));

/** Put an entry over a newer version of its deal: of the penalties it goes by that one, but for those that it added or left out. */
export function replacing(draft, newer) {
  const { events, eventsBefore = events } = draft, added = without(events, eventsBefore), left = without(eventsBefore, events);
  const now = standing(newer);
  return { ...draft, supersedes: newer.sha256, events: [...without(now, left), ...added], eventsBefore: now };
}

const eventKey = ({ code, offender, misled = [] }) => canonical([code, offender, [...misled].sort()]);

/** Take as many events away from some as others are like them. */
function without(events, others) {
  const away = others.map(eventKey);
  return events.filter((event) => {
    const at = away.indexOf(eventKey(event));
    if (at >= 0) away.splice(at, 1);
    return at < 0;
  });
}

/** Say who gave the tile that won. Of a robbed kong no discarder is declared: whoever has the other three gave it, and where
    the tiles are not there, the entry asks. */
function givenBy({ discarder, win_source: how, winners, hands }) {
  if (how !== "robbed_kong") return discarder ?? "self";
  const robbed = hands[winners[0]]?.winning_tile;
  const isRobbed = ({ tiles, concealed }) => !concealed && tiles.length > 2 && tiles.includes(robbed) && kindOf(tiles) !== "chow";
  return Object.keys(hands).find((seat) => !winners.includes(seat) && hands[seat].melds?.some(isRobbed)) ?? null;
}

/** Say how most sets of a recorded deal lay, so that one laid anew starts like them; nothing where there is none. */
function mostLay(hands) {
  const sets = Object.values(hands).flatMap(({ groups }) => groups).filter(({ kind }) => SETS.includes(kind));
  return sets.length ? 2 * sets.filter(({ open }) => open).length > sets.length : undefined;
}

function handOf({ hands, totals, wild, winners, dropped = [] }, seat) {
  const hand = hands[seat] ?? {};
  const points = totals ? totals[seat] : hand.points ?? ""; // not the net, to which a penalty may have been added
  const rack = [...winners, ...dropped].includes(seat) ? grouped(hand.concealed ?? []) : alike(hand.concealed ?? []);
  const melds = (hand.melds ?? []).map((meld) => ({ ...meld, kind: kindOf(meld.tiles, wild), open: !meld.concealed, dead: Boolean(meld.dead) }));
  return {
    groups: [...melds.map(({ kind, tiles, open, dead }) => ({ kind, tiles, open, dead })), ...rack, ...(hand.bonus ?? []).map(single)],
    winning: hand.winning_tile ?? null, how: hand.win_source ?? null, flags: hand.flags ?? [], points: String(points), rest: Boolean(hand.unshown),
  };
}

function kindOf(tiles, wild) {
  const real = new Set(tiles.filter((tile) => tile !== wild));
  if (tiles.length === 4) return "kong";
  if (real.size > 1) return "chow";
  return tiles.length === 2 ? "pair" : "pung";
}

/** Tell whether an entry says all that a deal does: what staff wrote as text may hold what no entry has a place for. */
export const saysAll = (draft, deal, level, rules) => canonical(plain(declaration(draft, level, rules).hands)) === canonical(plain(deal.hands));

/** Tell whether what is laid of the hands, whole or not, is all that others say of them. A concealed set is its tiles: but for
    a kong it lies in hand. */
export const saysHands = (draft, hands, level) => canonical(plain(inHand(laidHands(draft, level)))) === canonical(plain(inHand(hands)));

const inHand = (hands) => Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, hand.melds ? withoutSets(hand) : hand]));

function withoutSets({ melds, concealed = [], ...hand }) {
  const lies = ({ tiles, concealed: closed, dead }) => !closed || dead || tiles.length === 4;
  return { ...hand, melds: melds.filter(lies), concealed: [...concealed, ...melds.filter((meld) => !lies(meld)).flatMap(({ tiles }) => tiles)] };
}

const DERIVED = ["own_wind", "round_wind", "is_winner"]; // from where the deal was played, and who won it
const plain = (hands) => Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, plainHand(hand)]));

/** Write a hand in one way: in one order, without what it does not have. */
function plainHand({ melds = [], ...hand }) {
  const sets = melds.map(({ tiles, concealed, dead }) => canonical([inOrder(tiles), Boolean(concealed), Boolean(dead)])).sort();
  const told = Object.entries(hand).filter(([name, value]) => !DERIVED.includes(name) && (Array.isArray(value) ? value.length : value || value === 0 && name === "points"));
  return { melds: sets, ...Object.fromEntries(told.map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value])) };
}

/** Give the mah-jong to another seat: the two hands change places, as they do when the wrong name was tapped. */
export function giveTo(draft, seat) {
  const before = draft.winner;
  if (!before || before === seat || wins(draft, seat)) return chooseWinner(draft, seat);
  const { [before]: won, [seat]: other, ...rest } = draft.hands;
  const from = draft.from === seat ? before : draft.from;
  return { ...draft, winner: seat, from, hands: { ...rest, [seat]: won, [before]: other } };
}

/** Show the table as it was before the deal: its winds, who played it, and their scores without what it brought. */
export function tableAt(table, { deal: number, context }) {
  const deal = table.deals.find((one) => one.deal === number);
  if (!deal) return table;
  const { east, round_wind, goulash, favoured, ring, places } = deal;
  return {
    ...table, context, next: { deal: number, east, round_wind, ...(goulash && { goulash }), ...(favoured && { favoured }), ...(ring && { ring, places }) },
    seats: seatsOf(deal).map((seat) => ({
      ...deal.players[seat], seat, wind: windOf(seat, east, deal), score: scoreOf(deal.players[seat], table) - deal.net[seat],
    })),
  };
}

/** Say what a player has from the table now, who may sit on another chair or on none by now. */
function scoreOf({ number }, { seats, deals }) {
  const sits = seats.find((one) => one.number === number);
  if (sits) return sits.score;
  const seatOf = (deal) => seatsOf(deal).find((seat) => deal.players[seat].number === number);
  const played = deals.findLast(seatOf);
  return played.scores[seatOf(played)];
}

/** Say what later deals bring a player more than before, on whatever chair they were played. */
export const broughtBy = (later, player, table) => later.reduce((sum, { deal, before, after }) => {
  const seat = chairIn(table.deals?.find((one) => one.deal === deal), player);
  return sum + (after[seat] ?? 0) - (before[seat] ?? 0);
}, 0);

/** Name the chair on which a player played a deal, if at all; where it is not told who played, nobody changed places. */
const chairIn = (deal, { seat, number }) =>
  (deal?.players && number ? seatsOf(deal).find((one) => deal.players[one].number === number) : seat);

/** Tell whether a deal is the table's own to correct: the staff have not decided it. */
export const mayTable = ({ void: annulled, confirmation, by_staff: byStaff, kind }) =>
  !annulled && !confirmation.staff && !(byStaff && kind === "correct");

/** Tell whether the table may correct a deal now: while the round runs, and where the staff have not decided it. */
export const mayCorrect = (deal, { table, deals }) =>
  table.round?.state === "running" && !table.competition.archived && mayTable(deal) &&
  !deals.some((one) => one.deal === deal.deal && isUnsent(one) && belongsTo(table)(one));
