/* Who gets a discard that several players want, as `scoring/claims.py` has it; the order of the calls is the rule set's. */

import { SEATS } from "./tiles.js";

const MAHJONG = "mahjong";

/** Put claims [{seat, call}] for one discard in order: {takers, order, unsound}; a call is written as the rules rank it,
    “mahjong:pair” where they ask what the tile completes. A chow is only for the next player, but in a mah-jong, and where
    the rules allow one. `playing` are the seats that play, in turn: a dummy is skipped, who rests makes no call. */
export function precedence(claims, discarder, { order: ranks, several, chows = 1, playing = SEATS }) {
  const turns = (seat) => (playing.indexOf(seat) - playing.indexOf(discarder) + playing.length) % playing.length;
  const stands = ({ seat, call }) => seat !== discarder && [seat, discarder].every((each) => playing.includes(each)) &&
    rank(call, ranks) >= 0 && (call !== "chow" || (chows > 0 && turns(seat) === 1));
  const order = claims.filter(stands)
    .sort((one, other) => rank(one.call, ranks) - rank(other.call, ranks) || turns(one.seat) - turns(other.seat));
  const wins = several ? order.filter(({ call }) => call.startsWith(MAHJONG)) : [];
  return { takers: wins.length ? wins : order.slice(0, 1), order, unsound: claims.filter((claim) => !stands(claim)) };
}

const rank = (call, ranks) => ranks.findIndex((calls) => calls.includes(call));
