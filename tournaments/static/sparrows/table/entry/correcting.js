/* The table puts a recorded deal right: from the log back into an entry. */

import * as history from "../deal/history.js";
import * as outbox from "../outbox/outbox.js";
import { draftOf } from "../deal/correction.js";
import { newKey } from "../deal/canonical.js";
import { enter } from "./entering.js";
import { now } from "../stage.js";
import { written } from "../outbox/written.js";

export const actions = {
  /** Open a recorded deal as an entry; on the disk first, like every entry. */
  async correct(deal) {
    const { table } = now();
    const opened = await written(outbox.begin(history.begin(draftOf(deal, table, newKey()))));
    if (opened) enter(opened);
  },
};
