/* What was played at this table, newest first, each deal with its tiles and every line; and what the referee has. */

import { seatsOf } from "../deal/chairs.js";
import { restingAt } from "../deal/rotation.js";
import { CHAIRS, inOrder, liesHidden } from "../deal/tiles.js";
import { mayCorrect } from "../deal/correction.js";
import { belongsTo, withTheReferee } from "../deal/kept.js";
import { button, el, icon, tile, tileBack } from "../dom.js";
import { draw } from "../stage.js";
import { TERMS } from "../rules/help.js";
import { explanation, money, sums } from "./previewpane.js";
import { isTogether, notConfirmed } from "../deal/sheets.js";
import { _, marked, ofDeal, roundName, tileName, tileNames } from "../words.js";

/** Draw the recorded deals. */
export function log(model, actions) {
  const deals = [...model.table.deals].reverse(), all = { outcome: model.table.entry_level };
  return el("section", { class: "stack", id: "log", "aria-label": ofDeal(marked("Deals at this table"), all) },
    heldList(model.table), ruledList(model.table), unconfirmed(model, actions), el("h2", {}, ofDeal(marked("Deals at this table"), all)),
    deals.length ? deals.map((deal) => recorded(deal, model, actions)) : el("p", { class: "muted" }, ofDeal(marked("No deal has been recorded at this table yet."), all)));
}

function heldList(table) {
  const held = withTheReferee(table);
  if (!held.length) return null;
  return el("section", { class: "card", id: "held" }, el("h2", {}, _("With the referee")),
    el("ul", { class: "list" }, held.map((one) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, one.round ? `${roundName(table, one.round)}: ` : null, ofDeal(marked("Deal {deal}"), one)), " · ", one.message), ruling(one.ruling)))));
}

const RULED = {
  warning: marked("warning: {reason}"), penalty: marked("penalty: {reason}"), ruling: marked("ruling: {reason}"),
  adjustment: marked("adjusted score: {reason}"), stands: marked("it stands: {reason}"),
};

/** List what was ruled on the table and on those who sit here, but for penalties of deals. */
function ruledList({ rulings = [], entry_level: outcome }) {
  if (!rulings.length) return null;
  return el("section", { class: "card", id: "rulings" }, el("h2", {}, _("Ruled by the referee")),
    el("ul", { class: "list" }, rulings.map((one) => el("li", { class: "list-row" },
      el("span", {}, one.deal ? [el("b", {}, ofDeal(marked("Deal {deal}"), { ...one, outcome })), " · "] : null,
        one.name ? [el("b", {}, one.name), " · "] : null, _(RULED[one.stands ? "stands" : one.kind], one),
        one.amount === null ? null : [" ", money(one.amount)]),
      one.taken_back ? el("span", { class: "badge badge-void" }, _("taken back")) : null))));
}

/** List the deals that are not confirmed; each opens its sheet again. */
function unconfirmed({ table, nameIn }, actions) {
  const open = notConfirmed(table);
  if (!open.length) return null;
  return el("section", { class: "card", id: "unconfirmed" }, el("h2", {}, _("Not confirmed yet")),
    isTogether(table) ? el("p", {}, _("You confirm together after each wind round.")) : null,
    el("ul", { class: "list" }, open.map((deal) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, ofDeal(marked("Deal {deal}"), deal)), " · ", wordsOn(deal, nameIn(deal))),
      button(deal.confirmation.needed ? _("Confirm") : _("Look at it"), () => actions.openSheet(deal.deal), { id: `confirm-${deal.deal}` })))));
}

function wordsOn({ confirmation, answers }, name) {
  const against = CHAIRS.filter((seat) => answers[seat] === "dispute").map(name);
  if (against.length) return _("disputed by {names}", { names: against.join(", ") });
  return confirmation.needed ? _("{given} of {needed} confirmed", confirmation) : _("waits for the referee");
}

function ruling(found) {
  if (!found) return el("span", { class: "badge badge-held" }, _("waits"));
  return el("span", { class: "badge badge-info" }, found.reason ? _("{words}: {reason}", found) : found.words);
}

/** Draw a deal; what lies in it only while it is unfolded: after an evening that would be most of the page. */
function recorded(deal, whole, actions) {
  const model = { ...whole, name: whole.nameIn(deal) }, id = `deal-${deal.deal}`;
  return el("details", { class: "disclosure card deal-card", id, on: { toggle: unfolded } },
    el("summary", {}, el("span", { class: "deal-head" }, el("b", {}, ofDeal(marked("Deal {deal}"), deal)),
      deal.void ? el("span", { class: "badge badge-void" }, _("void")) : null, el("span", {}, deal.said),
      deal.version > 1 ? el("span", { class: "badge badge-info" }, _("Version {version}: {reason}", deal)) : null),
    el("span", { class: "deal-nets" }, seatsOf(deal).map((seat) =>
      el("span", {}, `${model.name(seat)} `, rests(deal) === seat ? _("rests") : money(deal.net[seat]))))),
    document.getElementById(id)?.open ? whatItHolds(deal, model, actions) : null);
}

