/* A form is sent once by a double click: the server knows the second press for the same, but its answer says less of what
   was done than that to the first. Where the answer takes its time, the button says so.

   <script type="module" src="once.js" data-working="Working on it…"> */

const SOON = 1000; // milliseconds; whoever presses later means it, or waits for an answer that did not come
const SLOW = 700; // milliseconds without an answer until the page says that it is worked on

const working = document.querySelector("script[data-working]").dataset.working;

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (form.method === "dialog") return; // sent nowhere: whoever is asked again may answer at once
  const what = form.method === "get" ? event.submitter?.formAction ?? "" : ""; // of a list of files another may follow at once
  if (form.dataset.sent === what) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = what;
  setTimeout(() => delete form.dataset.sent, SOON);
  if (form.method === "post") setTimeout(() => tellOfWork(form, event.submitter), SLOW);
});

function tellOfWork(form, submitter) {
  const button = submitter?.isConnected ? submitter : form.querySelector("button:not([type=button])");
  if (!button || button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  const said = Object.assign(document.createElement("span"), { className: "at-work" });
  said.setAttribute("role", "status");
  button.after(said);
  said.textContent = working;
}

/* Whoever goes back finds the page as it was left, and nothing is worked on any more. */
addEventListener("pageshow", () => {
  for (const one of document.querySelectorAll(".at-work")) one.remove();
  for (const one of document.querySelectorAll("button[aria-busy=true]")) one.removeAttribute("aria-busy");
});
