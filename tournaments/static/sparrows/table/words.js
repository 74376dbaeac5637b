/* What the page says: English where it is said, in other languages by the catalogue that the page brings with it. */

const page = JSON.parse(document.getElementById("words").textContent);

/** What the engine on this tablet says otherwise than in English. */
export const engineWords = page.engine ?? {};

/** The languages that the page can be had in, by code. */
export const languages = page.languages ?? {};

/** Say a sentence in the reader's language, with its facts filled in. What stands here as a literal is collected for the
    translators (`manage.py makemessages -d djangojs`). */
export const _ = (sentence, facts = {}) =>
  (page.said[sentence] ?? sentence).replace(/\{(\w+)\}/g, (braces, name) => (name in facts ? written(facts[name]) : braces));

/** Mark a sentence for the translators that is said elsewhere, by `_`. */
export const marked = (sentence) => sentence;

/** Said by the server of the same totals, too. */
export const TOTALS_DO_NOT_CANCEL = page.totals_do_not_cancel;

/** End a sentence that somebody wrote, before another one follows. */
export const ended = (sentence) => (/[.!?…][”’"')»]?$/.test(sentence.trim()) ? sentence : `${sentence.trim()}.`);

/** Name what the server names: tiles, winds, special hands. */
export const nameOf = (table, code) => page[table]?.[code] ?? code;

export const tileName = (code) => nameOf("tiles", code);
export const tileNames = (codes) => codes.map(tileName).join(", ");
export const windName = (letter) => nameOf("winds", letter);

export const MINUS = "\u2212";
const grouped = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" });

/** Write a number as the other pages do, thousands grouped and with a minus; anything else as it is. */
export const written = (fact) =>
  (typeof fact !== "number" ? String(fact) : `${fact < 0 ? MINUS : ""}${grouped.format(Math.abs(fact))}`);

const joined = new Intl.ListFormat(document.documentElement.lang);

/** Write numbers one after the other: “2, 3 and 4”. */
export const listed = (numbers) => joined.format(numbers.map(written));

/** Write a number with its sign. */
export const signed = (amount) => `${amount > 0 ? "+" : ""}${written(amount)}`;

const face = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Write a moment as the hall's clock shows it. */
export const timeOf = (moment) => face.format(new Date(moment));

/** Tell whether what a table plays is called a meeting: in a season it is, elsewhere it is a round. */
export const ofMeetings = ({ competition }) => competition.season;

/** Name a round as its competition does. */
export const roundName = (table, number = table.round.number) => _(ofMeetings(table) ? marked("Meeting {round}") : marked("Round {round}"), { round: number });
