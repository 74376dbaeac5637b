/* Keep parts of a page fresh without a reload.

   <section id="standings" data-live="/live/7" data-fragment="/c/7/standings/fragment" data-revision="42"
            data-announce="Standings updated">
   data-fragment is fetched again (with If-None-Match) when the stream at data-live tells of another revision, and every
   data-every seconds (30 unless told) while the stream is silent or missing. A message is JSON with "revision", and with
   "beside" where a final of the event changed, whose news the page tells, too.
   Staff pages have no stream: they ask the small address data-pulse every second, which answers with such a message,
   and look anew every data-every seconds, too, for what no revision tells (how long ago a tablet was seen).
   What is true until a moment only is in [data-until] and says [data-over] afterwards: no revision tells that time has passed.
   What has data-late is not in the page yet and is looked for at once.
   [data-live-pause="standings"] pauses, [data-live-status="standings"] tells the state in its data-word-* words. */

const ANNOUNCE_EVERY = 30_000;
const SPREAD = 800; // a hall of phones must not ask in the same millisecond
const POLL = 30_000;
const KEPT_READY = 1_500; // what is kept ready may be as old, where no revision tells that it is (a final changed)
const BEAT = 1_000;
const HELD = 2_000; // a finger that is lifted outside the window is never seen to be lifted

const policy = window.trustedTypes?.createPolicy("sparrows-fragment", { createHTML: (text) => text });
const parts = [...document.querySelectorAll("[data-fragment]")].map(watch);
const streams = new Map();
const announcer = createAnnouncer();

for (const part of parts) {
  listen(part);
  if ("late" in part.element.dataset) refresh(part);
  part.timer = setInterval(() => (part.streaming && !part.pulse) || refresh(part), part.every);
}
hearFingers();
passed();
setInterval(passed, BEAT);
document.addEventListener("visibilitychange", onVisibility);
document.addEventListener("click", onPause);

function watch(element) {
  return {
    element,
    url: element.dataset.fragment,
    stream: element.dataset.live,
    pulse: element.dataset.pulse,
    every: Number(element.dataset.every) * 1000 || POLL,
    revision: element.dataset.revision ?? null,
    etag: null,
    paused: false,
    streaming: false,
    waiting: false,
    busy: false,
    again: false,
    told: false,
  };
}

function passed() {
  for (const told of document.querySelectorAll("[data-until]")) {
    if (Date.now() < Date.parse(told.dataset.until)) continue;
    told.textContent = told.dataset.over;
    delete told.dataset.until;
  }
}

function listen(part) {
  show(part);
  if (part.pulse) beat(part);
  if (!part.stream || !("EventSource" in window)) return;
  if (!streams.has(part.stream)) streams.set(part.stream, connect(part.stream));
}

async function beat(part) {
  await ask(part); // also behind another tab, whose title counts what waits
  setTimeout(beat, BEAT, part); // after the answer: a slow server is not asked twice at once
}

async function ask(part) {
  try {
    const response = await fetch(part.pulse, { credentials: "same-origin", cache: "no-store" });
    if (response.ok !== part.streaming) setStreaming(part, response.ok);
    if (response.ok) told(part, String((await response.json()).revision), 0);
  } catch {
    if (part.streaming) setStreaming(part, false); // no network: the next beat asks again
  }
}

function connect(url) {
  const source = new EventSource(url);
  const own = () => parts.filter((part) => part.stream === url);
  source.addEventListener("open", () => own().forEach((part) => setStreaming(part, true)));
  source.addEventListener("error", () => own().forEach((part) => setStreaming(part, false)));
  source.addEventListener("message", (event) => own().forEach((part) => heard(part, newsIn(event))));
  return source;
}

function newsIn(event) {
  try {
    const { revision, beside } = JSON.parse(event.data);
    return { revision: String(revision ?? ""), beside };
  } catch {
    return { revision: "" }; // a message that is not ours is a reason to look, never a reason to stop
  }
}

function heard(part, { revision, beside }) {
  if (beside) setTimeout(told, KEPT_READY, part, "");
  if (!beside || revision !== part.revision) told(part, revision);
}

