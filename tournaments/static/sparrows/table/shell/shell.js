/* The page as an app of the tablet: its worker keeps it without network, a new version waits until nobody is typing,
   and the screen stays on. Browsers offer all of it to https pages and to this computer only; elsewhere the page works
   without. */

import { set, now } from "../stage.js";
import { hear, tell } from "../outbox/tabs.js";

const LOOK = 30 * 60 * 1000;
const WORKER = "/table/worker.js";
const policy = self.trustedTypes?.createPolicy("sparrows-shell", { createScriptURL: () => WORKER });

/** Say which version of the page this is. */
export const version = () => document.getElementById("table-app").dataset.version;

let registered = null;
let light = null;

/** Tell whether the worker answers for this page. */
export const isKept = () => Boolean(navigator.serviceWorker?.controller);

/** Let the worker keep this page, and watch for the next version of it; done when it answers for the page, or will not. */
export async function keepShell() {
  hear({ updated: () => location.reload() });
  if (!navigator.serviceWorker) return;
  registered = await navigator.serviceWorker.register(policy?.createScriptURL("") ?? WORKER, { scope: "/table/" }).catch(() => null);
  if (!registered) return;
  if (registered.installing) watch(registered.installing);
  registered.addEventListener("updatefound", () => watch(registered.installing));
  setInterval(lookForUpdate, LOOK);
  await answering(registered.installing);
  if (!registered.active) return;
  set({ offlineReady: true });
  isOther(registered.waiting ?? registered.active).then((other) => other && set({ update: true }));
}

/** Wait for a worker that comes to the page for the first time; it does not come if it could not fetch the page whole. */
const answering = (installing) => new Promise((resolve) => {
  if (isKept() || !installing) return resolve();
  navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  return installing.addEventListener("statechange", () => installing.state === "redundant" && resolve());
});

/** Ask whether the server has a newer page. */
export const lookForUpdate = () => registered?.update().catch(() => null); // no network: the next look will do

function watch(worker) {
  worker.addEventListener("statechange", async () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller && await isOther(worker)) set({ update: true });
  });
}

/** Tell whether a worker would give another version; the same in another language is none. */
const isOther = async (worker) => await ask(worker, "version") !== version();

function ask(worker, question) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(question, [port2]);
  return new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
}

/** Take the new version; asked for by a person, while no entry is open and nothing is unsent. */
export async function update() {
  await ask(registered.waiting ?? registered.active, "update");
  tell("updated");
  location.reload();
}

/** Take the page as the server writes it now: there is reason to know that it is another one. */
export async function takeNewPage() {
  await lookForUpdate();
  const worker = registered?.installing ?? registered?.waiting;
  if (!worker) return location.reload();
  if (worker.state === "installing") await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  return update();
}

/* ------------------------------------------------------------------ the screen, and the place on the home screen */
/** Keep the screen on while the page is looked at; browsers let go of it whenever the page is hidden. */
export function keepAwake() {
  document.addEventListener("visibilitychange", lightUp);
  document.addEventListener("pointerup", lightUp);
  lightUp();
}

async function lightUp() {
  if (!navigator.wakeLock || light || document.visibilityState !== "visible") return;
  try {
    light = await navigator.wakeLock.request("screen");
    light.addEventListener("release", () => {
      light = null;
      set({ awake: false });
    });
    set({ awake: true });
  } catch {
    if (now().awake) set({ awake: false }); // the battery is low: the system says no, and is asked again with the next touch
  }
}

/** Remember the browser's offer to install the page, for the button that takes it up. */
export function keepOffer() {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set({ offer: event });
  });
  addEventListener("appinstalled", () => set({ offer: null }));
}

export const installApp = () => now().offer.prompt();
