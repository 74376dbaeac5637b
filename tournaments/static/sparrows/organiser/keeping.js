/* What staff type of a deal is not lost with the network. The form is sent only where the server answers; and what is typed stays
   in sessionStorage until the table has gone on or the deal was changed (`over`), so that going back and loading anew find it. */

import { el } from "../table/dom.js";

const PATIENCE = 8000; // milliseconds for the server to answer at all
const BAD_GATEWAY = 502, GATEWAY_TIMEOUT = 504; // a proxy answers, and not the server

const text = document.getElementById("by-text"), form = text.closest("form");
const place = document.getElementById("table-app");
const KEY = `typed ${location.pathname}`;
const over = (form.elements.context ?? form.elements.seen_version).value;
const said = el("p", { class: "errors", role: "alert", id: "typed-told", hidden: true });

/* ------------------------------------------------------------------ what is typed */
const typed = () => [...form.elements].filter(({ name, type }) => name && !["hidden", "submit", "button"].includes(type));
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
const valueOf = (field) => (isTicked(field) ? field.checked : field.value);
const named = (field) => (isTicked(field) ? `${field.name}=${field.value}` : field.name);

function keep() {
  const fields = Object.fromEntries(typed().map((field) => [named(field), valueOf(field)]));
  store(() => sessionStorage.setItem(KEY, JSON.stringify({ over, fields })));
}

/** Fill in what was typed before, and tell whether it differs from what the page shows. */
function giveBack() {
  const kept = store(() => JSON.parse(sessionStorage.getItem(KEY)));
  if (kept?.over !== over) return store(() => sessionStorage.removeItem(KEY)) ?? false;
  const other = typed().filter((field) => (kept.fields[named(field)] ?? valueOf(field)) !== valueOf(field));
  for (const field of other) field[isTicked(field) ? "checked" : "value"] = kept.fields[named(field)];
  return other.length > 0;
}

/** Use the storage; a browser may have none. */
function store(use) {
  try {
    return use();
  } catch {
    return null;
  }
}

/* ------------------------------------------------------------------ sending */
let asking = false, answered = false;

/** Send the form where the server answers; else it stays as it is. */
async function send(event) {
  if (event.defaultPrevented) return;
  if (answered) return void (answered = false);
  event.preventDefault();
  event.stopPropagation(); // it was not sent (`once.js`)
  if (asking) return;
  asking = true;
  answered = await reaches();
  asking = false;
  tell(answered ? "" : text.hidden ? place.dataset.unanswered : text.dataset.unanswered);
  if (answered) form.requestSubmit(event.submitter);
}

async function reaches() {
  try {
    const { status } = await fetch(location.pathname, {
      method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE),
    });
    return status < BAD_GATEWAY || status > GATEWAY_TIMEOUT;
  } catch {
    return false;
  }
}

function tell(sentence) {
  said.textContent = sentence;
  said.hidden = !sentence;
}

function start() {
  form.querySelector(".form-actions").before(said);
  if (giveBack()) {
    if (place) place.dataset.written = ""; // it was text
    text.before(el("p", { class: "message", role: "status", id: "given-back" }, text.dataset.kept));
  }
  text.addEventListener("input", keep);
  form.elements.reason?.addEventListener("input", keep);
  form.querySelector(".form-actions > a").addEventListener("click", () => store(() => sessionStorage.removeItem(KEY)));
  form.addEventListener("submit", send);
}

start();
