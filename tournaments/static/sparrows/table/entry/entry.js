/* The entry of a deal: two decisions first, then the hands, beside them what it comes to. */

import * as declared from "../deal/declaration.js";
import { wind } from "../board/board.js";
import { correctionPart } from "./correcting.js";
import { button, el, icon } from "../dom.js";
import { keypad } from "./keypad.js";
import { penalties } from "./penalties.js";
import { picker } from "./picker.js";
import { faultList, previewPane } from "../board/previewpane.js";
import { _, TOTALS_DO_NOT_CANCEL, ended, marked, ofDeal, ofMeetings, tileName, written } from "../words.js";
import { SOURCES, named } from "./names.js";

/** Draw the entry of a deal. */
export function entryView(model, actions) {
  return el("section", { class: "entry", "aria-label": entryOf(model.draft) },
    el("div", { class: "stack entry-main" }, decisions(model, actions), correctionPart(model), hands(model, actions),
      mayAddPenalty(model) ? penalties(model, actions) : null),
    el("aside", { class: "entry-side stack" }, bar(model, actions), faultList(model), previewPane(model, actions)));
}

const mayAddPenalty = ({ draft, table }) =>
  (draft.from || draft.outcome !== "win") && !declared.areTotals(draft) && (table.rules.penalties.length || draft.events.length);

/* ------------------------------------------------------------------ who won, from whom, how */
function decisions(model, actions) {
  const { draft } = model;
  if (draft.outcome !== "win") return [headline(model, actions, ending(model)), wildTiles(model, actions)];
  if (!draft.from) return fromWhom(model, actions);
  return [headline(model, actions, wonSentence(model)), moreWinners(model, actions), wildTiles(model, actions)];
}

function ending({ draft, table }) {
  if (draft.outcome === "ended") return _("Ended by an error: enter what happened under penalties.");
  if (draft.outcome === "totals") return _("What each player won or lost, over all deals.");
  return table.rules.draws_counted ? _("Draw: all four hands count and are settled.") : _("Draw: nobody scores.");
}

function wonSentence({ draft, name }) {
  const names = declared.winners(draft).map(name).join(", ");
  if (draft.from === "self") return _("{name} wins, self-drawn", { name: names });
  const facts = { name: names, other: name(draft.from) };
  return draft.others.length ? _("{name} win from {other}", facts) : _("{name} wins from {other}", facts);
}

/** Let others win on the same tile, where the rules do. */
function moreWinners({ draft, table, name }, actions) {
  const others = declared.mayWinToo(draft, table.rules);
  if (!others.length) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("Who else won on this tile?") }, others.map((seat) =>
    button(_("+ {name} won, too", { name: name(seat) }), () => actions.change((now) => declared.toggleWinner(now, seat)), {
      class: "chip", id: `also-${seat}`, "aria-pressed": String(draft.others.includes(seat)),
    })));
}

/** Ask once for all hands which tiles are wild in a goulash. */
function wildTiles({ draft, table }, actions) {
  if (!draft.wild || !declared.handsNeeded(draft, table.rules)) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("Goulash: which tiles are wild?") },
    el("span", { class: "field-label" }, _("Goulash: which tiles are wild?")), table.rules.wild.map((code) =>
      button(_("wild: {tile}", { tile: tileName(code) }), () => actions.change((now) => declared.chooseWild(now, code)), {
        class: "chip", id: `goulash-${code}`, "aria-pressed": String(draft.wild === code),
      })));
}

const entryOf = (draft) => {
  if (draft.supersedes) return ofDeal(marked("Correction of deal {deal}"), draft);
  return declared.areTotals(draft) ? _("Totals of this table") : _("Deal {deal}", { deal: draft.deal });
};

const headline = (model, actions, sentence) =>
  el("div", { class: "entry-head" },
    el("h1", { class: "entry-title", tabindex: "-1" }, el("small", {}, entryOf(model.draft)), sentence),
    model.draft.outcome === "win" ? [how(model, actions),
      button(_("Choose again"), actions.decideAgain, { class: "btn btn-quiet", id: "change" })] : null);

