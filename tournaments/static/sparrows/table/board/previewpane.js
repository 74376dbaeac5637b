/* What a deal comes to: values, who pays whom, the next East; the lines on demand. Also used for recorded deals. */

import { canonical } from "../deal/canonical.js";
import { clockOf, windsAreOver } from "../deal/clock.js";
import { broughtBy } from "../deal/correction.js";
import { inARow } from "../deal/offering.js";
import { restingAt, seatedInPlay } from "../deal/rotation.js";
import { CHAIRS } from "../deal/tiles.js";
import { button, el, icon, nameLine, toEntry } from "../dom.js";
import { scoresWait } from "./unsent.js";
import { withHelp } from "../rules/help.js";
import { _, signed, windName, written } from "../words.js";

/** Draw the preview beside the entry. */
export function previewPane(model, actions) {
  const { preview, draft } = model;
  if (draft.outcome === "win" && !draft.from) return null;
  return el("section", { class: "card preview", "aria-label": _("What it comes to"), id: "preview" },
    el("h2", {}, _("What it comes to")), el("p", { class: `hint${isIdle(preview) ? " is-idle" : ""}`, role: "status" }, state(preview)),
    sums(model, { outcome: draft.outcome, values: preview?.values, ...draft.at }, preview?.net, { later: preview?.later }), scoresWait(model.table), preview?.net && goesOn(draft) ? whatFollows(preview, model) : null, laterDeals(model),
    cannon(model, actions), preview?.lines ? explanation(preview, model, "preview") : null, backUp());
}

/** Lead back to the hands and to what saves them, where the page was turned to this. */
const backUp = () => button([icon("undo"), _("Back")], toEntry, { id: "from-preview" });

/** Tell whether nothing is said that the empty columns do not say. */
const isIdle = (preview) => !preview || ["asking", "coming"].includes(preview.state);

function state(preview) {
  if (!preview) return _("Values appear here as the hands are entered.");
  if (isIdle(preview)) return _("Working it out");
  if (preview.state === "offline") return _("The preview needs the server. Saving does not.");
  return preview.here ? _("No server right now: worked out on this tablet.") : "";
}

/** Draw value, change and new score of each seat, East of the deal first, of who rests too; totals have no values. What
    `later` deals bring otherwise, because this one is corrected, is in the score. */
export function sums({ table, name }, { outcome, values = {}, ...place }, net, { scores = true, later = [] } = {}) {
  const valued = outcome !== "totals", rests = valued && place.ring ? restingAt(place) : null;
  const moved = (seat) => net[seat] ?? 0;
  const heads = [_("Player"), ...(valued ? [_("Value")] : []), _("Change"), ...(scores ? [_("Score")] : [])];
  return el("table", { class: "table sums" },
    el("thead", {}, el("tr", {}, heads.map((head, column) => el("th", { scope: "col", class: column ? "num" : "" }, head)))),
    el("tbody", {}, seatedInPlay(place.east ? place : table.next, table.seats).map(({ seat, number, score }) => el("tr", {},
      el("th", { scope: "row" }, nameLine(name(seat))),
      valued ? el("td", { class: `num${seat === rests ? " is-resting" : ""}` }, seat === rests ? _("rests") : written(values[seat] ?? "–")) : null,
      el("td", { class: "num" }, net ? money(moved(seat)) : "–"),
      scores ? el("td", { class: "num" }, net ? signed(score + moved(seat) + broughtBy(later, { seat, number }, table)) : signed(score)) : null))));
}

/** Write an amount with colour, sign and word. */
export function money(amount) {
  const [flow, word] = amount > 0 ? ["gain", _("receives")] : amount < 0 ? ["loss", _("pays")] : ["even", _("even")];
  return el("span", { class: `money money-${flow}` }, signed(amount),
    el("span", { class: "money-word visually-hidden" }, word));
}

/** Tell whether it is known what follows: a correction stands among others, totals are the last word of a table, of several draws the first alone is looked at. */
const goesOn = (draft) => !draft.supersedes && draft.outcome !== "totals" && inARow(draft) === 1;

/** Say what is played next, or that the round has no more for this table. */
function whatFollows({ next }, model) {
  const isLast = model.clock?.last || windsAreOver(model.table.round ?? {}, next);
  return isLast ? el("p", { class: "next-line" }, _("This is the last deal.")) : nextLine(next, model);
}

