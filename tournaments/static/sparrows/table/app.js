/* The table's page: what is drawn, what may be done, and how it begins. */

import * as api from "./outbox/api.js";
import { board } from "./board/board.js";
import { actions as confirmActions, beginReading, keepTelling, sayState } from "./sheet/confirming.js";
import { ask, askBrowser, beginBeating, hearNews, refresh } from "./shell/connection.js";
import { actions as correctActions } from "./entry/correcting.js";
import { announce, hearBeside, inHaste, show } from "./dom.js";
import { wake } from "./outbox/drainer.js";
import { actions as entryActions, enter } from "./entry/entering.js";
import { hurried, inTheWay, tableEntry } from "./entry/bar.js";
import { prepareEngine } from "./engine/engine.js";
import { drawHeader } from "./board/header.js";
import { hearHelp } from "./rules/help.js";
import { log } from "./board/log.js";
import { lookup } from "./rules/lookup.js";
import { noted, withAnswers } from "./model.js";
import { panel } from "./shell/panel.js";
import { previewAgain } from "./entry/previewing.js";
import { beginSending, discard, reload, save, sendAllAgain } from "./entry/saving.js";
import { applySettings, showTiles } from "./shell/settings.js";
import { sheetView } from "./sheet/sheet.js";
import { installApp, isKept, keepAwake, keepOffer, keepShell, update } from "./shell/shell.js";
import { guardTaps } from "./shell/taps.js";
import { now, raise, set, take } from "./stage.js";
import { openStore, store } from "./outbox/store.js";
import { unsentList } from "./board/unsent.js";
import { _, marked, ofDeal } from "./words.js";

const TICK = 1000;

const actions = {
  ...entryActions,
  ...confirmActions,
  ...correctActions,
  undo: () => (withAnswers(now()).canStepOut ? discard(now().open) : entryActions.undo()),
  unfoldNotices: (unfolded) => set({ unfolded }),
  goBeyond: () => set({ beyond: withAnswers(now()).table.next.deal }),
  mend: (key) => enter(now().deals.find((deal) => deal.key === key)),
  save,
  askDiscard: () => confirmDiscard(
    now().entry.now.supersedes
      ? marked("Delete this correction? Deal {deal} stays as it is recorded.")
      : marked("Delete everything entered for deal {deal}?"),
    now().entry.now,
  ),
  askDiscardDeal: (deal) => confirmDiscard(marked("Delete deal {deal}? It was never sent. Export it first."), deal),
  sendNow: wake,
  sendAgain: sendAllAgain,
  install: installApp,
  update,
  turn() {
    const turned = !now().turned;
    store.put("turned", turned);
    set({ turned });
  },
  askReferee,
  takeCallBack,
};

let keeping = true; // while the page's worker is on its way, which is to keep the engine, too

let drawn = null; // what was drawn last

function paint(model, hasty) {
  const full = withAnswers(model), before = drawn;
  drawn = full;
  if (hasty && full.draft && full.table) return drawInHaste(before, full);
  drawAll(full);
  return false;
}

/** Draw what the tap is seen by: of an entry that lies there already, only that. */
function drawInHaste(before, full) {
  if (!hurried(before, full, actions)) inHaste(() => show(document.getElementById("table-app"), tableEntry(full, actions)));
  return true;
}

function drawAll(full) {
  showTiles(full.table);
  drawHeader(full, actions);
  if (tabletDialog().open) showPanel(full);
  if (rulesDialog().open) showRules(full);
  if (!full.table) return;
  if (!keeping) prepareEngine(full.table.engine, previewAgain);
  show(document.getElementById("table-app"), (full.draft ? tableEntry : full.sheet ? sheetView : tableView)(full, actions));
  sayState(full);
  sayMeanwhile(full);
}

let overtaken = "";

/** Say aloud what happened to the table under an open entry, once. */
function sayMeanwhile(full) {
  const said = full.meanwhile ? inTheWay(full) : "";
  if (said && said !== overtaken) announce(said);
  overtaken = said;
}

const tableView = (full) => [board(full, actions), unsentList(full), log(full, actions)];

/** Bring a part that was just unfolded into view; it may lie below the fold. */
function reveal(event) {
  const part = event.target.closest?.("summary")?.parentElement;
  if (part) setTimeout(() => part.open && part.scrollIntoView({ block: "nearest" }));
}

