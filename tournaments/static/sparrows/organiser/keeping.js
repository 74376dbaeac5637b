/* What staff type of a deal stays in sessionStorage until the table has gone on or the deal was changed (`over`), so that going
   back and loading anew find it; that it is sent only where the server answers is the work of `reaching.js`. */

import { el } from "../table/dom.js";
import { forget, giveBack, keep } from "../typed.js";

const text = document.getElementById("by-text"), form = text.closest("form");
const place = document.getElementById("table-app");
const over = (form.elements.context ?? form.elements.seen_version).value;
const keepIt = () => keep(form, over);

if (giveBack(form, over)) {
  if (place) place.dataset.written = ""; // it was text
  text.before(el("p", { class: "message", role: "status", id: "given-back" }, text.dataset.kept));
}
text.addEventListener("input", keepIt);
form.elements.reason?.addEventListener("input", keepIt);
form.querySelector(".form-actions > a").addEventListener("click", () => forget());
