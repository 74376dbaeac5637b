/* The one model of the page, and when it is drawn: once for all that one tap changes, and never under a finger. What must be
   seen of a tap is drawn first, the rest in the next frame. */

import { emptyModel } from "./model.js";

let model = emptyModel();
let painter = () => {};
const fingers = new Set(); // four people may hold a button each
let late = false;
let due = false;
let tapped = false; // a tap is heard just now
let rest = false; // something of the last drawing is still to come

/** Give the model of this moment. */
export const now = () => model;

/** Change the model without drawing it: more is to come. */
export function take(changes) {
  model = { ...model, ...changes };
}

/** Change the model and draw it. */
export function set(changes) {
  take(changes);
  draw();
}

const READ = 15_000; // milliseconds after which what went well is said no more: the board and the log tell it, too

/** Tell the table something; what went well makes room for the page's own heading after a while. */
export function notify(notice) {
  set({ notice });
  if (notice.level === "success") setTimeout(() => model.notice === notice && set({ notice: null }), READ);
}

export function draw() {
  if (due) return;
  due = true;
  queueMicrotask(paint);
}

function paint() {
  due = false;
  late = fingers.size > 0;
  if (late) return;
  const hasty = tapped;
  tapped = false;
  rest = painter(model, hasty);
  if (rest) inTheNextFrame(drawRest);
}

/** What is still to come comes before the next finger is heard: nothing on the page then means what it meant before. */
function drawRest() {
  if (rest && !due) draw();
}

/** Work once the frame that is drawn now is on the screen. */
const inTheNextFrame = (work) => requestAnimationFrame(() => setTimeout(work));

/** Wait until what is drawn now is on the screen; a page that nobody sees waits until somebody does. */
export const drawnNow = () => new Promise(inTheNextFrame);

/** Say what draws the model and tells whether something of it is still to come, and begin to watch the fingers: a button that is exchanged under one never hears its click. */
export function raise(paints) {
  painter = paints;
  const lifted = ({ pointerId }) => {
    fingers.delete(pointerId);
    if (late) draw();
  };
  addEventListener("pointerdown", ({ pointerId }) => {
    if (rest) paint();
    fingers.add(pointerId);
  }, true);
  addEventListener("click", ({ pointerId }) => {
    pointerId === undefined ? fingers.clear() : fingers.delete(pointerId);
    if (rest) paint();
    tapped = true;
    setTimeout(() => { tapped = false; });
  }, true);
  addEventListener("pointerup", (event) => setTimeout(() => lifted(event)), true);
  addEventListener("pointercancel", (event) => setTimeout(() => lifted(event)), true);
}
