/* What stands above table and entry: which table it is, where the deals are, and what the table must know. */

import { isTimed, timeLeft } from "./board.js";
import { button, el, icon, tellOnce } from "../dom.js";
import { _, marked, ofDeal, ofMeetings, roundName, timeOf } from "../words.js";

const GRAVEST = 1; // table.css hides the rest

/** Draw the header and the notices. */
export function drawHeader(full, actions) {
  const [state, mark, sentence] = chip(full);
  const place = document.getElementById("connection");
  tellOnce(document.getElementById("table-title"), full.table ? title(full) : []);
  place.dataset.state = state;
  tellOnce(place, icon(mark), el("span", {}, sentence));
  drawNotices(notices(full, actions).flat(Infinity).filter(Boolean), full, actions);
}

/** Draw the notices: where room is short the gravest stand whole, and a tap brings the others. */
function drawNotices(list, { unfolded }, actions) {
  const place = document.getElementById("notices"), open = unfolded > 0 && unfolded === list.length; // one that comes later folds them again
  if (unfolded && !open) actions.unfoldNotices(0);
  tellOnce(place, list);
  place.toggleAttribute("data-all", open);
  tellOnce(document.getElementById("notices-more"), list.length > GRAVEST || isCut(place, open) ? unfold(list.length, open, actions) : null);
}

/** Tell whether the sentence that stands there has no room; unfolded it has, and the button to fold it stays. */
const isCut = (place, open) => open || [...place.querySelectorAll(".message > div")].some((sentence) => sentence.scrollHeight > sentence.clientHeight + 1);
const unfold = (count, open, actions) =>
  button(open ? _("Fewer notices") : count > GRAVEST ? _("More notices: {count}", { count: count - GRAVEST }) : _("Read it whole"), () => actions.unfoldNotices(open ? 0 : count),
    { id: "unfold-notices", "aria-expanded": String(open), "aria-controls": "notices" });

const title = ({ table, clock: time }) => [
  el("span", {}, _("Table {table}", { table: table.table })),
  table.round ? el("span", { class: "table-round" }, roundName(table)) : null,
  isTimed(time) ? el("span", { class: "table-clock", id: "table-clock", "data-state": time.state }, timeLeft(time)) : null,
];

/** Say where the deals are, in words: [state, icon, sentence]. */
function chip({ connection, waiting, refused, table, draft }) {
  if (connection === "unpaired") return ["held", "warning", _("Not paired")];
  if (refused.length) return ["held", "warning", notTaken(refused[0])];
  if (waiting.length) return ["waiting", "waiting", _("Saved on tablet – will send ({count})", { count: waiting.length })];
  if (connection === "loading") return ["", "refresh", _("Asking the server")];
  if (connection === "lost") return ["waiting", "waiting", _("No server right now, trying again")];
  if (table?.held.some((one) => !one.ruling)) return ["held", "flag", _("Needs referee")];
  return draft ? ["", "saved", _("Entry kept on this tablet")] : ["", "saved", _("Saved on server")];
}

/** A deal whose correction was refused is recorded all the same. */
const notTaken = (deal) => (deal.entry.now.supersedes ? _("The correction is not recorded") : ofDeal(marked("Deal {deal} is not recorded"), deal.entry.now));

/** List what the table must know, the gravest first. */
function notices(full, actions) {
  const { connection, refused, elsewhere, notice, table, open } = full;
  return [
    connection === "unpaired" && message("error", _("This tablet is no longer paired. What was entered is safe on it. Ask an organiser for a code."),
      el("a", { class: "btn", href: "/pair/" }, _("Pair this tablet"))),
    connection === "lost" && table && message("warning", offline(full)),
    full.why && full.waiting.length > 0 && message("warning", full.why),
    storage(full),
    refused.filter(({ key }) => key !== open).map((deal) => toMend(deal, actions)),
    elsewhere.length > 0 && message("warning", _("Deal {deal} was entered at another table and waits on this tablet. Show it to an organiser.", elsewhere[0])),
    full.update && full.canUpdate && message("info", _("A new version is ready."), button(_("Update"), actions.update, { id: "update" })),
    notice && message(notice.level, notice.sentence),
    isTimed(full.clock) && table.round.added_minutes > 0 && full.clock.state !== "over" && message("info", _("Minutes that this table has more than the others: {minutes}.", { minutes: table.round.added_minutes })),
    full.clock?.state === "soon" && message("info", ofMeetings(table)
      ? _("The meeting ends in a few minutes. Finish your deal without haste.")
      : _("The round ends in a few minutes. Finish your deal without haste.")),
    full.clock?.state === "over" && !full.clock.played && message("warning", _("Time is up. Finish the last deal; then this table is done.")),
    mayBeCleared(full) && message("warning", _("This browser may clear what is stored when space runs out. Install this page on the tablet before play begins."),
      full.offer && button(_("Install on this tablet"), actions.install, { id: "install-first" })),
  ];
}

/** Say what this tablet cannot promise to keep. */
const storage = ({ full, lasting }) => [
  full && message("error", _("Storage on this tablet is full. Write the deal on paper and call an organiser.")),
  !lasting && message("error", _("This browser keeps nothing over a restart. Do not close this page while a deal is unsent.")),
];

/** Tell whether the tablet should be prepared better, and there is time for it: no round is running. */
const mayBeCleared = ({ table, persisted }) => table && table.round?.state !== "running" && persisted === false;

function offline({ waiting, seenAt }) {
  const kept = [
    marked("No server right now."),
    waiting[0]?.entry.now.supersedes ? marked("No server right now. The correction of deal {deal} is saved on this tablet and will be sent by itself. You can play on.")
      : marked("No server right now. Deal {deal} is saved on this tablet and will be sent by itself. You can play on."),
  ][waiting.length] ?? marked("No server right now. {count} deals are saved on this tablet and will be sent by themselves. You can play on.");
  const said = ofDeal(kept, { ...waiting[0]?.entry.now, count: waiting.length });
  return `${said} ${_("The table is shown as last known at {time}.", { time: timeOf(seenAt) })}`;
}

const toMend = (deal, actions) =>
  message("error", ofDeal(marked("Deal {deal} could not be recorded: {message} Nothing is lost; put it right here."), { ...deal.entry.now, message: deal.refusal.message }),
    button(ofDeal(marked("Put deal {deal} right"), deal.entry.now), () => actions.mend(deal.key), { id: `mend-${deal.deal}` }));

const MARKS = { success: "check", info: "info", warning: "warning", error: "error" };
const message = (level, sentence, act = null) =>
  el("div", { class: `message message-${level}`, role: level === "error" ? "alert" : "status" },
    icon(MARKS[level]), el("div", {}, sentence), act);