function setStreaming(part, streaming) {
  const missed = streaming && part.everStreamed; // the line was cut: something may have happened meanwhile
  part.everStreamed ||= streaming;
  part.streaming = streaming;
  show(part);
  if (missed) refresh(part);
}

function told(part, revision, spread = SPREAD) {
  if (revision && revision === part.revision) return;
  part.revision = revision || part.revision;
  part.told = true;
  setTimeout(() => refresh(part), Math.random() * spread);
}

async function refresh(part) {
  if (part.paused || (document.hidden && !part.pulse)) {
    part.waiting = true;
    return;
  }
  if (part.busy) {
    part.again = true;
    return;
  }
  part.busy = true;
  try {
    await load(part);
  } catch {
    part.waiting = false; // no network: the timer or the stream's return asks again
  }
  part.busy = false;
  if (part.again) {
    part.again = false;
    refresh(part);
  }
}

async function load(part) {
  const headers = part.etag ? { "If-None-Match": part.etag } : {};
  if (part.revision) headers["Sparrows-Revision"] = part.revision; // what is kept ready may be half a second behind
  const response = await fetch(part.url, { headers, credentials: "same-origin", cache: "no-store" });
  part.waiting = false;
  if (response.status === 304 || !response.ok) return;
  const text = await response.text();
  await lifted();
  const before = wordsIn(part.element); // the first look may bring what the page shows already, or news
  const news = part.etag || part.told;
  part.etag = response.headers.get("ETag");
  swap(part.element, text);
  if (news || wordsIn(part.element) !== before) announcer.say(part.element.dataset.announce);
  part.element.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
}

const wordsIn = (element) => element.textContent.replace(/\s+/g, " ").trim();

function swap(element, text) {
  const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
  const open = [...element.querySelectorAll("details[open][id]")].map((details) => details.id);
  const fresh = document.createElement("template");
  fresh.innerHTML = policy ? policy.createHTML(text) : text;
  element.replaceChildren(fresh.content);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function onVisibility() {
  if (document.hidden) return;
  for (const part of parts) if (part.waiting || !part.streaming) refresh(part);
}

function onPause(event) {
  const button = event.target.closest("[data-live-pause]");
  const part = button && parts.find(({ element }) => element.id === button.dataset.livePause);
  if (!part) return;
  part.paused = !part.paused;
  button.setAttribute("aria-pressed", String(part.paused));
  show(part);
  if (!part.paused) refresh(part);
}

function show(part) {
  const id = CSS.escape(part.element.id);
  const state = part.paused ? "paused" : part.streaming ? "live" : "polling";
  for (const status of document.querySelectorAll(`[data-live-status="${id}"]`)) {
    status.hidden = false;
    status.dataset.state = state;
    status.textContent = status.getAttribute(`data-word-${state}`) ?? state;
  }
  for (const button of document.querySelectorAll(`[data-live-pause="${id}"]`)) button.hidden = false;
}

function createAnnouncer() {
  const region = document.createElement("div");
  region.className = "visually-hidden";
  region.setAttribute("role", "status");
  document.body.append(region);
  let last = 0;
  let timer = 0;
  const speak = (sentence) => {
    last = Date.now();
    timer = 0;
    region.textContent = "";
    requestAnimationFrame(() => (region.textContent = sentence));
  };
  return {
    say(sentence) {
      if (!sentence || timer) return;
      timer = setTimeout(speak, Math.max(0, last + ANNOUNCE_EVERY - Date.now()), sentence);
    },
  };
}

/* ------------------------------------------------------------------ fingers */
const fingers = new Set();
const held = [];

/** Wait until no finger is down: a button that is exchanged under one never hears its click. */
const lifted = () => fingers.size && new Promise((go) => {
  held.push(go);
  setTimeout(go, HELD);
});

function lift({ pointerId }) {
  fingers.delete(pointerId);
  if (!fingers.size) for (const go of held.splice(0)) go();
}

function hearFingers() {
  addEventListener("pointerdown", ({ pointerId }) => fingers.add(pointerId), true);
  for (const up of ["pointerup", "pointercancel"]) {
    addEventListener(up, (event) => setTimeout(lift, 0, event), true); // its click comes first
  }
}
