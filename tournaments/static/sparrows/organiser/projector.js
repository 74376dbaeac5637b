/* Turn through the pages of the projector, [data-slide], each for the [data-seconds] of the director, and ring for the clock.

   What changes comes by live.js; a page that is shown stays when what stands on it changes, and without network the pages
   turn on as they were last known. Arrows turn, the space bar holds. It rings ten minutes before the end, when the time is up,
   which is when the last deal begins or is finished, and when the round is closed. Where the browser wants a touch first, the
   button asks for it. */

import { ALARM, atTouch, isAllowed, ring } from "./sound.js";

const SOON = [660]; // ten minutes to go
const CLOSED = [880, 880, 660, 660]; // the round is over
const LOUD = 3; // a hall hears long tones
const TICK = 500;

const frame = document.getElementById("projector");
const holder = document.querySelector("[data-hold]"), loud = document.querySelector("[data-sound]");
const whole = document.querySelector("[data-whole]");
let shown = "", since = Date.now(), held = false, sounding = true, asks = false, heard = null;

const slides = () => [...frame.querySelectorAll("[data-slide]")];
const seconds = () => Number(frame.querySelector("[data-seconds]").dataset.seconds);

function show(by = 0) {
  const all = slides();
  if (!all.length) return;
  const found = all.findIndex(({ dataset }) => dataset.slide === shown);
  const place = (Math.max(found, 0) + by + all.length) % all.length;
  if (by || found < 0) since = Date.now();
  shown = all[place].dataset.slide;
  all.forEach((slide, at) => (slide.hidden = at !== place));
}

/** Tell a change of the clock by ear: null where no clock runs. */
function listen() {
  const clock = frame.querySelector("[data-round-clock]");
  const now = clock && [clock.dataset.roundClock, clock.dataset.state];
  if (clock && !clock.dataset.state) return; // drawn anew, and not told the time yet
  frame.querySelectorAll("[data-when-over]").forEach((last) => (last.hidden = now[1] !== "over"));
  const tones = heard && tonesFor(now);
  heard = now;
  if (!tones) return;
  frame.dataset.rung = `${frame.dataset.rung ?? ""} ${now?.[1] ?? "closed"}`.trim();
  if (sounding) ring(tones, LOUD);
}

function tonesFor(now) {
  if (!now || now[0] !== heard[0]) return CLOSED;
  if (now[1] === heard[1]) return null;
  return { over: ALARM, soon: heard[1] === "left" ? SOON : null }[now[1]] ?? null;
}

function tick() {
  listen();
  if (!held && Date.now() - since >= seconds() * 1000) show(1);
}

function hold() {
  held = !held;
  since = Date.now();
  holder.setAttribute("aria-pressed", String(held));
}

function label() {
  asks = sounding && !isAllowed();
  const { wordAsk, wordOn, wordOff } = loud.dataset;
  loud.textContent = asks ? wordAsk : sounding ? wordOn : wordOff;
}

function onKey(event) {
  if (event.target.closest("button, a")) return;
  if (event.key === " ") hold();
  else if (event.key === "ArrowRight") show(1);
  else if (event.key === "ArrowLeft") show(-1);
  else return;
  event.preventDefault();
}

for (const button of document.querySelectorAll("[data-turn], [data-hold], [data-sound]")) button.hidden = false;
whole.hidden = !document.fullscreenEnabled;
whole.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
holder.addEventListener("click", hold);
loud.addEventListener("click", () => {
  sounding = asks || !sounding;
  label();
  if (sounding) ring();
});
atTouch(label);
for (const button of document.querySelectorAll("[data-turn]")) button.addEventListener("click", () => show(Number(button.dataset.turn)));
document.addEventListener("keydown", onKey);
frame.addEventListener("live:swapped", () => show());
label();
show();
setInterval(tick, TICK);
