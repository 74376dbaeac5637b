/* Saving a deal, and what becomes of it: on the disk first, then to the server, then back as receipt or with its faults. */

import * as declared from "../deal/declaration.js";
import * as history from "../deal/history.js";
import * as outbox from "../outbox/outbox.js";
import { newKey } from "../deal/canonical.js";
import { refresh, told, unpaired } from "../shell/connection.js";
import { announce } from "../dom.js";
import { drain, wake } from "../outbox/drainer.js";
import { enter, leave } from "./entering.js";
import { belongsTo, inTurn, isOpen } from "../deal/kept.js";
import { inARow } from "../deal/offering.js";
import { lackSentence } from "./bar.js";
import { looking, noted, withAnswers } from "../model.js";
import { notify, now, set, take } from "../stage.js";
import { store } from "../outbox/store.js";
import { hear, tell } from "../outbox/tabs.js";
import { _, marked, ofDeal, roundName } from "../words.js";
import { REASON_WORDS } from "./wrong.js";
import { written } from "../outbox/written.js";

const BECAME = {
  corrected: marked("Deal {deal} is corrected."),
  recorded: marked("Deal {deal} is recorded."),
  replayed: marked("Deal {deal} had arrived before. It counts once."),
  held: marked("Deal {deal} waits for the referee: {message}"),
};

const READ = 1_000; // milliseconds in which nobody has read why not, and a double tap is over

let saving = false;
let insisted = { draft: null, at: 0 };

/** Save the open entry. The second tap of a double tap comes while the disk works, or just after it, and does nothing. */
export async function save() {
  if (saving || !now().open) return;
  const full = withAnswers(now());
  const [lack] = full.lacks();
  if (lack) return lacking(lack, full);
  if (isImpossible(full) && !isInsistedOn(full.draft)) return undefined;
  saving = true;
  try {
    await freeze(full);
  } finally {
    saving = false;
  }
}

function lacking(lack, full) {
  const sentence = lackSentence(lack, full);
  announce(sentence);
  if (lack.seat && lack.seat !== now().seat) take(looking(now(), lack.seat));
  set({ warning: sentence });
}

/** Tell whether the tablet's own engine found, without a server, that the deal cannot be recorded as it is. */
const isImpossible = ({ preview, faults }) => Boolean(preview?.here && faults.length);

/** Say once what the server will say later, when the tiles are mixed; who saves once more knows it. */
function isInsistedOn(draft) {
  if (insisted.draft === draft) return Date.now() - insisted.at > READ;
  insisted = { draft, at: Date.now() };
  const sentence = _("Not possible as it is laid: see what is red. “Save” once more keeps it on this tablet all the same.");
  announce(sentence);
  set({ warning: sentence });
  return false;
}

async function freeze(full) {
  const { open, draft, level, table, preview } = full;
  const again = full.refused.some(({ key }) => key === open);
  const at = new Date().toISOString();
  const expected = preview?.state === "" ? preview.net ?? null : null;
  const body = declared.submission({ ...draft, key: again ? newKey() : draft.key }, level, table.rules, { expected, at, reason: draft.reason && _(REASON_WORDS[draft.reason]) });
  if ((await written(outbox.save(open, body, at))) === null) return;
  wake();
  const last = await saveDraws(full, inARow(draft) - 1, expected);
  tell("changed");
  announce(last ? _("Deals {deal} to {last} are saved on this tablet.", { deal: body.deal, last }) : ofDeal(body.supersedes ? marked("The correction of deal {deal} is saved on this tablet.") : marked("Deal {deal} is saved on this tablet."), body));
  await reload();
}

/** Save so many draws more, each a deal of its own under its own key and with its own winds; give the last one's number. */
async function saveDraws({ level }, more, expected) {
  let last = 0;
  for (let left = more; left > 0; left -= 1) {
    const { table } = withAnswers({ ...now(), deals: await store.deals(), open: null });
    const draft = declared.chooseDraw(declared.openDraft(table, newKey()));
    const begun = await written(outbox.begin(history.begin(draft)));
    if (begun?.key !== draft.key) return last; // a full disk, or another tab plays this deal
    const at = new Date().toISOString(), body = declared.submission(draft, level, table.rules, { expected, at });
    if (!(await written(outbox.save(draft.key, body, at)))) return last;
    last = draft.deal;
    wake();
  }
  return last;
}

