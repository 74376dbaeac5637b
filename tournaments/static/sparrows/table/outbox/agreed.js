/* What the table chose at its first deal, kept on the tablet until the server has it: without network the choice holds here
   already. The first choice of a table stands; who chose otherwise is told. */

import * as api from "./api.js";
import { belongsTo } from "../deal/kept.js";
import { now, set } from "../stage.js";
import { store } from "./store.js";
import { written } from "./written.js";

const NOT_HEARD = [0, 401, 429];
let sending = false;

/** Keep the choice of the table that is shown. */
export async function choose(confirms) {
  const { table } = now();
  const { competition, table: number, seating_version } = table;
  await keep({ competition: competition.slug, table: number, seating_version, confirms, sent: false });
}

async function keep(agreed) {
  if ((await written(store.put("agreed", agreed))) !== null) set({ agreed });
}

/** Send what is not sent yet; resolves to the server's sentence where the table had chosen otherwise, to null
    where it was not heard, else to nothing. */
export async function sendAgreed() {
  const { agreed, table, confirmed } = now();
  if (sending || !confirmed || !agreed || agreed.sent || !belongsTo(table)(agreed)) return "";
  sending = true;
  const { status, body } = await api.agree({ seating_version: agreed.seating_version, confirms: agreed.confirms });
  sending = false;
  if (NOT_HEARD.includes(status) || status >= 500) return null;
  await keep(status === 200 ? { ...agreed, sent: true } : null);
  return status === 200 ? "" : body.message;
}
