/* The service worker of the table's page: it keeps the shell (page, modules, styles, tiles), and never an answer of the API.

   The server puts `SHELL` before this text: {version, language, page, files, later, under}. A page that is open goes on with the
   version it began with, through restarts too, until somebody agrees to the new one: which version that is, is kept under
   PINNED. What is loaded later, the engine with its Python, is kept as it comes; its names change with its content. */

/* global SHELL */

const PREFIX = "sparrows-shell-";
const MINE = `${PREFIX}${SHELL.version}-${SHELL.language}`; // the language is no part of the version, but the page is in it
const PINNED = "sparrows-pinned";
const LATER = "sparrows-later";

/** Fetch the whole new shell past every cache, or nothing of it: half a shell would be worse than the old one. */
async function install() {
  const shelf = await caches.open(MINE);
  try {
    await shelf.addAll([SHELL.page, ...SHELL.files].map((file) => new Request(file, { cache: "reload" })));
    const page = await (await shelf.match(SHELL.page)).text();
    const isMine = [`data-version="${SHELL.version}"`, `<html lang="${SHELL.language}"`].every((part) => page.includes(part));
    if (!isMine) throw new Error("the page is of another version or language than this worker");
  } catch (fault) {
    await caches.delete(MINE);
    throw fault;
  }
}

let read = null; // seventy files begin a page: what they are answered from is read once

/** Give the name of the shelf of the version that is agreed to. */
const pinned = () => (read ??= readPinned());

async function readPinned() {
  const kept = await caches.match(SHELL.page, { cacheName: PINNED });
  return kept ? kept.text() : null;
}

async function pin() {
  await (await caches.open(PINNED)).put(SHELL.page, new Response(MINE));
  read = null;
  await sweep();
}

/** Throw away what neither the page nor this worker needs. */
async function sweep() {
  const needed = [MINE, PINNED, await pinned()];
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && !needed.includes(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Keep what is loaded later when it is first asked for, in place of an older one of its kind. */
async function later(request, path) {
  const shelf = await caches.open(LATER);
  const kept = await shelf.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(path, answer.clone()).then(() => tidy(shelf, path)).catch(() => null); // a full disk
  return answer;
}

async function tidy(shelf, path) {
  const stale = (other) => other !== path && (isArchive(other) ? isArchive(path) : !isLater(other));
  const old = (await shelf.keys()).filter((request) => stale(new URL(request.url).pathname));
  await Promise.all(old.map((request) => shelf.delete(request)));
}

const isArchive = (path) => path.endsWith(".zip") && !path.startsWith(SHELL.under);
const isLater = (path) => SHELL.later.some((folder) => path.startsWith(folder));

async function activate() {
  const name = await pinned();
  if (name && await caches.has(name)) await sweep();
  else await pin(); // the first of all versions asks nobody
  await self.clients.claim();
}

/** Answer from the shell that the page began with; what is not in it comes from the server. */
async function answer(request, key) {
  return await fromShelf(key) || await fromShelf(key, readPinned()) || fetch(request);
}

/** Look on the shelf; another worker may have agreed to its own since the name was read. */
async function fromShelf(key, named = pinned()) {
  const name = await named;
  return name && caches.match(key, { cacheName: name });
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const path = url.pathname;
  if (path === SHELL.page) event.respondWith(answer(request, path));
  else if (SHELL.files.includes(path)) event.respondWith(answer(request, path));
  else if (isLater(path)) event.respondWith(later(request, path));
  else if (path.startsWith(SHELL.under)) event.respondWith(answer(request, path));
});

/** "version" asks which shell this worker would give; "update" takes it: the page has asked the people. */
self.addEventListener("message", (event) => {
  const [port] = event.ports;
  if (event.data === "version") port.postMessage(SHELL.version);
  if (event.data === "update") event.waitUntil(pin().then(() => self.skipWaiting()).then(() => port.postMessage("taken")));
});
