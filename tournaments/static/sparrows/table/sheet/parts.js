/* What each player has on a sheet, of one deal or of several: his edge, the button he holds, and the one to dispute. */

import { button, el, icon } from "../dom.js";
import { holdButton } from "./hold.js";
import { claimed } from "../board/log.js";
import { CHAIRS } from "../deal/tiles.js";
import { _, marked, tileNames } from "../words.js";

/** Say what was played, and what was said of each hand: four people confirm that too; nothing of a deal on its way. */
export const playedIn = (deal, name) => [deal.said, ...CHAIRS.map((seat) => claims(deal.hands?.[seat] ?? {}, name(seat)))].filter(Boolean).join(" ");

function claims(hand, name) {
  const dead = (hand.melds ?? []).filter((meld) => meld.dead).map(({ tiles }) => `${tileNames([...new Set(tiles)])}: ${_("counts nothing")}`);
  const said = [...claimed(hand), ...dead];
  return said.length ? `${name}: ${said.join(", ")}.` : "";
}

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