/** Throw an entry away, or a deal that cannot be sent from here. */
export async function discard(key) {
  await written(outbox.discard(key));
  tell("changed");
  await reload();
}

/** Send everything of this event again: for a server that had to go back to a copy. */
export async function sendAllAgain() {
  await outbox.sendAgain(now().table.competition.slug);
  tell("changed");
  await reload();
  wake();
}

/** Read the store again; an entry that was saved or thrown away, here or in another tab, is closed. */
export async function reload() {
  const { open } = now();
  const deals = await store.deals();
  if (now().open !== open) return reload(); // an entry begun meanwhile is not in what was read, and would be closed
  set({ deals });
  if (open && !deals.some((deal) => deal.key === open && isOpen(deal))) leave();
}

/** Send for as long as the page lives, and hear what other tabs do. */
export function beginSending() {
  hear({ changed: adopt, sent: async () => { await adopt(); await refresh(); }, paired: () => location.reload() });
  addEventListener("pageshow", ({ persisted }) => persisted && adopt()); // back from the browser's own memory
  drain({ oldest, settle, tell: heard });
}

async function adopt() {
  await reload();
  const stored = now().deals.find(({ key }) => key === now().open);
  if (stored) set({ entry: stored.entry });
}

/** Give the next deal to send. What was entered at another table is not this tablet's to send: which table it stands on
    must be the server's word of today, not what was known before it was paired anew. */
async function oldest() {
  const { table, confirmed } = now();
  if (!confirmed) return null;
  const waiting = (await store.deals()).filter((deal) => deal.state === "waiting" && belongsTo(table)(deal));
  return inTurn(waiting)[0] ?? null;
}

async function settle(deal, answer) {
  await outbox.settle(deal.key, answer);
  tell("sent");
  await reload();
  if (answer.kind === "receipt") return void received(deal.entry.now, answer.receipt); // the next deal need not wait for it
  if (!now().open) enter(now().deals.find(({ key }) => key === deal.key));
}

/** Say what became of a deal, once the server has told which round is played; where it does not answer at first, again when
    it does: what is said of a round ends with it. What was said to the table since then stands. */
async function received(sent, receipt) {
  await refresh();
  const said = say(sent, receipt);
  if (now().connection !== "lost") return;
  await told();
  if (now().notice === said) say(sent, receipt);
}

/** Say it with the round that it is of where that is another one by now. */
function say({ round, outcome, supersedes }, receipt) {
  const { table } = now(), late = round && round !== table.round?.number;
  const became = BECAME[supersedes && ["recorded", "replayed"].includes(receipt.status) ? "corrected" : receipt.status];
  const sentence = [...(late ? [roundName(table, round)] : []), ofDeal(became, { ...receipt, outcome })].join(": ");
  const notice = noted(now(), receipt.status === "held" ? "warning" : "success", sentence, late ? meantLate(receipt) : meant(receipt, table));
  announce(sentence);
  notify(notice);
  return notice;
}

/** Give what a notice is about: what the referee has, the version just recorded, else the one that counts now. */
function meant(receipt, { deals }) {
  if (receipt.status === "held") return { deal: receipt.deal, held: receipt.key };
  return receipt.status === "recorded" ? receipt : deals.find(({ deal }) => deal === receipt.deal) ?? receipt;
}

/** A deal of a round before ends no notice by its number. */
const meantLate = ({ status, key }) => (status === "held" ? { held: key } : {});

function heard(kind, why) {
  if (kind !== "idle") set({ why });
  if (kind === "again" && !why) set({ connection: "lost" });
  if (kind === "unpaired") unpaired();
  if (kind === "refused") refresh();
}
