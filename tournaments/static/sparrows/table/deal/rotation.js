/* Who is East in the next deal, as `scoring.play` says it, by the rotation that the server sends with the table.

   A position is {deal, east, round_wind, counted, goulash}; `counted` is how many deals have counted towards the end. At
   a table that is not of four it has `ring`, the seats in the order in which they become East, and `places`, those with a player. */

import { canonical, sha256 } from "./canonical.js";
import { SEATS } from "./tiles.js";

/** Give the position after a deal won by these seats (none: nobody won); null when the game is over. A goulash follows
    a used-up wall only, not a deal that a penalty ended. */
export function advance(position, { winners, outcome }, rotation) {
  const last = rotation.counted_deals;
  const counted = position.counted + (last && winners.length ? 1 : 0);
  if (last && counted >= last) return null;
  const goulash = !winners.length && outcome !== "ended" && Boolean(rotation.goulash_after_draw);
  const following = { ...position, deal: position.deal + 1, counted, goulash };
  const stays = winners.length ? winners.includes(position.east) && "east_wins" : "draw";
  return rotation.east_stays.includes(stays) ? following : passed(following, rotation);
}

const ringOf = ({ ring = SEATS }) => [...ring];

/** List the seats of a place where somebody sits. */
export const placesOf = ({ places = SEATS }) => [...places];

function passed(position, { round_winds: winds, counted_deals: endless }) {
  const [ring, places] = [ringOf(position), placesOf(position)];
  const east = ring.slice(ring.indexOf(position.east) + 1).find((seat) => places.includes(seat));
  if (east) return { ...position, east };
  const later = winds.slice(winds.indexOf(position.round_wind) + 1);
  const [round_wind] = later.length || !endless ? later : winds;
  return round_wind ? { ...position, east: places[0], round_wind } : null;
}

/** Say which wind a seat has while another is East; who rests has none. */
export const windOf = (seat, east, { ring = SEATS } = {}) =>
  SEATS[([...ring].indexOf(seat) - [...ring].indexOf(east) + ring.length) % ring.length] ?? null;

/** List the seats of a place in the order of play from its East; who rests comes last. */
export const inPlay = (place) => placesOf(place).sort((one, other) => turnOf(one, place) - turnOf(other, place));

/** Put those who sit at a table in that order; once the game is over there is no East, and they stay as they sit. */
export const seatedInPlay = (place, seats) =>
  (place ? [...seats].sort((one, other) => turnOf(one.seat, place) - turnOf(other.seat, place)) : seats);

const turnOf = (seat, place) => SEATS.concat(null).indexOf(windOf(seat, place.east, place));

/** Name the seat that rests, at a table of five: the one behind North. */
export const restingAt = (position) => (ringOf(position).length > SEATS.length ? ringOf(position).at(ringOf(position).indexOf(position.east) - 1) : null);

/** List the seats that play the deal, in the order of the ring. */
export const playingAt = (position) => placesOf(position).filter((seat) => seat !== restingAt(position));

/** Say who pays and is paid double, where that is not simply East. */
export const favoured = ({ counted }, { favoured: turns }) => (turns ? turns[counted % turns.length] : null);

/** Write a position as the server does: the rare facts only where they say something. */
export const positionJson = ({ deal, east, round_wind, goulash, counted, ring, places }) =>
  ({ deal, east, round_wind, ...(goulash && { goulash }), ...(counted && { counted }), ...(ring && { ring, places }) });

/** Hash what the server must agree on before it records a deal: its own facts of the table, and the position. */
export const contextHash = (facts, position) => sha256(canonical({ ...facts, ...positionJson(position) }));
