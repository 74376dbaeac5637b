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

function svg(classes, viewBox, href, label) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", classes);
  drawn.setAttribute("viewBox", viewBox);
  drawn.setAttribute(...(label ? ["aria-label", label] : ["aria-hidden", "true"]));
  if (label) drawn.setAttribute("role", "img");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", href);
  drawn.append(use);
  return drawn;
}

/** Draw a tile; without a label it is decoration beside text that names it. */
export const tile = (code, size = "", label = "") =>
  svg(`tile${size && ` tile-${size}`}`, "0 0 64 80", `${root().dataset.tiles}#${code}`, label);
export const icon = (name) => svg(`icon icon-${name}`, "0 0 24 24", `${root().dataset.icons}#${name}`);

/** Exchange the content of a place; focus and unfolded parts stay with the elements of the same id. */
export function show(place, ...children) {
  const focused = place.contains(document.activeElement) ? document.activeElement.id : "";
  const unfolded = new Map([...place.querySelectorAll("details[id]")].map((part) => [part.id, part.open]));
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const part of place.querySelectorAll("details[id]")) part.open = unfolded.get(part.id) ?? part.open;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/** Tell screen readers, and only them. */
export function announce(sentence) {
  document.getElementById("announcer").textContent = sentence;
}
