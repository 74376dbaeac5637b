/* The tile picker: one tap lays down one set; what the rules or the other hands forbid says why when it is tapped. */

import { BONUS, DRAGONS, HONOURS, JOKER, SUITED, SUITS, liesHidden } from "../deal/tiles.js";
import * as entry from "../deal/declaration.js";
import { announce, button, el, icon, later, tile, tileBack, tileLook, touched } from "../dom.js";
import { _, marked, tileName, tileNames } from "../words.js";
import { longTapButton } from "./longtap.js";
import { sameAgain } from "./offers.js";
import { FLAGS, KIND_NAMES, SHAPE_NAMES, SOURCES, named, suitName } from "./names.js";
import { withHelp } from "../rules/help.js";

const KINDS = [...entry.SETS, "pair", "single"];

// what is grey while no tile was tapped, in one sentence
const GREY = {
  chow_limit: marked("Chow is grey: no mah-jong has more than {chows}."),
  no_chows: marked("Chow is grey: this deal is played without chows."),
  chow_start: marked("Grey tiles begin no chow; tap its lowest tile."),
};

// why a tile or a kind of set cannot be laid, by the codes of declaration.js
const WHY = {
  no_copies: marked("a set has four of a kind; they are in the hands already."),
  few_copies: marked("only {left} left."),
  no_chow_here: marked("a chow starts with a suited tile from 1 to 7."),
  chow_limit: marked("A mah-jong may hold {chows} chow at most."),
  no_chows: marked("This deal is played without chows."),
  hand_full: marked("the hand is full ({target} tiles)."),
  bonus_single: marked("flowers and seasons are laid out one by one."),
  joker_single: marked("a joker is laid down alone, or taken into a set by its word “wild”."),
  no_room: marked("there is no room for that in the hand."),
};

/** Draw the picker of a hand: what it holds, the kinds of sets, the tiles; flowers and seasons even when it is full. */
export function picker(model, { onward, rest }, actions) {
  const { draft, seat, table } = model;
  const full = entry.isFull(draft, seat);
  const bonus = table.rules.bonus_tiles, whole = entry.isWhole(draft, seat);
  return [
    cards(model, actions), later("same-again", () => sameAgain(model, actions)),
    later("of-losers", () => (whole ? null : el("div", { class: "of-losers", id: "of-losers" }, full ? null : pairs(model, actions), theRest(model, actions)))),
    full ? [later("grey", () => greyOf(model)), later("type-bar", () => null)] : typeBar(model, actions),
    later("winning", () => (full && whole ? winningTile(model, actions) : null)),
    later("tiles", () => el("div", { class: `tiles${bonus ? " with-bonus" : ""}${full ? " is-full" : ""}`, id: "tiles", "data-means": `${seat} ${model.kind}` },
      full ? null : grid(model, actions), bonus ? bonusRow(model, actions) : null)),
    later("next-hand", () => onward), later("foot", () => foot(model, full, rest, actions)),
  ];
}

/** Draw of it what a tap is seen by first: what the hand holds, and what was chosen. */
export function pickerFirst(model, actions) {
  const chosen = entry.isFull(model.draft, model.seat) ? [] : typeBar(model, actions).filter(Boolean);
  return [...handFirst(model, actions), ...chosen];
}

/** Draw what the hand holds: a full one that won asks for its last tile beside it. */
export function handFirst(model, actions) {
  const { draft, seat } = model;
  return [cards(model, actions), ...(entry.isFull(draft, seat) && entry.isWhole(draft, seat) ? [winningTile(model, actions)] : [])];
}

/** Draw what few hands need; on a phone it is folded away while tiles are chosen, behind a word beside the kinds of sets. */
function foot(model, full, rest, actions) {
  const { draft, seat, table, more } = model;
  return el("div", { class: `entry-foot${full ? "" : " is-folded"}${more ? " is-open" : ""}`, id: "foot" },
    more ? button(icon("close"), () => actions.showMore(false), { class: "btn btn-icon btn-quiet", id: "fewer", "aria-label": _("Close"), title: _("Close") }) : null,
    full ? null : shapes(model, actions), flagChips(draft, seat, table.rules, actions), howDropped(model, actions), rest);
}

