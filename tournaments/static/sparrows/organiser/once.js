/* A form is sent once by a double click: the server knows the second press for the same, but its answer says less of what
   was done than that to the first. */

const SOON = 1000; // milliseconds; whoever presses later means it, or waits for an answer that did not come

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (form.method === "dialog") return; // sent nowhere: whoever is asked again may answer at once
  if ("sent" in form.dataset) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "";
  setTimeout(() => delete form.dataset.sent, SOON);
});
