/* How this tablet shows the page: large type, on which side the buttons stand, in which language. Kept in localStorage,
   since it belongs to whoever sits before this screen and to no table; the language is a cookie, for the server to read. */

import { takeNewPage } from "./shell.js";
import { set } from "../stage.js";

const KEY = "sparrows-tablet";
const YEAR = 365 * 24 * 60 * 60;
const root = document.documentElement;

let chosen = { large: false, handed: "right" };

/** Show the page as it was chosen on this tablet. */
export function applySettings() {
  try {
    chosen = { ...chosen, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    /* storage is forbidden or was written by somebody else: the choice then lasts for this page */
  }
  show();
}

export const settings = () => chosen;

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

function show() {
  root.toggleAttribute("data-large", chosen.large);
  root.dataset.handed = chosen.handed;
}

/** Speak another language: the server writes the page anew, and the tablet keeps that one. */
export function speak(language) {
  document.cookie = `${document.getElementById("table-app").dataset.languageCookie}=${language}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
  return takeNewPage();
}
