/* What the page says of the disk: that it is full, as long as it takes nothing more. */

import { now, set } from "../stage.js";

/** Wait until the disk has it; null, and a sentence for the table, if it takes nothing more. */
export async function written(change) {
  try {
    const result = await change;
    if (now().full) set({ full: false });
    return result;
  } catch (fault) {
    if (!(fault instanceof DOMException)) throw fault;
    set({ full: true });
    return null;
  }
}
