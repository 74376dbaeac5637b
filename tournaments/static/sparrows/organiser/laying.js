/* A recorded deal corrected, or the next one entered, with the table's own entry: laid here, declared in the form, looked at
   and saved by its buttons. What no entry can show, and what the reader would rather write, stays text. */

import { draftOf, saysAll } from "../table/deal/correction.js";
import * as declared from "../table/deal/declaration.js";
import * as history from "../table/deal/history.js";
import { announce, button, drawTilesAs, el, hearBeside, show } from "../table/dom.js";
import { lackSentence, toPreview, undo, warned } from "../table/entry/bar.js";
import { entryView } from "../table/entry/entry.js";
import { tapping } from "../table/entry/tapping.js";
import { whoWon } from "../table/entry/wrong.js";
import { changed, emptyModel, looking, withAnswers } from "../table/model.js";
import { hearHelp } from "../table/rules/help.js";
import { draw, now, raise, set, take } from "../table/stage.js";
import { _, callSuits } from "../table/words.js";
import { forget, store } from "../typed.js";
import { laidOut, saysWritten, writeInto, written } from "./carrying.js";
import { foretelling } from "./foretelling.js";
import { readNow } from "./writing.js";

const place = document.getElementById("table-app");
const tiles = document.getElementById("by-tiles"), text = document.getElementById("by-text");
const form = place.closest("form"), field = form.elements.declared;
const table = JSON.parse(document.getElementById("the-table").textContent);
const deal = table.deals.find((one) => one.deal === Number(place.dataset.deal)) ?? null; // none: the next one is entered

const foretell = foretelling({
  address: place.dataset.preview, token: form.elements.csrfmiddlewaretoken.value, unanswered: place.dataset.unanswered,
  mode: () => form.elements.mode?.value ?? "",
});
const actions = tapping(() => {
  keep();
  foretell();
});

/* ------------------------------------------------------------------ what is drawn */
function paint(model) {
  const answered = withAnswers(model), full = { ...answered, clock: { ...answered.clock, ...ONE } };
  const asked = el("section", { class: "cluster", id: "correction" }, el("span", { class: "field-label" }, _("Who won?")), whoWon(full, actions));
  show(place, full.draft.outcome ? entryView(full, actions, { asked, foot: foot(full), title: "h2" }) : asked);
}

const ONE = { state: "over" }; // a form takes one deal, however many draws there were in a row

const foot = ({ canUndo, warning }) =>
  el("div", { class: "entry-bar" }, undo(actions, canUndo), toPreview(), warning ? warned(warning) : null);

/* ------------------------------------------------------------------ from the deal to the form */
/** Open what was laid before the page was loaded anew or answered, else the deal as it is recorded; the reason is the form's
    to ask. */
const opened = () => mine(kept() ?? laidBefore() ?? begun);

const begun = deal ? { ...draftOf(deal, table, ""), reason: "the form's" } : declared.openDraft(table, form.elements.key.value);

/** Let a draft be the one of this page, whatever it says. */
function mine(draft) {
  const { before, supersedes, reason, key } = begun;
  return draft === begun ? begun : { ...draft, before, supersedes, reason, key };
}

/** Keep what is laid with the page's place in the browser's history: loading anew and going back find it there. */
const keep = () => window.history.replaceState({ laid: now().entry.now, over }, "");
const over = deal ? deal.sha256 : table.context;

/** Give what was kept, unless the deal was changed since, or the table went on. */
const kept = () => (window.history.state?.over === over ? window.history.state.laid : null);

function laidBefore() {
  try {
    return laidOut(JSON.parse(field.value), deal, table);
  } catch {
    return null; // nothing was laid, or nobody could read it
  }
}

const lacksOf = ({ draft, level, table: { rules } }) => [
  ...(draft.outcome ? [] : [{ code: "missing_winner" }]), ...(draft.penalty ? [{ code: "open_penalty" }] : []),
  ...declared.missing(draft, level, rules),
];

