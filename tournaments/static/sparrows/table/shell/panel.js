/* What the tablet says of itself: its deals, whether it keeps them, and how to carry them over when it cannot send them. */

import { asAddress, asText, download } from "./exporting.js";
import { button, drawing, el, icon } from "../dom.js";
import { inTurn, isUnsent } from "../deal/kept.js";
import { qrCode } from "./qr.js";
import { version } from "./shell.js";
import { now, set } from "../stage.js";
import { told } from "../board/unsent.js";
import { choose, settings, speak } from "./settings.js";
import { languages, say, timeOf } from "../words.js";

/** Draw the panel. */
export const panel = (full, actions) =>
  (full.exported ? exported(full) : [shown(full), deals(full, actions), facts(full), app(full, actions)]);

/* ------------------------------------------------------------------ how the page is shown */
function shown({ canUpdate, connection }) {
  const { large, handed } = settings();
  return el("section", { class: "stack stack-s" }, el("h3", { tabindex: "-1" }, say("panel_shown")),
    el("div", { class: "chips" },
      chip("large-type", say("large_type"), large, () => choose({ large: !large })),
      chip("left-handed", say("left_handed"), handed === "left", () => choose({ handed: handed === "left" ? "right" : "left" }))),
    tongues(canUpdate && connection === "there"));
}

/** Offer the languages, each by its own name; the page changes with the server's help, and while nobody types. */
function tongues(possible) {
  const offered = Object.entries(languages), spoken = document.documentElement.lang;
  if (offered.length < 2) return null;
  return el("div", { class: "chips", role: "group", "aria-label": say("language") }, el("span", { class: "field-label" }, say("language")),
    offered.map(([code, name]) => el("span", { lang: code },
      chip(`language-${code}`, name, code === spoken, () => possible && code !== spoken && speak(code), possible ? null : "language-later"))),
    possible ? null : el("p", { class: "hint", id: "language-later" }, say("language_later")));
}

const chip = (id, label, pressed, tap, why = null) =>
  button(label, tap, { class: "chip", id, "aria-pressed": String(pressed), "aria-disabled": why && "true", "aria-describedby": why });

/* ------------------------------------------------------------------ the deals */
/** A correction is not carried over: the deal is on the server, and the referee corrects it there. */
const canBeCarried = ({ body }) => !body.supersedes;

function deals(full, actions) {
  const unsent = inTurn(full.deals.filter(isUnsent)), carried = unsent.filter(canBeCarried);
  const sent = full.deals.filter(({ receipt }) => receipt).length;
  return el("section", { class: "stack stack-s" },
    el("h3", {}, say("panel_deals")),
    el("p", {}, unsent.length ? say("unsent_count", { count: unsent.length }) : say(sent ? "all_sent" : "none_entered", { count: sent })),
    unsent.length ? el("ul", { class: "list" }, unsent.map((deal) => row(deal, full, actions))) : null,
    el("div", { class: "btn-row" },
      unsent.length ? button(say("send_now"), actions.sendNow, { id: "send-now" }) : null,
      carried.length ? button([icon("download"), say("export")], () => beginExport(carried), { id: "export" }) : null,
      sent ? button(say("send_again"), actions.sendAgain, { class: "btn btn-quiet", id: "send-again" }) : null));
}

function row(deal, full, actions) {
  const strange = full.elsewhere.includes(deal);
  return el("li", { class: "list-row" },
    el("span", {}, el("b", {}, say("deal", deal)), " · ",
      strange ? say("of_table", { table: deal.table, competition: deal.competition }) : told(deal.entry.now, full)),
    strange ? button(say("discard_deal"), () => actions.askDiscardDeal(deal), { class: "btn btn-danger", id: `discard-${deal.key}` })
      : el("span", { class: "badge badge-held" }, say(deal.state === "refused" ? "to_mend" : "to_send")));
}

/* ------------------------------------------------------------------ the tablet */
function facts({ persisted, lasting, offlineReady, awake, battery, seenAt }) {
  return el("section", { class: "stack stack-s" }, el("h3", {}, say("panel_tablet")),
    el("dl", { class: "facts" },
      fact("fact_storage", say(!lasting ? "storage_none" : persisted ? "storage_safe" : "storage_weak")),
      fact("fact_offline", say(offlineReady ? "offline_ready" : "offline_not_ready")),
      fact("fact_screen", say(awake ? "screen_on" : "screen_off")),
      battery === null ? null : fact("fact_battery", `${battery} %`),
      seenAt ? fact("fact_server", timeOf(seenAt)) : null,
      fact("fact_version", version())));
}

const fact = (name, value) => [el("dt", {}, say(name)), el("dd", {}, value)];

function app({ offer, update, canUpdate }, actions) {
  if (!offer && !update) return null;
  return el("div", { class: "btn-row" },
    offer ? button(say("install"), actions.install, { class: "btn btn-primary", id: "install" }) : null,
    update ? button(say("update"), actions.update, { class: "btn", id: "update-panel", disabled: !canUpdate }) : null);
}

/* ------------------------------------------------------------------ carrying over */
async function beginExport(unsent) {
  const template = document.getElementById("table-app").dataset.import;
  const addresses = await Promise.all(unsent.map((deal) => asAddress(deal, template)));
  set({ exported: { deals: unsent, addresses, at: 0 } });
}

function exported({ exported: { deals: unsent, addresses, at } }) {
  const text = asText(unsent);
  return el("section", { class: "stack", id: "exported" },
    el("h3", { tabindex: "-1" }, say("export_part", { part: at + 1, parts: unsent.length, deal: unsent[at].deal })),
    el("p", {}, say("export_hint")), picture(addresses[at], say("deal", unsent[at])),
    el("div", { class: "btn-row" },
      unsent.length > 1 ? [turner("previous", at - 1, unsent.length), turner("next", at + 1, unsent.length)] : null,
      button([icon("download"), say("export_file")], () => download(text, `sparrows-table-${unsent[0].table}.txt`), { id: "export-file" }),
      button(say("back"), () => set({ exported: null }), { class: "btn btn-quiet", id: "export-back" })),
    el("label", { class: "field" }, say("export_text"),
      el("textarea", { readonly: true, rows: 4, id: "export-text", on: { focus: ({ target }) => target.select() } }, text)));
}

const turner = (word, to, parts) =>
  button(say(word), () => set({ exported: { ...now().exported, at: (to + parts) % parts } }), { id: `export-${word}` });

/** Draw a QR code with the quiet zone that scanners need: dark on white in every theme. */
function picture(text, label) {
  const rows = qrCode(text);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = rows.length + 8;
  return drawing("qr", `-4 -4 ${size} ${size}`, label, ["rect", { x: -4, y: -4, width: size, height: size, fill: "#fff" }],
    ["path", { d: path, fill: "#000" }]);
}