const moreChip = ({ draft, seat, more }, actions) =>
  button(_("More"), () => actions.showMore(!more), {
    class: `chip more-chip${draft.hands[seat].flags.length || draft.events.length ? " is-set" : ""}`, id: "more",
    "aria-expanded": String(Boolean(more)), "aria-controls": "foot",
  });

/* ------------------------------------------------------------------ what the hand holds */
/** Draw the sets as they lie: the exposed ones first, on the felt, then the rack. */
function cards({ draft, seat }, actions) {
  const { groups, winning } = draft.hands[seat];
  const placed = groups.map((group, place) => [group, place]);
  const won = groups.findIndex(({ kind, tiles }) => kind === "single" && tiles[0] === winning); // one of two alike
  if (!groups.length) return el("div", { class: "cards", id: "cards" }, el("p", { class: "muted" }, _("No tiles yet. Choose a kind of set, then its tile."), " ", longTap(draft)));
  return el("ul", { class: "cards", id: "cards", "aria-label": _("Tiles to choose") },
    [...placed.filter(([{ open }]) => open), ...placed.filter(([{ open }]) => !open)].map(([group, place]) =>
      el("li", {}, group.kind === "single" ? loose(group, place, place === won, actions) : card(group, place, actions, draft, seat))));
}

/** Let a loser keep to himself what counts nothing; what is judged as a whole needs every tile. */
function theRest({ draft, seat, level }, actions) {
  if (level !== "counting") return null;
  if (!entry.mayHide(draft, seat, level)) return el("p", { class: "hint", id: "every-tile" }, _("This hand is judged as a whole: enter every tile."));
  const { groups, rest } = draft.hands[seat];
  return button([rest ? icon("check") : null, groups.length ? _("The rest counts nothing") : _("Nothing counts")], actions.sayRest, {
    class: "btn btn-large", id: "rest", "data-after": seat, "aria-pressed": String(Boolean(rest)),
  });
}

const longTap = (draft) => (entry.opens(draft)
  ? _("Hold the tile down for a set in hand, or for two single tiles.") : _("Hold the tile down for an exposed set."));

function loose(group, place, won, actions) {
  const name = tileName(group.tiles[0]);
  return button(tile(group.tiles[0]), () => actions.change((draft, seat) => entry.removeGroup(draft, seat, place)), {
    class: `tile-button card-tile${won ? " tile-won" : ""}`, id: `group-${place}`,
    "aria-label": _("Remove {tile}", { tile: name }), title: _("Remove {tile}", { tile: name }),
  });
}

/** Only a hand with a wrong claim can hold a set that counts nothing. */
const mayCountNothing = (draft, seat) => draft.hands[seat].flags.includes("dead_hand") || entry.claimedWrongly(draft, seat);

function card(group, place, actions, draft, seat) {
  const wrong = mayCountNothing(draft, seat);
  const kind = named(KIND_NAMES, group.kind), tiles = tileNames(group.tiles);
  const set = entry.SETS.includes(group.kind), hidden = group.kind === "kong" && !group.open;
  const state = group.open ? _("exposed") : hidden ? _("concealed") : _("in hand");
  const face = [el("span", { class: "meld-tiles" }, group.tiles.map((code, at) => (hidden && liesHidden(group.tiles, at) ? tileBack("s") : tile(code, "s")))),
    group.dead ? el("span", { class: "meld-note" }, _("counts nothing")) : null];
  return el("span", { class: `card-set${group.open ? " is-open" : ""}` },
    set ? button(face, () => actions.change((draft, seat) => entry.toggleOpen(draft, seat, place)), {
      class: "card-face", id: `group-${place}`, "aria-label": _("{kind} {tiles}: {state}. Tap to change.", { kind, tiles, state }),
    }) : el("span", { class: "card-face" }, face),
    set && wrong ? button(_("counts nothing"), () => actions.change((draft, seat) => entry.toggleDead(draft, seat, place)), {
      class: "card-remove card-dead", id: `dead-${place}`, "aria-pressed": String(group.dead),
      "aria-label": _("{kind} {tiles}: wrongly claimed, counts nothing", { kind, tiles }),
    }) : null,
    entry.mayTurnWild(draft, group) ? button(_("wild"), () => actions.change((now, at) => entry.turnWild(now, at, place)), {
      class: "card-remove", id: `wild-${place}`, "aria-label": _("{kind} {tiles}: one more tile of it is a wild one", { kind, tiles }),
    }) : null,
    button(icon("close"), () => actions.change((draft, seat) => entry.removeGroup(draft, seat, place)), {
      class: "card-remove", id: `remove-${place}`, "aria-label": _("Remove {kind} {tiles}", { kind, tiles }),
    }));
}

