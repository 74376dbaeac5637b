/* A button that does one thing when it is tapped and another when it is held; who cannot hold reaches that in two taps. */

import { el, touched, unlessDrawn } from "../dom.js";

const LONG = 450; // milliseconds; a slow finger stays below, and nobody waits longer to see whether it worked

/* One finger at a time, for all buttons: what is held redraws the page, and the button drawn anew hears the click that
   ends it, which must do nothing more. */
let timer = null;
let done = false;

/** Make it: `tap` is done at the click, `held` as soon as it was held long enough. */
export function longTapButton(label, { tap, held, of, ...attributes }) {
  const on = hearing(tap, held);
  return unlessDrawn(attributes.id, [of, attributes], on, () => el("button", { type: "button", class: "btn", on, ...attributes }, label()));
}

const hearing = (tap, held) => ({
  pointerdown: ({ button, currentTarget }) => {
    release();
    done = false;
    if (!button) timer = setTimeout(() => long(held, currentTarget), LONG);
  },
  pointerup: release, pointercancel: release, pointerleave: release,
  click: () => {
    release();
    if (!done) tap();
    done = false;
  },
  contextmenu: (event) => event.preventDefault(), // a long press is no wish for a menu here
});

/** Nothing is drawn while a finger is down (`stage.js`): the button itself shows that it was held long enough. */
function long(held, pressed) {
  done = true;
  pressed.classList.add("is-long");
  touched(pressed);
  held();
}

function release() {
  clearTimeout(timer);
}
