/* Make elements: text is always text, never markup. What is shown is changed into what is to be shown by morphdom 2.7.8
   from npm, unchanged in vendor/ with its licence beside it: a tap changes few of a thousand elements, and to make them all
   anew takes nearly three times as long (tests/benchmarks/bench_redraw.py). */

import { faceOf, readSprite } from "./faces.js";
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

/* What was drawn only to be compared, and is not on the page, hears nothing: to open a `details` there (`keep`) says so a
   moment later, and whoever drew the page again for that would draw it for ever. */
const hears = (event) => event.currentTarget.isConnected && event.currentTarget.heard[event.type]?.(event);

function set(made, name, value) {
  if (value === false || value === null || value === undefined) return;
  made.setAttribute(name, value === true ? "" : value);
}

/** Make a button; a refused one stays in the tab order and says why when it is tapped. */
export const button = (label, click, attributes = {}) =>
  el("button", { type: "button", class: "btn", on: { click }, ...attributes }, label);

/** Draw an SVG from shapes like ["rect", {x: 0, ...}]; without a label it is decoration beside text that names it. */
export function drawing(classes, viewBox, label, ...shapes) {
  const drawn = shape("svg", { class: classes, viewBox, ...named(label) });
  drawn.append(...shapes.map(([tag, attributes]) => shape(tag, attributes)));
  return drawn;
}

