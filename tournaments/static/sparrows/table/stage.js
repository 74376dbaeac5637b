/* The one model of the page, and when it is drawn: once for all that one tap changes, and never under a finger. */

import { emptyModel } from "./model.js";

let model = emptyModel();
let painter = () => {};
const fingers = new Set(); // four people may hold a button each
let late = false;
let due = false;

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

export function draw() {
  if (due) return;
  due = true;
  queueMicrotask(paint);
}

function paint() {
  due = false;
  late = fingers.size > 0;
  if (!late) painter(model);
}

/** Say what draws the model, and begin to watch the fingers: a button that is exchanged under one never hears its click. */
export function raise(paints) {
  painter = paints;
  const lifted = ({ pointerId }) => {
    fingers.delete(pointerId);
    if (late) draw();
  };
  addEventListener("pointerdown", ({ pointerId }) => { fingers.add(pointerId); }, true);
  addEventListener("click", ({ pointerId }) => { pointerId === undefined ? fingers.clear() : fingers.delete(pointerId); }, true);
  addEventListener("pointerup", (event) => setTimeout(() => lifted(event)), true);
  addEventListener("pointercancel", (event) => setTimeout(() => lifted(event)), true);
}
