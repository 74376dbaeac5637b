/* The table as it lies between the players: four seats at the edges, what is played next in the middle. */

import { isOver } from "../deal/meanwhile.js";
import { isOpenCall } from "../deal/pulse.js";
import { edgeOf } from "../deal/chairs.js";
import { seatedInPlay } from "../deal/rotation.js";
import { PILE, isTogether, notConfirmed, waitForWords } from "../deal/sheets.js";
import { SEATS } from "../deal/tiles.js";
import { button, el, icon, nameTag } from "../dom.js";
import { scoresWait } from "./unsent.js";
import { _, marked, ofDeal, ofMeetings, signed, timeOf, windName } from "../words.js";

/** Draw the board; `canPlay` tells whether an entry may be begun. */
export function board(model, actions) {
  const { table } = model;
  if (!table.round) return waiting(table);
  const mayGoOn = !model.clock?.played || model.beyond === table.next?.deal;
  const canPlay = Boolean(table.next) && table.round.state === "running" && !isOver(table) && mayGoOn;
  return el("section", { class: "felt table-felt", "aria-label": _("Table {table}", { table: table.table }) },
    el("p", { class: "table-number" }, el("small", {}, _("Table")), String(table.table)),
    seatedInPlay(table.next, table.seats).map((seat) => seatButton(seat, model, actions, canPlay)), middle(model, actions, canPlay),
    el("div", { class: "felt-deals" }, confirmAll(table, actions), toDeals(table)), button(model.turned ? _("All names upright") : _("Turn the names to the players"), actions.turn, { class: "btn btn-on-felt felt-turn", id: "turn" }));
}

/** Lead to what lies below the board, and say how much of it still waits for words. */
const toDeals = (table) =>
  button([icon("chevron"), el("span", {}, ofDeal(marked("Deals at this table"), { outcome: table.entry_level }), unsaid(waitForWords(table).length))],
    () => document.getElementById("log").scrollIntoView(), { class: "btn btn-on-felt", id: "to-deals" });

const unsaid = (count) => (count ? [" ", el("b", { class: "felt-unsaid" }, _("{count} not confirmed", { count }))] : null);

/** Let a table that confirms together do so before the wind round ends. */
const confirmAll = (table, actions) =>
  (isTogether(table) && notConfirmed(table).length > 1 ? button(_("Confirm all now"), () => actions.openSheet(PILE), { class: "btn", id: "confirm-all" }) : null);

function waiting(table) {
  return el("section", { class: "empty" },
    el("h1", { class: "table-number", tabindex: "-1" }, el("small", {}, _("Table")), String(table.table)),
    el("p", {}, notRunning(table)));
}

function notRunning(table) {
  if (table.competition.archived) return _("This event is over.");
  return ofMeetings(table)
    ? _("No meeting is running at this table. The seats appear here when it starts.")
    : _("No round is running at this table. The seats appear here when it starts.");
}

function seatButton(seat, model, actions, canPlay) {
  const next = isOver(model.table) ? null : model.table.next;
  const isEast = next?.east === seat.seat, paysDouble = next?.favoured === seat.seat;
  const attributes = {
    class: `seat${isEast ? " is-east" : ""}`, "data-edge": edgeOf(seat.seat, placeOf(model.table)), "data-upright": !model.turned,
    id: `seat-${seat.seat}`,
  };
  if (attributes["data-edge"] === "rest") return rester(seat, attributes);
  if (!canPlay || takesTotals(model.table)) return el("div", attributes, seatParts(seat, paysDouble));
  return el("button", { ...attributes, type: "button", on: { click: () => actions.begin("win", seat.seat) } },
    seatParts(seat, paysDouble), el("span", { class: "visually-hidden" }, _("Won this deal")));
}

/** Give the place that says where everybody sits: of the next deal, after the game of the last one. */
const placeOf = ({ next, deals }) => next ?? deals.at(-1);

/** Draw who rests, beside the table. */
const rester = (seat, attributes) =>
  el("div", { ...attributes, "data-upright": true }, el("span", { class: "small" }, _("Rests this deal")), seatParts(seat, false));

function seatParts(seat, paysDouble) {
  return [
    nameTag(seat.name),
    el("span", { class: "cluster seat-facts" }, seat.wind ? wind(seat.wind) : null,
      el("span", { class: "seat-score" }, signed(seat.score))),
    paysDouble ? el("span", { class: "small" }, _("pays and is paid double")) : null,
    seat.stands_for ? el("span", { class: "small muted seat-for" }, _("for {name}", { name: seat.stands_for_name })) : null,
  ];
}

export const wind = (letter) =>
  el("span", { class: `wind wind-${letter}` }, el("span", { class: "wind-mark", "aria-hidden": "true" }, letter),
    el("span", { class: "wind-name" }, windName(letter)));

