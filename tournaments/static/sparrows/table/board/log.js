/* What was played at this table, newest first, each deal with its tiles and every line; and what the referee has. */

import { SEATS, inOrder } from "../deal/tiles.js";
import { mayCorrect } from "../deal/correction.js";
import { button, el, icon, tile } from "../dom.js";
import { explanation, money, sums } from "./previewpane.js";
import { say, tileName, tileNames } from "../words.js";

/** Draw the recorded deals. */
export function log(model, actions) {
  const deals = [...model.table.deals].reverse();
  return el("section", { class: "stack", "aria-label": say("log") },
    heldList(model.table.held), unconfirmed(model, actions), el("h2", {}, say("log")),
    deals.length ? deals.map((deal) => recorded(deal, model, actions)) : el("p", { class: "muted" }, say("log_empty")));
}

function heldList(held) {
  if (!held.length) return null;
  return el("section", { class: "card", id: "held" }, el("h2", {}, say("held_list")),
    el("ul", { class: "list" }, held.map((one) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, say("deal", { deal: one.deal })), " · ", one.message), ruling(one.ruling)))));
}

/** List the deals that are not confirmed; each opens its sheet again. */
function unconfirmed({ table, nameIn }, actions) {
  const open = table.deals.filter(({ confirmation }) => confirmation.state !== "confirmed");
  if (!open.length) return null;
  return el("section", { class: "card", id: "unconfirmed" }, el("h2", {}, say("not_confirmed")),
    el("ul", { class: "list" }, open.map((deal) => el("li", { class: "list-row" },
      el("span", {}, el("b", {}, say("deal", deal)), " · ", wordsOn(deal, nameIn(deal))),
      button(say("to_confirm"), () => actions.openSheet(deal.deal), { id: `confirm-${deal.deal}` })))));
}

function wordsOn({ confirmation, answers }, name) {
  const against = SEATS.filter((seat) => answers[seat] === "dispute").map(name);
  if (against.length) return say("disputed_by", { names: against.join(", ") });
  return say(confirmation.needed ? "confirm_count" : "confirm_by_referee", confirmation);
}

function ruling(found) {
  if (!found) return el("span", { class: "badge badge-held" }, say("held_waits"));
  return el("span", { class: "badge badge-info" }, found.reason ? say("held_ruling", found) : found.words);
}

function recorded(deal, whole, actions) {
  const model = { ...whole, name: whole.nameIn(deal) };
  return el("details", { class: "disclosure card deal-card", id: `deal-${deal.deal}` },
    el("summary", {}, el("span", { class: "deal-head" }, el("b", {}, say("deal", { deal: deal.deal })),
      el("span", { class: deal.void ? "is-dropped" : "" }, deal.said),
      deal.version > 1 ? el("span", { class: "badge badge-info" }, say("log_changed", deal)) : null),
    el("span", { class: "deal-nets" }, SEATS.map((seat) => el("span", {}, `${model.name(seat)} `, money(deal.net[seat]))))),
    el("div", { class: "stack" }, rare(deal, model), sums(model, deal.values, deal.net, false),
      SEATS.filter((seat) => deal.hands[seat] && !("points" in deal.hands[seat])).map((seat) => hand(seat, deal, model)),
      explanation(deal, model, `deal-${deal.deal}`),
      mayCorrect(deal, model) ? el("div", {}, button([icon("edit"), say("correct_deal", deal)], () => actions.correct(deal), { id: `correct-${deal.deal}` })) : null,
      el("p", { class: "small muted" }, say("log_fingerprint", { hash: deal.sha256.slice(0, 12) }))));
}

/** Say what few deals have: a goulash, who paid double instead of East, who dropped out. */
function rare({ goulash, wild, favoured, dropped = [] }, { name }) {
  const said = [
    goulash && (wild ? say("goulash_wild", { tile: tileName(wild) }) : say("goulash")),
    favoured && say("was_favoured", { name: name(favoured) }),
    dropped.length && say("were_dropped", { names: dropped.map(name).join(", ") }),
  ].filter(Boolean);
  return said.length ? el("p", { class: "muted" }, said.join(" ")) : null;
}

function hand(seat, deal, model) {
  const declared = deal.hands[seat];
  const melds = (declared.melds ?? []).map((meld) => meldOf(meld.tiles, say(meld.concealed ? "closed_kong" : "open")));
  const rack = inOrder(declared.concealed ?? []), bonus = inOrder(declared.bonus ?? []);
  return el("div", {}, el("h3", {}, say("hand_of", { name: model.name(seat) })),
    el("ul", { class: "hand" }, melds, rack.length ? meldOf(rack, say("rack"), declared.winning_tile) : null,
      bonus.length ? meldOf(bonus, say("bonus_tiles")) : null));
}

function meldOf(tiles, note, winning) {
  const at = winning ? tiles.indexOf(winning) : -1;
  return el("li", { class: "meld" },
    el("span", { class: "meld-tiles", role: "img", "aria-label": `${note}: ${tileNames(tiles)}` }, tiles.map((code, place) =>
      el("span", { class: place === at ? "tile-won" : "" }, tile(code)))),
    el("span", { class: "meld-note", "aria-hidden": "true" }, note));
}
