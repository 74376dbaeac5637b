/* The table's page: one model, one place that draws it, and the actions that change it. */

import * as api from "./api.js";
import { board } from "./board.js";
import { newKey } from "./canonical.js";
import * as declared from "./declaration.js";
import { announce, button, el, icon, show } from "./dom.js";
import { openStore } from "./draft-store.js";
import { entryView, lackSentence } from "./entry.js";
import * as history from "./history.js";
import { log } from "./log.js";
import { changed, emptyModel, looking, shownFaults, withAnswers } from "./model.js";
import { deliver } from "./sender.js";
import { say } from "./words.js";

const BEAT = 20000;
const QUIET = 250; // milliseconds without a change before the server is asked for a preview
const VERSION = "1";

let model = emptyModel();
let store = null;
let asking = null;
let quiet = null;
let saving = false;
let pressed = false;
let late = false;
let due = false;

/* ------------------------------------------------------------------ drawing */
function set(changes) {
  model = { ...model, ...changes };
  draw();
}

/** A button that is exchanged under a finger never hears its click: while one is down, drawing waits. */
function watchFingers() {
  const lifted = () => {
    pressed = false;
    if (late) draw();
  };
  addEventListener("pointerdown", () => { pressed = true; }, true);
  addEventListener("click", () => { pressed = false; }, true);
  addEventListener("pointerup", () => setTimeout(lifted), true);
  addEventListener("pointercancel", () => setTimeout(lifted), true);
}

/** Draw once for all that one tap changes. */
function draw() {
  if (due) return;
  due = true;
  queueMicrotask(paint);
}

function paint() {
  due = false;
  late = pressed;
  if (pressed) return;
  const full = withAnswers(model);
  drawHeader(full);
  show(document.getElementById("notices"), notices(full));
  if (full.table) show(document.getElementById("table-app"), full.draft && !full.pending ? entryView(full, actions) : tableView(full));
}

const tableView = (full) => [board(full, actions), log(full)];

function drawHeader(full) {
  const { table, pending, connection } = full;
  show(document.getElementById("table-title"), table ? title(table) : []);
  const [state, mark, sentence] = chip(table, pending, connection, full.draft);
  const place = document.getElementById("connection");
  place.dataset.state = state;
  show(place, icon(mark), el("span", {}, sentence));
}

const title = (table) => [
  el("span", {}, say("table", { table: table.table })),
  table.round ? el("span", { class: "table-round" }, say("round", { round: table.round.number })) : null,
];

function chip(table, pending, connection, draft) {
  if (connection === "unpaired") return ["held", "warning", say("unpaired")];
  if (pending) return connection === "lost" ? ["waiting", "waiting", say("tablet_saved")] : ["waiting", "waiting", say("sending", { deal: pending.deal })];
  if (connection === "loading") return ["", "refresh", say("loading")];
  if (connection === "lost") return ["waiting", "waiting", say("no_server")];
  if (table?.held.some((one) => !one.ruling)) return ["held", "flag", say("needs_referee")];
  return draft ? ["", "saved", say("draft_kept")] : ["", "saved", say("server_saved")];
}

function notices({ connection, pending, notice, lasting, table }) {
  return [
    connection === "unpaired" ? message("error", [say("unpaired_text"), " ", el("a", { href: "/pair/" }, say("pair_again"))]) : null,
    connection === "lost" && pending ? message("warning", say("offline_text", { deal: pending.deal })) : null,
    connection === "lost" && !pending && table ? message("warning", say("last_known")) : null,
    lasting ? null : message("warning", say("storage_broken")),
    notice ? message(notice.level, notice.sentence) : null,
  ];
}

const MARKS = { success: "check", info: "info", warning: "warning", error: "error" };
const message = (level, sentence) =>
  el("div", { class: `message message-${level}`, role: level === "error" ? "alert" : "status" },
    icon(MARKS[level]), el("div", {}, sentence));

/* ------------------------------------------------------------------ the entry */
function enter(entry, seat) {
  model = looking({ ...model, entry, preview: null, penalty: null, notice: null, faults: [], refusal: "" }, seat);
  keep();
  draw();
  askPreview();
  scrollTo(0, 0);
}

/** Take the next draft: kept on the tablet first thing, then worked out by the server. */
function change(next) {
  const before = model.entry.now;
  model = changed(model, next(before, model.seat));
  if (model.entry.now === before) return;
  keep();
  draw();
  askPreview();
}

const keep = () => store.put("entry", model.entry);