/* ------------------------------------------------------------------ kinds of sets */
function typeBar(model, actions) {
  const { draft, seat, kind, table } = model;
  return [greyOf(model), el("div", { class: "chips type-bar", id: "type-bar", role: "group", "aria-label": _("Kind of set") },
    howSetsLie(model, actions), KINDS.map((one) => {
      const why = entry.chowRefusal(draft, seat, one, table.rules);
      return button(named(KIND_NAMES, one), () => (why ? refuse(_(WHY[why.code], why), actions) : actions.chooseKind(one)), {
        class: "chip", id: `kind-${one}`, "aria-pressed": String(kind === one), "aria-disabled": why ? "true" : null, "aria-describedby": why ? "grey" : null,
      });
    }),
    kind.startsWith("knit") ? el("span", { class: "chip", "aria-pressed": "true" }, named(KIND_NAMES, "knit")) : null,
    moreChip(model, actions))];
}

/** Draw how the next set will lie, and let it be changed: it is remembered for the deal, in all four hands. */
function howSetsLie({ draft }, actions) {
  const open = entry.opens(draft), state = open ? _("exposed") : _("in hand");
  return button([el("span", { class: `lies${open ? " is-open" : ""}`, "aria-hidden": "true" }, [1, 2, 3].map(() => el("i"))),
    el("span", { class: "lies-word" }, state)], () => actions.change((now) => entry.layOpen(now, !open)), {
    class: "chip lies-chip", id: "lies", "aria-label": _("New sets: {state}. Tap to change.", { state }), title: _("New sets: {state}. Tap to change.", { state }),
  });
}

/** Say what the hand lacks that only the table knows, else what is grey. */
function greyOf({ draft, seat, kind, table }) {
  const said = whichIsDead(draft, seat) ?? (entry.isFull(draft, seat) ? "" : whatIsGrey(entry.chowRefusal(draft, seat, "chow", table.rules), kind));
  return said ? el("p", { class: "hint", id: "grey" }, said) : null;
}

/** Remind of the sets of a dead hand, and of one with a wrong claim, while all of them count. */
function whichIsDead(draft, seat) {
  const { groups } = draft.hands[seat], counts = groups.some(({ kind }) => entry.SETS.includes(kind)) && !groups.some(({ dead }) => dead);
  return counts && mayCountNothing(draft, seat) ? _("Tap “counts nothing” at each wrong set.") : null;
}

/** Say what is grey on the keyboard before anybody taps it, where it is more than a used-up tile. */
const whatIsGrey = (why, kind) => (why ? _(GREY[why.code], why) : kind === "chow" ? _(GREY.chow_start) : "");

function refuse(sentence, actions) {
  announce(sentence);
  actions.warn(sentence);
}

/* ------------------------------------------------------------------ tiles */
function grid(model, actions) {
  const honours = entry.isWhole(model.draft, model.seat) ? [] : paidFirst(model);
  const jokers = model.draft.wild === JOKER ? [JOKER] : [];
  const codes = honours.length ? [...honours, ...jokers, ...SUITED] : [...SUITED, ...HONOURS, ...jokers];
  return rows(codes, "tile-grid", _("Tiles to choose"), model, actions);
}

/** Begin with what pays a player who did not win: dragons, his own wind and that of the round, then the other winds. */
function paidFirst({ seat, table }) {
  const winds = [table.seats.find((one) => one.seat === seat).wind, table.next.round_wind].map((wind) => `W${wind}`);
  return [...new Set([...DRAGONS, ...winds, ...HONOURS])];
}

