/* A form is sent only where the server answers: else the page stays with what was typed, and says so below it.

   <script type="module" src="reaching.js" data-unanswered="The server does not answer.">; what stands in a [data-unanswered]
   of the form that is in sight is said instead. It is loaded before `once.js`, for which a form that stays was not sent. */

import { reaches } from "./reach.js";

const usual = document.querySelector("script[data-unanswered]").dataset.unanswered;
const asking = new WeakSet();
let reached = null; // the form that goes now

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form === reached) return void (reached = null);
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!asking.has(form)) send(form, event.submitter);
});

async function send(form, submitter) {
  asking.add(form);
  const answered = await reaches();
  asking.delete(form);
  tell(standing(form), answered ? "" : sentenceOf(form));
  if (!answered) return;
  if (!form.isConnected) document.body.append(hidden(form));
  reached = form;
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  reached = null; // a browser that finds a field empty sends nothing
}

/* A live page may have drawn itself anew meanwhile: what was pressed goes all the same, as it was pressed. */
const hidden = (form) => Object.assign(form, { hidden: true });

const standing = (form) =>
  form.isConnected ? form : [...document.forms].find(({ action }) => action === form.action) ?? document.querySelector("main");

const sentenceOf = (form) =>
  [...form.querySelectorAll("[data-unanswered]")].filter((one) => !one.hidden).pop()?.dataset.unanswered ?? usual;

function tell(form, sentence) {
  form.querySelector("[data-not-sent]")?.remove();
  if (!sentence) return;
  const said = document.createElement("p");
  said.className = "errors";
  said.dataset.notSent = "";
  const actions = form.querySelector(".form-actions");
  if (actions) actions.before(said);
  else form.append(said);
  said.setAttribute("role", "alert");
  said.textContent = sentence;
}
