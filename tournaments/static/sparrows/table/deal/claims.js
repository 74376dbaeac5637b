/* Who gets a discard that several players want, as `scoring/claims.py` has it; the order of the calls is the rule set's. */

import { SEATS } from "./tiles.js";

const MAHJONG = "mahjong";

/** Put claims [{seat, call}] for one discard in order: {takers, order, unsound}; a call is written as the rules rank it,
    “mahjong:pair” where they ask what the tile completes. A chow is only for the next player, but in a mah-jong. */
export function precedence(claims, discarder, { order: ranks, several }) {
  const stands = ({ seat, call }) => seat !== discarder && rank(call, ranks) >= 0 && (call !== "chow" || turns(seat, discarder) === 1);
  const order = claims.filter(stands)
    .sort((one, other) => rank(one.call, ranks) - rank(other.call, ranks) || turns(one.seat, discarder) - turns(other.seat, discarder));
  const wins = several ? order.filter(({ call }) => call.startsWith(MAHJONG)) : [];
  return { takers: wins.length ? wins : order.slice(0, 1), order, unsound: claims.filter((claim) => !stands(claim)) };
}

const rank = (call, ranks) => ranks.findIndex((calls) => calls.includes(call));
const turns = (seat, discarder) => (SEATS.indexOf(seat) - SEATS.indexOf(discarder) + SEATS.length) % SEATS.length;
