/* The entry of a deal: two decisions first, then the hands, beside them what it comes to. */

import * as declared from "../deal/declaration.js";
import { wind } from "../board/board.js";
import { button, el, icon, later, longestWord, nameLine, tileLook, unlessChanged } from "../dom.js";
import { keypad } from "./keypad.js";
import { draws } from "./offers.js";
import { penalties } from "./penalties.js";
import { handFirst, picker, pickerFirst } from "./picker.js";
import { faultList, previewPane } from "../board/previewpane.js";
import { NOTHING_YET, _, marked, ofDeal, tileName, written } from "../words.js";
import { REFITS } from "../deal/meanwhile.js";
import { seatedInPlay } from "../deal/rotation.js";
import { FLAGS, SOURCES, named } from "./names.js";
import { withHelp } from "../rules/help.js";

/** Draw the entry of a deal: `asked` is what is asked beside who won and the hands, `foot` what is done with it all, `title`
    the heading it has on the page. */
export function entryView(model, actions, { asked, foot, title = "h1" }) {
  return el("section", { class: `entry${states(model, asked)}`, "aria-label": entryOf(model.draft) },
    el("div", { class: "entry-work" }, top(model, actions, title), main(model, actions, { asked, title }), foot),
    later("side", () => el("aside", { class: "entry-side stack", id: "side", tabindex: "0", "aria-label": _("What it comes to") }, faultList(model), previewPane(model, actions))));
}

// letters of a word that can be read in a quarter of a phone's width, and beside what a hand comes to
const IN_A_QUARTER = 9, BESIDE_TILES = 13;
const AT_EASE = 44; // letters of what was decided that stand on two lines beside the tiles

/* What style sheets ask of an entry. They ask for no `:has()` of what a hand lies in: a browser would look at every element
   of it again for each set that is laid, which takes half as long as all else that a tap brings. */
function states(model, asked) {
  const { draft, seat, level, meanwhile, table } = model, lays = asksHands(model);
  const letters = Math.max(...table.seats.map(({ name }) => longestWord(name)));
  const said = {
    "is-wordy": letters > IN_A_QUARTER, "is-very-wordy": letters > BESIDE_TILES,
    "is-asked": asked, "is-overtaken": meanwhile && draft.supersedes, "is-other-kind": REFITS.includes(meanwhile?.code), "is-faulty": lays && model.faultsOf(seat).length, "is-of-points": lays && level === "points",
    "is-filling": lays && declared.byTiles(draft, seat, level) && !declared.isFull(draft, seat),
  };
  return Object.keys(said).filter((name) => said[name]).map((name) => ` ${name}`).join("");
}

/* Where there is room the top stands beside the tiles, over what the deal comes to; else above them (entry.css). */
const top = (model, actions, title) => el("div", { class: "entry-top" }, decided(model, actions, title), asksHands(model) ? tabs(model, actions) : null);

function main(model, actions, { asked, title }) {
  const { draft } = model, rest = mayAddPenalty(model) ? penalties(model, actions) : null;
  const asking = draft.outcome === "win" && !draft.from;
  return el("div", { class: `entry-main${asking ? " is-asking" : ""}` },
    asking ? fromWhom(model, actions, title) : [moreWinners(model, actions), wildTiles(model, actions)],
    asked, draws(model, actions), asksHands(model) ? panel(model, rest, actions) : rest);
}

const mayAddPenalty = ({ draft, table }) =>
  (draft.from || draft.outcome !== "win") && !declared.areTotals(draft) && (table.rules.penalties.length || draft.events.length);

/* ------------------------------------------------------------------ who won, from whom, how */
function decided(model, actions, title) {
  const { draft } = model;
  if (draft.outcome !== "win") return headline(model, actions, ending(model), title);
  return draft.from ? headline(model, actions, wonSentence(model), title) : null;
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
  if (draft.outcome !== "win" || !others.length) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("Who else won on this tile?") }, others.map((seat) =>
    button(_("+ {name} won, too", { name: name(seat) }), () => actions.change((now) => declared.toggleWinner(now, seat)), {
      class: "chip", id: `also-${seat}`, "aria-pressed": String(draft.others.includes(seat)),
    })));
}

