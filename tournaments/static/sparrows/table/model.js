/* All that the page knows at one moment, and the questions its parts ask of it. */

import * as declared from "./declaration.js";
import * as history from "./history.js";

/** Begin with nothing known. */
export const emptyModel = () => ({
  table: null, connection: "loading", entry: null, seat: "E", kind: "pung", sticky: false, roving: "B1",
  preview: null, faults: [], refusal: "", penalty: null, pending: null, notice: null, warning: "", turned: false,
  lasting: true,
});

/** Add what is worked out from the rest. */
export function withAnswers(model) {
  const { table, entry } = model;
  const draft = entry?.now ?? null, level = table?.entry_level;
  return {
    ...model, draft, level,
    canUndo: Boolean(entry && history.canUndo(entry)),
    name: (seat) => table?.seats.find((one) => one.seat === seat)?.name ?? seat,
    faultsOf: (seat) => model.faults.filter((fault) => (fault.seat ?? null) === seat),
    lacks: () => declared.missing(draft, level, table.rules),
  };
}

/** Take a changed draft as the next step; its old faults no longer hold. */
export const changed = (model, draft) => ({
  ...model, entry: history.step(model.entry, draft), faults: [], refusal: "", warning: "",
});

/** Choose the hand that is looked at: a winner's starts with pungs, the others' with single tiles. */
export const looking = (model, seat) => {
  const draft = model.entry.now;
  const kind = declared.nextKind(draft, seat, seat === draft.winner ? "pung" : "single");
  return { ...model, seat, kind, sticky: false, warning: "" };
};

/** Split what the preview complains of: hands not entered yet are no fault. */
export const shownFaults = (errors, complete) =>
  errors.filter((fault) => fault.code !== "hand_missing" && (!fault.seat || complete.includes(fault.seat)));
