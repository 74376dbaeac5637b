/* The table as it lies between the players: four seats at the edges, what is played next in the middle. */

import { button, el, icon } from "../dom.js";
import { ofMeetings, say, signed, timeOf, windName } from "../words.js";

const EDGES = { E: "bottom", S: "right", W: "top", N: "left" }; // play runs anticlockwise

/** Draw the board; `canPlay` tells whether an entry may be begun. */
export function board(model, actions) {
  const { table } = model;
  if (!table.round) return waiting(table);
  const mayGoOn = !model.clock?.played || model.beyond === table.next?.deal;
  const canPlay = Boolean(table.next) && table.round.state === "running" && mayGoOn;
  return el("section", { class: "felt table-felt", "aria-label": say("table", { table: table.table }) },
    table.seats.map((seat) => seatButton(seat, model, actions, canPlay)), middle(model, actions, canPlay),
    button(say(model.turned ? "upright_names" : "turn_names"), actions.turn, { class: "btn btn-on-felt felt-turn", id: "turn" }));
}

function waiting(table) {
  return el("section", { class: "empty" },
    el("h1", { class: "table-number", tabindex: "-1" }, el("small", {}, say("table_word")), String(table.table)),
    el("p", {}, notRunning(table)));
}

const notRunning = (table) => say(ofMeetings(table) ? "waiting_for_meeting" : "waiting_for_round");

function seatButton(seat, model, actions, canPlay) {
  const isEast = model.table.next?.east === seat.seat, paysDouble = model.table.next?.favoured === seat.seat;
  const attributes = {
    class: `seat${isEast ? " is-east" : ""}`, "data-edge": EDGES[seat.seat], "data-upright": !model.turned,
    id: `seat-${seat.seat}`,
  };
  if (!canPlay || takesTotals(model.table)) return el("div", attributes, seatParts(seat, paysDouble));
  return el("button", { ...attributes, type: "button", on: { click: () => actions.begin("win", seat.seat) } },
    seatParts(seat, paysDouble), el("span", { class: "visually-hidden" }, say("won_action")));
}

function seatParts(seat, paysDouble) {
  return [
    el("span", { class: "seat-name" }, seat.name),
    el("span", { class: "cluster seat-facts" }, seat.wind ? wind(seat.wind) : null,
      el("span", { class: "seat-score" }, signed(seat.score))),
    paysDouble ? el("span", { class: "small" }, say("favoured")) : null,
    seat.stands_for ? el("span", { class: "small muted" }, say("stands_for", { number: seat.stands_for })) : null,
  ];
}

export const wind = (letter) =>
  el("span", { class: `wind wind-${letter}` }, el("span", { class: "wind-mark", "aria-hidden": "true" }, letter),
    el("span", { class: "wind-name" }, windName(letter)));

function middle(model, actions, canPlay) {
  const { table } = model;
  return el("div", { class: "felt-middle" },
    el("p", { class: "table-number" }, el("small", {}, say("table_word")), String(table.table)),
    position(table), clockFace(model.clock), canPlay ? ask(table, actions, model.clock?.last) : stopped(model, actions), callReferee(table, actions));
}

function position(table) {
  if (!table.next) return el("h1", { tabindex: "-1" }, say(takesTotals(table) ? "totals_entered" : "game_over"));
  if (takesTotals(table)) return el("h1", { tabindex: "-1" }, say("totals"));
  const east = table.seats.find((seat) => seat.seat === table.next.east);
  const deal = table.round.deals
    ? say("deals_of", { deal: say("deal", { deal: table.next.deal }), deals: table.round.deals })
    : say("deal", { deal: table.next.deal });
  return [
    el("h1", { tabindex: "-1" }, deal),
    el("p", {}, say("round_wind", { wind: windName(table.next.round_wind) }), " · ",
      say("is_east", { name: east?.name ?? "" })),
    table.next.goulash ? el("p", { class: "badge badge-provisional" }, say("goulash")) : null,
  ];
}

/** Draw what is left of the round, calmly: nothing moves but the minutes. */
const clockFace = (clock) => (isTimed(clock) ? el("p", { class: "cluster", id: "clock", "data-state": clock.state }, icon("clock"), timeLeft(clock)) : null);

export const isTimed = (clock) => Boolean(clock) && clock.state !== "untimed";

/** Say what is left of the round. */
export const timeLeft = ({ state, minutes }) => say(`time_${state}`, { minutes });

const takesTotals = (table) => table.entry_level === "totals";

function ask(table, actions, last) {
  if (takesTotals(table)) {
    return button(say("enter_totals"), () => actions.begin("totals"), { class: "btn btn-large", id: "begin-totals" });
  }
  return el("div", { class: "stack-s stack felt-ask" },
    last ? el("p", { class: "badge badge-provisional", id: "last-deal" }, say("last_deal")) : null,
    el("p", { class: "felt-question" }, say("who_won"), " ", el("span", { class: "muted" }, say("tap_winner"))),
    el("div", { class: "cluster felt-choices" },
      button(say("draw"), () => actions.begin("draw"), { class: "btn btn-large", id: "begin-draw" }),
      table.rules.penalties.length ? button(say("ended"), () => actions.begin("ended"), { id: "begin-ended" }) : null));
}

function stopped({ table, clock }, actions) {
  if (table.round.state === "closed") return el("p", {}, say(ofMeetings(table) ? "meeting_closed" : "round_closed"));
  if (clock?.played && table.next) {
    return [el("p", { class: "felt-question", id: "table-over" }, say(ofMeetings(table) ? "meeting_over" : "table_over")),
      button(say("enter_beyond"), actions.goBeyond, { class: "btn btn-on-felt", id: "enter-beyond" })];
  }
  return table.next ? el("p", {}, notRunning(table)) : null;
}

/** Call the referee, or say that somebody is on the way, or when the last call was answered. */
export function callReferee({ call }, actions, reason = "") {
  if (isWaiting(call)) {
    return el("p", { class: "cluster felt-call", role: "status" }, icon("flag"),
      el("span", {}, say("referee_called"), " ", say("called_at", { time: timeOf(call.at) }), call.reason ? ` ${call.reason}` : ""));
  }
  return [
    call ? el("p", { class: "small muted", role: "status" }, say("referee_answered", { time: timeOf(call.answered_at) })) : null,
    button([icon("flag"), say("referee")], () => actions.askReferee(reason), { id: "call-referee", class: "btn btn-on-felt" }),
  ];
}

/** Tell whether a call still waits for the referee. */
export const isWaiting = (call) => Boolean(call && !call.answered_at);