/** Draw what lies in a deal that was unfolded, and bring it in sight: most of it would lie below the screen. */
function unfolded({ currentTarget: card }) {
  draw();
  if (card.open) queueMicrotask(() => card.scrollIntoView());
}

const whatItHolds = (deal, model, actions) =>
  el("div", { class: "stack" }, rare(deal, model), sums(satAt(deal, model), deal, deal.net, { scores: false }),
    CHAIRS.filter((seat) => deal.hands[seat] && !("points" in deal.hands[seat])).map((seat) => hand(seat, deal, model)),
    explanation(deal, model, `deal-${deal.deal}`),
    mayCorrect(deal, model) ? el("div", {}, button([icon("edit"), ofDeal(marked("Correct deal {deal}"), deal)], () => actions.correct(deal), { id: `correct-${deal.deal}` }), leftOut(deal, model.table)) : onItsWay(deal, model) ? el("p", { class: "small muted" }, _("A correction of this deal is saved on this tablet and will be sent by itself.")) : null,
    el("p", { class: "small muted" }, _("Checksum {hash}", { hash: deal.sha256.slice(0, 12) })));

const onItsWay = ({ deal }, { waiting, table }) => waiting.some((one) => one.deal === deal && one.entry.now.supersedes && belongsTo(table)(one));

/** Say where the players look for it how something that was forgotten is put right. */
const leftOut = ({ outcome }, { rules }) => el("p", { class: "small muted" }, rules.flags.includes("fishing") && outcome !== "totals"
  ? _("Was something left out, such as fishing that was declared? Correct the deal, also when it is confirmed: whoever confirms is asked again.")
  : _("Was something left out? Correct it, also when it is confirmed: whoever confirms is asked again."));

const rests = (deal) => (deal.ring && !deal.totals ? restingAt(deal) : null);

/** Show the table with those who sat there for a deal: others may have come since, or left. */
const satAt = (deal, { table, ...model }) => ({ ...model, table: { ...table, seats: seatsOf(deal).map((seat) => ({ seat })) } });

/** Say what few deals have: a goulash, who paid double instead of East, who dropped out. */
function rare({ goulash, wild, favoured, dropped = [] }, { name }) {
  const said = [
    goulash && (wild ? _("Goulash, wild: {tile}.", { tile: tileName(wild) }) : _("Goulash: no chows, wild tiles.")),
    favoured && _("{name} paid and was paid double.", { name: name(favoured) }),
    dropped.length && _("Dropped out with a mah-jong below the minimum: {names}.", { names: dropped.map(name).join(", ") }),
  ].filter(Boolean);
  return said.length ? el("p", { class: "muted" }, said.join(" ")) : null;
}

function hand(seat, deal, model) {
  const declared = deal.hands[seat];
  const melds = (declared.melds ?? []).map((meld) =>
    meldOf(meld.tiles, meld.concealed ? _("concealed") : _("exposed"), { hidden: meld.concealed, dead: meld.dead ? _("counts nothing") : null }));
  const rack = inOrder(declared.concealed ?? []), bonus = inOrder(declared.bonus ?? []);
  return el("div", {}, el("h3", {}, _("Hand of {name}", { name: model.name(seat) })), claims(declared),
    el("ul", { class: "hand" }, melds, rack.length ? meldOf(rack, _("In hand"), { winning: declared.winning_tile }) : null,
      bonus.length ? meldOf(bonus, _("Flowers and seasons")) : null, declared.unshown ? notShown(declared.unshown) : null));
}

/** List what was said of a hand, in words. */
export const claimed = ({ flags = [] }) => flags.filter((flag) => TERMS[flag]).map((flag) => _(TERMS[flag]));

/** Say what was said of a hand beside its tiles: a dead hand would look like a sum that is wrong. */
function claims(declared) {
  const said = claimed(declared).map((word) => el("span", { class: "badge" }, word));
  return said.length ? el("p", { class: "cluster" }, said) : null;
}

const notShown = (count) => el("li", { class: "meld" }, el("span", { class: "meld-tiles" }, tileBack()), el("span", { class: "meld-note" }, _("{count} not shown", { count })));

function meldOf(tiles, note, { winning, hidden, dead } = {}) {
  const at = winning ? tiles.indexOf(winning) : -1;
  return el("li", { class: "meld" },
    el("span", { class: "meld-tiles", role: "img", "aria-label": `${[note, dead].filter(Boolean).join(", ")}: ${tileNames(tiles)}` }, tiles.map((code, place) =>
      el("span", { class: place === at ? "tile-won" : "" }, hidden && liesHidden(tiles, place) ? tileBack() : tile(code)))),
    el("span", { class: "meld-note", "aria-hidden": "true" }, note),
    dead ? el("span", { class: "meld-note meld-dead", "aria-hidden": "true" }, dead) : null);
}
