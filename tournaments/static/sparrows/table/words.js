/* The page's sentences, translated by the server and read from the page once. */

const catalogue = JSON.parse(document.getElementById("words").textContent);

/** What the engine on this tablet says otherwise than in English. */
export const engineWords = catalogue.engine ?? {};

/** The languages that the page can be had in, by code. */
export const languages = catalogue.languages ?? {};

/** Say a sentence with its facts filled in. */
export const say = (code, facts = {}) =>
  (catalogue[code] ?? code).replace(/\{(\w+)\}/g, (braces, name) => (name in facts ? written(facts[name]) : braces));

/** Name something from one of the catalogue's tables: tiles, winds, kinds, sources, flag_names ... */
export const nameOf = (table, code) => catalogue[table]?.[code] ?? code;

export const tileName = (code) => nameOf("tiles", code);
export const tileNames = (codes) => codes.map(tileName).join(", ");
export const windName = (letter) => nameOf("winds", letter);

export const MINUS = "\u2212";
const grouped = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" });

/** Write a number as the other pages do, thousands grouped and with a minus; anything else as it is. */
export const written = (fact) =>
  (typeof fact !== "number" ? String(fact) : `${fact < 0 ? MINUS : ""}${grouped.format(Math.abs(fact))}`);

/** Write a number with its sign. */
export const signed = (amount) => `${amount > 0 ? "+" : ""}${written(amount)}`;

/** Write a moment as the hall's clock shows it. */
export const timeOf = (moment) =>
  new Date(moment).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Tell whether what a table plays is called a meeting: in a season it is, elsewhere it is a round. */
export const ofMeetings = ({ competition }) => competition.season;

/** Name a round as its competition does. */
export const roundName = (table, number = table.round.number) => say(ofMeetings(table) ? "meeting" : "round", { round: number });
