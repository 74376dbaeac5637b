/* The faces of the tiles: each one picture, laid together once of the symbols of its style's sprite and named by a class. A
   browser draws a picture far sooner than the `use` of four symbols, and the picker alone shows forty tiles at every tap
   (tests/benchmarks/bench_tablet.py). The sprites stay what the other pages use; tablets keep them to work without network. */

import { symbolsOf } from "./deal/tiles.js";

const sprites = new Map(); // by style: what was read of its sprite, null while it is read
const named = new Map(); // by class: what it shows, null when its rule is written

/** Name the class that gives an element the face of a tile in a style, its corners marked as the club does. */
export function faceOf(code, { style, marks }) {
  const name = `face-${style}-${marks}-${code}`;
  if (!named.has(name)) named.set(name, { code, style, marks });
  if (named.get(name)) readSprite(style);
  return name;
}

/** Have the faces of a style ready; what is not there yet is read. */
export function readSprite(style) {
  if (sprites.get(style)) return write(style);
  if (sprites.has(style)) return;
  sprites.set(style, null);
  fetch(document.getElementById("table-app").getAttribute(`data-tiles-${style}`))
    .then((answer) => answer.text())
    .then((text) => sprites.set(style, symbolsIn(text)))
    .then(() => write(style), () => setTimeout(readAgain, PAUSE, style));
}

const PAUSE = 1000; // ms

function readAgain(style) {
  sprites.delete(style);
  readSprite(style);
}

const SYMBOL = /<symbol id="([^"]+)"([^>]*)>(.*?)<\/symbol>/g; // as `tilefaces/sprite.py` writes them

function symbolsIn(text) {
  const symbols = [...text.matchAll(SYMBOL)];
  if (!symbols.length) throw new TypeError("no sprite"); // what answered was not the site, or was in trouble
  return new Map(symbols.map(([, name, pen, shapes]) => [name, { pen, shapes }]));
}

/** Write the rules of all that was named in a style and is not written. They join the page's own style sheet: the site's
    policy forbids one that is written in the page, and a club's older tablets know no other. */
function write(style) {
  const symbols = sprites.get(style), [sheet] = document.styleSheets;
  if (!symbols) return;
  for (const [name, shown] of named) {
    if (shown?.style !== style) continue;
    sheet.insertRule(`.${name} { background-image: url("${picture(shown, symbols)}"); }`, sheet.cssRules.length);
    named.set(name, null);
  }
}

const PLAIN = 3; // symbols of a tile without a word in its corner, which would move the picture down

function picture({ code, marks }, symbols) {
  const laid = symbolsOf(code, marks).map((symbol) => symbols.get(symbol));
  const under = document.getElementById("table-app").dataset.underWords;
  const parts = laid.map(({ shapes }, place) =>
    (place === 1 && laid.length > PLAIN ? `<g transform="${under}">${shapes}</g>` : shapes));
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg"${laid[0].pen}>${parts.join("")}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
