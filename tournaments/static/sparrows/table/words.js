/* What the page says: English where it is said, in other languages by the catalogue that the page brings with it. */

const page = JSON.parse(document.getElementById("words").textContent);

/** What the suits are called at this table's club: a tile may have another name there. */
let suits = "circles";
export const suitWords = () => suits;
export function callSuits(words) {
  suits = words;
}
const called = () => page.called?.[suits] ?? {};

/** Give what the engine on this tablet says otherwise than in its own English. */
export const engineWords = () =>
  ({ ...page.engine, ...Object.fromEntries(Object.entries(called()).map(([code, name]) => [page.engine_tiles[code], name])) });

/** The languages that the page can be had in, by code. */
export const languages = page.languages ?? {};

/** Say a sentence in the reader's language, with its facts filled in. What stands here as a literal is collected for the
    translators (`manage.py makemessages -d djangojs`). */
export const _ = (sentence, facts = {}) =>
  (page.said[sentence] ?? sentence).replace(/\{(\w+)\}/g, (braces, name) => (name in facts ? written(facts[name]) : braces));

/** Mark a sentence for the translators that is said elsewhere, by `_`. */
export const marked = (sentence) => sentence;

/** Say a sentence of a deal; totals, which are one entry for a whole table, have their own. */
export const ofDeal = (sentence, deal) => _((deal.outcome === "totals" && OF_TOTALS[sentence]) || sentence, deal);

/** Said by the server of the same totals, too. */
export const TOTALS_DO_NOT_CANCEL = page.totals_do_not_cancel;

/** End a sentence that somebody wrote, before another one follows. */
export const ended = (sentence) => (/[.!?…][”’"')»]?$/.test(sentence.trim()) ? sentence : `${sentence.trim()}.`);

/** Name what the server names: tiles, winds, special hands. */
export const nameOf = (table, code) => page[table]?.[code] ?? code;

export const tileName = (code) => called()[code] ?? nameOf("tiles", code);
export const tileNames = (codes) => codes.map(tileName).join(", ");
export const windName = (letter) => nameOf("winds", letter);

export const MINUS = "\u2212";
export const NOTHING_YET = "…"; // a dash is read as the sign of a loss
const grouped = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" });

/** Write a number as the other pages do, thousands grouped and with a minus; anything else as it is. */
export const written = (fact) =>
  (typeof fact !== "number" ? String(fact) : `${fact < 0 ? MINUS : ""}${grouped.format(Math.abs(fact))}`);

/** What is said of totals instead, by what is said of a deal. */
export const OF_TOTALS = {
  "Deal {deal}": marked("Totals"),
  "Deal {deal} is corrected.": marked("The totals are corrected."),
  "Deal {deal} is recorded.": marked("The totals are recorded."),
  "Deal {deal} had arrived before. It counts once.": marked("The totals had arrived before. They count once."),
  "Deal {deal} waits for the referee: {message}": marked("The totals wait for the referee: {message}"),
  "Deal {deal} is saved on this tablet.": marked("The totals are saved on this tablet."),
  "Deal {deal} is not recorded": marked("The totals are not recorded"),
  "Deal {deal} could not be recorded: {message} Nothing is lost; put it right here.":
    marked("The totals could not be recorded: {message} Nothing is lost; put them right here."),
  "Put deal {deal} right": marked("Put the totals right"),
  "No server right now. Deal {deal} is saved on this tablet and will be sent by itself. You can play on.":
    marked("No server right now. The totals are saved on this tablet and will be sent by themselves."),
  "No server right now. The correction of deal {deal} is saved on this tablet and will be sent by itself. You can play on.":
    marked("No server right now. The correction of the totals is saved on this tablet and will be sent by itself. You can play on."),
  "The correction of deal {deal} is saved on this tablet.": marked("The correction of the totals is saved on this tablet."),
  "Deal {deals} waits; the scores count it.": marked("The totals wait; the scores count them."),
  "Deal {deals} waits; the scores do not count it yet.": marked("The totals wait; the scores do not count them yet."),
  "The correction of deal {deals} waits; until then the scores count it as it was.":
    marked("The correction of the totals waits; until then the scores count them as they were."),
  "Another version of deal {deals} waits for the referee; the scores count the recorded one.":
    marked("Other totals wait for the referee; the scores count the recorded ones."),
  "Deals at this table": marked("Totals of this table"),
  "No deal has been recorded at this table yet.": marked("No totals have been recorded at this table yet."),
  "Correct deal {deal}": marked("Correct the totals"),
  "Correction of deal {deal}": marked("Correction of the totals"),
  "Delete everything entered for deal {deal}?": marked("Delete the totals entered here?"),
  "Delete this correction? Deal {deal} stays as it is recorded.": marked("Delete this correction? The totals stay as they are recorded."),
  "Is deal {deal} right?": marked("Are the totals right?"),
  "Deal {deal} is disputed.": marked("The totals are disputed."),
  "Deal {deal} is disputed. It counts for now; the referee decides.":
    marked("The totals are disputed. They count for now; the referee decides."),
  "The referee confirms the deals. Say so here if this one is wrong.":
    marked("The referee confirms the totals. Say so here if they are wrong."),
  "Deal {deal}: {given} of {needed} have confirmed.": marked("Totals: {given} of {needed} have confirmed."),
  "Deal {deal} is confirmed.": marked("The totals are confirmed."),
  "The question comes up again when the server has the deal.": marked("The question comes up again when the server has the totals."),
  "Play on": marked("Back to the table"),
};

let joined = null; // made where it is wanted: the first table wants none, and each costs a slow tablet a while

/** Write numbers one after the other: “2, 3 and 4”. */
export const listed = (numbers) => (joined ??= new Intl.ListFormat(document.documentElement.lang)).format(numbers.map(written));

/** Write a number with its sign. */
export const signed = (amount) => `${amount > 0 ? "+" : ""}${written(amount)}`;

const FACE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
let face = null;

/** Write a moment as the hall's clock shows it. */
export const timeOf = (moment) => (face ??= new Intl.DateTimeFormat(document.documentElement.lang, FACE)).format(new Date(moment));

/** Tell whether what a table plays is called a meeting: in a season it is, elsewhere it is a round. */
export const ofMeetings = ({ competition }) => competition.season;

const SITTING = 1000; // between the numbers of two sittings of a meeting (`tournaments/sittings.py`)

/** Name a round as its competition does; the second sitting of meeting 3 has the number 2003. */
export const roundName = (table, number = table.round.number) => {
  if (!ofMeetings(table)) return _("Round {round}", { round: number });
  if (number < SITTING) return _("Meeting {round}", { round: number });
  return _("Meeting {round}, sitting {sitting}", { round: number % SITTING, sitting: Math.floor(number / SITTING) });
};