function middle(model, actions, canPlay) {
  const { table } = model;
  return el("div", { class: "felt-middle" },
    el("div", { class: "felt-said", tabindex: "0" }, canPlay || !isPlayed(model) ? position(table) : played(table), clockFace(model.clock), scoresWait(table)),
    canPlay ? ask(table, actions, model.clock?.last) : stopped(model, actions), callReferee(table, actions));
}

/** Tell whether the table has played what the round has for it. */
const isPlayed = ({ table, clock }) => Boolean(clock?.played && table.next && !isOver(table));

const played = (table) => el("h1", { tabindex: "-1", id: "table-over" },
  ofMeetings(table) ? _("The meeting is over for this table. Thank you!") : _("The round is over for this table. Thank you!"));

function position(table) {
  if (isOver(table)) return [el("h1", { tabindex: "-1", id: "closed" }, closed(table)), el("p", {}, _("Nothing more is entered at this table."))];
  if (!table.next) return el("h1", { tabindex: "-1" }, takesTotals(table) ? _("The totals of this table are entered.") : _("The game at this table is over."));
  if (takesTotals(table)) return el("h1", { tabindex: "-1" }, _("Totals of this table"));
  const east = table.seats.find((seat) => seat.seat === table.next.east);
  const deal = table.round.deals >= table.next.deal
    ? _("{deal} of {deals}", { deal: _("Deal {deal}", { deal: table.next.deal }), deals: table.round.deals })
    : _("Deal {deal}", { deal: table.next.deal });
  return [
    el("h1", { tabindex: "-1" }, deal),
    el("p", {}, _("{wind} round", { wind: windName(table.next.round_wind) }), isLastWind(table) ? ` (${_("the last")})` : "", " · ",
      _("East: {name}", { name: east?.name ?? "" })),
    table.next.goulash ? el("p", { class: "badge badge-provisional" }, _("Goulash: no chows, wild tiles.")) : null,
  ];
}

/** Draw what is left of the round, calmly: nothing moves but the minutes. */
const clockFace = (clock) => (isTimed(clock) ? el("p", { class: "cluster", id: "clock", "data-state": clock.state }, icon("clock"), timeLeft(clock)) : null);

export const isTimed = (clock) => Boolean(clock) && clock.state !== "untimed";

/** Say what is left of the round. */
export const timeLeft = ({ state, minutes }) => _(LEFT[state], { minutes });

const LEFT = {
  left: marked("{minutes} min left"),
  soon: marked("{minutes} min left"),
  over: marked("Time is up"),
  paused: marked("Clock paused, {minutes} min left"),
};

const isLastWind = ({ round, next }) => Boolean(round.winds && SEATS.indexOf(next.round_wind) === round.winds - 1);

const takesTotals = (table) => table.entry_level === "totals";

function ask(table, actions, last) {
  if (takesTotals(table)) {
    return button(_("Enter the totals of this table"), () => actions.begin("totals"), { class: "btn btn-large", id: "begin-totals" });
  }
  return el("div", { class: "stack-s stack felt-ask" },
    last ? el("p", { class: "badge badge-provisional", id: "last-deal" }, _("This is the last deal.")) : null,
    el("p", { class: "felt-question" }, _("Who won?"), " ", el("span", { class: "muted" }, _("Tap the winner’s name."))),
    el("div", { class: "cluster felt-choices" },
      button(_("Draw"), () => actions.begin("draw"), { class: "btn btn-large", id: "begin-draw" }),
      table.rules.penalties.length ? button(_("Ended by an error"), () => actions.begin("ended"), { id: "begin-ended" }) : null));
}

function stopped(model, actions) {
  const { table } = model;
  if (isOver(table)) return null;
  if (isPlayed(model)) return button(_("Enter a deal all the same"), actions.goBeyond, { class: "btn btn-on-felt", id: "enter-beyond" });
  if (!table.next) return null;
  return el("p", {}, ofMeetings(table) ? _("The meeting has not started yet.") : _("The round has not started yet."));
}

/** Say that what the table played is over; nothing while it is not. */
export function closed(table) {
  if (!isOver(table)) return "";
  if (table.competition.archived) return _("This event is over.");
  return ofMeetings(table) ? _("This meeting is closed.") : _("This round is closed.");
}

/** Call the referee, or say that somebody is on the way, or when the last call was answered; nobody comes to an archive. */
export function callReferee({ call, competition }, actions, reason = "") {
  if (competition.archived) return null;
  if (isOpenCall(call)) {
    return [el("p", { class: "cluster felt-call", role: "status" }, icon("flag"),
      el("span", {}, _("The referee has been called."), " ", _("Since {time}.", { time: timeOf(call.at) }), call.reason ? ` ${call.reason}` : "")),
    button(_("Take the call back"), actions.takeCallBack, { id: "call-back", class: "btn btn-on-felt" })];
  }
  return [
    call ? el("p", { class: "small muted", role: "status" }, _("The referee answered at {time}.", { time: timeOf(call.answered_at) })) : null,
    button([icon("flag"), _("Call the referee")], () => actions.askReferee(reason), { id: "call-referee", class: "btn btn-on-felt" }),
  ];
}