const actions = {
  begin(outcome, winner) {
    const draft = declared.openDraft(model.table, newKey());
    const begun = { win: () => declared.chooseWinner(draft, winner), draw: () => declared.chooseDraw(draft), ended: () => declared.chooseEnded(draft) };
    enter(history.begin(begun[outcome]()), winner ?? model.table.next.east);
  },
  change,
  chooseHow(how) {
    document.getElementById("how").open = false;
    change((draft) => declared.chooseHow(draft, how));
    queueMicrotask(() => document.querySelector("#how summary").focus());
  },
  decideAgain: () => change((draft) => ({ ...draft, from: null, how: null })),
  chooseSeat: (seat) => {
    model = looking(model, seat);
    draw();
  },
  chooseKind: (kind, sticky = false) => set({ kind, sticky, warning: "" }),
  lay(kind, tile) {
    change((draft, seat) => declared.addGroup(draft, seat, kind, tile));
    const next = model.sticky ? model.kind : declared.nextKind(model.entry.now, model.seat, model.kind);
    model = { ...model, kind: next, roving: tile };
    count();
    draw();
  },
  layShape(shape, suit) {
    if (model.entry.now.hands[model.seat].groups.length) return;
    change((draft, seat) => declared.addShape(draft, seat, shape, suit));
    set({ kind: "single" });
    count();
  },
  rove: (tile) => { model = { ...model, roving: tile }; },
  warn: (sentence) => set({ warning: sentence }),
  undo() {
    if (!history.canUndo(model.entry)) return;
    model = { ...model, entry: history.undo(model.entry), faults: [], refusal: "", warning: "" };
    keep();
    draw();
    askPreview();
  },
  draftPenalty: (penalty) => set({ penalty }),
  addPenalty() {
    const { penalty } = model;
    model = { ...model, penalty: null };
    change((draft) => declared.addEvent(draft, penalty));
  },
  confirmCannon: (offender) => change((draft) => declared.addEvent(draft, { code: "cannon", offender })),
  askDiscard: () => confirmDialog("discard-dialog", say("discard_sure", { deal: model.entry.now.deal }), discard),
  save,
  turn() {
    const turned = !model.turned;
    store.put("turned", turned);
    set({ turned });
  },
  askReferee: () => document.getElementById("referee-dialog").showModal(),
};

function count() {
  const full = withAnswers(model);
  announce(say("count_long", {
    name: full.name(full.seat), count: declared.size(full.draft.hands[full.seat]), target: declared.target(full.draft, full.seat),
  }));
}

async function discard() {
  await store.remove("entry");
  set({ entry: null, preview: null, faults: [], refusal: "", warning: "" });
}

/* ------------------------------------------------------------------ preview */
function askPreview() {
  clearTimeout(quiet);
  asking?.abort();
  const full = withAnswers(model);
  if (!worthAsking(full)) return set({ preview: null });
  set({ preview: { ...model.preview, state: "asking" } });
  quiet = setTimeout(() => showPreview(full), QUIET);
}

const worthAsking = ({ draft, level }) =>
  draft.outcome !== "win" || (draft.from && declared.isComplete(draft, draft.winner, level));

async function showPreview({ draft, level, table }) {
  asking = new AbortController();
  const mine = asking;
  const body = { ...declared.declaration(draft, level, table.rules), deal: draft.deal };
  const answer = await api.preview(body, mine.signal);
  if (mine.signal.aborted || model.entry?.now !== draft) return;
  if (answer.status === 200) return set({ preview: { state: "", ...answer.body }, faults: [] });
  if (answer.status !== 422) return set({ preview: { ...model.preview, net: null, state: "offline" } });
  const complete = Object.keys(body.hands);
  const { values = {}, lines } = answer.body;
  set({ preview: { state: "", values, lines }, faults: shownFaults(answer.body.errors ?? [], complete) });
}

/* ------------------------------------------------------------------ saving and sending */
async function save() {
  if (model.entry.now.sending || saving) return; // the second tap of a double tap comes before the disk answers
  const full = withAnswers(model);
  const [lack] = full.lacks();
  if (lack) return lacking(lack, full);
  const expected = full.preview?.state === "" ? full.preview.net ?? null : null;
  const at = new Date().toISOString();
  const sending = declared.submission(full.draft, full.level, full.table.rules, { expected, at });
  const entry = history.replaceNow(model.entry, { ...full.draft, sending });
  saving = true;
  await store.put("entry", entry);
  saving = false;
  model = { ...model, entry };
  send();
}

