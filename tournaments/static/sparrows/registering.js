/* What somebody types into the form of a registration is there again after going back and loading anew, until it is registered;
   then the form is empty for the next person, and leads to the registration that was made in this window.

   The own page says by [data-registered-at] where its form stands, the form has [data-registered-here] to show with a link. */

import { forget, giveBack, keep, store } from "./typed.js";

const made = (path) => `registered ${path}`;
const own = document.querySelector("[data-registered-at]"), form = document.querySelector("form[data-registering]");

if (own) {
  const { registeredAt: path } = own.dataset;
  store(() => sessionStorage.setItem(made(path), location.pathname));
  forget(`typed ${path}`);
}
if (form) {
  giveBack(form, "");
  form.addEventListener("input", () => keep(form, ""));
  window.addEventListener("pageshow", lead); // a page that a browser kept whole begins no script anew
}

function lead() {
  const there = store(() => sessionStorage.getItem(made(location.pathname)));
  const told = document.querySelector("[data-registered-here]");
  told.querySelector("a").href = there ?? "";
  told.hidden = !there;
}
