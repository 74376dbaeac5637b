/* How this tablet shows the page: large type, on which side the buttons stand, the faces of its tiles, in which language. Kept in localStorage,
   since it belongs to whoever sits before this screen and to no table; the language is a cookie, for the server to read. */

import { takeNewPage } from "./shell.js";
import { drawTilesAs } from "../dom.js";
import { set } from "../stage.js";
import { callSuits } from "../words.js";

const KEY = "sparrows-tablet";
const YEAR = 365 * 24 * 60 * 60;
const root = document.documentElement;

let chosen = { large: false, handed: "right", tiles: null }; // null: as the club has them
const OF_THE_PROGRAM = { style: "classic", index: "letters", words: "circles" };
const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");

/** Show the page as it was chosen on this tablet. */
export function applySettings() {
  try {
    chosen = { ...chosen, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    /* storage is forbidden or was written by somebody else: the choice then lasts for this page */
  }
  show();
  contrast.addEventListener("change", () => set({}));
}

export const settings = () => chosen;

/** Tell whether the page is dark, by the choice of this browser or its system's wish (`theme.js`). */
export const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

/** Change a setting, here and for the next time. */
export function choose(changes) {
  chosen = { ...chosen, ...changes };
  show();
  set({}); // the panel shows what is chosen
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    /* as above */
  }
}

/** Say which faces this tablet shows: its own choice, else what its system asks for, else the club's. */
export const facesOf = (club) => chosen.tiles ?? (contrast.matches ? "contrast" : club.style);

/** Draw and name tiles from now on as the table's club does, in the faces of this tablet. */
export function showTiles(table) {
  const club = table?.tiles ?? OF_THE_PROGRAM;
  drawTilesAs({ style: facesOf(club), marks: club.index === "letters" ? club.index : club.words });
  callSuits(club.words);
}

function show() {
  root.toggleAttribute("data-large", chosen.large);
  root.dataset.handed = chosen.handed;
}

/** Speak another language: the server writes the page anew, and the tablet keeps that one. */
export function speak(language) {
  document.cookie = `${document.getElementById("table-app").dataset.languageCookie}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  return takeNewPage();
}
