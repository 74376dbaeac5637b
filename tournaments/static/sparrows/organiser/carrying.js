/* What is laid comes along into the text, and what is written onto the table: one deal, declared in two ways. */

import { canonical } from "../table/deal/canonical.js";
import { draftOf, saysHands } from "../table/deal/correction.js";
import { DISCARDS, chooseFrom, declaration, laidHands } from "../table/deal/declaration.js";
import { placesOf } from "../table/deal/rotation.js";
import { handText } from "./notation.js";

/** Lay what is declared, whole or not, as an entry of a recorded deal, or of the next one where there is none. */
export function laidOut(declared, deal, table) {
  const place = deal ?? { ...table.next, players: Object.fromEntries(placesOf(table.next).map((seat) => [seat, {}])) };
  const draft = draftOf({ ...place, dropped: [], ...declared, wild: declared.wild ?? wildIn(table) }, table, "");
  if (!draft.winner) return { ...draft, outcome: draft.outcome === "win" ? null : draft.outcome };
  return tileKnown(declared) ? draft : unsaid(draft, declared);
}

const tileKnown = ({ win_source: how, discarder }) => Boolean(how) && (Boolean(discarder) || !DISCARDS.includes(how));

/** Of a tile that won only half is written: ask for the rest. */
const unsaid = (draft, { discarder }) => (discarder ? chooseFrom(draft, discarder) : { ...draft, from: null, how: null });

const wildIn = ({ next, rules }) => (next?.goulash ? rules.wild[0] : null);

/** Tell whether what was laid out says all that was declared; it may hold what no entry has a place for. */
export const saysWritten = (draft, { hands }, level) => saysHands(draft, hands, level);

/* ------------------------------------------------------------------ into the text */
/** Write an entry into the fields of a form; false, and nothing is written, where an error or a penalty has no field. */
export function writeInto(form, draft, level, { rules }, recorded) {
  const events = ownEvents(form, recorded), kept = draft.events.map(canonical);
  if (kept.some((event) => !events.some(([, own]) => own === event))) return false;
  for (const [field, event] of events) field.checked = kept.includes(event);
  const { discarder, win_source: how } = declaration(draft, level, rules), hands = laidHands(draft, level);
  const told = { outcome: draft.outcome ?? "win", winner: draft.winner, win_source: how, discarder, wild: draft.wild };
  for (const [name, value] of Object.entries(told)) if (form.elements[name]) form.elements[name].value = value ?? "";
  for (const name of ["others", "dropped"]) tick(form, name, draft[name]);
  for (const field of form.querySelectorAll(".hand-text")) field.value = handText(hands[field.name.slice("hand_".length)]);
  return true;
}

const tick = (form, name, seats) => {
  for (const box of form.querySelectorAll(`[name="${name}"]`)) box.checked = seats.includes(box.value);
};

/** List the boxes of what the table entered itself, each with its event. */
const ownEvents = (form, recorded) =>
  (recorded?.events ?? []).map((event, at) => [form.elements[`event_${at}`], canonical(event)]).filter(([field]) => field);

/** Give all that is written, to tell whether it was changed. */
export const written = (text) => JSON.stringify([...text.querySelectorAll("input, select")].map(({ type, checked, value }) => (type === "checkbox" ? checked : value)));