/** Offer the pairs that are worth something to a player who did not win: one tap each, whatever kind is chosen. */
function pairs({ draft, seat, table }, actions) {
  const winds = { own_wind: `W${table.seats.find((one) => one.seat === seat).wind}`, round_wind: `W${table.next.round_wind}` };
  const codes = [...new Set((table.rules.pairs ?? []).flatMap((of) => (of === "dragon" ? DRAGONS : [winds[of]])))];
  if (!codes.length) return null;
  return el("div", { class: "paying-pairs", role: "group", "aria-label": _("Pairs that count") },
    el("span", { class: "field-label", "aria-hidden": "true" }, _("Pairs that count")),
    codes.map((code) => pairButton(code, entry.size(draft.hands[seat]), entry.refusal(draft, seat, "pair", code, table.rules), actions)));
}

function pairButton(code, laid, why, actions) {
  const named = _("Pair of {tile}", { tile: tileName(code) });
  const reason = why ? _("{tile}: {reason}", { tile: tileName(code), reason: _(WHY[why.code], why) }) : "";
  return button([tile(code, "s"), tile(code, "s")], () => (why ? refuse(reason, actions) : actions.lay("pair", code)), {
    class: "btn pair-button", id: `pair-${code}`, "data-after": laid, "aria-disabled": why ? "true" : null, "aria-label": named, title: reason || named,
  });
}

const bonusRow = (model, actions) => rows(BONUS, "bonus-row", _("Flowers and seasons"), model, actions);

function rows(codes, id, label, model, actions) {
  const entered = codes.includes(model.roving) ? model.roving : codes[0]; // one tile of each grid is in the tab order
  return el("div", { class: "tile-grid", role: "group", "aria-label": label, id, on: { keydown: (event) => rove(event, actions) } },
    codes.map((code) => tileButton(code, model, actions, entered)));
}

const alone = (code) => BONUS.includes(code) || code === JOKER;

function tileButton(code, model, actions, entered) {
  const { draft, seat, table } = model;
  const kind = alone(code) ? "single" : model.kind;
  const why = entry.refusal(draft, seat, kind, code, table.rules);
  const left = entry.left(draft, code);
  const reason = why ? _("{tile}: {reason}", { tile: tileName(code), reason: _(WHY[why.code], why) }) : "";
  const tap = () => (why ? refuse(reason, actions) : actions.lay(kind, code));
  return longTapButton(() => [tile(code, "l"), el("span", { class: "tile-left", "aria-hidden": "true" }, String(left))], {
    of: tileLook(), tap, held: () => layHeld(model, kind, code, tap, actions),
    class: `tile-button tile-row-${code[0]}${draft.wild === code ? " is-wild" : ""}`, id: `tile-${code}`, "data-tile": code,
    tabindex: entered === code ? "0" : "-1", "aria-disabled": why ? "true" : null,
    "aria-label": _(draft.wild === code ? marked("{tile}, wild, {left} left") : marked("{tile}, {left} left"), { tile: tileName(code), left }), title: reason || null,
  });
}

/** Lay what a long tap means: a set the other way round, exposed or in hand; two tiles where one is laid. */
function layHeld({ draft, seat, table }, kind, code, tap, actions) {
  const double = kind === "single" ? "pair" : kind;
  if (alone(code) || entry.refusal(draft, seat, double, code, table.rules)) tap();
  else actions.lay(double, code, kind !== "single");
}

/** Move through the grid by arrow keys; only one tile is in the tab order. */
function rove(event, actions) {
  const tiles = [...event.currentTarget.querySelectorAll("[data-tile]")];
  const at = tiles.indexOf(document.activeElement);
  const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(" ").length;
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  const to = event.key === "Home" ? 0 : event.key === "End" ? tiles.length - 1 : at + (steps[event.key] ?? NaN);
  if (at < 0 || !tiles[to]) return;
  event.preventDefault();
  for (const one of [tiles[at], tiles[to]]) touched(one);
  tiles[at].tabIndex = -1;
  tiles[to].tabIndex = 0;
  tiles[to].focus();
  actions.rove(tiles[to].dataset.tile);
}

