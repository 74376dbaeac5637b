/* The “?” beside a word of the game: what it means under the rules of this competition, until one goes on. */

import { button, el, icon, show } from "../dom.js";
import { picture } from "./pictures.js";
import { _, marked } from "../words.js";

/** What the words are called that rules give a meaning to (`tournaments/wording/glossary.py`), in the order of a list. */
export const TERMS = {
  fishing: marked("Fishing"),
  fishing_not_declared: marked("Forgot to declare fishing"),
  original_call: marked("Original call"),
  only_possible_tile: marked("Only possible tile"),
  robbed_kong: marked("Robbed a kong"),
  short_hand: marked("Short hand"),
  long_hand: marked("Long hand"),
  dead_hand: marked("Dead hand"),
  misnamed_discard: marked("Misnamed discard"),
  misnamed_discard_mahjong: marked("Misnamed discard, wanted for mah-jong"),
  false_mahjong: marked("False mah-jong, nobody exposed tiles"),
  false_mahjong_exposed: marked("False mah-jong, others exposed tiles"),
  wrong_claim: marked("Wrong claim"),
  cannon: marked("Cannon"),
};

/** What is easily left out of an entry, and how it is put right on this tablet. */
const LEFT_OUT = {
  fishing: marked("Said at the table, but not entered? Before the deal is saved, tap the player’s name and then “Declared fishing”."),
  fishing_not_declared: marked("Declared in time, and only not entered? Then this is no penalty: tap the player’s name and then “Declared fishing”."),
};
const AFTERWARDS = marked("Once it is saved, open the deal below the board and correct it, also when it is confirmed: whoever confirms is asked again. Once play is closed, the referee does it.");

let asked = null; // the “?” that was tapped
const dialog = () => document.getElementById("help-dialog");

/** Draw the “?” beside a word; none where the rules have no use for it, or were kept from before this was told. */
export function helpMark(term, { meanings }, place = "") {
  if (!meanings?.[term] || !TERMS[term]) return null;
  return button("?", ({ currentTarget }) => ask(term, meanings[term], currentTarget), {
    class: "help-mark", id: `help-${place}${term}`, "aria-label": _("What is it? {word}", { word: _(TERMS[term]) }), "aria-haspopup": "dialog",
  });
}

/** Put the “?” behind what it explains. */
export const withHelp = (what, term, rules, place = "") => {
  const mark = helpMark(term, rules, place);
  return mark ? el("span", { class: "with-help" }, what, mark) : what;
};

/** Draw what a word means: a picture, what the rules say, and where. */
export const meaningOf = (term, { text, source }) => [
  picture(term), el("p", {}, text), LEFT_OUT[term] ? el("p", { class: "left-out" }, _(LEFT_OUT[term]), " ", _(AFTERWARDS)) : null, source ? el("p", { class: "line-source" }, _("Rule: {source}", { source })) : null,
];

function ask(term, meaning, mark) {
  const again = dialog().open && asked === mark;
  close();
  if (again) return;
  asked = mark;
  const { top, bottom } = mark.getBoundingClientRect();
  dialog().dataset.edge = top + bottom > innerHeight ? "top" : "bottom"; // never over what is asked about
  show(dialog(), el("div", { class: "dialog-head" }, el("h2", { id: "help-heading" }, _(TERMS[term])),
    button(icon("close"), close, { class: "btn btn-icon btn-quiet", id: "help-close", "aria-label": _("Close"), title: _("Close") })),
  meaningOf(term, meaning));
  dialog().show();
  mark.ariaExpanded = "true";
}

function close() {
  if (!dialog().open) return;
  dialog().close();
  asked.ariaExpanded = null;
}

/** Begin to close the help by itself: at a tap or the focus elsewhere, at Escape. */
export function hearHelp() {
  const elsewhere = ({ target }) => dialog().contains(target) || asked?.contains(target) || close();
  document.addEventListener("click", elsewhere, true);
  document.addEventListener("focusin", elsewhere);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
}
