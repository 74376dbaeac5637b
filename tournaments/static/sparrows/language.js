/* The language that the browser wishes for, followed once and from the front page without a language only: every other
   address says its own, and whoever chose a language by its name is asked no more. */

const KEY = "sparrows-language", links = document.querySelectorAll("[data-languages] [hreflang]");

for (const link of links) link.addEventListener("click", () => remember(link.hreflang));
if (document.querySelector("[data-front]") && !remembered()) follow();

function follow() {
  const wished = navigator.languages.map((language) => language.split("-")[0]);
  const found = wished.map((language) => [...links].find(({ hreflang }) => hreflang === language)).find(Boolean);
  if (!found) return;
  remember(found.hreflang);
  if (!found.hasAttribute("aria-current")) location.replace(found.href);
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return "nothing is kept here: it would be followed again and again";
  }
}

function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    /* storage is forbidden in some private windows */
  }
}
