/* A button that is held to say yes, so that no passing hand says it; two taps do the same for those who cannot hold. */

import { el } from "../dom.js";

const HOLD = 600;
const APART = 300; // two taps in less are one that bounced

/** Make it. `act` is done once it was held, or tapped again while `armedAt` says since when the first tap counts. */
export function holdButton(label, { act, arm, armedAt, refuse, ...attributes }) {
  let timer = null, held = false;
  const release = ({ currentTarget }) => {
    clearTimeout(timer);
    currentTarget.classList.remove("is-held");
  };
  const press = ({ currentTarget }) => {
    held = false;
    if (refuse) return;
    currentTarget.classList.add("is-held");
    timer = setTimeout(() => { held = true; act(); }, HOLD);
  };
  const tap = () => {
    if (held) return;
    if (refuse) refuse();
    else if (armedAt && Date.now() - armedAt > APART) act();
    else if (!armedAt) arm();
  };
  const on = {
    pointerdown: press, pointerup: release, pointercancel: release, pointerleave: release, click: tap,
    contextmenu: (event) => event.preventDefault(), // a long press is no wish for a menu here
    keydown: (event) => event.repeat && event.preventDefault(), // nor is a key kept down two taps
  };
  return el("button", { type: "button", class: "btn", "data-twice": "", on, ...attributes }, label);
}
