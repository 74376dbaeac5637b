/* A hand as a line of text, as `scoring/notation.py` writes it (a test compares), with what an entry has a place for. Pure. */

/** Write a hand; one of which nothing is known is an empty text. */
export function handText(hand) {
  if (!hand) return "";
  if ("points" in hand) return `=${hand.points}`;
  const { melds = [], concealed = [], bonus = [], flags = [], win_source: how, unshown } = hand;
  return [
    ...melds.map(meld), ...rack(concealed, hand.winning_tile ?? null), ...bonus.map((tile) => `+${tile}`), ...flags.map((flag) => `#${flag}`),
    ...(how ? [`#win_source:${how}`] : []), ...(unshown ? [`#unshown:${unshown}`] : []),
  ].join(" ");
}

function meld({ tiles, concealed, dead }) {
  const [left, right] = concealed ? "()" : "[]";
  return `${dead ? "~" : ""}${left}${tiles.join(" ")}${right}`;
}

/** Mark the tile that won, the last of its kind; one that is not there is said by itself. */
function rack(tiles, won) {
  const place = tiles.lastIndexOf(won);
  if (won === null) return tiles;
  return place < 0 ? [...tiles, `*${won}`] : tiles.map((tile, at) => (at === place ? `${tile}*` : tile));
}
