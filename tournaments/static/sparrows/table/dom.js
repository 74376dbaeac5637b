/* Make elements: text is always text, never markup. What is shown is changed into what is to be shown by morphdom 2.7.8
   from npm, unchanged in vendor/ with its licence beside it: a tap changes few of a thousand elements, and to make them all
   anew takes nearly three times as long (tests/benchmarks/bench_redraw.py). */

import morphdom from "./vendor/morphdom-2.7.8.js";

const SVG = "http://www.w3.org/2000/svg";
const root = () => document.getElementById("table-app");

/** Make an element: attributes by name, `on` for listeners, false and null are left out; children may be nested lists. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  const { on = {}, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) set(made, name, value);
  hearAs(made, on);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Let an element that stays hear as the one that was to take its place: every listener knows its own time only. */
function hearAs(element, on) {
  element.heard = on;
  for (const event of Object.keys(on)) element.addEventListener(event, hears); // the same twice is heard once
}

const hears = (event) => event.currentTarget.heard[event.type]?.(event);

function set(made, name, value) {
  if (value === false || value === null || value === undefined) return;
  made.setAttribute(name, value === true ? "" : value);
}

/** Make a button; a refused one stays in the tab order and says why when it is tapped. */
export const button = (label, click, attributes = {}) =>
  el("button", { type: "button", class: "btn", on: { click }, ...attributes }, label);

/** Draw an SVG from shapes like ["rect", {x: 0, ...}]; without a label it is decoration beside text that names it. */
export function drawing(classes, viewBox, label, ...shapes) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const drawn = shape("svg", { class: classes, viewBox, ...named });
  drawn.append(...shapes.map(([tag, attributes]) => shape(tag, attributes)));
  return drawn;
}

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Draw a tile or an icon from its sprite. */
export const tile = (code, size = "", label = "") => copied(`${code} ${size} ${label}`, () =>
  drawing(`tile${size && ` tile-${size}`}`, "0 0 64 80", label, ["use", { href: `${root().dataset.tiles}#${code}` }]));
export const icon = (name) => copied(name, () =>
  drawing(`icon icon-${name}`, "0 0 24 24", "", ["use", { href: `${root().dataset.icons}#${name}` }]));

const drawn = new Map();

/** Copy what was drawn before: the picker alone wants forty tiles at every tap. */
function copied(name, draw) {
  if (!drawn.has(name)) drawn.set(name, draw());
  return drawn.get(name).cloneNode(true);
}

/** Change the content of a place: what has the same id, or stands where it stood, stays the same element, unfolded and
    with its focus. Where the focused one is gone, focus goes to what it lay in, or to the place's heading: never to the
    top of the page. */
export function show(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const lain = focused ? idsUpTo(place, focused) : [];
  const fresh = place.cloneNode();
  fresh.append(...children.flat(Infinity).filter(Boolean));
  morphdom(place, fresh, { childrenOnly: true, onBeforeElUpdated: keep });
  if (!focused || document.activeElement === focused) return;
  [...lain.map((id) => document.getElementById(id)), place.querySelector(":is(h1, h3)[tabindex]")].find(takesFocus);
}

function keep(shown, fresh) {
  if (fresh instanceof SVGElement && shown.isEqualNode(fresh)) return false; // nothing of it hears anything
  if (fresh.localName === "details" && fresh.id) fresh.open = shown.open;
  if (fresh.heard) hearAs(shown, fresh.heard);
  return true;
}

/** List the ids of an element and of what it lies in, below a place. */
function idsUpTo(place, element) {
  const ids = [];
  for (let at = element; at !== place; at = at.parentElement) ids.push(at.id);
  return ids.filter(Boolean);
}

function takesFocus(element) {
  element?.focus({ preventScroll: true });
  return Boolean(element) && document.activeElement === element;
}

/** Exchange the content of a place that is read aloud: only if it says something else, or it is read at every tap. */
export function tellOnce(place, ...children) {
  const fresh = [...el("div", {}, children).childNodes], said = [...place.childNodes];
  const same = fresh.length === said.length && fresh.every((node, at) => node.isEqualNode(said[at]));
  if (!same) show(place, fresh);
}

/** Tell screen readers, and only them. */
export function announce(sentence) {
  document.getElementById("announcer").textContent = sentence;
}

/** Take back what was told, unless something else was told since. */
export function unsay(sentence) {
  if (document.getElementById("announcer").textContent === sentence) announce("");
}
