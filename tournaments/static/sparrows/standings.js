/* What a reader's browser adds to the standings: the own line, and for a moment what a live change has moved.

   Which line is the own one is known in this browser alone (localStorage, by event); nothing is sent, no cookie is set.
   The lines are those of the server: after each change (live:swapped) they are looked at anew. */

const part = document.getElementById("standings");
const KEY = "sparrows-mine";
const MARKED = 6_000; // as long as the animation "moved" of app.css

let before = lines();
dress();
part.addEventListener("live:swapped", () => {
  mark();
  dress();
});
part.addEventListener("click", onStar);

function lines() {
  return new Map([...part.querySelectorAll("[id^=player-]")].map((link) => [link.id, line(link.closest("tr"))]));
}

function line(row) {
  return { row, place: row.querySelector(".rank").firstChild.textContent.trim() };
}

function mark() {
  const now = lines();
  for (const [id, { row, place }] of now) {
    if (!before.has(id) || before.get(id).place === place) continue;
    row.classList.add("has-moved");
    setTimeout(() => row.classList.remove("has-moved"), MARKED);
  }
  before = now;
}

function dress() {
  const mine = kept()[part.dataset.event];
  for (const [id, { row }] of lines()) {
    const own = id === mine;
    row.classList.toggle("is-mine", own);
    const button = row.querySelector(".mine") ?? star(row, id);
    button.setAttribute("aria-pressed", String(own));
    button.textContent = own ? "★" : "☆";
  }
}

function star(row, id) {
  const button = document.createElement("button");
  const name = document.getElementById(id).textContent.trim();
  Object.assign(button, { type: "button", className: "mine no-print", title: part.dataset.wordMine });
  button.setAttribute("aria-label", `${part.dataset.wordMine}: ${name}`);
  button.id = `mine-${id}`;
  row.querySelector(".who").append(button);
  return button;
}

function onStar(event) {
  const button = event.target.closest(".mine");
  if (!button) return;
  const all = kept();
  const id = button.id.replace("mine-", "");
  if (all[part.dataset.event] === id) delete all[part.dataset.event];
  else all[part.dataset.event] = id;
  keep(all);
  dress();
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing, or what somebody else wrote there
  }
}

function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // not kept: the line is the own one until the page is left
  }
}
