/* A double tap does one thing, and so do three. The first tap may bring another screen, and the second would then do whatever came to lie
   under the finger: nobody chose that, nobody has even read it. */

const SOON = 700; // milliseconds between two taps that are one double tap: computers have 500, and fingers grow slower
const FLURRY = 1200; // milliseconds for which taps that follow each other so soon are one, however many
const NEAR = 30; // pixels by which the second one strays
const RIM = 4; // pixels
const CONTROLS = "button, a, summary, label, input, select, textarea";

const pressed = new Map(); // what lay around each finger when it came down: looked at while it rests there
let before = null;

/** Begin to hear only those taps that mean what lies there. */
export function guardTaps() {
  addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => { pressed.set(pointerId, controlsAround(clientX, clientY)); }, true);
  addEventListener("pointercancel", ({ pointerId }) => { pressed.delete(pointerId); }, true);
  addEventListener("click", guard, true);
}

function guard(event) {
  const there = pressed.get(event.pointerId);
  if (!there || !event.detail) return; // a key, a label on behalf of its field
  pressed.delete(event.pointerId);
  const control = event.target.closest?.(CONTROLS);
  if (control && before && isSecond(event) && !wasThere(control, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    before.at = event.timeStamp; // a third one that follows so soon is meant no more than the second
    return;
  }
  const { clientX: x, clientY: y, timeStamp: at } = event;
  before = { x, y, at, first: at, there };
}

const isSecond = ({ clientX, clientY, timeStamp }) =>
  timeStamp - before.at < SOON && timeStamp - before.first < FLURRY && Math.hypot(clientX - before.x, clientY - before.y) < NEAR;

/** Tell whether the same control lay at this place before the first tap, as a tile does that is wanted twice. */
const wasThere = (control, { clientX, clientY }) =>
  before.there.some(({ name, box }) => name === nameOf(control) && holds(box, clientX, clientY));

/* What lies behind an open dialog, or under a list that lies over the page, was not there to be tapped. */
const controlsAround = (x, y) => [...document.querySelectorAll(CONTROLS)]
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ one, box }) => holds(box, x, y, NEAR) && isOpenAt(one, box, x, y))
  .map(({ one, box }) => ({ name: nameOf(one), box }));

/** Tell whether a finger would reach a control where it lies nearest; what hangs over its rim counts for nothing. */
function isOpenAt(one, { left, right, top, bottom }, x, y) {
  const within = (at, from, to) => Math.max(from + RIM, Math.min(at, to - RIM));
  return one.contains(document.elementFromPoint(within(x, left, right), within(y, top, bottom)));
}

const holds = ({ left, right, top, bottom }, x, y, around = 0) =>
  x >= left - around && x <= right + around && y >= top - around && y <= bottom + around;

/** Name a control over all drawings: those of one id may mean another deal, another set by now, and then say so; what was
    switched on would be switched off, what was unfolded be folded, a pair be laid again after so many tiles. A tile says what it would be laid as, and in whose hand: after the last chow it would
    be a pair, after a full hand the next one's. What is tapped twice on purpose looks to that itself (`holdButton`). */
function nameOf(control) {
  const { id, dataset, ariaLabel, ariaPressed, ariaExpanded, textContent } = control;
  if ("twice" in dataset) return id;
  if (dataset.tile) return `${control.closest("[data-means]")?.dataset.means} ${dataset.tile}`;
  const lies = control.localName === "summary" ? control.parentElement.open : ariaExpanded;
  return `${id} ${ariaPressed} ${lies} ${dataset.after} ${ariaLabel ?? textContent}`;
}