/** Ask once for all hands which tiles are wild in a goulash. */
function wildTiles({ draft, table }, actions) {
  if (!draft.wild || !declared.handsNeeded(draft, table.rules)) return null;
  return el("div", { class: "chips wild-chips", role: "group", "aria-label": _("Goulash: which tiles are wild?") },
    el("span", { class: "field-label" }, _("Goulash: which tiles are wild?")), table.rules.wild.map((code) =>
      button(_("wild: {tile}", { tile: tileName(code) }), () => actions.change((now) => declared.chooseWild(now, code)), {
        class: "chip", id: `goulash-${code}`, "aria-pressed": String(draft.wild === code),
      })));
}

const entryOf = (draft) => {
  if (draft.supersedes) return ofDeal(marked("Correction of deal {deal}"), draft);
  return declared.areTotals(draft) ? _("Totals of this table") : _("Deal {deal}", { deal: draft.deal });
};

const headline = (model, actions, sentence, title) =>
  el("div", { class: "entry-head" },
    el(title, { class: `entry-title${sentence.length > AT_EASE ? " is-long" : ""}`, tabindex: "-1" }, el("small", {}, entryOf(model.draft)), nameLine(sentence)),
    model.draft.outcome === "win" ? [how(model, actions),
      button(_("Choose again"), actions.decideAgain, { class: "btn btn-quiet", id: "change" })] : null);

function fromWhom({ draft, table, name }, actions, title) {
  const playing = declared.seatsIn(draft).filter((seat) => seat !== draft.winner);
  const others = seatedInPlay(table.next, table.seats).filter(({ seat }) => playing.includes(seat));
  return el("section", { class: "stack" },
    el(title, { class: "entry-title", tabindex: "-1" }, el("small", {}, _("{name} wins", { name: name(draft.winner) })),
      _("From whom?")),
    el("div", { class: "from-whom" },
      others.map((seat) => button([wind(seat.wind), nameLine(seat.name)],
        () => actions.change((now) => declared.chooseFrom(now, seat.seat)), { class: "btn btn-large", id: `from-${seat.seat}` })),
      button(_("Self-drawn"), () => actions.change((now) => declared.chooseFrom(now, "self")),
        { class: "btn btn-large btn-self", id: "from-self" })));
}

function how({ draft, table }, actions) {
  return el("details", { class: "disclosure how", id: "how" },
    el("summary", {}, el("span", { class: "visually-hidden" }, _("How was it won?")), named(SOURCES, draft.how)),
    el("div", { class: "how-list" }, declared.sources(draft, table).map((source) =>
      withHelp(button(named(SOURCES, source), () => actions.chooseHow(source), {
        class: "chip", id: `how-${source}`, "aria-pressed": String(draft.how === source),
      }), source, table.rules))));
}

/* ------------------------------------------------------------------ the four hands */
const asksHands = ({ draft, table }) => declared.handsNeeded(draft, table.rules) && (draft.outcome !== "win" || draft.from);

/** Draw what a tap on hands of tiles is seen by first, and nothing that lies around it: of tiles that are laid or taken away only
    where they lie. */
export const handsFirst = (before, model, actions) =>
  (isLaid(before, model) ? handFirst(model, actions) : [tabs(model, actions), ...pickerFirst(model, actions)]);

/** Tell whether a tap laid tiles in the hand that was looked at, or took some away. */
function isLaid({ draft: { hands }, seat }, model) {
  const [was, is] = [hands[seat], model.draft.hands[seat]];
  return seat === model.seat && ["groups", "winning"].some((name) => was[name] !== is[name]);
}

function tabs(model, actions) {
  return el("div", { class: "seat-tabs", id: "seat-tabs", role: "tablist", on: { keydown: nextTab } },
    declared.seatsInTurn(model.draft).map((seat) => tab(seat, model, actions)));
}

function tab(seat, model, actions) {
  const { draft, table, level } = model;
  const chosen = seat === model.seat, done = declared.isComplete(draft, seat, level);
  const wrong = model.faultsOf(seat).length;
  const sitting = table.seats.find((one) => one.seat === seat), far = progress(seat, model);
  const of = [chosen, done, wrong, far, sitting.name, sitting.wind, declared.wins(draft, seat), draft.dropped.includes(seat), isDead(draft, seat), isPunished(draft, seat)];
  return unlessChanged(`tab-${seat}`, of, () => button([
    el("span", { class: "cluster" }, sitting.wind ? wind(sitting.wind) : null, standing(draft, seat), dead(draft, seat), punished(draft, seat)),
    nameLine(sitting.name),
    el("span", { class: "tab-state" }, wrong ? icon("error") : done ? icon("check") : null, far),
  ], () => actions.chooseSeat(seat), {
    class: `seat-tab${wrong ? " has-faults" : ""}${done ? " is-done" : ""}`, id: `tab-${seat}`, role: "tab",
    "aria-selected": String(chosen), "aria-controls": "hand-panel", tabindex: chosen ? "0" : "-1",
  }));
}

