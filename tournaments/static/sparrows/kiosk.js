/* The kiosk at the door: it goes nowhere while the server does not answer, says so, and goes on when it does.

   Nobody stands beside the tablet who could get it out of a browser's page of errors. */

import { reaches } from "./reach.js";

const AGAIN = 3000; // milliseconds between two looks whether the server is back
const page = document.querySelector("[data-kiosk]"), unanswered = page.querySelector("[data-unanswered]");
let wanted = null; // where to go, and what was pressed last counts
let sent = null; // the form that goes now
let looking = false, going = false;

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link) return;
  event.preventDefault();
  go(() => location.assign(link.href));
});

document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (form === sent) return;
  event.preventDefault();
  go(() => send(form));
});

function send(form) {
  sent = form;
  form.requestSubmit();
  sent = null;
}

if (page.dataset.seconds) setTimeout(() => go(back, false), 1000 * page.dataset.seconds);

const back = () => location.replace(page.dataset.kiosk);

/* What somebody pressed goes before the way back, which nobody pressed. */
function go(how, isPressed = true) {
  if (going) return; // a second tap would be another answer to what is asked once
  if (isPressed || !wanted) wanted = how;
  if (!looking) look();
}

addEventListener("pageshow", ({ persisted }) => persisted && location.replace(page.dataset.kiosk));

async function look() {
  looking = true;
  const answered = await reaches();
  looking = false;
  unanswered.hidden = answered;
  if (!answered) return void setTimeout(look, AGAIN);
  going = true;
  wanted();
}
