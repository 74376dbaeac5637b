/* The table's page: what is drawn, what may be done, and how it begins. */

import * as api from "./api.js";
import { board } from "./board.js";
import { beginBeating, refresh } from "./connection.js";
import { show } from "./dom.js";
import { actions as entryActions, enter } from "./entering.js";
import { entryView } from "./entry.js";
import { prepareEngine } from "./engine.js";
import { drawHeader } from "./header.js";
import { log } from "./log.js";
import { withAnswers } from "./model.js";
import { beginSending, discard, reload, save } from "./saving.js";
import { previewAgain } from "./previewing.js";
import { now, raise, set, take } from "./stage.js";
import { openStore, store } from "./store.js";
import { unsentList } from "./unsent.js";
import { say } from "./words.js";

const actions = {
  ...entryActions,
  mend: enter,
  save,
  askDiscard: () => confirmDialog("discard-dialog", say("discard_sure", { deal: now().entry.now.deal }), () => discard(now().open)),
  turn() {
    const turned = !now().turned;
    store.put("turned", turned);
    set({ turned });
  },
  askReferee: () => document.getElementById("referee-dialog").showModal(),
};

function paint(model) {
  const full = withAnswers(model);
  drawHeader(full, actions);
  if (!full.table) return;
  prepareEngine(full.table.engine, previewAgain);
  show(document.getElementById("table-app"), full.draft ? entryView(full, actions) : tableView(full));
}

const tableView = (full) => [board(full, actions), unsentList(full), log(full)];

/** Bring a part that was just unfolded into view; it may lie below the fold. */
function reveal(event) {
  const part = event.target.closest?.("summary")?.parentElement;
  if (part) setTimeout(() => part.open && part.scrollIntoView({ block: "nearest" }));
}

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
  await openStore();
  const [known, turned] = await Promise.all([store.get("table"), store.get("turned")]);
  take({ ...known, lasting: store.lasting, turned: Boolean(turned) });
  raise(paint);
  hearReferee();
  document.getElementById("table-app").addEventListener("click", reveal);
  navigator.storage?.persist?.();
  await reload();
  resume();
  beginSending();
  beginBeating();
  await refresh();
  if (!now().open) resume();
}

/** Go on where the page was left: an entry that somebody has to finish is opened. */
function resume() {
  const [deal] = withAnswers(now()).toFinish;
  if (deal) enter(deal);
}

start();
