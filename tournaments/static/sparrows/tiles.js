/* The faces of the tiles in this browser: its reader's choice, else what the system asks for, else those of the club, as the
   server drew them. As light and dark, a choice is for all pages and stays in localStorage. What draws tiles by itself finds it
   in the page's `data-faces`, and hears `faces` when it changes. */

const KEY = "sparrows-tiles";
const control = document.querySelector("[data-tile-faces]");
const chooser = control.querySelector("select");
const sprites = new Map([...chooser.options].map(({ value, dataset }) => [value, dataset.sprite]));
const contrast = matchMedia("(prefers-contrast: more), (forced-colors: active)");
const TILES = ".tile:not([data-own-faces] *)"; // samples of each style stay as they are
const page = document.documentElement;

let chosen = remembered();

function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage is forbidden in some private windows: the choice then lasts for this page
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    /* as above */
  }
}

/** Draw the tiles that are there in the faces that are wanted. */
function draw() {
  const style = chosen || (contrast.matches ? "contrast" : "");
  tell(style);
  for (const use of document.querySelectorAll(`${TILES} use`)) {
    use.dataset.club ??= use.getAttribute("href");
    const [sprite, symbol] = use.dataset.club.split("#");
    use.setAttribute("href", `${sprites.get(style) ?? sprite}#${symbol}`);
  }
  chooser.value = chosen;
  control.hidden = !document.querySelector(TILES);
}

function tell(style) {
  if (page.dataset.faces === style) return;
  page.dataset.faces = style;
  document.dispatchEvent(new Event("faces"));
}

draw();
new MutationObserver(draw).observe(document.getElementById("main"), { childList: true, subtree: true });
contrast.addEventListener("change", draw);
chooser.addEventListener("change", () => {
  chosen = chooser.value;
  remember();
  draw();
});
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  chosen = remembered();
  draw();
});
