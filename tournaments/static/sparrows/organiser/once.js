/* A form is sent once by a double click: the server knows the second press for the same, but its answer says less of what
   was done than that to the first. */

const SOON = 1000; // milliseconds; whoever presses later means it, or waits for an answer that did not come

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
});
