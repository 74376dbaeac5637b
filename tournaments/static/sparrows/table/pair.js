/* Pairing: the code comes in the address's fragment, which is never sent anywhere, or is typed. It is used once. */

import { pair } from "./outbox/api.js";
import { tell } from "./outbox/tabs.js";
import { _ } from "./words.js";

const form = document.getElementById("pair-form");
const field = document.getElementById("code");
const result = document.getElementById("pair-result");
const fault = document.getElementById("pair-fault");

async function exchange(code) {
  form.querySelector("button").disabled = true;
  complain("");
  const { status, body } = await pair(code, navigator.userAgentData?.platform ?? navigator.platform ?? "");
  form.querySelector("button").disabled = false;
  if (status === 201) return welcome(body.table);
  complain(body?.errors?.[0]?.message ?? body?.message ?? _("No server right now. Try again in a moment."));
}

function welcome(table) {
  tell("paired");
  form.hidden = true;
  result.textContent = _("Paired with table {table}.", { table });
  location.replace("/table/");
}

function complain(sentence) {
  fault.textContent = sentence;
  fault.hidden = !sentence;
  field.setAttribute("aria-invalid", String(Boolean(sentence)));
  if (sentence) field.focus();
}

/** Take the code out of the address before anything else, so that no history keeps it. */
function fromFragment() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (location.hash) history.replaceState(null, "", location.pathname);
  return code;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = field.value.replace(/[^a-z]/gi, "").toUpperCase();
  if (typed.length === 8) exchange(typed);
  else complain(_("The code has eight letters."));
});

const scanned = fromFragment();
if (scanned) exchange(scanned);
addEventListener("hashchange", () => {
  const again = fromFragment();
  if (again) exchange(again);
});
