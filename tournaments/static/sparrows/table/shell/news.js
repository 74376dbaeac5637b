/* The stream by which the server says at once that somebody else changed something of the table. What it says is a hint:
   what the table is like then, is asked for as ever. Where there is no stream, the heart beats faster (`deal/pulse.js`). */

const STREAM = "/live/table";
const AGAIN = 30000; // a server that refuses a stream is asked for one again; a line that broke is the browser's to mend
const SPREAD = 400; // milliseconds over which the tablets of a hall come that hear of the same

let told = false;
let due = 0;

/** Tell whether news would come by itself. */
export const isTold = () => told;

/** Begin to hear the server; `isKnown(revision)` tells whether the page has it, `look` asks for the table. */
export function beginHearing(isKnown, look) {
  if (!self.EventSource) return;
  const source = new EventSource(STREAM);
  let first = true; // each time it opens the stream says where the server stands
  source.onopen = () => { first = true; };
  source.onmessage = ({ data }) => {
    if (!first || !isKnown(JSON.parse(data).revision)) soon(look);
    [told, first] = [true, false]; // not before: a proxy may open a stream and keep what it says
  };
  source.onerror = () => {
    told = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(beginHearing, AGAIN * (0.5 + Math.random()), isKnown, look);
  };
}

/** Look once for all that is told within a moment. */
function soon(look) {
  due ||= setTimeout(() => {
    due = 0;
    look();
  }, Math.random() * SPREAD);
}
