/* A recorded deal corrected with the table's own entry: laid here, declared in the form, looked at and saved by its buttons.
   What no entry can show, and what the reader would rather write, stays text. */

import { draftOf, saysAll } from "../table/deal/correction.js";
import * as declared from "../table/deal/declaration.js";
import * as history from "../table/deal/history.js";
import { announce, drawTilesAs, el, show } from "../table/dom.js";
import { lackSentence, toPreview, undo, warned } from "../table/entry/bar.js";
import { entryView } from "../table/entry/entry.js";
import { tapping } from "../table/entry/tapping.js";
import { whoWon } from "../table/entry/wrong.js";
import { emptyModel, looking, withAnswers } from "../table/model.js";
import { hearHelp } from "../table/rules/help.js";
import { now, raise, set, take } from "../table/stage.js";
import { callSuits } from "../table/words.js";
import { foretelling } from "./foretelling.js";

const place = document.getElementById("table-app");
const tiles = document.getElementById("by-tiles"), text = document.getElementById("by-text");
const form = place.closest("form"), field = form.elements.declared;
const table = JSON.parse(document.getElementById("the-table").textContent);
const deal = table.deals.find((one) => one.deal === Number(place.dataset.deal));

const foretell = foretelling({
  address: place.dataset.preview, token: form.elements.csrfmiddlewaretoken.value, unanswered: place.dataset.unanswered,
  mode: () => form.elements.mode.value,
});
const actions = tapping(() => {
  keep();
  foretell();
});

/* ------------------------------------------------------------------ what is drawn */
function paint(model) {
  const full = withAnswers(model);
  const asked = el("section", { id: "correction" }, whoWon(full, actions));
  show(place, entryView(full, actions, { asked, foot: foot(full), title: "h2" }));
}

const foot = ({ canUndo, warning }) =>
  el("div", { class: "entry-bar" }, undo(actions, canUndo), toPreview(), warning ? warned(warning) : null);

/* ------------------------------------------------------------------ from the deal to the form */
/** Open what was laid before the page was loaded anew or answered, else the deal as it is recorded; the reason is the form's
    to ask. */
function opened() {
  const recorded = draftOf(deal, table, ""), laid = laidBefore();
  const draft = laid ? draftOf({ ...deal, dropped: [], wild: null, ...laid }, table, "") : recorded;
  return { ...(kept() ?? draft), before: recorded.before, supersedes: recorded.supersedes, reason: "the form's" };
}

/** Keep what is laid with the page's place in the browser's history: loading anew and going back find it there. */
const keep = () => window.history.replaceState({ laid: now().entry.now, over: deal.sha256 }, "");

/** Give what was kept, unless the deal was changed since. */
function kept() {
  const { laid, over } = window.history.state ?? {};
  return over === deal.sha256 ? laid : null;
}

function laidBefore() {
  try {
    return JSON.parse(field.value);
  } catch {
    return null; // nothing was laid, or nobody could read it
  }
}

const lacksOf = ({ draft, level, table: { rules }, penalty }) =>
  [...(penalty ? [{ code: "open_penalty" }] : []), ...declared.missing(draft, level, rules)];

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
function layTiles(laid) {
  tiles.hidden = !laid;
  text.hidden = laid;
  if (laid) foretell();
  else field.value = "";
}

function start() {
  drawTilesAs({ style: table.tiles.style, marks: table.tiles.index === "letters" ? table.tiles.index : table.tiles.words });
  callSuits(table.tiles.words);
  const draft = opened(), model = { ...emptyModel(), table, entry: history.begin(draft) };
  const { level, table: { rules } } = withAnswers(model);
  if (!saysAll(draftOf(deal, table, ""), deal, level, rules)) return;
  take(looking(model, draft.winner ?? "E"));
  raise(paint);
  hearHelp();
  form.addEventListener("submit", declare);
  form.addEventListener("change", ({ target }) => target.name === "mode" && foretell());
  for (const [id, laid] of [["as-text", false], ["as-tiles", true]]) {
    const choice = document.getElementById(id);
    choice.hidden = false;
    choice.addEventListener("click", () => layTiles(laid));
  }
  layTiles(!("written" in place.dataset));
}

start();
