/* A deal that staff write as text: what may come next is offered in each hand, and what the server says of it stands beside
   each field while it is written. */

import { money } from "../table/board/previewpane.js";
import { el, show } from "../table/dom.js";
import { _, written } from "../table/words.js";
import { completing } from "./completing.js";
import { lexicon } from "./lexicon.js";
import { finished } from "./offered.js";

const QUIET = 250; // milliseconds without a change
const UNREADABLE = "unreadable";

const place = document.getElementById("table-app"), text = document.getElementById("by-text");
const form = place.closest("form"), hands = [...text.querySelectorAll(".hand-text")];
const comes = document.getElementById("comes-to");

/* ------------------------------------------------------------------ what is asked */
let asking = null, quiet = null;

/** Ask once the hands rest; the latest question only. */
function soon() {
  clearTimeout(quiet);
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  quiet = setTimeout(() => !text.hidden && hands.some(({ value }) => value.trim()) && ask(signal), QUIET);
}

/** Ask at once what the server reads, and say its faults; null where it does not answer, or something else is asked since. */
export async function readNow() {
  clearTimeout(quiet);
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking, answer = await post(signal, false);
  if (signal.aborted) return null;
  tell(answer);
  return answer;
}

async function ask(signal) {
  let answer = await post(signal, false);
  if (answer?.faults[document.activeElement.name]?.some(({ code }) => code === UNREADABLE)) answer = await post(signal, true);
  if (!signal.aborted) tell(answer);
}

function tell(answer) {
  show(comes, ...(answer ? cameTo(answer) : [text.dataset.unanswered]));
  if (answer) showFaults(answer.faults);
}

/** Send the form, or all but the word that is being written; null where there was no answer of ours. */
async function post(signal, without) {
  const body = new FormData(form), writing = document.activeElement;
  body.set("declared", "");
  if (without && hands.includes(writing)) body.set(writing.name, finished(writing.value, writing.selectionStart));
  try {
    const address = `${place.dataset.preview}?mode=${form.elements.mode?.value ?? ""}`;
    const response = await fetch(address, { method: "POST", cache: "no-store", signal, body, redirect: "error" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/* ------------------------------------------------------------------ what is shown */
/** Draw who comes to what, and who pays whom; nothing of what is not whole. */
function cameTo({ players, payments }) {
  if (!players) return [];
  const heads = [_("Player"), _("Value"), _("Change")].map((head, column) => el("th", { scope: "col", class: column ? "num" : "" }, head));
  const rows = players.map(({ who, value, net }) => el("tr", {},
    el("th", { scope: "row" }, who), el("td", { class: "num" }, written(value ?? "–")), el("td", { class: "num" }, money(net))));
  return [
    el("h3", {}, _("What it comes to")),
    el("table", { class: "table" }, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)),
    el("ul", { class: "muted" }, payments.map((sentence) => el("li", {}, sentence))),
  ];
}

/** Show each field's faults; of a hand that is being written only what nobody can read, of one not begun none. */
function showFaults(faults) {
  for (const field of fields()) {
    const told = faults[field.name] ?? [];
    if (hands.includes(field) && !field.value.trim()) say(field, []);
    else say(field, field === document.activeElement ? told.filter(({ code }) => code === UNREADABLE) : told);
  }
}

const fields = () => [...text.querySelectorAll(".field > :is(input, select)")];

function say(field, told) {
  const id = `${field.id}_error`, wrong = told.length > 0;
  const shown = document.getElementById(id) ?? errorOf(field, id);
  const said = told.map(({ message }) => message);
  if (said.join("\n") !== [...shown.children].map((line) => line.textContent).join("\n"))
    shown.replaceChildren(...said.map((message) => el("div", {}, message)));
  if (wrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

/** Make the place for a field's faults, and tie it to the field. */
function errorOf(field, id) {
  const made = el("div", { class: "field-error", id, "aria-live": "polite" });
  field.closest(".field").append(made);
  const described = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", described ? `${described} ${id}` : id);
  return made;
}

/* ------------------------------------------------------------------ keys */
/** Enter goes to the next hand; in the last one it saves, as in any form. */
function onwards(event) {
  const next = hands[hands.indexOf(event.target) + 1];
  if (event.key !== "Enter" || event.isComposing || !next) return;
  event.preventDefault();
  next.focus();
}

function start() {
  const known = lexicon(JSON.parse(document.getElementById("the-table").textContent));
  for (const hand of hands) {
    completing(hand, known, text.dataset.offers);
    hand.addEventListener("keydown", onwards);
  }
  text.addEventListener("input", soon);
  text.addEventListener("focusout", soon);
  // A press that takes the focus out of a hand closes its list, and the button would be gone from under the finger.
  form.addEventListener("mousedown", (event) => { if (hands.includes(document.activeElement) && event.target.closest("button")) event.preventDefault(); });
  soon(); // of what was given back, or refused
}

start();
