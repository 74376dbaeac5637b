/* What the tablet says of itself: its deals, whether it keeps them, and how to carry them over when it cannot send them. */

import { asAddress, asText, download } from "./exporting.js";
import { button, drawing, el, icon, tileIn } from "../dom.js";
import { inTurn, isUnsent } from "../deal/kept.js";
import { qrCode } from "./qr.js";
import { version } from "./shell.js";
import { now, set } from "../stage.js";
import { titleOf, told } from "../board/unsent.js";
import { choose, isDark, settings, speak } from "./settings.js";
import { _, languages, marked, timeOf } from "../words.js";

/** Draw the panel. */
export const panel = (full, actions) =>
  (full.exported ? exported(full) : [shown(full), deals(full, actions), facts(full), app(full, actions)]);

/* ------------------------------------------------------------------ how the page is shown */
function shown({ canUpdate, connection }) {
  const { large, handed, tiles } = settings();
  return el("section", { class: "stack stack-s" }, el("h3", { tabindex: "-1" }, _("How it is shown")),
    el("div", { class: "chips" },
      chip("large-type", _("Large type"), large, () => choose({ large: !large })),
      chip("left-handed", _("Buttons on the left"), handed === "left", () => choose({ handed: handed === "left" ? "right" : "left" })),
      button(_("Dark"), null, { class: "chip", id: "dark", "data-theme-switch": "", "aria-pressed": String(isDark()) })),
    faces(tiles),
    tongues(canUpdate && connection === "there"));
}

/** Offer the faces of the tiles, each with a tile of it; without a choice they are those of the club. */
function faces(own) {
  return el("div", { class: "chips", role: "group", "aria-label": _("Tiles") }, el("span", { class: "field-label" }, _("Tiles")),
    chip("tiles-club", _("As the club has them"), !own, () => choose({ tiles: null })),
    Object.entries(FACES).map(([style, name]) =>
      chip(`tiles-${style}`, [tileIn(style, "C5"), _(name)], own === style, () => choose({ tiles: style }))));
}

const FACES = { classic: marked("Traditional"), large: marked("Large numbers"), contrast: marked("High contrast") };

/** Offer the languages, each by its own name; the page changes with the server's help, and while nobody types. */
function tongues(possible) {
  const offered = Object.entries(languages), spoken = document.documentElement.lang;
  if (offered.length < 2) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("Language") }, el("span", { class: "field-label" }, _("Language")),
    offered.map(([code, name]) => el("span", { lang: code },
      chip(`language-${code}`, name, code === spoken, () => possible && code !== spoken && speak(code), possible ? null : "language-later"))),
    possible ? null : el("p", { class: "hint", id: "language-later" }, _("It changes when no entry is open, nothing is unsent and the server answers.")));
}

const chip = (id, label, pressed, tap, why = null) =>
  button(label, tap, { class: "chip", id, "aria-pressed": String(pressed), "aria-disabled": why && "true", "aria-describedby": why });

/* ------------------------------------------------------------------ the deals */
function deals(full, actions) {
  const unsent = inTurn(full.deals.filter(isUnsent));
  const sent = full.deals.filter(({ receipt }) => receipt).length;
  return el("section", { class: "stack stack-s" },
    el("h3", {}, _("Deals entered here")),
    el("p", {}, unsent.length ? _("Not on the server yet: {count}.", { count: unsent.length }) : sent ? _("Everything is on the server. Deals kept here as well: {count}.", { count: sent }) : _("None yet.")),
    unsent.length ? el("ul", { class: "list" }, unsent.map((deal) => row(deal, full, actions))) : null,
    el("div", { class: "btn-row" },
      unsent.length ? button(_("Send now"), actions.sendNow, { id: "send-now" }) : null,
      unsent.length ? button([icon("download"), _("Export unsent")], () => beginExport(unsent), { id: "export" }) : null,
      sent ? button(_("Send all deals again"), actions.sendAgain, { class: "btn btn-quiet", id: "send-again" }) : null));
}

