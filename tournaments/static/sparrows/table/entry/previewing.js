/* What the open entry comes to: asked of the tablet's own engine after every tap, and of the server once the fingers
   rest, which must answer a whole hall; the latest question only. */

import * as api from "../outbox/api.js";
import * as declared from "../deal/declaration.js";
import { isOnItsWay, reckonHere } from "../engine/engine.js";
import { belongsTo, inTurn } from "../deal/kept.js";
import { withAnswers } from "../model.js";
import { OVERTAKEN, shown, worthAsking } from "./answers.js";
import { refresh, told } from "../shell/connection.js";
import { drawnNow, now, set } from "../stage.js";

const QUIET = 250; // milliseconds without a change before the server is asked

let asking = null;
let quiet = null;
let working = Promise.resolve(); // the engine has one thread: what waits for it is often overtaken before its turn

/** Ask for the values of what is entered so far. */
export function askPreview() {
  clearTimeout(quiet);
  asking?.abort();
  const full = withAnswers(now());
  if (!worthAsking(full)) return set({ preview: null });
  set({ preview: { ...now().preview, state: "asking" } });
  showPreview(full);
}

/** Ask again what was asked in vain: there is an engine on the tablet now, or it is known that there will be none. */
export function previewAgain() {
  if (["coming", "offline"].includes(now().preview?.state)) askPreview();
  working = working.then(reckonWaiting, reckonWaiting);
}

/** Work out the deals that were saved here before anybody could say what they come to: the scores count them then. */
async function reckonWaiting() {
  for (const one of inTurn(withAnswers(now()).waiting.filter(belongsTo(now().table))).filter(isUnknown)) {
    const { order, key, deal, body } = one;
    const before = now().deals.filter((other) => other.order < order);
    const answer = await reckonHere(now().table, { ...withAnswers({ ...now(), deals: before, open: null, entry: null }), draft: { deal } }, body);
    if (answer?.status === 200) set({ reckoned: { ...now().reckoned, [key]: answer.body.net } });
  }
}

const isUnknown = ({ body, reckoned }) => !(body.supersedes || body.expected || body.totals || reckoned);

/** Ask the tablet's own engine at once, and the server after a rest. Whoever answers first is shown, and the server has the
    last word: it knows what this tablet may not have heard of yet. A line that is dead without saying so holds nobody up. */
async function showPreview(full) {
  const { draft, level, table } = full;
  asking = new AbortController();
  const mine = asking;
  await drawnNow(); // to work a deal out takes a core that the tap's own frame has use for
  const body = { ...declared.declaration(draft, level, table.rules), deal: draft.deal };
  const complete = Object.keys(body.hands);
  const wanted = () => !mine.signal.aborted && now().entry?.now === draft;
  let answered = false;
  const reckon = async () => {
    if (draft.supersedes || !wanted()) return null;
    const answer = await reckonHere(now().table, full, body);
    if (answer && wanted() && !answered) set(shown(answer, draft, complete));
    return answer;
  };
  const here = working = working.then(reckon, reckon);
  await rested();
  if (!wanted()) return;
  const answer = await (draft.supersedes ? api.previewCorrection : api.preview)(body, mine.signal);
  answered = isFor(draft, table, answer);
  if (OVERTAKEN.includes(answer.status)) refresh();
  if (isAway(answer) && wanted()) askWhenThere(answer.status, wanted);
  const own = answered ? null : await here;
  if (wanted()) set(own ? shown(own, draft, complete, { here: true }) : orComing(shown(answer, draft, complete), draft));
}

/** Say no answer yet, where one is worked out here as soon as the engine is loaded. */
const orComing = (changes, { supersedes }) =>
  changes.preview?.state === "offline" && !supersedes && isOnItsWay() ? { preview: { state: "coming" } } : changes;

/** Tell whether there was no server to answer, or a busy one. */
const isAway = ({ status }) => [0, 429].includes(status) || status >= 500;

/** Ask again as soon as the server has told of the table; one that is busy is not asked for that, too. */
function askWhenThere(status, wanted) {
  told().then(() => wanted() && askPreview());
  if (status === 0) refresh();
}

/** Wait until the fingers rest; who taps again goes on from there. */
const rested = () => new Promise((resolve) => { quiet = setTimeout(resolve, QUIET); });

/** Tell whether the server answered for this deal; while it lacks those before, it speaks of another. */
const isFor = (draft, { unsent = [] }, { status, body }) =>
  status === 200 ? body.deal === draft.deal : status === 422 && !unsent.length;