/* ------------------------------------------------------------------ dialogs */
function confirmDiscard(question, { key, deal, outcome }) {
  const dialog = document.getElementById("discard-dialog");
  dialog.querySelector("[data-question]").textContent = ofDeal(question, { deal, outcome });
  dialog.onclose = () => dialog.returnValue === "yes" && discard(key);
  dialog.returnValue = "";
  dialog.showModal();
}

const tabletDialog = () => document.getElementById("tablet-dialog");
const showPanel = (full) => show(document.getElementById("tablet-panel"), panel(full, actions));

function hearTablet() {
  document.getElementById("tablet-open").addEventListener("click", () => {
    showPanel(withAnswers(now())); // before it opens: the focus goes to what is there by then
    tabletDialog().showModal();
  });
  tabletDialog().addEventListener("close", () => set({ exported: null }));
}

const rulesDialog = () => document.getElementById("rules-dialog");
const showRules = (full) => show(document.getElementById("rules-panel"), lookup(full));

function hearRules() {
  document.getElementById("rules-open").addEventListener("click", () => {
    showRules(withAnswers(now()));
    rulesDialog().showModal();
  });
}

/** Ask what the referee is called for; `reason` names the deal where it is about one. */
function askReferee(reason = "") {
  const dialog = document.getElementById("referee-dialog");
  dialog.dataset.about = reason;
  dialog.querySelector("input").value = reason;
  dialog.returnValue = ""; // Escape must not say again what the last one said
  dialog.showModal();
}

/** Take back that the referee was called; one who answered meanwhile has answered. */
async function takeCallBack() {
  const { status } = await api.callBack();
  if (status !== 200) set({ notice: noted(now(), "warning", _("No server right now: the call still stands."), { called: true }) });
  return refresh();
}

/** Join what the call is about with what a chip says; a sentence about a dispute is not said twice. */
function reasonOf(about, chip) {
  const said = chip.textContent.trim();
  if (!about.endsWith(".")) return [about, said].filter(Boolean).join(": ");
  return chip.dataset.reason === "disputed" ? about : `${about} ${said}`;
}

function hearReferee() {
  const dialog = document.getElementById("referee-dialog");
  for (const chip of dialog.querySelectorAll("[data-reason]")) {
    chip.addEventListener("click", () => { dialog.querySelector("input").value = reasonOf(dialog.dataset.about, chip); });
  }
  dialog.addEventListener("close", async () => {
    if (dialog.returnValue !== "yes") return;
    const { status, body } = await api.call(dialog.querySelector("input").value);
    if (status === 200) return refresh();
    if (status >= 400 && status < 500 && status !== 401 && body?.code) { // the server heard it and will not
      set({ notice: noted(now(), "warning", body.message) });
      return refresh();
    }
    set({ connection: status === 401 ? "unpaired" : "lost", notice: noted(now(), "warning", _("No server right now: the referee was not called. Wave, or try again."), { called: false }) });
  });
}

/* ------------------------------------------------------------------ start */
async function start() {
  const question = ask(); // the server thinks while the store opens
  applySettings();
  await openStore();
  const [known, turned, left, agreed] = await Promise.all(["table", "turned", "left", "agreed"].map(store.get));
  take({ ...known, lasting: store.lasting, turned: Boolean(turned), left: left ?? [], agreed: agreed ?? null });
  raise(paint);
  guardTaps();
  hearReferee();
  hearTablet();
  hearRules();
  hearHelp();
  hearBeside();
  document.getElementById("table-app").addEventListener("click", reveal);
  askBrowser();
  keepAwake();
  keepOffer();
  await reload();
  resume();
  beginSending();
  beginBeating();
  beginTicking();
  beginReading();
  keepTelling();
  const answered = refresh(question);
  if (!isKept()) await answered; // to keep the page is to ask for every file once more
  keep();
  await answered;
  hearNews();
  if (!now().open) resume();
}

async function keep() {
  await keepShell();
  keeping = false;
  set({});
}

/** Draw again whenever the clock of the round says something else. */
function beginTicking() {
  const face = () => JSON.stringify(withAnswers(now()).clock);
  let shown = face();
  setInterval(() => {
    if (face() === shown) return;
    shown = face();
    set({});
  }, TICK);
}

/** Go on where the page was left: an entry that somebody has to finish is opened. */
function resume() {
  const [deal] = withAnswers(now()).toFinish;
  if (deal) enter(deal);
}

start();
