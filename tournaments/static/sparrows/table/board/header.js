/* What stands above table and entry: which table it is, where the deals are, and what the table must know. */

import { isTimed, timeLeft } from "./board.js";
import { button, el, icon, show, tellOnce } from "../dom.js";
import { ofMeetings, roundName, say, timeOf } from "../words.js";

/** Draw the header and the notices. */
export function drawHeader(full, actions) {
  const [state, mark, sentence] = chip(full);
  const place = document.getElementById("connection");
  show(document.getElementById("table-title"), full.table ? title(full) : []);
  place.dataset.state = state;
  tellOnce(place, icon(mark), el("span", {}, sentence));
  tellOnce(document.getElementById("notices"), notices(full, actions));
}

const title = ({ table, clock: time }) => [
  el("span", {}, say("table", { table: table.table })),
  table.round ? el("span", { class: "table-round" }, roundName(table)) : null,
  isTimed(time) ? el("span", { class: "table-clock", "data-state": time.state }, timeLeft(time)) : null,
];

/** Say where the deals are, in words: [state, icon, sentence]. */
function chip({ connection, waiting, refused, table, draft }) {
  if (connection === "unpaired") return ["held", "warning", say("unpaired")];
  if (refused.length) return ["held", "warning", say("needs_mending", refused[0])];
  if (waiting.length) return ["waiting", "waiting", say("tablet_saved", { count: waiting.length })];
  if (connection === "loading") return ["", "refresh", say("loading")];
  if (connection === "lost") return ["waiting", "waiting", say("no_server")];
  if (table?.held.some((one) => !one.ruling)) return ["held", "flag", say("needs_referee")];
  return draft ? ["", "saved", say("draft_kept")] : ["", "saved", say("server_saved")];
}

/** List what the table must know, the gravest first. */
function notices(full, actions) {
  const { connection, refused, elsewhere, notice, table, open } = full;
  return [
    connection === "unpaired" && message("error", [say("unpaired_text"), " ", el("a", { href: "/pair/" }, say("pair_again"))]),
    connection === "lost" && table && message("warning", offline(full)),
    full.why && full.waiting.length > 0 && message("warning", full.why),
    storage(full, actions),
    refused.filter(({ key }) => key !== open).map((deal) => toMend(deal, actions)),
    elsewhere.length > 0 && message("warning", say("unsent_elsewhere", elsewhere[0])),
    full.update && full.canUpdate && message("info", say("update_ready"), button(say("update"), actions.update, { id: "update" })),
    notice && message(notice.level, notice.sentence),
    full.clock?.state === "soon" && message("info", say(ofMeetings(table) ? "meeting_ends_soon" : "ends_soon")),
    full.clock?.state === "over" && !full.clock.played && message("warning", say("time_is_up")),
  ];
}

/** Say what this tablet cannot promise to keep. */
const storage = ({ table, full, lasting, persisted, offer }, actions) => [
  full && message("error", say("storage_full")),
  !lasting && message("error", say("storage_broken")),
  table && beforehand(table) && persisted === false && message("warning", say("install_first"),
    offer && button(say("install"), actions.install, { id: "install-first" })),
];

/** Tell whether there is still time to prepare the tablet: no round is running. */
const beforehand = (table) => table.round?.state !== "running";

function offline({ waiting, seenAt }) {
  const kept = ["no_server_now", "offline_text"][waiting.length] ?? "offline_many";
  const said = say(kept, { deal: waiting[0]?.deal, count: waiting.length });
  return `${said} ${say("last_known", { time: timeOf(seenAt) })}`;
}

const toMend = (deal, actions) =>
  message("error", say("refused_text", { deal: deal.deal, message: deal.refusal.message }),
    button(say("mend", deal), () => actions.mend(deal.key), { id: `mend-${deal.deal}` }));

const MARKS = { success: "check", info: "info", warning: "warning", error: "error" };
const message = (level, sentence, act = null) =>
  el("div", { class: `message message-${level}`, role: level === "error" ? "alert" : "status" },
    icon(MARKS[level]), el("div", {}, sentence), act);