function nextLine(next, { name }) {
  if (!next) return el("p", {}, _("After this deal the game is over."));
  return el("p", { class: "next-line" }, _("Next: deal {deal}, {wind} round, East is {name}.", { deal: next.deal, wind: windName(next.round_wind), name: name(next.east) }),
    next.goulash ? ` ${_("It is a goulash.")}` : "", next.favoured ? ` ${_("{name} pays and is paid double.", { name: name(next.favoured) })}` : "");
}

function cannon({ preview, draft, name }, actions) {
  const letters = preview?.lines?.cannon ?? [];
  if (!letters.length || draft.events.some((event) => event.code === "cannon")) return null;
  return el("div", { class: "message message-warning" }, icon("warning"),
    el("div", { class: "stack-s stack" },
      el("span", {}, _("The winning discard was obvious ({letters}). If the table agrees, {name} pays for all.", { letters: letters.join(", "), name: name(draft.from) })),
      button(_("Confirm the cannon"), () => actions.confirmCannon(draft.from), { id: "confirm-cannon" })));
}

/** Draw the lines of every hand and the payments, folded. */
export function explanation({ lines, values }, { name, special, table }, id) {
  return [
    CHAIRS.filter((seat) => lines.seats[seat]?.length).map((seat) =>
      el("details", { class: "disclosure", id: `${id}-lines-${seat}` },
        el("summary", {}, _("How {name}’s {value} is counted", { name: name(seat), value: values[seat] ?? 0 })),
        lines.special[seat] ? el("p", {}, _("Special hand: {name}", { name: special(lines.special[seat]) })) : null,
        el("table", { class: "lines" }, el("tbody", {}, lines.seats[seat].map((one) => line(one, table.rules, `${id}-${seat}-`)))))),
    lines.payments.length ? el("details", { class: "disclosure", id: `${id}-payments` },
      el("summary", {}, _("Payments")), el("ul", { class: "payments" }, lines.payments.map(payment))) : null,
  ];
}

const line = (one, rules, place) =>
  el("tr", {}, el("td", {}, withHelp(el("span", {}, one.text), one.code, rules, place), el("div", { class: "line-source" }, _("Rule: {source}", { source: one.source }))),
    el("td", { class: "line-amount" }, one.kind === "doubles" ? `×2${one.amount > 1 ? ` ×${one.amount}` : ""}` : written(one.amount)));

const payment = (one) => el("li", { class: "payment" }, el("span", {}, one.text), el("b", {}, written(one.amount)));

/** List the faults that belong to no single seat, or to the deal as a whole. */
export function faultList(model) {
  const general = model.faultsOf(null), waits = model.meanwhile && !model.draft.supersedes;
  if (!general.length && !model.refusal) return null;
  return el("div", { class: "errors", role: "alert", id: "faults", tabindex: "-1" },
    waits && !model.refusal ? null : el("h2", {}, model.refusal ? model.refusal : _("This cannot be saved yet")),
    general.length ? el("ul", {}, general.map((fault) => el("li", {}, fault.message))) : null);
}

/* ------------------------------------------------------------------ what a correction changes besides */
/** List the later deals that change with it, in short, and say what the table plays next by then. */
function laterDeals(model) {
  const { draft, preview, name, table } = model;
  if (!draft.supersedes || !preview?.later) return null;
  const { later, upcoming, upcoming_before: before } = preview;
  const plays = goesOnTo(upcoming, model), moved = plays && canonical(upcoming) !== canonical(before);
  return el("section", { class: "stack stack-s", id: "later" }, el("h3", {}, _("What changes with it")),
    later.length ? el("ul", { class: "list" }, later.map((one) => el("li", {}, el("b", {}, _("Deal {deal}", one)), ": ", change(one, name)))) : null,
    later.length || moved ? null : el("p", {}, _("No other deal changes.")),
    plays ? nextLine(upcoming, model) : null);
}

/** Tell whether something is played after a correction: the round runs, and has not had its last deal. */
const goesOnTo = (next, { table, deals }) =>
  next !== undefined && table.round?.state === "running" && !clockOf({ ...table, next }, deals)?.played;

function change({ before, after, flags, east, east_before: satEast }, name) {
  const moved = CHAIRS.filter((seat) => (before[seat] ?? 0) !== (after[seat] ?? 0));
  const nets = moved.map((seat) => `${name(seat)} ${signed(before[seat] ?? 0)} → ${signed(after[seat] ?? 0)}`).join(", ");
  const isEast = !nets || (satEast && satEast !== east) ? _("East: {name}", { name: name(east) }) : "";
  return [[nets, isEast].filter(Boolean).join("; "), flags.map((flag) => el("p", { class: "message message-warning" }, icon("warning"), el("span", {}, flag)))];
}
