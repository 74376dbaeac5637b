/* A deal that staff write as text: what may come next is offered in each hand, and what the server says of it stands beside
   each field while it is written. */

import { el } from "../table/dom.js";
import { _, signed, windName } from "../table/words.js";
import { completing } from "./completing.js";
import { lexicon } from "./lexicon.js";
import { finished } from "./offered.js";

const QUIET = 500; // milliseconds without a change
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

async function ask(signal) {
  const answer = await post(signal);
  if (signal.aborted) return;
  comes.textContent = answer ? cameTo(answer) : text.dataset.unanswered;
  if (answer) showFaults(answer.faults);
}

/** Send the form without the word that is being written; null where there was no answer of ours. */
async function post(signal) {
  const body = new FormData(form), writing = document.activeElement;
  body.set("declared", "");
  if (hands.includes(writing)) body.set(writing.name, finished(writing.value, writing.selectionStart));
  try {
    const address = `${place.dataset.preview}?mode=${form.elements.mode?.value ?? ""}`;
    const response = await fetch(address, { method: "POST", cache: "no-store", signal, body, redirect: "error" });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/* ------------------------------------------------------------------ what is shown */
const cameTo = ({ net }) => (net ? Object.entries(net).map(([seat, amount]) => _("{seat} {amount}", { seat: windName(seat), amount: signed(amount) })).join(" · ") : "");

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
}

start();
