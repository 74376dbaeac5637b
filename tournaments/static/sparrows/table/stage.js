/* The one model of the page, and when it is drawn: once for all that one tap changes, and never under a finger. */

import { emptyModel } from "./model.js";

let model = emptyModel();
let painter = () => {};
let pressed = false;
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
  late = pressed;
  if (!pressed) painter(model);
}

/** Say what draws the model, and begin to watch the fingers: a button that is exchanged under one never hears its click. */
export function raise(paints) {
  painter = paints;
  const lifted = () => {
    pressed = false;
    if (late) draw();
  };
  addEventListener("pointerdown", () => { pressed = true; }, true);
  addEventListener("click", () => { pressed = false; }, true);
  addEventListener("pointerup", () => setTimeout(lifted), true);
  addEventListener("pointercancel", () => setTimeout(lifted), true);
}
