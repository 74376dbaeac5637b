/* Penalties and errors of the deal: what happened, who did it, who was misled. */

import * as entry from "../deal/declaration.js";
import { button, el, icon } from "../dom.js";
import { draw } from "../stage.js";
import { _ } from "../words.js";
import { PENALTIES, named } from "./names.js";
import { withHelp } from "../rules/help.js";

const FLAGS = ["short_hand", "long_hand"]; // these are said at the hand itself
const OF_THE_DISCARDER = ["cannon", "misnamed_discard_mahjong"]; // who discarded the winning tile pays for all

/** Draw the list of what was entered and the form for one more; what happened is chosen once. */
export function penalties(model, actions) {
  const { draft, table } = model;
  const open = model.penalty || draft.outcome === "ended", codes = model.penalty ? [model.penalty.code] : table.rules.penalties;
  return el("details", { class: "disclosure card card-slim", open: Boolean(open), id: "penalties", on: { toggle: draw } },
    el("summary", {}, _("Penalties and errors"), draft.events.length ? ` (${draft.events.length})` : ""),
    el("div", { class: "over stack stack-s" }, el("ul", { class: "list" }, draft.events.map((event, place) => entered(event, place, model, actions))),
    el("div", { class: "chips", role: "group", "aria-label": _("Add") },
      codes.filter((code) => isOf(code, draft)).map((code) =>
        withHelp(button(named(PENALTIES, code), () => actions.draftPenalty(model.penalty?.code === code ? null : begun(code, draft)), {
          class: "chip", id: `penalty-${code}`, "aria-pressed": String(model.penalty?.code === code),
        }), code, table.rules))),
    model.penalty ? form(model, actions) : null));
}

/** Tell whether a penalty can be one of this deal: where nobody won, nobody is paid for all. */
const isOf = (code, { outcome }) => !FLAGS.includes(code) && (outcome === "win" || !OF_THE_DISCARDER.includes(code));

/** Begin a penalty; where the deal tells who did it, nobody is asked. */
const begun = (code, { from }) => (OF_THE_DISCARDER.includes(code) && from && from !== "self" ? { code, offender: from } : { code });

/** Ask which set a wrong claim made, by name; it is no hindrance: the hand may hold none of it. */
export const askWhichSet = (seat, { name }) => _("{name}: which set did the wrong claim make? Tap “counts nothing” at it.", { name: name(seat) });

function entered(event, place, model, actions) {
  const { draft, level, table, name } = model;
  const asks = event.code === "wrong_claim" && entry.unmarkedClaims(draft, level, table.rules).includes(event.offender);
  const what = named(PENALTIES, event.code);
  const misled = (event.misled ?? []).map(name).join(", ");
  return el("li", { class: "list-row" },
    el("span", {}, `${what}: ${name(event.offender)}${misled ? ` → ${misled}` : ""}`, asks ? [" ", el("span", { class: "hint", id: `penalty-asks-${place}` }, askWhichSet(event.offender, model))] : null),
    button(icon("close"), () => actions.change((now) => entry.removeEvent(now, place)), {
      class: "btn btn-icon", id: `penalty-remove-${place}`, "aria-label": _("Remove {penalty}", { penalty: what }),
    }));
}

function form({ penalty, name, draft }, actions) {
  const needsMisled = penalty.code === "misnamed_discard";
  const ready = penalty.offender && (!needsMisled || penalty.misled?.length);
  return el("div", { class: "stack-s stack" },
    choose(_("Who did it?"), "who", [penalty.offender], (seat) => actions.draftPenalty({ ...penalty, offender: seat }), name, draft),
    needsMisled ? choose(_("Who was misled?"), "misled", penalty.misled ?? [],
      (seat) => actions.draftPenalty({ ...penalty, misled: toggled(penalty.misled ?? [], seat) }), name, draft) : null,
    button(_("Add"), actions.addPenalty, { id: "penalty-add", disabled: !ready }));
}

function choose(label, id, chosen, pick, name, draft) {
  return el("div", { class: "chips", role: "group", "aria-label": label }, el("span", { class: "field-label" }, label),
    entry.seatsAsPlayed(draft).map((seat) => button(name(seat), () => pick(seat), {
      class: "chip", id: `${id}-${seat}`, "aria-pressed": String(chosen.includes(seat)),
    })));
}

const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