function fromWhom({ draft, table, name }, actions) {
  const others = table.seats.filter((seat) => seat.seat !== draft.winner);
  return el("section", { class: "stack" },
    el("h1", { class: "entry-title", tabindex: "-1" }, el("small", {}, _("{name} wins", { name: name(draft.winner) })),
      _("From whom?")),
    el("div", { class: "from-whom" },
      others.map((seat) => button([wind(seat.wind), el("span", { class: "seat-name" }, seat.name)],
        () => actions.change((now) => declared.chooseFrom(now, seat.seat)), { class: "btn btn-large", id: `from-${seat.seat}` })),
      button(_("Self-drawn"), () => actions.change((now) => declared.chooseFrom(now, "self")),
        { class: "btn btn-large btn-self", id: "from-self" })));
}

function how({ draft, table }, actions) {
  return el("details", { class: "disclosure how", id: "how" },
    el("summary", {}, el("span", { class: "visually-hidden" }, _("How was it won?")), named(SOURCES, draft.how)),
    el("div", { class: "how-list" }, declared.sources(draft, table).map((source) =>
      button(named(SOURCES, source), () => actions.chooseHow(source), {
        class: "chip", id: `how-${source}`, "aria-pressed": String(draft.how === source),
      }))));
}

/* ------------------------------------------------------------------ the four hands */
function hands(model, actions) {
  const { draft, table } = model;
  if (!declared.handsNeeded(draft, table.rules) || (draft.outcome === "win" && !draft.from)) return null;
  return [tabs(model, actions), panel(model, actions)];
}

function tabs(model, actions) {
  return el("div", { class: "seat-tabs", role: "tablist", on: { keydown: nextTab } },
    declared.seatsInTurn(model.draft).map((seat) => tab(seat, model, actions)));
}

function tab(seat, model, actions) {
  const { draft, table, level } = model;
  const chosen = seat === model.seat, done = declared.isComplete(draft, seat, level);
  const wrong = model.faultsOf(seat).length;
  const sitting = table.seats.find((one) => one.seat === seat);
  return button([
    el("span", { class: "cluster" }, wind(sitting.wind), standing(draft, seat)),
    el("span", { class: "seat-name" }, sitting.name),
    el("span", { class: "tab-state" }, wrong ? icon("error") : done ? icon("check") : null, progress(seat, model)),
  ], () => actions.chooseSeat(seat), {
    class: `seat-tab${wrong ? " has-faults" : ""}${done ? " is-done" : ""}`, id: `tab-${seat}`, role: "tab",
    "aria-selected": String(chosen), "aria-controls": "hand-panel", tabindex: chosen ? "0" : "-1",
  });
}

function standing(draft, seat) {
  if (declared.wins(draft, seat)) return el("b", {}, _("winner"));
  return draft.dropped.includes(seat) ? el("b", {}, _("dropped out")) : null;
}

function progress(seat, { draft, level }) {
  if (!declared.byTiles(draft, seat, level)) return /\d$/.test(draft.hands[seat].points) ? written(Number(draft.hands[seat].points)) : "–";
  if (draft.hands[seat].rest && declared.isComplete(draft, seat, level)) return _("what counts");
  return _("{count} of {target}", { count: declared.size(draft.hands[seat]), target: declared.target(draft, seat) });
}

function nextTab(event) {
  const tabs = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length).click();
  document.getElementById(event.currentTarget.querySelector("[aria-selected=true]")?.id)?.focus();
}

function panel(model, actions) {
  const { draft, seat, level } = model;
  const faults = model.faultsOf(seat);
  return el("div", { class: "stack hand-panel", role: "tabpanel", id: "hand-panel", tabindex: "-1", "aria-labelledby": `tab-${seat}` },
    faults.length ? el("div", { class: "errors", role: "alert" },
      el("ul", {}, faults.map((fault) => el("li", {}, fault.message)))) : null,
    declared.byTiles(draft, seat, level) ? picker(model, actions) : keypad(model, actions),
    onward(model, actions));
}

function onward(model, actions) {
  const { draft, seat, level } = model;
  const next = declared.nextHand(draft, seat, level);
  if (!next || !declared.isComplete(draft, seat, level)) return null;
  return button(_("Next: {name}", { name: model.name(next) }), () => actions.chooseSeat(next),
    { class: "btn btn-large btn-primary", id: "next-hand" });
}

