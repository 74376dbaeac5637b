/* What each player has on a sheet, of one deal or of several: his edge, the button he holds, and the one to dispute. */

import { button, el, icon } from "../dom.js";
import { holdButton } from "./hold.js";
import { _, marked } from "../words.js";

/** Say what a player has said. */
export const word = (state, mark, sentence) => el("p", { class: `sheet-word sheet-${state}` }, icon(mark), el("span", {}, sentence));

/** Draw the button that is held to confirm. */
export function accept(seat, name, full, actions) {
  const { sheet, armed } = full;
  const armedAt = armed[seat] ?? null;
  return holdButton([icon("check"), el("span", {}, armedAt ? _("Tap again") : _("Confirm: hold"))], {
    class: "btn btn-primary sheet-accept", id: `accept-${seat}`, "aria-label": _(armedAt ? marked("{name}: tap again to confirm.") : marked("{name}: confirm. Hold, or tap and tap again."), { name }),
    act: () => actions.accept(sheet, seat), arm: () => actions.arm(seat), armedAt, ...unread(full, actions),
  });
}

/** Draw the button to dispute. */
export const dispute = (seat, name, full, actions) => {
  const { refuse, ...shown } = unread(full, actions);
  return button([icon("flag"), el("span", {}, _("Dispute"))], refuse ?? (() => (full.sheet.deals ? actions.askWhich(seat) : actions.dispute(full.sheet, seat))),
    { class: "btn sheet-dispute", id: `dispute-${seat}`, "aria-label": _("{name}: dispute", { name }), ...shown });
};

/** Refuse both while not all values were on the screen for long enough. */
const unread = ({ sheet, readable }, actions) =>
  (readable === sheet.id ? {} : { refuse: actions.readFirst, "aria-disabled": "true", "aria-describedby": "sheet-state" });
