/* What taps do to the entry that is open: each makes the next draft. Whoever keeps the draft, and asks what it comes to, is
   told of each. */

import * as declared from "../deal/declaration.js";
import * as history from "../deal/history.js";
import { showAgain } from "../deal/offering.js";
import { announce, toEntry } from "../dom.js";
import { changed, looking, undone, withAnswers } from "../model.js";
import { draw, now, set, take } from "../stage.js";
import { _, tileName } from "../words.js";

/** Give the actions of an entry; `kept` hears of every draft first thing, before it is drawn. */
export function tapping(kept) {
  function change(next) {
    const before = now().entry.now;
    const model = changed(now(), next(before, now().seat));
    if (model.entry.now !== before) follow(model);
  }

  /* Kept with the draft, but no step of its own: it changes nothing of the deal yet. */
  function pencil(next) {
    const { entry } = now();
    take({ entry: { ...entry, now: next(entry.now) } });
    kept();
    draw();
  }

  function follow(model) {
    const { seat } = now(), before = filled(now());
    take(model);
    kept();
    draw();
    if (now().seat === seat && filled(now()) !== before) announce(counted());
  }

  return { change, ...choosing(change), ...laying(change), ...penalizing(change, pencil), undo() {
    if (history.canUndo(now().entry)) follow(undone(now()));
  } };
}

const choosing = (change) => ({
  chooseHow(how) {
    document.getElementById("how").open = false;
    change((draft) => declared.chooseHow(draft, how));
    queueMicrotask(() => document.querySelector("#how summary").focus());
  },
  decideAgain: () => change((draft) => ({ ...draft, from: null, how: null })),
  chooseSeat: turnTo,
  chooseKind(kind, sticky = false) {
    fold();
    set({ kind, sticky, warning: "" });
  },
  showMore: (more) => set({ more }),
  rove: (tile) => take({ roving: tile }),
  warn: (sentence) => set({ warning: sentence }),
});

const laying = (change) => ({
  lay(kind, tile, turned = false) {
    change((draft, seat) => declared.addGroup(draft, seat, kind, tile, turned));
    const { entry, seat, sticky, kind: laid, table } = now();
    set({ kind: sticky ? laid : declared.nextKind(entry.now, seat, laid, table.entry_level, table.rules), roving: tile });
    goOn();
  },
  /** Show the hand as the version before had it; a hand that won then may lack a tile now, or the other way round. */
  showAgain() {
    change(showAgain);
    const { entry, seat, table } = now();
    set({ kind: declared.firstKind(entry.now, seat, table.entry_level, table.rules) });
  },
  /** Say that the rest of a hand counts nothing, and go on to the next hand that is not there. */
  sayRest() {
    change(declared.toggleRest);
    goOn();
  },
  layShape(shape, suit) {
    fold();
    change((draft, seat) => declared.addShape(draft, seat, shape, suit));
    set({ kind: "single" });
  },
});

const penalizing = (change, pencil) => ({
  draftPenalty: (penalty) => pencil((draft) => declared.beginEvent(draft, penalty)),
  addPenalty() {
    fold();
    change((draft) => declared.addEvent(draft, draft.penalty));
  },
  confirmCannon: (offender) => change((draft) => declared.addEvent(draft, { code: "cannon", offender })),
});

/** Fold away what lies over the tiles, once something in it was chosen. */
function fold() {
  for (const lid of document.querySelectorAll("#shapes[open], .hand-panel #penalties[open]")) lid.open = false;
  take({ more: false });
}

/** Turn to the next hand that is not there once a loser's is; a winner's stays, with what it comes to and its faults;
    flowers and seasons are laid out when a hand is full already, and how many tiles a short or a long hand has nobody knows. */
function goOn() {
  const { draft, seat, level, table } = withAnswers(now());
  const { rest } = draft.hands[seat], mayGrow = table.rules.bonus_tiles || declared.isOddLength(draft, seat);
  if (declared.isWhole(draft, seat) || !declared.isComplete(draft, seat, level) || (mayGrow && !rest)) return;
  const next = declared.nextHand(draft, seat, level);
  if (next) turnTo(next);
}

/** Turn to a hand, and go back up to who it is of where the page was turned to what the deal comes to. */
function turnTo(seat) {
  set(looking(now(), seat));
  if (document.getElementById("seat-tabs")?.getBoundingClientRect().top < 0) toEntry();
}

/** Tell how far a hand is: of what was taken back nothing must stay said. */
const filled = ({ entry: { now: draft }, seat }) => `${declared.size(draft.hands[seat])} ${draft.hands[seat].rest}`;

/** Say how far the hand is that is looked at, to those who do not see it. */
function counted() {
  const full = withAnswers(now()), hand = full.draft.hands[full.seat];
  const said = _("{name}: {count} of {target} tiles", {
    name: full.name(full.seat), count: declared.size(hand), target: declared.target(full.draft, full.seat),
  });
  if (hand.rest) return `${said}. ${hand.groups.length ? _("The rest counts nothing") : _("Nothing counts")}`;
  return hand.proposed ? `${said}. ${_("Proposed as the tile that won: {tile}", { tile: tileName(hand.winning) })}` : said;
}
