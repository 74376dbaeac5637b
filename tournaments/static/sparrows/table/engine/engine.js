/* What a deal comes to, worked out on the tablet: the server's own engine, asked in the server's own words.

   It is loaded once the table has been shown for a while, and not where that costs somebody money or a small tablet its
   memory. Until then nothing is answered here; where it cannot be loaded, the preview needs the server. */

import { advance } from "../deal/rotation.js";
import { engineWords } from "../words.js";

const LATER = 2000; // milliseconds for the table itself, before the engine begins to load
const LEAST_MEMORY = 2; // gigabytes, as far as a browser tells

const policy = self.trustedTypes?.createPolicy("sparrows-engine", { createScriptURL: ours });

let worker = null;
let loading = null; // the name of the engine that is wanted
let ready = null; // and of the one that answers
let failed = false; // none can be loaded here
let questions = 0;
const asked = new Map();

/** Load the engine that the server counts with, once the browser has nothing better to do; `then` hears of it. */
export function prepareEngine(name, then) {
  const { pyodide } = page();
  if (loading === name || !pyodide || !affordable()) return;
  loading = name;
  failed = false;
  giveUp();
  setTimeout(() => (self.requestIdleCallback ?? setTimeout)(() => loading === name && begin(name, then)), LATER);
}

async function begin(name, then) {
  const { pyodide, engine, worker: script } = page();
  worker = new Worker(policy ? policy.createScriptURL(script) : script, { type: "module" });
  worker.onmessage = ({ data }) => answer(data);
  worker.onerror = giveUp;
  const { fault } = await put({ parts: { pyodide: absolute(pyodide), engine: absolute(engine.replace("NAME", name)) } });
  if (loading !== name) return;
  if (fault) {
    failed = true;
    giveUp();
    return then();
  }
  ready = name;
  page().scores = "here";
  then();
}

/** Tell whether an engine is still on its way: after the page began it takes a while, longer on a slow tablet. */
export const isOnItsWay = () => Boolean(page().pyodide) && affordable() && !failed && !ready;

const page = () => document.getElementById("table-app").dataset;
const absolute = (address) => new URL(address, location.href).href;

/** Let scripts of this site only become a thread's. */
function ours(address) {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError(address);
  return address;
}

/** Tell whether 7 MB and the memory for a Python are to be had without asking. */
function affordable() {
  const { saveData, type } = navigator.connection ?? {};
  return Boolean(self.Worker && self.WebAssembly) && !saveData && type !== "cellular" &&
    (navigator.deviceMemory ?? LEAST_MEMORY) >= LEAST_MEMORY;
}

function put(question) {
  questions += 1;
  worker.postMessage({ id: questions, ...question });
  return new Promise((resolve) => { asked.set(questions, resolve); });
}

function answer({ id, ...found }) {
  asked.get(id)?.(found);
  asked.delete(id);
}

/** Without an engine every question is answered by none; the page goes on with the server's. */
function giveUp() {
  worker?.terminate();
  worker = ready = null;
  delete page().scores;
  for (const resolve of asked.values()) resolve({ fault: "gone" });
  asked.clear();
}

/** Work a declaration out; resolves to {status, body} as the server's, or to null where that cannot be done here. */
export async function reckonHere(server, { table, draft, level }, body) {
  if (ready !== table.engine || table.next?.deal !== draft.deal) return null;
  const found = await put({ asked: {
    rules: table.rules, level, at: table.next, body, mahjongs: table.mahjongs,
    names: Object.fromEntries(table.seats.map(({ seat, name }) => [seat, name])), unsent: waiting(server, table), said: engineWords(),
  } });
  return found.answer ?? null;
}

/** List the deals of this table that wait here, each with its place: a special hand may be forbidden by them. */
function waiting(server, { unsent = [], rules, round, table }) {
  let at = server.next && { ...server.next, counted: server.next.counted ?? 0 };
  const placed = [];
  for (const { deal, body } of unsent) {
    if (!at || deal !== at.deal || !body) break;
    placed.push({ at, body, place: [round.number, table, deal] });
    at = advance(at, body, rules.rotation);
  }
  return placed;
}
