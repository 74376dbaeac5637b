/* What a table looks up of its rules, with and without network: who gets a discard, and what words mean. */

import { precedence } from "../deal/claims.js";
import { playingAt } from "../deal/rotation.js";
import { el } from "../dom.js";
import { TERMS, meaningOf } from "./help.js";
import { set } from "../stage.js";
import { _, marked } from "../words.js";

const CALLS = {
  chow: marked("Chow"),
  pung: marked("Pung"),
  kong: marked("Kong"),
  mahjong: marked("Mah-jong"),
  "mahjong:pung": marked("Mah-jong by a pung"),
  "mahjong:pair": marked("Mah-jong by the pair"),
  "mahjong:chow": marked("Mah-jong by a chow"),
};

let wanted = { discarder: "E", calls: {} };
const want = (changes) => {
  wanted = { ...wanted, ...changes };
  set({});
};

/** Draw what can be looked up; nothing of it is recorded. */
export const lookup = (full) => {
  const { claims, meanings, chows } = full.table?.rules ?? {};
  if (!claims) return el("p", {}, _("The rules come with the next answer of the server."));
  return [whoGetsIt(full, { ...claims, chows, playing: playingAt(full.table.next ?? { east: "E" }) }), el("section", { class: "stack stack-s" }, el("h3", {}, _("What words mean here")),
    Object.keys(TERMS).filter((term) => meanings[term]).map((term) =>
      el("details", { class: "disclosure", id: `meaning-${term}` }, el("summary", {}, _(TERMS[term])), meaningOf(term, meanings[term]))))];
};

/* ------------------------------------------------------------------ who gets the discard */
function whoGetsIt({ name }, claims) {
  const { playing } = claims, discarder = playing.includes(wanted.discarder) ? wanted.discarder : playing[0];
  return el("section", { class: "stack stack-s", id: "who-gets-it" }, el("h3", { tabindex: "-1" }, _("Who gets the discard?")),
    el("div", { class: "claims" },
      field("discarder", _("Discarded by"), playing.map((seat) => [seat, name(seat)]), discarder, (seat) => want({ discarder: seat })),
      playing.filter((seat) => seat !== discarder).map((seat) =>
        field(`claim-${seat}`, name(seat), offered(claims), wanted.calls[seat] ?? "", (call) => want({ calls: { ...wanted.calls, [seat]: call } })))),
    el("p", { class: "claims-verdict", role: "status", id: "claims-verdict" }, verdict(name, claims, { ...wanted, discarder })),
    el("ol", { class: "list-plain" }, inForce(claims).map((calls) => el("li", {}, calls.map((call) => _(CALLS[call])).join(", ")))),
    el("p", { class: "hint" }, claims.several ? _("All who call mah-jong win. Of other equal calls the next in turn goes first; a chow is only for the next player.")
      : claims.chows ? _("Of equal calls the next in turn goes first; a chow is only for the next player, unless it wins.") : _("Of equal calls the next in turn goes first.")),
    el("p", { class: "line-source" }, _("Rule: {source}", claims)));
}

/** Give the order of the calls that the rules of this table know: where it plays no chows, it ends before them. */
const inForce = ({ order, chows }) => order.map((calls) => calls.filter((call) => call !== "chow" || chows)).filter((calls) => calls.length);

const offered = (claims) => [["", _("nothing")], ...Object.keys(CALLS).filter((call) => inForce(claims).flat().includes(call)).map((call) => [call, _(CALLS[call])])];

const field = (id, label, choices, chosen, choose) =>
  el("label", { class: "field" }, label, el("select", { id, on: { change: ({ target }) => choose(target.value) } },
    choices.map(([value, word]) => el("option", { value, selected: value === chosen }, word))));

/** Say who has the tile, and which calls cannot stand. */
export function verdict(name, claims, { discarder, calls } = wanted) {
  const called = Object.entries(calls).filter(([seat, call]) => call && seat !== discarder && (claims.playing ?? [seat]).includes(seat)).map(([seat, call]) => ({ seat, call }));
  const { takers, unsound } = precedence(called, discarder, claims);
  const has = takers.length ? _("{name}: {call}.", { name: takers.map(({ seat }) => name(seat)).join(", "), call: _(CALLS[takers[0].call]) }) : _("Nobody claims it: the next player draws.");
  return [has, ...unsound.map(({ seat }) => _("{name} cannot claim it: only the next player takes a chow.", { name: name(seat) }))].join(" ");
}
