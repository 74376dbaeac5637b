/* Make elements: text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";
const root = () => document.getElementById("table-app");

/** Make an element: attributes by name, `on` for listeners, false and null are left out; children may be nested lists. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  const { on = {}, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) set(made, name, value);
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

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
export const tile = (code, size = "", label = "") =>
  drawing(`tile${size && ` tile-${size}`}`, "0 0 64 80", label, ["use", { href: `${root().dataset.tiles}#${code}` }]);
export const icon = (name) =>
  drawing(`icon icon-${name}`, "0 0 24 24", "", ["use", { href: `${root().dataset.icons}#${name}` }]);

/** Exchange the content of a place; focus and unfolded parts stay with the elements of the same id. Where the focused one
    is gone, focus goes to what it lay in, or to the place's heading: never to the top of the page. What is steady stays
    the same element (`stay`). */
export function show(place, ...children) {
  const lost = place.contains(document.activeElement) ? idsUpTo(place, document.activeElement) : null;
  const unfolded = new Map([...place.querySelectorAll("details[id]")].map((part) => [part.id, part.open]));
  const steady = [...place.querySelectorAll("[data-steady]")];
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const element of steady) stay(element, place.querySelector(`#${element.id}`));
  for (const part of place.querySelectorAll("details[id]")) part.open = unfolded.get(part.id) ?? part.open;
  if (lost) [...lost.map((id) => document.getElementById(id)), place.querySelector(":is(h1, h3)[tabindex]")].find(takesFocus);
}

/** Put an element back into its place with what it says now, its last text: a drawing that is made anew flashes. Nobody
    listens to it, for whoever did would hear of an earlier time. */
function stay(element, fresh) {
  if (!fresh) return;
  for (const { name, value } of fresh.attributes) element.setAttribute(name, value);
  if (element.lastChild.data !== fresh.lastChild.data) element.lastChild.data = fresh.lastChild.data;
  fresh.replaceWith(element);
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
