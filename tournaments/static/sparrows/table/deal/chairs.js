/* Which seats a table has: who plays a deal, who rests, where a dummy's place is, and at which edge each lies. Pure. */

import { restingAt } from "./rotation.js";
import { CHAIRS, SEATS } from "./tiles.js";

const SIDES = ["bottom", "right", "top", "left"]; // play runs anticlockwise

/** List the seats of those who sat at a recorded deal, who rested too. */
export const seatsOf = ({ players }) => CHAIRS.filter((seat) => seat in players);

/** List the seats of those who sat at any of some deals. */
export const seatsOfAll = (deals) => CHAIRS.filter((seat) => deals.some(({ players }) => seat in players));

/** Take from a place what says which seats there are; a table of four needs no word. */
export const ringed = ({ east, round_wind, ring, places }) => (ring ? { at: { east, round_wind, ring, places } } : {});

/** Say at which edge a seat lies: who rests at none. At a table of five the chairs go on: who comes in takes the one that
    became free. A fifth who stayed after another left has his. */
export function edgeOf(seat, place) {
  const { ring } = place ?? {};
  if (!ring || !ring.includes("R")) return SIDES[SEATS.indexOf(seat)];
  if (ring.length === SEATS.length) return SIDES[SEATS.indexOf(seat === "R" ? SEATS.find((one) => !ring.includes(one)) : seat)];
  if (seat === restingAt(place)) return "rest";
  const at = ring.indexOf(place.east), passed = SEATS.indexOf(place.round_wind) * ring.length + at;
  return SIDES[(passed + ((ring.indexOf(seat) - at + ring.length) % ring.length)) % SIDES.length];
}
