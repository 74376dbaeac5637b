/* What is left of a round, on pages that are looked at for long: [data-round-clock] with the end in data-ends, since when the
   clock stands still in data-paused, and where the rounds are told of in data-source.

   The time is the server's: how far this device's clock is off is taken from the Date of the answers. */

const LOOK = 60_000;
const SPREAD = 5_000; // a hall of phones must not ask in the same second
const MINUTE = 60_000;
const SOON = 10; // minutes

let offset = 0;

const clocks = () => document.querySelectorAll("[data-round-clock]");

function tell(clock) {
  const { ends, paused, wordLeft, wordOver, wordPaused } = clock.dataset;
  const minutes = Math.ceil((Date.parse(ends) - (paused ? Date.parse(paused) : Date.now() + offset)) / MINUTE);
  clock.dataset.state = paused ? "paused" : minutes <= 0 ? "over" : minutes <= SOON ? "soon" : "left";
  const word = paused ? wordPaused : minutes > 0 ? wordLeft : wordOver;
  const said = word.replace("{minutes}", minutes), face = clock.querySelector("[data-face]");
  if (face.textContent !== said) face.textContent = said;
  clock.querySelector("[data-ends-at]")?.removeAttribute("hidden"); // until now the face said the end itself
}

const tellAll = () => clocks().forEach(tell);

/** Ask when the rounds end now; the board, drawn anew at every change, asks for the server's time alone. */
async function look() {
  const [clock] = clocks();
  if (!clock || document.hidden) return;
  const answer = await fetch(clock.dataset.source, { cache: "no-store" }).catch(() => null);
  if (!answer) return;
  const now = Date.parse(answer.headers.get("Date"));
  if (now) offset = now - Date.now();
  if (answer.ok) adopt((await answer.json()).results ?? []);
  tellAll();
}

function adopt(rounds) {
  for (const clock of clocks()) {
    const round = rounds.find(({ number }) => String(number) === clock.dataset.roundClock);
    if (round?.ends_at) Object.assign(clock.dataset, { ends: round.ends_at, paused: round.paused_at ?? "" });
  }
}

tellAll();
look();
setInterval(tellAll, 1000);
setInterval(() => setTimeout(look, Math.random() * SPREAD), LOOK);
document.addEventListener("visibilitychange", look);