/** Declare what is laid; what is not whole is not sent. */
function declare(event) {
  if (tiles.hidden) return;
  const full = withAnswers(now()), [lack] = lacksOf(full);
  if (!lack) {
    field.value = JSON.stringify(declared.declaration(full.draft, full.level, full.table.rules));
    return;
  }
  event.preventDefault();
  event.stopPropagation(); // it was not sent (`once.js`)
  lacking(lack, full);
}

function lacking(lack, full) {
  const sentence = lackSentence(lack, full);
  announce(sentence);
  if (lack.seat) take(looking(now(), lack.seat));
  set({ warning: sentence });
  place.scrollIntoView({ block: "nearest" });
}

/* ------------------------------------------------------------------ tiles or text */
const USED = "sparrows entering"; // how deals were entered last in this browser
let alike = { draft: null, text: null }; // what both said when one of them was last taken from the other

function layTiles(laid) {
  tiles.hidden = !laid;
  text.hidden = laid;
  if (laid) foretell();
  else field.value = "";
}

/** Go over to the text with what is laid; what has no place in it keeps its reader here. */
function toText() {
  const { draft, level, table: there } = withAnswers(now());
  if (draft !== alike.draft) {
    if (!writeInto(form, draft, level, there, deal)) return stay(place.dataset.unwritten);
    alike = { draft, text: written(text) };
  }
  turn(false, text.querySelector("select"));
  text.dispatchEvent(new Event("input")); // it is kept, and asked what it comes to
}

function stay(sentence) {
  announce(sentence);
  set({ warning: sentence });
}

/** Go over to the tiles with what is written; what nobody can read or no entry shows stays text, and says so. */
async function toTiles() {
  const was = written(text);
  if (was !== alike.text) {
    const answer = await readNow();
    if (!answer || written(text) !== was) return;
    const fault = takeWritten(answer.declared);
    if (fault) return complain(fault);
    alike = { draft: now().entry.now, text: was };
  }
  turn(true, place.querySelector("button"));
  forget(); // what is laid is kept from here on
  keep();
}

function takeWritten(told) {
  if (!told) return text.dataset.unreadable;
  const draft = mine(laidOut(told, deal, table)), { level } = withAnswers(now());
  if (!saysWritten(draft, told, level)) return text.dataset.unlaid;
  set(changed(now(), draft));
  set(looking(now(), draft.winner ?? declared.seatsIn(draft)[0]));
  return "";
}

/** Say beside the button why it stays text. */
const complain = (sentence) => show(document.getElementById("not-laid"), sentence);

/** Show one of the two because somebody chose it: it is how the next deal opens. */
function turn(laid, first) {
  complain("");
  layTiles(laid);
  first?.focus();
  store(() => localStorage.setItem(USED, laid ? "tiles" : "text"));
}

/** Tell whether the page opens with tiles: a deal to enter as the last one was, one to correct with its tiles. */
function opensWithTiles() {
  if ("written" in place.dataset) return false;
  return deal !== null || now().entry.now !== begun || store(() => localStorage.getItem(USED)) !== "text";
}

/** Draw tiles in the faces that the reader chose for all pages (`tiles.js`), else in the club's. */
function faces() {
  const { style, index, words } = table.tiles;
  drawTilesAs({ style: document.documentElement.dataset.faces || style, marks: index === "letters" ? index : words });
}

function start() {
  faces();
  callSuits(table.tiles.words);
  const draft = opened(), model = { ...emptyModel(), table, entry: history.begin(draft) };
  const { level, table: { rules } } = withAnswers(model);
  if (deal && !saysAll(draftOf(deal, table, ""), deal, level, rules)) return;
  take(looking(model, draft.winner ?? declared.seatsIn(draft)[0]));
  raise(paint);
  hearHelp();
  hearBeside();
  document.addEventListener("faces", () => (faces(), draw()));
  form.addEventListener("submit", declare);
  form.addEventListener("change", ({ target }) => target.name === "mode" && foretell());
  for (const [id, go] of [["as-text", toText], ["as-tiles", toTiles]]) {
    const choice = document.getElementById(id);
    choice.hidden = false;
    choice.addEventListener("click", go);
  }
  text.addEventListener("input", () => complain(""));
  if (!("written" in place.dataset)) alike = { draft: begun, text: written(text) };
  layTiles(opensWithTiles());
}

start();