const named = (label) => (label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" });

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

let look = { style: "classic", marks: "letters" };

/** Draw tiles from now on in a style, their corners marked as the club does. */
export function drawTilesAs(chosen) {
  look = chosen;
  readSprite(look.style);
}

/** Draw a tile; without a label it is decoration beside text that names it. */
export const tile = (code, size = "", label = "", drawnAs = look) => el("span", {
  class: `tile${size && ` tile-${size}`} ${faceOf(code, drawnAs)}`, ...named(label),
});

/** Draw a tile that lies face down. */
export const tileBack = (size = "") => tile("back", size);

/** Draw a tile as it would be in another style. */
export const tileIn = (style, code) => tile(code, "", "", { ...look, style });

/** Say how tiles are drawn just now. */
export const tileLook = () => look;

/** Draw an icon from its sprite. */
export const icon = (name) =>
  drawing(`icon icon-${name}`, "0 0 24 24", "", ["use", { href: `${root().dataset.icons}#${name}` }]);

/** Change the content of a place: what has the same id, or stands where it stood, stays the same element, unfolded and
    with its focus. Where the focused one is gone, focus goes to what it lay in, or to the place's heading: never to the
    top of the page. */
export function show(place, ...children) {
  const fresh = place.cloneNode();
  fresh.append(...children.flat(Infinity).filter(Boolean));
  become(place, fresh);
}

/** Change what lies on the page under the ids of these elements into them, and nothing else; what is not there stays away. */
export function renew(...elements) {
  for (const fresh of elements) {
    const shown = document.getElementById(fresh.id);
    if (shown?.localName === fresh.localName) become(shown, fresh);
    else shown?.replaceWith(fresh);
  }
}

function become(place, fresh) {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const lain = focused ? idsUpTo(place, focused) : [];
  const order = steady(focused, fresh), lies = finder(place);
  morphdom(place, fresh, {
    onBeforeElUpdated: keep, onBeforeElChildrenUpdated: (shown, next) => makeRoom(shown, next, lies),
  });
  if (order !== null) focused.setAttribute("tabindex", order);
  if (!focused || document.activeElement === focused) return;
  [...lain.map((id) => document.getElementById(id)), place.querySelector(":is(h1, h2, h3)[tabindex]")].find(takesFocus);
}

/** Leave the place in the tab order to what has the focus until all else is changed, and give the one that it is to have: a
    browser lays the page out at once when that changes, and would have to do it again. */
function steady(focused, fresh) {
  const next = focused?.id && fresh.querySelector(`#${CSS.escape(focused.id)}`);
  const order = next && !next.stays ? next.getAttribute("tabindex") : null;
  if (order === null || !focused.hasAttribute("tabindex")) return null;
  next.setAttribute("tabindex", focused.getAttribute("tabindex"));
  return order;
}

/** Leave what lies on the page under an id as it is while it would be drawn of the same, and only let it hear anew; draw it
    where it is not there, or not so. Whatever else changes such an element has to say so (`touched`). */
export function unlessDrawn(id, of, on, draw) {
  const shown = document.getElementById(id), name = JSON.stringify(of);
  if (shown?.of !== name) return Object.assign(draw(), { of: name });
  return Object.assign(staying(shown), { heard: on });
}

/** Leave what lies on the page under an id as it is, and all that lies in it, while the same values are drawn. */
export function unlessChanged(id, of, draw) {
  const shown = document.getElementById(id);
  const same = Array.isArray(shown?.of) && shown.of.length === of.length && of.every((one, at) => one === shown.of[at]);
  return same ? staying(shown) : Object.assign(draw(), { of });
}

let hasty = false;

/** Draw what has to be seen of a tap at once; all that may follow in the next frame (`later`) stays as it is, or away. */
export function inHaste(draw) {
  hasty = true;
  draw();
  hasty = false;
}

/** Draw a part that has this id, but not in haste. */
export function later(id, draw) {
  if (!hasty) return draw();
  const shown = document.getElementById(id);
  return shown && staying(shown);
}

const staying = (shown) => Object.assign(document.createElement(shown.localName), { id: shown.id, of: shown.of, heard: shown.heard, stays: shown });

/** Say that an element is no longer as it was drawn. */
export function touched(element) {
  element.of = null;
}

function keep(shown, fresh) {
  shown.of = fresh.of;
  if (fresh.stays) {
    if (fresh.heard) hearAs(shown, fresh.heard);
    return false;
  }
  if (fresh instanceof SVGElement && shown.isEqualNode(fresh)) return false; // nothing of it hears anything
  if (fresh.localName === "details" && fresh.id) fresh.open = shown.open;
  if (fresh.heard) hearAs(shown, fresh.heard);
  return true;
}

/** Bring what lies in an element into the order in which it is to lie there, without what goes and with what is new. Else
    morphdom, which comes next, would take all that lies behind something new out of the page and put it in again. */
function makeRoom(shown, fresh, lies) {
  if (isInOrder(shown, fresh)) return;
  const wanted = [...fresh.childNodes].map(markOf);
  for (const one of [...shown.childNodes]) if (!wanted.includes(markOf(one))) lies.take(one);
  let at = shown.firstChild;
  for (const next of fresh.childNodes) {
    if (at && markOf(at) === markOf(next)) at = at.nextSibling;
    else shown.insertBefore(lies.find(next, at) ?? taken(next), at);
  }
}

/** Tell whether all that is to lie in an element lies there, one beside the other. */
function isInOrder(shown, fresh) {
  let at = shown.firstChild;
  for (let next = fresh.firstChild; next; next = next.nextSibling) {
    if (!at || !isTheSame(at, next)) return false;
    at = at.nextSibling;
  }
  return true;
}

/** Compare two by their marks, which are made only where that takes more than a look: this is asked for every element. */
const isTheSame = (one, other) => one.nodeName === other.nodeName && one.id === other.id &&
  (Boolean(one.id) || one.className === other.className || markOf(one) === markOf(other));

/** Take something new as it is, with what stays of the page in it, and leave what says so in its place. */
function taken(next) {
  next.replaceWith(Object.assign(next.cloneNode(), { stays: next, heard: next.heard, of: next.of }));
  for (const one of next.querySelectorAll?.("*") ?? []) if (one.stays) one.replaceWith(Object.assign(one.stays, { heard: one.heard }));
  return next.stays ?? next;
}

/** Tell by what an element is known again: its id, else the first of its classes. */
const markOf = (node) => `${node.nodeName} ${node.id || (node.getAttribute?.("class") ?? "").split(" ", 1)[0]}`;

/** Take what goes off a place, and find what lies there, or was just taken, for what is to lie there: by its id anywhere, else
    behind what lies there. */
function finder(place) {
  const gone = new Map();
  const named = (id) => gone.get(id) ?? [document.getElementById(id)].find((one) => place.contains(one));
  return {
    take(one) {
      one.remove();
      for (const each of [one, ...(one.querySelectorAll?.("[id]") ?? [])]) if (each.id) gone.set(each.id, each);
    },
    find(next, at) {
      const mark = markOf(next);
      let lies = next.id ? named(next.id) : at;
      while (lies && markOf(lies) !== mark) lies = next.id ? null : lies.nextSibling;
      return lies;
    },
  };
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

/** Begin at the top again: what lies below the first screen was read of something else. */
export function toTop() {
  root().scrollTop = 0;
}

/** Go back up to an entry, from what lies below its hands. */
export const toEntry = () => document.querySelector(".entry").scrollIntoView();

const LISTS = "details.how[open]"; // each lies over what stands below it

/** Fold a list that lies over the page when somebody taps beside it, or presses Escape. */
export function hearBeside() {
  const fold = (isMeant) => {
    for (const list of document.querySelectorAll(LISTS)) if (isMeant(list)) list.open = false;
  };
  document.addEventListener("pointerdown", ({ target }) => fold((list) => !list.contains(target)));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && fold(() => true));
}

/** Count the letters of the longest word that cannot be broken. */
export const longestWord = (name) => Math.max(...name.split(/(?<=-)|\s+/).map((word) => word.length));

/** Draw somebody's name; its longest word tells the style sheet how small it has to be, so that no word is broken. */
export function nameTag(name) {
  const letters = longestWord(name);
  return el("span", { class: `seat-name${letters < LONG ? "" : " has-long-word"}`, "data-longest": STEPS.findLast((step) => letters >= step) }, name);
}

/** Draw a name, or what is said of somebody, as large as the width of its place allows. */
export const nameLine = (name) => el("span", { class: "name-line" }, nameTag(name));

const STEPS = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 26]; // letters; table.css knows the same
const LONG = 15; // a phone gives so long a word a line of its own

/** Tell screen readers, and only them. */
export function announce(sentence) {
  document.getElementById("announcer").textContent = sentence;
}

/** Take back what was told, unless something else was told since. */
export function unsay(sentence) {
  if (document.getElementById("announcer").textContent === sentence) announce("");
}