/* ------------------------------------------------------------------ undo, discard, save */
function bar(model, actions) {
  const lacks = model.lacks(), said = inTheWay(model);
  return el("div", { class: "entry-bar" },
    button([icon("undo"), _("Undo")], actions.undo, { id: "undo", "aria-disabled": model.canUndo || model.canStepOut ? null : "true" }),
    button(icon("trash"), actions.askDiscard, { id: "discard", "aria-label": _("Discard entry"), title: _("Discard entry") }),
    button(saveWord(model.draft), actions.save, {
      class: "btn btn-large btn-primary entry-save", id: "save", "aria-disabled": lacks.length ? "true" : null,
      "aria-describedby": said ? "warning" : lacks.length ? "lacking" : null,
    }),
    said ? el("p", { class: `bar-warning${said === model.refusal ? " bar-refusal" : ""}`, id: "warning" }, icon("warning"), el("span", {}, said)) : null,
    lacks.length && !said ? el("p", { class: "hint", id: "lacking" }, lackSentence(lacks[0], model)) : null,
    waysOn(model, actions));
}

/* What the table must see before it saves stands beside the button: on a phone nothing else is sure to be on the screen. */
export const inTheWay = (model) => (model.meanwhile ? meanwhileSentence(model.meanwhile, model) : model.warning || model.refusal);

const MEANWHILE = {
  moved: marked("The table changed since this entry was begun. If you save it, it waits for the referee. Nothing is lost."),
  closed: marked("The round was closed meanwhile. What is entered stays; if you save it, it waits for the referee."),
  closed_meeting: marked("The meeting was closed meanwhile. What is entered stays; if you save it, it waits for the referee."),
  archived: marked("The event is over and in the archive. What is entered stays; if you save it, it waits for the referee."),
  too_late: marked("Play is closed: deal {deal} can no longer be corrected at the table. Call the referee."),
  changed: marked("Deal {deal} was changed meanwhile, version {version}: {reason} What you entered is still here."),
  ruled: marked("The referee has decided deal {deal} meanwhile: {reason} Your correction cannot be saved; call the referee if the deal is wrong."),
  settled: marked("The referee has confirmed deal {deal} meanwhile. Your correction cannot be saved; call the referee if the deal is wrong."),
};

function meanwhileSentence(found, { table }) {
  const code = found.code === "closed" && ofMeetings(table) ? "closed_meeting" : found.code;
  return _(MEANWHILE[code], { ...found, reason: ended(found.reason ?? "") });
}

/** Lead on from a correction that cannot be saved as it is: over what is recorded now, to the referee, or back. */
function waysOn({ draft, meanwhile: found }, actions) {
  if (!found || !draft.supersedes) return null;
  return el("div", { class: "cluster", id: "ways-on" },
    found.code === "changed"
      ? button(_("Replace version {version} by this", found), () => actions.change((now) => ({ ...now, supersedes: found.sha256 })), { id: "replace-newer" })
      : button(_("Call the referee"), () => actions.askReferee(), { id: "call-about-it" }),
    button(_("Back to the table"), actions.askDiscard, { id: "back-to-table" }));
}

function saveWord(draft) {
  if (draft.supersedes) return _("Save the correction", draft);
  return declared.areTotals(draft) ? _("Save the totals") : _("Save deal {deal}", { deal: draft.deal });
}

const LACKS = {
  missing_tiles: marked("{name}: {missing} more"),
  missing_winning: marked("Which tile won?"),
  missing_points: marked("{name}: enter the points"),
  missing_rest: marked("{name}: enter what counts, then that the rest counts nothing"),
  missing_from: marked("Say from whom."),
  missing_event: marked("Say what happened under penalties."),
  open_penalty: marked("Add the penalty, or tap it again."),
  missing_reason: marked("Say why it was wrong."),
  missing_total: marked("{name}: enter the total"),
  totals_do_not_cancel: TOTALS_DO_NOT_CANCEL,
};

/** Say what is still missing. */
export function lackSentence(lack, model) {
  if (lack.code in MEANWHILE) return meanwhileSentence(lack, model);
  return _(LACKS[lack.code], { ...lack, name: lack.seat ? model.name(lack.seat) : "" });
}