function row(deal, full, actions) {
  const strange = full.elsewhere.includes(deal);
  return el("li", { class: "list-row" },
    el("span", {}, el("b", {}, titleOf(deal)), " · ",
      strange ? _("entered at table {table} of {competition}", { table: deal.table, competition: deal.competition }) : told(deal.entry.now, full)),
    strange ? button(_("Delete this deal"), () => actions.askDiscardDeal(deal), { class: "btn btn-danger", id: `discard-${deal.key}` })
      : el("span", { class: "badge badge-held" }, deal.state === "refused" ? _("to be put right") : _("will be sent")));
}

/* ------------------------------------------------------------------ the tablet */
function facts({ persisted, lasting, offlineReady, awake, battery, seenAt }) {
  return el("section", { class: "stack stack-s" }, el("h3", {}, _("How it keeps them")),
    el("dl", { class: "facts" },
      fact(_("Storage"), !lasting ? _("nothing is kept over a restart") : persisted
        ? _("kept until it is removed by hand")
        : _("the browser may clear it when space runs out: install the page")),
      fact(_("Without network"), offlineReady
        ? _("this page opens and takes deals")
        : _("this page takes deals as long as it stays open (no https here)")),
      fact(_("Screen"), awake ? _("stays on") : _("may switch off by itself")),
      battery === null ? null : fact(_("Battery"), `${battery} %`),
      seenAt ? fact(_("Server last answered"), timeOf(seenAt)) : null,
      fact(_("Version"), version())));
}

const fact = (name, value) => [el("dt", {}, name), el("dd", {}, value)];

function app({ offer, update, canUpdate }, actions) {
  if (!offer && !update) return null;
  return el("div", { class: "btn-row" },
    offer ? button(_("Install on this tablet"), actions.install, { class: "btn btn-primary", id: "install" }) : null,
    update ? button(_("Update"), actions.update, { class: "btn", id: "update-panel", disabled: !canUpdate }) : null);
}

/* ------------------------------------------------------------------ carrying over */
async function beginExport(unsent) {
  const template = document.getElementById("table-app").dataset.import;
  const addresses = await Promise.all(unsent.map((deal) => asAddress(deal, template)));
  set({ exported: { deals: unsent, addresses, at: 0 } });
}

function exported({ deals, exported: { deals: unsent, addresses, at } }) {
  if (!unsent.some(({ key }) => deals.some((one) => one.key === key && isUnsent(one)))) return sentMeanwhile();
  const text = asText(unsent);
  return el("section", { class: "stack", id: "exported" },
    el("h3", { tabindex: "-1" }, _("{what} ({part} of {parts})", { what: titleOf(unsent[at]), part: at + 1, parts: unsent.length })),
    el("p", {}, _("An organiser scans this with a phone that is logged in, or takes over the text or the file. The deals stay here; nothing counts twice.")), picture(addresses[at], titleOf(unsent[at])),
    el("div", { class: "btn-row" },
      unsent.length > 1 ? [turner("previous", _("Previous"), at - 1, unsent.length), turner("next", _("Next"), at + 1, unsent.length)] : null,
      button([icon("download"), _("Save as a file")], () => download(text, `sparrows-table-${unsent[0].table}.txt`), { id: "export-file" }),
      button(_("Back"), () => set({ exported: null }), { class: "btn btn-quiet", id: "export-back" })),
    el("label", { class: "field" }, _("All of them as text"),
      el("textarea", { readonly: true, rows: 4, id: "export-text", on: { focus: ({ target }) => target.select() } }, text)));
}

const sentMeanwhile = () => el("section", { class: "stack", id: "exported" }, el("h3", { tabindex: "-1" }, _("All of it was sent")),
  el("p", {}, _("The server has it now. Nothing has to be carried over.")), button(_("Back"), () => set({ exported: null }), { class: "btn", id: "export-back" }));

const turner = (id, word, to, parts) =>
  button(word, () => set({ exported: { ...now().exported, at: (to + parts) % parts } }), { id: `export-${id}` });

/** Draw a QR code with the quiet zone that scanners need: dark on white in every theme. */
function picture(text, label) {
  const rows = qrCode(text);
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const size = rows.length + 8;
  return drawing("qr", `-4 -4 ${size} ${size}`, label, ["rect", { x: -4, y: -4, width: size, height: size, fill: "#fff" }],
    ["path", { d: path, fill: "#000" }]);
}