function standing(draft, seat) {
  if (declared.wins(draft, seat)) return el("b", {}, _("winner"));
  return draft.dropped.includes(seat) ? el("b", {}, _("dropped out")) : null;
}

/** Mark a dead hand: what says so lies below the tiles, and is folded away on a phone. */
function dead(draft, seat) {
  if (!isDead(draft, seat)) return null;
  return el("span", { class: "tab-penalty" }, icon("warning"), el("span", { class: "visually-hidden" }, named(FLAGS, "dead_hand")));
}

const isDead = ({ hands }, seat) => hands[seat].flags.includes("dead_hand");

/** Mark who has a penalty in this deal: what says so lies folded under a hand that is being filled. */
function punished(draft, seat) {
  if (!isPunished(draft, seat)) return null;
  return el("span", { class: "tab-penalty" }, icon("flag"), el("span", { class: "visually-hidden" }, _("Penalties and errors")));
}

const isPunished = ({ events }, seat) => events.some(({ offender }) => offender === seat);

function progress(seat, { draft, level }) {
  if (!declared.byTiles(draft, seat, level)) return /\d$/.test(draft.hands[seat].points) ? written(Number(draft.hands[seat].points)) : NOTHING_YET;
  if (draft.hands[seat].rest && declared.isComplete(draft, seat, level)) return _("done");
  if (declared.mayHide(draft, seat, level) && !declared.isFull(draft, seat)) return laid(declared.size(draft.hands[seat]));
  return _("{count} of {target}", { count: declared.size(draft.hands[seat]), target: declared.target(draft, seat) });
}

/** Say what lies there of a hand that need not be whole. */
const laid = (count) => (count ? _("Tiles: {count}", { count }) : NOTHING_YET);

function nextTab(event) {
  const tabs = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  tabs.at((tabs.indexOf(document.activeElement) + step) % tabs.length).click();
  document.getElementById(event.currentTarget.querySelector("[aria-selected=true]")?.id)?.focus();
}

function panel(model, rest, actions) {
  const { draft, seat, level } = model;
  const faults = model.faultsOf(seat), covered = isCovered(model);
  return unlessChanged("hand-panel", [...handOf(model, faults), covered], () => el("div", { class: `stack hand-panel${covered ? " is-covered" : ""}`, role: "tabpanel", id: "hand-panel", tabindex: "-1", "aria-labelledby": `tab-${seat}` },
    faults.length ? el("div", { class: "errors", role: "alert" },
      el("ul", {}, faults.map((fault) => el("li", {}, fault.message)))) : null,
    declared.byTiles(draft, seat, level) ? picker(model, { onward: onward(model, actions), rest }, actions)
      : [keypad(model, actions), onward(model, actions), rest ? el("div", { class: "entry-foot" }, rest) : null]));
}

/** Tell whether the penalties, unfolded, lie where a full hand was. */
const isCovered = ({ draft, seat, level }) =>
  Boolean(document.getElementById("penalties")?.open) && !(declared.byTiles(draft, seat, level) && !declared.isFull(draft, seat));

/** List all that a hand is drawn of: what it comes to, and what the server says of the rest, leave it as it lies. */
const handOf = ({ draft, seat, kind, more, penalty, roving, level, table: { rules, seats, next } }, faults) =>
  [draft, seat, kind, more, penalty, roving, level, rules, tileLook(), JSON.stringify([faults, next, seats.map(({ name, wind }) => [name, wind])])];

function onward(model, actions) {
  const { draft, seat, level } = model;
  const next = declared.nextHand(draft, seat, level);
  if (!next || !declared.isComplete(draft, seat, level)) return null;
  return button(_("Next: {name}", { name: model.name(next) }), () => actions.chooseSeat(next),
    { class: "btn btn-large btn-primary", id: "next-hand" });
}