function lacking(lack, full) {
  const sentence = lackSentence(lack, full);
  announce(sentence);
  if (lack.seat && lack.seat !== model.seat) model = looking(model, lack.seat);
  set({ warning: sentence });
}

async function send() {
  const body = model.entry.now.sending;
  set({ pending: { deal: body.deal }, notice: null, warning: "" });
  const answer = await deliver(body, (state) => set({ connection: state === "waiting" ? "lost" : model.connection === "lost" ? "lost" : "there" }));
  if (answer.kind === "receipt") return received(answer.receipt);
  if (answer.kind === "unpaired") return set({ connection: "unpaired" });
  return refused(answer.refusal);
}

async function received(receipt) {
  await store.put(`receipt-${receipt.key}`, receipt);
  await store.remove("entry");
  const level = receipt.status === "held" ? "warning" : "success";
  const sentence = say(receipt.status, receipt);
  announce(sentence);
  set({ entry: null, pending: null, preview: null, faults: [], connection: "there", notice: { level, sentence } });
  await refresh();
}

/** Give the entry back as it was typed, with every sentence beside the seat it concerns. */
async function refused(refusal) {
  const entry = history.replaceNow(model.entry, { ...model.entry.now, sending: null });
  await store.put("entry", entry);
  const seat = refusal.errors.find((fault) => fault.seat)?.seat ?? model.seat;
  model = looking({ ...model, entry, pending: null, connection: "there" }, seat);
  set({ faults: refusal.errors, refusal: refusal.message });
  queueMicrotask(() => document.getElementById("faults")?.focus());
}

/* ------------------------------------------------------------------ the table as the server knows it */
async function refresh() {
  const { status, body } = await api.getTable();
  if (status === 200 && body?.protocol) return believed(body);
  if (status === 401) return set({ connection: "unpaired" });
  set({ connection: "lost" });
}

async function believed(body) {
  const table = { ...body, offset: Date.parse(body.server_time) - Date.now() };
  set({ table, connection: "there" });
  await store.put("table", table);
}

/** Tell the server that the tablet lives; look again if anything changed there. */
async function beat() {
  if (document.visibilityState !== "visible") return;
  const unsent = model.entry?.now.sending ? 1 : 0;
  const { status, body } = await api.heartbeat({ unsent, version: VERSION, persisted: await isPersisted() });
  if (status === 401) return set({ connection: "unpaired" });
  if (status !== 200) return set({ connection: "lost" });
  const seen = model.table?.competition.revision;
  if (model.connection !== "there" || body.revision !== seen || model.table?.call || !model.table?.round) await refresh();
}

/** Bring a part that was just unfolded into view; it may lie below the fold. */
function reveal(event) {
  const part = event.target.closest?.("summary")?.parentElement;
  if (part) setTimeout(() => part.open && part.scrollIntoView({ block: "nearest" }));
}

const isPersisted = async () => (await navigator.storage?.persisted?.()) ?? null;

/* ------------------------------------------------------------------ dialogs */
function confirmDialog(id, question, agreed) {
  const dialog = document.getElementById(id);
  dialog.querySelector("[data-question]").textContent = question;
  dialog.onclose = () => dialog.returnValue === "yes" && agreed();
  dialog.returnValue = "";
  dialog.showModal();
}

function hearReferee() {
  const dialog = document.getElementById("referee-dialog");
  for (const chip of dialog.querySelectorAll("[data-reason]")) {
    chip.addEventListener("click", () => { dialog.querySelector("input").value = chip.textContent.trim(); });
  }
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue !== "yes") return;
    const { status } = await api.call(dialog.querySelector("input").value);
    if (status === 200) await refresh();
    else set({ connection: status === 401 ? "unpaired" : "lost" });
  });
}

/* ------------------------------------------------------------------ start */
async function start() {
  store = await openStore();
  const [entry, table, turned] = await Promise.all([store.get("entry"), store.get("table"), store.get("turned")]);
  model = { ...model, lasting: store.lasting, turned: Boolean(turned), table: table ?? null };
  hearReferee();
  document.getElementById("table-app").addEventListener("click", reveal);
  watchFingers();
  await refresh();
  if (entry && model.table?.round) resume(entry);
  draw();
  setInterval(beat, BEAT);
  document.addEventListener("visibilitychange", beat);
  addEventListener("online", beat);
  navigator.storage?.persist?.();
}

/** Go on where the page was left: a saved deal is sent, an open entry is opened. */
function resume(entry) {
  model = { ...model, entry };
  if (entry.now.sending) return send();
  model = looking(model, entry.now.winner ?? "E");
  return askPreview();
}

start();