/* ------------------------------------------------------------------ special shapes */
function shapes({ draft, seat, table }, actions) {
  const offered = [
    ["pairs", ["all_pair_honours", "seven_pairs"], () => actions.chooseKind("pair", true)],
    ["wonders", ["thirteen_wonders"], () => actions.layShape("wonders")],
    ...pairsOfSuits().map((suits) => ["knitting", ["knitting"], () => actions.chooseKind(`knit:${suits}`), suits]),
    ["triple_knitting", ["triple_knitting"], () => actions.chooseKind("knit:BCD")],
    ...SUITS.map((suit) => ["snake", ["wriggling_snake"], () => actions.layShape("snake", suit), suit]),
    ...SUITS.map((suit) => ["gates", ["gates_of_heaven", "nine_lamps"], () => actions.layShape("gates", suit), suit]),
  ].filter(([, specials]) => specials.some((special) => table.rules.specials.includes(special)));
  if (!offered.length) return null;
  const empty = !draft.hands[seat].groups.length;
  return el("details", { class: "disclosure", id: "shapes", open: false },
    el("summary", {}, _("Special shapes")),
    el("div", { class: "chips over" }, offered.map(([shape, , choose, suits]) =>
      shapeChip(shape, suits, choose, whole(shape) && !empty ? _("This shape goes into an empty hand. Take the tiles away first.") : "", actions))));
}

const shapeChip = (shape, suits, choose, why, actions) =>
  button(shapeName(shape, suits), why ? () => refuse(why, actions) : choose, {
    class: "chip", id: `shape-${shape}-${suits ?? ""}`, "aria-disabled": why ? "true" : null, title: why || null,
  });

const pairsOfSuits = () => ["BC", "BD", "CD"];
const whole = (shape) => ["wonders", "snake", "gates"].includes(shape);
const shapeName = (shape, suits) => {
  const name = named(SHAPE_NAMES, shape);
  if (!suits) return name;
  return _("{shape}: {suit}", { shape: name, suit: [...suits].map((suit) => suitName(suit)).join(", ") });
};

/* ------------------------------------------------------------------ winning tile, flags */
const MOST_AT_EASE = 10; // tiles that lie beside each other on a phone at their full size

function winningTile({ draft, seat }, actions) {
  const hand = draft.hands[seat];
  const rack = [...new Set(entry.inRack(hand))];
  return el("fieldset", { class: "field", id: "winning" },
    el("legend", {}, _("Which tile won?")), el("p", { class: "hint" }, hand.proposed ? _("Proposed, because it can be no other. Tap a set to change how it lies.") : _("Only tiles in hand can be chosen; the set it completed must not be exposed.")),
    el("div", { class: `winning-tiles${rack.length > MOST_AT_EASE ? " is-many" : ""}` }, rack.map((code) =>
      button(tile(code, "l"), () => actions.change((now, at) => entry.setWinning(now, at, code)), {
        class: "tile-button", id: `winning-${code}`, "aria-label": tileName(code),
        "aria-pressed": String(hand.winning === code),
      }))));
}

export function flagChips(draft, seat, rules, actions) {
  const flags = entry.flagsFor(draft, seat, rules);
  return el("div", { class: "chips", role: "group", "aria-label": _("Also true of this hand") },
    flags.map((flag) => withHelp(button(named(FLAGS, flag), () => actions.change((now) => entry.toggleFlag(now, seat, flag)), {
      class: "chip", id: `flag-${flag}`, "aria-pressed": String(draft.hands[seat].flags.includes(flag)),
    }), flag, rules)),
    entry.mayDrop(draft, seat, rules) ? button(_("Dropped out: mah-jong below {minimum}", rules), () => actions.change((now) => entry.toggleDropped(now, seat)), {
      class: "chip", id: "dropped", "aria-pressed": String(draft.dropped.includes(seat)),
    }) : null);
}

/** Draw how the tile of a mah-jong below the minimum came: who dropped out did not win, and still says it. */
function howDropped({ draft, seat }, actions) {
  if (!draft.dropped.includes(seat)) return null;
  return el("div", { class: "chips", role: "group", "aria-label": _("How was it won?") }, entry.DROPPED_HOW.map((how) =>
    button(named(SOURCES, how), () => actions.change((now) => entry.chooseHowDropped(now, seat, how)), {
      class: "chip", id: `dropped-${how}`, "aria-pressed": String(draft.hands[seat].how === how),
    })));
}
